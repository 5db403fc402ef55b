//! How fast things are, each beside something to compare it with.

use mines::{
    Cell, Field, Layout, Level, Move, Probabilities, Rule, Solver, Status, Style, View, no_guess,
};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;

/// The best time of several rounds for each of two things, taken in turn, in seconds.
fn race(mut one: impl FnMut(), mut other: impl FnMut()) -> (f64, f64) {
    let mut best = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let began = Instant::now();
        one();
        best.0 = best.0.min(began.elapsed().as_secs_f64());
        let began = Instant::now();
        other();
        best.1 = best.1.min(began.elapsed().as_secs_f64());
    }
    best
}

/// Views of expert games at the moments when the solver must think: half way, nothing trivial left.
fn mid_game_views(count: usize) -> Vec<View> {
    let level = Level::EXPERT;
    let first = Rule::Opening.best_first_click(level);
    let mut solver = Solver::new(Style::FAST);
    let mut views = Vec::new();
    for seed in 0.. {
        let mut field = Field::on(Layout::lay(level, Rule::Opening, seed, first));
        let mut next = Some(first);
        while let Some(cell) = next {
            if field.make(Move::Open(cell)).is_err() || field.seen().status() != Status::Running {
                break;
            }
            if field.seen().opened() > 200 {
                views.push(field.seen().clone());
                break;
            }
            next = solver.choose(field.seen()).ok().flatten();
        }
        if views.len() == count {
            break;
        }
    }
    views
}

fn probabilities() {
    let views = mid_game_views(200);
    let mut solver = Solver::new(Style::FAST);
    let exact = || views.iter().for_each(|view| drop(black_box(Probabilities::of(view))));
    let choosing = || views.iter().for_each(|view| drop(black_box(solver.choose(view))));
    let (exact, choosing) = race(exact, choosing);
    let per_second = |seconds: f64| views.len() as f64 / seconds;
    println!(
        "expert mid-game views: exact probabilities {:.0}/s, a safest move {:.0}/s, ratio {:.2}",
        per_second(exact),
        per_second(choosing),
        exact / choosing
    );
}

fn games() {
    let level = Level::EXPERT;
    for rule in [Rule::Safe, Rule::Opening] {
        let first = rule.best_first_click(level);
        // A new solver each time: one that has seen the games before remembers parts of them.
        let play = |style: Style| {
            let mut solver = Solver::new(style);
            for seed in 0..200 {
                black_box(solver.wins(&Layout::lay(level, rule, seed, first), first));
            }
        };
        let (full, fast) = race(|| play(Style::FULL), || play(Style::FAST));
        println!(
            "expert games, {rule}: full {:.0}/s, fast {:.0}/s, ratio {:.2}",
            200.0 / full,
            200.0 / fast,
            full / fast
        );
    }
}

fn boards() {
    let level = Level::EXPERT;
    for (rule, first) in [
        (Rule::Opening, Cell { x: 3, y: 3 }),
        (Rule::Opening, Cell { x: 15, y: 8 }),
        (Rule::Safe, Cell { x: 0, y: 0 }),
    ] {
        let without = || (0..50).for_each(|seed| drop(no_guess::lay(level, rule, seed, first)));
        let plain =
            || (0..50).for_each(|seed| drop(black_box(Layout::lay(level, rule, seed, first))));
        let (without, plain) = race(without, plain);
        println!(
            "expert boards, {rule}, first click {first}: without guessing {:.2} ms, any {:.4} ms, ratio {:.0}",
            without * 20.0,
            plain * 20.0,
            without / plain
        );
    }
}

fn main() {
    probabilities();
    games();
    boards();
}
