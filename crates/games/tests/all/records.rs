//! Games written for other programs and read from them.

use crate::laws::{Attempt, action, tables};
use crate::support::{
    BLACK, Play, SOLO, WHITE, import, minefield, open, open_started, people, read_log, seeds, sit,
};
use proptest::prelude::*;
use table::record::LONGEST_RECORD;
use table::{Action, Event, ImportError, Imported, Language, Note, Player, log};

fn export(play: &Play) -> String {
    play.table.export().unwrap().text
}

/// A moment with a date.
const NOW: u64 = 1_793_700_000_000;

#[track_caller]
fn read(game: &str, text: &str) -> Play {
    let Imported { table, notes } = import(game, text, NOW).unwrap();
    assert_eq!(notes, []);
    Play { table, now: NOW }
}

#[track_caller]
fn refused(game: &str, text: &str) -> String {
    import(game, text, NOW).unwrap_err().to_string()
}

/// The same game, begun at another moment.
fn begun_at(play: &Play, at: u64) -> Play {
    let Event::Started(mut started) = play.table.events().first().cloned().unwrap() else {
        panic!()
    };
    started.at = at;
    Play { table: open_started(&started).unwrap(), now: at }
}

#[test]
fn chess_is_written_as_pgn() {
    let play = open("chess", "", &["human", "minimax:3"], Some("5+3"));
    let mut play = begun_at(&play, NOW);
    play.moves("e4 e5").wait(2_500).make("Bc4").wait(1_000).make("Nc6").wait(500).make("Qh5");
    play.wait(100).make("g6").act(WHITE, &Action::TakeBack).make("Qh5").make("Nf6").make("Qxf7");
    let record = play.table.export().unwrap();
    assert_eq!(
        (record.format.extension, record.format.media_type),
        ("pgn", "application/vnd.chess-pgn")
    );
    insta::assert_snapshot!("chess_pgn", record.text);
    insta::assert_snapshot!(
        "chess960_pgn",
        export(&{
            let mut play = people("chess", "chess960:77");
            play.make("e4").act(BLACK, &Action::Resign);
            play
        })
    );
}

#[test]
fn checkers_is_written_as_pdn() {
    let mut play = begun_at(&open("checkers", "", &["random:4", "human"], Some("10")), NOW);
    play.moves("11-15 22-18").wait(1_500).make("15x22").act(WHITE, &Action::OfferDraw);
    play.act(BLACK, &Action::OfferDraw);
    insta::assert_snapshot!("checkers_pdn", export(&play));
}

#[test]
fn othello_is_written_as_ggf() {
    let mut play = begun_at(&open("othello", "", &["human", "level:3"], Some("5+2")), NOW);
    play.moves("f5 d6").wait(1_250).make("c3").wait(800).make("d3").act(WHITE, &Action::Resign);
    insta::assert_snapshot!("othello_ggf", export(&play));
}

#[test]
fn minesweeper_is_written_as_rawvf() {
    let mut play = begun_at(&open("mines", "m1-4x4x3-s-7", &["human"], None), NOW);
    play.wait(1_000).make("flag a1").wait(500).make("open d4").act(SOLO, &Action::Resign);
    insta::assert_snapshot!("mines_rawvf", export(&play));
}

#[test]
fn the_mines_of_a_running_game_are_not_written() {
    let mut play = open("mines", "m1-9x9x10-s-7", &["human"], None);
    assert_eq!(play.table.export().map_err(|error| error.code).map(drop), Err("secret"));
    play.make("open a1");
    assert_eq!(play.table.export().map_err(|error| error.code).map(drop), Err("secret"));
    let mut unopened = open("mines", "m1-9x9x10-s-7", &["human"], None);
    unopened.act(SOLO, &Action::Resign);
    assert_eq!(unopened.table.export().map_err(|error| error.code).map(drop), Err("no-mines"));
}

#[test]
fn a_running_game_goes_on_now() {
    let pgn =
        "[TimeControl \"60\"]\n[UTCDate \"2020.01.01\"]\n\n1. e4 e5 2. Nf3 {[%clk 0:00:50]} *";
    let mut play = read("chess", pgn);
    let clocks = |play: &Play| {
        play.scene().players.iter().map(|place| place.clock.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(clocks(&play), [50_000, 60_000]);
    play.wait(1_000);
    assert_eq!(clocks(&play), [50_000, 59_000]);
    play.make("Nc6");
}

#[test]
fn a_finished_game_happened_when_the_file_says() {
    let pgn = "[UTCDate \"2020.01.01\"]\n[UTCTime \"00:00:01\"]\n\n1. e4 1-0";
    assert_eq!(read("chess", pgn).table.events().first().unwrap().at(), 1_577_836_801_000);
}

#[test]
fn results_that_the_board_does_not_give_become_events() {
    let status = |pgn: &str| read("chess", pgn).status();
    assert_eq!(status("1. e4 e5 {Black resigns} 1-0"), "White won by resignation.");
    assert_eq!(
        status("[Termination \"Ben won by resignation\"]\n\n1. e4 e5 0-1"),
        "Black won by resignation."
    );
    assert_eq!(status("1. e4 1/2-1/2"), "Draw by agreement.");
    assert_eq!(
        status("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"),
        "Draw by threefold repetition."
    );
    assert_eq!(
        status("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {agreed} 1/2-1/2"),
        "Draw by agreement."
    );
    let timed = "[TimeControl \"60+1\"]\n[Termination \"time forfeit\"]\n\n";
    assert_eq!(status(&format!("{timed}1. e4 e5 0-1")), "Black won by time.");
    assert_eq!(
        status(&format!("{timed}1. e4 e5 1-0")),
        "White won.",
        "it was white's clock that ran"
    );
    assert_eq!(status("[Termination \"time forfeit\"]\n\n1. e4 e5 0-1"), "Black won.");
    assert_eq!(status("[Termination \"abandoned\"]\n\n1. e4 *"), "The game was called off.");
    assert_eq!(status("1. f3 e5 2. g4 Qh4# 0-1"), "Black won by checkmate.");
    let bare = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n";
    assert_eq!(
        status(&format!("{bare}{timed}1. e4 Kd7 1/2-1/2")),
        "Draw by time, because the other side could not have won."
    );
    assert_eq!(read("othello", &ggf("-64.000:r")).status(), "White won by resignation.");
    let resigned = "1. 11-15 22-18 2. 15x22 {White won by resignation.} 0-1";
    assert_eq!(read("checkers", resigned).status(), "White won by resignation.");
}

/// A game of Othello that was cut off with this result.
fn ggf(result: &str) -> String {
    let board = "8 ---------------------------O*------*O--------------------------- *";
    format!("(;GM[Othello]RE[{result}]BO[{board}]B[f5];)")
}

const FOUR: &str = "[Game \"four\"]\n[Start \"7x6\"]\n[White \"human\"]\n[Black \"human\"]\n\
                    [Result \"1-0\"]\n\n1. d d 2. c e\n";

#[test]
fn a_winner_without_a_reason_has_just_won_and_is_written_so_again() {
    let checkers = "1. 11-15 22-18 2. 15x22 0-1";
    let records = [
        ("chess", "1. e4 e5 1-0", "White"),
        ("chess", "[Termination \"normal\"]\n\n1. e4 0-1", "Black"),
        ("chess", "0-1", "Black"),
        ("chess", "1. e4 e5 {White wins by adjudication: both players agreed.} 1-0", "White"),
        ("checkers", checkers, "White"),
        ("othello", &ggf("-3.000"), "White"),
        ("othello", &ggf("-3.000:s"), "White"),
        ("othello", &ggf("+10"), "Black"),
        ("four", FOUR, "White"),
    ];
    for (game, text, winner) in records {
        let play = read(game, text);
        let winner = play.table.card().side_name(
            if winner == "White" { game::Side::White } else { game::Side::Black },
            Language::English,
        );
        assert_eq!(play.status(), format!("{winner} won."), "{text}");
        let written = export(&play);
        let again = read(game, &written);
        assert_eq!(again.table.events().last(), play.table.events().last(), "{written}");
        assert_eq!(export(&again), written);
        let saved = log::write(play.table.events());
        assert_eq!(read_log(&saved).unwrap().events(), play.table.events(), "{saved}");
    }
}

#[test]
fn every_game_reads_back_that_a_player_gave_up() {
    for (game, moves) in
        [("chess", "e4"), ("checkers", "11-15"), ("othello", "f5"), ("four", "d d")]
    {
        let mut play = people(game, "");
        play.moves(moves).act(BLACK, &Action::Resign);
        let again = read(game, &export(&play));
        assert_eq!(again.status(), play.status());
        let gave_up = |event: &Event| matches!(event, Event::Resigned { .. });
        assert!(again.table.events().iter().any(gave_up), "{game}");
    }
}

#[test]
fn a_winner_without_a_reason_is_told_in_both_languages_and_to_the_player() {
    let pgn = "[White \"minimax:1\"]\n\n1. e4 e5 1-0";
    let table = read("chess", pgn).table;
    let said = |viewer, language| table.scene(viewer, NOW, language).status.join(" ");
    let (black, spectator) = (game::Viewer::Seat(BLACK), game::Viewer::Spectator);
    assert_eq!(said(spectator, Language::Spanish), "Blancas ganan.");
    assert_eq!(said(black, Language::English), "You lost: White won.");
    assert_eq!(said(black, Language::Spanish), "Has perdido: Blancas ganan.");
    let table = read("chess", "[White \"minimax:1\"]\n\n1. e4 e5 0-1").table;
    assert_eq!(table.scene(black, NOW, Language::English).status.join(" "), "You won.");
    assert_eq!(table.scene(black, NOW, Language::Spanish).status.join(" "), "Has ganado.");
}

#[test]
fn what_is_not_on_the_table_is_said() {
    let notes = |game: &str, text: &str| import(game, text, 0).unwrap().notes;
    let two = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    assert_eq!(notes("chess", two), [Note::Games(2)]);
    assert_eq!(
        notes("checkers", "[Event \"a\"]\n1. 11-15 *\n[Event \"b\"]\n1. 9-13 *\n"),
        [Note::Games(2)]
    );
    assert_eq!(
        notes("chess", "[FEN \"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1\"]\n\n1. Kxd2 Kd7 2. Kd3 1/2-1/2"),
        [Note::MovesAfterTheEnd(2)]
    );
    let mate = notes("chess", "1. f3 e5 2. g4 Qh4# 1-0");
    assert_eq!(mate[0].to_string(), "The file says that White won, which the board denies.");
    assert_eq!(
        mate[0].text(Language::Spanish),
        "El archivo dice que ganan Blancas, y el tablero lo desmiente."
    );
    let drawn = notes("chess", "1. f3 e5 2. g4 Qh4# 1/2-1/2");
    assert_eq!(drawn, [Note::OtherResult(None)]);
}

#[test]
fn a_game_that_goes_on_after_a_third_repetition_is_kept_up_to_there() {
    let shuffle = "1-6 32-28 6-1 28-32 ";
    let text = format!("[FEN \"B:WK32:BK1\"]\n{}1-6 *", shuffle.repeat(2));
    let Imported { table, notes } = import("checkers", &text, 0).unwrap();
    assert!(table.is_over());
    assert_eq!(notes, [Note::MovesAfterTheEnd(1)]);
}

#[test]
fn people_who_played_on_past_a_draw_are_followed_by_the_computers_that_replaced_them() {
    let mut play = people("chess", "");
    play.moves("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5");
    play.act(WHITE, &sit(WHITE, "random:1")).act(BLACK, &sit(BLACK, "random:2")).make("d4");
    let again = read("chess", &export(&play));
    assert_eq!(again.names(), play.names());
    assert_eq!(again.table.players(), play.table.players());
    assert!(!again.table.is_over());
}

#[test]
fn a_file_cannot_seat_another_program() {
    let mut play = read("chess", "[White \"uci:/bin/false\"]\n[Black \"minimax:2\"]\n\n1. e4 *");
    assert_eq!(play.table.players().get(WHITE), Some(&Player::Human));
    assert_eq!(play.table.players().get(BLACK), Some(&Player::Minimax { depth: 2 }));
    play.act(WHITE, &sit(WHITE, "uci:/home/somebody/engine"));
    assert!(export(&play).contains("[White \"uci:engine\"]"));
    play.act(
        WHITE,
        &sit(WHITE, "uci:'/home/some body/engine' --log /home/log?Path=/home/x&Hash=1"),
    );
    assert!(export(&play).contains("[White \"uci:engine\"]"));
}

#[test]
fn othello_is_read_from_transcripts() {
    let play = read("othello", "F5 d6 c3\nd3");
    assert_eq!(play.names(), "f5 d6 c3 d3");
    assert!(refused("othello", "f5 f6 f7 q9").starts_with("transcript: line 1, column 10: "));
    assert!(refused("othello", "f5f5").starts_with("transcript: move 2, f5: "));
}

#[test]
fn a_minesweeper_board_of_another_program_can_be_played_on() {
    let rawvf = "Level: Custom\nWidth: 3\nHeight: 2\nMines: 1\nBoard:\n*00\n000\nEvents:\n0.00 start\n\
                 0.10 lc 2 1 (20 10)\n0.20 lr 2 1 (20 10)\n";
    let mut play = read("mines", rawvf);
    assert_eq!(play.names(), "open b1");
    assert!(!play.table.is_over());
    assert_eq!(read_log(&log::write(play.table.events())).unwrap().events(), play.table.events());
    play.make("open c1").make("open a2");
    assert_eq!(play.status(), "The game is won: all cells without a mine are open.");
    assert_eq!(read("mines", &export(&play)).names(), play.names());
}

#[test]
fn a_finished_minesweeper_game_is_written_with_its_bare_end() {
    let mut play = begun_at(&minefield(&["*..", "..."]), NOW);
    play.wait(1_250).make("open c1").make("open a2");
    let won = export(&play);
    assert_eq!(won.lines().last(), Some("won"), "{won}");
    for line in ["Level: Custom", "Mode: Classic", "Time: 1.250", "Status: Won"] {
        assert!(won.lines().any(|found| found == line), "{line} in {won}");
    }
    assert_eq!(read("mines", &won).status(), play.status());
    let mut play = minefield(&["*..", "..."]);
    play.make("open a1");
    let lost = export(&play);
    assert_eq!(lost.lines().last(), Some("lost"), "{lost}");
    assert_eq!(read("mines", &lost).status(), play.status());
}

#[test]
fn minesweeper_games_of_other_programs_come_to_their_own_end() {
    let board = "Width: 3\nHeight: 2\nMines: 1\nMode: Classic\nBoard:\n*00\n000\nEvents:\n";
    let page = "RawVF_Version: Rev6.2\nProgram: Some Page\nSuperClick: On\nSquareSize: 64\n";
    let clicks = "0.000 lc 2 0 (140 9)\n0.000 lr 2 0 (140 9)\n1.500 rc 0 0 (9 9)\n1.500 rr 0 0 (9 9)\n\
                  2.000 lc 1 1 (70 70)\n2.000 lr 1 1 (70 70)\n";
    let play = read("mines", &format!("{page}{board}{clicks}"));
    assert_eq!(play.names(), "open c1 flag a1 chord b2");
    assert_eq!(play.status(), "The game is won: all cells without a mine are open.");
    let converted =
        "RawVF_Version: Rev6\nProgram: Vienna Minesweeper\nLevel: Custom\nStatus: Lost\n";
    let clicks = "0.000 start\n0.000 lc 3 1 (40 3)\n0.000 lr 3 1 (40 3)\nnumber0 3 1\n\
                  1.000 lc 1 1 (3 3)\n1.000 lr 1 1 (3 -1)\n2.000 lc 1 1 (3 3)\n2.100 lr 1 1 (3 3)\nblast 1 1\nlost\n";
    let play = read("mines", &format!("{converted}{board}{clicks}"));
    assert_eq!(play.names(), "open c1 open a1");
    assert!(play.table.is_over());
}

#[test]
fn a_code_that_does_not_explain_the_board_is_not_believed() {
    let mut play = open("mines", "m1-4x4x3-s-7", &["human"], None);
    play.make("open d4").act(SOLO, &Action::Resign);
    let text = export(&play);
    let again = |text: &str| read("mines", text).table.again(false, seeds(0), 0);
    assert!(text.contains("Code: m1-4x4x3-s-7"));
    let start = |text: &str| {
        let table = read("mines", text).table;
        let Event::Started(started) = table.events().first().cloned().unwrap() else { panic!() };
        started.start
    };
    assert_eq!(start(&text), "m1-4x4x3-s-7");
    for wrong in ["m1-4x4x3-s-8", "m1-9x9x10-s-7", "m1-16x16x200-sn-7", "nonsense"] {
        let text = text.replace("m1-4x4x3-s-7", wrong);
        assert!(start(&text).starts_with("board:0404"), "{wrong}");
        assert_eq!(again(&text).start, "m1-4x4x3-s-0");
    }
}

#[test]
fn a_shared_board_is_written_with_its_first_click() {
    let mut play = open("mines", "m1-6x6x9-s-7-c3", &["human"], None);
    play.make("flag a1").act(SOLO, &Action::Resign);
    let text = export(&play);
    assert!(text.contains("0.000 lc 3 3 ("));
    let again = read("mines", &text);
    assert_eq!(again.names(), "flag a1");
    assert_eq!(again.scene().picture, play.scene().picture);
}

#[test]
fn files_that_are_no_games_are_refused_with_their_place() {
    assert_eq!(refused("chess", ""), "there is no game in the file");
    assert_eq!(refused("checkers", " \n"), "there is no game in the file");
    assert_eq!(refused("othello", "\n"), "there is no game in the file");
    assert_eq!(refused("mines", ""), "RAWVF: no line `Board:` was found");
    assert!(refused("chess", "1. e4 e5 2. Ke3 *").starts_with("PGN: line 1, column 13: "));
    assert!(
        refused("checkers", "1. 11-15 11-15 *").starts_with("PDN: line 1, column 10: move 2: ")
    );
    assert!(refused("othello", "(;GM[Go];)").starts_with("GGF: line 1, column "));
    assert!(
        refused("othello", "(;GM[Othello]BO[5 -------O*---*O----------- *];)").starts_with("GGF: ")
    );
    let long = " ".repeat(LONGEST_RECORD + 1);
    for game in games::CLUB.cards() {
        assert!(matches!(import(game.name(), &long, 0), Err(ImportError::TooLong(_))));
    }
}

#[test]
fn moments_far_from_now_are_no_dates() {
    let mut play = people("chess", "");
    play.make("e4");
    assert!(export(&play).contains("[Date \"????.??.??\"]"));
    let mut late = begun_at(&play, u64::MAX);
    late.make("e4");
    assert!(export(&late).contains("[Date \"????.??.??\"]"));
    let pgn =
        "[TimeControl \"60\"]\n\n1. e4 e5 {[%emt 999999:00:00]} 2. Nf3 {[%emt 999999:00:00]} *";
    import("chess", pgn, u64::MAX).unwrap();
}

/// Everything that a record keeps.
fn kept(play: &Play) -> (String, Vec<Player>, String, Vec<Option<u64>>) {
    let scene = play.table.scene(
        game::Viewer::Spectator,
        play.table.events().last().unwrap().at(),
        table::Language::English,
    );
    let players = scene.players.iter().map(|place| place.player.clone()).collect();
    let clocks = scene.players.iter().map(|place| place.clock).collect();
    let status =
        scene.status.iter().filter(|line| !line.contains("offers") && !line.contains("asks"));
    (scene.moves.join(" "), players, status.cloned().collect::<Vec<_>>().join(" "), clocks)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_is_read_back(
        play in tables(), dated: bool, attempts in prop::collection::vec(any::<Attempt>(), 0..150),
    ) {
        let mut play = if dated { begun_at(&play, NOW) } else { play };
        for attempt in attempts {
            play.wait(u64::from(attempt.3 % 900));
            let (seat, action) = action(&play, attempt);
            if let Ok(events) = play.ask(seat, &action) {
                for event in &events {
                    play.apply(event).unwrap();
                }
            }
        }
        let Ok(record) = play.table.export() else { return Ok(()) };
        let imported = import(play.table.card().name(), &record.text, play.now).unwrap();
        prop_assert_eq!(imported.notes, vec![], "{}", record.text);
        let again = Play { table: imported.table, now: play.now };
        // The clock of a side that thinks is not in a record before it has moved, nor is what it
        // thought when the game ended by anything but a move.
        let (mut before, mut after) = (kept(&play), kept(&again));
        if !matches!(play.table.events().last(), Some(Event::Moved { .. })) {
            before.3.clear();
            after.3.clear();
        }
        prop_assert_eq!(before, after, "{}", record.text);
        prop_assert_eq!(again.table.verdict(), play.table.verdict());
        if play.table.is_over() {
            prop_assert_eq!(again.table.export().unwrap().text, record.text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}|[ -~\n]{0,80}") {
        for game in games::CLUB.cards() {
            let _ = import(game.name(), &text, 0);
        }
    }
}

#[test]
fn a_damaged_record_is_read_or_refused() {
    let mut chess = people("chess", "");
    chess.moves("e4 e5 Nf3 Nc6").act(WHITE, &Action::Resign);
    let mut checkers = people("checkers", "");
    checkers.moves("11-15 22-18 15x22").act(WHITE, &Action::Resign);
    let mut othello = people("othello", "");
    othello.moves("f5 d6").act(WHITE, &Action::Resign);
    let mut mines = minefield(&["*..", "..."]);
    mines.make("open b1").act(SOLO, &Action::Resign);
    for play in [chess, checkers, othello, mines] {
        let text = export(&play).into_bytes();
        for place in 0..text.len() {
            for byte in [b' ', b'"', b'9', b']', b'x', b'\n'] {
                let mut text = text.clone();
                text[place] = byte;
                let _ = import(play.table.card().name(), std::str::from_utf8(&text).unwrap(), NOW);
            }
            let _ =
                import(play.table.card().name(), std::str::from_utf8(&text[..place]).unwrap(), NOW);
        }
    }
}
