//! Othello, on the usual board, on smaller ones and on a larger one.

mod learn;
mod record;
mod spanish;
mod table;
mod words;

use crate::described;
use ::othello::{Position, Rows, Size};
use ::table::card::{
    BoardStyle, Composition, Kind, Matches, PieceStyle, ShadeStyle,
};
use ::table::menu::Offer;
use ::table::record::Listing;
use ::table::scene::{Colour, Piece};
use ::table::{Capabilities, Card, CardWords, Chances, Language, Playable, fill, sentence};
use ::learn::School;
use game::{Seat, Side};

/// The rules of Othello on a board with `N` rows, at a table.
pub struct Othello<const N: usize>;

pub struct OthelloCard;

pub const CARD: OthelloCard = OthelloCard;

/// A board without sides is always read from a1 at the top left.
const BOARD: BoardStyle = BoardStyle::still(&[ShadeStyle {
    name: "felt",
    colours: ["#2f7a57", "#25634a"],
    themed: [["#7d5f3f", "#664d34"], ["#2f6b86", "#26566d"], ["#5b646d", "#454d55"]],
    ink: "#eef6f1",
    mark: "#ffe9a8",
    edge: Some(["#235c41", "#1a4a36"]),
    terminal: [71, 78],
    empty: ['.', '·'],
}]);

const PIECES: [PieceStyle; 2] = [
    PieceStyle::of(Colour::White, "disc", ['O', '○'], "white-disc"),
    PieceStyle::of(Colour::Black, "disc", ['X', '●'], "black-disc"),
];

const MATCHES: Matches = Matches {
    random_plies: 8,
    balanced_within: 8.0,
    // It has at most sixty moves, and the last discs decide.
    win_by: None,
    openings: None,
    read_openings: None,
    annotate: record::annotate,
};

/// Black on d4 and e5, in OBF.
const CROSSED_START: &str = "---------------------------XO------OX--------------------------- X;";

const BENCH: [&str; 2] = [
    "---------------------------OX------XO--------------------------- X;",
    "-------------------X--X---XXXO---OXXXO--OOXXX----OX-X----------- O;",
];

impl Card for OthelloCard {
    fn name(&self) -> &'static str {
        "othello"
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

    fn letters(&self, language: Language) -> &'static [(&'static str, &'static str)] {
        match language {
            Language::English => &[],
            Language::Spanish => &[("pass", "paso")],
        }
    }

    fn art(&self) -> [(&'static str, Option<Piece>); 9] {
        let (white, black) =
            (Some(Piece::of(Side::White, "disc")), Some(Piece::of(Side::Black, "disc")));
        [None, black, white, white, white, black, black, white, None].map(|disc| ("felt", disc))
    }

    fn example(&self) -> &'static str {
        "f5"
    }

    fn capabilities(&self) -> &'static Capabilities {
        &Capabilities { composed: true, gtp: true, tallies_are_score: true, ..Capabilities::SEARCHED }
    }

    /// OBF.
    fn compose(&self, setup: &Composition<'_>) -> Option<String> {
        let letter = |&(_, piece): &(_, Option<Piece>)| {
            let style = PIECES.iter().find(|style| Some(style.piece()) == piece);
            style.map_or('-', |style| style.letters[0])
        };
        let board: String = setup.cells.iter().map(letter).collect();
        Some(format!("{board} {};", if setup.side == Side::Black { 'X' } else { 'O' }))
    }

    fn starts(&self, language: Language) -> Vec<Offer> {
        let words = words::of(language);
        vec![
            Offer::new("", language.words().interface.usual_start),
            Offer::new(CROSSED_START, words.crossed_start),
            Offer::new("6x6", "6 × 6"),
            Offer::new("4x4", "4 × 4"),
            Offer::new("10x10", "10 × 10"),
        ]
    }

    fn describe(&self, start: &str, language: Language) -> Option<String> {
        let crossed = Othello::<8>::read_start(CROSSED_START).ok().map(|opening| opening.start);
        if crossed.is_some() && Othello::<8>::read_start(start).ok().map(|o| o.start) == crossed {
            return Some(sentence(words::of(language).crossed_start));
        }
        describe::<8>(start, language)
            .or_else(|| describe::<6>(start, language))
            .or_else(|| describe::<4>(start, language))
            .or_else(|| describe::<10>(start, language))
            .flatten()
    }

    fn kinds(&self) -> &'static [Kind] {
        const {
            &[
                Kind::perfect::<Othello<8>>().learnt_by(&School::<Othello<8>>::NEW),
                Kind::perfect::<Othello<6>>().learnt_by(&School::<Othello<6>>::NEW),
                Kind::perfect::<Othello<4>>().learnt_by(&School::<Othello<4>>::NEW),
                // What learners keep has room for 64 cells.
                Kind::perfect::<Othello<10>>(),
            ]
        }
    }

    /// Level 1 stands at 500, the others as far above it as matches between them said.
    fn level_ratings(&self) -> &'static [u16] {
        &[500, 585, 705, 925, 1110, 1310, 1630, 1960, 2320]
    }

    /// `docs/chances.md` tells how they were fitted.
    fn chances(&self) -> Option<&'static Chances> {
        const { Some(&Chances { slopes: [0.0, 0.114], late: 53 }) }
    }

    fn matches(&self) -> Option<&'static Matches> {
        Some(&MATCHES)
    }

    fn list_games(&self, part: &[u8], is_last: bool) -> Listing {
        // A transcript is a list of moves and has no marks.
        record::list(part, is_last)
    }

    fn bench(&self) -> u64 {
        players::bench_nodes::<Position<8>>(&BENCH, 9)
    }
}

/// What there is to know of a start on a board with so many rows; `None` where it is of another board.
#[allow(clippy::option_option)]
fn describe<const N: usize>(start: &str, language: Language) -> Option<Option<String>>
where
    Othello<N>: Playable<Game = Position<N>>,
    Rows<N>: Size,
{
    let position = Othello::<N>::read_start(start).ok()?.start;
    let size = fill(words::of(language).size, &[&N.to_string(), &N.to_string()]);
    let other = language.words().other_position;
    Some(described([
        (N != 8).then_some(size),
        (position != Position::standard()).then(|| other.to_owned()),
    ]))
}
