//! What a line means.

/// What a line asks for, before the table has said whether it can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    Nothing,
    Help,
    /// The board once more.
    Board,
    /// The moves there are, perhaps only those of one square.
    Moves(Option<&'a str>),
    /// A move to consider.
    Hint,
    /// The odds of every cell, where a game has them.
    Odds,
    Undo,
    /// Turn the board round.
    Flip,
    /// Let the board turn by itself again.
    FlipByItself,
    Resign,
    /// Offer a draw, or accept one.
    Draw,
    /// Agree to what the other side asks.
    Yes,
    /// Turn down what the other side asks.
    No,
    Claim,
    /// A new game with the same settings.
    New,
    /// A new game where one letter is enough for it.
    Restart,
    /// The same with the sides exchanged.
    Rematch,
    Players,
    /// Put a player into a seat.
    Seat {
        /// The seat, or what was written in its place.
        seat: &'a str,
        player: &'a str,
    },
    /// Let the computer play all sides, or give them back.
    Mayhem,
    /// Write the game to a file.
    Save(&'a str),
    /// Write the game to a file that other programs read.
    Export(&'a str),
    /// Read a game from a file.
    Load(&'a str),
    /// The position as text.
    Position,
    /// A new game from a position.
    StartFrom(&'a str),
    /// Only what has changed after each move, or the board again.
    Quiet,
    /// What is on a square and what may go from it: the line as it was written, for it may be a move with a sign.
    Square(&'a str),
    /// What stands where.
    Pieces,
    /// What attacks a square.
    Attacks(&'a str),
    /// The games that were played here.
    Games,
    /// Go on with one of them, by its number in the list; the latest if none is given.
    Continue(Option<&'a str>),
    /// The best times on boards like this one.
    Times,
    /// The moves so far.
    History,
    Clock,
    Quit,
    /// Call the game off before it has really begun; no word asks for it.
    Abort,
    /// A word that wants something behind it.
    Incomplete(Missing),
    /// Anything else: a move, if it is one.
    Move(&'a str),
}

/// What is missing behind a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    FileToSave,
    FileToExport,
    FileToLoad,
    Player,
    Square,
}

/// The words, as `help` names them. Short forms and other names are known besides.
pub const WORDS: [&str; 31] = [
    "help", "board", "moves", "hint", "odds", "undo", "flip", "resign", "draw", "accept",
    "decline", "claim", "new", "rematch", "players", "mayhem", "save", "export", "load",
    "position", "history", "clock", "quit", "yes", "no", "quiet", "pieces", "attacks", "games",
    "continue", "times",
];

/// Reads a line. Case does not matter in words.
pub fn read(line: &str) -> Command<'_> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let some = (!rest.is_empty()).then_some(rest);
    match (word.to_lowercase().as_str(), some) {
        ("", _) => Command::Nothing,
        ("help" | "?" | "h", _) => Command::Help,
        ("board" | "show", None) => Command::Board,
        ("moves", square) => Command::Moves(square),
        ("hint", None) => Command::Hint,
        ("odds", None) => Command::Odds,
        ("undo" | "back" | "takeback", None) => Command::Undo,
        ("flip", None) => Command::Flip,
        ("flip", Some("auto")) => Command::FlipByItself,
        ("resign", None) => Command::Resign,
        ("draw", None) => Command::Draw,
        ("yes" | "y" | "accept" | "sí" | "si", None) => Command::Yes,
        ("no" | "n" | "decline", None) => Command::No,
        ("claim", None) => Command::Claim,
        ("new" | "restart", None) => Command::New,
        ("r", None) => Command::Restart,
        ("rematch", None) => Command::Rematch,
        ("players", None) => Command::Players,
        ("players", Some(rest)) => seat(rest),
        ("mayhem", None) => Command::Mayhem,
        ("save", Some(file)) => Command::Save(file),
        ("save", None) => Command::Incomplete(Missing::FileToSave),
        ("export", Some(file)) => Command::Export(file),
        ("export", None) => Command::Incomplete(Missing::FileToExport),
        ("load", Some(file)) => Command::Load(file),
        ("load", None) => Command::Incomplete(Missing::FileToLoad),
        ("position", None) => Command::Position,
        ("position", Some(text)) => Command::StartFrom(text),
        ("quiet", None) => Command::Quiet,
        ("pieces", None) => Command::Pieces,
        ("attacks", Some(square)) => Command::Attacks(square),
        ("attacks", None) => Command::Incomplete(Missing::Square),
        ("games", None) => Command::Games,
        ("continue", number) => Command::Continue(number),
        ("times", None) => Command::Times,
        ("history", None) => Command::History,
        ("clock" | "time", None) => Command::Clock,
        ("quit" | "q" | "exit" | "bye" | "leave", None) => Command::Quit,
        _ if line.ends_with('?') && !line.ends_with("??") => Command::Square(line),
        _ => Command::Move(line),
    }
}

fn seat(rest: &str) -> Command<'_> {
    match rest.split_once(char::is_whitespace) {
        Some((seat, player)) => Command::Seat { seat, player: player.trim() },
        None => Command::Incomplete(Missing::Player),
    }
}

/// The command word nearest to this line, if one is near enough to be suggested.
pub fn meant(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?.to_ascii_lowercase();
    // Squares are short, and most words are one slip away from a longer one.
    if word.chars().count() < 3 || word.chars().count() > 12 {
        return None;
    }
    let near = |name: &&str| {
        let slips = slips(&word, name);
        slips <= if name.len() < 5 { 1 } else { 2 } && slips < name.len()
    };
    let completed = WORDS.into_iter().find(|name| name.starts_with(&word));
    let nearest = || WORDS.into_iter().filter(near).min_by_key(|name| slips(&word, name));
    completed.or_else(nearest)
}

/// How many letters must be added, left out, changed or exchanged with their neighbour to make one
/// word of the other.
fn slips(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let changed = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case_with_what_follows_them() {
        assert_eq!(read("  HELP "), Command::Help);
        assert_eq!(read("moves e2"), Command::Moves(Some("e2")));
        assert_eq!(read("save my game "), Command::Save("my game"));
        let seat = Command::Seat { seat: "black", player: "minimax:3" };
        assert_eq!(read("players black minimax:3"), seat);
        assert!(matches!(read("players black"), Command::Incomplete(_)));
        assert_eq!(read(""), Command::Nothing);
        assert_eq!(read("e4?"), Command::Square("e4?"));
        assert_eq!(read("attacks e4"), Command::Attacks("e4"));
        assert_eq!(read("continue"), Command::Continue(None));
        assert_eq!(read("e4??"), Command::Move("e4??"));
    }

    #[test]
    fn what_is_no_word_is_a_move() {
        for line in ["e2e4", "Nf3", "O-O", "c4", "flag c4", "pass", "11-15", "c c4", "undo it"] {
            assert_eq!(read(line), Command::Move(line));
        }
    }

    #[test]
    fn every_word_is_a_command() {
        for word in WORDS {
            assert!(!matches!(read(word), Command::Move(_)), "{word}");
        }
    }

    #[test]
    fn a_slip_of_the_finger_is_understood_and_a_move_is_not_taken_for_one() {
        assert_eq!(meant("hlep"), Some("help"));
        assert_eq!(meant("ressign"), Some("resign"));
        assert_eq!(meant("quti"), Some("quit"));
        assert_eq!(meant("hist"), Some("history"));
        assert_eq!(meant("e2e4"), None);
        assert_eq!(meant("Nf3"), None);
        assert_eq!(meant("c4"), None);
        assert_eq!(meant("xyzzy"), None);
    }
}
