//! The solver against plain minimax, against published scores, and its manners.

use game::{Game, GameTree, Perfect, Rules, Side, Tree, Turn, Verdict, minimax};
use othello::engine::{Goal, Plan, Solver};
use othello::{Move, Obf, Position};
use search::TranspositionTable;

/// By how many discs the side to move wins a game that is over, the empty squares being the winner's.
fn final_score(position: &Position<8>) -> i32 {
    let own = position.discs(position.side_to_move()).len() as i32;
    let other = position.discs(!position.side_to_move()).len() as i32;
    let empty = 64 - own - other;
    own - other + empty * (own - other).signum()
}

/// The score of a position by trying everything.
fn plain(position: &Position<8>) -> i32 {
    match position.moves_unless_over() {
        None => final_score(position),
        Some(moves) => moves.iter().map(|&mv| -plain(&position.play(mv))).max().unwrap(),
    }
}

/// The end of a random game, with this many empty squares or fewer.
fn random_position(seed: u64, empties: usize) -> Position<8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    loop {
        let mut position = Position::<8>::standard();
        while let Some(moves) = position.moves_unless_over()
            && position.empty().len() > empties
        {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            position = position.play(moves[(state >> 33) as usize % moves.len()]);
        }
        if position.empty().len() <= empties {
            return position;
        }
    }
}

/// Plays a line and looks at its end: the score for the side to move at its start.
fn played_out(position: &Position<8>, line: &[Move]) -> i32 {
    let mut end = *position;
    for &mv in line {
        end.check(mv).unwrap();
        end = end.play(mv);
    }
    assert!(end.is_over(), "{position:?} {line:?}");
    if end.side_to_move() == position.side_to_move() {
        final_score(&end)
    } else {
        -final_score(&end)
    }
}

fn solved(table: &TranspositionTable, position: &Position<8>, goal: Goal) -> (i32, Vec<Move>) {
    let answer = Solver::new(table).solve(position, goal, &mut |_| true).unwrap();
    (answer.score, answer.line)
}

#[test]
fn the_solver_finds_the_score_that_trying_everything_finds() {
    let table = TranspositionTable::new(1);
    for seed in 0..1000 {
        let position = random_position(seed, seed as usize % 9);
        let score = plain(&position);
        let (found, line) = solved(&table, &position, Goal::Score);
        assert_eq!(found, score, "{position:?}");
        assert_eq!(played_out(&position, &line), score, "{position:?} {line:?}");
        let (winner, line) = solved(&table, &position, Goal::Winner);
        assert_eq!(winner.signum(), score.signum(), "{position:?}");
        if let Some(&mv) = line.first() {
            assert_eq!(-plain(&position.play(mv)).signum(), score.signum(), "{position:?} {mv}");
        }
    }
}

#[test]
fn the_solver_finds_the_score_with_ten_empty_squares() {
    let table = TranspositionTable::new(1);
    for seed in 0..12 {
        let position = random_position(seed, 10);
        let (found, line) = solved(&table, &position, Goal::Score);
        assert_eq!(found, plain(&position), "{position:?}");
        assert_eq!(played_out(&position, &line), found, "{position:?} {line:?}");
    }
}

#[test]
fn the_solver_agrees_with_the_minimax_of_the_whole_tree_on_who_wins() {
    let table = TranspositionTable::new(1);
    for seed in 0..60 {
        let position = random_position(seed + 5000, 7);
        let tree = minimax(&GameTree::new(position).prune(20));
        let (score, _) = solved(&table, &position, Goal::Winner);
        assert_eq!(f64::from(score.signum()), tree.value, "{position:?}");
    }
}

/// With a small table and with a large one, one after another and each alone, the answer is the same.
#[test]
fn what_the_solver_remembers_does_not_change_what_it_says() {
    let kept = TranspositionTable::new(1);
    for seed in 0..40 {
        let position = random_position(seed + 9000, 13);
        let fresh = solved(&TranspositionTable::new(4), &position, Goal::Score).0;
        solved(&kept, &position, Goal::Winner);
        let (score, line) = solved(&kept, &position, Goal::Score);
        assert_eq!(score, fresh, "{position:?}");
        assert_eq!(played_out(&position, &line), score, "{position:?}");
    }
}

/// Published: the end-game positions FFO 40, 41, 42 and 44, each with its best moves. The next takes longer than all of them.
#[test]
fn the_solver_knows_four_positions_of_ffo() {
    let positions = [
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;",
        "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X; H4:+0;",
        "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6;",
        "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O; D2:-14; B8:-14;",
    ];
    let table = TranspositionTable::new(16);
    for text in positions {
        let obf: Obf = text.parse().unwrap();
        let position = obf.resolve::<8>().unwrap();
        let (score, line) = solved(&table, &position, Goal::Score);
        assert_eq!(score, i32::from(obf.scores[0].value), "{text}");
        assert!(obf.scores.iter().any(|best| Some(&best.mv) == line.first()), "{text}: {line:?}");
        assert_eq!(played_out(&position, &line), score, "{text}");
    }
}

#[test]
fn a_solver_that_is_told_to_stop_stops_and_says_nothing() {
    let position = random_position(3, 30);
    let table = TranspositionTable::new(1);
    let mut asked = Vec::new();
    let answer = Solver::new(&table).solve(&position, Goal::Score, &mut |nodes| {
        asked.push(nodes);
        nodes < 100_000
    });
    assert_eq!(answer, None);
    assert!(*asked.last().unwrap() < 150_000, "{asked:?}");
    // What it had found out by then is still right.
    let end = random_position(3, 12);
    let fresh = solved(&TranspositionTable::new(1), &end, Goal::Score).0;
    assert_eq!(solved(&table, &end, Goal::Score).0, fresh);
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    let full = Position::<8>::new(Position::<8>::BOARD, othello::Squares::NONE, Side::White);
    assert_eq!(solved(&TranspositionTable::new(1), &full, Goal::Score), (-64, vec![]));
    let over = random_position(1, 0);
    let (score, line) = solved(&TranspositionTable::new(1), &over, Goal::Score);
    assert_eq!((score, line.len()), (final_score(&over), 0));
    let Turn::Over(outcome) = over.turn() else { panic!("{over:?}") };
    assert_eq!(outcome.verdict == Verdict::Draw, score == 0);
}

/// What is known gets better from step to step, and the last step is the exact score.
#[test]
fn a_position_is_solved_step_by_step() {
    for seed in 0..6 {
        let position = random_position(seed + 300, 19);
        let exact = solved(&TranspositionTable::new(4), &position, Goal::Score).0;
        let plan = Plan { winner_first: true, ..Plan::exact(Goal::Score) };
        let mut steps = Vec::new();
        let mut step = |known: &othello::engine::Solved| steps.push((known.certainty, known.goal));
        let answer = Solver::new(&TranspositionTable::new(4)).solve_in_steps(
            &position,
            plan,
            &mut |_| true,
            &mut step,
        );
        let answer = answer.unwrap();
        assert_eq!((answer.score, answer.certainty, answer.goal), (exact, 100, Goal::Score));
        assert_eq!(steps[0], (87, Goal::Score), "{position:?}");
        let won = position.empty().len() >= 19 && exact > 0;
        assert_eq!(steps.contains(&(100, Goal::Winner)), won, "{position:?} {steps:?}");
    }
}

/// One that gives up has the result of its last step, if there was one.
#[test]
fn a_solver_that_gives_up_says_what_it_knows() {
    let position = random_position(300, 19);
    let plan = Plan::exact(Goal::Score);
    let go_on = std::cell::Cell::new(true);
    let answer = Solver::new(&TranspositionTable::new(4)).solve_in_steps(
        &position,
        plan,
        &mut |_| go_on.get(),
        &mut |_| go_on.set(false),
    );
    let answer = answer.unwrap();
    assert_eq!((answer.certainty, answer.goal), (87, Goal::Score));
    assert!(position.check(answer.line[0]).is_ok());
    let rough = Plan { certainty: 87, ..plan };
    let enough = Solver::new(&TranspositionTable::new(4)).solve_in_steps(
        &position,
        rough,
        &mut |_| true,
        &mut |_| (),
    );
    assert_eq!(enough, Some(answer));
}

#[test]
fn several_threads_find_the_same_score() {
    let shared = TranspositionTable::new(4);
    for seed in 0..6 {
        let position = random_position(seed + 700, 18);
        let alone = solved(&TranspositionTable::new(4), &position, Goal::Score).0;
        let plan = Plan { threads: 3, ..Plan::exact(Goal::Score) };
        let answer = Solver::new(&shared)
            .solve_in_steps(&position, plan, &mut |_| true, &mut |_| ())
            .unwrap();
        assert_eq!(answer.score, alone, "{position:?}");
        assert_eq!(played_out(&position, &answer.line), alone, "{position:?}");
    }
}
