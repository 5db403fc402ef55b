//! Chess, Chess960 included.

mod bitmaps;
mod learn;
mod openings;
mod record;
mod spanish;
mod table;
mod words;

use ::chess::Position;
use ::chess::engine::RATINGS;
use ::table::card::{
    Bitmap, BoardStyle, Composition, Coordinates, Kind, Matches, PieceStyle, ShadeStyle,
};
use ::table::menu::Offer;
use ::table::scene::{Colour, Piece};
use ::table::{Capabilities, Card, CardWords, Chances, Language, fill};
use ::learn::School;
use game::{Notation, Side};

/// The rules of chess at a table.
pub struct Chess;

pub struct ChessCard;

pub const CARD: ChessCard = ChessCard;

const BOARD: BoardStyle = BoardStyle {
    turns: true,
    coordinates: Coordinates::Edge,
    shades: &[
        ShadeStyle {
            name: "light",
            colours: ["#ece2cf", "#c9c0ae"],
            themed: [["#f0deb9", "#d2bb94"], ["#e4eaf0", "#bfcad4"], ["#e9e9e7", "#c6c7c8"]],
            ink: "#3f3a30",
            mark: "#0d4f66",
            edge: None,
            terminal: [230, 186],
            empty: ['.', '.'],
        },
        ShadeStyle {
            name: "dark",
            colours: ["#93a287", "#6f7f66"],
            themed: [["#c0936a", "#9c7a59"], ["#93acc3", "#70879c"], ["#a5a9ad", "#81878d"]],
            ink: "#1f261b",
            mark: "#0d4f66",
            edge: None,
            terminal: [179, 186],
            empty: ['.', '.'],
        },
    ],
    home_rows: true,
    narrow: false,
};

const PIECES: [PieceStyle; 12] = [
    PieceStyle::of(Colour::White, "pawn", ['P', '♙'], "pawn"),
    PieceStyle::of(Colour::White, "knight", ['N', '♘'], "knight"),
    PieceStyle::of(Colour::White, "bishop", ['B', '♗'], "bishop"),
    PieceStyle::of(Colour::White, "rook", ['R', '♖'], "rook"),
    PieceStyle::of(Colour::White, "queen", ['Q', '♕'], "queen"),
    PieceStyle::of(Colour::White, "king", ['K', '♔'], "king"),
    PieceStyle::of(Colour::Black, "pawn", ['p', '♟'], "pawn"),
    PieceStyle::of(Colour::Black, "knight", ['n', '♞'], "knight"),
    PieceStyle::of(Colour::Black, "bishop", ['b', '♝'], "bishop"),
    PieceStyle::of(Colour::Black, "rook", ['r', '♜'], "rook"),
    PieceStyle::of(Colour::Black, "queen", ['q', '♛'], "queen"),
    PieceStyle::of(Colour::Black, "king", ['k', '♚'], "king"),
];

/// The rights to castle, as FEN writes them.
const RIGHTS: [&str; 4] = ["K", "Q", "k", "q"];

const MATCHES: Matches = Matches {
    random_plies: 8,
    balanced_within: 0.8,
    win_by: Some(10.0),
    openings: None,
    read_openings: Some(("EPD or PGN", openings::read)),
    annotate: record::annotate,
};

/// Openings, middle games and endings.
const BENCH: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8",
    "2rq1rk1/pb1n1ppp/1p2pn2/3p4/1b1P1B2/2NBPN2/PP2QPPP/2R2RK1 w - - 4 13",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1BR2K1 b - - 1 13",
    "3r1rk1/p4ppp/1p2p3/2q5/4n3/P1Q1PN2/1P3PPP/2R2RK1 w - - 0 20",
    "8/5pk1/4p1p1/3pP2p/3P1P1P/3K2P1/8/8 w - - 0 40",
    "8/8/1p1k4/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 50",
    "4r1k1/5ppp/8/2p5/1p6/1P4P1/P4P1P/3R2K1 w - - 0 30",
    "6k1/1b3pp1/p3p2p/1p6/1P1N4/P3PP2/5KPP/8 w - - 0 30",
    "1k1r3r/ppq2p2/2pbpn2/6pp/3P4/2P1BN1P/PPQ2PP1/R3R1K1 w - - 0 18",
];

impl Card for ChessCard {
    fn name(&self) -> &'static str {
        "chess"
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

    fn letters(&self, language: Language) -> &'static [(&'static str, &'static str)] {
        match language {
            Language::English => &[],
            Language::Spanish => &[("K", "R"), ("Q", "D"), ("R", "T"), ("B", "A"), ("N", "C")],
        }
    }

    fn bitmaps(&self) -> &'static [Bitmap] {
        &bitmaps::BITMAPS
    }

    fn art(&self) -> [(&'static str, Option<Piece>); 9] {
        let white = |kind| Some(Piece::of(Side::White, kind));
        let black = |kind| Some(Piece::of(Side::Black, kind));
        [
            ("light", black("rook")),
            ("dark", None),
            ("light", black("king")),
            ("dark", None),
            ("light", white("knight")),
            ("dark", black("pawn")),
            ("light", white("queen")),
            ("dark", None),
            ("light", white("bishop")),
        ]
    }

    fn capabilities(&self) -> &'static Capabilities {
        &Capabilities {
            uci: true,
            material_unit: 1,
            tallies_from_start: true,
            composed: true,
            worths: true,
            ..Capabilities::SEARCHED
        }
    }

    fn example(&self) -> &'static str {
        "Nf3"
    }

    /// FEN, with the pieces where they stand.
    fn compose(&self, setup: &Composition<'_>) -> Option<String> {
        // An empty square counts one.
        let letter = |&(_, piece): &(_, Option<Piece>)| {
            let style = PIECES.iter().find(|style| Some(style.piece()) == piece);
            style.map_or('1', |style| style.letters[0])
        };
        let rows: Vec<String> =
            setup.cells.chunks(8).map(|row| row.iter().map(letter).collect()).collect();
        let side = if setup.side == Side::White { 'w' } else { 'b' };
        let granted = |right: &&str| setup.rights.contains(right);
        let rights: String = RIGHTS.into_iter().filter(granted).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        Some(format!("{} {side} {rights} - 0 1", rows.join("/")))
    }

    fn rights(&self, language: Language) -> Vec<Offer> {
        let names = words::of(language).rights;
        RIGHTS.into_iter().zip(names).map(|(value, name)| Offer::new(value, name)).collect()
    }

    fn rights_in(&self, position: &str) -> Vec<String> {
        let field = position.split_whitespace().nth(2).unwrap_or_default();
        RIGHTS.into_iter().filter(|right| field.contains(right)).map(str::to_owned).collect()
    }

    fn starts(&self, language: Language) -> Vec<Offer> {
        let words = words::of(language);
        vec![
            Offer::new("", language.words().interface.usual_start),
            Offer::new("chess960", words.chess960),
        ]
    }

    fn describe(&self, start: &str, language: Language) -> Option<String> {
        let position = Position::read_start(start).ok()?;
        if position == Position::standard_start() {
            return None;
        }
        // All 960 have every piece on the board: another position is not compared with them.
        let number = (position.board().occupied().count() == 32)
            .then(|| (0..960).find(|&number| Position::chess960(number) == Some(position)))
            .flatten();
        Some(match number {
            Some(number) => fill(words::of(language).chess960_start, &[&number.to_string()]),
            None => language.words().other_position.to_owned(),
        })
    }

    fn kinds(&self) -> &'static [Kind] {
        const { &[Kind::perfect::<Chess>().learnt_by(&School::<Chess>::NEW)] }
    }

    /// `chess960` alone is one of the 960 starts, drawn by lot.
    fn with_seed(&self, text: &str, seed: u64) -> String {
        match text.trim() {
            "chess960" => format!("chess960:{}", seed % 960),
            other => other.to_owned(),
        }
    }

    fn level_ratings(&self) -> &'static [u16] {
        &RATINGS[..9]
    }

    /// `docs/chances.md` tells how they were fitted.
    fn chances(&self) -> Option<&'static Chances> {
        const { Some(&Chances { slopes: [0.356, 0.284], late: 101 }) }
    }

    fn matches(&self) -> Option<&'static Matches> {
        Some(&MATCHES)
    }

    fn bench(&self) -> u64 {
        players::bench_nodes::<Position>(&BENCH, 11)
    }
}
