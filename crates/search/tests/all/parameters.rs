//! Parameters reach the search.

use chess::Position;
use game::Stop;
use search::{Control, Limits, ParameterError, Parameters, Searchable, Searcher};

/// Those of chess, which switch everything on.
const OWN: Parameters = <Position as Searchable>::PARAMETERS;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 1";
const TACTICS: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const CHECKS: &str = "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1";
const ENDGAME: &str = "8/5pk1/R5p1/1p1r3p/1P3P1P/6P1/5K2/8 w - - 0 1";

/// The nodes of a search, before and after the searcher has forgotten it.
fn nodes(parameters: &Parameters, fen: &str, depth: u32) -> Result<[u64; 2], ParameterError> {
    let mut searcher = Searcher::<Position>::with_parameters(1, 1, *parameters)?;
    let control = Control::new(Stop::new());
    let past = [fen.parse().unwrap()];
    Ok([(); 2].map(|()| {
        let found = searcher.search(&past, &Limits::depth(depth), &control, &mut |_| ()).unwrap();
        searcher.clear();
        found.nodes
    }))
}

/// Parameters of time, those that matter in deeper searches only, and that of Multi-ProbCut, for which chess has measured no
/// errors.
fn may_do_nothing(name: &str) -> bool {
    let deep = [
        "aspiration_growth",
        "aspiration_max_window",
        "null_move_verification_percent",
        "singular_max_ply_factor",
    ];
    name.starts_with("time_") || name == "multi_probcut_errors" || deep.contains(&name)
}

#[test]
fn every_parameter_changes_the_search_at_an_end_of_its_range() {
    // What changes nothing in the first ones, which are soon searched, is tried in the next.
    let searches = [
        (MIDDLEGAME, 9),
        (TACTICS, 8),
        (MIDDLEGAME, 11),
        (CHECKS, 11),
        (ENDGAME, 15),
        (TACTICS, 11),
        (MIDDLEGAME, 13),
        (CHECKS, 13),
    ];
    let usual = searches.map(|(fen, depth)| (fen, depth, nodes(&OWN, fen, depth).unwrap()));
    assert!(usual.iter().all(|(_, _, [first, second])| first == second), "{usual:?}");
    for parameter in OWN.list().filter(|parameter| !may_do_nothing(parameter.name)) {
        let ends = [*parameter.range.start(), *parameter.range.end()];
        let changes = usual.iter().any(|&(fen, depth, usual)| {
            ends.iter().any(|&end| {
                let other = OWN.with(parameter.name, end).unwrap();
                let other = nodes(&other, fen, depth).unwrap();
                assert_eq!(other[0], other[1], "{} is kept by a searcher", parameter.name);
                other != usual
            })
        });
        assert!(changes, "{}", parameter.name);
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    let refused = |parameters| nodes(&parameters, MIDDLEGAME, 1).unwrap_err().to_string();
    let wrong = Parameters { null_move_reduction_eval_divisor: 0, ..Parameters::USUAL };
    assert_eq!(refused(wrong), "null_move_reduction_eval_divisor is 0, expected 40 to 800");
    let wrong = Parameters { swing: 0, ..Parameters::USUAL };
    assert_eq!(refused(wrong), "swing is 0, expected 1 to 100");
}
