//! Laws that hold along random games: the fast ways against the slow ones and against cozy-chess.

use crate::common::random_game;
use chess::attacks::{attackers, attacks, between, pawn_attacks};
use chess::{Bitboard, Coordinate, File, Move, Position, Rank, Role, San, Setup, Square, fen};
use game::{Perfect, Rules, Side, laws};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Every move that a piece could make by its way of moving, castling without a look at checks.
fn pseudo_legal(position: &Position) -> Vec<Move> {
    let (us, board) = (position.side_to_move(), position.board());
    let occupied = board.occupied();
    let mut moves = Vec::new();
    for (from, piece) in board.iter().filter(|(_, piece)| piece.side == us) {
        let to = if piece.role == Role::Pawn {
            let once = Bitboard::of(from).forward(us).without(occupied);
            let from_second = from.rank() == Rank::Second.seen_by(us);
            let twice =
                if from_second { once.forward(us).without(occupied) } else { Bitboard::EMPTY };
            let en_passant = position.en_passant().map_or(Bitboard::EMPTY, Bitboard::of);
            once | twice | pawn_attacks(us, from) & (board.side(!us) | en_passant)
        } else {
            attacks(piece, from, occupied).without(board.side(us))
        };
        for to in to {
            if piece.role == Role::Pawn && Bitboard::BACK_RANKS.has(to) {
                moves.extend(Role::PROMOTIONS.map(|role| Move::promoting(from, to, role)));
            } else {
                moves.push(Move::new(from, to));
            }
        }
    }
    let king = position.king(us);
    for rook in position.castling_rooks() & board.side(us) {
        moves.push(Move::new(king, rook));
    }
    moves
}

/// Made and then looked at: is the king that moved attacked now? Castling by its own rules.
fn survives_the_slow_test(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    if position.is_castling(mv) && !castling_is_allowed(position, mv) {
        return false;
    }
    let next = position.play(mv);
    attackers(next.board(), next.king(us), !us, next.board().occupied()).is_empty()
}

/// Nothing stands in the way of king and rook, and the king leaves, passes and reaches no attacked
/// square.
fn castling_is_allowed(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    let (king, rook) = (mv.from(), mv.to());
    let files = if rook > king { (File::G, File::F) } else { (File::C, File::D) };
    let path = |from: Square, file: File| {
        let to = Square::new(file, from.rank());
        between(from, to) | Bitboard::of(from) | Bitboard::of(to)
    };
    let (king_path, rook_path) = (path(king, files.0), path(rook, files.1));
    let movers = Bitboard::of(king) | Bitboard::of(rook);
    let others = position.board().occupied().without(movers);
    ((king_path | rook_path) & others).is_empty()
        && king_path.into_iter().all(|square| {
            attackers(position.board(), square, !us, others | Bitboard::of(rook)).is_empty()
        })
}

fn cozy_board(position: &Position) -> cozy_chess::Board {
    // It refuses clocks beyond 100; legal moves do not depend on them.
    let text = fen::shredder_fen(&Setup { halfmove_clock: 0, ..position.to_setup() });
    cozy_chess::Board::from_fen(&text, true).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn names(moves: impl IntoIterator<Item = impl ToString>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn legal_moves_are_the_pseudo_legal_ones_that_survive_a_slow_test(game in random_game()) {
        for position in game {
            let fast: BTreeSet<Move> = position.moves().into_iter().collect();
            let slow: BTreeSet<Move> = pseudo_legal(&position)
                .into_iter()
                .filter(|&mv| survives_the_slow_test(&position, mv))
                .collect();
            prop_assert_eq!(fast, slow, "{}", position);
        }
    }

    #[test]
    fn legal_moves_are_those_of_cozy_chess(game in random_game()) {
        for position in game {
            let ours = names(position.moves().iter().map(|&mv| Coordinate::of_chess960(&position, mv)));
            let mut theirs = BTreeSet::new();
            cozy_board(&position).generate_moves(|moves| {
                theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
                false
            });
            prop_assert_eq!(ours, theirs, "{}", position);
        }
    }

    #[test]
    fn the_laws_of_every_game_hold(game in random_game()) {
        for position in game {
            laws::hold_in(&position);
            laws::notation_holds_in(&position);
        }
    }

    #[test]
    fn the_key_kept_up_to_date_is_the_key_from_scratch(game in random_game()) {
        for position in game {
            prop_assert_eq!(position.key(), position.key_from_scratch(), "{}", position);
        }
    }

    #[test]
    fn the_key_after_a_move_is_known_unless_castling_or_en_passant_changes(game in random_game()) {
        for position in &game {
            for &mv in &position.moves() {
                let next = position.play(mv);
                let plain = [position, &next].iter().all(|at| at.en_passant().is_none())
                    && position.castling_rooks() == next.castling_rooks();
                if plain {
                    prop_assert_eq!(position.key_after(mv), next.key(), "{} {:?}", position, mv);
                }
            }
        }
    }

    #[test]
    fn captures_and_quiet_moves_are_all_moves(game in random_game()) {
        for position in game {
            let all: BTreeSet<Move> = position.moves().into_iter().collect();
            let (captures, quiets) = (position.captures(), position.quiets());
            prop_assert!(captures.iter().all(|&mv| position.is_capture(mv)));
            prop_assert!(!quiets.iter().any(|&mv| position.is_capture(mv)));
            prop_assert_eq!(captures.len() + quiets.len(), all.len());
            prop_assert_eq!(captures.into_iter().chain(quiets).collect::<BTreeSet<Move>>(), all);
        }
    }

    #[test]
    fn a_move_is_legal_when_it_is_listed(game in random_game(), bits in any::<u16>()) {
        for position in &game {
            let moves = position.moves();
            for &mv in &moves {
                prop_assert!(position.is_legal(mv), "{mv:?} in {position:?}");
            }
            let mv = Move::from_bits(bits);
            prop_assert_eq!(position.is_legal(mv), moves.contains(&mv), "{:?} in {:?}", mv, position);
        }
    }

    #[test]
    fn from_every_square_to_every_square_a_move_is_legal_when_it_is_listed(game in random_game()) {
        for position in &game {
            let moves = position.moves();
            for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
                let mv = Move::new(from, to);
                prop_assert_eq!(position.is_legal(mv), moves.contains(&mv), "{:?}", mv);
            }
        }
    }

    #[test]
    fn a_move_gives_check_when_the_other_side_is_in_check_after_it(game in random_game()) {
        for position in game {
            let checks = position.checks();
            for mv in position.moves() {
                let check = position.play(mv).in_check();
                prop_assert_eq!(position.gives_check(mv), check, "{} {:?}", position, mv);
                prop_assert_eq!(checks.contains(&mv), check);
            }
        }
    }

    #[test]
    fn positions_are_written_and_read_back(game in random_game()) {
        for position in game {
            prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
            let shredder = fen::shredder_fen(&position.to_setup());
            prop_assert_eq!(shredder.parse::<Position>().unwrap(), position);
            let setup: Setup = position.to_string().parse().unwrap();
            prop_assert_eq!(setup.to_string(), position.to_string());
        }
    }

    #[test]
    fn moves_are_written_and_read_back(game in random_game()) {
        for position in game {
            for mv in position.moves() {
                let san = San::of(&position, mv);
                prop_assert_eq!(san.to_string().parse::<San>(), Ok(san));
                prop_assert_eq!(san.resolve(&position), Ok(mv));
                prop_assert_eq!(Move::from_bits(mv.to_bits()), mv);
                if position.ending(true).is_none() {
                    for written in [Coordinate::of(&position, mv), Coordinate::of_chess960(&position, mv)] {
                        prop_assert_eq!(written.to_string().parse::<Coordinate>(), Ok(written));
                        prop_assert_eq!(written.resolve(&position), Ok(mv), "{} {}", position, written);
                    }
                }
            }
        }
    }

    #[test]
    fn every_move_that_is_not_legal_has_a_reason(game in random_game(), bits in any::<u16>()) {
        for position in game {
            let mv = Move::from_bits(bits);
            let goes_on = position.ending(position.can_move()).is_none();
            let legal = goes_on && position.moves().contains(&mv);
            prop_assert_eq!(position.check(mv).is_ok(), legal, "{} {:?}", position, mv);
        }
    }

    #[test]
    fn passing_changes_the_side_and_nothing_on_the_board(game in random_game()) {
        for position in game {
            match position.pass() {
                None => prop_assert!(position.in_check()),
                Some(next) => {
                    prop_assert_eq!(next.board(), position.board());
                    prop_assert_eq!(next.side_to_move(), !position.side_to_move());
                    prop_assert_eq!(next.key(), next.key_from_scratch());
                }
            }
        }
    }
}

#[test]
fn white_and_black_see_the_same_game() {
    // The board turned upside down with colours exchanged has as many moves at every depth.
    for fen in crate::common::STARTS {
        let position: Position = fen.parse().unwrap();
        let mut turned = Setup { side_to_move: !position.side_to_move(), ..position.to_setup() };
        turned.board = chess::Board::EMPTY;
        let flip = |square: Square| Square::new(square.file(), square.rank().seen_by(Side::Black));
        for (square, mut piece) in position.board().iter() {
            piece.side = !piece.side;
            turned.board.put(flip(square), piece);
        }
        turned.castling_rooks = position.castling_rooks().into_iter().map(flip).collect();
        turned.en_passant = position.en_passant().map(flip);
        let turned = turned.validate().unwrap();
        for depth in 1..=3 {
            assert_eq!(game::perft(&position, depth), game::perft(&turned, depth), "{fen}");
        }
    }
}
