//! The rules and the notation: published figures, a board of plain cells beside the fast one, laws.

use game::{Game, GameTree, Notation, Perfect, Rules, Seat, Side, Tree, Turn, Valued, Verdict};
use game::{laws, minimax, perft};
use games::four::{Column, Ending, Fault, Illegal, Position, StartError};
use proptest::prelude::*;
use search::Searchable;

type Usual = Position<7, 6>;

/// The board in the obvious way: cells, and a walk in each direction.
#[derive(Clone)]
struct Plain<const COLUMNS: usize, const ROWS: usize> {
    cells: [[Option<Side>; ROWS]; COLUMNS],
    to_move: Side,
}

impl<const COLUMNS: usize, const ROWS: usize> Plain<COLUMNS, ROWS> {
    fn of(position: &Position<COLUMNS, ROWS>) -> Self {
        let cells = std::array::from_fn(|c| std::array::from_fn(|r| position.cell(c, r)));
        Plain { cells, to_move: position.side_to_move() }
    }

    fn at(&self, column: isize, row: isize) -> Option<Side> {
        let column = self.cells.get(usize::try_from(column).ok()?)?;
        *column.get(usize::try_from(row).ok()?)?
    }

    fn winner(&self) -> Option<Side> {
        let cells = (0..COLUMNS as isize).flat_map(|c| (0..ROWS as isize).map(move |r| (c, r)));
        let mut lines =
            cells.flat_map(|cell| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|way| (cell, way)));
        lines.find_map(|((c, r), (right, up))| {
            let line = [0, 1, 2, 3].map(|i| self.at(c + i * right, r + i * up));
            line[0].filter(|_| line.iter().all(|&cell| cell == line[0]))
        })
    }

    fn moves(&self) -> Vec<usize> {
        let free = |&column: &usize| self.cells[column].contains(&None);
        if self.winner().is_some() { Vec::new() } else { (0..COLUMNS).filter(free).collect() }
    }

    fn play(&self, column: usize) -> Self {
        let mut next = self.clone();
        *next.cells[column].iter_mut().find(|cell| cell.is_none()).unwrap() = Some(self.to_move);
        next.to_move = !self.to_move;
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().into_iter().map(|column| self.play(column).perft(depth - 1)).sum()
    }
}

fn after(moves: &str) -> Usual {
    let play = |at: Usual, text: &str| at.play(at.read_move(text).unwrap());
    moves.split("").filter(|text| !text.is_empty()).fold(Usual::EMPTY, play)
}

fn start_error(text: &str) -> String {
    Usual::read_start(text).unwrap_err().to_string()
}

#[test]
fn perft_gives_the_published_figures() {
    let figures = [1, 7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, lines) in figures.into_iter().enumerate() {
        assert_eq!(perft(&Usual::EMPTY, depth as u32), lines, "depth {depth}");
    }
}

#[test]
fn every_board_is_counted_as_the_plain_one_counts_it() {
    fn agree<const COLUMNS: usize, const ROWS: usize>() {
        let start = Position::<COLUMNS, ROWS>::EMPTY;
        for depth in 0..=6 {
            assert_eq!(perft(&start, depth), Plain::of(&start).perft(depth), "{COLUMNS}x{ROWS}");
        }
        // Deep enough for columns to be full and games to be won.
        let line = laws::playout(start, &[3, 3, 3, 3, 3, 2, 0, 1, 4, 4, 1, 3, 2, 5, 2, 1]);
        let last = line[line.len() - 1];
        assert_eq!(perft(&last, 6), Plain::of(&last).perft(6), "{COLUMNS}x{ROWS}");
    }
    agree::<7, 6>();
    agree::<6, 5>();
    agree::<8, 7>();
}

#[test]
fn red_begins_and_discs_fall_on_one_another() {
    assert_eq!(Usual::EMPTY.turn(), Turn::ToMove(Seat::Side(Side::White)));
    let position = after("dda");
    assert_eq!(Usual::write_start(&position), "......./......./......./......./...Y.../R..R... y");
    assert_eq!(position.landing_row(Column(3)), Some(2));
    assert_eq!(position.cell(3, 1), Some(Side::Black));
    assert_eq!((position.cell(3, 2), position.cell(7, 0), position.cell(0, 6)), (None, None, None));
}

#[test]
fn four_in_a_line_win_in_every_direction() {
    for moves in ["aabbccd", "abababa", "abbccdcddgd", "gffeededdad"] {
        let end = after(moves);
        let outcome = end.turn().outcome().expect(moves);
        assert_eq!(outcome.verdict, Verdict::won_by(Side::White), "{moves}");
        assert_eq!(outcome.reason, Ending::FourInALine);
        assert_eq!((end.count_moves(), end.valuation()), (0, -1.0), "{moves}");
        let marked = (0..7).flat_map(|c| (0..6).map(move |r| (c, r)));
        assert_eq!(marked.filter(|&(c, r)| end.is_in_four(c, r)).count(), 4, "{moves}");
    }
}

#[test]
fn a_line_does_not_go_round_the_edge() {
    // With e1, f1 and g1, a2 would be the next if the rows were one long row.
    let round = Usual::read_start("......./......./......./......./RY...../YY..RRR y").unwrap();
    assert_eq!(round.turn(), Turn::ToMove(Seat::Side(Side::Black)));
}

#[test]
fn a_full_board_is_a_draw() {
    let text = "YYRYYRY/RRYRRYR/YYRYYRY/RRYRRYR/YYRYYRY/RRYRRYR r";
    let end = Usual::read_start(text).unwrap();
    let outcome = end.turn().outcome().unwrap();
    assert_eq!((outcome.verdict, outcome.reason), (Verdict::Draw, Ending::BoardFull));
    assert_eq!(end.valuation(), 0.0);
    assert_eq!(end.read_move("a").unwrap_err().to_string(), "the game is over: the board is full");
}

#[test]
fn minimax_finishes_its_line_and_blocks_the_other() {
    let best = minimax(&GameTree::new(after("aabbcc")).prune(3));
    assert_eq!((best.value, best.line), (1.0, vec![Column(3)]));
    let best = minimax(&GameTree::new(after("aabbc")).prune(2));
    assert_eq!(best.line[0], Column(3));
}

#[test]
fn moves_are_read_by_letter_by_number_and_with_any_row() {
    for text in ["d", "D", "4", "d1", "d6", " d "] {
        assert_eq!(Usual::EMPTY.read_move(text), Ok(Column(3)), "{text}");
    }
    let refused = |position: Usual, text| position.read_move(text).unwrap_err().to_string();
    for text in ["h", "8", "h1", "", "{", "@1", "Z", "d7", "d0", "0", "dd", "é", "d10", "1d"] {
        let error = refused(Usual::EMPTY, text);
        assert_eq!(error, format!("a move is a column, a to g, not {text:?}"));
    }
    assert_eq!(refused(after("dddddd"), "d"), "column d is full");
    assert_eq!(refused(after("abababa"), "c"), "the game is over: four in a line");
    for column in [7, 63, 200, 255].map(Column) {
        let refused = Illegal::NotAColumn(column.to_string(), Column(6));
        assert_eq!(Usual::EMPTY.check(column), Err(refused));
        let _ = Usual::EMPTY.play(column);
    }
}

#[test]
fn the_name_of_a_size_is_its_empty_board_alone() {
    assert_eq!(Usual::read_start(" 7x6 "), Ok(Usual::EMPTY));
    assert_eq!(Position::<6, 5>::read_start("6x5"), Ok(Position::EMPTY));
    assert_eq!(Position::<8, 7>::read_start("8X7"), Ok(Position::EMPTY));
    assert_eq!(start_error("6x5"), "a board of 7x6 was expected, and this one has 6x5");
    let small = Position::<6, 5>::write_start(&Position::EMPTY);
    assert_eq!(start_error(&small), "a board of 7x6 was expected, and this one has 6x5");
}

#[test]
fn what_is_wrong_with_a_start_is_said() {
    let expected = "rows from the top with / between them and then r or y were expected, not ";
    for text in ["", "x", "7x", "......./.......", "......./....... g"] {
        assert_eq!(start_error(text), format!("{expected}{text:?}"));
    }
    assert_eq!(
        start_error("......./....../......./......./......./....... r"),
        "a board of 7x6 was expected, and this one has 6x6"
    );
    assert_eq!(
        start_error("......./......./......./......./......./...é... r"),
        "row 6 from the top, column d: a cell is R, Y or a full stop, not 'é'"
    );
}

#[test]
fn every_fault_of_a_board_is_listed() {
    let text = "......./......./......./......./R...R.Y/RRRR.YY r";
    assert_eq!(
        start_error(text),
        "the disc on e2 has nothing under it; with 6 red and 3 yellow it cannot be the turn of Red; \
         Red has four in a line already and cannot be to move"
    );
    let both = Usual::read_start("......./......./......./......./YYYY.../RRRR... r");
    assert_eq!(both, Err(StartError::Invalid(vec![Fault::MoverHasFour(Side::White)])));
    let turn = Fault::Turn(0, 0, Side::Black);
    let empty = Usual::read_start("......./......./......./......./......./....... y");
    assert_eq!(empty, Err(StartError::Invalid(vec![turn])));
}

/// The same position with its columns the other way round.
fn mirrored<const COLUMNS: usize, const ROWS: usize>(
    position: &Position<COLUMNS, ROWS>,
) -> Position<COLUMNS, ROWS> {
    let text = Position::write_start(position);
    let (board, side) = text.split_once(' ').unwrap();
    let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
    Position::read_start(&format!("{} {side}", rows.join("/"))).unwrap()
}

fn everything_holds_along<const COLUMNS: usize, const ROWS: usize>(choices: &[u32]) {
    for position in laws::playout(Position::<COLUMNS, ROWS>::EMPTY, choices) {
        laws::hold_in(&position);
        laws::notation_holds_in(&position);
        laws::valuation_holds_in(&position);
        let plain = Plain::of(&position);
        let columns: Vec<usize> = position.moves().iter().map(|c| usize::from(c.0)).collect();
        assert_eq!(columns, plain.moves(), "{position:?}");
        let winner = position.turn().outcome().and_then(|outcome| outcome.verdict.winner());
        assert_eq!(winner, plain.winner(), "{position:?}");
        assert_eq!(Position::read_start(&Position::write_start(&position)), Ok(position));
        let mirror = mirrored(&position);
        assert_eq!(mirror.count_moves(), position.count_moves());
        assert_eq!(mirror.balance(), position.balance());
        assert_eq!(mirrored(&mirror), position);
    }
}

proptest! {
    #[test]
    fn everything_holds_along_random_games(choices in prop::collection::vec(any::<u32>(), 0..60)) {
        everything_holds_along::<7, 6>(&choices);
        everything_holds_along::<6, 5>(&choices);
        everything_holds_along::<8, 7>(&choices);
    }

    #[test]
    fn different_positions_have_different_keys(
        one in prop::collection::vec(0..3u32, 0..12),
        other in prop::collection::vec(0..3u32, 0..12),
    ) {
        let [one, other] = [one, other].map(|choices| laws::playout(Usual::EMPTY, &choices));
        let (one, other) = (one[one.len() - 1], other[other.len() - 1]);
        prop_assert_eq!(one.key() == other.key(), one == other);
    }

    #[test]
    fn random_texts_are_read_or_refused(
        text in "([.RYry]{5,8}/){4,6}[.RYry]{5,8} [ry]|[78][xX][67]|[a-h1-9]{0,3}|.{0,120}",
    ) {
        let size = text.contains(['x', 'X']);
        for read in [
            Usual::read_start(&text).map(|start| Usual::write_start(&start)),
            Position::<6, 5>::read_start(&text).map(|start| Position::write_start(&start)),
            Position::<8, 7>::read_start(&text).map(|start| Position::write_start(&start)),
        ] {
            match read {
                Ok(written) => prop_assert!(size || text.trim().eq_ignore_ascii_case(&written)),
                Err(error) => prop_assert!(error.to_string().len() < 4000),
            }
        }
        match Usual::EMPTY.read_move(&text) {
            Ok(column) => prop_assert_eq!(Usual::EMPTY.check(column), Ok(())),
            Err(error) => prop_assert!(error.to_string().len() < 200),
        }
    }

    #[test]
    fn a_damaged_start_is_read_or_refused(
        choices in prop::collection::vec(any::<u32>(), 0..42),
        at in 0..55usize,
        given in prop::sample::select(vec!['.', 'R', 'Y', '/', ' ', 'r', 'y', 'x', 'é', '\0']),
    ) {
        let game = laws::playout(Usual::EMPTY, &choices);
        let mut text: Vec<char> = Usual::write_start(&game[game.len() - 1]).chars().collect();
        let place = at.min(text.len() - 1);
        text[place] = given;
        if let Ok(start) = Usual::read_start(&text.iter().collect::<String>()) {
            laws::hold_in(&start);
            laws::valuation_holds_in(&start);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_kept_tree_the_plain_tree_and_plain_recursion_agree(
        choices in prop::collection::vec(any::<u32>(), 0..42),
        cap in prop_oneof![Just(100_000usize), 0..300usize],
    ) {
        let game = laws::playout(Usual::EMPTY, &choices);
        laws::trees_agree_along(&game[game.len().saturating_sub(5)..], 4, cap);
    }
}

#[test]
fn a_disc_falls_down_for_both_sides() {
    let mut position = Position::<7, 6>::EMPTY;
    for row in 1..=6 {
        let [choice] = &<Position<7, 6> as table::Playable>::choices(&position)[3..4] else {
            panic!()
        };
        assert_eq!(choice.path, [format!("d{row}")]);
        assert_eq!(choice.also.len(), 5, "any cell of the column means it");
        position = position.play(Column(3));
        let picture = <Position<7, 6> as table::Playable>::picture(&position, Some(Column(3)));
        let (cell, last) = (&picture.cells[(6 - row) * 7 + 3], picture.cells.last().unwrap());
        assert_eq!((cell.name.as_str(), last.name.as_str()), (choice.path[0].as_str(), "g1"));
        assert_eq!(cell.marks, [table::scene::Mark::LastMove]);
        assert_eq!(cell.piece, choice.places);
    }
}

fn discs_on<const COLUMNS: usize, const ROWS: usize>(position: Position<COLUMNS, ROWS>) -> u32 {
    let cells = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)));
    cells.filter(|&(column, row)| position.cell(column, row).is_some()).count() as u32
}

/// The position after so many random moves from a seed; `None` where the game ends before.
fn random_position<const COLUMNS: usize, const ROWS: usize>(
    seed: u32,
    discs: u32,
) -> Option<Position<COLUMNS, ROWS>> {
    let choice = |number: u32| (seed * 100 + number).wrapping_mul(0x9e37_79b9) >> 7;
    let choices: Vec<u32> = (0..discs).map(choice).collect();
    let reached = laws::playout(Position::EMPTY, &choices).last().copied()?;
    let all_played = discs_on(reached) == discs;
    (all_played && reached.can_move()).then_some(reached)
}

/// How many cells are empty at the end, plus one, as a positive number where the side to move wins and
/// as a negative one where it loses; 0 for a draw. By looking at everything.
fn brute_force<const COLUMNS: usize, const ROWS: usize>(at: Position<COLUMNS, ROWS>) -> i32 {
    let discs = discs_on(at) as i32;
    match at.ending(at.can_move()).map(|outcome| outcome.reason) {
        Some(Ending::FourInALine) => discs - 1 - (COLUMNS * ROWS) as i32,
        Some(Ending::BoardFull) => 0,
        None => at.moves().iter().map(|&mv| -brute_force(at.play(mv))).max().unwrap_or(0),
    }
}

fn solved_as_by_brute_force<const COLUMNS: usize, const ROWS: usize>(discs: u32) {
    let mut compared = 0;
    let positions = (0..2000).filter_map(|seed| random_position::<COLUMNS, ROWS>(seed, discs));
    for position in positions.take(20) {
        let solution = position.solve(&mut |_| true).unwrap();
        let empty = (COLUMNS * ROWS) as i32 - discs as i32;
        let end = solution.score.game_end_in();
        let value = end.map_or(0, |plies| plies.signum() * (empty + 1) - plies);
        assert_eq!(value, brute_force(position), "{position:?}");
        let last = solution.line.iter().fold(position, |at, &column| {
            assert_eq!(at.check(column), Ok(()));
            at.play(column)
        });
        assert!(!last.can_move(), "the line of {position:?} ends with the game");
        assert!(end.is_none_or(|plies| solution.line.len() == plies.unsigned_abs() as usize));
        compared += 1;
    }
    assert_eq!(compared, 20, "positions with {discs} discs");
}

#[test]
fn the_solver_agrees_with_looking_at_everything() {
    solved_as_by_brute_force::<6, 5>(20);
    solved_as_by_brute_force::<7, 6>(32);
    solved_as_by_brute_force::<8, 7>(46);
}

#[test]
fn positions_with_twelve_discs_are_solved_by_looking_at_a_few_million() {
    for position in (0..10).filter_map(|seed| random_position::<7, 6>(seed, 12)) {
        let mut nodes = 0;
        let solution = position.solve(&mut |more| {
            nodes += more;
            true
        });
        assert!(solution.is_some() && nodes < 10_000_000, "{nodes} nodes for {position:?}");
    }
}

#[test]
fn a_solver_that_is_stopped_gives_no_answer() {
    let position = random_position::<7, 6>(1, 12).unwrap();
    let mut questions = 0;
    let solution = position.solve(&mut |_| {
        questions += 1;
        questions < 3
    });
    assert_eq!(solution, None);
}
