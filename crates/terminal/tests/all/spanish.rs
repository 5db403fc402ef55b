//! Everything that a player reads in Spanish is Spanish: every game is played line by line and on the full
//! screen, and no English sentence is found.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use game::{Seat, Side, Stop};
use games::CLUB;
use players::Thinker;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use table::{Card, Language, Limit, Localized, Player, ThinkError, Thought};
use terminal::screen::{
    Beginning, Input, Model, StorageError, StorageEvent, begin, draw, read, update,
};
use terminal::{
    Colours, DisplayOptions, FileError, FileJob, FileOutcome, Look, Next, Options, Orientation,
    Question, Questions, Session,
};

/// Words that hardly an English sentence does without, and hardly a Spanish one has.
const ENGLISH: [&str; 70] = [
    "the", "is", "are", "was", "you", "your", "and", "or", "of", "to", "it", "that", "this",
    "there", "not", "cannot", "be", "have", "with", "from", "for", "by", "at", "in", "on", "an",
    "who", "what", "which", "where", "how", "write", "type", "move", "game", "board", "plays",
    "won", "lost", "white", "black", "file", "saved", "square", "cell", "cells", "piece", "seat",
    "player", "players", "level", "value", "line", "depth", "thinking", "try", "value", "name",
    "help", "undo", "draw", "hint", "start", "time", "clock", "nothing", "already", "first",
    "expected", "yes",
];

/// What is written in English on purpose: words of commands, of players and of options.
const WRITTEN: [&str; 36] = [
    "help", "quit", "undo", "draw", "hint", "clock", "players", "board", "yes", "no", "file",
    "name", "level", "start", "time", "random", "minimax", "engine", "human", "white", "black",
    "solo", "new", "rematch", "save", "load", "export", "position", "flip", "moves", "accept",
    "decline", "claim", "or", "player", "depth",
];

/// The English words of a text that no command explains.
fn english(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let words: Vec<String> = line
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let unwritten =
            words.iter().filter(|word| ENGLISH.contains(&&***word) && !WRITTEN.contains(&&***word));
        if unwritten.clone().next().is_some() {
            found.push(format!("{:?} in {line:?}", unwritten.collect::<Vec<_>>()));
        }
    }
    found
}

fn assert_spanish(text: &str, when: &str) {
    let found = english(text);
    assert!(found.is_empty(), "{when}: {found:#?}");
}

fn display(look: Look) -> DisplayOptions {
    DisplayOptions {
        look,
        orientation: Orientation::Automatic,
        interactive: true,
        full_screen: false,
        language: Language::Spanish,
    }
}

fn open(options: &Options, look: Look) -> Session {
    let started = options.started(CLUB, 1, 0).unwrap();
    Session::open(CLUB, &started, display(look), 1, 0).unwrap()
}

/// What is said to a line, with computers thinking and files that fail in every way.
fn say(session: &mut Session, line: &str) -> String {
    session.line(line, 0);
    let mut text = String::new();
    for _ in 0..4 {
        text += &session.take_text();
        text += &session.prompt();
        text.push('\n');
        match session.waits_for() {
            Next::Read | Next::Games(_) | Next::Leave => break,
            Next::Think(question) => {
                let seat = match question {
                    Question::Move(seat) | Question::Hint(seat) => seat,
                    Question::Draw(seat) => session.table().turn().unwrap_or(seat),
                };
                let thought = match question {
                    Question::Move(_) => Thinker::new().think(session.table(), seat, &Stop::new()),
                    _ => Thinker::new().hint(session.table(), seat, &Stop::new()),
                };
                session.answered(question, thought, 0);
            }
            Next::File(job) => {
                let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
                let outcome = match job {
                    FileJob::Load { file } if file == "none" => {
                        FileOutcome::Read { file, text: Err(missing.into()) }
                    }
                    FileJob::Load { file } => FileOutcome::Read { text: Ok(file.clone()), file },
                    FileJob::Save { file, .. } => FileOutcome::Written { file, result: Ok(()) },
                    FileJob::Export { file, .. } => {
                        FileOutcome::Written { file, result: Err(FileError::Exists) }
                    }
                };
                session.file_done(outcome, 0);
            }
        }
    }
    text + &session.take_text()
}

/// A few moves of the game itself, drawn by lot.
fn moves(session: &mut Session, count: usize) -> String {
    let mut text = String::new();
    for index in 0..count {
        let Some(seat) = session.table().turn() else { break };
        let lots = session.table().lots(seat);
        let Some(mv) = lots.get(index * 7 % lots.len().max(1)) else { break };
        text += &say(session, &mv.clone());
    }
    text
}

const LINES: [&str; 67] = [
    "help",
    "board",
    "moves",
    "moves z9",
    "hint",
    "odds",
    "undo",
    "yes",
    "no",
    "flip",
    "flip auto",
    "draw",
    "xyzzy",
    "no",
    "draw",
    "decline",
    "claim",
    "players",
    "players nobody human",
    "players white nobody",
    "players white minimax:99",
    "players white level:x",
    "players",
    "players black",
    "players solo random:1",
    "players solo minimax:2",
    "players white uci:xyz",
    "save",
    "save x",
    "export",
    "export x",
    "load",
    "load none",
    "load {",
    "load {}",
    "load {\"event\":\"started\"}",
    "load [Xy]",
    "load nonsense",
    "load {\"event\":\"started\",\"version\":9,\"game\":\"x\",\"start\":\"\",\"players\":{\"solo\":\"human\"},\"at\":0}",
    "load 1. e5",
    "load (;GM[x];)",
    "load Board: x",
    "players white uci:' ",
    "players black uci:x?y",
    "position",
    "position nonsense",
    "history",
    "clock",
    "r",
    "pass",
    "helpp",
    "e9e9",
    "flag a1",
    "flag a1",
    "a1a1",
    "1-1",
    "",
    "z",
    "mayhem",
    "",
    "mayhem",
    "players white human",
    "players black human",
    "players solo human",
    "rematch",
    "new",
    "resign",
];

#[test]
fn every_game_is_spanish_line_by_line() {
    for card in CLUB.cards() {
        for look in [Look::PLAIN, Look::of_colours(true, Colours::None)] {
            let mut session = open(&Options { game: Some(*card), ..Options::default() }, look);
            assert_spanish(&session.take_text(), card.name());
            for line in LINES {
                // The name of a file is the player's own, and here it is the text of the file, too.
                let file = line.strip_prefix("load ").unwrap_or("\0");
                let text = say(&mut session, line).replace(file, "");
                assert_spanish(&text, &format!("{} {line:?}", card.name()));
                if ["claim", "clock", "players"].contains(&line) {
                    assert_spanish(&moves(&mut session, 3), card.name());
                }
            }
            // What is refused when it is over, and the prompt then.
            for line in
                ["hint", "odds", "moves", "a1", "e2e4", "undo", "draw", "mayhem", "r", "position"]
            {
                let text = say(&mut session, line);
                assert_spanish(&text, &format!("{} over {line:?}", card.name()));
            }
        }
    }
}

#[test]
fn every_end_and_every_start_is_spanish() {
    for card in CLUB.cards() {
        for offer in card.starts(Language::Spanish) {
            assert_spanish(&offer.label, card.name());
            let start = (!offer.value.is_empty()).then_some(offer.value);
            let mut options = Options { game: Some(*card), ..Options::default() };
            if card.is_for_one() {
                options.level = start;
            } else {
                options.position = start;
            }
            let mut session = open(&options, Look::PLAIN);
            assert_spanish(&session.take_text(), card.name());
            let text = moves(&mut session, 300);
            assert_spanish(&text, card.name());
        }
    }
}

fn said(english: &str, spanish: &str) -> Localized {
    Localized { english: english.to_owned(), spanish: spanish.to_owned() }
}

#[test]
fn computers_speak_spanish_too() {
    let white = Seat::Side(Side::White);
    for card in CLUB.cards() {
        for player in card.computers() {
            let mut options = Options { game: Some(*card), ..Options::default() };
            let player = Some(player.with_seed(1));
            if card.is_for_one() {
                options.player = player;
            } else {
                options.white = player;
            }
            let mut session = open(&options, Look::PLAIN);
            assert_spanish(&session.take_text(), card.name());
            for error in [
                ThinkError::Stopped,
                ThinkError::Failed,
                ThinkError::NotItsTurn,
                ThinkError::Human,
                ThinkError::AllFlagged,
                ThinkError::Outside(said("the program is gone", "el programa ya no está")),
                ThinkError::Illegal(said("that is not legal", "eso no es legal")),
                ThinkError::BadProgram(said("there is no such program", "no existe")),
            ] {
                let seat = if card.is_for_one() { Seat::Solo } else { white };
                session.answered(Question::Move(seat), Err(error.clone()), 0);
                session.answered(Question::Hint(seat), Err(error), 0);
                assert_spanish(&session.take_text(), card.name());
                assert_spanish(&session.prompt(), card.name());
            }
        }
        let mut options = Options { game: Some(*card), ..Options::default() };
        if card.is_for_one() {
            options.player = Some(Player::Level(4));
        } else {
            options.white = Some(Player::Engine(Limit::Depth(2)));
            options.black = Some(Player::Minimax { depth: 1 });
        }
        let mut session = open(&options, Look::PLAIN);
        let text = say(&mut session, "") + &say(&mut session, "hint") + &say(&mut session, "draw");
        assert_spanish(&text, card.name());
        let report = Thought { mv: "a1".to_owned(), report: None, reason: None };
        session.hinted(Ok(report), 0);
        assert_spanish(&session.take_text(), card.name());
    }
}

#[test]
fn the_questions_before_a_game_are_spanish() {
    let all = |card: &'static dyn Card, answers: &[&str]| {
        let options = Options { game: Some(card), ..Options::default() };
        let mut questions = Questions::new(CLUB, options, Language::Spanish);
        for answer in answers {
            if let Some((menu, prompt)) = questions.text() {
                assert_spanish(&format!("{menu}{prompt}"), card.name());
            }
            if let Err(message) = questions.answer(answer) {
                assert_spanish(&message, card.name());
            }
        }
    };
    for card in CLUB.cards() {
        all(*card, &["nonsense", "", "nonsense", "1", "nonsense", "", "nonsense", ""]);
    }
    let mut questions = Questions::new(CLUB, Options::default(), Language::Spanish);
    let (menu, prompt) = questions.text().unwrap();
    assert_spanish(&format!("{menu}{prompt}"), "the first question");
    assert_spanish(&questions.answer("nonsense").unwrap_err(), "a wrong answer");
}

#[test]
fn options_that_do_not_fit_are_refused_in_spanish() {
    for card in CLUB.cards() {
        let some = || Some(Player::Minimax { depth: 2 });
        let game = Options { game: Some(*card), ..Options::default() };
        for options in [
            Options { white: some(), ..game.clone() },
            Options { player: some(), ..game.clone() },
            Options { clock: Some("5+3".parse().unwrap()), ..game.clone() },
            Options { level: Some("expert".to_owned()), ..game.clone() },
            Options { level: Some("x".into()), position: Some("x".into()), ..game.clone() },
            Options { position: Some("nonsense".to_owned()), ..game.clone() },
            Options { black: Some(Player::Uci { program: "x".to_owned() }), ..game.clone() },
        ] {
            if let Err(error) = options.started(CLUB, 1, 0) {
                assert_spanish(&error.text(Language::Spanish), card.name());
            }
        }
    }
}

/// A screen in Spanish, and keys on it.
struct Screen(Model, u64);

impl Screen {
    fn new(options: Options) -> Screen {
        let beginning = Beginning {
            club: CLUB,
            options,
            look: Look::of_colours(true, Colours::True),
            language: Language::Spanish,
            size: (100, 50),
            orientation: Orientation::Automatic,
            seed: 1,
            seeds_are_secret: true,
            run: 1,
        };
        Screen(begin(beginning, 0).unwrap().0, 0)
    }

    fn feed(&mut self, input: Input, when: &str) {
        self.1 += 1;
        self.0 = update(self.0.clone(), input, self.1).0;
        let mut text = self.text();
        // Command lines are the player's own.
        text = text
            .lines()
            .filter(|line| !line.trim_start().starts_with(':'))
            .collect::<Vec<_>>()
            .join("\n");
        assert_spanish(&text.replace("tablero", ""), when);
    }

    fn key(&mut self, code: KeyCode, when: &str) {
        let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        if let Some(input) = read(&event, self.0.mode()) {
            self.feed(input, when);
        }
    }

    fn line(&mut self, line: &str, when: &str) {
        self.key(KeyCode::Esc, when);
        self.key(KeyCode::Esc, when);
        self.key(KeyCode::Esc, when);
        if self.0.overlay.is_some() {
            self.key(KeyCode::Esc, when);
        }
        for letter in format!(":{line}").chars() {
            self.key(KeyCode::Char(letter), when);
        }
        self.key(KeyCode::Enter, when);
    }

    fn text(&self) -> String {
        let (width, height) = self.0.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(&self.0, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let row = |row| (0..width).map(|c| buffer[(c, row)].symbol()).collect::<String>() + "\n";
        (0..height).map(row).collect()
    }
}

#[test]
fn the_full_screen_is_spanish_in_every_game() {
    for card in CLUB.cards() {
        let mut options = Options { game: Some(*card), ..Options::default() };
        if card.is_for_one() {
            options.level = card.starts(Language::Spanish).first().map(|s| s.value.clone());
        } else {
            (options.white, options.black) =
                (Some(Player::Human), Some(Player::Random { seed: Some(1) }));
        }
        let mut screen = Screen::new(options);
        for key in ['?', 'H', 'O', 'u', 'f', 'm', 'p', 'm', 'q', 'n', 'y', ' ', 'n', 'r'] {
            screen.key(KeyCode::Char(key), card.name());
            screen.key(KeyCode::F(10), card.name());
            screen.key(KeyCode::Esc, card.name());
        }
        for key in [KeyCode::F(1), KeyCode::PageDown, KeyCode::PageDown, KeyCode::Esc, KeyCode::Tab]
        {
            screen.key(key, card.name());
        }
        for line in LINES {
            screen.line(line, &format!("{} {line:?}", card.name()));
        }
        let error = StorageError("the store is closed".to_owned());
        screen.feed(Input::Storage(StorageEvent::NotSaved(error.clone())), card.name());
        for game in 1..9 {
            let name = format!("t{:016x}n{game}", 1);
            screen.feed(Input::Storage(StorageEvent::Forked(name)), "elsewhere");
        }
        screen.key(KeyCode::F(10), card.name());
        screen.key(KeyCode::Char('o'), card.name());
        screen.feed(Input::Storage(StorageEvent::Listed(Err(error.clone()))), card.name());
        screen.feed(Input::Storage(StorageEvent::Opened("x".to_owned(), Err(error))), card.name());
        screen.feed(
            Input::Storage(StorageEvent::Opened("x".to_owned(), Ok(Vec::new()))),
            card.name(),
        );
        screen.feed(Input::Resized(40, 10), "small");
        screen.feed(Input::Resized(100, 50), card.name());
        for _ in 0..10 {
            screen.key(KeyCode::Right, card.name());
            screen.key(KeyCode::Down, card.name());
        }
        screen.key(KeyCode::Char('?'), card.name());
    }
}

#[test]
fn english_is_recognised() {
    for text in
        ["It is not your turn.", "Write a move such as e2e4.", "Illegal pawn move", "Saved to x"]
    {
        assert!(!english(text).is_empty(), "{text}");
    }
    assert!(english("Escribe help o quit; players black minimax:3 lo cambia.").is_empty());
}

#[test]
fn attacks_and_pieces_are_told_in_spanish_in_every_game() {
    for (game, square, told) in [
        ("chess", "f3", "Atacan f3: caballo blanco g1, peón blanco e2, peón blanco g2."),
        ("checkers", "18", "Atacan 18: peón negro 15."),
        ("othello", "e4", "Atacan e4: e3, f4."),
        ("four", "a1", "En este juego no se ataca nada."),
    ] {
        let mut session =
            open(&Options { game: CLUB.card(game), ..Options::default() }, Look::PLAIN);
        if game == "checkers" {
            for line in ["11-15", "22-18"] {
                say(&mut session, line);
            }
        }
        let said = say(&mut session, &format!("attacks {square}"));
        assert!(said.contains(told), "{said}");
        assert_spanish(&say(&mut session, "pieces"), game);
    }
}

fn spanish_session(game: &str, position: Option<&str>) -> Session {
    let position = position.map(str::to_owned);
    let options = Options { game: CLUB.card(game), position, ..Options::default() };
    let started = options.started(CLUB, 1, 0).unwrap();
    let display = DisplayOptions {
        look: Look::PLAIN,
        orientation: Orientation::Automatic,
        interactive: false,
        full_screen: false,
        language: Language::Spanish,
    };
    Session::open(CLUB, &started, display, 1, 0).unwrap()
}

fn told(session: &mut Session, line: &str) -> String {
    session.take_text();
    session.line(line, 0);
    session.take_text()
}

#[test]
fn pieces_of_chess_are_written_and_read_with_their_spanish_letters() {
    let mut session = spanish_session("chess", None);
    for line in ["e4", "e5", "Dh5", "Cc6", "Ac4", "nf6", "Dxf7#"] {
        session.line(line, 0);
    }
    let history = told(&mut session, "history");
    assert!(history.starts_with("1. e4 e5 2. Dh5 Cc6 3. Ac4 Cf6 4. Dxf7#"), "{history}");

    let kings = Some("4k3/P7/8/8/8/8/8/R3K3 w - - 0 1");
    let mut session = spanish_session("chess", kings);
    assert!(told(&mut session, "moves").contains("Td1"));
    session.line("Rd1", 0);
    let history = told(&mut session, "history");
    assert!(history.starts_with("1. Rd1"), "R is the king and not the rook: {history}");
    for (line, written) in [("a7a8d", "a8=D+"), ("a8=C", "a8=C"), ("a7a8n", "a8=C")] {
        let mut session = spanish_session("chess", kings);
        session.line(line, 0);
        let history = told(&mut session, "history");
        assert!(history.starts_with(&format!("1. {written}")), "{line}: {history}");
    }
}

#[test]
fn minesweeper_is_written_and_read_in_spanish() {
    let mut session = spanish_session("mines", None);
    session.line("marca a1", 0);
    session.line("flag b1", 0);
    session.line("abre e5", 0);
    let history = told(&mut session, "history");
    assert!(history.starts_with("1. marca a1 2. marca b1 3. abre e5"), "{history}");
}

#[test]
fn a_question_is_answered_in_spanish_and_in_english() {
    for (answer, agreed) in [("sí", true), ("SI", true), ("yes", true), ("no", false)] {
        let mut session = spanish_session("chess", None);
        session.line("e4", 0);
        session.line("draw", 0);
        assert!(session.prompt().ends_with("sí o no> "), "{}", session.prompt());
        assert!(told(&mut session, "e5").contains("sí o no"));
        session.line(answer, 0);
        assert_eq!(session.table().is_over(), agreed, "{answer}");
    }
}
