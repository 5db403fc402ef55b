//! What somebody at the table sees, as plain data. Every front end draws the same scene, so they
//! cannot disagree, and nothing but a scene ever leaves the table for a screen.

use crate::clock::Millis;
use crate::event::Event;
use crate::playable::{DrawReason, Playable};
use crate::player::Player;
use crate::seats;
use crate::table::{End, Reason, Table};
use crate::words::{Language, Words, fill};
use game::{Seat, Side, Verdict, Viewer};
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
    /// Its name, as moves are written.
    pub name: String,
    /// What it is made of.
    pub shade: Shade,
    /// What stands on it.
    pub piece: Option<Piece>,
    /// What is to be said of it.
    pub marks: Vec<Mark>,
}

/// What a square is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// Green cloth.
    Felt,
    /// A cell that has not been opened.
    Closed,
    /// A cell that has been opened.
    Open,
}

/// What stands on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Piece {
    Pawn { side: Colour },
    Knight { side: Colour },
    Bishop { side: Colour },
    Rook { side: Colour },
    Queen { side: Colour },
    King { side: Colour },
    Man { side: Colour },
    CrownedMan { side: Colour },
    Disc { side: Colour },
    Number { mines: u8 },
    Flag,
    WrongFlag,
    Mine,
    HitMine,
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
    /// A king in check.
    Check,
    /// A piece that must capture.
    MustCapture,
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
    /// What a pawn becomes, where that must be chosen.
    pub promotion: Option<&'static str>,
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

impl<G: Playable> Table<G>
where
    G::Start: Clone,
{
    /// What a viewer sees at a moment.
    pub fn scene(&self, viewer: Viewer, now: Millis, language: Language) -> Scene {
        let words = language.words();
        let view = self.position().view(viewer);
        let my_turn = matches!(viewer, Viewer::Seat(seat) if self.turn() == Some(seat));
        Scene {
            game: G::NAME,
            next: self.next(),
            picture: G::picture(&view, self.played().last().map(|played| played.mv)),
            choices: if my_turn { G::choices(&view) } else { Vec::new() },
            players: self.places(now),
            status: self.status(&view, viewer, language),
            tallies: G::tallies(&view, &self.positions()[0], words),
            moves: self.played().iter().map(|played| played.name.clone()).collect(),
            controls: match viewer {
                Viewer::Seat(seat) => self.controls(seat),
                Viewer::Spectator => Vec::new(),
            },
            over: self.ended().is_some(),
            position: self.position().position_text(),
            timer: self.timer(now),
            code: self.code(),
        }
    }

    /// The board as it was after so many of the moves that count, the last of them marked, as a viewer
    /// saw it then. `None` when there have not been so many.
    pub fn picture_at(&self, viewer: Viewer, moves: usize) -> Option<Picture> {
        let played = self.played().get(..moves)?;
        let last = played.last().map(|played| played.mv);
        let view = if moves == self.played().len() {
            self.position().view(viewer)
        } else if G::TAKES_BACK {
            self.positions().get(moves)?.view(viewer)
        } else {
            let mut position = self.position().first(self.start());
            for played in played {
                position.advance(played.mv);
            }
            position.view(viewer)
        };
        Some(G::picture(&view, last))
    }

    /// How long a game for one has taken at a moment: from the first move that counts for it to the
    /// end.
    pub fn timer(&self, now: Millis) -> Option<Timer> {
        if self.players().is_for_two() {
            return None;
        }
        let first = self.played().iter().find(|played| G::starts_timer(played.mv));
        let running = first.is_some() && self.ended().is_none();
        let ended = self.events().last().map_or(0, Event::at);
        let until = if running { now } else { ended };
        let elapsed = first.map_or(0, |first| until.saturating_sub(first.at));
        Some(Timer { elapsed, running })
    }

    /// The start that brings the same board again, when a game that began by chance is over.
    fn code(&self) -> Option<String> {
        self.ended()?;
        G::code(&self.started().start, self.played().iter().map(|played| played.mv))
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

    fn status(&self, view: &G::View, viewer: Viewer, language: Language) -> Vec<String> {
        let words = language.words();
        let Some(seat) = self.turn() else { return vec![self.end_for(viewer, language)] };
        let mut status = vec![match seat {
            Seat::Side(side) => fill(words.to_move, &[words.side(side)]),
            Seat::Solo => words.solo_to_move.to_owned(),
        }];
        status.extend(G::remark(view, words));
        if let Some(by) = self.draw_offered_by() {
            status.push(fill(words.draw_offered, &[words.seat(by)]));
        }
        if let Some(by) = self.takeback_asked_by() {
            status.push(fill(words.takeback_asked, &[words.seat(by)]));
        }
        if let Some(draw) = G::draw_by_history(self.positions()) {
            status.push(fill(words.draw_claimable, &[draw_words(draw.reason, words)]));
        }
        status
    }

    /// How the game ended, as a sentence; nothing while it runs.
    pub fn end_in(&self, language: Language) -> String {
        let words = language.words();
        let Some(end) = self.ended() else { return String::new() };
        words.end(end.verdict, Self::reason(end.reason, words))
    }

    /// How the game ended, as it is told to whoever looks on: a person who has played a computer knows
    /// which side that was.
    fn end_for(&self, viewer: Viewer, language: Language) -> String {
        let words = language.words();
        let computer = |seat| self.players().get(seat).is_some_and(Player::is_computer);
        match (viewer, self.ended()) {
            (Viewer::Seat(own), Some(End { verdict: Some(Verdict::Won(winner)), reason }))
                if !computer(own) && self.other(own).is_some_and(computer) =>
            {
                let reason = Self::reason(reason, words);
                if own == winner {
                    fill(words.you_won, &[reason])
                } else {
                    fill(words.you_lost, &[words.seat(winner), reason])
                }
            }
            _ => self.end_in(language),
        }
    }

    fn reason(reason: Reason<G::Ending>, words: &Words) -> &'static str {
        match reason {
            Reason::Rules(ending) => G::ending_words(ending, words),
            Reason::History(draw) => draw_words(draw, words),
            Reason::Resignation => words.resignation,
            Reason::Time => words.time,
            Reason::TimeWithoutMaterial => words.time_without_material,
            Reason::Agreement => words.agreement,
            Reason::Aborted => words.called_off,
        }
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
        if self.turn() == Some(seat) && G::draw_by_history(self.positions()).is_some() {
            controls.push(Control::ClaimDraw);
        }
        let abort = self.may_abort() && self.players().is_for_two();
        controls.push(if abort { Control::Abort } else { Control::Resign });
        controls
    }
}

fn draw_words(reason: DrawReason, words: &Words) -> &'static str {
    match reason {
        DrawReason::Threefold => words.threefold,
        DrawReason::Fivefold => words.fivefold,
        DrawReason::FortyMoves => words.forty_moves,
        DrawReason::FiftyMoves => words.fifty_moves,
        DrawReason::SeventyFiveMoves => words.seventy_five_moves,
    }
}
