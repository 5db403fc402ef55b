//! The solver against what is known to be the best, and against itself.

use mines::{Cell, Effort, Field, Layout, Level, Move, Rule, Solver, Status, Style, View};
use std::collections::HashMap;

/// Every layout of a level that a first click can meet under a rule; without a rule every layout.
fn layouts(level: Level, first: Option<(Rule, Cell)>) -> Vec<Layout> {
    let free = |cell: Cell| match first {
        None => false,
        Some((Rule::Safe, first)) => cell == first,
        Some((Rule::Opening, first)) => {
            cell.x.abs_diff(first.x) <= 1 && cell.y.abs_diff(first.y) <= 1
        }
    };
    let cells: Vec<Cell> =
        (0..level.cells()).map(|index| level.cell(index)).filter(|&cell| !free(cell)).collect();
    let mines = usize::from(level.mines());
    let mut chosen: Vec<usize> = (0..mines).collect();
    let mut found = Vec::new();
    loop {
        found.push(Layout::from_mines(level, chosen.iter().map(|&i| cells[i])).unwrap());
        let movable = (0..mines).rev().find(|&i| chosen[i] < cells.len() - mines + i);
        let Some(i) = movable else { return found };
        let next = chosen[i] + 1;
        (i..mines).for_each(|later| chosen[later] = next + later - i);
    }
}

/// How many of the games the solver wins. It sees only views, so games that look alike are played
/// alike, and each view is thought about once.
fn wins(solver: &mut Solver, games: Vec<Field>, first: Option<Cell>) -> usize {
    let mut won = 0;
    let mut waiting = vec![(games, first)];
    while let Some((games, first)) = waiting.pop() {
        let view = games[0].seen();
        let cell = first.unwrap_or_else(|| solver.choose(view).unwrap().unwrap());
        let mut next: HashMap<View, Vec<Field>> = HashMap::new();
        for mut game in games {
            game.make(Move::Open(cell)).unwrap();
            match game.seen().status() {
                Status::Won => won += 1,
                Status::Lost(_) => {}
                Status::Running => next.entry(game.seen().clone()).or_default().push(game),
            }
        }
        waiting.extend(next.into_values().map(|games| (games, None)));
    }
    won
}

fn best_play(size: &str, first: Option<(Rule, Cell)>) -> (usize, usize) {
    let level: Level = size.parse().unwrap();
    let layouts = layouts(level, first);
    let effort = Effort { layouts: 40_000, work: u64::MAX };
    let mut solver = Solver::new(Style { endgame: effort, ..Style::FULL });
    let all = layouts.len();
    let games = layouts.into_iter().map(Field::on).collect();
    (wins(&mut solver, games, first.map(|(_, cell)| cell)), all)
}

#[test]
fn tiny_boards_are_played_perfectly_when_the_first_click_may_lose() {
    for (size, won, all) in [
        ("3x3/2", 24, 36),
        ("3x3/3", 33, 84),
        ("4x4/2", 102, 120),
        ("4x4/3", 400, 560),
        ("4x4/4", 961, 1820),
        ("4x4/5", 1461, 4368),
    ] {
        assert_eq!(best_play(size, None), (won, all), "{size}");
    }
}

#[test]
fn tiny_boards_are_played_perfectly_when_the_first_click_is_safe() {
    let corner = Cell { x: 0, y: 0 };
    for (size, won, all) in [
        ("3x3/2", 23, 28),
        ("4x3/2", 52, 55),
        ("4x4/2", 102, 105),
        ("4x4/3", 400, 455),
        ("4x4/4", 949, 1365),
        ("4x4/5", 1433, 3003),
        ("5x4/4", 2950, 3876),
        ("5x5/3", 1798, 2024),
        ("5x5/4", 8236, 10626),
    ] {
        assert_eq!(best_play(size, Some((Rule::Safe, corner))), (won, all), "{size}");
    }
    let inside = Cell { x: 1, y: 1 };
    for (size, won, all) in [("4x4/3", 386, 455), ("4x3/3", 121, 165)] {
        assert_eq!(best_play(size, Some((Rule::Safe, inside))), (won, all), "{size}");
    }
}

#[test]
fn tiny_boards_are_played_perfectly_when_the_first_click_is_an_opening() {
    let corner = Cell { x: 0, y: 0 };
    for (size, won, all) in [
        ("4x4/3", 211, 220),
        ("5x5/3", 1215, 1330),
        ("5x5/4", 4950, 5985),
        ("5x5/5", 14556, 20349),
        ("6x5/4", 13731, 14950),
        ("6x6/4", 35506, 35960),
    ] {
        assert_eq!(best_play(size, Some((Rule::Opening, corner))), (won, all), "{size}");
    }
}

#[test]
fn looking_ahead_wins_more_than_taking_the_safest_cell() {
    let level = Level::EXPERT;
    let first = Rule::Opening.best_first_click(level);
    let count = |style| {
        let mut solver = Solver::new(style);
        let layouts = (0..1500).map(|seed| Layout::lay(level, Rule::Opening, seed, first));
        layouts.filter(|layout| solver.wins(layout, first)).count()
    };
    let (full, fast) = (count(Style::FULL), count(Style::FAST));
    assert!(full > fast, "{full} and {fast}");
    assert!(full > 740, "{full} of 1500");
}

#[test]
fn answers_that_contradict_each_other_win_nothing() {
    let mut solver = Solver::new(Style::FULL);
    let corner = Cell { x: 0, y: 0 };
    assert!(!solver.play(Level::BEGINNER, corner, |_| Some(8)));
    assert!(!solver.play(Level::BEGINNER, corner, |_| Some(3)));
    assert!(!solver.play(Level::BEGINNER, Cell { x: 9, y: 0 }, |_| Some(0)));
    let view: View = "3x3/5\n...\n.2.\n...".parse().unwrap();
    assert!(solver.choose(&view).is_err());
}

#[test]
fn a_solver_serves_boards_of_any_size_in_turn() {
    let mut solver = Solver::new(Style::FULL);
    for size in ["9x9/10", "60x40/300", "2x2/1", "30x16/99"] {
        let level: Level = size.parse().unwrap();
        let first = Rule::Opening.best_first_click(level);
        let layout = Layout::lay(level, Rule::Opening, 3, first);
        let mut field = Field::on(layout);
        field.make(Move::Open(first)).unwrap();
        while let Status::Running = field.seen().status() {
            let cell = solver.choose(field.seen()).unwrap().unwrap();
            field.make(Move::Open(cell)).unwrap();
        }
    }
}
