//! Four in a row: a whole game in one folder.

mod learn;
mod notation;
mod rules;
mod search;
mod solver;
mod spanish;
mod words;

use crate::board::{board, marks};
use crate::{described, said};
use players::SearchMind;
use ::learn::School;
use game::{Notation, Perfect, Side};
use table::card::{BoardStyle, Kind, PieceStyle, ShadeStyle};
use table::menu::Offer;
use table::scene::{Cell, Choice, Colour, Mark, Picture, Piece};
use table::{Card, CardWords, Chances, Language, Mind, Playable, fill};

pub use notation::{Fault, StartError};
pub use rules::{Column, Ending, Illegal, Position};

pub struct FourCard;

pub const CARD: FourCard = FourCard;

impl Card for FourCard {
    fn name(&self) -> &'static str {
        "four"
    }

    fn words(&self, language: Language) -> &'static CardWords {
        &words::of(language).card
    }

    fn board(&self) -> &'static BoardStyle {
        const FRAME: ShadeStyle = ShadeStyle {
            name: "frame",
            colours: ["#2f5f9e", "#284f82"],
            themed: [["#7a5c3e", "#614830"], ["#23707c", "#1b5963"], ["#4f5964", "#3c444d"]],
            ink: "#eef3fa",
            mark: "#ffffff",
            edge: Some(["#254d82", "#1d3c64"]),
            terminal: [67, 111],
            empty: ['.', '·'],
        };
        const { &BoardStyle::still(&[FRAME]) }
    }

    fn pieces(&self) -> &'static [PieceStyle] {
        const {
            &[
                PieceStyle::of(Colour::White, "disc", ['X', '●'], "red-disc").in_colour(31),
                PieceStyle::of(Colour::Black, "disc", ['O', '○'], "yellow-disc").in_colour(33),
            ]
        }
    }

    fn drawings(&self) -> &'static str {
        include_str!("pieces.svg")
    }

    fn other_drawings(&self) -> Option<&'static str> {
        Some(include_str!("plain.svg"))
    }

    fn art(&self) -> [(&'static str, Option<Piece>); 9] {
        let [red, yellow] = Side::BOTH.map(|side| Some(Piece::of(side, "disc")));
        [None, None, red, None, red, yellow, red, yellow, yellow].map(|disc| ("frame", disc))
    }

    fn example(&self) -> &'static str {
        "d"
    }

    fn starts(&self, _: Language) -> Vec<Offer> {
        let sizes = [("", "7 × 6"), ("6x5", "6 × 5"), ("8x7", "8 × 7")];
        sizes.map(|(value, label)| Offer::new(value, label)).into()
    }

    fn describe(&self, start: &str, language: Language) -> Option<String> {
        describe::<7, 6>(start, language)
            .or_else(|| describe::<6, 5>(start, language))
            .or_else(|| describe::<8, 7>(start, language))
    }

    /// Level 1 stands at 500, the others as far above it as matches between them said.
    fn level_ratings(&self) -> &'static [u16] {
        &[500, 551, 625, 694, 852, 1001, 1057, 1348, 1483]
    }

    /// `docs/chances.md` tells how they were fitted.
    fn chances(&self) -> Option<&'static Chances> {
        const { Some(&Chances { slopes: [0.516, 0.366], late: 22 }) }
    }

    fn kinds(&self) -> &'static [Kind] {
        const {
            &[
                Kind::perfect::<Position<7, 6>>().learnt_by(&School::<Position<7, 6>>::NEW),
                Kind::perfect::<Position<6, 5>>().learnt_by(&School::<Position<6, 5>>::NEW),
                Kind::perfect::<Position<8, 7>>().learnt_by(&School::<Position<8, 7>>::NEW),
            ]
        }
    }
}

/// What there is to know of a start on a board of this size.
fn describe<const COLUMNS: usize, const ROWS: usize>(
    start: &str,
    language: Language,
) -> Option<String> {
    let position = <Position<COLUMNS, ROWS> as Notation>::read_start(start).ok()?;
    let size = fill(words::of(language).size, &[&COLUMNS.to_string(), &ROWS.to_string()]);
    let other = language.words().other_position;
    described([Some(size), (position != Position::EMPTY).then(|| other.to_owned())])
}

impl<const COLUMNS: usize, const ROWS: usize> Playable for Position<COLUMNS, ROWS> {
    type Game = Self;

    const CARD: &'static dyn Card = &CARD;

    fn position_text(position: &Self) -> Option<String> {
        Some(Self::write_start(position))
    }

    fn picture(view: &Self, last: Option<Column>) -> Picture {
        let landed = last.and_then(|column| {
            let top = view.landing_row(column).unwrap_or(ROWS);
            Some((usize::from(column.0), top.checked_sub(1)?))
        });
        board(COLUMNS, ROWS, true, |column, line| {
            let row = ROWS - 1 - line;
            Cell {
                name: format!("{}{}", Column(column as u8), row + 1),
                shade: "frame",
                piece: view.cell(column, row).map(|side| Piece::of(side, "disc")),
                marks: marks([
                    (Mark::LastMove, landed == Some((column, row))),
                    (Mark::Winning, view.is_in_four(column, row)),
                ]),
            }
        })
    }

    /// Any cell of a column means the column.
    fn choices(view: &Self) -> Vec<Choice> {
        let name = |column: Column, row: usize| format!("{column}{}", row + 1);
        let choice = |&column: &Column| {
            let landing = view.landing_row(column).unwrap_or_default();
            let others = (0..ROWS).filter(|&row| row != landing);
            Choice {
                path: vec![name(column, landing)],
                mv: column.to_string(),
                places: Some(Piece::of(view.side_to_move(), "disc")),
                also: others.map(|row| name(column, row)).collect(),
            }
        };
        view.moves().iter().map(choice).collect()
    }

    fn mind() -> Box<dyn Mind> {
        Box::new(SearchMind::<Self>::default())
    }

    fn why_no_start(error: &StartError, language: Language) -> String {
        said(error, language)
    }

    fn why_not(error: &Illegal, language: Language) -> String {
        said(error, language)
    }

    fn ending_words(ending: Ending, language: Language) -> &'static str {
        words::of(language).ending(ending)
    }
}
