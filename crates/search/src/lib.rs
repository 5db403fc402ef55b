//! One alpha-beta search for all games, from [`Searcher::search`] down to quiescence.
//!
//! A game implements [`Searchable`]: a static evaluation is all it must have, and everything else it says
//! (which moves are noisy, what an exchange wins, what a null move leads to) makes the search better. All
//! tunable numbers stand in one table, [`Parameters`], of which each game has its own values. What follows
//! are the techniques in the order in which a search meets them; each is a function of that name, linked
//! where private items are documented (`cargo doc -p search --document-private-items`).
//!
//! # From the root
//! [`Searcher::search`] asks the game for a solver of endgames ([`Searchable::solve_with`]), which may keep what it finds out in the
//! transposition table ([`Solving::table`]). Without an answer it
//! runs a [`Worker`] on every thread, all on the same root (*lazy SMP*); they share the *transposition table*
//! ([`TranspositionTable`]), and each has its [`ThreadData`]: histories, *search stack* and table of reductions. The
//! helpers search an iteration or two ahead, and when a thread finishes one, all that were still at it go on from there
//! ([`FinishedIteration`](finished_iteration::FinishedIteration)).
//!
//! - *Iterative deepening* ([`iterative_deepening`](Worker::iterative_deepening)): depth 1, 2, 3, ...; after each
//!   depth the main thread reports its *principal variation* ([`Progress`]) and asks the [`TimeManager`] whether
//!   another one is worth its time. How long a move may take at all is a [`Budget`].
//! - *Aspiration window* ([`aspiration_window`](Worker::aspiration_window)): a narrow window around the last score,
//!   widened when the search fails low or high.
//!
//! # At a node
//! *Principal variation search* ([`pvs`](Worker::pvs)): the first move gets the full window, the others a null
//! window, and only a move that beats it is searched again. Before any move:
//!
//! - draws by repetition or by moves without progress ([`is_draw_by_history`](Worker::is_draw_by_history)) and
//!   *mate distance pruning*;
//! - a *transposition cutoff* ([`tt_cutoff`](Worker::tt_cutoff)), where the position was searched as deeply before;
//! - the *static evaluation* ([`set_static_eval`](Worker::set_static_eval)): the raw evaluation of the game plus
//!   what the *correction histories* have learnt about its errors ([`corrected_eval`](Worker::corrected_eval));
//! - off the principal variation and out of check, [`prune_node`](Worker::prune_node): *reverse futility pruning*
//!   ([`reverse_futility`](Worker::reverse_futility)), *razoring* ([`razoring`](Worker::razoring)), *null move pruning*
//!   with verification ([`null_move`](Worker::null_move)) and *`ProbCut`* ([`probcut`](Worker::probcut));
//! - *internal iterative reduction* where there is no transposition move
//!   ([`internal_iterative_reduction`](Worker::internal_iterative_reduction)).
//!
//! # The moves
//! The [`MovePicker`] gives them in stages: transposition move, captures that win exchanges (*SEE*,
//! [`Searchable::see_at_least`]), quiet moves by *killers*, *countermove*, *history* and *continuation history*
//! ([`Histories`]), and captures that lose. Each goes through
//!
//! - *move pruning* ([`prune_move`](Worker::prune_move)): *late move pruning*
//!   ([`late_move_pruning`](Worker::late_move_pruning)), *futility pruning* ([`futility`](Worker::futility)), *history
//!   pruning* ([`history_pruning`](Worker::history_pruning)) and pruning by static exchange evaluation
//!   ([`see_pruning_quiet`](Worker::see_pruning_quiet), [`see_pruning_noisy`](Worker::see_pruning_noisy));
//! - the *singular extension* of the transposition move, with multi-cut
//!   ([`singular_extension`](Worker::singular_extension));
//! - *late move reduction* (LMR, [`late_move_reduction`](Worker::late_move_reduction)) and the searches again that
//!   follow it ([`search_move`](Worker::search_move)).
//!
//! A cutoff updates killers, countermove and histories ([`update_histories`](Worker::update_histories)), a fail low
//! rewards the move before ([`update_previous_move`](Worker::update_previous_move)), and the error of the
//! evaluation goes into its correction ([`update_correction`](Worker::update_correction)).
//!
//! # At the leaves
//! *Quiescence search* ([`quiescence`](Worker::quiescence)): the side to move stands pat
//! ([`stand_pat`](Worker::stand_pat)) or plays noisy moves until nothing is left to win; in check it searches all
//! evasions. Where noisy moves are compulsory ([`Searchable::NOISY_ONLY_IN_CHECK`]), a leaf out of check is evaluated at once.
//!
//! # Decided against
//! - A search for each game. What differs between games are evaluations and a few numbers, and both are data.
//! - Locks around the transposition table: an entry whose two words do not belong together is not recognised.
//! - Deferring moves that another thread is searching (ABDADA): with two threads it saved no nodes and cost time.
//! - Making and unmaking moves: positions are small and `Copy`, so that nothing can be forgotten on the way back.

// The introduction above names private functions: they are what it introduces.
#![allow(rustdoc::private_intra_doc_links)]

mod extensions;
mod finished_iteration;
mod handicap;
mod histories;
mod huge_pages;
mod iterative_deepening;
mod late_moves;
mod limits;
mod move_picker;
mod node;
mod parameters;
mod prefetch;
mod progress;
mod pruning;
mod pvs;
mod quiescence;
mod reductions;
mod root_move;
mod score;
mod searchable;
mod searcher;
mod solving;
mod stack;
mod time;
mod transposition_table;
mod updates;
mod window;
mod worker;

pub use handicap::Handicap;
pub use limits::{Control, Limits};
pub use parameters::{Parameter, ParameterError, Parameters};
pub use progress::{Found, Progress};
pub use quiescence::MOST_EVASIONS;
pub use score::{Bound, Known, Score};
pub use searchable::{Prediction, Searchable, Solution, Solving, Threats};
pub use searcher::Searcher;
pub use time::Budget;
pub use transposition_table::{Entry, TranspositionTable};

#[cfg(doc)]
use {
    histories::Histories,
    move_picker::MovePicker,
    time::TimeManager,
    worker::{ThreadData, Worker},
};
