//! Positions that an evaluation learns from, and their files.

use chess::{Bitboard, Board, Piece, Position, Role, Setup, Square};
use game::{Perfect, Side};
use learn::logistic::chance;

/// A position, what the search thought of it, and how the game ended. The samples of a game stand together, in the order of
/// its moves; behind them stand those of the search trees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub position: Position,
    /// In hundredths of a pawn, as white sees it.
    pub score: i16,
    /// The points that white got in the end.
    pub points: f32,
    /// Can an evaluation learn from it? Others say only how the game went on.
    pub quiet: bool,
    pub origin: Origin,
}

/// Where a sample comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A game, and not its first sample.
    Game,
    /// The first sample of a game.
    GameStart,
    /// The tree of a search: a position that was evaluated there. No game came to it, so its points mean nothing.
    SearchTree,
}

impl Origin {
    const ALL: [Origin; 3] = [Origin::Game, Origin::GameStart, Origin::SearchTree];
}

/// How many bytes a sample has in a file: which squares are occupied; by what, four bits for each in the order of the
/// squares; the rooks that may castle, a bit for each on a1 to h1, then on a8 to h8; the score; the half moves
/// since the last irreversible one; the side to move, the points and what kind of sample it is.
const BYTES: usize = 8 + 16 + 2 + 2 + 1 + 1;

/// What is worth more than this is as good as won, and teaches nothing.
pub(super) const MOST: i32 = 3000;

/// The points that white can get, as the last byte of a sample numbers them.
const POINTS: [f32; 3] = [0.0, 0.5, 1.0];

impl Sample {
    /// The points that white should expect: `outcome` is how much of that is how the game ended, and the rest is what
    /// the search thought, in `unit` hundredths of a pawn for each factor of e in the odds.
    pub fn aim(&self, outcome: f32, unit: f32) -> f32 {
        let outcome = if self.origin == Origin::SearchTree { 0.0 } else { outcome };
        outcome * self.points + (1.0 - outcome) * chance(f32::from(self.score) / unit)
    }

    /// The sample as bytes, for a file. En passant and the number of the move are left out: no evaluation asks for them.
    pub fn bytes(&self) -> [u8; BYTES] {
        let board = self.position.board();
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&board.occupied().0.to_le_bytes());
        for (index, (_, piece)) in board.iter().enumerate().take(32) {
            let code = piece.role as u8 * 2 + u8::from(piece.side == Side::Black);
            bytes[8 + index / 2] |= code << (4 * (index % 2));
        }
        let rooks = self.position.castling_rooks().0;
        [bytes[24], bytes[25]] = [rooks as u8, (rooks >> 56) as u8];
        bytes[26..28].copy_from_slice(&self.score.to_le_bytes());
        bytes[28] = self.position.halfmove_clock().min(255) as u8;
        let points = POINTS.iter().position(|&points| points == self.points).unwrap_or(0);
        bytes[29] = (self.origin as u8) << 4
            | u8::from(self.quiet) << 3
            | (points as u8) << 1
            | u8::from(self.position.side_to_move() == Side::Black);
        bytes
    }

    fn from_bytes(bytes: &[u8; BYTES]) -> Option<Sample> {
        let (occupied, _) = bytes.split_first_chunk()?;
        let mut board = Board::EMPTY;
        for (index, square) in Bitboard(u64::from_le_bytes(*occupied)).into_iter().enumerate() {
            let code = bytes.get(8 + index / 2)? >> (4 * (index % 2)) & 0b1111;
            let role = *Role::ALL.get(usize::from(code / 2))?;
            let side = if code % 2 == 0 { Side::White } else { Side::Black };
            board.put(square, Piece { side, role });
        }
        let setup = Setup {
            board,
            side_to_move: if bytes[29] & 1 == 0 { Side::White } else { Side::Black },
            castling_rooks: Bitboard(u64::from(bytes[24]) | u64::from(bytes[25]) << 56),
            en_passant: None::<Square>,
            halfmove_clock: u16::from(bytes[28]),
            fullmove_number: 1,
        };
        Some(Sample {
            position: setup.validate().ok()?,
            score: i16::from_le_bytes([bytes[26], bytes[27]]),
            points: *POINTS.get(usize::from(bytes[29] >> 1 & 0b11))?,
            quiet: bytes[29] >> 3 & 1 == 1,
            origin: *Origin::ALL.get(usize::from(bytes[29] >> 4))?,
        })
    }

    /// The samples of a file; what is none is left out.
    pub fn read(file: &[u8]) -> impl Iterator<Item = Sample> {
        file.as_chunks().0.iter().filter_map(Sample::from_bytes)
    }
}

/// The points of the side to move where white has so many, and the other way round.
pub(super) fn white_points(position: &Position, points: f32) -> f32 {
    if position.side_to_move() == Side::White { points } else { 1.0 - points }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_as_they_were_written() {
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 99 1",
            "8/5pk1/6p1/1P6/8/5PKP/8/8 w - - 40 1",
        ];
        let sample = |((fen, points), origin): ((&str, f32), Origin)| Sample {
            position: fen.parse().unwrap(),
            score: -1234,
            points,
            quiet: points > 0.2,
            origin,
        };
        let samples: Vec<Sample> =
            positions.into_iter().zip(POINTS).zip(Origin::ALL).map(sample).collect();
        let file: Vec<u8> = samples.iter().flat_map(Sample::bytes).collect();
        assert_eq!(Sample::read(&file).collect::<Vec<_>>(), samples);
        // A file that was cut short, and one in which a sample is damaged.
        assert_eq!(Sample::read(&file[..file.len() - 1]).count(), 2);
        let mut damaged = file;
        damaged[..8].fill(0xff);
        assert_eq!(Sample::read(&damaged).collect::<Vec<_>>(), samples[1..]);
    }
}
