//! What a card is: everything about a game that is not its rules, as data and functions.
//!
//! A game in the club is described once, by its card. Front ends, the server, the lab and the command
//! line get the list of cards ([`Club`]) and ask a card; none of them asks which game it is. What only
//! some games can do is a capability, and capabilities are data.

mod club;
mod kind;
mod style;
mod typed;

pub use club::Club;
pub use kind::{Count, Divide, FirstMove, Kind};
pub use style::{
    Bitmap, BoardStyle, Coordinates, Drawing, OTHER_THEMES, PieceStyle, Pixel, ShadeStyle,
};
pub use typed::{Impossible, Known, Letter, Survey, TypedBoards, TypedWords};

use crate::any::AnyTable;
use crate::clock::{Millis, TimeControl};
use crate::event::{Event, Started, VERSION};
use crate::menu::Offer;
use crate::mind::ThinkError;
use crate::player::Player;
use crate::record::{self, ImportError, Imported, Listing, listing};
use crate::refusal::Localized;
use crate::review::Chances;
use crate::scene::Piece;
use crate::seats::Seats;
use crate::table::BadEvent;
use crate::words::Language;
use game::{Seat, Side};
use std::fmt;

/// The level that a newcomer meets.
const USUAL_LEVEL: u8 = 4;

/// The description of a game.
pub trait Card: Send + Sync {
    /// In lower case, as it is written in events and on the command line.
    fn name(&self) -> &'static str;

    /// In the order of the first moves.
    fn seats(&self) -> &'static [Seat] {
        &[Seat::Side(Side::White), Seat::Side(Side::Black)]
    }

    fn words(&self, language: Language) -> &'static CardWords;

    fn board(&self) -> &'static BoardStyle;

    /// Every piece that a picture of the game can show.
    fn pieces(&self) -> &'static [PieceStyle];

    /// The drawings of its pieces and icons: `<symbol>` elements of SVG, each with a view box of 45 by 45.
    fn drawings(&self) -> &'static str;

    /// The same symbols drawn in another way, for people who like the other set better; `None` where there is one set.
    fn other_drawings(&self) -> Option<&'static str> {
        None
    }

    /// The letters of pieces in the names of moves, and whole names, as they are written everywhere and as this language writes
    /// them; none where they are the same.
    fn letters(&self, _language: Language) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The start of the board of the day, which is the same for all players of a server, from the seed of that day; `None` where a
    /// game has none.
    fn daily(&self, _seed: u64) -> Option<String> {
        None
    }

    /// The pieces as small bitmaps for terminals, in any number of sizes; none where a glyph or a disc is enough.
    fn bitmaps(&self) -> &'static [Bitmap] {
        &[]
    }

    /// Nine squares for the list of games, row by row: their shades and what stands on them.
    fn art(&self) -> [(&'static str, Option<Piece>); 9];

    fn capabilities(&self) -> &'static Capabilities {
        &Capabilities::SEARCHED
    }

    /// A move as it can be typed in the first position.
    fn example(&self) -> &'static str;

    /// The text of a position that a person has set up, whether it can be or not: [`start`](Card#method.start) says that.
    /// `None` where positions cannot be set up.
    fn compose(&self, _setup: &Composition<'_>) -> Option<String> {
        None
    }

    /// How boards are typed whose odds are to be known; `None` where a game has none.
    fn typed_boards(&self) -> Option<&'static TypedBoards> {
        None
    }

    /// What a side may be allowed to do beside what the board shows, as its value in the notation of the game and its name.
    fn rights(&self, _language: Language) -> Vec<Offer> {
        Vec::new()
    }

    /// The values of the rights that the text of a position grants.
    fn rights_in(&self, _position: &str) -> Vec<String> {
        Vec::new()
    }

    /// Where a game may start, the usual start first.
    fn starts(&self, language: Language) -> Vec<Offer> {
        vec![Offer::new("", language.words().interface.usual_start)]
    }

    /// What there is to know of a start besides the title of the game, as a sentence: its size, its
    /// variant.
    fn describe(&self, _start: &str, _language: Language) -> Option<String> {
        None
    }

    /// What else can be chosen: its words are written behind the start, separated by spaces.
    fn extras(&self, _language: Language) -> Vec<Extra> {
        Vec::new()
    }

    /// How a start of one's own is given.
    fn own_start(&self) -> OwnStart {
        OwnStart::Text
    }

    /// The kinds of games that it offers, the usual one first.
    fn kinds(&self) -> &'static [Kind];

    /// The text of a start with this seed in it, where a game begins by chance and the text names no
    /// seed.
    fn with_seed(&self, text: &str, _seed: u64) -> String {
        text.to_owned()
    }

    /// The leaderboard for the times of a start, when times on it can be compared.
    fn leaderboard(&self, _start: &str) -> Option<String> {
        None
    }

    /// The leaderboards that a text means: one start, all of one size, or without a text all that have names.
    fn leaderboards(&self, _text: Option<&str>) -> Result<Vec<Leaderboard>, Localized> {
        Ok(Vec::new())
    }

    /// Is the hidden board of this start unknown in advance, given the seed that was drawn for it?
    fn is_unseen(&self, _start: &str, _seed: u64) -> bool {
        false
    }

    /// Why a start is too much for a server that many share, if it is.
    fn too_much(&self, _start: &str, _language: Language) -> Option<String> {
        None
    }

    /// The name of a square that has more than one, as scenes write it.
    fn square_name(&self, text: &str) -> String {
        text.to_ascii_lowercase()
    }

    /// What matches between computers need to know; `None` where there are none.
    fn matches(&self) -> Option<&'static Matches> {
        Some(&Matches::USUAL)
    }

    /// The measured ratings of its levels, from level 1 on, as far as they are known: see `BENCHMARKS.md`.
    fn level_ratings(&self) -> &'static [u16] {
        &[]
    }

    /// How the chances of a game follow from scores, fitted to games of the house; `None` where no search gives scores.
    fn chances(&self) -> Option<&'static Chances> {
        None
    }

    /// The games of a part of a file in the format of the game; see [`listing::of_tagged`].
    fn list_games(&self, part: &[u8], is_last: bool) -> Listing {
        listing::of_tagged(part, is_last)
    }

    /// The nodes that searching a fixed set of positions takes: part of the signature of a build.
    fn bench(&self) -> u64 {
        0
    }
}

impl dyn Card {
    /// The text of a start, checked and in its usual form. Without a text it is the usual start. The
    /// seed is for games that begin by chance and whose text names no seed.
    pub fn start(&self, text: Option<&str>, seed: u64) -> Result<String, Localized> {
        let Some(text) = text else { return Ok((self.kinds()[0].usual_start)(seed)) };
        let text = self.with_seed(text, seed);
        (self.kind_of(&text).read_start)(&text)
    }

    /// The first event of a game.
    pub fn started(
        &self,
        start: String,
        players: Seats<Player>,
        clock: Option<TimeControl>,
        at: Millis,
    ) -> Started {
        Started { version: VERSION, game: self.name().to_owned(), start, players, clock, at }
    }

    /// The table at the beginning of a game; where a board is hidden, with the board that the start has.
    pub fn open(&self, started: &Started) -> Result<AnyTable, BadEvent> {
        (self.kind_of(&started.start).begin)(started)
    }

    /// The table after all these events, of which the first is a start.
    pub fn replay(&self, events: &[Event]) -> Result<AnyTable, BadEvent> {
        let start = match events.first() {
            Some(Event::Started(started)) => started.start.as_str(),
            _ => "",
        };
        (self.kind_of(start).replay)(events)
    }

    /// Reads the first game of a file of another program, or of [`AnyTable::export`]. `players` take the
    /// place of those that the file names. The error is the one of the usual kind of game.
    ///
    /// [`AnyTable::export`]: crate::Seen::export
    pub fn import(
        &self,
        text: &str,
        players: Option<&Seats<Player>>,
        now: Millis,
    ) -> Result<Imported, ImportError> {
        let mut read = self.kinds().iter().map(|kind| (kind.import)(text, players.cloned(), now));
        let first = read.next().unwrap_or(Err(ImportError::NoGame));
        first.or_else(|error| read.find_map(Result::ok).ok_or(error))
    }

    /// The kind of game that begins with this start: the usual one where no kind can read it.
    pub fn kind_of(&self, start: &str) -> &'static Kind {
        let kinds = self.kinds();
        kinds.iter().find(|kind| (kind.read_start)(start).is_ok()).unwrap_or(&kinds[0])
    }

    /// Does one player play alone, against the house?
    pub fn is_for_one(&self) -> bool {
        self.seats() == [Seat::Solo]
    }

    /// The sides in the order of the first moves; none in a game for one.
    pub fn sides(&self) -> Vec<Side> {
        let side = |seat: &Seat| match seat {
            Seat::Side(side) => Some(*side),
            Seat::Solo => None,
        };
        self.seats().iter().filter_map(side).collect()
    }

    /// The name of a move as a language writes it: each word of it by its own name there, or letter by letter.
    pub fn move_in(&self, name: &str, language: Language) -> String {
        respelled(name, |text| {
            self.letters(language).iter().find(|(own, _)| *own == text).map(|(_, there)| *there)
        })
    }

    /// The names of moves as a language writes them.
    pub fn moves_in(&self, moves: &[String], language: Language) -> Vec<String> {
        moves.iter().map(|name| self.move_in(name, language)).collect()
    }

    /// What a move may mean that a person wrote in a language, the likeliest first. A letter that is a piece in the language and
    /// elsewhere is the piece of the language: `Rd2` moves the king in Spanish. One that is a file as well may be the file.
    pub fn readings(&self, text: &str, language: Language) -> Vec<String> {
        let letters = self.letters(language);
        let own = |there: &str| letters.iter().find(|(_, to)| *to == there).map(|(own, _)| *own);
        let lower = text.to_lowercase();
        let by_words = respelled(&lower, own);
        if by_words != lower {
            return vec![by_words];
        }
        let first = text.chars().next();
        let as_piece: String = first.into_iter().flat_map(char::to_uppercase).collect();
        let rest = first.map_or("", |first| &text[first.len_utf8()..]);
        let piece = own(&as_piece).map(|own_piece| format!("{own_piece}{}", respelled(rest, own)));
        let is_no_file =
            text.starts_with(&as_piece) || letters.iter().any(|(own, _)| *own == as_piece);
        if let Some(piece) = piece.clone().filter(|_| is_no_file) {
            return vec![piece];
        }
        // The piece that a pawn becomes: `e8=D`, `e7e8d`.
        let (before, last) = text.split_at(text.char_indices().last().map_or(0, |(at, _)| at));
        let small = own(&last.to_uppercase()).map(str::to_lowercase);
        let promoted = format!("{before}{}", small.as_deref().unwrap_or(last));
        [respelled(text, own), text.to_owned(), promoted].into_iter().chain(piece).collect()
    }

    /// How a piece looks and what it is called.
    pub fn piece(&self, piece: Piece) -> Option<&'static PieceStyle> {
        self.pieces().iter().find(|style| style.piece() == piece)
    }

    /// What a piece is called.
    pub fn piece_name(&self, piece: Piece, language: Language) -> &'static str {
        let index = self.pieces().iter().position(|style| style.piece() == piece);
        index.and_then(|index| self.words(language).pieces.get(index)).copied().unwrap_or_default()
    }

    pub fn shade(&self, name: &str) -> Option<&'static ShadeStyle> {
        self.board().shades.iter().find(|shade| shade.name == name)
    }

    /// What an empty square of a shade is called.
    pub fn shade_name(&self, name: &str, language: Language) -> &'static str {
        let index = self.board().shades.iter().position(|shade| shade.name == name);
        index.and_then(|index| self.words(language).shades.get(index)).copied().unwrap_or_default()
    }

    pub fn side_name(&self, side: Side, language: Language) -> &'static str {
        self.words(language).side(side)
    }

    /// The name of the player in a seat: of the side, or "You".
    pub fn seat_name(&self, seat: Seat, language: Language) -> &'static str {
        match seat {
            Seat::Side(side) => self.side_name(side, language),
            Seat::Solo => language.words().you,
        }
    }

    /// The computer players that can take a seat, the weakest first.
    pub fn computers(&self) -> Vec<Player> {
        let can = self.capabilities();
        let mut players = Vec::new();
        players.extend(can.levels.iter().copied().map(Player::Level));
        if can.engine {
            players.push(Player::Engine(crate::Limit::Clock));
        }
        players.extend((1..=can.minimax).map(|depth| Player::Minimax { depth }));
        players.push(Player::Random { seed: None });
        players
    }

    /// The computer that a newcomer meets, and that plays on for a person: of the levels one that can be
    /// beaten, or the solver where a game has one.
    pub fn usual_computer(&self) -> Player {
        let computers = self.computers();
        let level = computers.iter().find(|player| **player == Player::Level(USUAL_LEVEL));
        level.or(computers.first()).cloned().unwrap_or(Player::Random { seed: None })
    }

    /// Can this player play the game? People can play anything.
    pub fn admits(&self, player: &Player) -> Result<(), ThinkError> {
        let can = self.capabilities();
        let admitted = match player {
            Player::Human | Player::Random { .. } => true,
            Player::Minimax { .. } => can.minimax > 0,
            // A game with levels has all ten, though its menu may offer fewer.
            Player::Level(_) | Player::Engine(_) => can.engine || !can.levels.is_empty(),
            Player::Learnt { .. } => self.kinds().iter().any(|kind| kind.learning.is_some()),
            Player::Uci { .. } => can.uci,
            Player::Gtp { .. } => can.gtp,
        };
        if admitted {
            return Ok(());
        }
        let others = Localized::exactly(|language| language.words().who_can_play(can));
        Err(ThinkError::NotThisGame { player: player.clone(), game: self.name(), others })
    }

    /// The name of a player, as people call it.
    pub fn player_name(&self, player: &Player, language: Language) -> String {
        language.words().player(player, self.words(language).solver)
    }
}

/// A text with each word in another spelling, or else each of its letters; what has no other spelling stays.
fn respelled(text: &str, other: impl Fn(&str) -> Option<&'static str>) -> String {
    let letter = |letter: char| {
        let mut buffer = [0; 4];
        let letter: &str = letter.encode_utf8(&mut buffer);
        other(letter).unwrap_or(letter).to_owned()
    };
    let word =
        |word: &str| other(word).map_or_else(|| word.chars().map(letter).collect(), str::to_owned);
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

impl fmt::Debug for dyn Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Card {
    fn eq(&self, other: &dyn Card) -> bool {
        self.name() == other.name()
    }
}

/// The words of a game in one language. A `{}` is where the part that varies goes.
#[derive(Debug)]
pub struct CardWords {
    pub title: &'static str,
    /// The title within a sentence.
    pub in_a_sentence: &'static str,
    /// What white and black are called: White and Black, Red and Yellow.
    pub sides: [&'static str; 2],
    /// The names of [`Card::pieces`], in their order.
    pub pieces: &'static [&'static str],
    /// What an empty square of each shade of the board is called, in their order.
    pub shades: &'static [&'static str],
    /// How a position is written, for a person who pastes one.
    pub position_form: &'static str,
    /// What is to be done, in a game for one.
    pub task: &'static str,
    /// How moves are typed, in lines of less than 80 characters.
    pub typing: &'static str,
    /// The one thing to know before the first move at a keyboard.
    pub first_steps: &'static str,
    /// How the sides are told apart in letters, and in glyphs.
    pub legend: [&'static str; 2],
    /// How the game is played with mouse and keys, where that is special.
    pub pointing: Option<&'static str>,
    /// The heading of the choice of a start, and of a start of one's own.
    pub start: &'static str,
    pub own_start: &'static str,
    /// What the second button of the mouse does to a cell, as the name of a switch: "Flags".
    pub marking: &'static str,
    /// The name of a computer that plays by solving, where levels have no meaning.
    pub solver: Option<&'static str>,
    /// What moves have given away in the unit of the game, where people count in it: "{} discs given away".
    pub units_lost: Option<&'static str>,
    /// What is said where moves cannot be taken back.
    pub no_takebacks: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
}

impl CardWords {
    /// What most games say in English and in Spanish; the rest is to be filled in.
    pub const ENGLISH: CardWords = CardWords {
        title: "",
        in_a_sentence: "",
        sides: ["White", "Black"],
        pieces: &[],
        shades: &["empty"],
        position_form: "",
        task: "",
        typing: "",
        first_steps: "",
        legend: ["", ""],
        pointing: None,
        start: "Position",
        own_start: "A position of your own",
        marking: "",
        solver: None,
        units_lost: None,
        no_takebacks: "",
        yes: "Yes",
        no: "No",
    };
    pub const SPANISH: CardWords = CardWords {
        sides: ["Blancas", "Negras"],
        shades: &["vacía"],
        start: "Posición",
        own_start: "Una posición propia",
        yes: "Sí",
        ..CardWords::ENGLISH
    };

    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side as usize]
    }

    pub const fn yes_or_no(&self, is: bool) -> &'static str {
        if is { self.yes } else { self.no }
    }

    /// A number of each side: `White 7, Black 9`.
    pub fn of_both(&self, number: impl Fn(Side) -> usize) -> String {
        Side::BOTH.map(|side| format!("{} {}", self.side(side), number(side))).join(", ")
    }
}

/// What a game can do beyond moves on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// Each is a fact of its own: they do not make up a state.
#[allow(clippy::struct_excessive_bools)]
pub struct Capabilities {
    /// Can moves be taken back? Where something is hidden, what has been seen cannot be unseen.
    pub takes_back: bool,
    /// Is a board hidden from the player? Then neither its start nor a record is shown before the end.
    pub hidden: bool,
    /// Is the player's time taken, and are the best times kept?
    pub timed: bool,
    /// Can the odds of every cell be shown?
    pub odds: bool,
    /// What can be done to a cell, where that is more than moving to it.
    pub verbs: Option<Verbs>,
    /// Do tallies count what is missing since the usual start? From another start they say nothing.
    pub tallies_from_start: bool,
    /// The levels that are offered; none where the game has no hooks for the search.
    pub levels: &'static [u8],
    pub engine: bool,
    /// The depth up to which the plain tree is offered; 0 where it cannot play.
    pub minimax: u8,
    /// Can programs that speak UCI play it?
    pub uci: bool,
    /// Can programs that speak GTP play it?
    pub gtp: bool,
    /// Can a position be set up on a board?
    pub composed: bool,
    /// Is it known what each piece is worth where it stands ([`Playable::worths`](crate::Playable::worths))?
    pub worths: bool,
    /// Do the tallies of both sides say how a game ended: 50 to 14?
    pub tallies_are_score: bool,
    /// What one piece of the smallest kind counts in [`Playable::material`](crate::Playable::material); 0 where the difference
    /// is not shown.
    pub material_unit: u8,
}

impl Capabilities {
    /// A game for two that a search can look into.
    pub const SEARCHED: Capabilities = Capabilities {
        takes_back: true,
        hidden: false,
        timed: false,
        odds: false,
        verbs: None,
        tallies_from_start: false,
        levels: &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        engine: true,
        minimax: 4,
        uci: false,
        gtp: false,
        composed: false,
        worths: false,
        tallies_are_score: false,
        material_unit: 0,
    };
}

/// A position that a person has set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composition<'a> {
    /// The cells of the picture, row by row: their names, and what stands on them.
    pub cells: Vec<(&'a str, Option<Piece>)>,
    pub side: Side,
    /// Values of [`Card::rights`].
    pub rights: Vec<&'a str>,
}

/// Words that make a move of a cell: `flag c4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verbs {
    /// The first button or Enter, on a closed cell.
    pub open: &'static str,
    /// The second button or `f`.
    pub mark: &'static str,
    /// The first button on an open cell.
    pub around: &'static str,
    /// The shade of a closed cell, and the kind of piece that a mark is.
    pub closed: &'static str,
    pub marked: &'static str,
    /// The kind of piece that shows that the game is lost.
    pub hit: &'static str,
}

/// Something else to choose before a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    /// As forms call it.
    pub name: &'static str,
    pub label: &'static str,
    pub offers: Vec<Offer>,
}

/// How a start of one's own is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnStart {
    /// As text, in the notation of the game.
    Text,
    /// By numbers, which are put into the text.
    Numbers(&'static [NumberField]),
}

/// A number to be given: in the text its value comes behind `before`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberField {
    pub name: &'static str,
    /// What it is called, in English and in Spanish.
    pub labels: [&'static str; 2],
    pub before: &'static str,
    pub least: u32,
    pub most: u32,
    pub usual: u32,
}

/// Times that can be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaderboard {
    pub name: String,
    /// The size of the board, the rule for the first move, and whether no guess is ever needed.
    pub level: String,
    pub rule: String,
    pub no_guess: bool,
}

/// The name of a list of openings, and the list.
pub type NamedOpenings = (&'static str, fn() -> Vec<String>);

/// Reads the openings in a file, given its name and its text.
pub type ReadOpenings = fn(&str, &str) -> Result<Vec<String>, String>;

/// What matches between computers need to know of a game.
#[derive(Debug, Clone, Copy)]
pub struct Matches {
    /// So many random moves begin a game where no openings are given.
    pub random_plies: usize,
    /// An opening is balanced when a quick look finds it within so many units.
    pub balanced_within: f64,
    /// A game is adjudicated as won when both players see one side ahead by so many units; `None` where
    /// games are played to their end.
    pub win_by: Option<f64>,
    /// Openings of the game's own, as texts of starts: what they are called, and the list.
    pub openings: Option<NamedOpenings>,
    /// Openings from files: which kinds of files there are, and what reads the text of one with this name,
    /// as texts of starts.
    pub read_openings: Option<(&'static str, ReadOpenings)>,
    /// Writes how a game of a match came to its end into its record.
    pub annotate: fn(record: &str, termination: &str, words: &str) -> Option<String>,
}

impl Matches {
    /// Random openings, games played to their end, and records as tagged text.
    pub const USUAL: Matches = Matches {
        random_plies: 4,
        balanced_within: f64::INFINITY,
        win_by: None,
        openings: None,
        read_openings: None,
        annotate: record::tagged::annotate,
    };
}
