//! Our search as an engine for boards that speak the protocol of `NBoard`.
//!
//! Whatever is ordered while the search thinks ends the search, which still says what it has come to. So nothing more is said of a
//! position once `pong` was.

use game::{Notation, Rules, Stop};
use othello::{Ggf, Move, Position};
use search::{Budget, Control, Found, Limits, Progress, Searchable, Searcher};
use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;
use uci::lines::{self, Line};

/// The transposition table in megabytes.
const TABLE: usize = 64;
/// The search depth until the board sets another (`set depth`).
const DEPTH: u32 = 12;
const DEEPEST: u32 = 60;
/// A game is played to its end by the solver from so many empty squares more than the depth on.
const SOLVED_BEYOND: usize = 8;
/// No search takes longer, whatever its depth.
const LONGEST: Duration = Duration::from_mins(2);
/// No more moves are judged.
const MOST_LINES: usize = 64;

/// Answers the commands of a board until it quits or says no more; the first one, `nboard`, was read.
pub fn serve(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output(Mutex::new(output));
    thread::scope(|scope| {
        let mut engine = Engine::new(&output);
        engine.introduce();
        loop {
            let line = match lines::read(&mut input) {
                Line::Text(line) => line,
                Line::TooLong => continue,
                Line::End => break,
            };
            if line.trim() == "quit" {
                engine.stop();
                break;
            }
            engine.obey(&line, scope);
        }
        engine.wait();
    });
    output.0.into_inner().unwrap_or_else(PoisonError::into_inner).flush()
}

/// Where the engine and its search write, each whole lines.
struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    /// Says a line. A board that does not listen any more will soon say no more, either.
    fn say(&self, line: &str) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
}

/// A search that is under way, and gives the searcher back.
struct Thinking<'scope> {
    control: Control,
    thread: ScopedJoinHandle<'scope, Searcher<Position<8>>>,
}

struct Engine<'scope, W> {
    output: &'scope Output<W>,
    /// The positions of the game so far; none after a game that cannot be read.
    past: Vec<Position<8>>,
    depth: u32,
    /// Lent to the search that is under way.
    searcher: Option<Searcher<Position<8>>>,
    thinking: Option<Thinking<'scope>>,
}

impl<'scope, W: Write + Send> Engine<'scope, W> {
    fn new(output: &'scope Output<W>) -> Self {
        let past = vec![Position::standard()];
        Engine { output, past, depth: DEPTH, searcher: None, thinking: None }
    }

    fn introduce(&self) {
        self.output.say("set myname tablero");
    }

    /// Obeys a line; one that says nothing known is ignored, as the protocol wants it.
    fn obey<'env>(&mut self, line: &str, scope: &'scope Scope<'scope, 'env>) {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match command {
            "nboard" => self.introduce(),
            "ping" => {
                self.stop();
                self.output.say(format!("pong {rest}").trim_end());
            }
            "learn" => {
                self.stop();
                self.output.say("learned");
            }
            "set" => self.set(rest),
            "move" => self.play(rest),
            "go" => self.think(1, Self::report_move, scope),
            "hint" => {
                let lines = rest.parse().unwrap_or(1).clamp(1, MOST_LINES);
                self.think(lines, |_, _, _| (), scope);
            }
            // The first boards wrote a move alone.
            _ if rest.is_empty() && self.read(command).is_some() => self.play(command),
            _ => {}
        }
    }

    fn set(&mut self, text: &str) {
        let (name, value) = text.split_once(' ').unwrap_or((text, ""));
        match name {
            "game" => {
                self.stop();
                self.past = positions(value).unwrap_or_default();
                if self.past.is_empty() {
                    self.output
                        .say("status The game cannot be read: Othello on 8 x 8 squares is needed.");
                }
            }
            "depth" => {
                self.stop();
                if let Ok(depth) = value.trim().parse::<u32>() {
                    self.depth = depth.clamp(1, DEEPEST);
                }
                self.introduce();
            }
            _ => {}
        }
    }

    /// The move that is written first in a text such as `F5/1.5/3`.
    fn read(&self, text: &str) -> Option<Move> {
        let position = self.past.last()?;
        let written = text.split('/').next()?.trim().to_ascii_lowercase();
        let mv = if written == "pa" { Move::Pass } else { position.read_move(&written).ok()? };
        position.check(mv).is_ok().then_some(mv)
    }

    fn play(&mut self, text: &str) {
        self.stop();
        let next = self.read(text).zip(self.past.last()).map(|(mv, position)| position.play(mv));
        if next.is_none() {
            // What comes next would be about another position.
            self.past.clear();
            self.output.say("status That move is not legal: the game is needed again.");
        }
        self.past.extend(next);
    }

    /// Looks for the best moves, and says what it finds on the way, and the answer at the end.
    fn think<'env>(
        &mut self,
        lines: usize,
        answer: fn(&Output<W>, &Found<Move>, Duration),
        scope: &'scope Scope<'scope, 'env>,
    ) {
        self.stop();
        let (output, past) = (self.output, self.past.clone());
        let Some(position) = past.last() else {
            return output.say("status No game is known.");
        };
        let solved =
            position.is_solvable() && position.empty().len() <= self.depth as usize + SOLVED_BEYOND;
        let limits = Limits {
            lines,
            depth: (!solved).then_some(self.depth),
            time: Some(Budget::exactly(LONGEST)),
            ..Limits::default()
        };
        let control = Control::new(Stop::new());
        let mut searcher = self.searcher.take().unwrap_or_else(|| Searcher::new(TABLE, 1));
        let watched = control.clone();
        let thread = scope.spawn(move || {
            output.say("status Thinking");
            let mut report = |line: &Progress<Move>| {
                if line.complete {
                    output.say(&written(line));
                }
            };
            if let Some(found) = searcher.search(&past, &limits, &watched, &mut report) {
                let elapsed = watched.elapsed();
                output.say(&format!("nodestats {} {:.2}", found.nodes, elapsed.as_secs_f64()));
                answer(output, &found, elapsed);
            }
            output.say("status");
            searcher
        });
        self.thinking = Some(Thinking { control, thread });
    }

    fn report_move(output: &Output<W>, found: &Found<Move>, elapsed: Duration) {
        let (mv, score) = (name(found.mv), found.score.hundredths());
        let seconds = elapsed.as_secs_f64();
        output.say(&format!("=== {mv}/{:.2}/{seconds:.2}", f64::from(score) / 100.0));
    }

    /// Ends the search that is under way.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
        self.wait();
    }

    /// Waits for the end of the search that is under way.
    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.searcher = thinking.thread.join().ok();
        }
    }
}

/// The positions of a game as GGF writes it; `None` where it cannot be read.
fn positions(text: &str) -> Option<Vec<Position<8>>> {
    let (start, moves) = text.trim().parse::<Ggf>().ok()?.replay::<8>().ok()?;
    let mut positions = vec![start];
    let after = moves.iter().scan(start, |position, &mv| {
        *position = position.play(mv);
        Some(*position)
    });
    positions.extend(after);
    Some(positions)
}

/// A move in capital letters.
fn name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// What is known of a line: `search F5D6C3 1.50 0 12`, or how certain it is in place of the depth where the end was searched.
fn written(line: &Progress<Move>) -> String {
    let moves: String = line.line.iter().map(|&mv| name(mv)).collect();
    let score = f64::from(line.score.hundredths()) / 100.0;
    match line.certainty {
        Some(certainty) => format!("search {moves} {score:.2} 0 {certainty}%"),
        None => format!("search {moves} {score:.2} 0 {}", line.depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const GAME: &str = "set game (;GM[Othello]PC[NBoard]PB[Ann]PW[Bob]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

    fn said(orders: &str) -> Vec<String> {
        let mut output = Vec::new();
        crate::serve(orders.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn it_says_its_name_and_when_nothing_more_comes() {
        let said =
            said("nboard 2\nset depth 3\nset contempt 0\nsing\n\nping 7\nlearn\nquit\nping 8\n");
        assert_eq!(said, ["set myname tablero", "set myname tablero", "pong 7", "learned"]);
    }

    #[test]
    fn it_decides_for_a_legal_move_and_does_not_play_it() {
        let said = said(&format!("nboard 2\nset depth 5\n{GAME}\ngo\n"));
        let decided = said.iter().find_map(|line| line.strip_prefix("=== ")).unwrap();
        let position = *positions(&GAME["set game ".len()..]).unwrap().last().unwrap();
        let fields: Vec<&str> = decided.split('/').collect();
        assert!(position.read_move(&fields[0].to_lowercase()).is_ok(), "{decided}");
        assert!(fields[1].parse::<f64>().is_ok() && fields[2].parse::<f64>().is_ok());
        let searched = said.iter().filter(|line| line.starts_with("search "));
        assert!(searched.count() >= 4, "{said:?}");
        assert_eq!(said.last().map(String::as_str), Some("status"));
    }

    #[test]
    fn a_hint_judges_as_many_moves_as_are_wanted() {
        let said = said(&format!("nboard 2\nset depth 4\n{GAME}\nhint 3\n"));
        let first = |line: &String| Some(line.strip_prefix("search ")?.get(..2)?.to_owned());
        let moves: HashSet<String> = said.iter().filter_map(first).collect();
        assert!(moves.len() >= 3, "{said:?}");
        assert!(!said.iter().any(|line| line.starts_with("===")));
    }

    #[test]
    fn what_is_ordered_ends_a_search_that_would_take_long() {
        let said =
            said(&format!("nboard 2\nset depth 60\n{GAME}\nhint 20\nmove G7/0.5/2\nping 3\n"));
        assert_eq!(said.last().map(String::as_str), Some("pong 3"));
    }

    #[test]
    fn moves_come_with_or_without_their_name_and_pass() {
        let start = "nboard 2\nset game (;GM[Othello]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)\n";
        let played = said(&format!("{start}F5\nmove d6/1/2\nmove C3\nping 1\n"));
        assert_eq!(played.last().map(String::as_str), Some("pong 1"));
        assert!(!played.iter().any(|line| line.starts_with("status")), "{played:?}");
        let wrong = said(&format!("{start}move PA\ngo\n"));
        assert!(wrong[1].starts_with("status That move"), "{wrong:?}");
        assert_eq!(wrong[2], "status No game is known.");
    }

    #[test]
    fn near_the_end_the_result_is_exact() {
        let board =
            "-OOOOOOXXXXXXOOXXXXXXOXXXXXOXOXXXXXXOOXXXXOOOXXXXXOOOOXX-OOOOOO-".replace('X', "*");
        let orders =
            format!("nboard 2\nset depth 4\nset game (;GM[Othello]TY[8]BO[8 {board} *];)\ngo\n");
        let said = said(&orders);
        assert!(
            said.iter().any(|line| line.starts_with("=== ") && line.contains("/14.00/")),
            "{said:?}"
        );
        assert!(said.iter().any(|line| line.starts_with("search ") && line.ends_with("100%")));
    }

    #[test]
    fn boards_of_other_sizes_and_other_texts_are_refused() {
        for text in ["", "nonsense", "(;GM[Othello]TY[4]BO[4 -----O*--*O----- *];)"] {
            let said = said(&format!("nboard 2\nset game {text}\nhint 1\n"));
            assert!(said[1].starts_with("status The game cannot be read"), "{said:?}");
            assert_eq!(said[2], "status No game is known.");
        }
    }
}
