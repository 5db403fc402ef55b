//! The full screen in a real terminal: tmux plays the terminal, and a shell runs in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use store::{Digest, Log, Query, Scope, Sqlite};

/// Long enough for a machine that has other things to do.
const PATIENCE: Duration = Duration::from_mins(1);

/// A terminal with a shell in it, and a folder of its own.
pub struct Terminal {
    socket: String,
    folder: PathBuf,
}

impl Terminal {
    /// Terminals of one name do not meet, though tests run side by side.
    pub fn new(name: &str) -> Terminal {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let socket = format!("tablero-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(&socket);
        fs::create_dir_all(&folder).unwrap();
        let terminal = Terminal { socket, folder };
        let shell = "env -i PATH=\"$PATH\" HOME=\"$PWD\" XDG_DATA_HOME=\"$PWD\" LANG=C.UTF-8 \
                     TERM=screen-256color PS1='ready$ ' sh -i";
        let folder = terminal.folder.to_str().unwrap();
        terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
            "-c",
            folder,
            shell,
        ]);
        terminal.wait_for_shell();
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]).args(arguments);
        command.output().expect("tmux has to be installed: it plays the terminal here")
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    #[track_caller]
    fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{what} did not come:\n{screen}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    /// Waits until the shell asks for a line: a prompt from before stands further up.
    #[track_caller]
    pub fn wait_for_shell(&self) {
        self.wait_until("the shell", |screen| screen.trim_end().lines().last() == Some("ready$"));
    }

    /// Presses keys, by the names that tmux has for them.
    pub fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["send-keys"];
        arguments.extend(keys);
        self.tmux(&arguments);
    }

    /// Types a line at the shell.
    fn shell(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
    }

    /// Types a command in the game and waits until it has been read.
    #[track_caller]
    fn command(&self, line: &str) {
        // The bar of keys has a colon, too, but further on.
        let has_prompt = |screen: &str| screen.lines().any(|line| line.starts_with(" :"));
        self.keys(&[":"]);
        self.wait_until("the prompt", has_prompt);
        self.tmux(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
        self.wait_until("the end of the prompt", |screen| !has_prompt(screen));
    }

    /// Types a command in the game and waits for what follows from it.
    #[track_caller]
    fn order(&self, line: &str, text: &str) {
        self.command(line);
        self.wait_for(text);
    }

    fn resize(&self, columns: u16, rows: u16) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        self.tmux(&["resize-window", "-x", &columns, "-y", &rows]);
    }

    /// How the terminal is set, as `stty` tells it to the shell.
    fn settings(&self, name: &str) -> String {
        self.shell(&format!("clear; stty -a > {name}; echo told {name}"));
        self.wait_until("the settings", |screen| {
            screen.lines().any(|line| line.trim() == format!("told {name}"))
        });
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Starts the program in the shell; the number of its process goes into a file.
    pub fn start(&self, arguments: &str) {
        let program = env!("CARGO_BIN_EXE_tablero");
        self.shell(&format!("clear; sh -c 'echo $$ > process; exec {program} {arguments}'"));
    }

    pub fn signal(&self, signal: &str) {
        let process = fs::read_to_string(self.folder.join("process")).unwrap();
        let sent = Command::new("kill").args([signal, process.trim()]).status().unwrap();
        assert!(sent.success());
    }

    fn store(&self) -> PathBuf {
        self.folder.join("tablero/games.db")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_short_game_of_each_kind_from_the_menu_with_keys_and_the_terminal_is_as_it_was() {
    let terminal = Terminal::new("games");
    let before = terminal.settings("before");
    terminal.start("");
    terminal.wait_for("Continue a game");

    // Chess for two: the cursor makes the first move, lines the others.
    terminal.keys(&["Down", "Right", "Enter"]);
    terminal.wait_for("White to move.");
    terminal.keys(&["Right", "Enter", "Up", "Enter"]);
    terminal.wait_for("Black to move.");
    terminal.order("e5", "White to move.");
    terminal.order("g4", "Black to move.");
    terminal.order("Qh4", "Black won by checkmate.");
    terminal.keys(&["o"]);
    terminal.wait_for("Continue a game");

    // Checkers, with the other hand on the keyboard.
    terminal.keys(&["Right", "Down", "Right", "Enter"]);
    terminal.wait_for("Black to move.");
    terminal.order("11-15", "White to move.");
    terminal.order("resign", "Black won by resignation.");
    terminal.keys(&["o"]);
    terminal.wait_for("Continue a game");

    terminal.keys(&["Right", "Down", "Right", "Enter"]);
    terminal.wait_for("Black to move.");
    terminal.order("d3", "White to move.");
    terminal.order("c3", "Black to move.");
    terminal.order("resign", "White won by resignation.");
    terminal.keys(&["o"]);
    terminal.wait_for("Continue a game");

    terminal.keys(&["Right", "Enter"]);
    terminal.wait_for("Mines left");
    terminal.keys(&["Enter"]);
    terminal.wait_for("1. open");
    terminal.keys(&["q"]);
    terminal.wait_for("Leave the game?");
    terminal.keys(&["y"]);
    terminal.wait_for_shell();
    assert_eq!(terminal.settings("after"), before);
}

#[test]
fn a_window_changes_its_size_and_the_shell_has_the_terminal_for_a_while() {
    let terminal = Terminal::new("sizes");
    let before = terminal.settings("before");
    terminal.start("play chess --white human --black human --no-flip");
    terminal.wait_for("White to move.");
    terminal.order("e4", "Black to move.");
    terminal.resize(50, 12);
    terminal.wait_for("The window is too small: 60 × 20 is needed.");
    terminal.resize(120, 40);
    terminal.wait_for("Black to move.");
    terminal.wait_until("a large board", |screen| {
        screen.contains("a       b       c") && screen.contains("██████")
    });
    terminal.resize(80, 24);
    terminal.wait_until("a smaller board", |screen| screen.contains("   a   b   c"));

    terminal.keys(&["C-z"]);
    terminal.wait_for_shell();
    assert_eq!(terminal.settings("meanwhile"), before);
    terminal.shell("fg");
    terminal.wait_for("Black to move.");
    terminal.order("e5", "White to move.");
    terminal.keys(&["C-c"]);
    terminal.wait_for("Leave the game?");
    terminal.keys(&["C-c"]);
    terminal.wait_for_shell();
    assert_eq!(terminal.settings("after"), before);
}

#[test]
fn lines_are_looked_at_and_go_on_another_time() {
    let terminal = Terminal::new("analysis");
    let before = terminal.settings("before");
    terminal.start("analyse --game othello --threads 1 --hash 1");
    terminal.wait_for("depth");
    terminal.keys(&[":", "f", "5", "Enter"]);
    terminal.wait_for("White to move.");
    terminal.keys(&["C", "q", "u", "i", "e", "t", "Enter"]);
    terminal.wait_for("1. f5 quiet");
    terminal.keys(&["Left"]);
    terminal.wait_for("Black to move.");
    terminal.keys(&["q"]);
    terminal.wait_for_shell();
    assert_eq!(terminal.settings("after"), before);

    terminal.start("");
    terminal.wait_for("Continue a game");
    terminal.keys(&["Up", "Enter"]);
    terminal.wait_for("Othello      Analysis");
    terminal.keys(&["Enter"]);
    terminal.wait_for("1. f5 quiet");
    terminal.keys(&["C-c"]);
    terminal.wait_for_shell();
}

#[test]
fn signals_that_end_the_program_leave_the_terminal_as_it_was() {
    let terminal = Terminal::new("signals");
    let before = terminal.settings("before");
    for signal in ["-TERM", "-INT", "-HUP"] {
        terminal.start("play othello --black human --white human");
        terminal.wait_for("Black to move.");
        terminal.signal(signal);
        terminal.wait_for_shell();
        assert_eq!(terminal.settings("after"), before, "{signal}");
    }
}

#[test]
fn line_by_line_each_ctrl_c_stops_the_computer_and_one_at_the_prompt_leaves() {
    let terminal = Terminal::new("lines");
    let before = terminal.settings("before");
    terminal.start("play chess --lines --white minimax:20 --black human");
    for stops in 1..=2 {
        // At the end of the screen: what stands further up is of the time before.
        terminal.wait_until("the computer thinks", |screen| {
            screen.trim_end().ends_with("Thinking. Ctrl-C stops it.")
        });
        terminal.keys(&["C-c"]);
        terminal.wait_until("the prompt", |screen| screen.matches("paused>").count() == stops);
        if stops == 1 {
            terminal.keys(&["Enter"]);
        }
    }
    terminal.keys(&["C-c"]);
    terminal.wait_for_shell();
    assert_eq!(terminal.settings("after"), before);
}

#[test]
fn the_computer_answers_while_keys_go_on_being_heard() {
    let terminal = Terminal::new("thinking");
    terminal.start("play chess --black minimax:2 --no-flip");
    terminal.wait_for("White to move.");
    // The second move is told before the computer has answered the first.
    terminal.tmux(&["send-keys", "e4", "Enter", ":", "d4", "Enter"]);
    terminal.wait_until("the second answer", |screen| {
        let pair = |number: &str, mv: &str| {
            screen.lines().any(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let at = words.iter().position(|word| *word == number);
                at.is_some_and(|at| words.get(at + 1) == Some(&mv) && words.len() > at + 2)
            })
        };
        pair("1.", "e4") && pair("2.", "d4")
    });
    terminal.wait_for("Nodes made");
}

/// How many moves the games of the keyboard have that are not over.
fn moves_kept(store: &Path) -> Vec<u64> {
    let Ok(log) = Sqlite::open(store) else { return Vec::new() };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let query = Query {
        asker: Some(Digest::NOBODY),
        scope: Scope::Own,
        over: Some(false),
        limit: 10,
        ..Query::default()
    };
    let listed = runtime.block_on(log.list(query)).unwrap_or_default();
    listed.into_iter().map(|listed| listed.summary.moves).collect()
}

#[track_caller]
fn wait_until_kept(store: &Path, moves: &[u64]) {
    let begun = Instant::now();
    while moves_kept(store) != moves {
        assert!(begun.elapsed() < PATIENCE, "{moves:?} were not kept: {:?}", moves_kept(store));
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_game_goes_on_after_the_program_was_killed() {
    let terminal = Terminal::new("killed");
    terminal.start("play checkers --white human --black human");
    terminal.wait_for("Black to move.");
    terminal.order("11-15", "White to move.");
    terminal.order("23-19", "Black to move.");
    wait_until_kept(&terminal.store(), &[2]);
    terminal.signal("-KILL");
    terminal.wait_for("Killed");

    // Nobody has given that terminal back: the next one is a fresh one on the same store.
    let next = Terminal::new("continued");
    let folder = terminal.folder.to_str().unwrap();
    next.shell(&format!("export XDG_DATA_HOME={folder}"));
    next.start("");
    next.wait_for("Continue a game");
    next.keys(&["Up", "Enter"]);
    next.wait_for("2 moves");
    next.keys(&["Enter"]);
    next.wait_for("23-19");
    next.order("8-11", "White to move.");
    next.keys(&["q", "y"]);
    next.wait_for_shell();
    assert_eq!(moves_kept(&terminal.store()), [3]);
}

#[test]
fn a_game_that_goes_on_in_two_windows_becomes_two_games_and_both_can_be_continued() {
    let one = Terminal::new("window-one");
    one.start("play chess --white human --black human --no-flip");
    one.wait_for("White to move.");
    one.order("e4", "Black to move.");
    wait_until_kept(&one.store(), &[1]);

    let two = Terminal::new("window-two");
    two.shell(&format!("export XDG_DATA_HOME={}", one.folder.to_str().unwrap()));
    two.start("");
    two.wait_for("Continue a game");
    two.keys(&["Up", "Enter"]);
    two.wait_for("1 move");
    two.keys(&["Enter"]);
    two.wait_for("Black to move.");

    one.order("e5", "White to move.");
    wait_until_kept(&one.store(), &[2]);
    two.order("d5", "Another window went on with this game: yours is now a game of its own.");
    two.order("exd5", "Black to move.");
    wait_until_kept(&one.store(), &[3, 2]);
    one.order("Nf3", "Black to move.");
    wait_until_kept(&one.store(), &[3, 3]);
    for terminal in [&one, &two] {
        terminal.keys(&["q"]);
        terminal.wait_for("It is saved: you can continue it another time.");
        terminal.keys(&["y"]);
        terminal.wait_for_shell();
    }

    // The one played last is the first of the list.
    for (place, last) in [(0, "Nf3"), (1, "exd5")] {
        two.start("");
        two.wait_for("Continue a game");
        two.keys(&["Up", "Enter"]);
        two.wait_for("3 moves");
        two.keys(&["Down", "Enter"][1 - place..]);
        two.wait_for(last);
        two.keys(&["q", "y"]);
        two.wait_for_shell();
    }
}

#[test]
fn nothing_is_left_of_the_picture_of_a_program_that_was_killed() {
    let terminal = Terminal::new("left-over");
    terminal.start("play chess --white human --black human");
    terminal.wait_for("White to move.");
    terminal.signal("-KILL");
    terminal.wait_for("Killed");
    // The terminal is as the program left it: it takes no Return for the end of a line.
    terminal.tmux(&["send-keys", "-l", env!("CARGO_BIN_EXE_tablero")]);
    terminal.keys(&["C-j"]);
    terminal.wait_for("Continue a game");
    let screen = terminal.screen();
    assert!(!screen.contains("White to move.") && !screen.contains("Killed"), "{screen}");
    terminal.keys(&["C-l"]);
    terminal.keys(&["?"]);
    terminal.wait_for("Choosing a game");
    terminal.keys(&["Escape"]);
    terminal.wait_until("the picture before", |again| again == screen);
}

#[test]
fn a_store_that_cannot_be_opened_is_told_and_the_game_goes_on() {
    let terminal = Terminal::new("unkept");
    fs::write(terminal.folder.join("letter"), "Dear Ada, this is no store at all.").unwrap();
    terminal.start("play chess --white human --black human --store letter --no-flip");
    terminal.wait_for("Not saved: the file is not a store of tablero");
    terminal.order("e4", "Black to move.");
    terminal.keys(&["q"]);
    terminal.wait_for("It is not saved, and would be lost.");
    terminal.keys(&["y"]);
    terminal.wait_for_shell();
    terminal.wait_for("Not saved: the file is not a store of tablero");
}

#[test]
fn without_a_terminal_there_is_help_and_lines() {
    let program = env!("CARGO_BIN_EXE_tablero");
    let help = Command::new(program).output().unwrap();
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("Usage: tablero"));
    let terminal = Terminal::new("lines");
    terminal.start("play chess --white human --black human --lines --language es");
    terminal.wait_for("Blancas>");
    terminal.shell("resign");
    terminal.wait_for("Negras ganan por abandono.");
}

#[test]
fn line_by_line_games_are_kept_and_continued_and_ctrl_c_asks() {
    let terminal = Terminal::new("lines");
    terminal.start("play chess --lines --black human");
    terminal.wait_for("White>");
    terminal.keys(&["e", "4", "Enter"]);
    terminal.wait_for("Black>");
    terminal.tmux(&["send-keys", "-l", "qui"]);
    terminal.keys(&["Tab", "Tab"]);
    terminal.wait_for("quiet");
    terminal.keys(&["C-u"]);
    terminal.tmux(&["send-keys", "-l", "Na"]);
    terminal.keys(&["Tab", "Enter"]);
    terminal.wait_for("Black> Na6");
    terminal.wait_until("white to move", |s| s.trim_end().ends_with("White>"));
    terminal.keys(&["C-c"]);
    terminal.wait_for("Leave? yes or no>");
    terminal.keys(&["n", "Enter"]);
    terminal.wait_until("the prompt again", |screen| {
        screen.contains("The game goes on.") && screen.trim_end().ends_with("White>")
    });
    terminal.keys(&["C-c"]);
    terminal.wait_until("the second question", |s| s.matches("Leave? yes or no>").count() == 2);
    terminal.keys(&["C-c"]);
    terminal.wait_for_shell();

    // A terminal without a screen is asked line by line, and the game is there.
    let program = env!("CARGO_BIN_EXE_tablero");
    terminal.shell(&format!("clear; TERM=dumb {program}"));
    terminal.wait_for("continue a game");
    terminal.tmux(&["send-keys", "-l", "continue"]);
    terminal.keys(&["Enter"]);
    terminal.wait_for("1  Chess: A person – A person, 2 moves");
    terminal.keys(&["Enter"]);
    terminal.wait_for("White>");
    terminal.tmux(&["send-keys", "-l", "history"]);
    terminal.keys(&["Enter"]);
    terminal.wait_for("1. e4 Na6");
    terminal.tmux(&["send-keys", "-l", "quit"]);
    terminal.keys(&["Enter"]);
    terminal.wait_for_shell();
}

#[test]
fn the_linux_console_gets_only_characters_that_its_fonts_have() {
    let terminal = Terminal::new("console");
    let program = env!("CARGO_BIN_EXE_tablero");
    for (game, say) in [
        ("play chess --white human --black level:1", &["e4", "hint", "history"][..]),
        ("play checkers --white human --black human --language es", &["11-15", "moves"]),
        ("play othello --white human --black human", &["d3", "flip"]),
        ("play four --white human --black human", &["d", "moves"]),
        ("play mines --level 'beginner opening 3'", &["e5", "flag a1", "odds"]),
    ] {
        terminal.shell("clear");
        let bytes = terminal.folder.join("bytes");
        terminal.tmux(&["pipe-pane", &format!("cat >> '{}'", bytes.display())]);
        terminal.shell(&format!("TERM=linux COLORTERM= {program} {game}"));
        terminal.wait_until("the bar of keys", |s| s.contains("q Leave") || s.contains("q Salir"));
        for line in say {
            terminal.command(line);
            terminal.keys(&["Escape", "Escape"]);
        }
        let before = terminal.screen();
        terminal.keys(&["?"]);
        terminal.wait_until("the help", |screen| screen != before);
        terminal.keys(&["C-c", "C-c"]);
        terminal.wait_for_shell();
        terminal.tmux(&["pipe-pane"]);
    }
    let sent = fs::read(terminal.folder.join("bytes")).unwrap();
    let sent = String::from_utf8_lossy(&sent);
    assert!(sent.len() > 5000, "the game was drawn");
    let strange: std::collections::BTreeSet<char> =
        sent.chars().filter(|letter| !letter.is_ascii()).collect();
    assert!(strange.is_empty(), "{strange:?}");
}

#[test]
fn the_first_screen_remembers_and_the_list_shows_results_and_deletes() {
    let terminal = Terminal::new("memory");
    terminal.start("");
    terminal.wait_for("Continue a game");
    terminal.keys(&["Right", "Right", "Down", "Right", "Enter"]);
    terminal.wait_for("Black to move.");
    terminal.order("d3", "White to move.");
    terminal.order("resign", "Black won by resignation.");
    terminal.keys(&["q"]);
    terminal.wait_for_shell();
    terminal.start("");
    terminal.wait_for("[Othello]");
    terminal.wait_for("Play a friend");
    terminal.keys(&["Up", "Enter"]);
    terminal.wait_for("Your games");
    terminal.wait_for("1 move. Black won by resignation.");
    terminal.keys(&["A"]);
    terminal.wait_for("Analysis");
    terminal.keys(&["q"]);
    terminal.wait_for_shell();
    terminal.start("");
    terminal.wait_for("[Othello]");
    terminal.keys(&["Up", "Enter"]);
    terminal.wait_for("1 move. Black won by resignation.");
    terminal.keys(&["x"]);
    terminal.wait_for("Delete this game for good?");
    terminal.keys(&["y"]);
    terminal.wait_for("There is no game yet.");
    terminal.keys(&["q"]);
    terminal.wait_for_shell();
}
