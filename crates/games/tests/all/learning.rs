//! Laws for every kind of game that a program can learn, and what the methods learn.

use chess::Position;
use chess::engine::network::{
    HIDDEN, HIDDEN_ONE, INPUTS, Network as EngineNetwork, NetworkCache, OUTPUT_ONE,
};
use game::{Notation, Perfect, Rules, Side, minimax};
use games::CLUB;
use games::checkers::Checkers;
use games::chess::Chess;
use games::four::Position as Four;
use games::othello::Othello;
use learn::contest::plain_best;
use learn::tuples::Tuples;
use learn::{
    Against, Alone, Cells, Conditions, Inputs, Learnable, Learning, MOST_CELLS, Method, Model,
    ModelSpec, Network, Opponent, Settings, Snapshot, TreeSearch, cell_maps,
};
use std::sync::Arc;

/// Every kind of game that can be learnt, with its start.
fn kinds() -> Vec<(String, &'static dyn Learning)> {
    let mut kinds = Vec::new();
    for card in CLUB.cards() {
        for offer in card.starts(table::Language::English) {
            let start =
                card.start(Some(&offer.value).filter(|v| !v.is_empty()).map(String::as_str), 0);
            let start = start.unwrap();
            kinds.extend(card.kind_of(&start).learning.map(|learning| (start, learning)));
        }
    }
    assert!(kinds.len() >= 8);
    kinds
}

/// Positions of random games.
fn walks<L: Learnable>() -> Vec<L::Game> {
    let mut positions = Vec::new();
    for seed in 0..6u64 {
        let mut position = L::Game::standard_start();
        let mut number = seed;
        for _ in 0..60 {
            positions.push(position);
            let Some(moves) = position.moves_unless_over() else { break };
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            position = position.play(moves[(number >> 33) as usize % moves.len()]);
        }
    }
    positions
}

fn view<L: Learnable>(position: &L::Game, side: Side) -> Cells {
    let mut cells = [0; MOST_CELLS];
    L::view(position, side, &mut cells);
    cells
}

/// What holds for the view of any game: each side sees the same pieces, own and other exchanged, in the cells
/// that `opposite` names; cells beyond the board are empty; moves have numbers of their own.
fn views_agree<L: Learnable>() {
    let count = L::cells().len();
    for position in walks::<L>() {
        let side = position.side_to_move();
        let (own, other) = (view::<L>(&position, side), view::<L>(&position, !side));
        for cell in 0..MOST_CELLS {
            if cell >= count {
                assert_eq!((own[cell], other[cell]), (0, 0));
                continue;
            }
            let kinds = L::KINDS as u8;
            let expected = match own[cell] {
                0 => 0,
                kind if kind <= kinds => kind + kinds,
                kind => kind - kinds,
            };
            assert_eq!(other[L::opposite(cell)], expected, "{} cell {cell}", L::NAME);
        }
        if L::POLICY {
            let moves = position.moves();
            let mut targets: Vec<Option<usize>> =
                moves.iter().map(|&mv| L::move_cell(&position, mv)).collect();
            targets.sort_unstable();
            targets.dedup();
            assert_eq!(targets.len(), moves.len());
            assert!(targets.iter().flatten().all(|&cell| cell < count));
        }
        L::features(&position, |index, amount| {
            assert!((index as usize) < L::FEATURES && amount.is_finite());
        });
    }
}

#[test]
fn both_sides_see_the_same_board() {
    views_agree::<Chess>();
    views_agree::<Checkers>();
    views_agree::<Othello<8>>();
    views_agree::<Othello<6>>();
    views_agree::<Four<7, 6>>();
    views_agree::<Four<8, 7>>();
}

#[test]
fn symmetric_boards_add_up_to_the_same() {
    let tuples = Tuples::new::<Othello<8>>(&[1, 2, 3]);
    let weights: Vec<f32> = (0..tuples.weights()).map(|i| ((i * 37) % 101) as f32).collect();
    for position in walks::<Othello<8>>() {
        let cells = view::<Othello<8>>(&position, Side::Black);
        let sum = tuples.sum(&cells, &weights);
        let mut turned = [0; MOST_CELLS];
        for (cell, &content) in cells.iter().enumerate() {
            // A quarter turn.
            turned[8 * (cell % 8) + 7 - cell / 8] = content;
        }
        assert_eq!(tuples.sum(&turned, &weights), sum);
    }
}

#[test]
fn systematic_pairs_of_othello_are_288_weights() {
    let tuples = Tuples::new::<Othello<8>>(&[2]);
    assert_eq!(tuples.weights(), 288);
    assert_eq!(Tuples::new::<Othello<8>>(&[3]).weights(), 648);
}

#[test]
fn the_fast_plain_tree_plays_as_the_plain_tree() {
    fn agrees<L: Learnable>() {
        for position in walks::<L>().into_iter().step_by(5) {
            for depth in 1..=3u8 {
                use game::Tree;
                let tree = game::GameTree::new(position).prune(usize::from(depth));
                let line = minimax(&tree).line;
                assert_eq!(plain_best(&position, depth), line.first().copied());
            }
        }
    }
    agrees::<Othello<6>>();
    agrees::<Checkers>();
    agrees::<Four<6, 5>>();
}

fn quick(learning: &dyn Learning, method: Method, start: &str) -> Settings {
    let mut settings = learning.usual(method, 7, start.to_owned());
    settings.games = 1;
    settings.population = settings.population.min(2);
    // The network of an engine learns at the second step what it remembers of both.
    (settings.nodes, settings.taught_steps) = (100, 0);
    settings.model = match settings.model {
        ModelSpec::Network(_) => ModelSpec::Network(4),
        ModelSpec::Policy(_) => ModelSpec::Policy(4),
        model => model,
    };
    settings
}

fn chess() -> (String, &'static dyn Learning) {
    let card = CLUB.card("chess").unwrap();
    let start = card.start(None, 0).unwrap();
    let learning = card.kind_of(&start).learning.unwrap();
    (start, learning)
}

/// A network of the engine whose weights are those of its file already, and large enough to tell positions apart.
fn network_of_chess(seed: u64) -> Network<Chess> {
    let mut network = Network::of_engine(Chess::ENGINE.unwrap(), seed);
    let (hidden, outputs) = network.weights.split_at_mut((INPUTS + 1) * HIDDEN);
    let round = |weights: &mut [f32], factor: f32, one: f32| {
        for weight in weights {
            *weight = (factor * *weight * one).round() / one;
        }
    };
    round(hidden, 1.0, f32::from(HIDDEN_ONE));
    round(outputs, 5.0, f32::from(OUTPUT_ONE));
    network
}

#[test]
fn a_network_of_chess_sees_the_inputs_that_the_engine_sees() {
    let network = network_of_chess(1);
    for position in walks::<Chess>() {
        let mut seen = network.inputs(&position).views;
        let mut expected = [Vec::new(), Vec::new()];
        for inputs in chess::engine::network::inputs(&position) {
            for (view, input) in expected.iter_mut().zip(inputs) {
                view.push(input as u16);
            }
        }
        for view in seen.iter_mut().chain(&mut expected) {
            view.sort_unstable();
        }
        assert_eq!(seen, expected, "{position}");
    }
}

#[test]
fn the_engine_reads_from_a_file_the_network_that_was_learnt() {
    for seed in 1..4 {
        let network = network_of_chess(seed);
        let file = (Chess::ENGINE.unwrap().file)(&network).unwrap();
        let read = EngineNetwork::read(&file).unwrap();
        assert_eq!(read, EngineNetwork::rounded(&network.weights));
        let mut read = NetworkCache::new(Arc::new(read));
        let mut scores = Vec::new();
        for position in walks::<Chess>() {
            // An output of 1, before the hyperbolic tangent, is 400 hundredths of a pawn.
            let learnt = 400.0 * network.value(&position).atanh();
            let score = read.evaluate(&position) as f32;
            assert!((learnt - score).abs() < 2.0, "{position}: {learnt} {score}");
            scores.push(score as i32);
        }
        let (least, most) = (scores.iter().min().unwrap(), scores.iter().max().unwrap());
        assert!(most - least > 200, "they would agree on anything: {least} to {most}");
    }
}

#[test]
fn the_value_without_a_piece_is_that_of_the_position_without_it() {
    let network = network_of_chess(2);
    // Both are of the same phase.
    let with: Position = "4k2r/7p/8/8/8/8/4P3/R3K3 b - - 0 1".parse().unwrap();
    let without: Position = "4k2r/7p/8/8/8/8/8/R3K3 b - - 0 1".parse().unwrap();
    let mut cells = [0; MOST_CELLS];
    Chess::view(&with, Side::Black, &mut cells);
    let pawn = cells.iter().position(|&content| content == 7).unwrap();
    assert!((network.value_without(&with, pawn) - network.value(&without)).abs() < 1e-5);
}

#[test]
fn the_network_of_chess_learns_what_the_evaluation_made_by_hand_says() {
    let (start, learning) = chess();
    let mut settings = learning.usual(Method::Network, 1, start.clone());
    assert_eq!(settings.model, ModelSpec::Engine);
    (settings.games, settings.nodes, settings.rate) = (20, 100, 0.003);
    let mut trainer = learning.begin(&settings).unwrap();
    let errors: Vec<f32> = (0..3).map(|_| trainer.step(&Alone).error.unwrap()).collect();
    assert!(errors[2] < 0.8 * errors[0], "{errors:?}");
    // It plays by the search of the engine.
    let player = learning.player(&trainer.player()).unwrap();
    let conditions = Conditions { start, seed: 1, depth: 2, league: false, games: 0..6 };
    let tally = player.measure(Opponent::Random, &conditions).unwrap();
    assert!(tally.share() > 0.7, "{tally:?}");
    let mate: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
    let choice = player.choose(&mate, 3, 0, &|| true).unwrap();
    assert_eq!(mate.write_move(mate.moves()[choice.index]), "Ra8#");
    assert!(choice.value > 0.99);
    let file = learning.engine_file(&trainer.player()).unwrap().unwrap();
    assert!(EngineNetwork::read(&file).is_ok());
}

#[test]
fn a_run_begins_with_the_network_of_the_program_where_it_is_told_to() {
    let (start, learning) = chess();
    let usual = learning.usual(Method::Network, 1, start);
    let settings = Settings { from_shipped: true, taught_steps: 0, ..usual.clone() };
    let trainer = learning.begin(&settings).unwrap();
    let file = learning.engine_file(&trainer.player()).unwrap().unwrap();
    assert_eq!(EngineNetwork::read(&file).unwrap(), *EngineNetwork::shipped());
    let settings = Settings { model: ModelSpec::Network(8), ..settings };
    assert_eq!(
        learning.begin(&settings).err().unwrap().to_string(),
        "only the network of an engine begins with that of the program, and network:8 is none"
    );
}

#[test]
fn the_network_of_an_engine_is_learnt_where_there_is_one_and_by_its_method_only() {
    let (start, learning) = othello();
    let refused = |learning: &dyn Learning, method, start: &str| {
        let mut settings = learning.usual(method, 1, start.to_owned());
        settings.model = ModelSpec::Engine;
        learning.begin(&settings).err().unwrap().to_string()
    };
    assert_eq!(
        refused(learning, Method::Network, &start),
        "the engine of othello does not evaluate by a network that is learnt here"
    );
    let trainer = learning.begin(&quick(learning, Method::Td, &start)).unwrap();
    assert_eq!(learning.engine_file(&trainer.player()), Ok(None));
    let (start, learning) = chess();
    assert_eq!(refused(learning, Method::Td, &start), "td learns tuples or features, not engine");
    let mut settings = learning.usual(Method::Network, 1, start);
    settings.nodes = 5;
    assert_eq!(
        learning.begin(&settings).err().unwrap().to_string(),
        "what the engine looks at for a move is 100 to 1000000 positions, not 5"
    );
}

/// Every method on every kind of game: a run that was stopped and goes on equals one that was not, and two runs are
/// equal byte for byte.
#[test]
fn a_run_that_goes_on_equals_one_that_was_not_stopped() {
    for (start, learning) in kinds() {
        for method in Method::ALL {
            let settings = quick(learning, method, &start);
            let Ok(mut through) = learning.begin(&settings) else {
                assert!(matches!(method, Method::Fit | Method::TreeSearch), "{method} {start}");
                continue;
            };
            let mut stopped = learning.begin(&settings).unwrap();
            through.step(&Alone);
            stopped.step(&Alone);
            let state = stopped.state().write().unwrap();
            assert_eq!(state, through.state().write().unwrap(), "{method} {start}");
            let state = Snapshot::read(&state).unwrap();
            let mut resumed = learning.resume(&settings, &state).unwrap();
            through.step(&Alone);
            resumed.step(&Alone);
            let bytes = |trainer: &dyn learn::Trainer| trainer.player().write().unwrap();
            assert_eq!(bytes(&*resumed), bytes(&*through), "{method} {start}");
            learning.player(&through.player()).unwrap();
        }
    }
}

fn othello() -> (String, &'static dyn Learning) {
    let card = CLUB.card("othello").unwrap();
    let start = card.start(None, 0).unwrap();
    let learning = card.kind_of(&start).learning.unwrap();
    (start, learning)
}

#[test]
fn temporal_differences_learn_to_beat_random_moves() {
    let (start, learning) = othello();
    let settings = learning.usual(Method::Td, 1, start.clone());
    let mut trainer = learning.begin(&settings).unwrap();
    for _ in 0..2 {
        trainer.step(&Alone);
    }
    let player = learning.player(&trainer.player()).unwrap();
    let conditions = Conditions { start, seed: 1, depth: 1, league: false, games: 0..60 };
    let tally = player.measure(Opponent::Random, &conditions).unwrap();
    assert!(tally.share() > 0.6, "{tally:?}");
}

#[test]
fn a_player_of_another_board_is_refused() {
    let (start, learning) = othello();
    let trainer = learning.begin(&quick(learning, Method::Td, &start)).unwrap();
    let card = CLUB.card("othello").unwrap();
    let small = card.kind_of("6x6").learning.unwrap();
    let error = small.player(&trainer.player()).err().unwrap();
    assert_eq!(error.to_string(), "it is for the board 8x8, not for 6x6");
    let four = CLUB.card("four").unwrap().kind_of("").learning.unwrap();
    let error = four.player(&trainer.player()).err().unwrap();
    assert_eq!(error.to_string(), "it is for othello, not for four");
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let (start, learning) = othello();
    let refused = |change: fn(&mut Settings)| {
        let mut settings = learning.usual(Method::Td, 1, start.clone());
        change(&mut settings);
        learning.begin(&settings).err().unwrap().to_string()
    };
    assert_eq!(refused(|s| s.depth = 9), "the look-ahead is 1 to 4 plies, not 9");
    assert_eq!(refused(|s| s.lambda = 1.5), "lambda is from 0 to 1, not 1.5");
    assert!(
        refused(|s| s.model = ModelSpec::Network(8)).starts_with("td learns tuples or features")
    );
    assert!(refused(|s| s.start = "x".to_owned()).starts_with("the games cannot begin there"));
    let four = CLUB.card("four").unwrap();
    let start = four.start(None, 0).unwrap();
    let learning = four.kind_of(&start).learning.unwrap();
    let mut settings = learning.usual(Method::Td, 1, start);
    settings.against = Against::Heuristic;
    assert!(learning.begin(&settings).is_err());
}

#[test]
fn the_picture_of_what_was_learnt_has_a_number_for_each_square() {
    let (start, learning) = othello();
    let settings = learning.usual(Method::Td, 1, start.clone());
    let mut trainer = learning.begin(&settings).unwrap();
    trainer.step(&Alone);
    let maps = learning.heat_maps(&trainer.player(), &start).unwrap();
    assert_eq!(maps.len(), 1);
    assert_eq!(maps[0].squares.len(), 64);
    let numbers: Vec<f32> = maps[0].squares.iter().flatten().copied().collect();
    assert!(numbers.len() > 60 && numbers.iter().all(|number| number.is_finite()));
    assert!(numbers.iter().any(|&number| number != 0.0));
}

/// A player that looks far enough ahead plays as the solver does.
#[test]
fn a_learnt_player_of_four_in_a_row_is_held_against_the_solver() {
    let card = CLUB.card("four").unwrap();
    let start = card.start(Some("6x5"), 0).unwrap();
    let learning = card.kind_of(&start).learning.unwrap();
    let trainer = learning.begin(&quick(learning, Method::Td, &start)).unwrap();
    let player = learning.player(&trainer.player()).unwrap();
    let share = |depth| {
        let conditions =
            Conditions { start: start.clone(), seed: 1, depth, league: false, games: 0..40 };
        let tally = player.best_moves(&conditions, &game::Stop::new()).unwrap();
        assert_eq!(tally.games(), 40);
        tally.share()
    };
    assert!(share(1) < share(4) && share(4) > 0.7, "{} {}", share(1), share(4));
}

fn view_of_turned(cells: &Cells, map: &[u8]) -> Cells {
    let mut turned = [0; MOST_CELLS];
    for (&to, &content) in map.iter().zip(cells) {
        turned[usize::from(to)] = content;
    }
    turned
}

#[test]
fn a_network_sees_a_turned_board_as_the_symmetry_says() {
    for position in walks::<Othello<8>>() {
        let sides = [position.side_to_move(), !position.side_to_move()];
        let inputs = Inputs::of::<Othello<8>>(&position);
        for map in cell_maps::<Othello<8>>() {
            let mut turned = inputs.turned::<Othello<8>>(&map);
            for (seen, side) in turned.views.iter_mut().zip(sides) {
                seen.sort_unstable();
                let cells = view_of_turned(&view::<Othello<8>>(&position, side), &map);
                let expected = (0..2u16).flat_map(|kind| {
                    let held = move |&(_, content): &(u16, u8)| u16::from(content) == kind + 1;
                    (0..).zip(cells).filter(held).map(move |(cell, _)| 64 * kind + cell)
                });
                assert_eq!(*seen, expected.collect::<Vec<u16>>());
            }
        }
    }
}

#[test]
fn tree_search_takes_a_win_in_one_and_stops_one_whatever_the_network_thinks() {
    type Small = Four<6, 5>;
    let network = Network::<Small>::with_policy(4, 5);
    let play = |columns: &str| {
        columns.chars().fold(Small::standard_start(), |position, column| {
            position.play(position.read_move(&column.to_string()).unwrap())
        })
    };
    // Three on top of each other in the first column: the side to move wins there, or must not let the other win.
    for columns in ["ababab", "abaca"] {
        let position = play(columns);
        let found = TreeSearch::run(&network, &position, 400, None, &|| true).unwrap();
        let best = position.moves()[found.most_visited(0)];
        assert_eq!(position.write_move(best), "a", "{columns} {found:?}");
        assert_eq!(found.visits.iter().sum::<u32>(), 400);
    }
}

#[test]
fn a_game_whose_moves_have_no_cell_has_no_policy_to_learn() {
    let card = CLUB.card("chess").unwrap();
    let start = card.start(None, 0).unwrap();
    let learning = card.kind_of(&start).learning.unwrap();
    let settings = learning.usual(Method::TreeSearch, 1, start);
    let error = learning.begin(&settings).err().unwrap();
    assert_eq!(
        error.to_string(),
        "chess has no policy to learn: its moves do not belong to one cell each"
    );
}

/// Half the squared error grows with each weight as the gradient says.
#[test]
fn the_gradient_of_a_network_is_its_slope() {
    const AIM: f32 = 0.4;
    const STEP: f32 = 1e-2;
    let position = walks::<Checkers>()[20];
    let inputs = Inputs::of::<Checkers>(&position);
    let mut network = Network::<Checkers>::new(4, 3);
    let mut gradient = vec![0.0; network.weights.len()];
    network.gradient(&inputs, AIM, &[], &mut gradient);
    assert!(gradient.iter().filter(|&&slope| slope != 0.0).count() > 20);
    for (index, &expected) in gradient.iter().enumerate() {
        let mut cost = |change: f32| {
            network.weights[index] += change;
            let cost = (network.pass(&inputs).value - AIM).powi(2) / 2.0;
            network.weights[index] -= change;
            cost
        };
        let slope = (cost(STEP) - cost(-STEP)) / (2.0 * STEP);
        assert!((slope - expected).abs() < 2e-3, "{index}: {slope} {expected}");
    }
}

/// The error of the value and of the policy together grows with each weight as the gradient says.
#[test]
fn the_gradient_of_a_policy_is_its_slope() {
    const AIM: f32 = -0.3;
    const STEP: f32 = 1e-2;
    let position = walks::<Othello<6>>()[17];
    let moves = position.moves();
    let wanted: Vec<(usize, f32)> = moves
        .iter()
        .enumerate()
        .map(|(number, &mv)| {
            let cell = Othello::<6>::move_cell(&position, mv).unwrap();
            (cell, (number + 1) as f32 / (moves.len() * (moves.len() + 1) / 2) as f32)
        })
        .collect();
    assert!(wanted.len() > 2);
    let outputs: Vec<usize> = wanted.iter().map(|&(output, _)| output).collect();
    let inputs = Inputs::of::<Othello<6>>(&position);
    let mut network = Network::<Othello<6>>::with_policy(4, 3);
    for (index, weight) in network.weights.iter_mut().enumerate() {
        *weight += 0.1 * ((index * 37 % 101) as f32 / 101.0 - 0.5);
    }
    let mut gradient = vec![0.0; network.weights.len()];
    network.gradient(&inputs, AIM, &wanted, &mut gradient);
    assert!(gradient.iter().filter(|&&slope| slope != 0.0).count() > 40);
    for (index, &expected) in gradient.iter().enumerate() {
        let mut cost = |change: f32| {
            network.weights[index] += change;
            let judged = network.judge(&inputs, &outputs);
            network.weights[index] -= change;
            let entropy: f32 =
                judged.policy.iter().zip(&wanted).map(|(p, (_, share))| -share * p.ln()).sum();
            (judged.value - AIM).powi(2) / 2.0 + entropy
        };
        let slope = (cost(STEP) - cost(-STEP)) / (2.0 * STEP);
        assert!((slope - expected).abs() < 3e-3, "{index}: {slope} {expected}");
    }
}
