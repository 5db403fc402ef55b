//! Boards that need no guess: each is one, and each is as likely as the others.

use mines::{
    Cell, Field, Layout, Level, Move, NoGuessError, Probabilities, Rule, Status, no_guess,
};

/// The obvious way: open whatever exact counting calls safe until nothing is left or nothing is certain.
fn finished_by_certain_moves(layout: &Layout, first: Cell) -> bool {
    let level = layout.level();
    let mut field = Field::on(layout.clone());
    field.make(Move::Open(first)).unwrap();
    while field.seen().status() == Status::Running {
        let found = Probabilities::of(field.seen()).unwrap();
        let mut cells = (0..level.cells()).map(|index| level.cell(index));
        let Some(safe) = cells.find(|&cell| found.of_mine(cell) == Some(0.0)) else { return false };
        field.make(Move::Open(safe)).unwrap();
    }
    field.seen().status() == Status::Won
}

#[test]
fn a_generated_board_is_finished_by_certain_moves() {
    for (level, rule, boards) in [
        (Level::BEGINNER, Rule::Safe, 20),
        (Level::INTERMEDIATE, Rule::Opening, 10),
        (Level::EXPERT, Rule::Opening, 3),
        (Level::EXPERT, Rule::Safe, 2),
    ] {
        let first = rule.best_first_click(level);
        for seed in 0..boards {
            let layout = no_guess::lay(level, rule, seed, first).unwrap();
            assert!(finished_by_certain_moves(&layout, first), "{level} {rule} {seed}");
            assert_eq!(no_guess::lay(level, rule, seed, first), Ok(layout));
        }
    }
}

#[test]
fn the_proof_agrees_with_the_obvious_way() {
    let mut needless = 0;
    for seed in 0..300 {
        let level = Level::new(6, 6, 6).unwrap();
        let first = Cell { x: 0, y: 0 };
        let layout = Layout::lay(level, Rule::Safe, seed, first);
        let expected = finished_by_certain_moves(&layout, first);
        assert_eq!(no_guess::needs_no_guess(&layout, first), expected, "seed {seed}");
        needless += u32::from(expected);
    }
    assert!((30..270).contains(&needless), "{needless} of 300 tell nothing");
}

/// All boards of a tiny level that need no guess, against how often each is generated. For the degrees of
/// freedom that there are here, three standard deviations above the mean are rarer than one in two
/// hundred.
#[test]
fn every_board_without_guessing_is_equally_likely() {
    let level = Level::new(4, 4, 3).unwrap();
    let first = Cell { x: 0, y: 0 };
    let free = |index: usize| index % 4 > 1 || index / 4 > 1;
    let cells: Vec<usize> = (0..16).filter(|&index| free(index)).collect();
    let mut expected = Vec::new();
    for (i, &a) in cells.iter().enumerate() {
        for (j, &b) in cells.iter().enumerate().skip(i + 1) {
            for &c in &cells[j + 1..] {
                let mines = [a, b, c].map(|index| level.cell(index));
                let layout = Layout::from_mines(level, mines).unwrap();
                if no_guess::needs_no_guess(&layout, first) {
                    expected.push(layout);
                }
            }
        }
    }
    let each = 40;
    let mut found = vec![0_u32; expected.len()];
    for seed in 0..each * expected.len() as u64 {
        let layout = no_guess::lay(level, Rule::Opening, seed, first).unwrap();
        let number = expected.iter().position(|other| *other == layout);
        found[number.expect("only such boards are generated")] += 1;
    }
    let square = |&count: &u32| (f64::from(count) - each as f64).powi(2) / each as f64;
    let chi_square: f64 = found.iter().map(square).sum();
    let freedom = expected.len() as f64 - 1.0;
    assert!(freedom > 50.0, "{freedom}");
    assert!(chi_square < freedom + 3.0 * (2.0 * freedom).sqrt(), "{chi_square} for {freedom}");
}

#[test]
fn dense_boards_are_repaired() {
    let level = Level::new(10, 10, 32).unwrap();
    let first = Rule::Opening.best_first_click(level);
    let layout = no_guess::lay(level, Rule::Opening, 1, first).unwrap();
    assert!(finished_by_certain_moves(&layout, first));
    assert_eq!(layout.number(first), Some(0));
}

#[test]
fn a_board_that_cannot_be_had_is_refused_with_the_effort_made() {
    let level = Level::new(2, 2, 2).unwrap();
    let first = Cell { x: 0, y: 0 };
    let error = no_guess::lay(level, Rule::Safe, 1, first).unwrap_err();
    assert!(matches!(error, NoGuessError { tries: 1.., .. }));
    assert!(error.to_string().starts_with("no board of 2x2/2 that needs no guess was found"));
}
