//! What the search asks of chess.

use super::evaluator::Evaluator;
use super::exchange;
use super::parameters::PARAMETERS;
use crate::{Bitboard, Move, Position, Rank, Role, Square};
use game::{Perfect, Side};
use search::{Handicap, Known, Parameters, Searchable, Threats};

/// Attacked squares among the threats: by any piece, then by one kind.
const ALL: usize = 0;
const BY_PAWN: usize = 1;
const BY_MINOR: usize = 2;
const BY_ROOK: usize = 3;

/// What each level is worth, from the first to the last, as it was measured (`BENCHMARKS.md`).
pub const RATINGS: [u16; 10] = [460, 700, 980, 1190, 1340, 1560, 1770, 2050, 2280, 3300];

impl Searchable for Position {
    type EvalCache = Evaluator;

    const PARAMETERS: Parameters = PARAMETERS;
    const FROM_TO: usize = 64 * 64;
    // Measured against Stockfish and by `tune levels chess`: see RATINGS.
    const HANDICAPS: [Handicap; 9] = [
        Handicap::new(2, 20_000, Handicap::ALL, 0.75, 80),
        Handicap::new(2, 20_000, Handicap::ALL, 0.57, 57),
        Handicap::new(3, 40_000, Handicap::ALL, 0.42, 42),
        Handicap::new(4, 60_000, Handicap::ALL, 0.3, 33),
        Handicap::new(5, 80_000, Handicap::ALL, 0.24, 28),
        Handicap::new(6, 100_000, Handicap::ALL, 0.1, 16),
        Handicap::new(7, 120_000, 8, 0.045, 11),
        Handicap::new(10, 300_000, 3, 0.005, 5),
        Handicap::new(13, 600_000, 2, 0.0, 3),
    ];
    const THREATS: usize = 4;
    const PIECE_TO: usize = 6 * 64;
    const VICTIMS: usize = 6;
    const REVERSIBLE_LIMIT: Option<u32> = Some(100);

    #[inline]
    fn evaluate(&self, evaluator: &mut Evaluator) -> i32 {
        evaluator.evaluate(self)
    }

    #[inline]
    fn from_to(&self, mv: Move) -> usize {
        mv.from().index() * 64 + mv.to().index()
    }

    #[inline]
    fn threats(&self) -> Threats {
        self.attacked_squares().map(|squares| squares.0)
    }

    /// Whether it leaves an attacked square, and whether it goes to one.
    #[inline]
    fn threat_index(&self, mv: Move, threats: &Threats) -> usize {
        let threats = Bitboard(threats[ALL]);
        usize::from(threats.has(mv.from())) * 2 + usize::from(threats.has(mv.to()))
    }

    #[inline]
    fn piece_to(&self, mv: Move) -> usize {
        let role = self.board().role_on(mv.from()).map_or(0, |role| role as usize);
        role * 64 + mv.to().index()
    }

    #[inline]
    fn encode_move(&self, mv: Move) -> u16 {
        mv.to_bits()
    }

    #[inline]
    fn decode_move(&self, encoded: u16) -> Option<Move> {
        let mv = Move::from_bits(encoded);
        (encoded != 0 && self.is_legal(mv)).then_some(mv)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promotion() == Some(Role::Queen)
    }

    fn each_noisy(&self, mut visit: impl FnMut(Move)) {
        self.captures().into_iter().for_each(&mut visit);
        let side = self.side_to_move();
        let ready = Bitboard::rank(Rank::Seventh.seen_by(side));
        if (self.board().pieces(side, Role::Pawn) & ready).any() {
            self.quiets()
                .into_iter()
                .filter(|mv| mv.promotion() == Some(Role::Queen))
                .for_each(visit);
        }
    }

    fn each_quiet(&self, visit: impl FnMut(Move)) {
        self.quiets().into_iter().filter(|mv| mv.promotion() != Some(Role::Queen)).for_each(visit);
    }

    #[inline]
    fn in_check(&self) -> bool {
        Position::in_check(self)
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(Position::key_after(self, mv))
    }

    /// A stalemate where there is no capture is left to the full search.
    fn may_be_stalemate(&self) -> bool {
        false
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        Position::gives_check(self, mv)
    }

    /// Only a side with pieces makes a null move: with pawns alone, zugzwang is common.
    fn null_move(&self) -> Option<Position> {
        let side = self.side_to_move();
        let board = self.board();
        let pawns_and_king = board.role(Role::Pawn) | board.role(Role::King);
        if board.side(side).without(pawns_and_king).is_empty() {
            None
        } else {
            Position::pass(self)
        }
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(self, mv)
    }

    #[inline]
    fn victim(&self, mv: Move) -> usize {
        self.board().role_on(mv.to()).map_or(0, |role| role as usize)
    }

    #[inline]
    fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        exchange::see_at_least(self, mv, threshold)
    }

    /// A piece that is attacked by a lesser one goes away early, and late to where one attacks it.
    #[inline]
    fn ordering_bonus(&self, mv: Move, threats: &Threats) -> i32 {
        let (lesser, bonus) = match self.board().role_on(mv.from()) {
            Some(Role::Queen) => (threats[BY_ROOK] | threats[BY_MINOR] | threats[BY_PAWN], 32_000),
            Some(Role::Rook) => (threats[BY_MINOR] | threats[BY_PAWN], 16_000),
            Some(Role::Knight | Role::Bishop) => (threats[BY_PAWN], 10_000),
            _ => return 0,
        };
        let lesser = Bitboard(lesser);
        bonus * (i32::from(lesser.has(mv.from())) - i32::from(lesser.has(mv.to())))
    }

    fn correction_keys(&self) -> [u64; 3] {
        let board = self.board();
        let pawns = board.role(Role::Pawn);
        let of = |side: Side| {
            let own = board.side(side);
            let minor = mix((own & board.role(Role::Knight)).0, (own & board.role(Role::Bishop)).0);
            let heavy = mix((own & board.role(Role::Rook)).0, (own & board.role(Role::Queen)).0);
            mix(minor ^ (own & board.role(Role::King)).0, heavy)
        };
        [
            mix((pawns & board.side(Side::White)).0, (pawns & board.side(Side::Black)).0),
            of(Side::White),
            of(Side::Black),
        ]
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        self.is_capture(mv) || self.board().role(Role::Pawn).has(mv.from())
    }

    fn reversible_plies(past: &[Position]) -> u32 {
        past.last().map_or(0, |position| u32::from(position.halfmove_clock()))
    }

    #[inline]
    fn known(&self, evaluator: &mut Evaluator) -> Option<Known> {
        evaluator.known(self)
    }

    /// Hard to see are moves from afar, along diagonals, of knights, and back; easy is what takes the piece that has
    /// just moved.
    fn visibility(&self, mv: Move, before: Option<Move>) -> f64 {
        let (from, to) = (mv.from(), mv.to());
        let files = (from.file() as u8).abs_diff(to.file() as u8);
        let ranks = (from.rank() as u8).abs_diff(to.rank() as u8);
        let forward = |square: Square| square.rank().seen_by(self.side_to_move()) as u8;
        let mut seen = 0.85 - 0.07 * f64::from(files.max(ranks));
        if files != 0 && ranks != 0 {
            seen -= 0.1;
        }
        if forward(to) < forward(from) {
            seen -= 0.2;
        }
        if before.is_some_and(|before| before.to() == to) {
            seen += 0.15;
        }
        seen.clamp(0.1, 1.0)
    }
}

/// One number of two, each bit of which depends on every bit of both.
#[inline]
pub fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}
