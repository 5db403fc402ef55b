//! What keys and the mouse mean. Nothing here knows a rule or a game.

use crate::files::FileOutcome;
use crate::storage::StorageEvent;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use table::{Found, Looked, ThinkError, Thought};

#[derive(Debug, Clone)]
pub enum Input {
    /// It has become later.
    Time,
    /// The window has so many columns and rows now.
    Resized(u16, u16),
    /// A step in a direction.
    Go(Direction),
    /// A step of a page, back or on.
    Page(Direction),
    First,
    Last,
    /// This one: Enter or Space.
    Press,
    /// Away from here: Escape.
    Back,
    /// To the next thing: Tab.
    Switch,
    /// A letter that is no key of its own.
    Letter(char),
    /// A letter that is a key, and what it means: with the next one it may turn out to be a move that is typed.
    Key {
        letter: char,
        means: Box<Input>,
    },
    /// The last letter was wrong.
    Erase,
    /// The whole line was wrong.
    EraseAll,
    Paste(String),
    /// Something was pointed at.
    Point {
        gesture: Gesture,
        /// The column, from 0.
        column: u16,
        /// The row, from 0.
        row: u16,
    },
    /// Something that has a name.
    Act(Act),
    /// What a computer came to.
    Thought {
        /// The number of the question.
        ticket: u64,
        thought: Result<Thought, ThinkError>,
    },
    /// What the search of an analysis has found so far.
    Found {
        /// The number of the question.
        ticket: u64,
        found: Found,
    },
    /// What a review has found after so many moves.
    Looked {
        /// The number of the question.
        ticket: u64,
        ply: usize,
        looked: Looked,
    },
    /// What came of reading or writing a file.
    File(FileOutcome),
    Storage(StorageEvent),
}

impl Input {
    /// Was it a key or the mouse, and nothing that happens by itself?
    pub(super) fn is_from_a_person(&self) -> bool {
        !matches!(
            self,
            Input::Time
                | Input::Resized(..)
                | Input::Thought { .. }
                | Input::Found { .. }
                | Input::Looked { .. }
                | Input::File(_)
                | Input::Storage(_)
        )
    }
}

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What the mouse does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gesture {
    /// The left button goes down.
    Press,
    /// The left button goes up.
    Release,
    /// The right button, which marks a cell.
    Mark,
    /// The middle button, which opens around a cell.
    Around,
    /// The wheel, towards the beginning.
    WheelUp,
    /// The wheel, towards the end.
    WheelDown,
}

/// What can be done by one key, one click, or one line of a menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    Undo,
    /// Turn the board, or mark the cell under the cursor where cells are marked.
    FlipOrMark,
    /// Ask for a move to consider.
    Hint,
    /// Show the odds of every cell, or hide them.
    Odds,
    /// Let the computer play, or take over from it.
    Mayhem,
    /// Stop the computers, or let them go on.
    Pause,
    /// A new game of the same kind: after a question where one is running, and at once.
    New,
    NewSurely,
    /// Play again, with sides exchanged or on another board: after such a question, and at once.
    Rematch,
    RematchSurely,
    Help,
    /// Everything that can be done now.
    Menu,
    Line,
    /// Leave, perhaps after a question.
    Quit,
    Leave,
    Home,
    /// Agree to what the other side asks.
    Yes,
    No,
    Resign,
    OfferDraw,
    ClaimDraw,
    /// Call the game off before it has really begun.
    Abort,
    Move(String),
    /// Look at lines of the game, or go back from there to the game.
    Analyse,
    ToTheGame,
    /// Let the computer search, or stop it.
    Search,
    MoreLines,
    FewerLines,
    /// Let arrows move the cursor on the board, or walk along the moves.
    SwitchFocus,
    /// Make the move that the search likes best.
    BestMove,
    /// Say something about a move, or rate it.
    Comment,
    Sign,
    Promote,
    MakeMain,
    /// Take a move out with all that follows: after a question, and at once.
    Delete,
    DeleteSurely,
    /// Delete the chosen game of the list for good.
    DeleteGame,
    /// Look at the game again, move by move.
    Review,
    /// To the next or the former move of which a review has something to say.
    Judged(bool),
    /// Write the game with its lines to a file.
    Export,
    /// Nothing: close what is open.
    Stay,
    /// Give the terminal back to the shell for a while.
    Suspend,
    Redraw,
}

/// Where keys go: the same key means different things in different places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A line of text is being written.
    Writing,
    /// A cursor on a board.
    Board,
    /// A cursor on a board, and a question that waits for yes or no.
    Asked,
    /// A board and a tree of variations.
    Analysis,
    /// A list of things to choose from, or a text to read.
    List,
    /// A question that is answered by the keys of its answers.
    Question,
}

/// What an event of the terminal means; `None` if nothing.
pub fn read(event: &Event, mode: Mode) -> Option<Input> {
    match event {
        Event::Key(key) => read_key(*key, mode),
        Event::Mouse(mouse) => read_mouse(*mouse),
        Event::Resize(columns, rows) => Some(Input::Resized(*columns, *rows)),
        Event::Paste(text) => Some(Input::Paste(text.clone())),
        Event::FocusGained | Event::FocusLost => None,
    }
}

fn read_key(key: KeyEvent, mode: Mode) -> Option<Input> {
    let steps = matches!(
        key.code,
        KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right | KeyCode::Backspace
    );
    // A key that is held down repeats its step, and nothing else: one press, one move.
    match key.kind {
        KeyEventKind::Press => {}
        KeyEventKind::Repeat if steps => {}
        KeyEventKind::Repeat | KeyEventKind::Release => return None,
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c') => Some(Input::Act(Act::Quit)),
            KeyCode::Char('z') => Some(Input::Act(Act::Suspend)),
            KeyCode::Char('l') => Some(Input::Act(Act::Redraw)),
            KeyCode::Char('u') => Some(Input::EraseAll),
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    match key.code {
        KeyCode::Up => Some(Input::Go(Direction::Up)),
        KeyCode::Down => Some(Input::Go(Direction::Down)),
        KeyCode::Left => Some(Input::Go(Direction::Left)),
        KeyCode::Right => Some(Input::Go(Direction::Right)),
        KeyCode::PageUp => Some(Input::Page(Direction::Up)),
        KeyCode::PageDown => Some(Input::Page(Direction::Down)),
        KeyCode::Home => Some(Input::First),
        KeyCode::End => Some(Input::Last),
        KeyCode::Enter => Some(Input::Press),
        KeyCode::Esc => Some(Input::Back),
        KeyCode::Tab | KeyCode::BackTab => Some(Input::Switch),
        KeyCode::Backspace | KeyCode::Delete => Some(Input::Erase),
        KeyCode::F(1) => Some(Input::Act(Act::Help)),
        KeyCode::F(10) => Some(Input::Act(Act::Menu)),
        KeyCode::Char(letter) => Some(match read_letter(letter, mode) {
            Input::Letter(letter) => Input::Letter(letter),
            means if letter.is_alphabetic() => Input::Key { letter, means: Box::new(means) },
            means => means,
        }),
        _ => None,
    }
}

fn read_letter(letter: char, mode: Mode) -> Input {
    match (mode, letter) {
        (Mode::Writing | Mode::Question, _) | (Mode::List, 'w' | 'a' | 's' | 'd') => {
            Input::Letter(letter)
        }
        (Mode::Asked, 'y') => Input::Act(Act::Yes),
        (Mode::Asked, 'n') => Input::Act(Act::No),
        (_, ' ') => Input::Press,
        (_, 'k' | 'w') => Input::Go(Direction::Up),
        (_, 'j' | 's') => Input::Go(Direction::Down),
        (_, 'h' | 'a') => Input::Go(Direction::Left),
        (_, 'l' | 'd') => Input::Go(Direction::Right),
        (_, '?') => Input::Act(Act::Help),
        // A menu has keys of its own for its lines.
        (Mode::List, _) => Input::Letter(letter),
        (_, ':') => Input::Act(Act::Line),
        (_, 'u') => Input::Act(Act::Undo),
        (_, 'f') => Input::Act(Act::FlipOrMark),
        (Mode::Analysis, letter) => read_analysis_letter(letter),
        (_, 'A') => Input::Act(Act::Analyse),
        (_, 'n') => Input::Act(Act::New),
        (_, 'r') => Input::Act(Act::Rematch),
        (_, 'H') => Input::Act(Act::Hint),
        (_, 'O') => Input::Act(Act::Odds),
        (_, 'm') => Input::Act(Act::Mayhem),
        (_, 'p') => Input::Act(Act::Pause),
        (_, 'q') => Input::Act(Act::Quit),
        _ => Input::Letter(letter),
    }
}

/// The keys of an analysis are no letters with which moves begin.
fn read_analysis_letter(letter: char) -> Input {
    Input::Act(match letter {
        '+' | '=' => Act::MoreLines,
        '-' => Act::FewerLines,
        '*' => Act::BestMove,
        'C' => Act::Comment,
        '!' => Act::Sign,
        'p' => Act::Promote,
        'm' => Act::MakeMain,
        'x' => Act::Delete,
        'E' => Act::Search,
        'R' => Act::Review,
        ']' => Act::Judged(true),
        '[' => Act::Judged(false),
        'W' => Act::Export,
        'q' => Act::Quit,
        letter => return Input::Letter(letter),
    })
}

fn read_mouse(mouse: MouseEvent) -> Option<Input> {
    let gesture = match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Gesture::Press,
        MouseEventKind::Up(MouseButton::Left) => Gesture::Release,
        MouseEventKind::Down(MouseButton::Right) => Gesture::Mark,
        MouseEventKind::Down(MouseButton::Middle) => Gesture::Around,
        MouseEventKind::ScrollUp => Gesture::WheelUp,
        MouseEventKind::ScrollDown => Gesture::WheelDown,
        _ => return None,
    };
    Some(Input::Point { gesture, column: mouse.column, row: mouse.row })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a key means.
    fn key(code: KeyCode, kind: KeyEventKind, mode: Mode) -> Option<Input> {
        match read(&Event::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind)), mode)? {
            Input::Key { means, .. } => Some(*means),
            input => Some(input),
        }
    }

    #[test]
    fn one_press_is_one_input_and_letting_go_is_none() {
        let enter = |kind| key(KeyCode::Enter, kind, Mode::Board);
        assert!(matches!(enter(KeyEventKind::Press), Some(Input::Press)));
        assert!(enter(KeyEventKind::Repeat).is_none());
        assert!(enter(KeyEventKind::Release).is_none());
        let up = key(KeyCode::Up, KeyEventKind::Repeat, Mode::Board);
        assert!(matches!(up, Some(Input::Go(Direction::Up))));
    }

    #[test]
    fn a_letter_is_a_key_on_the_board_and_a_letter_in_a_line() {
        let letter = |letter, mode| key(KeyCode::Char(letter), KeyEventKind::Press, mode);
        assert!(matches!(letter('u', Mode::Board), Some(Input::Act(Act::Undo))));
        assert!(matches!(letter('u', Mode::Writing), Some(Input::Letter('u'))));
        assert!(matches!(letter('n', Mode::Board), Some(Input::Act(Act::New))));
        assert!(matches!(letter('n', Mode::Asked), Some(Input::Act(Act::No))));
        assert!(matches!(letter('e', Mode::Board), Some(Input::Letter('e'))));
        for (letters, direction) in [
            (['k', 'w'], Direction::Up),
            (['j', 's'], Direction::Down),
            (['h', 'a'], Direction::Left),
            (['l', 'd'], Direction::Right),
        ] {
            for each in letters {
                let read = letter(each, Mode::Board);
                assert!(matches!(read, Some(Input::Go(to)) if to == direction), "{each}");
            }
        }
    }

    #[test]
    fn ctrl_c_leaves_wherever_one_is() {
        for mode in [Mode::Writing, Mode::Board, Mode::Asked, Mode::List, Mode::Question] {
            let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
            assert!(matches!(read(&Event::Key(event), mode), Some(Input::Act(Act::Quit))));
        }
    }
}
