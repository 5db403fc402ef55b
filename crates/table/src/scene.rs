//! What a viewer at the table sees, as plain data. Every front end draws the same scene, so they
//! cannot disagree, and nothing but a scene ever leaves the table for a screen.

use crate::clock::{Millis, later};
use crate::event::Event;
use crate::playable::{DrawReason, Ending, Playable, View};
use crate::player::Player;
use crate::seats;
use crate::table::{End, Reason, Table};
use crate::words::{Language, SoloPlayer, Words, fill};
use game::{Game, Opening, Rules, Seat, Side, Turn, Verdict, Viewer};
use serde::Serialize;

/// Everything there is to draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The name of the game.
    pub game: &'static str,
    /// The number of the event that comes next: what a command has to expect.
    pub next: u64,
    /// The board.
    pub picture: Picture,
    /// The squares of the last move in order, where it went over more than two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The moves that the viewer may make now.
    pub choices: Vec<Choice>,
    /// Who sits where, with their clocks.
    pub players: Vec<Place>,
    /// Whose turn it is, what should be known, or how it ended: whole sentences.
    pub status: Vec<String>,
    /// What counts in this game.
    pub tallies: Vec<Tally>,
    /// The names of the moves so far.
    pub moves: Vec<String>,
    /// How the moves are numbered, where that is not as usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbering: Option<Numbering>,
    /// The name of the opening, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// What the viewer may do now besides moving.
    pub controls: Vec<Control>,
    /// Is the game over?
    pub over: bool,
    /// The position in the notation of the game, to be copied; `None` where something is hidden.
    pub position: Option<String>,
    /// How long a game for one has taken.
    pub timer: Option<Timer>,
    /// The start that brings the same board again, when a game that began by chance is over.
    pub code: Option<String>,
    /// The game in figures, when it is over and they are counted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Fact>,
}

/// How moves are numbered: a number for each two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Numbering {
    /// The number of the first move.
    pub first: u32,
    /// Is that a move of the side that usually moves second?
    pub second_begins: bool,
}

/// How long a game for one has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Timer {
    /// Milliseconds since the first opening, up to the end or to the moment of the scene.
    pub elapsed: Millis,
    /// Does it run?
    pub running: bool,
}

/// The board, row by row from the top left, as white sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The squares.
    pub cells: Vec<Cell>,
}

/// A square of the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Its name, as moves are written; empty where no move can name it.
    pub name: String,
    /// What it is made of: a [`ShadeStyle`](crate::card::ShadeStyle) of the card.
    pub shade: &'static str,
    pub piece: Option<Piece>,
    pub marks: Vec<Mark>,
}

/// What stands on a square: a [`PieceStyle`](crate::card::PieceStyle) of the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Piece {
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Colour>,
}

impl Piece {
    pub fn of(side: Side, kind: &'static str) -> Piece {
        Piece { kind, side: Some(side.into()) }
    }

    pub const fn neutral(kind: &'static str) -> Piece {
        Piece { kind, side: None }
    }
}

/// A side, as it is written in scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Colour {
    White,
    Black,
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

/// What is to be said of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Part of the last move.
    LastMove,
    /// In danger that must be met: a king in check.
    Check,
    /// A piece that must capture.
    MustCapture,
    /// Part of the line that won.
    Winning,
}

/// A move that can be picked on the picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The squares it touches, in order: from and to, every landing of a jump sequence, or the one
    /// square of a move that has no other. A pass touches none.
    pub path: Vec<String>,
    /// The move, as a command wants it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What stands on the last square afterwards, where that is not what stood on the first: a disc
    /// that is placed, or the piece that a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Piece>,
    /// Other squares that mean the same as the last one: any square of a column, or the rook with which a king castles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
}

impl Choice {
    /// Does pointing at this square alone mean the move?
    pub fn is_meant_by(&self, name: &str) -> bool {
        let [only] = self.path.as_slice() else { return false };
        only == name || self.also.iter().any(|other| other == name)
    }
}

/// Who sits in a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The seat.
    #[serde(with = "seats::text")]
    pub seat: Seat,
    /// Who sits there.
    pub player: Player,
    /// Is it this seat's turn?
    pub to_move: bool,
    /// The time left in milliseconds, at the moment of the scene.
    pub clock: Option<Millis>,
}

/// Something that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// What is counted.
    pub label: &'static str,
    /// For whom, in a game of two.
    pub side: Option<Colour>,
    /// How much it is.
    pub value: String,
    /// The pieces that were captured, where they are shown as pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// What there is to know of a position besides its picture, in the words of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fact {
    pub label: &'static str,
    pub value: String,
}

/// What can be done besides moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the draw that is offered.
    AcceptDraw,
    /// Turn the draw down.
    DeclineDraw,
    /// Claim a draw.
    ClaimDraw,
    /// Take the last move back, or ask for it.
    TakeBack,
    /// Agree that the other side takes back.
    AllowTakeback,
    /// Refuse it.
    DeclineTakeback,
    /// Call the game off.
    Abort,
    /// Play again.
    Rematch,
}

impl<K: Playable> Table<K> {
    /// What a viewer sees at a moment.
    pub fn scene(&self, viewer: Viewer, now: Millis, language: Language) -> Scene {
        let view = self.position().view(viewer);
        let my_turn = matches!(viewer, Viewer::Seat(seat) if self.turn() == Some(seat));
        Scene {
            game: K::CARD.name(),
            next: self.next(),
            picture: K::picture(&view, self.played().last().map(|played| played.mv)),
            path: self.path_at(self.played().len()),
            choices: if my_turn { K::choices(&view) } else { Vec::new() },
            players: self.places(now),
            status: self.status(&view, viewer, language),
            tallies: self
                .positions()
                .first()
                .map_or_else(Vec::new, |first| K::tallies(&view, first, language)),
            moves: self.played().iter().map(|played| played.name.clone()).collect(),
            numbering: self.numbering(),
            opening: self.opening_at(self.played().len(), language),
            controls: match viewer {
                Viewer::Seat(seat) => self.controls(seat),
                Viewer::Spectator => Vec::new(),
            },
            over: self.ended().is_some(),
            position: K::position_text(self.position()),
            timer: self.timer(now),
            code: self.code(),
            figures: if self.ended().is_some() { K::figures(self, language) } else { Vec::new() },
        }
    }

    /// The squares of the last of so many moves, in order, where it went over more than two.
    pub fn path_at(&self, moves: usize) -> Vec<String> {
        let last = moves.checked_sub(1).and_then(|last| self.played().get(last));
        last.map(|played| K::path(played.mv)).unwrap_or_default()
    }

    /// `None` from 1 on, where the side has begun that usually does.
    fn numbering(&self) -> Option<Numbering> {
        let position = self.positions().first()?;
        let Turn::ToMove(begins) = position.turn() else { return None };
        let first = K::first_number(position);
        let second_begins = Some(&begins) != K::CARD.seats().first();
        (first != 1 || second_begins).then_some(Numbering { first, second_begins })
    }

    /// The position as text after so many of the moves that count; `None` where something is hidden, or when there have not been so
    /// many.
    pub fn position_text_at(&self, moves: usize) -> Option<String> {
        K::position_text(self.positions().get(moves)?)
    }

    /// The name of the opening after so many of the moves that count, where it has one.
    pub fn opening_at(&self, moves: usize, language: Language) -> Option<String> {
        let mut past = self.positions().clone();
        past.truncate(moves + 1);
        K::opening(&past).map(|reached| opening_name(reached.opening, language))
    }

    /// The board as it was after so many of the moves that count, the last of them marked, as a viewer
    /// saw it then. `None` when there have not been so many.
    pub fn picture_at(&self, viewer: Viewer, moves: usize) -> Option<Picture> {
        let played = self.played();
        if moves > played.len() {
            return None;
        }
        let last = moves.checked_sub(1).and_then(|last| played.get(last)).map(|last| last.mv);
        let view = if moves == played.len() {
            self.position().view(viewer)
        } else if K::CARD.capabilities().takes_back {
            self.positions().get(moves)?.view(viewer)
        } else {
            let before = played.iter().take(moves);
            let first = self.positions().first()?.clone();
            before.fold(first, |position, played| position.play(played.mv)).view(viewer)
        };
        Some(K::picture(&view, last))
    }

    /// Every board of the game in order, from the one before the first move on, as a viewer saw them.
    pub fn each_picture(&self, viewer: Viewer, take: &mut dyn FnMut(Picture)) {
        let played = self.played();
        let Some(mut position) = self.positions().first().cloned() else { return };
        let mut last = None;
        for (made, next) in played.iter().map(Some).chain([None]).enumerate() {
            let shown = if next.is_none() { self.position() } else { &position };
            take(K::picture(&shown.view(viewer), last));
            let Some(next) = next else { return };
            last = Some(next.mv);
            position = match self.positions().get(made + 1) {
                Some(kept) if K::CARD.capabilities().takes_back => kept.clone(),
                _ if made + 1 == played.len() => continue,
                _ => position.play(next.mv),
            };
        }
    }

    /// How long a game for one has taken at a moment: from the first move that counts for it to the
    /// end.
    pub fn timer(&self, now: Millis) -> Option<Timer> {
        if self.players().is_for_two() {
            return None;
        }
        let first = self.played().iter().find(|played| K::starts_timer(played.mv));
        let running = first.is_some() && self.ended().is_none();
        let ended = self.events().last().map_or(0, Event::at);
        let until = if running { now } else { ended };
        let began = |at| later(at, self.downtime());
        let elapsed = first.map_or(0, |first| until.saturating_sub(began(first.at)));
        Some(Timer { elapsed, running })
    }

    /// The start that brings the same board again, when a game that began by chance is over.
    fn code(&self) -> Option<String> {
        self.ended()?;
        K::code(&self.started().start, self.played().iter().map(|played| played.mv))
    }

    fn places(&self, now: Millis) -> Vec<Place> {
        let place = |(seat, player): (Seat, &Player)| Place {
            seat,
            player: self.shown(player),
            to_move: self.turn() == Some(seat),
            clock: match (self.clock(), seat) {
                (Some(clock), Seat::Side(side)) => Some(clock.left(side, now)),
                _ => None,
            },
        };
        self.players().iter().map(place).collect()
    }

    /// Who sits there, as everybody may know it. Seeds stay hidden while a game runs: the one of a player
    /// may tell the one of the mines.
    fn shown(&self, player: &Player) -> Player {
        let player = player.clone();
        if self.ended().is_some() { player } else { player.without_seed() }
    }

    fn status(&self, view: &View<K>, viewer: Viewer, language: Language) -> Vec<String> {
        let words = language.words();
        let Some(seat) = self.turn() else { return vec![self.end_for(viewer, language)] };
        let mut status = vec![match seat {
            Seat::Side(side) => fill(words.to_move, &[K::CARD.side_name(side, language)]),
            Seat::Solo => K::CARD.words(language).task.to_owned(),
        }];
        status.extend(K::remark(view, language));
        if let Some(by) = self.draw_offered_by() {
            status.push(fill(words.draw_offered, &[K::CARD.seat_name(by, language)]));
        }
        if let Some(by) = self.takeback_asked_by() {
            status.push(fill(words.takeback_asked, &[K::CARD.seat_name(by, language)]));
        }
        if let Some(draw) = K::draw_by_history(self.positions()) {
            status.push(fill(words.draw_claimable, &[draw_words(draw.reason, words)]));
        }
        status
    }

    /// How the game ended, as a sentence to those who played it; nothing while it runs.
    pub fn end_in(&self, language: Language) -> String {
        self.end_said(SoloPlayer::Reader, language)
    }

    /// The same, where the person who has played a game for one is `person`.
    fn end_said(&self, person: SoloPlayer, language: Language) -> String {
        let Some(end) = self.ended() else { return String::new() };
        let computer = self.players().get(Seat::Solo).is_some_and(Player::is_computer);
        let solo = if computer { SoloPlayer::Computer } else { person };
        let side = |side| K::CARD.side_name(side, language);
        language.words().end(end.verdict, side, solo, Self::reason(end.reason, language))
    }

    /// How the game ended, as the viewer reads it: a person who has played a computer knows
    /// which side that was.
    fn end_for(&self, viewer: Viewer, language: Language) -> String {
        let words = language.words();
        let computer = |seat| self.players().get(seat).is_some_and(Player::is_computer);
        match (viewer, self.ended()) {
            (Viewer::Seat(own), Some(End { verdict: Some(Verdict::Won(winner)), reason }))
                if !computer(own) && self.other(own).is_some_and(computer) =>
            {
                let winner_name = K::CARD.seat_name(winner, language);
                match (own == winner, Self::reason(reason, language)) {
                    (true, Some(reason)) => fill(words.you_won, &[reason]),
                    (true, None) => words.you_won_unexplained.to_owned(),
                    (false, Some(reason)) => fill(words.you_lost, &[winner_name, reason]),
                    (false, None) => fill(words.you_lost_unexplained, &[winner_name]),
                }
            }
            (Viewer::Spectator, _) => self.end_said(SoloPlayer::AnotherPerson, language),
            _ => self.end_in(language),
        }
    }

    /// Why the game ended, to be put behind "won by"; `None` where nobody knows.
    fn reason(reason: Reason<Ending<K>>, language: Language) -> Option<&'static str> {
        let words = language.words();
        Some(match reason {
            Reason::Rules(ending) => K::ending_words(ending, language),
            Reason::History(draw) => draw_words(draw, words),
            Reason::Resignation => words.resignation,
            Reason::Time => words.time,
            Reason::TimeWithoutMaterial => words.time_without_material,
            Reason::Agreement => words.agreement,
            Reason::Aborted => words.called_off,
            Reason::Unstated => return None,
        })
    }

    fn controls(&self, seat: Seat) -> Vec<Control> {
        if self.players().get(seat).is_none() {
            return Vec::new();
        }
        if self.ended().is_some() {
            return vec![Control::Rematch];
        }
        let mut controls = Vec::new();
        if self.players().is_for_two() {
            match self.draw_offered_by() {
                None => controls.push(Control::OfferDraw),
                Some(by) if by == seat => {}
                Some(_) => controls.extend([Control::AcceptDraw, Control::DeclineDraw]),
            }
        }
        match self.takeback_asked_by() {
            Some(by) if by != seat => {
                controls.extend([Control::AllowTakeback, Control::DeclineTakeback]);
            }
            None if self.moves_to_take_back(seat).is_some() => controls.push(Control::TakeBack),
            _ => {}
        }
        if self.turn() == Some(seat) && K::draw_by_history(self.positions()).is_some() {
            controls.push(Control::ClaimDraw);
        }
        let abort = self.may_abort() && self.players().is_for_two();
        controls.push(if abort { Control::Abort } else { Control::Resign });
        controls
    }
}

/// The name of an opening, after its code where it has one.
pub(crate) fn opening_name(opening: Opening, language: Language) -> String {
    let name = match language {
        Language::English => opening.name,
        Language::Spanish => opening.spanish,
    };
    opening.code.map_or_else(|| name.to_owned(), |code| format!("{code} {name}"))
}

/// Why the past of a game makes it a draw, to be put behind "Draw by".
pub fn draw_words(reason: DrawReason, words: &Words) -> &'static str {
    match reason {
        DrawReason::Threefold => words.threefold,
        DrawReason::Fivefold => words.fivefold,
        DrawReason::FortyMoves => words.forty_moves,
        DrawReason::FiftyMoves => words.fifty_moves,
        DrawReason::SeventyFiveMoves => words.seventy_five_moves,
    }
}
