//! Dates in UTC, by counting days.
//!
//! Years are those from 2000 to 9999. A moment before them comes from a clock that does not count from
//! 1970, and one after them from a clock that is wrong: both are no date.

use crate::clock::Millis;

/// A moment to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
    /// Seconds since midnight.
    second: u64,
}

const DAY: u64 = 86_400;
/// From the beginning of 1970 to that of 2000.
const DAYS_BEFORE_2000: u64 = 10_957;

const fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

const fn days_in_year(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_in_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Date {
    /// The date of a moment.
    pub fn of(at: Millis) -> Option<Date> {
        let seconds = at / 1000;
        let mut days = (seconds / DAY).checked_sub(DAYS_BEFORE_2000)?;
        let mut year = 2000;
        while days >= days_in_year(year) {
            days -= days_in_year(year);
            year += 1;
            if year > 9999 {
                return None;
            }
        }
        let mut month = 1;
        while days >= days_in_month(year, month) {
            days -= days_in_month(year, month);
            month += 1;
        }
        Some(Date { year, month, day: days + 1, second: seconds % DAY })
    }

    /// The moment of a date.
    pub fn at(self) -> Millis {
        let years: u64 = (2000..self.year).map(days_in_year).sum();
        let months: u64 = (1..self.month).map(|month| days_in_month(self.year, month)).sum();
        let days = DAYS_BEFORE_2000 + years + months + self.day - 1;
        (days * DAY + self.second) * 1000
    }

    /// `2026.11.03`
    pub fn day(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `12:34:56`
    pub fn time(self) -> String {
        format!("{:02}:{:02}:{:02}", self.second / 3600, self.second / 60 % 60, self.second % 60)
    }

    /// Reads a day and a time as they are written here. Without a time it is midnight.
    pub fn read(day: &str, time: &str) -> Option<Date> {
        let [year, month, day] = numbers(day, '.')?;
        let [hours, minutes, seconds] = numbers(time, ':').unwrap_or([0; 3]);
        let real = (2000..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day)
            && hours < 24
            && minutes < 60
            && seconds < 60;
        real.then_some(Date { year, month, day, second: (hours * 60 + minutes) * 60 + seconds })
    }
}

fn numbers(text: &str, between: char) -> Option<[u64; 3]> {
    let number = |part: &str| {
        let fits = part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| fits)
    };
    let numbers: Vec<u64> = text.split(between).take(4).map(number).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_moments_have_their_dates() {
        let written = |at| Date::of(at).map(|date| format!("{} {}", date.day(), date.time()));
        assert_eq!(written(946_684_800_000).as_deref(), Some("2000.01.01 00:00:00"));
        assert_eq!(written(951_782_400_999).as_deref(), Some("2000.02.29 00:00:00"));
        assert_eq!(written(1_234_567_890_000).as_deref(), Some("2009.02.13 23:31:30"));
        assert_eq!(written(4_107_542_399_000).as_deref(), Some("2100.02.28 23:59:59"));
        assert_eq!(written(4_107_542_400_000).as_deref(), Some("2100.03.01 00:00:00"));
        assert_eq!(written(253_402_300_799_000).as_deref(), Some("9999.12.31 23:59:59"));
        for none in [0, 1_000, 946_684_799_999, 253_402_300_800_000, u64::MAX] {
            assert_eq!(written(none), None);
        }
    }

    #[test]
    fn days_that_do_not_exist_are_not_read() {
        for day in [
            "",
            "????.??.??",
            "2026.13.01",
            "2026.02.29",
            "1999.12.31",
            "2026.1",
            "2026.01.01.01",
            "+026.01.01",
        ] {
            assert_eq!(Date::read(day, "00:00:00"), None, "{day}");
        }
        assert_eq!(Date::read("2026.01.01", "24:00:00"), None);
        assert!(Date::read("2028.02.29", "?").is_some());
    }

    proptest! {
        #[test]
        fn a_date_reads_back_what_it_writes(at in 946_684_800_000_u64..253_402_300_800_000) {
            let date = Date::of(at).unwrap();
            prop_assert_eq!(date.at(), at / 1000 * 1000);
            prop_assert_eq!(Date::read(&date.day(), &date.time()), Some(date));
        }
    }
}
