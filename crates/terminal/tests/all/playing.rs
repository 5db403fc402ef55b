//! What follows from keys, the mouse, thoughts and the time.

use crate::desk::{Desk, UNICODE, against, options};
use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use games::CLUB;
use table::{Event, Language, Player};
use terminal::screen::{
    Act, Effect, Input, Overlay, Question, SavedGame, Stage, StorageError, StorageEvent,
};
use terminal::{FileJob, FileOutcome, Options};

#[test]
fn keys_typed_while_the_computer_thinks_are_neither_lost_nor_doubled() {
    let mut desk = Desk::new(against("human", "minimax:1", "chess"));
    desk.line("e4");
    let (ticket, _) = desk.asked().unwrap();
    desk.line("Nf3");
    desk.line("Bc4");
    assert_eq!(desk.moves(), ["e4"], "it is not white's turn");
    assert_eq!(desk.asked().unwrap().0, ticket, "the computer goes on thinking");
    desk.answer(ticket, "e5");
    assert_eq!(desk.moves(), ["e4", "e5", "Nf3"]);
    let (next, _) = desk.asked().unwrap();
    desk.answer(ticket, "e5");
    assert_eq!(desk.moves(), ["e4", "e5", "Nf3"], "an answer is taken once");
    desk.answer(next, "Nc6");
    assert_eq!(desk.moves(), ["e4", "e5", "Nf3", "Nc6", "Bc4"]);
}

#[test]
fn a_move_shown_on_the_board_while_the_computer_thinks_is_made_when_its_turn_comes() {
    let mut desk = Desk::new(against("human", "minimax:1", "chess"));
    desk.line("e4");
    let (g1, f3) = (desk.square("g1"), desk.square("f3"));
    desk.click(g1);
    desk.click(f3);
    assert_eq!(desk.moves(), ["e4"]);
    let (ticket, _) = desk.asked().unwrap();
    desk.answer(ticket, "d5");
    assert_eq!(desk.moves(), ["e4", "d5", "Nf3"]);
}

#[test]
fn a_move_told_ahead_that_cannot_be_made_takes_those_behind_it_along() {
    let mut desk = Desk::new(against("human", "minimax:1", "chess"));
    desk.line("e4");
    desk.line("e4e5");
    desk.line("d4");
    let (ticket, _) = desk.asked().unwrap();
    desk.answer(ticket, "e5");
    assert_eq!(desk.moves(), ["e4", "e5"]);
    assert!(desk.play().waiting.is_empty());
    assert!(desk.screen().contains("e5"), "and it is said why");
}

#[test]
fn an_answer_that_comes_after_taking_back_is_not_heard() {
    let mut desk = Desk::new(against("human", "minimax:1", "chess"));
    desk.line("e4");
    let (ticket, _) = desk.asked().unwrap();
    desk.keys("u");
    assert!(desk.moves().is_empty());
    assert!(desk.effects.iter().any(|e| matches!(e, Effect::Forget(t) if *t == ticket)));
    desk.answer(ticket, "e5");
    assert!(desk.moves().is_empty());
}

#[test]
fn a_piece_is_picked_up_put_down_and_exchanged_for_another() {
    let mut desk = Desk::new(options("chess"));
    assert_eq!(desk.play().cursor, 6 * 8 + 4, "the cursor begins on e2");
    desk.keys("⏎");
    assert_eq!(desk.play().picked, ["e2"]);
    desk.keys("←⏎");
    assert_eq!(desk.play().picked, ["d2"], "another piece of one's own is picked instead");
    desk.keys("↑↑↑⏎");
    assert!(desk.play().picked.is_empty(), "where it cannot go it is put down");
    desk.keys("↓↓↓⏎⎋");
    assert!(desk.play().picked.is_empty(), "and Escape puts it back");
    desk.keys("⏎↑↑⏎");
    assert_eq!(desk.moves(), ["d4"]);
    assert_eq!(desk.play().cursor, 8 + 4, "the cursor goes to the side to move");
}

#[test]
fn hjkl_and_wasd_move_the_cursor_as_arrows_do() {
    let mut desk = Desk::new(options("chess"));
    let start = desk.play().cursor;
    for there_and_back in ["↑↓←→", "kjhl", "wsad"] {
        let mut keys = there_and_back.chars();
        for _ in 0..2 {
            desk.keys(&keys.next().unwrap().to_string());
            assert_ne!(desk.play().cursor, start);
            desk.keys(&keys.next().unwrap().to_string());
            assert_eq!(desk.play().cursor, start);
        }
    }
}

#[test]
fn a_click_is_heard_once_and_a_piece_can_be_dragged() {
    let mut desk = Desk::new(options("chess"));
    let (e2, e4, d7, d5) =
        (desk.square("e2"), desk.square("e4"), desk.square("d7"), desk.square("d5"));
    desk.click(e2);
    assert_eq!(desk.play().picked, ["e2"]);
    desk.click(e4);
    assert_eq!(desk.moves(), ["e4"]);
    desk.mouse(MouseEventKind::Down(MouseButton::Left), d7);
    desk.mouse(MouseEventKind::Up(MouseButton::Left), d5);
    assert_eq!(desk.moves(), ["e4", "d5"]);
}

#[test]
fn a_pawn_that_reaches_the_last_row_asks_what_it_shall_become() {
    let position = Some("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options("chess") });
    let (e7, e8) = (desk.square("e7"), desk.square("e8"));
    desk.click(e7);
    desk.click(e8);
    assert!(desk.moves().is_empty());
    desk.keys("n");
    assert_eq!(desk.moves(), ["e8=N+"]);
}

#[test]
fn a_jump_with_two_ways_is_shown_step_by_step() {
    let position = Some("B:W18,19,10,11:BK14".to_owned());
    let mut desk = Desk::new(Options { position, ..options("checkers") });
    let choices = desk.play().scene(desk.now).choices;
    let longest = choices.iter().max_by_key(|choice| choice.path.len()).unwrap().clone();
    let picture = desk.play().scene(desk.now).picture;
    let cells: Vec<usize> = longest
        .path
        .iter()
        .map(|name| picture.cells.iter().position(|cell| cell.name == *name).unwrap())
        .collect();
    let (left, top) = (desk.find("a   b   c").0, desk.find("8  ").1);
    for cell in cells {
        if desk.moves().is_empty() {
            desk.click((left + 4 * (cell % 8) as u16, top + 2 * (cell / 8) as u16));
        }
    }
    assert_eq!(desk.moves(), [longest.mv]);
}

#[test]
fn flags_are_put_with_f_and_with_the_right_button_and_guard_their_cells() {
    let mut desk = Desk::new(options("mines"));
    let at = desk.find("·   ·");
    desk.mouse(MouseEventKind::Down(MouseButton::Right), at);
    assert_eq!(desk.moves(), ["flag a1"]);
    desk.click(at);
    assert_eq!(desk.moves(), ["flag a1"], "a flagged cell does not open");
    desk.keys("f");
    assert_eq!(desk.moves(), ["flag a1", "flag a1"]);
    desk.keys("→→→→→⏎");
    assert_eq!(desk.moves().len(), 3);
    desk.keys("r");
    assert!(desk.moves().is_empty(), "r starts again");
}

#[test]
fn nothing_ticks_unless_a_clock_runs_or_a_computer_thinks() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    assert_eq!(desk.model().next_change(), None);
    let clock = Some("5+3".parse().unwrap());
    let mut desk = Desk::new(Options { clock, ..options("chess") });
    assert_eq!(desk.model().next_change(), None, "the first moves are free");
    desk.line("e4");
    desk.line("e5");
    let (change, face) = (desk.model().next_change().unwrap(), desk.model().face());
    desk.now += change;
    desk.feed(Input::Time);
    assert_ne!(desk.model().face(), face, "it looks different exactly when it was said to");
    let mut desk = Desk::new(options("mines"));
    assert_eq!(desk.model().next_change(), None);
    desk.keys("⏎");
    assert!(desk.model().next_change().is_some());
    let mut desk = Desk::new(against("human", "minimax:1", "chess"));
    desk.line("e4");
    assert!(desk.model().next_change().is_some());
    desk.think();
    assert_eq!(desk.model().next_change(), None);
}

#[test]
fn a_flag_falls_while_nobody_presses_anything() {
    let clock = Some("1+0".parse().unwrap());
    let mut desk = Desk::new(Options { clock, ..options("chess") });
    desk.line("e4");
    desk.line("e5");
    desk.now += 60_001;
    desk.feed(Input::Time);
    assert!(desk.table().is_over());
    assert!(desk.screen().contains("Black won by time."));
}

#[test]
fn leaving_a_running_game_is_asked_about_once() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    desk.keys("q");
    assert!(!desk.has_left());
    assert!(desk.screen().contains("It is saved"));
    desk.keys("n");
    assert!(desk.model().overlay.is_none());
    desk.control('c');
    assert!(!desk.has_left());
    desk.control('c');
    assert!(desk.has_left());
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    desk.line("resign");
    desk.keys("⎋q");
    assert!(desk.has_left(), "a game that is over is not asked about");
}

#[test]
fn a_game_is_kept_from_its_first_move_on_event_by_event() {
    let mut desk = Desk::new(options("chess"));
    assert!(desk.kept().is_empty(), "a game without a move is not worth a place");
    for line in ["e4", "draw", "no", "e5", "undo", "yes", "c5", "resign"] {
        desk.line(line);
    }
    let name = desk.kept()[0].name.clone();
    let mut saved = 0;
    for request in desk.kept() {
        assert_eq!(request.name, name);
        assert!(request.events.len() > saved, "nothing is saved twice");
        assert!(request.events.iter().eq(desk.table().events().iter().take(request.events.len())));
        saved = request.events.len();
    }
    assert_eq!(saved as u64, desk.table().next());
    assert!(desk.kept().last().unwrap().over);
    desk.keys("r");
    desk.line("d4");
    assert_ne!(desk.kept().last().unwrap().name, name, "a rematch is another game");
    assert_eq!(desk.kept().last().unwrap().events, *desk.table().events());
}

#[test]
fn a_game_is_continued_where_it_was_left_and_its_clock_has_not_run() {
    let clock = Some("5+0".parse().unwrap());
    let mut desk = Desk::new(Options { clock, ..options("chess") });
    for line in ["e4", "e5", "Nf3"] {
        desk.now += 1000;
        desk.line(line);
    }
    let (events, name) = (desk.table().events().to_vec(), desk.kept()[0].name.clone());

    let mut desk = Desk::new(Options::default());
    desk.now += 3_600_000;
    let saved = SavedGame {
        name: name.clone(),
        game: CLUB.card("chess").unwrap(),
        players: desk_players(),
        moves: 3,
        at: desk.now - 120_000,
        end: None,
    };
    desk.feed(Input::Storage(StorageEvent::Listed(Ok(vec![saved]))));
    let button = desk.find("Continue a game");
    desk.click(button);
    assert!(desk.screen().contains("2 min ago"), "{}", desk.screen());
    desk.keys("⏎");
    assert!(desk.effects.iter().any(|e| matches!(e, Effect::Open(opened) if *opened == name)));
    desk.feed(Input::Storage(StorageEvent::Opened(name.clone(), Ok(events))));
    assert_eq!(desk.moves(), ["e4", "e5", "Nf3"]);
    assert!(desk.screen().contains("5:00"), "{}", desk.screen());
    desk.line("Nc6");
    let [request] = desk.kept()[..] else { panic!("one move, one request") };
    assert_eq!((&request.name, request.events.len()), (&name, 5));
}

fn desk_players() -> table::Seats<Player> {
    table::Seats::Two { white: Player::Human, black: Player::Human }
}

#[test]
fn a_storage_that_fails_is_reported_and_play_goes_on() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    desk.feed(Input::Storage(StorageEvent::NotSaved(StorageError(
        "there is no room on the disk".to_owned(),
    ))));
    assert!(desk.screen().contains("Not saved: there is no room on the disk"));
    desk.line("e5");
    assert_eq!(desk.moves(), ["e4", "e5"]);
    desk.feed(Input::Storage(StorageEvent::Saved));
    assert!(!desk.screen().contains("Not saved"));
}

#[test]
fn a_game_that_goes_on_elsewhere_is_another_one_here_and_that_is_said() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    let name = desk.kept()[0].name.clone();
    let sentence = "Another window went on with this game: yours is now a game of its own.";
    desk.feed(Input::Storage(StorageEvent::Forked("another".to_owned())));
    assert!(!desk.screen().contains(sentence));
    desk.feed(Input::Storage(StorageEvent::Forked(name)));
    assert!(desk.screen().contains(sentence), "{}", desk.screen());
    desk.line("e5");
    assert_eq!(desk.moves(), ["e4", "e5"]);
    assert!(!desk.screen().contains(sentence));
}

#[test]
fn two_people_at_one_keyboard_offer_and_answer() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    desk.line("draw");
    assert!(desk.screen().contains("Decline the draw"), "{}", desk.screen());
    desk.keys("n");
    assert!(!desk.table().is_over());
    desk.line("draw");
    desk.keys("y");
    assert!(desk.screen().contains("Draw by agreement."));
}

#[test]
fn the_past_is_looked_at_and_nothing_is_moved_there() {
    let mut desk = Desk::new(options("chess"));
    for line in ["e4", "e5", "Nf3"] {
        desk.line(line);
    }
    let now = desk.screen();
    desk.keys("⇥←←");
    assert_eq!(desk.play().past, Some(1));
    assert!(desk.screen().contains("After 1 of 3 moves."));
    desk.key(KeyCode::Home);
    assert_eq!(desk.play().past, Some(0));
    desk.keys("→");
    assert_eq!(desk.play().past, Some(1));
    desk.key(KeyCode::End);
    assert_eq!(desk.play().past, None);
    desk.keys("⎋");
    assert_eq!(desk.screen(), now);
    let at = desk.find("e4");
    desk.click(at);
    assert_eq!(desk.play().past, Some(1), "a move in the list can be clicked");
    desk.mouse(MouseEventKind::ScrollUp, at);
    assert_eq!(desk.play().past, Some(0));
    desk.keys("⏎");
    assert_eq!((desk.play().past, desk.moves().len()), (None, 3));
}

#[test]
fn mayhem_lets_the_computer_play_on_and_p_stops_it() {
    let mut desk = Desk::new(options("othello"));
    desk.keys("m");
    let (ticket, question) = desk.asked().unwrap();
    assert!(matches!(question, Question::Move(_)));
    desk.keys("p");
    assert_eq!(desk.asked(), None);
    desk.answer(ticket, "d3");
    assert!(desk.moves().is_empty());
    desk.keys("p");
    assert!(desk.asked().is_some());
    desk.keys("m");
    assert_eq!(desk.asked(), None);
    assert_eq!(desk.table().players(), &desk_players());
}

#[test]
fn mayhem_on_a_board_without_guessing_is_the_solver_and_wins() {
    let level = Some("beginner opening no-guess 7".to_owned());
    let mut desk = Desk::new(Options { level, ..options("mines") });
    desk.line("open e5");
    desk.keys("m");
    assert!(desk.screen().contains("The solver"), "{}", desk.screen());
    desk.think();
    let screen = desk.screen();
    assert!(screen.contains("The computer won: all cells without a mine are open."), "{screen}");
    assert!(!screen.contains("You won"), "{screen}");
}

#[test]
fn the_menu_offers_what_can_be_done_and_does_it_by_key_or_click() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    desk.line("e5");
    desk.keys("⎋");
    let resign = desk.find("Resign");
    desk.click(resign);
    assert!(desk.table().is_over());
    let Some(Overlay::Menu(menu)) = &desk.model().overlay else {
        panic!("the end is not announced")
    };
    assert!(menu.items.iter().any(|item| item.act == Act::Rematch));
    desk.keys("⎋⎋o");
    assert!(matches!(desk.model().stage, Stage::Home(_)), "{}", desk.screen());
}

#[test]
fn a_hint_is_marked_on_the_board_and_said() {
    let mut desk = Desk::new(options("chess"));
    desk.keys("H");
    assert!(matches!(desk.asked(), Some((_, Question::Hint(_)))));
    desk.think();
    assert_eq!(desk.play().hint.len(), 2);
    assert!(desk.screen().contains("Try "));
    desk.line("e4");
    assert!(desk.play().hint.is_empty());
}

#[test]
fn a_letter_that_is_no_key_begins_a_line_and_the_line_can_be_changed() {
    let mut desk = Desk::new(options("chess"));
    desk.keys("e3");
    desk.key(KeyCode::Backspace);
    desk.keys("4⏎");
    assert_eq!(desk.moves(), ["e4"]);
    desk.keys(":");
    desk.key(KeyCode::Up);
    assert_eq!(desk.play().line, "e4", "what was written before comes back");
    desk.keys("⎋");
    assert_eq!(desk.moves(), ["e4"]);
    desk.line("nonsense");
    assert!(desk.play().message.contains("nonsense"), "{}", desk.play().message);
}

#[test]
fn a_move_is_typed_although_its_letters_are_keys() {
    let mut desk = Desk::new(options("chess"));
    let cursor = desk.play().cursor;
    for (typed, made) in [
        ("nf3⏎", "Nf3"),
        ("nf6⏎", "Nf6"),
        ("d4⏎", "d4"),
        ("h6⏎", "h6"),
        ("a3⏎", "a3"),
        ("rh7⏎", "Rh7"),
        ("qd3⏎", "Qd3"),
        ("a5⏎", "a5"),
    ] {
        desk.keys(typed);
        assert_eq!(desk.moves().last().map(String::as_str), Some(made), "{}", desk.play().message);
        assert!(desk.model().overlay.is_none());
    }
    assert_eq!(desk.moves().len(), 8, "no key has begun another game");
    assert_eq!(desk.play().cursor, cursor, "steps are taken back");
    assert!(!desk.play().is_turned(), "the board is not turned");
    let mut desk = Desk::new(options("othello"));
    desk.keys("f5⏎d6⏎");
    assert_eq!(desk.moves(), ["f5", "d6"]);
}

#[test]
fn a_column_of_four_in_a_row_is_typed_although_its_letter_is_a_key_elsewhere() {
    let mut desk = Desk::new(options("four"));
    let cursor = desk.play().cursor;
    desk.keys("d⏎a⏎f⏎D⏎a4⏎");
    assert_eq!(desk.moves(), ["d", "a", "f", "d", "a"]);
    assert_eq!(desk.play().cursor, cursor, "and the cursor stays");
    desk.keys("←");
    assert_eq!(desk.play().cursor, cursor - 1, "arrows move it");
    desk.keys("ws");
    assert_eq!(desk.play().cursor, cursor - 1, "keys that are no column are keys");
    desk.keys("d⏎d⏎d⏎d⏎d⏎");
    assert_eq!(desk.moves().len(), 9);
    assert_eq!(desk.play().cursor, cursor - 1, "the letter of a full column is no key either");
}

#[test]
fn a_column_is_typed_while_the_computer_thinks_and_in_an_analysis() {
    let mut desk = Desk::new(against("human", "minimax:1", "four"));
    desk.keys("d⏎a⏎");
    let (ticket, _) = desk.asked().unwrap();
    desk.answer(ticket, "d");
    assert_eq!(desk.moves(), ["d", "d", "a"]);
    let mut desk = Desk::new(options("four"));
    desk.keys("d⏎Aa⏎d⏎");
    assert_eq!(desk.analysis().board().scene(desk.now).moves, ["d", "a", "d"]);
}

#[test]
fn checkers_are_typed_by_numbers_and_by_coordinates() {
    let mut desk = Desk::new(options("checkers"));
    desk.keys("f6-e5⏎a3-b4⏎d6-c5⏎");
    assert_eq!(desk.moves(), ["11-15", "21-17", "10-14"]);
    desk.keys("17x10⏎");
    assert_eq!(desk.moves().last().map(String::as_str), Some("17x10"));
    assert!(!desk.play().is_turned());
}

#[test]
fn two_steps_and_a_digit_are_a_move_where_one_begins_so() {
    let position = Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1".to_owned());
    let mut desk = Desk::new(Options { position, ..options("chess") });
    let cursor = desk.play().cursor;
    desk.keys("kd2");
    assert_eq!(desk.play().cursor, cursor, "the steps are taken back");
    desk.keys("⏎");
    assert_eq!(desk.moves(), ["Kd2"]);
}

#[test]
fn a_command_typed_without_its_colon_never_leaves_the_game() {
    let words = ["draw", "moves", "resign", "rematch", "new", "save", "flip", "history", "quit"];
    for word in words.into_iter().chain(["claim", "undo", "hint", "players", "position"]) {
        let mut desk = Desk::new(options("chess"));
        desk.keys("e4⏎e5⏎");
        let name = desk.kept().last().unwrap().name.clone();
        desk.keys(word);
        desk.keys("⏎");
        assert!(!desk.has_left(), "{word}");
        assert!(!desk.table().is_over(), "{word}");
        assert_eq!(desk.kept().last().unwrap().name, name, "{word} has begun another game");
        assert!(desk.moves().starts_with(&["e4".to_owned()]), "{word}");
    }
}

#[test]
fn a_question_about_leaving_is_answered_by_y_and_not_by_enter() {
    for key in ["q", "n", "r"] {
        let mut desk = Desk::new(options("chess"));
        desk.keys("e4⏎");
        desk.keys(key);
        assert!(desk.screen().contains("Leave the game?"), "{}", desk.screen());
        desk.keys("hjkl⏎");
        assert_eq!((desk.moves().len(), desk.has_left()), (1, false), "{key}");
        assert!(desk.model().overlay.is_none());
        desk.keys(key);
        desk.keys("y");
        assert!(desk.has_left() || desk.moves().is_empty(), "{key}");
    }
}

#[test]
fn a_comment_that_begins_like_a_square_is_a_comment() {
    let mut desk = Desk::new(options("chess"));
    desk.keys("e4⏎AC4 is next⏎");
    assert!(desk.screen().contains("4 is next"), "{}", desk.screen());
    assert!(!desk.screen().contains("C4 is"), "{}", desk.screen());
}

#[test]
fn the_help_lists_only_what_the_game_can_do() {
    let help = |game| {
        let mut desk = Desk::with(options(game), UNICODE, Language::English, (90, 90));
        desk.keys("?");
        desk.screen()
    };
    let mines = help("mines");
    for absent in ["analyse", "take back", "undo", "draw", "turn the board", "rematch"] {
        assert!(!mines.replace("draw again", "").contains(absent), "{absent}: {mines}");
    }
    assert!(mines.contains("put a flag"), "{mines}");
    let four = help("four");
    assert!(!four.contains("turn the board") && !four.contains("wasd"), "{four}");
    assert!(help("chess").contains("A                  analyse the game"));
}

#[test]
fn the_hardware_cursor_is_where_the_next_key_goes() {
    let mut desk = Desk::new(options("chess"));
    assert_eq!(desk.hardware_cursor(), Some(desk.square("e2")));
    desk.keys("↑←");
    assert_eq!(desk.hardware_cursor(), Some(desk.square("d3")));
    desk.keys("e4");
    let (column, row) = desk.find(": e4");
    assert_eq!(desk.hardware_cursor(), Some((column + 4, row)), "behind the line");
    desk.keys("⎋⎋↓");
    let (column, row) = desk.hardware_cursor().unwrap();
    let chosen = desk.screen().lines().nth(row.into()).unwrap().to_owned();
    assert!(chosen.contains('▸') && column > 0, "the chosen line of the menu: {chosen}");
}

#[test]
fn a_message_that_is_longer_than_a_line_takes_two() {
    let mut desk = Desk::with(options("chess"), UNICODE, Language::English, (60, 24));
    desk.line("asdf");
    let screen = desk.screen();
    assert!(!screen.contains('…'), "{screen}");
    assert!(screen.contains("\"asdf\" is not a move") && screen.contains("O-O"), "{screen}");
}

#[test]
fn keys_that_begin_no_move_stay_keys() {
    let mut desk = Desk::new(options("chess"));
    let cursor = desk.play().cursor;
    desk.keys("kh");
    assert_eq!(desk.play().cursor, cursor - 8 - 1, "two steps");
    desk.keys("ljf");
    assert_eq!(desk.play().cursor, cursor);
    assert!(desk.play().is_turned());
}

#[test]
fn a_flag_that_was_the_beginning_of_a_cell_goes_as_it_came() {
    let mut desk = Desk::new(options("mines"));
    desk.keys("f5");
    assert_eq!((desk.play().line.as_str(), desk.moves().len()), ("f5", 2));
    let flagged = |desk: &Desk| {
        desk.play().scene(desk.now).picture.cells.iter().any(|cell| cell.piece.is_some())
    };
    assert!(!flagged(&desk));
    desk.keys("⏎");
    assert_eq!(desk.moves().last().map(String::as_str), Some("open f5"));
    // A flag alone stays, and so does one that something else came after.
    let mut desk = Desk::new(options("mines"));
    desk.keys("f→5⎋");
    assert!(flagged(&desk));
}

#[test]
fn a_game_that_is_running_does_not_make_room_for_another_without_a_question() {
    let mut desk = Desk::new(options("chess"));
    desk.keys("e4⏎e5⏎");
    for key in ["n", "r"] {
        desk.keys(key);
        assert!(desk.screen().contains("Leave the game?"), "{}", desk.screen());
        desk.keys("n");
        assert_eq!(desk.moves(), ["e4", "e5"]);
    }
    desk.keys("ny");
    assert!(desk.moves().is_empty());
    assert!(desk.play().message.contains("is saved"), "{}", desk.play().message);
}

#[test]
fn the_first_screen_begins_every_game_with_keys_alone() {
    for (steps, card) in CLUB.cards().iter().enumerate() {
        let mut desk = Desk::new(Options::default());
        desk.keys(&"→".repeat(steps));
        desk.keys(if card.is_for_one() { "⏎" } else { "↓→⏎" });
        assert_eq!(desk.table().card(), *card);
        assert!(desk.table().players().iter().all(|(_, player)| !player.is_computer()));
    }
}

#[test]
fn a_start_that_cannot_be_is_refused_in_words_and_can_be_mended() {
    let mut desk = Desk::new(Options::default());
    desk.keys("↓→↓↓→→↓");
    desk.keys("nonsense⏎");
    assert!(matches!(desk.model().stage, Stage::Home(_)));
    assert!(desk.screen().contains("Where the game starts"), "{}", desk.screen());
    desk.control('u');
    desk.keys("k7/8/1K6/8/8/8/8/7R w - - 0 1⏎");
    desk.line("Rh8");
    assert!(desk.table().is_over());
}

#[test]
fn a_click_beside_a_window_closes_it_and_one_inside_does_not() {
    let mut desk = Desk::new(options("chess"));
    desk.keys("?");
    assert!(desk.model().overlay.is_some());
    let inside = desk.find("Playing");
    desk.click(inside);
    assert!(desk.model().overlay.is_some());
    desk.click((0, 23));
    assert!(desk.model().overlay.is_none());
    assert_eq!(desk.moves().len(), 0);
}

#[test]
fn files_are_written_and_read_by_whoever_runs_the_screen() {
    let mut desk = Desk::new(options("chess"));
    desk.line("e4");
    desk.line("save game");
    let text = desk.effects.iter().find_map(|effect| match effect {
        Effect::File(FileJob::Save { file, text }) if file == "game" => Some(text.clone()),
        _ => None,
    });
    desk.feed(Input::File(FileOutcome::Written { file: "game".to_owned(), result: Ok(()) }));
    assert!(desk.screen().contains("Saved to game."));
    desk.line("new");
    assert_eq!(desk.moves(), ["e4"], "a command that leaves a running game asks, too");
    desk.keys("y");
    assert!(desk.moves().is_empty());
    desk.line("load game");
    assert!(
        desk.effects
            .iter()
            .any(|e| matches!(e, Effect::File(FileJob::Load { file }) if file == "game"))
    );
    desk.feed(Input::File(FileOutcome::Read { file: "game".to_owned(), text: Ok(text.unwrap()) }));
    assert_eq!(desk.moves(), ["e4"]);
}

#[test]
fn the_events_of_a_game_on_the_screen_make_the_same_game_again() {
    let mut desk = Desk::new(against("random:1", "minimax:1", "othello"));
    desk.think();
    assert!(desk.table().is_over());
    let again = CLUB.replay(&desk.table().events().to_vec()).unwrap();
    assert_eq!(again.verdict(), desk.table().verdict());
    assert!(matches!(desk.table().events().first(), Some(Event::Started(_))));
}

#[test]
fn the_odds_of_every_cell_are_shown_and_follow_the_game() {
    let mut desk = Desk::new(options("mines"));
    desk.keys("O");
    assert!(desk.play().odds.is_some());
    let before = desk.play().odds.clone();
    desk.keys("⏎");
    assert_ne!(desk.play().odds, before, "what was opened changes them");
    let shown = desk.play().odds.clone().unwrap();
    let closed = desk.play().scene(desk.now).picture;
    let closed = closed.cells.iter().filter(|cell| cell.shade == "closed");
    assert!(closed.into_iter().all(|cell| shown.contains_key(&cell.name)));
    desk.keys("O");
    assert_eq!(desk.play().odds, None, "and are hidden again");
    let mut chess = Desk::new(options("chess"));
    chess.keys("O");
    assert_eq!(chess.play().odds, None);
    assert_eq!(chess.play().message, "There are no probabilities in this game.");
}
