//! Syzygy tablebases: who wins with few pieces, and how soon something irreversible happens.
//!
//! The files are read by `pyrrhic-rs`, which keeps them for the whole process: one set can be open at a time. It trusts
//! what it reads, so a folder is looked through first, and refused where a file is not what its name says.

use chess::attacks::{attacks, king_attacks, knight_attacks, pawn_attacks};
use chess::engine::Tablebase;
use chess::{Bitboard, Move, Piece, Position, Rank, Role, Square};
use game::{Perfect, Side};
use pyrrhic_rs::{
    Color, DtzProbeValue, DtzResult, EngineAdapter, Piece as TablePiece, TableBases, WdlProbeResult,
};
use search::Known;
use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How a file begins: of results, and of distances.
const MAGIC: [(&str, [u8; 4]); 2] =
    [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];
/// Files are as long as a multiple of this and [`REST`] more.
const UNIT: u64 = 64;
const REST: u64 = 16;

/// Tablebases that are open.
pub struct Tables {
    reader: TableBases<Attacks>,
    /// Distances are asked for by one thread at a time.
    at_the_root: Mutex<()>,
    /// How many files of results there are.
    pub files: usize,
}

/// Why tablebases cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    #[error("{} cannot be read: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
    #[error("there are no tables here (files such as KRvK.rtbw)")]
    None,
    #[error("{} is no table, or not the whole of one", path.display())]
    Damaged { path: PathBuf },
    #[error("the tables cannot be opened")]
    Refused,
}

impl Tables {
    /// Opens the tables of these folders, which are separated as in the search path of the system.
    pub fn open(folders: &str) -> Result<Tables, TablesError> {
        let files = std::env::split_paths(folders)
            .map(|folder| checked(&folder))
            .sum::<Result<usize, TablesError>>()?;
        if files == 0 {
            return Err(TablesError::None);
        }
        let reader = TableBases::new(folders).map_err(|_| TablesError::Refused)?;
        Ok(Tables { reader, at_the_root: Mutex::new(()), files })
    }

    /// The moves with the best result: of those that win the ones that bring something irreversible soonest, of those that lose
    /// the ones that put it off longest. `None` where the position is not in the tables.
    pub fn best_moves(&self, position: &Position) -> Option<Vec<Move>> {
        if !self.covers(position) {
            return None;
        }
        let Sides { white, black, kings, queens, rooks, bishops, knights, pawns } = sides(position);
        let clock = u32::from(position.halfmove_clock());
        let (en_passant, turn) = (en_passant(position), position.side_to_move() == Side::White);
        let held = self.at_the_root.lock().unwrap_or_else(PoisonError::into_inner);
        let probed = self.reader.probe_root(
            white, black, kings, queens, rooks, bishops, knights, pawns, clock, en_passant, turn,
        );
        drop(held);
        let probed = probed.ok()?;
        let ranked = probed.moves[..probed.num_moves].iter().filter_map(|value| match value {
            DtzProbeValue::DtzResult(result) => Some((rank(*result), *result)),
            _ => None,
        });
        let ranked: Vec<_> = ranked.collect();
        let best = ranked.iter().map(|(rank, _)| *rank).max()?;
        let legal = position.moves();
        let is_best =
            |mv: &Move| ranked.iter().any(|(rank, result)| *rank == best && is_move(*mv, *result));
        let moves: Vec<Move> = legal.iter().copied().filter(is_best).collect();
        (!moves.is_empty()).then_some(moves)
    }

    fn covers(&self, position: &Position) -> bool {
        position.castling_rooks().is_empty()
            && position.board().occupied().count() <= self.most_pieces()
    }
}

impl Tablebase for Tables {
    fn most_pieces(&self) -> usize {
        self.reader.max_pieces() as usize
    }

    fn result(&self, position: &Position) -> Option<Known> {
        let Sides { white, black, kings, queens, rooks, bishops, knights, pawns } = sides(position);
        let turn = position.side_to_move() == Side::White;
        let probed = self.reader.probe_wdl(
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            en_passant(position),
            turn,
        );
        Some(match probed.ok()? {
            WdlProbeResult::Win => Known::Won(None),
            WdlProbeResult::Loss => Known::Lost(None),
            // What the rule of fifty moves saves is drawn.
            WdlProbeResult::Draw | WdlProbeResult::CursedWin | WdlProbeResult::BlessedLoss => {
                Known::Drawn
            }
        })
    }
}

/// The number of tables with results in a folder, none of whose files is damaged.
fn checked(folder: &Path) -> Result<usize, TablesError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| TablesError::Unreadable { path, error }
    };
    let mut results = 0;
    for entry in fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        let Some((ending, magic)) = MAGIC.iter().find(|(name, _)| ending == Some(*name)) else {
            continue;
        };
        let mut file = File::open(&path).map_err(unreadable(&path))?;
        let length = file.metadata().map_err(unreadable(&path))?.len();
        let mut begins = [0; 4];
        let is_whole =
            length % UNIT == REST && length > REST && file.read_exact(&mut begins).is_ok();
        if !is_whole || begins != *magic {
            return Err(TablesError::Damaged { path });
        }
        results += usize::from(*ending == "rtbw");
    }
    Ok(results)
}

/// What is better is greater.
fn rank(result: DtzResult) -> (u8, Reverse<i32>) {
    let plies = i32::from(result.dtz);
    match result.wdl {
        WdlProbeResult::Win => (4, Reverse(plies)),
        WdlProbeResult::CursedWin => (3, Reverse(plies)),
        WdlProbeResult::Draw => (2, Reverse(0)),
        WdlProbeResult::BlessedLoss => (1, Reverse(-plies)),
        WdlProbeResult::Loss => (0, Reverse(-plies)),
    }
}

fn is_move(mv: Move, result: DtzResult) -> bool {
    let promotion = match result.promotion {
        TablePiece::Queen => Some(Role::Queen),
        TablePiece::Rook => Some(Role::Rook),
        TablePiece::Bishop => Some(Role::Bishop),
        TablePiece::Knight => Some(Role::Knight),
        TablePiece::Pawn | TablePiece::King => None,
    };
    mv.from().index() == usize::from(result.from_square)
        && mv.to().index() == usize::from(result.to_square)
        && mv.promotion() == promotion
}

/// The square behind a pawn that can be taken en passant, or 0.
fn en_passant(position: &Position) -> u32 {
    position.en_passant().map_or(0, |square| square.index() as u32)
}

/// Where everything stands.
struct Sides {
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
}

fn sides(position: &Position) -> Sides {
    let board = position.board();
    Sides {
        white: board.side(Side::White).0,
        black: board.side(Side::Black).0,
        kings: board.role(Role::King).0,
        queens: board.role(Role::Queen).0,
        rooks: board.role(Role::Rook).0,
        bishops: board.role(Role::Bishop).0,
        knights: board.role(Role::Knight).0,
        pawns: board.role(Role::Pawn).0,
    }
}

/// What the reader of the tables has to know of the moves of pieces.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::from_index(index as usize).unwrap_or(Square::new(chess::File::A, Rank::First))
}

fn slider(role: Role, index: u64, occupied: u64) -> u64 {
    attacks(Piece { side: Side::White, role }, square(index), Bitboard(occupied)).0
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, index: u64) -> u64 {
        let side = if color == Color::White { Side::White } else { Side::Black };
        pawn_attacks(side, square(index)).0
    }

    fn knight_attacks(index: u64) -> u64 {
        knight_attacks(square(index)).0
    }

    fn bishop_attacks(index: u64, occupied: u64) -> u64 {
        slider(Role::Bishop, index, occupied)
    }

    fn rook_attacks(index: u64, occupied: u64) -> u64 {
        slider(Role::Rook, index, occupied)
    }

    fn queen_attacks(index: u64, occupied: u64) -> u64 {
        slider(Role::Queen, index, occupied)
    }

    fn king_attacks(index: u64) -> u64 {
        king_attacks(square(index)).0
    }
}
