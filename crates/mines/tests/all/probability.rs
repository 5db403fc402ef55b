//! Exact probabilities against the obvious way: trying every layout.

use mines::{
    Cell, Field, Layout, Level, Move, Probabilities, ProbabilityError, Rule, Seen, Status, View,
};
use num_bigint::BigUint;
use proptest::prelude::*;

/// For each cell the layouts with a mine there, and the number of layouts, by trying every set of closed
/// cells of the right size.
fn by_enumeration(view: &View) -> (Vec<u64>, u64) {
    let level = view.level();
    let closed: Vec<usize> =
        (0..level.cells()).filter(|&index| view.cells()[index].is_closed()).collect();
    let mut with_mine = vec![0; level.cells()];
    let mut layouts = 0;
    for set in 0_u32..1 << closed.len() {
        if set.count_ones() != u32::from(level.mines()) {
            continue;
        }
        let is_mine = |index: usize| {
            closed.iter().position(|&cell| cell == index).is_some_and(|i| set >> i & 1 == 1)
        };
        let explains = view.cells().iter().enumerate().all(|(index, seen)| match seen {
            Seen::Number(number) => {
                level.around(index).filter(|&around| is_mine(around)).count()
                    == usize::from(*number)
            }
            _ => true,
        });
        if explains {
            layouts += 1;
            closed.iter().filter(|&&index| is_mine(index)).for_each(|&index| with_mine[index] += 1);
        }
    }
    (with_mine, layouts)
}

/// A view that came about by opening safe cells picked by numbers, with some flags.
fn some_view(level: Level, seed: u64, picks: &[u16]) -> View {
    let mut field = Field::on(Layout::lay(level, Rule::Safe, seed, level.cell(0)));
    for &pick in picks {
        let cell = level.cell(usize::from(pick) % level.cells());
        let safe = field.layout().unwrap().number(cell).is_some();
        let mv = if safe && pick % 7 != 0 { Move::Open(cell) } else { Move::Flag(cell) };
        let next = game::Rules::play(&field, mv);
        if game::Rules::check(&field, mv).is_ok() && next.seen().status() == Status::Running {
            field = next;
        }
    }
    field.seen().clone()
}

fn agrees_with_enumeration(view: &View) {
    let (with_mine, layouts) = by_enumeration(view);
    let probabilities = Probabilities::of(view).unwrap();
    assert_eq!(probabilities.layouts(), &layouts.into(), "layouts of\n{view}");
    for (index, &count) in with_mine.iter().enumerate() {
        let cell = view.level().cell(index);
        let closed = view.cells()[index].is_closed();
        let found = probabilities.layouts_with_mine(cell);
        assert_eq!(found, closed.then(|| count.into()).as_ref(), "{cell} of\n{view}");
    }
}

#[test]
fn thousands_of_small_positions_agree_with_enumeration() {
    let mut pick = 12345_u32;
    let mut random = move || {
        pick = pick.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        pick >> 16
    };
    for seed in 0..4000 {
        let (width, height) = (2 + random() % 4, 2 + random() % 3);
        let mines = 1 + random() % (width * height / 2);
        let level = Level::new(width, height, mines).unwrap();
        let picks: Vec<u16> = (0..random() % 8).map(|_| random() as u16).collect();
        agrees_with_enumeration(&some_view(level, seed, &picks));
    }
}

/// Every view of a board with any numbers on it: those that no layout explains are refused, and only
/// those.
#[test]
fn a_view_is_refused_exactly_when_no_layout_explains_it() {
    let letters = ['.', '0', '1', '2', '3', '8'];
    let (mut refused, mut explained) = (0, 0);
    for number in 0..letters.len().pow(6) {
        let digit = |place: u32| letters[number / letters.len().pow(place) % letters.len()];
        let text: String = (0..6).map(digit).collect();
        let text = format!("3x2/2\n{}\n{}", &text[..3], &text[3..]);
        let view: View = text.parse().unwrap();
        let (_, layouts) = by_enumeration(&view);
        match Probabilities::of(&view) {
            Ok(_) if layouts > 0 => explained += 1,
            Err(ProbabilityError::Clue { cell, number }) if layouts == 0 => {
                assert_eq!(view.seen(cell), Some(Seen::Number(number)), "{view}");
                refused += 1;
            }
            Err(ProbabilityError::MineCount { fewest, most, .. }) if layouts == 0 => {
                assert!(!(fewest..=most).contains(&2), "{view}");
                refused += 1;
            }
            other => panic!("{layouts} layouts, {other:?} for\n{view}"),
        }
    }
    assert!(refused > 10_000 && explained > 100, "{refused} {explained}");
}

#[test]
fn errors_name_the_clue() {
    let error = |text: &str| Probabilities::of(&text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        error("3x2/2\n5..\n..."),
        "no mines can be laid so that a1 shows 5, given the numbers around it"
    );
    assert_eq!(
        error("3x3/5\n...\n.2.\n..."),
        "the board has 5 mines, and the numbers on it allow 2 to 2"
    );
}

/// The views with `turn` of the eight symmetries done to them: bits for left-right, top-bottom, diagonal.
fn turned(view: &View, turn: u8) -> (View, impl Fn(Cell) -> Cell) {
    let level = view.level();
    let (width, height) = (level.width(), level.height());
    let flip = turn & 4 != 0;
    let (new_width, new_height) = if flip { (height, width) } else { (width, height) };
    let place = move |cell: Cell| {
        let x = if turn & 1 != 0 { width - 1 - cell.x } else { cell.x };
        let y = if turn & 2 != 0 { height - 1 - cell.y } else { cell.y };
        if flip { Cell { x: y, y: x } } else { Cell { x, y } }
    };
    let mut rows = vec![vec!['?'; new_width.into()]; new_height.into()];
    for index in 0..level.cells() {
        let cell = level.cell(index);
        let to = place(cell);
        rows[usize::from(to.y)][usize::from(to.x)] = view.seen(cell).unwrap().letter();
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let text = format!("{new_width}x{new_height}/{}\n{}", level.mines(), rows.join("\n"));
    (text.parse().unwrap(), place)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_probabilities_add_up_to_the_mines(
        seed: u64, picks in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        let view = some_view(Level::EXPERT, seed, &picks);
        let probabilities = Probabilities::of(&view).unwrap();
        let cells = (0..480).map(|index| view.level().cell(index));
        let sum: BigUint =
            cells.filter_map(|cell| probabilities.layouts_with_mine(cell)).sum();
        prop_assert_eq!(sum, probabilities.layouts() * 99_u32);
    }

    #[test]
    fn the_eight_symmetries_change_nothing(
        seed: u64, picks in prop::collection::vec(any::<u16>(), 0..12), turn in 1_u8..8,
    ) {
        let view = some_view(Level::new(9, 7, 12).unwrap(), seed, &picks);
        let (other, place) = turned(&view, turn);
        let (one, two) = (Probabilities::of(&view).unwrap(), Probabilities::of(&other).unwrap());
        prop_assert_eq!(one.layouts(), two.layouts());
        for index in 0..view.level().cells() {
            let cell = view.level().cell(index);
            prop_assert_eq!(one.layouts_with_mine(cell), two.layouts_with_mine(place(cell)));
        }
    }

    /// Two open columns in the middle: no clue sees both halves, so the layouts of the whole are those of
    /// the halves, multiplied and added over the ways to share the mines.
    #[test]
    fn a_split_board_is_the_product_of_its_halves(
        seed: u64, picks in prop::collection::vec(any::<u16>(), 0..6),
    ) {
        let level = Level::new(10, 4, 7).unwrap();
        let sides = Layout::lay(Level::new(8, 4, 7).unwrap(), Rule::Safe, seed, Cell { x: 4, y: 0 });
        let apart = |cell: Cell| Cell { x: if cell.x < 4 { cell.x } else { cell.x + 2 }, ..cell };
        let layout = Layout::from_mines(level, sides.mines().map(apart)).unwrap();
        let mut field = Field::on(layout.clone());
        let middle = (0..40).map(|index| level.cell(index)).filter(|cell| (4..6).contains(&cell.x));
        let picked = picks.iter().map(|&pick| level.cell(usize::from(pick) % 40));
        for cell in middle.chain(picked).filter(|&cell| layout.number(cell).is_some()) {
            let _ = field.make(Move::Open(cell));
        }
        prop_assume!(field.seen().status() == Status::Running);
        let text = field.seen().to_string();
        let rows: Vec<&str> = text.lines().skip(1).collect();
        let clued = |half: std::ops::Range<usize>| {
            rows.iter().any(|row| row[half.clone()].contains(|c| ('1'..='8').contains(&c)))
        };
        prop_assume!(clued(0..5) && clued(5..10));
        let half = |columns: std::ops::Range<usize>, mines: u32| {
            let rows: Vec<&str> = rows.iter().map(|row| &row[columns.clone()]).collect();
            let view = format!("5x4/{mines}\n{}", rows.join("\n")).parse().unwrap();
            Probabilities::of(&view).map_or(BigUint::ZERO, |found| found.layouts().clone())
        };
        let shared: BigUint = (1..7).map(|mines| half(0..5, mines) * half(5..10, 7 - mines)).sum();
        let whole = Probabilities::of(field.seen()).unwrap();
        prop_assert_eq!(whole.layouts(), &shared);
    }
}

#[test]
fn a_large_board_in_mid_game_is_counted() {
    let level = Level::new(200, 200, 8000).unwrap();
    let layout = Layout::lay(level, Rule::Opening, 1, Cell { x: 100, y: 100 });
    let mut field = Field::on(layout.clone());
    // Opens whatever touches an open cell, for a while, wherever it is safe to.
    let mut open = vec![level.index(Cell { x: 100, y: 100 })];
    while let Some(index) = open.pop() {
        if field.seen().opened() > 15_000 {
            break;
        }
        let _ = field.make(Move::Open(level.cell(index)));
        let safe = level.around(index).filter(|&around| !layout.is_mine(around));
        open.extend(safe.filter(|&around| field.seen().cells()[around] == Seen::Closed));
    }
    let probabilities = Probabilities::of(field.seen()).unwrap();
    let cells = (0..level.cells()).map(|index| level.cell(index));
    let sum: BigUint = cells.filter_map(|cell| probabilities.layouts_with_mine(cell)).sum();
    assert_eq!(sum, probabilities.layouts() * 8000_u32);
}

/// Every other cell of every other row is open: one component as wide as the board, which no order of its
/// groups makes narrow.
#[test]
fn a_board_too_entangled_to_be_counted_is_refused() {
    let level = Level::new(200, 200, 8000).unwrap();
    let layout = Layout::lay(level, Rule::Safe, 1, level.cell(0));
    let mut rows = vec![String::new(); 200];
    for (y, row) in rows.iter_mut().enumerate() {
        row.extend((0..200).map(|x| {
            let cell = Cell { x: x as u8, y: y as u8 };
            let number = layout.number(cell).filter(|_| x % 2 == 0 && y % 2 == 0);
            number.map_or('.', |number| Seen::Number(number).letter())
        }));
    }
    let view: View = format!("{level}\n{}", rows.join("\n")).parse().unwrap();
    assert!(matches!(Probabilities::of(&view), Err(ProbabilityError::TooEntangled(_))));
}
