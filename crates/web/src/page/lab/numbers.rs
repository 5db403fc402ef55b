//! Numbers as people of a language write them.

use crate::words::LabWords;
use table::fill;

/// Writes numbers with the separators and units of a language.
#[derive(Clone, Copy)]
pub struct Numbers(pub &'static LabWords);

impl Numbers {
    /// `59,800`
    pub fn whole(self, number: u64) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) && digits.len() > 4 {
                text.push_str(self.0.thousands);
            }
            text.push(digit);
        }
        text
    }

    /// With so many decimals, and none for nothing.
    pub fn decimals(self, number: f64, decimals: usize) -> String {
        let text = format!("{number:.decimals$}");
        let text = if text.trim_start_matches(['-', '0', '.']).is_empty() {
            text.trim_start_matches('-').to_owned()
        } else {
            text
        };
        text.replace('.', self.0.decimal)
    }

    /// As few decimals as it has, for settings.
    pub fn plain(self, number: f32) -> String {
        number.to_string().replace('.', self.0.decimal)
    }

    /// Seconds of processor time, in minutes where there are many.
    pub fn time(self, seconds: f64) -> String {
        if seconds < 99.5 {
            fill(self.0.seconds, &[&self.decimals(seconds, usize::from(seconds < 9.95))])
        } else {
            let minutes = seconds / 60.0;
            fill(self.0.minutes, &[&self.decimals(minutes, usize::from(minutes < 99.5))])
        }
    }

    /// A share with its margin, in per cent.
    pub fn share(self, [share, margin]: [f64; 2]) -> [String; 2] {
        [share, margin].map(|share| self.decimals(100.0 * share, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;
    use crate::words;
    use table::Language;

    #[test]
    fn numbers_are_written_in_the_way_of_the_language() {
        let [english, spanish] =
            [Language::English, Language::Spanish].map(|language| Numbers(words::lab(language)));
        assert_eq!(english.whole(1_234_567), "1,234,567");
        assert_eq!(english.whole(1_234), "1234");
        assert_eq!(spanish.whole(59_800), "59\u{202f}800");
        assert_eq!(english.time(0.0), "0.0 s");
        assert_eq!(english.time(45.2), "45 s");
        assert_eq!(spanish.time(150.0), "2,5 min");
        assert_eq!(english.time(36_000.0), "600 min");
        assert_eq!(english.decimals(-0.2, 0), "0");
        assert_eq!(spanish.share([0.728, 0.061]), ["72,8", "6,1"]);
    }
}
