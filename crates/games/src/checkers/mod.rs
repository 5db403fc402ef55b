//! Checkers: English draughts, and giveaway as a variant.

mod bitmaps;
mod learn;
mod openings;
mod record;
mod spanish;
mod table;
mod words;

use crate::described;
use ::checkers::{Giveaway, Position};
use ::table::card::{
    Bitmap, BoardStyle, Composition, Coordinates, Kind, Matches, PieceStyle, ShadeStyle,
};
use ::table::menu::Offer;
use ::table::scene::{Colour, Piece};
use ::table::{Capabilities, Card, CardWords, Chances, Language, sentence};
use ::learn::School;
use game::{Notation, Seat, Side};

/// The rules of checkers at a table.
pub struct Checkers;

/// The rules of giveaway checkers at a table.
pub struct GiveawayCheckers;

pub struct CheckersCard;

pub const CARD: CheckersCard = CheckersCard;

const BOARD: BoardStyle = BoardStyle {
    turns: true,
    coordinates: Coordinates::Numbers,
    shades: &[
        ShadeStyle {
            name: "light",
            colours: ["#eadfc9", "#b9ab93"],
            themed: [["#f0e0c4", "#c4ac88"], ["#e3eaf0", "#b5c2cd"], ["#e6e6e4", "#b9bbbc"]],
            ink: "#3f3a30",
            mark: "#0d4f66",
            edge: None,
            terminal: [230, 186],
            empty: [' ', ' '],
        },
        ShadeStyle {
            name: "dark",
            colours: ["#7a5f48", "#574334"],
            themed: [["#84553a", "#66432c"], ["#4d6b85", "#3a5268"], ["#5d646b", "#454b51"]],
            ink: "#f1e7d6",
            mark: "#ffe9a8",
            edge: None,
            terminal: [179, 186],
            empty: ['.', '.'],
        },
    ],
    home_rows: true,
    narrow: false,
};

const PIECES: [PieceStyle; 4] = [
    PieceStyle::of(Colour::White, "man", ['w', '○'], "man"),
    PieceStyle::of(Colour::White, "crowned-man", ['W', '♔'], "crowned-man"),
    PieceStyle::of(Colour::Black, "man", ['b', '●'], "man"),
    PieceStyle::of(Colour::Black, "crowned-man", ['B', '♚'], "crowned-man"),
];

const MATCHES: Matches = Matches {
    random_plies: 8,
    balanced_within: 0.8,
    win_by: Some(4.0),
    openings: Some(("three-move", openings::starts)),
    read_openings: None,
    annotate: record::annotate,
};

const BENCH: [&str; 3] = [
    "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:W18,21,22,26,27,28,30,32:B1,3,5,7,8,10,12,14",
    "B:WK9,20,27:BK19,12,11",
];

impl Card for CheckersCard {
    fn name(&self) -> &'static str {
        "checkers"
    }

    fn seats(&self) -> &'static [Seat] {
        &[Seat::Side(Side::Black), Seat::Side(Side::White)]
    }

    fn words(&self, language: Language) -> &'static CardWords {
        &words::of(language).card
    }

    fn board(&self) -> &'static BoardStyle {
        &BOARD
    }

    fn pieces(&self) -> &'static [PieceStyle] {
        &PIECES
    }

    fn drawings(&self) -> &'static str {
        include_str!("pieces.svg")
    }

    fn other_drawings(&self) -> Option<&'static str> {
        Some(include_str!("plain.svg"))
    }

    fn bitmaps(&self) -> &'static [Bitmap] {
        &bitmaps::BITMAPS
    }

    fn art(&self) -> [(&'static str, Option<Piece>); 9] {
        let man = |side| Some(Piece::of(side, "man"));
        [
            ("dark", man(Side::Black)),
            ("light", None),
            ("dark", man(Side::Black)),
            ("light", None),
            ("dark", man(Side::White)),
            ("light", None),
            ("dark", None),
            ("light", None),
            ("dark", Some(Piece::of(Side::White, "crowned-man"))),
        ]
    }

    fn capabilities(&self) -> &'static Capabilities {
        &Capabilities { tallies_from_start: true, material_unit: 2, composed: true, ..Capabilities::SEARCHED }
    }

    fn example(&self) -> &'static str {
        "11-15"
    }

    /// The FEN of PDN.
    fn compose(&self, setup: &Composition<'_>) -> Option<String> {
        let of = |side: Side| -> String {
            let pieces = setup.cells.iter().filter_map(|&(name, piece)| {
                let piece = piece.filter(|piece| piece.side == Some(side.into()))?;
                Some(if piece.kind == "man" { name.to_owned() } else { format!("K{name}") })
            });
            pieces.collect::<Vec<_>>().join(",")
        };
        let side = if setup.side == Side::White { 'W' } else { 'B' };
        Some(format!("{side}:W{}:B{}", of(Side::White), of(Side::Black)))
    }

    fn starts(&self, language: Language) -> Vec<Offer> {
        vec![
            Offer::new("", language.words().interface.usual_start),
            Offer::new("giveaway", words::of(language).giveaway),
            Offer::new(openings::WORD, words::of(language).ballot),
        ]
    }

    /// `ballot` alone is a three-move opening that is drawn by lot, `ballot 126` the one with this number.
    fn with_seed(&self, text: &str, seed: u64) -> String {
        openings::drawn(text, seed).unwrap_or_else(|| text.to_owned())
    }

    fn describe(&self, start: &str, language: Language) -> Option<String> {
        let given_away = Giveaway::read_start(start).ok();
        let position = match given_away {
            Some(Giveaway(position)) => position,
            None => Position::read_start(start).ok()?,
        };
        let giveaway = words::of(language).giveaway;
        let other = position != Position::standard_start();
        described([
            given_away.map(|_| sentence(giveaway)),
            other.then(|| {
                let ballot = given_away.is_none().then(|| openings::described(&position, language));
                ballot.flatten().unwrap_or_else(|| language.words().other_position.to_owned())
            }),
        ])
    }

    fn kinds(&self) -> &'static [Kind] {
        const { &[Kind::perfect::<Checkers>().learnt_by(&School::<Checkers>::NEW), Kind::perfect::<GiveawayCheckers>().learnt_by(&School::<GiveawayCheckers>::NEW)] }
    }

    /// Squares have two names; scenes write the number.
    fn square_name(&self, text: &str) -> String {
        let square: Result<::checkers::Square, _> = text.parse();
        square.map_or_else(|_| text.to_ascii_lowercase(), |square| square.to_string())
    }

    /// Level 1 stands at 500, the others as far above it as matches between them said.
    fn level_ratings(&self) -> &'static [u16] {
        &[500, 760, 980, 1135, 1410, 1570, 1780, 1980, 2165]
    }

    /// `docs/chances.md` tells how they were fitted.
    fn chances(&self) -> Option<&'static Chances> {
        const { Some(&Chances { slopes: [0.327, 0.796], late: 129 }) }
    }

    fn matches(&self) -> Option<&'static Matches> {
        Some(&MATCHES)
    }

    fn bench(&self) -> u64 {
        players::bench_nodes::<Position>(&BENCH, 13)
    }
}
