//! Sessions without a terminal: lines, thoughts and the time come in, text goes out.

use game::{Counters, Seat, Side, Stop};
use games::CLUB;
use players::Thinker;
use proptest::prelude::*;
use table::{Language, Player, Report, ThinkError, Thought};
use terminal::screen::{SavedGame, StorageEvent};
use terminal::{
    Command, DisplayOptions, FileError, FileJob, GamesJob, Look, Next, Options, Orientation,
    Question, Session,
};

const WHITE: Seat = Seat::Side(Side::White);
const BLACK: Seat = Seat::Side(Side::Black);
const PLAIN: Look = Look::PLAIN;

fn options(game: &str) -> Options {
    Options { game: CLUB.card(game), ..Options::default() }
}

fn open(options: &Options, look: Look) -> Session {
    open_as(options, look, true, Language::English)
}

fn open_as(options: &Options, look: Look, interactive: bool, language: Language) -> Session {
    let started = options.started(CLUB, 1, 0).unwrap();
    let display = DisplayOptions {
        look,
        orientation: Orientation::Automatic,
        interactive,
        full_screen: false,
        language,
    };
    Session::open(CLUB, &started, display, 1, 0).unwrap()
}

/// What is said to a line, with the computers thinking where it is their turn.
fn say(session: &mut Session, line: &str, now: u64) -> String {
    session.take_text();
    session.line(line, now);
    while let Next::Think(Question::Move(seat)) = session.waits_for() {
        let thought = Thinker::new().think(session.table(), seat, &Stop::new());
        session.thought(seat, thought, now);
    }
    session.take_text()
}

fn against(player: &str, game: &str) -> Options {
    Options { white: Some(player.parse().unwrap()), ..options(game) }
}

fn thought(mv: &str, value: f64) -> Thought {
    let line = vec![mv.to_owned()];
    let counters = Counters::default();
    let report = Report {
        value,
        ahead: value,
        exact: false,
        certainty: None,
        line,
        counters,
        ends_in: None,
        depth: 1,
        nodes: 20,
    };
    Thought { mv: mv.to_owned(), report: Some(report), reason: None }
}

#[test]
fn whoever_runs_out_of_time_has_lost_whatever_is_typed() {
    let clock = Some("1+0".parse().unwrap());
    let mut session = open(&Options { clock, ..options("chess") }, PLAIN);
    say(&mut session, "e4", 1_000);
    say(&mut session, "e5", 2_000);
    assert!(say(&mut session, "clock", 12_000).contains("White 0:50, Black 1:00"));
    let text = say(&mut session, "Nf3", 62_500);
    assert!(text.ends_with("Black won by time.\n"), "{text}");
}

#[test]
fn the_line_that_comes_after_the_fall_of_a_flag_is_heard_unless_it_is_a_move_or_an_offer() {
    let clock = Some("1+0".parse().unwrap());
    let after = |line: &str| {
        let mut session = open(&Options { clock, ..options("chess") }, PLAIN);
        say(&mut session, "e4", 0);
        say(&mut session, "e5", 0);
        session.take_text();
        session.line(line, 60_000);
        (session.take_text(), session.waits_for())
    };
    for line in ["Nf3", "draw", "resign", "undo", ""] {
        let (text, next) = after(line);
        assert!(text.ends_with("Black won by time.\n"), "{line}: {text}");
        assert_eq!(next, Next::Read);
    }
    assert_eq!(after("quit").1, Next::Leave);
    assert_eq!(after("load x").1, Next::File(FileJob::Load { file: "x".to_owned() }));
    assert!(
        matches!(after("save x").1, Next::File(FileJob::Save { text, .. }) if text.lines().count() == 4)
    );
    assert!(after("new").0.contains("Black won by time.\nChess. Two people play."));
}

#[test]
fn time_runs_out_while_somebody_waits_for_the_computer_to_advise_or_to_answer() {
    let clock = Some("1+0".parse().unwrap());
    let black = Some(Player::Minimax { depth: 2 });
    for asks in ["hint", "draw"] {
        let options = Options { clock, black: black.clone(), ..options("chess") };
        let mut session = open(&options, PLAIN);
        session.line("e4", 0);
        session.thought(BLACK, Ok(thought("e5", 0.0)), 0);
        session.line(asks, 0);
        assert!(!session.time_is_up(59_999) && session.time_is_up(60_000));
        match session.waits_for() {
            Next::Think(Question::Hint(_)) => session.hinted(Err(ThinkError::Stopped), 60_000),
            Next::Think(Question::Draw(seat)) => {
                session.considered(seat, Err(ThinkError::Stopped), 60_000);
            }
            other => panic!("{other:?}"),
        }
        let text = session.take_text();
        assert!(text.ends_with("Black won by time.\n"), "{text}");
        assert_eq!(session.waits_for(), Next::Read);
    }
}

#[test]
fn a_clock_stands_still_between_saving_and_loading() {
    let clock = Some("1+0".parse().unwrap());
    let mut session = open(&Options { clock, ..options("chess") }, PLAIN);
    say(&mut session, "e4", 1_000);
    say(&mut session, "e5", 2_000);
    session.line("save x", 3_000);
    let Next::File(FileJob::Save { file, text }) = session.waits_for() else {
        panic!("nothing to save")
    };
    assert_eq!(file, "x");
    let days_later = 1_000_000_000;
    session.loaded("x", Ok(text), days_later);
    assert!(say(&mut session, "clock", days_later + 5_000).contains("White 0:55, Black 1:00"));
}

#[test]
fn a_new_game_after_one_that_was_loaded_begins_now() {
    let mut session = open(&options("chess"), PLAIN);
    session.line("save x", 3_000);
    let Next::File(FileJob::Save { text, .. }) = session.waits_for() else {
        panic!("nothing to save")
    };
    let years_later = 1_000_000_000_000;
    for again in ["new", "rematch", "position startpos"] {
        session.loaded("x", Ok(text.clone()), years_later);
        session.line(again, years_later + 1);
        session.line("e4", years_later + 2);
        let times: Vec<u64> = session.table().events().iter().map(table::Event::at).collect();
        assert_eq!(times, [years_later + 1, years_later + 2], "{again}");
    }
}

#[test]
fn a_file_that_holds_nothing_but_a_position_begins_a_game_there() {
    let mut session = open(&options("checkers"), PLAIN);
    let board = "        \n        \n        \n  b     \n w      \n        \n\n\n";
    for (text, position) in [(board, "B:W17:B14"), ("W:W18:B11\r\n", "W:W18:B11")] {
        session.take_text();
        session.loaded("board.txt", Ok(text.to_owned()), 5);
        assert!(session.take_text().starts_with("Loaded board.txt.\n"));
        assert_eq!(session.table().position_text().as_deref(), Some(position));
    }
    let text =
        say(&mut session, "position ......../......../......../..b...../.w....../..././.", 6);
    assert!(text.contains("14x21"), "{text}");
    session.loaded("letter", Ok("Dear Ada,\nno board at all.\n".to_owned()), 7);
    assert!(session.take_text().starts_with("Not loaded from letter: "));
}

#[test]
fn a_computer_that_is_stopped_waits_for_enter() {
    let computer = Some(Player::Minimax { depth: 2 });
    let mut session = open(&Options { black: computer, ..options("chess") }, PLAIN);
    session.line("e4", 0);
    assert_eq!(session.waits_for(), Next::Think(Question::Move(BLACK)));
    session.thought(BLACK, Err(ThinkError::Stopped), 0);
    assert_eq!(session.waits_for(), Next::Read);
    assert_eq!(session.prompt(), "paused> ");
    session.line("", 0);
    assert_eq!(session.waits_for(), Next::Think(Question::Move(BLACK)));
}

#[test]
fn a_computer_accepts_a_draw_only_where_it_stands_worse() {
    let computer = Some(Player::Minimax { depth: 2 });
    // What is best for White, who is to move.
    for (best, accepts) in [(2.0, true), (0.3, false), (0.0, false), (-2.0, false)] {
        let options = Options { black: computer.clone(), ..options("chess") };
        let mut session = open(&options, PLAIN);
        session.line("e4", 0);
        session.thought(BLACK, Ok(thought("e5", 0.0)), 0);
        session.line("draw", 0);
        assert_eq!(session.waits_for(), Next::Think(Question::Draw(BLACK)));
        session.considered(BLACK, Ok(thought("Nf3", best)), 0);
        assert_eq!(session.table().is_over(), accepts, "{best}");
        assert_eq!(session.waits_for(), Next::Read);
    }
}

#[test]
fn taking_back_against_a_computer_goes_behind_a_pass_that_was_made_for_the_person() {
    // Black plays h8, white has to pass: here the person is white and moved before that.
    let start = "XXXXXXXXOXOOOXXXOXXOXXXXOXXOOXXXOXXOXXXXOXXXXOXX-OXXOO-OOOOOOOO- O;";
    let black = Some(Player::Minimax { depth: 1 });
    let position = Some(start.to_owned());
    let mut session = open(&Options { black, position, ..options("othello") }, PLAIN);
    session.line("a7", 0);
    session.thought(BLACK, Ok(thought("h8", 0.5)), 0);
    assert!(session.take_text().contains("White has no move and passes."));
    assert_eq!(session.waits_for(), Next::Think(Question::Move(BLACK)));
    session.thought(BLACK, Err(ThinkError::Stopped), 0);
    session.line("undo", 0);
    assert_eq!(session.table().moves_played(), 0);
    assert_eq!(session.table().position_text().as_deref(), Some(start));
}

#[test]
fn mayhem_gives_the_seats_back() {
    let mut session = open(&options("othello"), PLAIN);
    session.line("mayhem", 0);
    assert_eq!(session.waits_for(), Next::Think(Question::Move(BLACK)));
    session.thought(BLACK, Err(ThinkError::Stopped), 0);
    session.line("mayhem", 0);
    assert_eq!(session.waits_for(), Next::Read);
    assert!(session.table().players().iter().all(|(_, player)| *player == Player::Human));
}

#[test]
fn mayhem_gives_the_seats_back_in_the_next_game_if_this_one_is_over() {
    for (again, person) in [("new", Side::White), ("rematch", Side::Black)] {
        let black = Some(Player::Random { seed: Some(2) });
        // White mates at once, and again.
        let position = Some("k7/8/1K6/8/8/8/8/7R w - - 0 1".to_owned());
        let options = Options { black, position, ..options("chess") };
        let mut session = open(&options, PLAIN);
        session.line("mayhem", 0);
        assert!(session.take_text().contains("mayhem again gives the seats back"));
        let white = Seat::Side(Side::White);
        session.thought(white, Ok(thought("Rh8", 1.0)), 0);
        assert!(session.table().is_over());
        assert!(say(&mut session, "mayhem", 0).contains("you have the seats again"));
        session.line(again, 0);
        let human = |side| session.table().players().get(Seat::Side(side)) == Some(&Player::Human);
        assert_eq!((human(person), human(!person)), (true, false), "{again}");
    }
}

#[test]
fn lines_in_a_pipe_are_read_on_after_a_game_that_mayhem_has_finished() {
    let position = Some("k7/8/1K6/8/8/8/8/7R w - - 0 1".to_owned());
    let mut session =
        open_as(&Options { position, ..options("chess") }, PLAIN, false, Language::English);
    session.line("mayhem", 0);
    session.thought(WHITE, Ok(thought("Rh8", 1.0)), 0);
    assert!(session.table().is_over());
    assert_eq!(session.waits_for(), Next::Read);
    assert!(say(&mut session, "history", 0).contains("Rh8#"));
    // Without taking the seats back the computer plays the next game, too.
    session.line("new", 0);
    assert_eq!(session.waits_for(), Next::Think(Question::Move(WHITE)));
    session.thought(WHITE, Ok(thought("Rh8", 1.0)), 0);
    session.line("mayhem", 0);
    session.line("new", 0);
    assert_eq!(session.waits_for(), Next::Read);
    assert!(session.table().players().iter().all(|(_, player)| *player == Player::Human));
    session.line("mayhem", 0);
    assert_eq!(session.waits_for(), Next::Think(Question::Move(WHITE)), "and hand them over anew");
}

#[test]
fn mayhem_promises_nothing_where_no_person_plays() {
    let computer = Some(Player::Minimax { depth: 1 });
    let options = Options { white: computer.clone(), black: computer, ..options("checkers") };
    let mut session = open(&options, PLAIN);
    session.take_text();
    session.line("mayhem", 0);
    assert_eq!(session.take_text(), "The computer plays already.\n");
}

#[test]
fn a_game_is_played_to_its_end_by_pressing_nothing_but_hints() {
    let mut session = open(&against("random:3", "checkers"), PLAIN);
    for _ in 0..300 {
        if session.table().is_over() {
            break;
        }
        session.line("hint", 0);
        let Next::Think(Question::Hint(seat)) = session.waits_for() else {
            panic!("no hint is wanted")
        };
        let hint = Thinker::new().hint(session.table(), seat, &Stop::new()).unwrap();
        session.hinted(Ok(hint.clone()), 0);
        let text = session.take_text();
        assert!(text.contains(&format!("Try {}.", hint.mv)), "{text}");
        say(&mut session, &hint.mv, 0);
    }
    assert!(session.table().is_over());
}

#[test]
fn a_new_board_has_other_mines_and_the_same_seed_the_same_ones() {
    let start = |session: &Session| match session.table().events().first() {
        Some(table::Event::Started(started)) => started.start.clone(),
        _ => panic!("a game starts with its start"),
    };
    let starts = || {
        let mut session = open(&options("mines"), PLAIN);
        let first = start(&session);
        session.line("r", 0);
        [first, start(&session)]
    };
    let [first, second] = starts();
    assert_ne!(first, second);
    assert_eq!(starts(), [first, second]);
}

/// Takes the colours out of a text.
fn without_colours(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    plain.extend(parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)));
    plain
}

#[test]
fn nothing_is_told_by_colour_alone_and_every_line_fits() {
    for game in CLUB.cards().iter().map(|card| card.name()) {
        for unicode in [false, true] {
            let mut coloured = open(
                &options(game),
                Look::of_colours(unicode, terminal::Colours::TwoHundredFiftySix),
            );
            let mut plain =
                open(&options(game), Look::of_colours(unicode, terminal::Colours::None));
            let moves: &[&str] = match game {
                "chess" => &["e4", "f6", "Qh5"],
                "checkers" => &["11-15", "22-18"],
                "othello" => &["f5", "d6"],
                "mines" => &["flag a1", "c4"],
                _ => &[CLUB.card(game).unwrap().example()],
            };
            let text = |session: &mut Session| {
                moves.iter().map(|line| say(session, line, 0)).collect::<String>()
            };
            let (coloured, plain) = (text(&mut coloured), text(&mut plain));
            assert!(coloured.contains('\x1b') && !plain.contains('\x1b'));
            let coloured = without_colours(&coloured);
            // Wide squares have room between them, and colour makes dots needless.
            let said = |text: &str| text.replace([' ', '.', '·', '|'], "");
            assert_eq!(said(&coloured), said(&plain), "{game}");
            for line in coloured.lines().chain(plain.lines()) {
                assert!(line.chars().count() < 80, "{line}");
            }
        }
    }
}

#[test]
fn marks_of_neighbours_share_a_character() {
    let position = Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1".to_owned());
    let mut session = open(&Options { position, ..options("chess") }, PLAIN);
    let text = say(&mut session, "e1d1", 0);
    assert!(text.contains("1 | R . .[.|K]. . .\n"), "{text}");
}

#[test]
fn a_command_is_the_same_typed_and_as_a_value() {
    let mut typed = open(&options("chess"), PLAIN);
    let mut given = open(&options("chess"), PLAIN);
    for (line, command) in [
        ("e4", Command::Move("e4")),
        ("undo", Command::Undo),
        ("yes", Command::Yes),
        ("flip", Command::Flip),
        ("nonsense", Command::Move("nonsense")),
        ("history", Command::History),
    ] {
        typed.line(line, 0);
        given.obey(command, 0);
        assert_eq!(typed.take_text(), given.take_text(), "{line}");
    }
}

#[test]
fn a_board_without_another_side_is_never_turned() {
    for card in CLUB.cards().iter().filter(|card| !card.board().turns) {
        let mut session = open(&options(card.name()), PLAIN);
        let before = say(&mut session, "board", 0);
        assert_eq!(say(&mut session, "flip", 0), "This board has no other side.\n");
        assert_eq!(say(&mut session, "board", 0), before);
    }
}

#[test]
fn a_seat_is_named_as_commands_write_it_or_as_the_game_calls_the_side() {
    for card in CLUB.cards().iter().filter(|card| !card.is_for_one()) {
        let spanish = card.side_name(Side::Black, table::Language::Spanish);
        for seat in ["black", card.side_name(Side::Black, table::Language::English), spanish] {
            let mut session = open(&options(card.name()), PLAIN);
            session.line(&format!("players {seat} random:1"), 0);
            let players = session.table().players();
            assert_eq!(players.get(BLACK), Some(&Player::Random { seed: Some(1) }), "{seat}");
        }
    }
}

#[test]
fn a_king_in_check_is_marked_and_named() {
    let position = Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1".to_owned());
    let mut session = open(&Options { position, ..options("chess") }, PLAIN);
    let text = say(&mut session, "Rh8", 0);
    assert!(text.contains("8 |[R]. .(k). . . .\n"), "{text}");
    assert!(text.contains("Black is in check.\n"), "{text}");
}

/// Something that a player might type.
fn line() -> impl Strategy<Value = String> {
    let square = "[a-i][0-9]";
    prop_oneof![
        "\\PC{0,20}",
        proptest::string::string_regex(&format!("{square}{square}[qnk]?")).unwrap(),
        proptest::string::string_regex(&format!("(flag |chord |moves |)?{square}")).unwrap(),
        "[0-9]{1,2}[-x][0-9]{1,2}",
        proptest::sample::select(vec![
            "help",
            "board",
            "moves",
            "undo",
            "flip",
            "flip auto",
            "resign",
            "draw",
            "yes",
            "no",
            "claim",
            "new",
            "rematch",
            "players",
            "players white human",
            "players black random:1",
            "mayhem",
            "save x",
            "export x",
            "load x",
            "position",
            "position e",
            "history",
            "clock",
            "r",
            "pass",
        ])
        .prop_map(str::to_owned),
    ]
}

#[test]
fn squares_pieces_and_attacks_are_told_in_words() {
    let mut chess = open(&options("chess"), PLAIN);
    assert_eq!(say(&mut chess, "e2?", 0), "e2: white pawn. Moves from it: e3, e4.\n");
    assert_eq!(say(&mut chess, "F3?", 0), "f3: empty. Moves to it: Nf3, f3.\n");
    assert_eq!(
        say(&mut chess, "attacks f3", 0),
        "f3 is attacked by: white knight g1, white pawn e2, white pawn g2.\n"
    );
    assert_eq!(say(&mut chess, "attacks e5", 0), "Nothing attacks e5.\n");
    assert_eq!(say(&mut chess, "attacks z1", 0), "There is no square z1.\n");
    assert!(say(&mut chess, "attacks", 0).starts_with("Write a square: attacks a8"));
    let pieces = say(&mut chess, "pieces", 0);
    assert!(pieces.starts_with("black king: e8\nblack queen: d8\n"), "{pieces}");
    assert!(pieces.contains("white pawn: a2, b2, c2, d2, e2, f2, g2, h2\n"), "{pieces}");
    // What names no square is a move with a sign.
    say(&mut chess, "Nf3?", 0);
    assert_eq!(chess.table().moves_played(), 1);

    let mut othello = open(&options("othello"), PLAIN);
    assert_eq!(say(&mut othello, "attacks d4", 0), "d4 is attacked by: d3, c4.\n");
    // Black's, and White could turn it over on its turn.
    assert_eq!(say(&mut othello, "attacks e4", 0), "e4 is attacked by: e3, f4.\n");
    assert_eq!(say(&mut othello, "attacks a1", 0), "Nothing attacks a1.\n");
    assert_eq!(say(&mut othello, "pieces", 0), "black disc: e4, d5\nwhite disc: d4, e5\n");
    let mut checkers = open(&options("checkers"), PLAIN);
    for line in ["11-15", "22-18"] {
        say(&mut checkers, line, 0);
    }
    assert_eq!(say(&mut checkers, "attacks 18", 0), "18 is attacked by: black man 15.\n");
    assert_eq!(say(&mut checkers, "attacks 15", 0), "15 is attacked by: white man 18.\n");
    let mut mines = open(&options("mines"), PLAIN);
    assert_eq!(say(&mut mines, "c4?", 0), "c4: closed.\n");
    assert_eq!(say(&mut mines, "pieces", 0), "There are no pieces on the board.\n");
    assert_eq!(say(&mut mines, "attacks c4", 0), "Nothing is attacked in this game.\n");
}

#[test]
fn a_quiet_session_tells_what_changes_and_shows_the_board_when_asked() {
    let mut session = open(&options("chess"), PLAIN);
    assert!(say(&mut session, "quiet", 0).starts_with("Only what changes"));
    assert_eq!(say(&mut session, "e4", 0), "white pawn: e4\nempty: e2\n");
    say(&mut session, "d5", 0);
    assert_eq!(say(&mut session, "exd5", 0), "white pawn: d5\nempty: e4\n");
    say(&mut session, "Kd7", 0);
    assert_eq!(say(&mut session, "Bb5", 0), "white bishop: b5\nempty: f1\nBlack is in check.\n");
    assert!(say(&mut session, "board", 0).lines().count() > 8);
    assert!(say(&mut session, "quiet", 0).starts_with("The board is shown"));
    assert!(say(&mut session, "c6", 0).lines().count() > 8);

    let mut mines =
        open(&Options { level: Some("beginner opening 7".into()), ..options("mines") }, PLAIN);
    say(&mut mines, "quiet", 0);
    let told = say(&mut mines, "e5", 0);
    assert!(told.contains("open: ") && told.contains("1 mine around: "), "{told}");
    assert!(told.lines().all(|line| line.chars().count() < 80), "{told}");
}

#[test]
fn games_are_listed_and_continued_by_number() {
    let mut before = open(&options("chess"), PLAIN);
    for line in ["e4", "e5"] {
        say(&mut before, line, 0);
    }
    let game = |name: &str, over: bool| SavedGame {
        name: name.to_owned(),
        game: CLUB.card("chess").unwrap(),
        players: before.table().players().clone(),
        moves: 2,
        at: 0,
        end: over.then(|| table::Localized::exactly(|_| "Draw by agreement.".to_owned())),
    };
    let mut session = open(&options("othello"), PLAIN);
    say(&mut session, "games", 0);
    session.line("games", 0);
    assert_eq!(session.waits_for(), Next::Games(GamesJob::List));
    session.take_text();
    session.games_done(StorageEvent::Listed(Ok(vec![game("t1", true), game("t2", false)])), 0);
    let listed = session.take_text();
    assert!(
        listed.contains("1  Chess: A person – A person, 2 moves. Draw by agreement."),
        "{listed}"
    );
    session.line("continue 3", 0);
    assert!(session.take_text().contains("`games` lists them"));
    session.line("continue 2", 0);
    assert_eq!(session.waits_for(), Next::Games(GamesJob::Open("t2".to_owned())));
    let events = before.table().events().to_vec();
    session.games_done(StorageEvent::Opened("t2".to_owned(), Ok(events)), 5000);
    assert_eq!(session.table().card().name(), "chess");
    assert_eq!(say(&mut session, "history", 5000), "1. e4 e5\nC20 King's Pawn Game\n");
    // Without a number it is the latest that is not over.
    session.line("continue", 0);
    assert_eq!(session.waits_for(), Next::Games(GamesJob::List));
    session.games_done(StorageEvent::Listed(Ok(vec![game("t1", true), game("t2", false)])), 0);
    assert_eq!(session.waits_for(), Next::Games(GamesJob::Open("t2".to_owned())));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_the_session_goes_on(
        card in proptest::sample::select(CLUB.cards().to_vec()),
        lines in prop::collection::vec(line(), 0..30),
    ) {
        let mut session = open(&options(card.name()), PLAIN);
        for (now, line) in lines.iter().enumerate() {
            session.line(line, now as u64);
            match session.waits_for() {
                Next::Think(Question::Hint(_)) | Next::Read | Next::Games(_) | Next::Leave => {}
                Next::Think(question) => {
                    session.answered(question, Err(ThinkError::Stopped), now as u64);
                }
                Next::File(FileJob::Load { file }) => {
                    session.loaded(&file, Err(FileError::NotAFile), now as u64);
                }
                Next::File(FileJob::Save { file, text } | FileJob::Export { file, text }) => {
                    session.loaded(&file, Ok(text), now as u64);
                }
            }
            prop_assert!(!session.take_text().is_empty() || !session.prompt().is_empty());
        }
        let events = session.table().events();
        let replayed = CLUB.replay(&events.to_vec()).unwrap();
        prop_assert_eq!(replayed.position_text(), session.table().position_text());
    }
}

#[test]
fn the_odds_of_every_closed_cell_are_written_on_a_board() {
    let level = Some("3x3/3 safe 1".to_owned());
    let mut session = open(&Options { level, ..options("mines") }, PLAIN);
    assert_eq!(
        say(&mut session, "odds", 0),
        "  | a  b  c\n1 |33 33 33\n2 |33 33 33\n3 |33 33 33\n\
         The probability of each closed cell in percent; ** is certain.\n"
    );
    assert!(say(&mut session, "players solo random:1", 0).contains("The computer lost"));
    assert_eq!(say(&mut session, "odds", 0), "The game is over.\n");
    let mut session = open(&options("chess"), PLAIN);
    assert_eq!(say(&mut session, "odds", 0), "There are no probabilities in this game.\n");
}
