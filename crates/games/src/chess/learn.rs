//! Chess as a learner sees it.

use super::Chess;
use ::chess::engine::Evaluator;
use ::chess::engine::network::{self, Network};
use ::chess::{Bitboard, Position, Role, history};
use game::{Perfect, Side};
use learn::{Cells, Engine, Evaluation, Learnable, Symmetry, Watch};
use search::{Parameters, Searchable};
use std::sync::Arc;

/// How searches prune that teach. They are small, and without histories late move pruning is wrong too often.
const TEACHER: Parameters =
    Parameters { late_move_pruning_base: 16, ..<Position as Searchable>::PARAMETERS };
const _: () = assert!(TEACHER.is_within_ranges());

static ENGINE: Engine<Chess> = Engine {
    hidden: network::HIDDEN,
    phases: network::PHASES,
    phase: |position| network::phase(position.board().occupied().count()),
    // The cells of a view begin with the side's last rank, the inputs of the network with its first.
    seen: |position, side, cell| {
        let files = if network::is_mirrored(position.board(), side) { 0b111 } else { 0 };
        cell ^ 0b11_1000 ^ files
    },
    unit: network::SCALE as f32 / 2.0,
    parameters: TEACHER,
    by_network: |trained| {
        let network = Arc::new(Network::rounded(&trained.weights));
        evaluation(move || Evaluator::of_network(Arc::clone(&network)))
    },
    shipped: network::shipped_weights,
    by_hand: || evaluation(Evaluator::of_terms),
    // Rounded, a weight of the output must be below 2.
    largest: 1.98,
    file: |trained| Network::file(&trained.weights),
};

fn evaluation(evaluator: impl Fn() -> Evaluator + Send + Sync + 'static) -> Evaluation<Position> {
    Arc::new(move |mut watch: Watch<Position>| {
        let mut evaluator = evaluator();
        Evaluator::of_function(move |position| {
            watch(position);
            evaluator.evaluate(position)
        })
    })
}

const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

impl Learnable for Chess {
    type Game = Position;

    const NAME: &'static str = "chess";
    const VARIANT: &'static str = "8x8";
    const COLUMNS: usize = 8;
    const ROWS: usize = 8;
    const KINDS: usize = 6;
    /// Castling aside.
    const SYMMETRY: Symmetry = Symmetry::Mirror;
    const QUIESCENCE: bool = true;
    const MEASURED_DEPTH: u8 = 3;
    const RANDOM_PLIES: usize = 6;
    const LONGEST: usize = 240;
    const TUPLES: &'static [u8] = &[1, 2];
    const LEVELS: &'static [u8] = &[1, 3, 5];
    const ENGINE: Option<&'static Engine<Chess>> = Some(&ENGINE);

    /// Each side looks up the board from its own first rank, which is the last row.
    fn view(position: &Position, side: Side, cells: &mut Cells) {
        let board = position.board();
        // The eighth rank is the first row: for white the ranks are exchanged.
        let flip = if side == Side::White { 0b11_1000 } else { 0 };
        let mut put = |squares: Bitboard, content: u8| {
            for square in squares {
                cells[square.index() ^ flip] = content;
            }
        };
        for (kind, role) in (1..).zip(ROLES) {
            put(board.pieces(side, role), kind);
            put(board.pieces(!side, role), kind + 6);
        }
    }

    fn opposite(cell: usize) -> usize {
        cell ^ 0b11_1000
    }

    fn kind_names() -> &'static [&'static str] {
        &["pawn", "knight", "bishop", "rook", "queen", "king"]
    }

    fn is_drawn(past: &[Position]) -> bool {
        let Some(last) = past.last() else { return false };
        let clock = last.halfmove_clock();
        if clock < 8 {
            return false;
        }
        let reach = past.len().min(usize::from(clock) + 1);
        let keys: Vec<u64> = past[past.len() - reach..].iter().map(Perfect::key).collect();
        history::draw(&keys, clock).is_some()
    }
}
