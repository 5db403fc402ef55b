//! What the search asks of a game on top of its rules.

use crate::handicap::Handicap;
use crate::parameters::Parameters;
use crate::score::{Bound, Known, Score};
use crate::transposition_table::TranspositionTable;
use game::{Valued, Verdict};
use std::time::Duration;

/// A game that the search can play well.
///
/// One method is required: the static evaluation. Everything else has a default that is right for any
/// game and gets better when a game knows better. Whatever a game answers, the search stays sound: it
/// never plays an illegal move, it never errs about an end that it has seen, and it comes to an end.
///
/// Scores are `i32` numbers of hundredths of the game's unit (a pawn, a man, a disc), always from the
/// point of view of the side to move, and stay within a few thousand.
pub trait Searchable: Valued<Move: Send + Sync> + Send + Sync + 'static {
    /// What a thread keeps from one evaluation to the next, such as a pawn hash table; `()` if nothing. What
    /// was evaluated before makes an evaluation faster but never another one. A game that can be evaluated in
    /// several ways, for example by a network from a file, has the way in here
    /// ([`Searcher::set_evaluation`](crate::Searcher::set_evaluation)).
    type EvalCache: Default + Send;

    /// The margins, depths, reductions and bonuses of the search for this game.
    const PARAMETERS: Parameters = Parameters::without_passing(1);

    /// What holds levels 1 to 9 back in this game.
    const HANDICAPS: [Handicap; 9] = Handicap::USUAL;

    /// [`from_to`](Searchable::from_to) is below this.
    const FROM_TO: usize = MOST_MOVES;

    /// [`threat_index`](Searchable::threat_index) is below this.
    const THREATS: usize = 1;

    /// [`piece_to`](Searchable::piece_to) is below this.
    const PIECE_TO: usize = Self::FROM_TO;

    /// [`victim`](Searchable::victim) is below this.
    const VICTIMS: usize = 1;

    /// Does the game have noisy moves, so that a leaf is evaluated only after they have been played out? Where it has none, a
    /// leaf is evaluated at once and costs little more than its evaluation.
    const QUIESCENCE: bool = true;

    /// Are noisy moves compulsory, so that a side has none unless it is [in check](Searchable::in_check)? Then a leaf out of check is
    /// evaluated without a look at the transposition table, which would take longer.
    const NOISY_ONLY_IN_CHECK: bool = false;

    /// The game is drawn after so many plies without an [irreversible](Searchable::is_irreversible) move,
    /// if it has such a rule.
    const REVERSIBLE_LIMIT: Option<u32> = None;

    /// Does quiescence ask for what is known as well ([`known`](Searchable::known))? Only where the answer comes in far less than a microsecond.
    const KNOWN_IN_QUIESCENCE: bool = false;

    /// The static evaluation: how good the position is for the side to move, in a game that goes on.
    fn evaluate(&self, cache: &mut Self::EvalCache) -> i32;

    /// The index of a move in the quiet history, by origin and target, below
    /// [`FROM_TO`](Searchable::FROM_TO): moves that share it share what is learnt of them. By default it is
    /// the place of the move in the list.
    #[allow(clippy::wrong_self_convention)]
    fn from_to(&self, mv: Self::Move) -> usize {
        self.moves().iter().position(|&listed| listed == mv).unwrap_or(0).min(Self::FROM_TO - 1)
    }

    /// What the opponent threatens; asked once at a node whose moves are searched.
    fn threats(&self) -> Threats {
        Threats::default()
    }

    /// What a quiet move has to do with these threats, below [`THREATS`](Searchable::THREATS), for example whether it leaves
    /// an attacked square: the quiet history keeps such moves apart.
    fn threat_index(&self, _mv: Self::Move, _threats: &Threats) -> usize {
        0
    }

    /// The index of a move in continuation and capture history, by piece and target, below
    /// [`PIECE_TO`](Searchable::PIECE_TO). By default it is that of the quiet history.
    fn piece_to(&self, mv: Self::Move) -> usize {
        self.from_to(mv)
    }

    /// A move in 16 bits, as the transposition table, killers and countermoves keep it. Two legal moves of
    /// a position should not share it; 0 means no move. By default it is the index in the quiet history.
    fn encode_move(&self, mv: Self::Move) -> u16 {
        self.from_to(mv) as u16 + 1
    }

    /// The legal move with this encoding, if there is one. The encoding may come from another position.
    fn decode_move(&self, encoded: u16) -> Option<Self::Move> {
        if encoded == 0 {
            return None;
        }
        self.moves().iter().copied().find(|&mv| self.encode_move(mv) == encoded)
    }

    /// Does the move change so much (a capture, a promotion) that the position after it should not be
    /// evaluated before quiescence? Moves that are not noisy are quiet.
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Calls `visit` with every legal noisy move once.
    fn each_noisy(&self, mut visit: impl FnMut(Self::Move)) {
        self.moves().iter().filter(|&&mv| self.is_noisy(mv)).for_each(|&mv| visit(mv));
    }

    /// Calls `visit` with every legal quiet move once.
    fn each_quiet(&self, mut visit: impl FnMut(Self::Move)) {
        self.moves().iter().filter(|&&mv| !self.is_noisy(mv)).for_each(|&mv| visit(mv));
    }

    /// Must the side to move answer a threat, so that it cannot stand pat? In chess this is check. In
    /// checkers a capture is compulsory and in Othello a side without a place has to pass: both count as
    /// check here. Such a position has no static evaluation, no null move is tried in it, and quiescence
    /// searches all its moves, up to [a few](crate::MOST_EVASIONS) quiet ones in a row.
    fn in_check(&self) -> bool {
        false
    }

    /// May the side to move have no legal move although it is not in check? Quiescence asks this where it
    /// finds no noisy move, before it stands pat. A game answers no where
    /// [`in_check`](Searchable::in_check) is true of every position without a move, or where a stalemate
    /// is so rare that the full search will do.
    fn may_be_stalemate(&self) -> bool {
        true
    }

    /// Does a move leave the other side in check? Such a move is not pruned, except next to the leaves.
    /// Asked often: leave it out where it takes long.
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The position after a null move: the other side moves next. `None` where zugzwang is likely or
    /// passing is impossible. Asked only where the side to move is not in check.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// What a noisy move wins at once, in hundredths: the value of the victim.
    fn gain(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// A number below [`VICTIMS`](Searchable::VICTIMS) for what a noisy move takes.
    fn victim(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Static exchange evaluation (SEE): is at least the threshold won when both sides go on capturing on
    /// the target of the move for as long as it pays?
    fn see_at_least(&self, _mv: Self::Move, _threshold: i32) -> bool {
        true
    }

    /// A bonus in the ordering of a quiet move, to be compared with its history (up to 16,000 either way).
    fn ordering_bonus(&self, _mv: Self::Move, _threats: &Threats) -> i32 {
        0
    }

    /// Keys of the correction histories: positions that share a structure, such as the pawns, share a key,
    /// and the search learns how wrong the evaluation tends to be for each.
    fn correction_keys(&self) -> [u64; 3] {
        [0; 3]
    }

    /// Can no position before the move come up again after it, and does it start the count of
    /// [`REVERSIBLE_LIMIT`](Searchable::REVERSIBLE_LIMIT) again?
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        true
    }

    /// How many plies were played since the last irreversible move. The positions of the game so far are
    /// given, the present one last.
    fn reversible_plies(_past: &[Self]) -> u32 {
        0
    }

    /// What a finished game is worth to the side to move where it matters by how much it was won, in
    /// hundredths. `None` where a win is a win, and the sooner the better.
    fn final_score(&self, _verdict: Verdict) -> Option<i32> {
        None
    }

    /// The exact result by an endgame solver of the game, when it can be had in a moment. The solver calls
    /// `go_on` with the number of nodes since the last call, at least every two thousand nodes, and gives
    /// up when it returns false.
    fn solve(&self, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<Solution<Self::Move>> {
        None
    }

    /// The same with what a thread keeps from one search to the next, for a solver that remembers what it has found out and comes to its
    /// result step by step: where it gives up, the answer is the best that it has, if it has any.
    fn solve_with(
        &self,
        _cache: &mut Self::EvalCache,
        solving: &mut Solving<'_, Self::Move>,
    ) -> Option<Solution<Self::Move>> {
        self.solve(solving.go_on)
    }

    /// Is the end of the game so near that [`solve_with`](Searchable::solve_with) will answer, if it has some seconds? Then a search for
    /// several lines solves each of them. Where this is not said, the solver is asked for the best move alone.
    fn is_solvable(&self) -> bool {
        false
    }

    /// Moves that were looked at beforehand for longer than a game allows, and what they are worth in hundredths, the best first; none where there
    /// is no such book. The search itself does not use it; computer players look here before they search.
    fn book_moves(&self) -> Vec<(Self::Move, i32)> {
        Vec::new()
    }

    /// The one of the position's mirror images that stands for all of them, as in a book.
    fn canonical(&self) -> Self {
        *self
    }

    /// A move of the [canonical](Searchable::canonical) image as a move of this position.
    #[allow(clippy::wrong_self_convention)]
    fn from_canonical(&self, mv: Self::Move) -> Self::Move {
        mv
    }

    /// How well a shallow search of the position predicts one of this depth, for Multi-ProbCut. `None` where that has not been
    /// measured.
    fn prediction(&self, _depth: i32) -> Option<Prediction> {
        None
    }

    /// What is known of the position for certain, for example by an endgame tablebase that the cache was made with. The search
    /// asks it at every node below the root, so where there is nothing to know the answer must come at once.
    fn known(&self, _cache: &mut Self::EvalCache) -> Option<Known> {
        None
    }

    /// The same for a position after a move of the root, where the answer may take a millisecond: with the distance to the end where it
    /// can be had.
    fn known_after_root(&self, cache: &mut Self::EvalCache) -> Option<Known> {
        self.known(cache)
    }

    /// How easily a person sees a move that is legal here, from 0 to 1; `before` is the move that led here, if it is
    /// known. The search has no use for it: levels that overlook moves ask it.
    fn visibility(&self, _mv: Self::Move, _before: Option<Self::Move>) -> f64 {
        0.5
    }

    /// The key of the position in the transposition table. Positions that are worth the same, such as
    /// mirror images, may share it: the move that is found there is only the first to be tried.
    #[inline]
    fn tt_key(&self) -> u64 {
        self.key()
    }

    /// That key after a legal move, or nearly always so: while the move is judged, what the table knows of the position after it
    /// comes into the cache. A wrong one costs time and nothing else; `None` where there is no cheap way to it.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
}

/// What the opponent threatens, as the game itself numbers it: for example squares, each set of them attacked by another kind of
/// piece.
pub type Threats = [u64; 4];

/// How well a shallow search predicts a deep one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prediction {
    /// The depth of the shallow search, in plies.
    pub depth: i32,
    /// The standard deviation of the difference between the two, in hundredths.
    pub error: i32,
}

/// The most nodes between two calls of `go_on` in [`Searchable::solve`].
pub(crate) const SOLVER_INTERVAL: u64 = 2_000;

/// No position of any game has more legal moves.
pub(crate) const MOST_MOVES: usize = 256;

/// What a solver may use, and what it reports on the way.
pub struct Solving<'a, M> {
    /// The table of the search, in which what the solver finds out has its place as well. An entry that is to be found by the search
    /// has the [key](Searchable::tt_key) and the [move](Searchable::encode_move) of its position.
    pub table: &'a TranspositionTable,
    pub threads: usize,
    /// It will be told to give up after so many nodes,
    pub nodes: Option<u64>,
    /// or after this time.
    pub time: Option<Duration>,
    /// Is it to find out who wins before by how much, so that a won game is won where there is no time for more?
    pub winner_first: bool,
    /// A result that is so certain is enough, in percent.
    pub certainty: u8,
    /// Called with the number of nodes since the last call, at least every two thousand nodes; where it returns false, the solver gives
    /// up.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
    /// Called with each result that is better than the last one.
    pub report: &'a mut dyn FnMut(&Solution<M>),
}

/// The result of a position by a search to the end of the game, and play that reaches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<M> {
    /// The score for the side to move,
    pub score: Score,
    /// which may be a bound: of a game that is won, by how much is not always known.
    pub bound: Bound,
    /// How certain that is, in percent: less than 100 where the search was selective.
    pub certainty: u8,
    /// The plies to the end of the game, as far as they are searched.
    pub depth: u32,
    /// The principal variation to the end of the game, or its beginning where the result is not exact. Never empty.
    pub line: Vec<M>,
}

impl<M> Solution<M> {
    /// The proven result.
    pub fn exact(score: Score, line: Vec<M>) -> Solution<M> {
        Solution { score, bound: Bound::Exact, certainty: 100, depth: line.len() as u32, line }
    }

    /// Is the score proven, and no bound?
    pub fn is_exact(&self) -> bool {
        self.bound == Bound::Exact && self.certainty == 100
    }
}
