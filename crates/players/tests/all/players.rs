//! Computer players at a table.

use game::{Seat, Side, Stop, Verdict};
use players::{Background, Thinker, can_play, has_own_limit};
use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;
use table::{Action, AnyTable, Card, Command, Player, Report, Resources, Seats, ThinkError};

const CHESS: &dyn Card = &games::chess::CARD;
const CHECKERS: &dyn Card = &games::checkers::CARD;
const OTHELLO: &dyn Card = &games::othello::CARD;
const MINES: &dyn Card = &games::mines::CARD;

fn player(text: &str) -> Player {
    text.parse().unwrap()
}

fn open(game: &'static dyn Card, white: &str, black: &str) -> AnyTable {
    let players = Seats::Two { white: player(white), black: player(black) };
    let start = game.start(None, 1).unwrap();
    game.open(&game.started(start, players, None, 0)).unwrap()
}

fn make_move(table: &mut AnyTable, mv: &str) {
    let seat = table.turn().unwrap();
    let command = Command { expected: table.next(), action: Action::Move { mv: mv.to_owned() } };
    *table = table.decide(&command, seat, 0).unwrap().after;
}

/// Lets the players of a table play to the end; returns the moves.
fn play_out(table: &mut AnyTable) -> Vec<String> {
    let mut thinkers = [Thinker::new(), Thinker::new()];
    let mut moves = Vec::new();
    while let Some(seat) = table.turn() {
        let thinker = &mut thinkers[usize::from(seat == Seat::Side(Side::White))];
        let thought = thinker.think(table, seat, &Stop::new()).unwrap();
        make_move(table, &thought.mv);
        moves.push(thought.mv);
    }
    moves
}

#[test]
fn random_players_with_the_same_seeds_play_the_same_game() {
    for game in [CHESS, CHECKERS, OTHELLO] {
        let one = play_out(&mut open(game, "random:1", "random:2"));
        let same = play_out(&mut open(game, "random:1", "random:2"));
        let other = play_out(&mut open(game, "random:1", "random:3"));
        assert_eq!(one, same);
        assert_ne!(one, other);
    }
}

#[test]
fn a_random_player_opens_cells_until_the_board_is_lost_or_won() {
    let game = MINES;
    let players = Seats::Solo { solo: player("random:5") };
    let start = game.start(Some("9x9/10 safe 7"), 0).unwrap();
    let mut table = game.open(&game.started(start, players, None, 0)).unwrap();
    let moves = play_out(&mut table);
    assert!(table.is_over() && !moves.is_empty());
}

#[test]
fn a_random_player_says_so_when_every_cell_is_flagged() {
    let game = MINES;
    let players = Seats::Solo { solo: player("human") };
    let start = game.start(Some("9x9/10 safe 7"), 0).unwrap();
    let mut table = game.open(&game.started(start, players, None, 0)).unwrap();
    for cell in ('a'..='i').flat_map(|file| (1..=9).map(move |row| format!("{file}{row}"))) {
        make_move(&mut table, &format!("flag {cell}"));
    }
    let action = Action::ChangePlayer { seat: Seat::Solo, player: player("random:5") };
    let command = Command { expected: table.next(), action };
    table = table.decide(&command, Seat::Solo, 0).unwrap().after;
    let thought = Thinker::new().think(&table, Seat::Solo, &Stop::new());
    assert_eq!(thought, Err(ThinkError::AllFlagged));
}

#[test]
fn a_player_answers_with_the_value_and_the_line_that_it_reported_last_or_with_deeper_ones() {
    let fen = "rnbqkb1r/pppppppp/8/8/4n3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
    let mut as_reported = 0;
    for nodes in (500..12_000).step_by(350) {
        let white = player(&format!("engine:nodes={nodes}"));
        let players = Seats::Two { white, black: Player::Human };
        let start = CHESS.start(Some(fen), 1).unwrap();
        let table = CHESS.open(&CHESS.started(start, players, None, 0)).unwrap();
        let (report, reports) = mpsc::channel();
        let mut thinker = Thinker::new();
        thinker.watch(move |seen| report.send(seen.clone()).unwrap());
        let thought = thinker.think(&table, Seat::Side(Side::White), &Stop::new()).unwrap();
        let (answer, last) = (thought.report.unwrap(), reports.try_iter().last().unwrap());
        if answer.depth > last.depth {
            assert_eq!(answer.depth, last.depth + 1);
        } else {
            assert_eq!(answer, Report { nodes: answer.nodes, ..last });
            as_reported += 1;
        }
    }
    assert!(as_reported > 5, "{as_reported}");
}

#[test]
fn a_move_is_computed_once_even_if_asked_for_twice() {
    let table = open(CHESS, "minimax:3", "human");
    let mut thinker = Thinker::new();
    let white = Seat::Side(Side::White);
    let first = thinker.think(&table, white, &Stop::new()).unwrap();
    // Had it to think again, it would see the sign and stop.
    let stop = Stop::new();
    stop.set();
    assert_eq!(thinker.think(&table, white, &stop), Ok(first));
}

#[test]
fn a_player_that_is_told_to_stop_stops() {
    let table = open(CHESS, "minimax:12", "human");
    let thinking = Background::start(Thinker::new(), table, Seat::Side(Side::White));
    thinking.stop();
    let (_, thought) = thinking.finish();
    assert_eq!(thought, Err(ThinkError::Stopped));
}

#[test]
fn a_thinker_with_a_time_of_its_own_answers_whatever_the_limit_of_the_player() {
    for player in ["engine:time=86400s", "engine:nodes=1000000000000", "engine:depth=100"] {
        let table = open(CHESS, player, "human");
        let white = Seat::Side(Side::White);
        let mut thinker = Thinker::new().within(Some(Duration::from_millis(20)));
        let thought = thinker.think(&table, white, &Stop::new()).unwrap();
        assert!(table.lots(white).contains(&thought.mv), "{player}: {}", thought.mv);
    }
}

#[test]
fn a_player_with_a_limit_of_nodes_or_depth_thinks_the_same_whatever_it_may_use() {
    let white = Seat::Side(Side::White);
    let think = |player: &str, resources: Resources| {
        let table = open(CHESS, player, "human");
        Thinker::with(resources).think(&table, white, &Stop::new()).unwrap()
    };
    let much = Resources { threads: 3, megabytes: 64 };
    for player in ["engine:nodes=20000", "engine:depth=6", "level:9"] {
        assert_eq!(think(player, much), think(player, Resources::default()), "{player}");
    }
    let table = open(CHESS, "engine", "human");
    let mv = think("engine:time=50ms", much).mv;
    assert!(table.lots(white).contains(&mv), "{mv}");
}

#[test]
fn minimax_answers_with_the_greatest_depth_that_it_finishes_in_its_time() {
    let white = Seat::Side(Side::White);
    let seen = |player: &str, longest: Option<Duration>| {
        let mut thinker = Thinker::new().within(longest);
        let thought = thinker.think(&open(CHESS, player, "human"), white, &Stop::new()).unwrap();
        let report = thought.report.unwrap();
        (report.depth, report.value, report.line)
    };
    assert_eq!(seen("minimax:12", Some(Duration::ZERO)), seen("minimax:1", None));
    assert_eq!(seen("minimax:3", Some(Duration::MAX)), seen("minimax:3", None));
    assert!(seen("minimax:12", Some(Duration::from_millis(20))).0 < 12);
    let stop = Stop::new();
    stop.set();
    let stopped = Thinker::new().within(Some(Duration::ZERO)).think(
        &open(CHESS, "minimax:3", "human"),
        white,
        &stop,
    );
    assert_eq!(stopped, Err(ThinkError::Stopped));
}

#[test]
fn thinking_can_be_waited_for_a_while_or_to_its_end() {
    let white = Seat::Side(Side::White);
    let long = Background::start(Thinker::new(), open(CHESS, "minimax:12", "human"), white);
    assert!(!long.wait(Duration::from_millis(1)));
    assert!(!long.is_done());
    let short = Background::hint(Thinker::new(), open(CHESS, "human", "human"), white);
    while !short.wait(Duration::from_secs(1)) {}
    let hint = Thinker::new().hint(&open(CHESS, "human", "human"), white, &Stop::new());
    assert_eq!(short.finish().1, hint);
}

#[test]
fn only_the_computer_whose_turn_it_is_thinks() {
    let table = open(CHESS, "human", "minimax:2");
    let mut thinker = Thinker::new();
    let think = |thinker: &mut Thinker, side| thinker.think(&table, Seat::Side(side), &Stop::new());
    assert_eq!(think(&mut thinker, Side::White), Err(ThinkError::Human));
    assert_eq!(think(&mut thinker, Side::Black), Err(ThinkError::NotItsTurn));
    assert!(thinker.hint(&table, Seat::Side(Side::White), &Stop::new()).is_ok());
}

#[test]
fn who_can_play_what_is_said_in_words() {
    assert!(can_play(&player("minimax:3"), OTHELLO).is_ok());
    let error = can_play(&player("minimax:3"), MINES).unwrap_err();
    assert_eq!(
        error.to_string(),
        "minimax:3 cannot play mines; human, random, level:1 to level:10 and engine can"
    );
    let error = can_play(&player("uci:stockfish"), CHECKERS).unwrap_err();
    assert_eq!(
        error.to_string(),
        "uci:stockfish cannot play checkers; human, random, minimax:DEPTH, level:1 to level:10 and engine can"
    );
    for &game in games::CLUB.cards() {
        assert!(can_play(&player("level:4"), game).is_ok());
        assert!(can_play(&player("engine"), game).is_ok());
    }
}

#[test]
fn levels_play_whole_games_and_the_same_game_gives_the_same_moves() {
    for game in [CHESS, CHECKERS, OTHELLO] {
        let at = |at| {
            let players = Seats::Two { white: player("level:2"), black: player("level:1") };
            let start = game.start(None, 1).unwrap();
            game.open(&game.started(start, players, None, at)).unwrap()
        };
        let one = play_out(&mut at(0));
        assert_eq!(one, play_out(&mut at(0)), "{game:?}");
        assert_ne!(one, play_out(&mut at(1)), "{game:?}");
    }
}

#[test]
fn the_engine_sees_a_mate_and_says_how_it_comes_about() {
    let start = CHESS.start(Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), 0).unwrap();
    let players = Seats::Two { white: player("engine:nodes=20000"), black: player("human") };
    let table = CHESS.open(&CHESS.started(start, players, None, 0)).unwrap();
    let thought = Thinker::new().think(&table, Seat::Side(Side::White), &Stop::new()).unwrap();
    let report = thought.report.unwrap();
    assert_eq!((report.value, report.line.len()), (1.0, 3), "{report:?}");
    assert_eq!(report.line[0], thought.mv);
    assert!(report.nodes > 0 && report.depth > 0);
}

#[test]
fn othello_is_told_in_discs_and_a_solved_game_is_won_or_lost() {
    let report = |obf: &str, who: &str| {
        let start = OTHELLO.start(Some(obf), 0).unwrap();
        let players = Seats::Two { white: player(who), black: player(who) };
        let table = OTHELLO.open(&OTHELLO.started(start, players, None, 0)).unwrap();
        let seat = table.turn().unwrap();
        Thinker::new().think(&table, seat, &Stop::new()).unwrap().report.unwrap()
    };
    // Black wins by 14 with three squares to go.
    let end = "-OOOOOOXXXXXXOOXXXXXXOXXXXXOXOXXXXXXOOXXXXOOOXXXXXOOOOXX-OOOOOO- X;";
    let solved = report(end, "engine:nodes=100000");
    assert_eq!((solved.value, solved.ahead), (1.0, 14.0));
    assert_eq!(report(end, "minimax:6").value, 1.0);
    // Of five discs one side has four after any first move: three fifths of a board ahead.
    let start = "---------------------------OX------XO--------------------------- X;";
    let plain = report(start, "minimax:1");
    assert_eq!((plain.value, plain.ahead), (0.6, 0.6 * 64.0));
    let searched = report(start, "engine:nodes=20000");
    assert!(searched.value.abs() < 1.0 && searched.ahead.abs() < 10.0, "{searched:?}");
}

#[test]
fn who_needs_a_clock_is_known() {
    for needs in ["engine", "level:10", "uci:stockfish", "uci:stockfish?Threads=1"] {
        assert!(!has_own_limit(&player(needs)), "{needs}");
    }
    for own in ["engine:depth=3", "level:9", "uci:stockfish?nodes=9", "minimax:2", "random"] {
        assert!(has_own_limit(&player(own)), "{own}");
    }
}

#[test]
fn engines_and_strong_levels_draw_their_first_moves_from_a_book_and_others_do_not() {
    let first_move = |game: &'static dyn Card, name: &str, at: u64| {
        let players = Seats::Two { white: player(name), black: player(name) };
        let start = game.start(None, 1).unwrap();
        let table = game.open(&game.started(start, players, None, at)).unwrap();
        let seat = table.turn().unwrap();
        Background::start(Thinker::new(), table, seat).finish().1.unwrap()
    };
    for game in [CHECKERS, OTHELLO] {
        for name in ["engine:time=3600s", "level:10", "level:9", "level:7"] {
            let report = first_move(game, name, 0).report.unwrap();
            assert_eq!((report.nodes, report.depth), (0, 0), "{name}");
        }
        for name in ["engine:nodes=500", "engine:depth=2", "level:1", "level:4"] {
            assert!(first_move(game, name, 0).report.unwrap().nodes > 0, "{name}");
        }
    }
    let moves: BTreeSet<String> = (0..20).map(|at| first_move(OTHELLO, "level:8", at).mv).collect();
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn an_engine_with_hours_on_the_clock_stops_within_a_moment_of_being_told() {
    for game in [CHESS, CHECKERS, OTHELLO] {
        let start = game.start(None, 1).unwrap();
        let players =
            Seats::Two { white: player("engine:time=3600s"), black: player("engine:time=3600s") };
        let mut table = game.open(&game.started(start, players, None, 0)).unwrap();
        // Where no book goes.
        for _ in 0..8 {
            let mv = table.lots(table.turn().unwrap()).pop().unwrap();
            make_move(&mut table, &mv);
        }
        let seat = table.turn().unwrap();
        let thinking = Background::start(Thinker::new(), table, seat);
        assert!(!thinking.wait(Duration::from_millis(50)));
        thinking.stop();
        assert_eq!(thinking.finish().1, Err(ThinkError::Stopped));
    }
}

#[test]
fn the_computer_clears_most_minesweeper_boards_for_beginners() {
    let game = MINES;
    let won = |level: &str, seed: u64| {
        let players = Seats::Solo { solo: player(level) };
        let start = game.start(Some(&format!("9x9/10 opening {seed}")), 0).unwrap();
        let mut table = game.open(&game.started(start, players, None, 0)).unwrap();
        play_out(&mut table);
        table.verdict() == Some(Verdict::Won(Seat::Solo))
    };
    for level in ["level:1", "level:10"] {
        assert!((0..20).filter(|&seed| won(level, seed)).count() > 12, "{level}");
    }
}

#[test]
fn a_flag_in_the_way_of_the_computer_is_taken_away_first() {
    let game = MINES;
    let players = Seats::Solo { solo: player("human") };
    let start = game.start(Some("9x9/10 safe 7"), 0).unwrap();
    let mut table = game.open(&game.started(start, players, None, 0)).unwrap();
    let first = Thinker::new().hint(&table, Seat::Solo, &Stop::new()).unwrap().mv;
    make_move(&mut table, &first.replace("open", "flag"));
    let second = Thinker::new().hint(&table, Seat::Solo, &Stop::new()).unwrap().mv;
    assert_eq!(second, first.replace("open", "flag"));
    make_move(&mut table, &second);
    make_move(&mut table, &first);
}
