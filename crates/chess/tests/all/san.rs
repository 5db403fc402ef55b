//! Moves in algebraic notation: found directly, and by looking through everything that is legal.

use crate::common::random_game;
use chess::{Coordinate, File, Move, Position, Rank, Role, San, SanError, SanMove, Square, Wing};
use game::{Perfect, Rules};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Every legal move that the text can mean, looked for among all of them.
fn meant(position: &Position, mv: SanMove) -> Vec<Move> {
    let us = position.side_to_move();
    let king = position.king(us);
    let all = position.moves();
    let fits = |legal: &Move| match mv {
        SanMove::Castling(wing) => {
            position.is_castling(*legal) && (legal.to() > king) == (wing == Wing::Kingside)
        }
        SanMove::Normal { role, from_file, from_rank, to, promotion, .. } => {
            let coordinates = role == Role::Pawn && from_file.is_some() && from_rank.is_some();
            let moved = position.board().role_on(legal.from());
            let from_file = match (role, coordinates) {
                (Role::Pawn, false) => Some(from_file.unwrap_or(to.file())),
                _ => from_file,
            };
            let reached = if coordinates && position.is_castling(*legal) {
                Coordinate::of(position, *legal).to == to || legal.to() == to
            } else {
                legal.to() == to && !position.is_castling(*legal)
            };
            reached
                && (coordinates || moved == Some(role))
                && from_file.is_none_or(|file| legal.from().file() == file)
                && from_rank.is_none_or(|rank| legal.from().rank() == rank)
                && legal.promotion() == promotion
        }
    };
    all.into_iter().filter(fits).collect()
}

fn agrees(position: &Position, mv: SanMove) {
    let expected = meant(position, mv);
    let found = San { mv, mark: None }.resolve(position);
    let context =
        || format!("{} in {position}: {expected:?}, found {found:?}", San { mv, mark: None });
    match (&expected[..], &found) {
        ([one], Ok(found)) => assert_eq!(found, one, "{}", context()),
        ([], Err(error)) => assert!(!matches!(error, SanError::Ambiguous(..)), "{}", context()),
        ([_, _, ..], Err(SanError::Ambiguous(_, listed))) => {
            let listed: BTreeSet<String> = listed.iter().map(San::to_string).collect();
            let all = expected.iter().map(|&mv| San::of(position, mv).to_string());
            assert_eq!(listed, all.collect(), "{}", context());
        }
        _ => panic!("{}", context()),
    }
}

/// The texts that can be made of a legal move by saying more or less of where it comes from.
fn ways_to_write(position: &Position, legal: Move) -> Vec<SanMove> {
    let SanMove::Normal { role, to, promotion, .. } = San::of(position, legal).mv else {
        return vec![SanMove::Castling(Wing::Kingside), SanMove::Castling(Wing::Queenside)];
    };
    let (file, rank) = (legal.from().file(), legal.from().rank());
    let mut ways = Vec::new();
    for from_file in [None, Some(file)] {
        for from_rank in [None, Some(rank)] {
            for role in [role, Role::Pawn] {
                let capture = position.is_capture(legal);
                ways.push(SanMove::Normal { role, from_file, from_rank, capture, to, promotion });
            }
        }
    }
    ways
}

/// A text made of random bits.
fn any_way(bits: u64) -> SanMove {
    let part = |shift: u32, most: u64| (bits >> shift) % most;
    if part(0, 64) == 0 {
        return SanMove::Castling(if part(6, 2) == 0 { Wing::Kingside } else { Wing::Queenside });
    }
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let square = |shift| Square::from_index(part(shift, 64) as usize).unwrap();
    let from = square(8);
    SanMove::Normal {
        role: roles[part(14, 6) as usize],
        from_file: (part(20, 2) == 0).then(|| from.file()),
        from_rank: (part(21, 2) == 0).then(|| from.rank()),
        capture: part(22, 2) == 0,
        to: square(24),
        promotion: (part(30, 8) == 0).then(|| roles[part(33, 6) as usize]),
    }
}

/// What must be said of an origin, from the list of all legal moves.
fn shortest_origin(position: &Position, mv: Move) -> (Option<File>, Option<Rank>) {
    let board = position.board();
    let rival = |other: &Move| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && !position.is_castling(*other)
            && board.role_on(other.from()) == board.role_on(mv.from())
    };
    let rivals: Vec<Square> = position.moves().into_iter().filter(rival).map(Move::from).collect();
    let (file, rank) = (mv.from().file(), mv.from().rank());
    if rivals.is_empty() {
        (None, None)
    } else if rivals.iter().all(|rival| rival.file() != file) {
        (Some(file), None)
    } else if rivals.iter().all(|rival| rival.rank() != rank) {
        (None, Some(rank))
    } else {
        (Some(file), Some(rank))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_move_found_directly_is_the_one_found_among_all(
        game in random_game(), bits in prop::collection::vec(any::<u64>(), 64),
    ) {
        for position in &game {
            for legal in position.moves() {
                for mv in ways_to_write(position, legal) {
                    agrees(position, mv);
                }
            }
            for &bits in &bits {
                agrees(position, any_way(bits ^ position.key()));
            }
        }
    }

    #[test]
    fn as_much_is_said_of_the_origin_as_all_moves_ask_for(game in random_game()) {
        for position in &game {
            for legal in position.moves() {
                if let SanMove::Normal { role, from_file, from_rank, .. } = San::of(position, legal).mv
                    && role != Role::Pawn
                {
                    prop_assert_eq!((from_file, from_rank), shortest_origin(position, legal));
                }
            }
        }
    }
}

/// Several queens, pinned pieces, checks that only some answer, promotions beside captures.
const INTRICATE: [&str; 10] = [
    "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1",
    "k7/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
    "4r1k1/8/8/8/4R3/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/q7/8/2N1N3/3P4/4K3 w - - 0 1",
    "1k6/8/8/8/7b/4R1R1/8/3RK3 w - - 0 1",
    "1n1n4/2P1P3/k7/8/8/8/8/K7 w - - 0 1",
    "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1",
    "8/8/8/1pPpP3/8/8/8/K6k w - d6 0 1",
    "6k1/8/8/8/1b6/8/2QQQ3/4K2r w - - 0 1",
    "8/8/8/8/8/7k/8/1R1K2R1 w GB - 0 1",
];

#[test]
fn every_text_means_the_same_in_intricate_positions_when_found_directly() {
    for fen in INTRICATE {
        let position: Position = fen.parse().unwrap();
        for bits in 0..200_000_u64 {
            agrees(&position, any_way(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)));
        }
        for legal in position.moves() {
            for mv in ways_to_write(&position, legal) {
                agrees(&position, mv);
            }
            let next = position.play(legal);
            for answer in next.moves() {
                for mv in ways_to_write(&next, answer) {
                    agrees(&next, mv);
                }
            }
        }
    }
}

#[test]
fn two_squares_are_a_move_of_whatever_stands_there() {
    let position: Position = "r3k2r/1P6/8/8/8/8/6P1/RN2K2R w KQkq - 0 1".parse().unwrap();
    let resolve = |text: &str| {
        let san: San = text.parse().unwrap();
        san.resolve(&position).map(|mv| San::of(&position, mv).to_string())
    };
    for (text, san) in [
        ("g2g4", "g4"),
        ("g2-g4", "g4"),
        ("b1c3", "Nc3"),
        ("b1-c3+", "Nc3"),
        ("h1xh8", "Rxh8+"),
        ("b7b8q", "b8=Q+"),
        ("b7a8n", "bxa8=N"),
        ("e1g1", "O-O"),
        ("e1c1", "Illegal castling: b1 is not empty"),
        ("e1h1", "O-O"),
        ("e1f2", "Kf2"),
        ("d4d5", "There is no piece on d4"),
        ("a8a7", "The black rook on a8 is not yours: it is White's move"),
        ("b1b3", "Illegal knight move: a knight cannot go from b1 to b3"),
    ] {
        let found = resolve(text).unwrap_or_else(|error| error.to_string());
        assert_eq!(found, san, "{text}");
    }
}
