//! Reading files of games next to perft, in one run on one thread.
//!
//! `cargo bench -p chess --bench pgn`. The games are random, the same in every run: once as bare moves, and once
//! with the clock of each move in a comment. They come in pieces that are read in about the time of one perft, and
//! pieces and perft take turns, so that a noisy machine disturbs all alike; the best time of each counts.

use chess::pgn::{Comment, Game, GameResult, Reader};
use chess::{Move, Position};
use game::{Perfect, Rules};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PIECES: usize = 40;
const GAMES_IN_A_PIECE: usize = 15;
const LONGEST_GAME: usize = 160;
const PERFT: (u32, u64) = (4, 197_281);
const ROUNDS: usize = 100;

fn main() {
    let mut random = Random(0x7461_626c_6572_6f21);
    let (mut bare, mut with_clocks) = (Vec::new(), Vec::new());
    for _ in 0..PIECES {
        let mut games: Vec<Game> = (0..GAMES_IN_A_PIECE).map(|_| random.game()).collect();
        bare.push(Piece::new(&games));
        for game in &mut games {
            random.set_clocks(game);
        }
        with_clocks.push(Piece::new(&games));
    }

    let start = Position::standard();
    let mut perft = Duration::MAX;
    for _ in 0..ROUNDS {
        for (bare, with_clocks) in bare.iter_mut().zip(&mut with_clocks) {
            bare.read();
            with_clocks.read();
            perft = perft.min(timed(|| game::perft(black_box(&start), PERFT.0), PERFT.1));
        }
    }
    let perft = PERFT.1 as f64 / perft.as_secs_f64();
    println!("perft: {:.1} million nodes/s", perft / 1e6);
    for (name, pieces) in [("bare moves", &bare), ("with clocks", &with_clocks)] {
        let time = pieces.iter().map(|piece| piece.best).sum::<Duration>().as_secs_f64();
        let bytes = pieces.iter().map(|piece| piece.text.len()).sum::<usize>() as f64;
        let moves = pieces.iter().map(|piece| piece.moves).sum::<u64>() as f64;
        println!(
            "{name}: {:.1} MB, {:.1} MB/s, {:.2} million moves/s, {:.1} nodes of perft for each move",
            bytes / 1e6,
            bytes / time / 1e6,
            moves / time / 1e6,
            perft * time / moves,
        );
    }
}

/// Some games as text, and the best time of reading them.
struct Piece {
    text: String,
    moves: u64,
    best: Duration,
}

impl Piece {
    fn new(games: &[Game]) -> Piece {
        Piece {
            text: games.iter().map(Game::to_string).collect::<Vec<_>>().join("\n"),
            moves: games.iter().map(|game| game.moves.nodes.len() as u64).sum(),
            best: Duration::MAX,
        }
    }

    fn read(&mut self) {
        self.best = self.best.min(timed(|| read(&self.text), self.moves));
    }
}

/// How many moves the games of a file have.
fn read(text: &str) -> u64 {
    let games = Reader::new(text.as_bytes()).map(|game| game.expect("a game that was written"));
    games.map(|game| game.moves.nodes.len() as u64).sum()
}

fn timed(f: impl FnOnce() -> u64, expected: u64) -> Duration {
    let start = Instant::now();
    assert_eq!(black_box(f()), expected);
    start.elapsed()
}

/// Numbers that look random and are the same in every run: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % most
    }

    fn game(&mut self) -> Game {
        let mut position = Position::standard();
        let mut played: Vec<Move> = Vec::new();
        let length = 20 + self.below(LONGEST_GAME - 20);
        while played.len() < length {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[self.below(moves.len())];
            played.push(mv);
            position = position.play(mv);
        }
        let mut game = Game::new(Position::standard(), played);
        let results =
            [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
        game.result = results[self.below(results.len())];
        let tags = [
            ("Event", "Rated blitz game".to_owned()),
            ("Site", format!("https://example.org/{:08x}", self.below(usize::MAX) as u32)),
            ("Date", "2026.11.14".to_owned()),
            ("White", format!("player{}", self.below(10_000))),
            ("Black", format!("player{}", self.below(10_000))),
            ("WhiteElo", (1000 + self.below(1500)).to_string()),
            ("BlackElo", (1000 + self.below(1500)).to_string()),
            ("TimeControl", "180+2".to_owned()),
        ];
        for (name, value) in tags {
            game.tags.set(name, &value).expect("a tag");
        }
        game
    }

    fn set_clocks(&mut self, game: &mut Game) {
        for node in &mut game.moves.nodes {
            node.comments.push(Comment::of_clock(Duration::from_secs(self.below(180) as u64)));
        }
    }
}
