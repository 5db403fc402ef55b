//! What must be true of the search, whatever it finds.

use game::{GameTree, Notation, Perfect, Rules, Stop, Tree, Valued, laws, minimax};
use search::{Bound, Budget, Control, Found, Limits, Progress, Score, Searchable, Searcher};
use std::time::{Duration, Instant};

type Othello = othello::Position<8>;

/// Positions of random games, some from every part of them.
fn positions<G: Perfect + Notation<Start = G>>(games: u32, length: u32) -> Vec<G> {
    let mut found = Vec::new();
    for game in 0..games {
        let choices: Vec<u32> =
            (0..length).map(|i| (i + 1).wrapping_mul(2_654_435_761 + game * 40_503) >> 7).collect();
        let line = laws::playout(G::standard_start(), &choices);
        let step = (line.len() / 6).max(1);
        found.extend(line.into_iter().skip(game as usize % step).step_by(step));
    }
    found
}

/// What the plain tree says, as a score.
fn plain_score<G: Valued>(value: f64, plies: usize) -> Score {
    match value {
        1.0 => Score::win_in(plies as u32),
        -1.0 => -Score::win_in(plies as u32),
        value => Score::new((value * G::UNITS * 100.0).round() as i32),
    }
}

/// The theorem: without heuristics the search finds the value of the plain tree, and a move that has it.
fn equals_the_plain_tree<G: Searchable + Notation<Start = G>>(positions: &[G], depth: u32) {
    let mut searcher = Searcher::<G>::new(1, 1);
    for position in positions {
        let best = minimax(&GameTree::new(*position).prune(depth as usize));
        let Some(found) = searcher.search_plainly(position, depth) else {
            assert!(best.line.is_empty(), "{position:?}");
            continue;
        };
        let score = plain_score::<G>(best.value, best.line.len());
        assert_eq!(found.score, score, "depth {depth} in {position:?}");
        let after = minimax(&GameTree::new(position.play(found.mv)).prune(depth as usize - 1));
        let reached = plain_score::<G>(-after.value, after.line.len() + 1);
        assert_eq!(reached, score, "{:?} at depth {depth} in {position:?}", found.mv);
        // What was remembered at one depth must not be taken for another.
        searcher.clear();
    }
}

#[test]
fn without_heuristics_the_search_is_minimax_over_the_plain_tree_in_chess() {
    let positions = positions::<chess::Position>(40, 120);
    assert!(positions.len() > 200);
    for depth in 1..=2 {
        equals_the_plain_tree(&positions, depth);
    }
    equals_the_plain_tree(&positions[..60], 3);
    let endings = [
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "7k/8/8/8/8/8/R7/1R5K w - - 0 1",
        "8/P7/8/8/8/k7/8/7K w - - 0 1",
        "8/8/8/6q1/8/8/5k2/7K w - - 0 1",
        "8/8/8/3k4/3p4/3K4/8/8 w - - 0 1",
    ];
    let endings = endings.map(|fen| fen.parse::<chess::Position>().unwrap());
    equals_the_plain_tree(&endings, 4);
}

#[test]
fn without_heuristics_the_search_is_minimax_over_the_plain_tree_in_checkers() {
    let positions = positions::<checkers::Position>(60, 150);
    assert!(positions.len() > 300);
    for depth in 1..=4 {
        equals_the_plain_tree(&positions, depth);
    }
}

#[test]
fn without_heuristics_the_search_is_minimax_over_the_plain_tree_in_othello() {
    let positions = positions::<Othello>(40, 60);
    assert!(positions.len() > 200);
    for depth in 1..=3 {
        equals_the_plain_tree(&positions, depth);
    }
    equals_the_plain_tree(&positions[..100], 4);
}

#[test]
fn without_heuristics_the_search_is_minimax_over_the_plain_tree_in_every_variant() {
    for depth in 1..=3 {
        equals_the_plain_tree(&positions::<checkers::Giveaway>(20, 120), depth);
        equals_the_plain_tree(&positions::<othello::Position<6>>(20, 32), depth);
        equals_the_plain_tree(&positions::<othello::Position<10>>(5, 96), depth);
        equals_the_plain_tree(&positions::<games::four::Position<7, 6>>(20, 42), depth);
    }
}

fn search<G: Searchable>(
    searcher: &mut Searcher<G>,
    position: &G,
    limits: &Limits<G::Move>,
) -> Option<Found<G::Move>> {
    searcher.search(&[*position], limits, &Control::new(Stop::new()), &mut |_| ())
}

/// The moves of a line can be played one after the other.
fn assert_playable<G: Perfect>(position: &G, line: &[G::Move]) {
    let mut at = *position;
    for &mv in line {
        assert!(at.moves().contains(&mv), "{mv:?} of {line:?} in {position:?}");
        at = at.play(mv);
    }
}

fn is_sound<G: Searchable + Notation<Start = G>>(games: u32, length: u32) {
    let mut searcher = Searcher::<G>::new(1, 1);
    for position in positions::<G>(games, length) {
        let limits = Limits { lines: 3, ..Limits::nodes(2000) };
        let Some(found) = search(&mut searcher, &position, &limits) else {
            assert!(position.moves_unless_over().is_none());
            continue;
        };
        assert!(found.nodes <= 2001, "{} nodes", found.nodes);
        assert_eq!(found.lines.len(), position.count_moves().min(3));
        for line in &found.lines {
            assert_playable(&position, &line.line);
        }
        assert_eq!(found.mv, found.lines[0].line[0]);
        let moves: Vec<_> = found.lines.iter().map(|line| line.line[0]).collect();
        assert!((1..moves.len()).all(|i| !moves[..i].contains(&moves[i])), "{moves:?}");
    }
}

#[test]
fn lines_are_legal_different_and_within_the_limit_of_nodes() {
    is_sound::<chess::Position>(12, 150);
    is_sound::<checkers::Position>(12, 150);
    is_sound::<Othello>(12, 60);
}

fn is_deterministic<G: Searchable + Notation<Start = G>>(nodes: u64) {
    let run = || {
        let mut searcher = Searcher::<G>::new(2, 1);
        let mut position = G::standard_start();
        let mut told = Vec::new();
        for _ in 0..6 {
            let Some(found) = search(&mut searcher, &position, &Limits::nodes(nodes)) else {
                break;
            };
            position = position.play(found.mv);
            told.push((found.mv, found.score, found.depth, found.nodes));
        }
        told
    };
    assert_eq!(run(), run());
}

#[test]
fn with_one_thread_and_a_limit_of_nodes_the_same_searches_give_the_same_answers() {
    is_deterministic::<chess::Position>(20_000);
    is_deterministic::<checkers::Position>(20_000);
    is_deterministic::<Othello>(20_000);
}

#[test]
fn a_search_without_limits_ends_within_a_few_nodes_of_being_told() {
    for threads in [1, 3] {
        let mut searcher = Searcher::<chess::Position>::new(4, threads);
        let stop = Stop::new();
        let control = Control::new(stop.clone());
        let mut told = None;
        let start = chess::Position::standard();
        let found = searcher.search(&[start], &Limits::default(), &control, &mut |progress| {
            if progress.depth >= 7 && told.is_none() {
                stop.set();
                told = Some(progress.nodes);
            }
        });
        // Each thread looks every 1,024 nodes, and what it has done since its last look is not counted yet.
        let late = found.unwrap().nodes - told.unwrap();
        assert!(late <= threads as u64 * 4 * 1024, "{late} nodes with {threads} threads");
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_gives_a_legal_move() {
    let stop = Stop::new();
    stop.set();
    let start = chess::Position::standard();
    let mut searcher = Searcher::new(1, 1);
    let found = searcher.search(&[start], &Limits::default(), &Control::new(stop), &mut |_| ());
    assert!(start.moves().contains(&found.unwrap().mv));
    let found = search(&mut searcher, &start, &Limits::nodes(1)).unwrap();
    assert!(start.moves().contains(&found.mv));
}

#[test]
fn time_on_the_opponents_clock_does_not_count() {
    let mut searcher = Searcher::<chess::Position>::new(1, 1);
    let stop = Stop::new();
    let control = Control::pondering(stop.clone());
    let shared = control.clone();
    let limits =
        Limits { time: Some(Budget::exactly(Duration::from_millis(20))), ..Limits::default() };
    let searching = std::thread::spawn(move || {
        searcher.search(&[chess::Position::standard()], &limits, &shared, &mut |_| ())
    });
    std::thread::sleep(Duration::from_millis(80));
    assert!(!searching.is_finished());
    control.ponder_hit();
    assert!(searching.join().unwrap().is_some());
}

#[test]
fn only_the_moves_that_are_asked_for_are_considered() {
    let start = chess::Position::standard();
    let h3 = start.read_move("h3").unwrap();
    let limits = Limits { only: vec![h3], ..Limits::nodes(3000) };
    let found = search(&mut Searcher::new(1, 1), &start, &limits).unwrap();
    assert_eq!(found.mv, h3);
}

#[test]
fn a_fixed_time_is_used_up_however_few_moves_are_considered() {
    let start = chess::Position::standard();
    let e4 = start.read_move("e4").unwrap();
    let time = Duration::from_millis(120);
    let asked = Limits { only: vec![e4], ..Limits::time(time) };
    let forced: chess::Position = "7k/8/8/8/8/8/6q1/7K w - - 0 1".parse().unwrap();
    assert_eq!(forced.count_moves(), 1);
    for (position, limits) in [(start, asked), (forced, Limits::time(time))] {
        let begun = Instant::now();
        let found = search(&mut Searcher::new(1, 1), &position, &limits).unwrap();
        // There may be nothing more to see before the time is up.
        assert!(begun.elapsed() >= time || found.depth > 50, "{:?}", begun.elapsed());
    }
}

#[test]
fn by_the_clock_only_a_forced_move_is_made_without_thought() {
    let budget = Budget { soft: Duration::from_millis(400), hard: Duration::from_secs(2) };
    let clock = Limits { time: Some(budget), ..Limits::default() };
    let start = chess::Position::standard();
    let asked = Limits { only: vec![start.read_move("e4").unwrap()], ..clock.clone() };
    assert!(search(&mut Searcher::new(1, 1), &start, &asked).unwrap().depth > 4);
    let forced = "R5k1/5ppp/8/8/8/8/r7/6K1 b - - 0 1".parse().unwrap();
    assert_eq!(chess::Position::count_moves(&forced), 1);
    assert_eq!(search(&mut Searcher::new(1, 1), &forced, &clock).unwrap().depth, 4);
}

/// What is answered of a principal variation, and when it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told<M> {
    score: Score,
    depth: u32,
    line: Vec<M>,
}

impl<M: Copy> Told<M> {
    fn of(progress: &Progress<M>) -> Told<M> {
        Told { score: progress.score, depth: progress.depth, line: progress.line.clone() }
    }
}

/// A search stopped after any number of nodes answers with the last principal variation that was certain:
/// that of the last finished iteration, or of a move that was searched to the end since and is better.
fn answers_what_was_last_certain<G: Searchable + Notation<Start = G>>(position: &G, most: u64) {
    let mut reports: Vec<Progress<G::Move>> = Vec::new();
    let control = Control::new(Stop::new());
    let limits = Limits { lines: 1, depth: Some(60), ..Limits::nodes(most) };
    Searcher::new(1, 1).search(&[*position], &limits, &control, &mut |report| {
        reports.push(report.clone());
    });
    let mut best_so_far: Option<&Progress<G::Move>> = None;
    for report in &reports {
        if report.complete {
            // An iteration ends with the best move that was found in it.
            assert_eq!(best_so_far.map(Told::of), Some(Told::of(report)), "{position:?}");
        }
        if report.bound == Bound::Exact {
            best_so_far = Some(report);
        }
    }
    for nodes in (1..most).step_by(most.div_ceil(150) as usize) {
        let limits = Limits { nodes: Some(nodes), ..limits.clone() };
        let found = search(&mut Searcher::new(1, 1), position, &limits).unwrap();
        let known = |report: &&Progress<_>| report.bound == Bound::Exact && report.nodes <= nodes;
        let last = reports.iter().rfind(known);
        let answer = &found.lines[0];
        match last {
            None => assert_eq!(answer.depth, 0, "{nodes} nodes in {position:?}"),
            Some(last) => {
                assert_eq!(Told::of(answer), Told::of(last), "{nodes} nodes in {position:?}");
                assert_eq!(answer.bound, Bound::Exact);
                assert_eq!(answer.complete, answer.depth <= found.depth);
            }
        }
        assert_eq!((found.mv, found.score), (answer.line[0], answer.score));
    }
}

#[test]
fn a_search_that_is_stopped_answers_with_what_it_last_knew_for_certain() {
    let busy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let quiet = "rnbqkb1r/pppppppp/8/8/4n3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    for fen in [busy, quiet] {
        let position: chess::Position = fen.parse().unwrap();
        answers_what_was_last_certain(&position, 150);
        answers_what_was_last_certain(&position, 6_000);
    }
    for position in positions::<checkers::Position>(1, 40) {
        answers_what_was_last_certain(&position, 3_000);
    }
    for position in positions::<Othello>(1, 30) {
        answers_what_was_last_certain(&position, 3_000);
    }
}

#[test]
fn the_windows_of_the_root_are_missed_on_both_sides_on_the_way_to_an_answer() {
    let mut bounds = Vec::new();
    for position in positions::<chess::Position>(4, 40) {
        let control = Control::new(Stop::new());
        let mut watch = |report: &Progress<_>| bounds.push(report.bound);
        Searcher::new(1, 1).search(&[position], &Limits::nodes(3_000), &control, &mut watch);
    }
    for bound in [Bound::AtLeast, Bound::AtMost, Bound::Exact] {
        assert!(bounds.contains(&bound), "{bound:?}");
    }
}

#[test]
fn of_several_lines_each_is_one_that_was_reported_as_certain() {
    for position in positions::<chess::Position>(3, 80) {
        for nodes in (50..4000).step_by(157) {
            let mut certain = Vec::new();
            let limits = Limits { lines: 4, ..Limits::nodes(nodes) };
            let control = Control::new(Stop::new());
            let mut watch = |report: &Progress<_>| {
                if report.bound == Bound::Exact {
                    certain.push(Told::of(report));
                }
            };
            let found = Searcher::new(1, 1).search(&[position], &limits, &control, &mut watch);
            for line in found.unwrap().lines.iter().filter(|line| line.depth > 0) {
                assert!(certain.contains(&Told::of(line)), "{line:?} in {position:?}");
            }
        }
    }
}

fn sees_something<G: Searchable + Notation<Start = G>>(games: u32, length: u32) {
    for position in positions::<G>(games, length) {
        for nodes in [1, 2, 10, 40] {
            let limits = Limits { lines: 3, ..Limits::nodes(nodes) };
            let Some(found) = search(&mut Searcher::new(1, 1), &position, &limits) else { break };
            assert!(found.score.hundredths().abs() < 31_001, "{} in {position:?}", found.score);
            if found.lines[0].depth == 0 {
                assert_eq!(found.score.game_end_in(), None);
            }
            for (rank, line) in found.lines.iter().enumerate().filter(|(_, line)| line.depth == 0) {
                let best_first = found.lines[..rank].iter().all(|above| above.score >= line.score);
                assert!(best_first, "{:?} in {position:?}", found.lines);
            }
        }
    }
}

#[test]
fn a_search_that_saw_nothing_does_not_say_that_the_game_is_lost() {
    let (_, score) = best("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1);
    assert!(score.hundredths().abs() < 100, "{score}");
    sees_something::<chess::Position>(6, 100);
    sees_something::<checkers::Position>(6, 100);
    sees_something::<Othello>(6, 60);
}

#[test]
fn the_end_of_othello_is_solved_within_the_limit_of_nodes_or_not_at_all() {
    let mut solved = 0;
    for position in positions::<Othello>(6, 60) {
        for nodes in [1, 50, 500, 3_000, 8_000, 12_000, 40_000] {
            let limits = Limits::nodes(nodes);
            let mut told = 0;
            let found = Searcher::new(1, 1).search(
                &[position],
                &limits,
                &Control::new(Stop::new()),
                &mut |line| told = line.nodes,
            );
            let Some(found) = found else { break };
            assert!(found.nodes <= nodes + 1, "{} of {nodes} in {position:?}", found.nodes);
            assert!(told <= found.nodes);
            solved += u32::from(found.lines[0].solved);
        }
    }
    assert!(solved > 10, "{solved}");
}

fn best(fen: &str, nodes: u64) -> (String, Score) {
    let position: chess::Position = fen.parse().unwrap();
    let found = search(&mut Searcher::new(4, 1), &position, &Limits::nodes(nodes)).unwrap();
    (position.write_move(found.mv), found.score)
}

#[test]
fn mates_are_counted_exactly() {
    for (fen, plies) in [
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
        ("8/8/8/6q1/8/8/5k2/7K w - - 0 1", -2),
    ] {
        assert_eq!(best(fen, 60_000).1.game_end_in(), Some(plies), "{fen}");
    }
}

#[test]
fn a_side_that_is_lost_looks_for_a_repetition() {
    // The queen checks for ever on e8 and h5.
    let (mv, score) = best("6k1/6p1/8/7Q/8/r6P/q5PK/8 w - - 0 1", 50_000);
    assert_eq!((mv.as_str(), score), ("Qe8+", Score::DRAW));
}

#[test]
fn fifty_idle_moves_are_a_draw_unless_the_last_one_mates() {
    let (_, score) = best("7k/8/8/8/8/8/R7/1R5K w - - 98 100", 50_000);
    assert_eq!(score, Score::DRAW);
    let (mv, score) = best("k7/8/1K6/8/8/8/8/7R w - - 99 100", 50_000);
    assert_eq!((mv.as_str(), score.game_end_in()), ("Rh8#", Some(1)));
}

/// Every move of an endgame is solved, first roughly, then exactly, and what is known of the moves together never becomes less.
#[test]
fn an_analysis_of_an_endgame_solves_every_line_and_never_knows_less() {
    let ends: Vec<Othello> = positions::<Othello>(8, 60)
        .into_iter()
        .filter(|position| (14..=16).contains(&position.empty().len()))
        .filter(|position| position.moves().len() > 3)
        .take(2)
        .collect();
    assert!(!ends.is_empty());
    for position in ends {
        let lines = position.moves().len();
        let limits = Limits { lines, ..Limits::default() };
        let (mut known, mut seen) = (Vec::new(), 0);
        let mut set: Vec<Progress<_>> = Vec::new();
        let control = Control::new(Stop::new());
        let found = Searcher::new(1, 1).search(&[position], &limits, &control, &mut |line| {
            if line.rank == 1 {
                set.clear();
            }
            set.push(line.clone());
            if line.complete && set.len() == lines {
                let certain = set.iter().filter_map(|line| line.certainty).map(u32::from);
                known.push(certain.sum::<u32>());
                seen += 1;
            }
        });
        let found = found.unwrap();
        assert!(known.is_sorted() && seen > lines, "{known:?}");
        assert_eq!(found.lines.len(), lines);
        for line in &found.lines {
            let after = position.play(line.line[0]);
            let exact = after.solve(&mut |_| true).map(|solution| -solution.score);
            assert!(line.solved && exact.is_none_or(|exact| exact == line.score), "{line:?}");
        }
        assert!(found.lines.is_sorted_by_key(|line| -line.score.hundredths()));
    }
}
