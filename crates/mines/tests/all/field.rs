//! The rules, each as a sentence.

use game::{Game, Notation, Rules, Seat, Turn, Verdict, Viewer};
use mines::{
    Cell, Field, Illegal, Layout, Level, Move, MoveError, Rule, Seen, Start, Statistics, Status,
    Timed, View,
};
use proptest::prelude::*;

/// A board drawn with `*` for mines.
fn board(rows: &[&str]) -> Layout {
    let cells = rows.iter().enumerate().flat_map(|(y, row)| {
        let mines = row.bytes().enumerate().filter(|&(_, byte)| byte == b'*');
        mines.map(move |(x, _)| Cell { x: x as u8, y: y as u8 })
    });
    let cells: Vec<Cell> = cells.collect();
    let level = Level::new(rows[0].len() as u32, rows.len() as u32, cells.len() as u32).unwrap();
    Layout::from_mines(level, cells).unwrap()
}

fn played(field: Field, moves: &str) -> Field {
    moves.split(", ").fold(field, |field, text| field.play(field.read_move(text).unwrap()))
}

fn shown(field: &Field) -> String {
    let text = field.view(Viewer::Spectator).to_string();
    text.lines().skip(1).collect::<Vec<_>>().join(" ")
}

const CORRIDOR: [&str; 3] = ["*....", ".....", "....*"];

#[test]
fn a_cell_without_mines_around_opens_its_neighbours_and_so_on() {
    let field = Field::on(board(&CORRIDOR));
    assert_eq!(shown(&played(field.clone(), "e1")), "F1000 11011 0001F");
    assert_eq!(shown(&played(field, "b2")), "..... .1... .....");
}

#[test]
fn the_largest_board_opens_at_once() {
    let level = Level::new(200, 200, 1).unwrap();
    let field = Field::start(&Start::new(level, Rule::Opening, 1).unwrap());
    let field = played(field, "a1");
    assert!(field.seen().opened() > 39_000);
}

#[test]
fn the_game_is_won_when_every_free_cell_is_open_and_the_rest_is_flagged() {
    let field = played(Field::on(board(&["*.", ".."])), "b1, a2");
    assert_eq!(field.turn(), Turn::ToMove(Seat::Solo));
    let field = played(field, "b2");
    let outcome = field.turn().outcome().unwrap();
    assert_eq!(outcome.verdict, Verdict::Won(Seat::Solo));
    assert_eq!(outcome.to_string(), "The player wins: every cell without a mine is open");
    assert_eq!(shown(&field), "F1 11");
    assert_eq!(field.check(Move::Flag(Cell { x: 0, y: 0 })), Err(Illegal::GameOver));
}

#[test]
fn losing_shows_the_mine_that_was_hit_the_others_and_the_wrong_flags() {
    let field = played(Field::on(board(&["*..*", ".*..", "...."])), "flag a1, flag d3, b2");
    assert_eq!(shown(&field), "F..* .X.. ...x");
    assert_eq!(field.seen().status(), Status::Lost(Cell { x: 1, y: 1 }));
    let outcome = field.turn().outcome().unwrap();
    assert_eq!(outcome.verdict, Verdict::Lost);
    assert_eq!(outcome.to_string(), "Lost: there was a mine in b2");
}

#[test]
fn a_flag_keeps_a_cell_closed_and_can_be_put_before_the_first_click() {
    let start = Start::new(Level::BEGINNER, Rule::Safe, 3).unwrap();
    let field = played(Field::start(&start), "flag a1");
    assert!(field.layout().is_none());
    assert_eq!(field.seen().mines_left(), 9);
    let cell = Cell { x: 0, y: 0 };
    assert_eq!(field.check(Move::Open(cell)), Err(Illegal::Flagged(cell)));
    assert_eq!(played(field.clone(), "flag a1"), Field::start(&start));
    assert!(played(field, "i9").layout().is_some());
}

#[test]
fn an_opening_goes_round_a_flag() {
    let field = played(Field::on(board(&CORRIDOR)), "flag c1, e1");
    assert_eq!(shown(&field), ".1F00 11011 0001.");
}

#[test]
fn a_chord_needs_the_right_number_of_flags() {
    let cell = Cell { x: 1, y: 1 };
    let field = played(Field::on(board(&["*..", "...", "..*"])), "b2, flag a1");
    assert_eq!(
        field.check(Move::Chord(cell)),
        Err(Illegal::FlagsDoNotFit { cell, number: 2, flags: 1 })
    );
    let right = played(field.clone(), "flag c3, chord b2");
    assert_eq!(shown(&right), "F10 121 01F");
    assert_eq!(right.seen().status(), Status::Won);
    let wrong = played(field, "flag b1, c b2");
    assert_eq!(shown(&wrong), "Fx0 121 01X");
}

#[test]
fn illegal_moves_say_why() {
    let field = Field::on(board(&["*..", "...", "..."]));
    let field = played(field, "b2");
    let error = |text: &str| field.read_move(text).unwrap_err().to_string();
    assert_eq!(error("b2"), "b2 is open already");
    assert_eq!(error("open d1"), "d1 is not on a board of 3x3/1");
    assert_eq!(error("f b2"), "b2 is open already");
    assert_eq!(error("chord c3"), "c3 is not open: a chord starts from an open number");
    assert_eq!(error("chord b2"), "b2 shows 1 and has 0 flags around it: a chord needs as many");
    assert!(matches!(field.read_move("dig b2"), Err(MoveError::Unreadable(_))));
    assert!(matches!(field.read_move(""), Err(MoveError::Unreadable(_))));
}

#[test]
fn the_first_click_is_refused_where_there_is_no_room_for_an_opening() {
    let level = Level::new(3, 3, 5).unwrap();
    let field = Field::start(&Start::new(level, Rule::Opening, 0).unwrap());
    assert_eq!(
        field.read_move("b2").unwrap_err().to_string(),
        "an opening at b2 needs 9 cells without mines and the board has 4: click nearer to a corner"
    );
    assert_eq!(played(field, "a1").seen().status(), Status::Won);
}

#[test]
fn a_shared_board_starts_with_its_first_click_made() {
    let start = Start::new(Level::EXPERT, Rule::Opening, 5).unwrap();
    let clicked = played(Field::start(&start), "d4");
    let shared = Field::start(&start.opened_at(Cell { x: 3, y: 3 }).unwrap());
    assert_eq!(clicked, shared);
}

#[test]
fn statistics_count_clicks_time_and_value() {
    let layout = board(&["*....", ".....", "....*"]);
    assert_eq!(layout.three_bv(), 1);
    assert_eq!(board(&["*.*", "...", "*.*"]).three_bv(), 5);
    let mut field = Field::on(board(&["*..", "...", "..*"]));
    let moves: Vec<Timed> = ["flag a1", "b2", "flag c3", "chord b2"]
        .iter()
        .zip([0, 500, 900, 2500])
        .map(|(text, milliseconds)| {
            let mv = field.read_move(text).unwrap();
            let hidden = Statistics::of(&field, &[]);
            assert_eq!(hidden.board_value, None, "a running game does not tell");
            field = field.play(mv);
            Timed { milliseconds, mv }
        })
        .collect();
    let statistics = Statistics::of(&field, &moves);
    assert_eq!(statistics.milliseconds, 2000);
    assert_eq!(
        (statistics.clicks.open, statistics.clicks.flag, statistics.clicks.chord),
        (1, 2, 1)
    );
    let value = statistics.board_value.unwrap();
    assert_eq!((value.total, value.solved), (2, 2));
    assert_eq!(statistics.efficiency(), Some(0.5));
    assert_eq!(statistics.value_per_second(), Some(1.0));
}

/// The obvious way: click every area of zeros once, then every number still closed.
fn three_bv_by_clicking(layout: &Layout) -> u32 {
    let level = layout.level();
    let mut field = Field::on(layout.clone());
    let mut clicks = 0;
    for zeros in [true, false] {
        for index in 0..level.cells() {
            let cell = level.cell(index);
            let wanted = layout.number(cell).is_some_and(|number| (number == 0) == zeros);
            if wanted && field.make(Move::Open(cell)).is_ok() {
                clicks += 1;
            }
        }
    }
    assert_eq!(field.seen().status(), Status::Won);
    clicks
}

fn any_move(level: Level) -> impl Strategy<Value = Move> {
    (0..level.width(), 0..level.height(), 0..3_usize).prop_map(|(x, y, kind)| {
        let cell = Cell { x, y };
        [Move::Open(cell), Move::Flag(cell), Move::Chord(cell)][kind]
    })
}

proptest! {
    #[test]
    fn the_board_value_is_what_clicking_gives(seed: u64, mines in 1_u32..40) {
        let level = Level::new(9, 8, mines).unwrap();
        let layout = Layout::lay(level, Rule::Safe, seed, Cell { x: 0, y: 0 });
        prop_assert_eq!(layout.three_bv(), three_bv_by_clicking(&layout));
    }

    /// Two boards that agree on every open cell and its number look the same, whatever is below the
    /// closed cells.
    #[test]
    fn nothing_in_a_view_depends_on_closed_cells(
        seeds in (any::<u64>(), any::<u64>()),
        moves in prop::collection::vec(any_move(Level::new(5, 4, 4).unwrap()), 1..20),
    ) {
        let level = Level::new(5, 4, 4).unwrap();
        let lay = |seed| Field::on(Layout::lay(level, Rule::Safe, seed, Cell { x: 0, y: 0 }));
        let (mut one, mut other) = (lay(seeds.0), lay(seeds.1));
        for mv in moves {
            let (a, b) = (one.make(mv), other.make(mv));
            prop_assert_eq!(&a, &b, "the answer to a move tells the boards apart");
            let over = |field: &Field| field.seen().status() != Status::Running;
            let same_numbers = (0..level.cells()).all(|index| {
                let open = |field: &Field| matches!(field.seen().cells()[index], Seen::Number(_));
                let number = |field: &Field| field.layout().unwrap().number(level.cell(index));
                !(open(&one) || open(&other)) || number(&one) == number(&other)
            });
            if over(&one) || over(&other) || !same_numbers {
                break;
            }
            prop_assert_eq!(one.seen(), other.seen());
            prop_assert_eq!(one.seen().to_string(), other.seen().to_string());
        }
    }

    #[test]
    fn every_line_of_play_keeps_the_books(
        seed: u64, opening: bool,
        moves in prop::collection::vec(any_move(Level::BEGINNER), 1..60),
    ) {
        let rule = if opening { Rule::Opening } else { Rule::Safe };
        let mut field = Field::start(&Start::new(Level::BEGINNER, rule, seed).unwrap());
        for mv in moves {
            let legal = field.check(mv).is_ok();
            let mut made = field.clone();
            prop_assert_eq!(made.make(mv).is_ok(), legal);
            if !legal {
                prop_assert_eq!(&made, &field);
                continue;
            }
            prop_assert_eq!(field.read_move(&field.write_move(mv)), Ok(mv));
            prop_assert_eq!(&field.play(mv), &made);
            if field.layout().is_none() && matches!(mv, Move::Open(_)) {
                prop_assert!(!matches!(made.seen().status(), Status::Lost(_)));
            }
            field = made;
        }
        let running = field.seen().status() == Status::Running;
        if running {
            let text = field.seen().to_string();
            prop_assert_eq!(&text.parse::<View>().unwrap(), field.seen());
        }
        prop_assert_eq!(running, field.turn() == Turn::ToMove(Seat::Solo));
    }

    #[test]
    fn any_text_of_a_move_is_read_or_refused(text in "\\PC{0,16}|[ofc] ?[a-z]{1,2}[0-9]{1,3}") {
        let field = Field::start(&Field::standard_start());
        let _ = field.read_move(&text);
    }
}
