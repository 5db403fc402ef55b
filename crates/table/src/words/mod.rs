//! The words that all front ends share: of a scene, of choosing and of doing ([`Interface`]). A language
//! that lacks one does not compile. The words of a game are with its card, those of one front end with
//! that front end.

mod interface;

pub use interface::Interface;

use crate::card::Card;
use crate::player::{Limit, Player};
use crate::scene::{Cell, Control, Mark};
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
    pub you: &'static str,
    pub to_move: &'static str,
    pub won: &'static str,
    pub you_won: &'static str,
    pub you_lost: &'static str,
    pub won_solo: &'static str,
    pub lost_solo: &'static str,
    pub drawn: &'static str,
    pub called_off: &'static str,

    pub threefold: &'static str,
    pub fivefold: &'static str,
    pub forty_moves: &'static str,
    pub fifty_moves: &'static str,
    pub seventy_five_moves: &'static str,
    pub resignation: &'static str,
    pub time: &'static str,
    pub time_without_material: &'static str,
    pub agreement: &'static str,

    pub or: &'static str,
    pub draw_offered: &'static str,
    pub takeback_asked: &'static str,
    pub draw_claimable: &'static str,

    pub interface: Interface,
}

const ENGLISH: Words = Words {
    you: "You",
    to_move: "{} to move.",
    won: "{} won by {}.",
    you_won: "You won by {}.",
    you_lost: "You lost: {} won by {}.",
    won_solo: "You won: {}.",
    lost_solo: "You lost: {}.",
    drawn: "Draw by {}.",
    called_off: "The game was called off.",

    threefold: "threefold repetition",
    fivefold: "fivefold repetition",
    forty_moves: "forty moves each without progress",
    fifty_moves: "fifty moves each without capture or pawn move",
    seventy_five_moves: "seventy-five moves each without capture or pawn move",
    resignation: "resignation",
    time: "time",
    time_without_material: "time, because the other side could not have won",
    agreement: "agreement",

    or: "or",
    draw_offered: "{} offers a draw.",
    takeback_asked: "{} asks to take a move back.",
    draw_claimable: "A draw can be claimed: {}.",

    interface: interface::ENGLISH,
};

const SPANISH: Words = Words {
    you: "Tú",
    to_move: "Juegan {}.",
    won: "{} ganan por {}.",
    you_won: "Has ganado por {}.",
    you_lost: "Has perdido: {} ganan por {}.",
    won_solo: "Has ganado: {}.",
    lost_solo: "Has perdido: {}.",
    drawn: "Tablas por {}.",
    called_off: "La partida se ha anulado.",

    threefold: "triple repetición",
    fivefold: "quíntuple repetición",
    forty_moves: "cuarenta jugadas de cada bando sin progreso",
    fifty_moves: "cincuenta jugadas de cada bando sin captura ni avance de peón",
    seventy_five_moves: "setenta y cinco jugadas de cada bando sin captura ni avance de peón",
    resignation: "abandono",
    time: "tiempo",
    time_without_material: "tiempo, porque el otro bando no podía ganar",
    agreement: "acuerdo",

    or: "o",
    draw_offered: "{} ofrecen tablas.",
    takeback_asked: "{} piden retirar una jugada.",
    draw_claimable: "Se pueden reclamar tablas: {}.",

    interface: interface::SPANISH,
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
    /// How a game ended, as a sentence.
    pub fn end(
        &self,
        verdict: Option<Verdict>,
        side: impl Fn(Side) -> &'static str,
        reason: &str,
    ) -> String {
        match verdict {
            None => self.called_off.to_owned(),
            Some(Verdict::Draw) => fill(self.drawn, &[reason]),
            Some(Verdict::Won(Seat::Side(winner))) => fill(self.won, &[side(winner), reason]),
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

    /// The name of a player, as people call it; `solver` is that of a computer that plays by solving.
    pub fn player(&self, player: &Player, solver: Option<&str>) -> String {
        let words = &self.interface;
        match player {
            Player::Human => words.person.to_owned(),
            Player::Random { .. } => words.random.to_owned(),
            Player::Minimax { depth: 1 } => words.minimax_one.to_owned(),
            Player::Minimax { depth } => fill(words.minimax, &[&depth.to_string()]),
            Player::Level(_) | Player::Engine(_) if solver.is_some() => {
                solver.unwrap_or_default().to_owned()
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

    /// What a mark is called.
    pub const fn mark(&self, mark: Mark) -> &'static str {
        let words = &self.interface;
        match mark {
            Mark::LastMove => words.marked_last_move,
            Mark::Check => words.marked_check,
            Mark::MustCapture => words.marked_must_capture,
            Mark::Winning => words.marked_winning,
        }
    }
}

/// A square as a screen reader says it: its name, what stands there, what is to be said of it.
pub fn spoken(card: &'static dyn Card, cell: &Cell, language: Language) -> String {
    let what = match cell.piece {
        Some(piece) => card.piece_name(piece, language),
        None => card.shade_name(cell.shade, language),
    };
    let marks = cell.marks.iter().map(|&mark| language.words().mark(mark));
    let parts: Vec<&str> = [cell.name.as_str(), what].into_iter().chain(marks).collect();
    parts.join(", ")
}
