//! The words that people read, in one place. A language that lacks one does not compile.
//!
//! Here are the words of a scene, which every front end shows; [`Interface`] has those of
//! choosing and doing, [`Page`] and [`Screen`] what only one front end says.

mod interface;
mod page;
mod screen;
pub(crate) mod spanish;

pub use interface::Interface;
pub use page::Page;
pub use screen::Screen;

use crate::any::GameName;
use crate::player::{Limit, Player};
use crate::scene::{Cell, Control, Mark, Piece, Shade};
use game::{Seat, Side, Verdict};
use std::fmt;
use std::str::FromStr;

/// A language that tablero speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Its words.
    pub const fn words(self) -> &'static Words {
        match self {
            Language::English => &ENGLISH,
            Language::Spanish => &SPANISH,
        }
    }
}

/// The text names no language that tablero speaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the languages are en and es, not {0:?}")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        match text {
            "en" => Ok(Language::English),
            "es" => Ok(Language::Spanish),
            other => Err(UnknownLanguage(other.chars().take(20).collect())),
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::English => "en",
            Language::Spanish => "es",
        })
    }
}

/// The words of a scene. A `{}` is where the part that varies goes.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Words {
    pub white: &'static str,
    pub black: &'static str,
    pub you: &'static str,
    pub to_move: &'static str,
    pub solo_to_move: &'static str,
    pub won: &'static str,
    pub you_won: &'static str,
    pub you_lost: &'static str,
    pub won_solo: &'static str,
    pub lost_solo: &'static str,
    pub drawn: &'static str,
    pub called_off: &'static str,

    pub checkmate: &'static str,
    pub stalemate: &'static str,
    pub insufficient_material: &'static str,
    pub no_pieces: &'static str,
    pub no_moves: &'static str,
    pub more_discs: &'static str,
    pub all_safe_cells_open: &'static str,
    pub mine_hit: &'static str,
    pub threefold: &'static str,
    pub fivefold: &'static str,
    pub forty_moves: &'static str,
    pub fifty_moves: &'static str,
    pub seventy_five_moves: &'static str,
    pub resignation: &'static str,
    pub time: &'static str,
    pub time_without_material: &'static str,
    pub agreement: &'static str,

    pub in_check: &'static str,
    pub must_capture: &'static str,
    pub must_pass: &'static str,
    pub or: &'static str,
    pub draw_offered: &'static str,
    pub takeback_asked: &'static str,
    pub draw_claimable: &'static str,

    pub captured: &'static str,
    pub discs: &'static str,
    pub mines_left: &'static str,

    pub interface: Interface,
    pub page: Page,
    pub screen: Screen,
}

const ENGLISH: Words = Words {
    white: "White",
    black: "Black",
    you: "You",
    to_move: "{} to move.",
    solo_to_move: "Open the cells without a mine.",
    won: "{} won by {}.",
    you_won: "You won by {}.",
    you_lost: "You lost: {} won by {}.",
    won_solo: "You won: {}.",
    lost_solo: "You lost: {}.",
    drawn: "Draw by {}.",
    called_off: "The game was called off.",

    checkmate: "checkmate",
    stalemate: "stalemate",
    insufficient_material: "insufficient material",
    no_pieces: "taking every piece",
    no_moves: "leaving no move",
    more_discs: "disc count",
    all_safe_cells_open: "all cells without a mine are open",
    mine_hit: "there was a mine",
    threefold: "threefold repetition",
    fivefold: "fivefold repetition",
    forty_moves: "forty moves each without progress",
    fifty_moves: "fifty moves each without capture or pawn move",
    seventy_five_moves: "seventy-five moves each without capture or pawn move",
    resignation: "resignation",
    time: "time",
    time_without_material: "time, because the other side could not have won",
    agreement: "agreement",

    in_check: "{} is in check.",
    must_capture: "{} must capture: {}.",
    must_pass: "{} has no move and must pass.",
    or: "or",
    draw_offered: "{} offers a draw.",
    takeback_asked: "{} asks to take a move back.",
    draw_claimable: "A draw can be claimed: {}.",

    captured: "Captured",
    discs: "Discs",
    mines_left: "Mines left",

    interface: interface::ENGLISH,
    page: page::ENGLISH,
    screen: screen::ENGLISH,
};

const SPANISH: Words = Words {
    white: "Blancas",
    black: "Negras",
    you: "Tú",
    to_move: "Juegan {}.",
    solo_to_move: "Abre las casillas sin mina.",
    won: "{} ganan por {}.",
    you_won: "Has ganado por {}.",
    you_lost: "Has perdido: {} ganan por {}.",
    won_solo: "Has ganado: {}.",
    lost_solo: "Has perdido: {}.",
    drawn: "Tablas por {}.",
    called_off: "La partida se ha anulado.",

    checkmate: "jaque mate",
    stalemate: "ahogado",
    insufficient_material: "material insuficiente",
    no_pieces: "captura de todas las piezas",
    no_moves: "bloqueo",
    more_discs: "número de fichas",
    all_safe_cells_open: "todas las casillas sin mina están abiertas",
    mine_hit: "había una mina",
    threefold: "triple repetición",
    fivefold: "quíntuple repetición",
    forty_moves: "cuarenta jugadas de cada bando sin progreso",
    fifty_moves: "cincuenta jugadas de cada bando sin captura ni avance de peón",
    seventy_five_moves: "setenta y cinco jugadas de cada bando sin captura ni avance de peón",
    resignation: "abandono",
    time: "tiempo",
    time_without_material: "tiempo, porque el otro bando no podía ganar",
    agreement: "acuerdo",

    in_check: "{} están en jaque.",
    must_capture: "{} deben capturar: {}.",
    must_pass: "{} no tienen jugada y deben pasar.",
    or: "o",
    draw_offered: "{} ofrecen tablas.",
    takeback_asked: "{} piden retirar una jugada.",
    draw_claimable: "Se pueden reclamar tablas: {}.",

    captured: "Capturas",
    discs: "Fichas",
    mines_left: "Minas restantes",

    interface: interface::SPANISH,
    page: page::SPANISH,
    screen: screen::SPANISH,
};

/// Puts the parts that vary into a sentence, in order.
///
/// ```
/// # use table::fill;
/// assert_eq!(fill("{} won by {}.", &["White", "checkmate"]), "White won by checkmate.");
/// ```
pub fn fill(sentence: &str, parts: &[&str]) -> String {
    let mut parts = parts.iter();
    let mut pieces = sentence.split("{}");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text.push_str(parts.next().copied().unwrap_or_default());
        text.push_str(piece);
    }
    text
}

/// A message as a sentence: with a capital where it begins with a word, and with a full stop.
pub fn sentence(message: &str) -> String {
    let first = message.split_whitespace().next().unwrap_or_default();
    let mut letters = message.chars();
    let mut text: String = match letters.next() {
        Some(letter) if first.chars().all(char::is_alphabetic) => {
            letter.to_uppercase().chain(letters).collect()
        }
        _ => message.to_owned(),
    };
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

impl Words {
    /// The name of a side.
    pub const fn side(&self, side: Side) -> &'static str {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// The name of whoever sits in a seat.
    pub const fn seat(&self, seat: Seat) -> &'static str {
        match seat {
            Seat::Side(side) => self.side(side),
            Seat::Solo => self.you,
        }
    }

    /// How a game ended, as a sentence.
    pub fn end(&self, verdict: Option<Verdict>, reason: &str) -> String {
        match verdict {
            None => self.called_off.to_owned(),
            Some(Verdict::Draw) => fill(self.drawn, &[reason]),
            Some(Verdict::Won(Seat::Side(side))) => fill(self.won, &[self.side(side), reason]),
            Some(Verdict::Won(Seat::Solo)) => fill(self.won_solo, &[reason]),
            Some(Verdict::Lost) => fill(self.lost_solo, &[reason]),
        }
    }

    /// `a`, `a or b`, `a, b or c`.
    pub fn any_of(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [rest @ .., last] => format!("{} {} {last}", rest.join(", "), self.or),
        }
    }

    /// The name of a game.
    pub const fn game(&self, game: GameName) -> &'static str {
        match game {
            GameName::Chess => self.interface.chess,
            GameName::Checkers => self.interface.checkers,
            GameName::Othello => self.interface.othello,
            GameName::Mines => self.interface.mines,
        }
    }

    /// The name of whoever plays, as people call it.
    pub fn player(&self, player: &Player, game: GameName) -> String {
        let words = &self.interface;
        match player {
            Player::Human => words.person.to_owned(),
            Player::Random { .. } => words.random.to_owned(),
            Player::Minimax { depth: 1 } => words.minimax_one.to_owned(),
            Player::Minimax { depth } => fill(words.minimax, &[&depth.to_string()]),
            Player::Level(_) | Player::Engine(_) if game == GameName::Mines => {
                words.solver.to_owned()
            }
            Player::Level(level) => fill(words.player_level, &[&level.to_string()]),
            Player::Engine(Limit::Clock) => words.full_strength.to_owned(),
            Player::Engine(_) => format!("{} ({player})", words.full_strength),
            Player::Uci { program } => program.clone(),
        }
    }

    /// What a control is called.
    pub const fn control(&self, control: Control) -> &'static str {
        let words = &self.interface;
        match control {
            Control::Resign => words.resign,
            Control::OfferDraw => words.offer_draw,
            Control::AcceptDraw => words.accept_draw,
            Control::DeclineDraw => words.decline_draw,
            Control::ClaimDraw => words.claim_draw,
            Control::TakeBack => words.take_back,
            Control::AllowTakeback => words.allow_takeback,
            Control::DeclineTakeback => words.decline_takeback,
            Control::Abort => words.call_off,
            Control::Rematch => words.rematch,
        }
    }

    /// A square as it is spoken: its name, what stands there, what is to be said of it.
    pub fn spoken(&self, cell: &Cell) -> String {
        let words = &self.interface;
        let mut parts = vec![cell.name.clone()];
        parts.push(match (cell.piece, cell.shade) {
            (Some(piece), _) => self.piece(piece),
            (None, Shade::Closed) => words.closed.to_owned(),
            (None, Shade::Open) => words.open.to_owned(),
            (None, _) => words.empty.to_owned(),
        });
        let mark = |mark: &Mark| match mark {
            Mark::LastMove => words.marked_last_move,
            Mark::Check => words.marked_check,
            Mark::MustCapture => words.marked_must_capture,
        };
        parts.extend(cell.marks.iter().map(|each| mark(each).to_owned()));
        parts.join(", ")
    }

    /// What a piece is called.
    pub fn piece(&self, piece: Piece) -> String {
        let words = &self.interface;
        let (names, side) = match piece {
            Piece::Pawn { side } => (words.pawn, side),
            Piece::Knight { side } => (words.knight, side),
            Piece::Bishop { side } => (words.bishop, side),
            Piece::Rook { side } => (words.rook, side),
            Piece::Queen { side } => (words.queen, side),
            Piece::King { side } => (words.king, side),
            Piece::Man { side } => (words.man, side),
            Piece::CrownedMan { side } => (words.crowned_man, side),
            Piece::Disc { side } => (words.disc, side),
            Piece::Number { mines: 1 } => return words.one_mine_around.to_owned(),
            Piece::Number { mines } => return fill(words.mines_around, &[&mines.to_string()]),
            Piece::Flag => return words.flag.to_owned(),
            Piece::WrongFlag => return words.wrong_flag.to_owned(),
            Piece::Mine => return words.mine.to_owned(),
            Piece::HitMine => return words.hit_mine.to_owned(),
        };
        names[side as usize].to_owned()
    }
}
