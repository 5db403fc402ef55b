//! The random numbers that a position's key is made of: one for each thing that can be true of it.

use crate::role::Role;
use crate::square::{File, Square};
use game::{Pair, Side};

struct Numbers {
    pieces: Pair<[[u64; 64]; 6]>,
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = {
    let mut state = 0x7461_626c_6572_6f31;
    let mut numbers = Numbers {
        pieces: Pair { white: [[0; 64]; 6], black: [[0; 64]; 6] },
        castling: [0; 64],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut role = 0;
    while role < 6 {
        let mut index = 0;
        while index < 64 {
            (numbers.pieces.white[role][index], state) = random(state);
            (numbers.pieces.black[role][index], state) = random(state);
            index += 1;
        }
        role += 1;
    }
    let mut index = 0;
    while index < 64 {
        (numbers.castling[index], state) = random(state);
        index += 1;
    }
    let mut file = 0;
    while file < 8 {
        (numbers.en_passant[file], state) = random(state);
        file += 1;
    }
    (numbers.black_to_move, _) = random(state);
    numbers
};

/// `SplitMix64`: the next number, and the state after it.
const fn random(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31), state)
}

/// For a piece on a square.
#[inline]
pub fn piece(side: Side, role: Role, square: Square) -> u64 {
    NUMBERS.pieces[side][role as usize][square.index()]
}

/// For a rook that may still castle.
#[inline]
pub fn castling(rook: Square) -> u64 {
    NUMBERS.castling[rook.index()]
}

/// For a pawn that can be taken en passant on this file.
#[inline]
pub fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file as usize]
}

/// For black being to move.
#[inline]
pub fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
