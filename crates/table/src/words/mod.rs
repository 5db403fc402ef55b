//! The words that all front ends share: of a scene, of choosing and of doing ([`Interface`]). A language
//! that lacks one does not compile. The words of a game are with its card, those of one front end with
//! that front end.

mod english;
mod interface;
mod json;
mod review;
mod spanish;

pub use interface::Interface;
pub use json::{json_error, json_error_at};
pub use review::ReviewWords;

use crate::analysis::EditError;
use crate::card::{Capabilities, Card};
use crate::clock::TimeControlError;
use crate::log::LogError;
use crate::mind::ThinkError;
use crate::nickname::NicknameError;
use crate::player::{Limit, Player, PlayerError};
use crate::record::{ImportError, Note};
use crate::refusal::Refusal;
use crate::scene::{Cell, Control, Mark};
use crate::table::BadEvent;
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
            Language::English => &english::WORDS,
            Language::Spanish => &spanish::WORDS,
        }
    }
}

/// What speaks English by itself, and Spanish in the file of that language.
trait InSpanish {
    fn in_spanish(&self) -> String;
}

macro_rules! speak {
    ($($said:ty)*) => {
        $(impl $said {
            /// The text in a language.
            pub fn text(&self, language: Language) -> String {
                match language {
                    Language::English => self.to_string(),
                    Language::Spanish => self.in_spanish(),
                }
            }
        })*
    };
}

speak! {
    BadEvent EditError ImportError LogError NicknameError Note PlayerError Refusal ThinkError TimeControlError UnknownLanguage
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
    pub won_unexplained: &'static str,
    pub you_won_unexplained: &'static str,
    pub you_lost_unexplained: &'static str,
    /// By who has played: the reader, another person, the computer.
    pub won_solo: [&'static str; 3],
    pub lost_solo: [&'static str; 3],
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

    pub and: &'static str,
    pub or: &'static str,
    pub draw_offered: &'static str,
    pub takeback_asked: &'static str,
    pub draw_claimable: &'static str,
    pub written_minimax: &'static str,
    pub written_levels: &'static str,
    pub other_position: &'static str,
    pub no_hidden_board: &'static str,
    pub not_a_tag: &'static str,

    pub interface: Interface,
    pub review: ReviewWords,
}

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

fn joined<S: AsRef<str>>(items: &[S], before_the_last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [rest @ .., last] if !rest.is_empty() => {
            format!("{} {before_the_last} {last}", rest.join(", "))
        }
        _ => items.concat(),
    }
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

/// Who has played a game for one, as the reader of a sentence sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoloPlayer {
    Reader,
    AnotherPerson,
    Computer,
}

impl Words {
    /// How a game ended, as a sentence; of a game that was won, the reason may be unknown. Of a game for one it
    /// matters who reads it.
    pub fn end(
        &self,
        verdict: Option<Verdict>,
        side: impl Fn(Side) -> &'static str,
        solo: SoloPlayer,
        reason: Option<&str>,
    ) -> String {
        if let (Some(Verdict::Won(Seat::Side(winner))), None) = (verdict, reason) {
            return fill(self.won_unexplained, &[side(winner)]);
        }
        let reason = reason.unwrap_or_default();
        match verdict {
            None => self.called_off.to_owned(),
            Some(Verdict::Draw) => fill(self.drawn, &[reason]),
            Some(Verdict::Won(Seat::Side(winner))) => fill(self.won, &[side(winner), reason]),
            Some(Verdict::Won(Seat::Solo)) => fill(self.won_solo[solo as usize], &[reason]),
            Some(Verdict::Lost) => fill(self.lost_solo[solo as usize], &[reason]),
        }
    }

    /// `a`, `a or b`, `a, b or c`.
    pub fn any_of<S: AsRef<str>>(&self, items: &[S]) -> String {
        joined(items, self.or)
    }

    /// `a`, `a and b`, `a, b and c`.
    pub fn all_of<S: AsRef<str>>(&self, items: &[S]) -> String {
        joined(items, self.and)
    }

    /// The players that a game with these capabilities admits, as they are written.
    pub fn who_can_play(&self, can: &Capabilities) -> String {
        let mut names = vec!["human", "random"];
        names.extend((can.minimax > 0).then_some(self.written_minimax));
        if !can.levels.is_empty() {
            names.extend([self.written_levels, "engine"]);
        }
        self.all_of(&names)
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
            Player::Learnt { run, generation, .. } => {
                let run = run.rsplit(['/', '\\']).next().unwrap_or_default();
                match generation {
                    Some(generation) => fill(words.learnt, &[run, &generation.to_string()]),
                    None => fill(words.learnt_last, &[run]),
                }
            }
            Player::Uci { program } | Player::Gtp { program } => program.clone(),
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
