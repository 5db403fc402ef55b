//! A table to play on in tests, and scenes as text that a person can read.

use game::{Seat, Side, Viewer};
use std::fmt::Write;
use table::log::{self, LogError};
use table::record::{ImportError, Imported};
use table::scene::{Cell, Colour, Mark, Piece};
use table::{
    Action, AnyTable, BadEvent, Card, Command, Event, History, Language, Millis, Player, Refusal,
    Scene, Seats, Seeds, Started,
};

pub const WHITE: Seat = Seat::Side(Side::White);
pub const BLACK: Seat = Seat::Side(Side::Black);
pub const SOLO: Seat = Seat::Solo;

/// A table, and the moment that it is there.
#[derive(Debug, Clone)]
pub struct Play {
    pub table: AnyTable,
    pub now: Millis,
}

pub fn card(name: &str) -> &'static dyn Card {
    games::CLUB.card(name).unwrap()
}

pub fn open_started(started: &Started) -> Result<AnyTable, BadEvent> {
    games::CLUB.open(started)
}

/// Reads a saved game.
pub fn read_log(text: &str) -> Result<AnyTable, LogError> {
    log::read(games::CLUB, text)
}

pub fn replay(events: &History<Event>) -> Result<AnyTable, BadEvent> {
    games::CLUB.replay(&events.to_vec())
}

pub fn import(game: &str, text: &str, now: Millis) -> Result<Imported, ImportError> {
    card(game).import(text, None, now)
}

/// Opens a table. An empty start is the usual one; players are written as on the command line.
pub fn open(game: &str, start: &str, players: &[&str], clock: Option<&str>) -> Play {
    let game = card(game);
    let start = game.start(Some(start).filter(|start| !start.is_empty()), 1).unwrap();
    let player = |text: &&str| text.parse::<Player>().unwrap();
    let players = match players {
        [white, black] => Seats::Two { white: player(white), black: player(black) },
        [solo] => Seats::Solo { solo: player(solo) },
        _ => panic!("one player or two"),
    };
    let clock = clock.map(|clock| clock.parse().unwrap());
    let now = 1_000;
    Play { table: game.open(&game.started(start, players, clock, now)).unwrap(), now }
}

/// A game of two people from a position.
pub fn people(game: &str, start: &str) -> Play {
    open(game, start, &["human", "human"], None)
}

/// A Minesweeper board with its mines drawn: `*` a mine, anything else none.
pub fn minefield(rows: &[&str]) -> Play {
    let mines: Vec<(usize, usize)> = rows
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.bytes().enumerate().map(move |(x, byte)| (x, y, byte)))
        .filter(|&(_, _, byte)| byte == b'*')
        .map(|(x, y, _)| (x, y))
        .collect();
    let mut text = format!("board:{:02x}{:02x}{:04x}", rows[0].len(), rows.len(), mines.len());
    for (x, y) in mines {
        write!(text, "{x:02x}{y:02x}").unwrap();
    }
    open("mines", &text, &["human"], None)
}

impl Play {
    /// What a command of now would bring about.
    pub fn ask(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, Refusal> {
        self.ask_expecting(self.table.next(), seat, action)
    }

    /// The same for a command that expects another event to be next.
    pub fn ask_expecting(
        &self,
        expected: u64,
        seat: Seat,
        action: &Action,
    ) -> Result<Vec<Event>, Refusal> {
        let command = Command { expected, action: action.clone() };
        self.table.decide(&command, seat, self.now).map(|decided| decided.events)
    }

    /// Applies an event, if it can be.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadEvent> {
        self.table = self.table.apply(event)?;
        Ok(())
    }

    /// Carries a command out.
    #[track_caller]
    pub fn act(&mut self, seat: Seat, action: &Action) -> &mut Play {
        match self.ask(seat, action) {
            Ok(events) => {
                for event in &events {
                    self.apply(event).unwrap();
                }
            }
            Err(refusal) => panic!("{seat} {action:?}: {refusal}"),
        }
        self
    }

    /// Moves of whoever is to move, one after the other.
    #[track_caller]
    pub fn moves(&mut self, moves: &str) -> &mut Play {
        for text in moves.split_whitespace() {
            self.make(text);
        }
        self
    }

    /// One move of whoever is to move.
    #[track_caller]
    pub fn make(&mut self, text: &str) -> &mut Play {
        let Some(seat) = self.table.turn() else { panic!("{text}: the game is over") };
        self.act(seat, &mv(text))
    }

    pub fn wait(&mut self, milliseconds: Millis) -> &mut Play {
        self.now += milliseconds;
        self
    }

    pub fn seen_by(&self, viewer: Viewer) -> Scene {
        self.table.scene(viewer, self.now, Language::English)
    }

    /// The scene that a spectator sees.
    pub fn scene(&self) -> Scene {
        self.seen_by(Viewer::Spectator)
    }

    /// What is said about the game.
    pub fn status(&self) -> String {
        self.scene().status.join(" ")
    }

    /// The names of the moves that count.
    pub fn names(&self) -> String {
        self.scene().moves.join(" ")
    }
}

pub fn mv(text: &str) -> Action {
    Action::Move { mv: text.to_owned() }
}

pub fn sit(seat: Seat, player: &str) -> Action {
    Action::ChangePlayer { seat, player: player.parse().unwrap() }
}

/// The seeds of another game, the one of the board apart from that of the players.
pub fn seeds(board: u64) -> Seeds {
    Seeds { board, player: board + 1 }
}

/// A scene as text: the board with its marks, then everything else in lines.
pub fn render(scene: &Scene) -> String {
    let picture = &scene.picture;
    let mut text = String::new();
    let width = picture.rows.iter().map(String::len).max().unwrap_or(0);
    for (row, cells) in picture.rows.iter().zip(picture.cells.chunks(picture.columns.len())) {
        let cells: String = cells.iter().map(render_cell).collect();
        let _ = writeln!(text, "{row:>width$} {}", cells.trim_end());
    }
    let _ = writeln!(text, "{:width$}  {}", "", picture.columns.join("  "));
    let mut line = |name: &str, what: String| {
        if !what.is_empty() {
            let _ = writeln!(text, "{name}: {what}");
        }
    };
    line("status", scene.status.join(" "));
    let place = |place: &table::scene::Place| {
        let clock = place.clock.map(|left| format!(" {left}ms")).unwrap_or_default();
        let turn = if place.to_move { "*" } else { "" };
        format!("{}={}{turn}{clock}", place.seat, place.player)
    };
    line("players", scene.players.iter().map(place).collect::<Vec<_>>().join(" "));
    let tally = |tally: &table::scene::Tally| {
        let side = tally.side.map(|side| format!("({side:?})")).unwrap_or_default();
        format!("{}{side}={}", tally.label, tally.value)
    };
    line("tallies", scene.tallies.iter().map(tally).collect::<Vec<_>>().join(" "));
    line("moves", scene.moves.join(" "));
    line("choices", scene.choices.iter().map(choice).collect::<Vec<_>>().join(", "));
    line(
        "controls",
        scene.controls.iter().map(|control| format!("{control:?}")).collect::<Vec<_>>().join(" "),
    );
    line("next", scene.next.to_string());
    line("over", if scene.over { "yes".to_owned() } else { String::new() });
    text
}

/// A choice as `e2-e4=e4`, with what a pawn becomes.
pub fn choice(choice: &table::scene::Choice) -> String {
    // What is placed on an empty square goes without saying.
    let becomes = choice.places.filter(|_| choice.path.len() > 1);
    let becomes = becomes.map(|piece| format!("({})", piece.kind)).unwrap_or_default();
    format!("{}{becomes}={}", choice.path.join("-"), choice.mv)
}

/// Two characters before the mark: `[x]` for the last move, `+` for a check, `!` for a capture that must be
/// made.
fn render_cell(cell: &Cell) -> String {
    let letter = match (cell.piece, cell.shade) {
        (Some(piece), _) => letter(piece),
        (None, "closed") => '#',
        (None, "open") => ' ',
        (None, _) => '.',
    };
    let has = |mark| cell.marks.contains(&mark);
    let before = if has(Mark::LastMove) { '[' } else { ' ' };
    let after = if has(Mark::Check) {
        '+'
    } else if has(Mark::MustCapture) {
        '!'
    } else if has(Mark::LastMove) {
        ']'
    } else {
        ' '
    };
    [before, letter, after].iter().collect()
}

fn letter(piece: Piece) -> char {
    let letter = match piece.kind {
        "knight" => 'n',
        "crowned-man" => 'k',
        "disc" => {
            if piece.side == Some(Colour::White) {
                'O'
            } else {
                'X'
            }
        }
        "flag" => 'F',
        "wrong-flag" => 'w',
        "mine" => '*',
        "hit-mine" => '@',
        other => other.chars().next().unwrap(),
    };
    match piece.side {
        Some(Colour::White) => letter.to_ascii_uppercase(),
        _ => letter,
    }
}
