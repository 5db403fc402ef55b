//! Parameters reach the search.

use chess::Position;
use game::Stop;
use search::{Control, Limits, ParameterError, Parameters, Searcher};

/// The nodes of a search with these parameters.
fn nodes(parameters: &Parameters) -> Result<u64, ParameterError> {
    let mut searcher = Searcher::<Position>::with_parameters(1, 1, *parameters)?;
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";
    let (position, control) = (fen.parse().unwrap(), Control::new(Stop::new()));
    // The second search finds a table and histories that are filled, and the third finds them empty.
    let search = |searcher: &mut Searcher<Position>| {
        searcher.search(&[position], &Limits::depth(8), &control, &mut |_| ()).unwrap().nodes
    };
    let first = search(&mut searcher);
    search(&mut searcher);
    searcher.clear();
    assert_eq!(search(&mut searcher), first, "the parameters outlive the search");
    Ok(first)
}

#[test]
fn other_values_search_otherwise() {
    let usual = nodes(&Parameters::USUAL).unwrap();
    assert_eq!(nodes(&Parameters::USUAL), Ok(usual));
    for (name, value) in [
        ("aspiration_window", 40),
        ("reverse_futility_margin", 120),
        ("null_move_min_depth", Parameters::NEVER),
        ("lmr_quiet_base", 0),
        ("quiescence_futility", 600),
        ("killer_bonus", 0),
        ("correction_weight", 0),
    ] {
        let other = Parameters::USUAL.with(name, value).unwrap();
        assert_ne!(nodes(&other), Ok(usual), "{name}");
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    let wrong = Parameters { null_move_reduction_eval_divisor: 0, ..Parameters::USUAL };
    assert_eq!(
        nodes(&wrong).unwrap_err().to_string(),
        "null_move_reduction_eval_divisor is 0, expected 40 to 800"
    );
    let wrong = Parameters { swing: 0, ..Parameters::USUAL };
    assert_eq!(nodes(&wrong).unwrap_err().to_string(), "swing is 0, expected 1 to 100");
}
