//! The names of the games in a table of which some pages are damaged.
//!
//! A table is read from its beginning and from its end up to the damage. What lies between two damaged pages is
//! found by looking at names in the middle of the gap, again and again, since the names in it are not known.

use crate::GameId;
use rusqlite::{Connection, types::ValueRef};
use std::collections::{BTreeSet, VecDeque};

/// Gaps that are looked into in one table, at most.
const MOST_LOOKS: usize = 2_000;
/// Names have letters and digits; these come before and after all of them.
const FIRST: &str = "";
const LAST: &str = "~";

/// What was found in one table.
#[derive(Debug, Default)]
pub struct Scanned {
    pub games: BTreeSet<GameId>,
    /// Is there an entry whose name is none?
    pub nameless: bool,
    /// Why some entries could not be read.
    pub failure: Option<String>,
}

/// Which way a table is read.
#[derive(Clone, Copy)]
enum Direction {
    Up,
    Down,
}

/// Reads a column with names of games, in a table that is ordered by it, past whatever is damaged.
pub fn scan(connection: &Connection, table: &str, column: &str) -> Scanned {
    let mut scanned = Scanned::default();
    let mut gaps = VecDeque::from([(FIRST.to_owned(), LAST.to_owned())]);
    for _ in 0..MOST_LOOKS {
        let Some((low, high)) = gaps.pop_front() else { break };
        let mut read =
            |direction| scanned.read(connection, table, column, (&low, &high), direction);
        // From the other side, too, if this one does not reach it.
        let Some(low) = read(Direction::Up) else { continue };
        let Some(high) = read(Direction::Down) else { continue };
        if let Some(middle) = middle(&low, &high) {
            gaps.extend([(low, middle.clone()), (middle, high)]);
        }
    }
    scanned
}

impl Scanned {
    /// Reads the names strictly between two. Returns the last one before the damage; `None` if there is none.
    fn read(
        &mut self,
        connection: &Connection,
        table: &str,
        column: &str,
        (low, high): (&str, &str),
        direction: Direction,
    ) -> Option<String> {
        // The other end of the gap is no part of the condition: an entry out of order would end the reading.
        let (condition, from) = match direction {
            Direction::Up => ("> ?1 ORDER BY 1 ASC", low),
            Direction::Down => ("< ?1 ORDER BY 1 DESC", high),
        };
        let sql = format!("SELECT {column} FROM {table} WHERE {column} {condition}");
        let mut reached = from.to_owned();
        let read = connection.prepare_cached(&sql).and_then(|mut statement| {
            let mut rows = statement.query([from])?;
            while let Some(row) = rows.next()? {
                let text = match row.get_ref(0)? {
                    ValueRef::Text(bytes) => std::str::from_utf8(bytes).ok(),
                    _ => None,
                };
                // A game has many events.
                if text == Some(&reached) {
                    continue;
                }
                let Some(Ok(game)) = text.map(str::parse::<GameId>) else {
                    self.nameless = true;
                    continue;
                };
                if !(low..high).contains(&game.as_str()) {
                    break;
                }
                game.as_str().clone_into(&mut reached);
                self.games.insert(game);
            }
            Ok(())
        });
        let error = read.err()?;
        self.failure.get_or_insert_with(|| error.to_string());
        Some(reached)
    }
}

/// A text between two others, as the database orders them; `None` where the gap is too narrow for a look.
fn middle(low_text: &str, high_text: &str) -> Option<String> {
    /// A gap between names that agree in so many letters holds no page.
    const LONGEST: usize = 8;
    // The letters as digits of two numbers, of which the middle is taken.
    let number = |text: &str| {
        let digit = |place| u64::from(text.as_bytes().get(place).copied().unwrap_or(0) & 0x7f);
        (0..LONGEST).fold(0_u64, |number, place| number << 7 | digit(place))
    };
    let (low, high) = (number(low_text), number(high_text));
    let middle = low + high.checked_sub(low)? / 2;
    let letters = (0..LONGEST).rev().map(|place| (middle >> (7 * place) & 0x7f) as u8);
    let text: Vec<u8> = letters.take_while(|&letter| letter > 0).collect();
    String::from_utf8(text).ok().filter(|middle| middle.as_str() > low_text)
}

#[cfg(test)]
mod tests {
    use super::{middle, scan};
    use rusqlite::Connection;

    #[test]
    fn what_lies_before_between_and_behind_damaged_pages_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("names.db");
        let connection = Connection::open(&path).unwrap();
        let sql = "CREATE TABLE names (name TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
            INSERT INTO names
                WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 4000)
                SELECT printf('%x', x * 2654435761 % 4294967296) FROM n;";
        connection.execute_batch(sql).unwrap();
        let sql = "SELECT pageno, ncell FROM dbstat WHERE name = 'names' AND pagetype = 'leaf' ORDER BY path";
        let mut statement = connection.prepare(sql).unwrap();
        let leaves = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let leaves: Vec<(i64, i64)> = leaves.map(Result::unwrap).collect();
        drop(statement);
        drop(connection);
        let mut bytes = std::fs::read(&path).unwrap();
        let mut lost = 0;
        for hit in [2, leaves.len() / 2, leaves.len() - 3] {
            let (page, cells) = leaves[hit];
            bytes[(page as usize - 1) * 4096..][..4096].fill(0);
            lost += cells;
        }
        std::fs::write(&path, bytes).unwrap();
        let scanned = scan(&Connection::open(&path).unwrap(), "names", "name");
        assert!(scanned.failure.is_some());
        let found = scanned.games.len() as i64;
        // The entry between two leaves stands above them, and cannot be reached from either side.
        assert!((4000 - lost - 6..=4000 - lost).contains(&found), "{found} and {lost} lost");
    }

    #[test]
    fn the_middle_lies_between_and_gaps_come_to_an_end() {
        for (low, high) in [("", "~"), ("a", "b"), ("abc", "abd"), ("Zz9", "a0"), ("", "0")] {
            let (mut low, mut steps) = (low.to_owned(), 0);
            while let Some(middle) = middle(&low, high) {
                assert!(*low < *middle && *middle < *high, "{low} {middle} {high}");
                (low, steps) = (middle, steps + 1);
            }
            assert!(steps > 5, "{steps}");
        }
        assert_eq!(middle("b", "a"), None);
        assert_eq!(middle("a", "a"), None);
    }
}
