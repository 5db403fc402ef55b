//! One position of the tree and everything below it: alpha-beta with a null window around the first
//! move's score, and the many reasons to look less or more deeply.

use crate::Searchable;
use crate::frame::{LONGEST_LINE, UNKNOWN};
use crate::histories::Before;
use crate::picker::{Hints, Picker};
use crate::score::{Bound, INFINITE, WON, WON_SOON};
use crate::transpositions::{Entry, NO_OPINION, from_here, from_root};
use crate::tree::Tree;
use arrayvec::ArrayVec;

/// A window, how deep to look, and whether a score beyond the window is expected.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    pub alpha: i32,
    pub beta: i32,
    pub depth: i32,
    pub cut: bool,
}

/// What is known of a position before its moves are looked at.
struct Here {
    ply: usize,
    entry: Option<Entry>,
    /// The score of the entry.
    known: i32,
    pressed: bool,
    principal: bool,
    /// At first sight, uncorrected.
    first_sight: i32,
    /// Corrected.
    opinion: i32,
    improving: bool,
    excluded: u16,
    before: Before,
}

/// Where the next move comes from.
struct Order<M> {
    picker: Picker<M>,
    next_root: usize,
}

/// What looking at moves has come to so far.
struct SoFar<M> {
    alpha: i32,
    best: i32,
    /// The code of the best move, 0 if none was good enough.
    code: u16,
    /// How many moves there were.
    number: usize,
    /// Quiet moves that were not good enough.
    quiet: ArrayVec<M, 32>,
    /// Noisy ones.
    noisy: ArrayVec<M, 32>,
}

impl<M> SoFar<M> {
    fn new(alpha: i32) -> SoFar<M> {
        let (quiet, noisy) = (ArrayVec::new(), ArrayVec::new());
        SoFar { alpha, best: -INFINITE, code: 0, number: 0, quiet, noisy }
    }
}

impl<G: Searchable, const PLAIN: bool> Tree<'_, G, PLAIN> {
    /// What the position is worth within the window, looked at to this depth.
    pub fn node<const PV: bool>(&mut self, at: &G, ply: usize, mut task: Task) -> i32 {
        if PV {
            self.mind.frames.at(ply).line.clear();
        }
        if task.depth <= 0 {
            if !PLAIN {
                self.mind.frames.at(ply).evasions = 0;
                return self.settle::<PV>(at, ply, task.alpha, task.beta);
            }
            self.nodes += 1;
            return Self::plain_score(at, ply);
        }
        if self.count_node() {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);
        if ply > 0 {
            if let Some(outcome) = at.ending(true) {
                return Self::end_score(at, outcome, ply);
            }
            if !PLAIN {
                if self.is_drawn_by_history(at, ply) {
                    return 0;
                }
                if ply >= LONGEST_LINE - 1 {
                    return if at.is_pressed() { 0 } else { self.judge(at) };
                }
                task.alpha = task.alpha.max(ply as i32 - WON);
                task.beta = task.beta.min(WON - ply as i32 - 1);
                if task.alpha >= task.beta {
                    return task.alpha;
                }
            }
        }
        let mut here = self.arrive::<PV>(at, ply);
        if let Some(score) = self.known_score::<PV>(&here, task) {
            return score;
        }
        if !PLAIN {
            self.form_opinion(at, &mut here);
            if !PV
                && here.excluded == 0
                && !here.pressed
                && let Some(score) = self.without_moves(at, &here, task)
            {
                return score;
            }
            let unknown = here.entry.is_none_or(|entry| entry.code == 0);
            if task.depth >= 4 && unknown && (PV || task.cut) && here.excluded == 0 {
                task.depth -= 1;
            }
        }
        self.moves::<PV>(at, &here, task)
    }

    /// Looks up what is known.
    fn arrive<const PV: bool>(&mut self, at: &G, ply: usize) -> Here {
        let excluded = self.mind.frames.get(ply).excluded;
        let entry = match excluded {
            0 => self.shared.transpositions.look_up(at.table_key()),
            _ => None,
        };
        let before = self.mind.frames.slots_before(ply);
        self.mind.frames.at(ply + 1).killers = [0; 2];
        self.mind.frames.at(ply + 2).cuts = 0;
        Here {
            ply,
            entry,
            known: entry.map_or(0, |entry| from_root(entry.score, ply)),
            pressed: !PLAIN && at.is_pressed(),
            principal: PV || entry.is_some_and(|entry| entry.principal),
            first_sight: UNKNOWN,
            opinion: UNKNOWN,
            improving: false,
            excluded,
            before,
        }
    }

    /// The score, where it is known from elsewhere well enough.
    fn known_score<const PV: bool>(&self, here: &Here, task: Task) -> Option<i32> {
        let entry = here.entry?;
        if PLAIN {
            let fits = here.ply > 0 && i32::from(entry.depth) == task.depth;
            return (fits && suffices(entry.bound, here.known, task)).then_some(here.known);
        }
        let deep_enough = i32::from(entry.depth) >= task.depth;
        // A draw by long idleness may be near, which the entry does not know.
        let fresh =
            G::IDLE_PLIES > 1000 || self.mind.frames.get(here.ply).idle < G::IDLE_PLIES - 10;
        let usable = !PV && deep_enough && fresh && suffices(entry.bound, here.known, task);
        usable.then_some(here.known)
    }

    /// Judges the position by its looks.
    fn form_opinion(&mut self, at: &G, here: &mut Here) {
        let ply = here.ply;
        if here.excluded != 0 {
            here.opinion = self.mind.frames.get(ply).opinion;
            here.first_sight = here.opinion;
        } else if !here.pressed {
            here.first_sight = match here.entry {
                Some(entry) if entry.opinion != NO_OPINION => i32::from(entry.opinion),
                _ => self.judge(at),
            };
            here.opinion = self.corrected(at, here.first_sight, ply);
        }
        self.mind.frames.at(ply).opinion = here.opinion;
        if here.opinion != UNKNOWN {
            let two = self.mind.frames.before(ply, 2).opinion;
            let earlier =
                if two == UNKNOWN { self.mind.frames.before(ply, 4).opinion } else { two };
            here.improving = earlier != UNKNOWN && here.opinion > earlier;
        }
    }

    /// The score of a position that is judged without looking at each of its moves.
    fn without_moves(&mut self, at: &G, here: &Here, task: Task) -> Option<i32> {
        let parameters = G::PARAMETERS;
        let Task { alpha, beta, depth, .. } = task;
        let mut score = here.opinion;
        // What was found by looking is a better opinion than first sight.
        if let Some(entry) = here.entry
            && here.known.abs() < WON_SOON
        {
            match entry.bound {
                Some(Bound::AtLeast) if here.known > score => score = here.known,
                Some(Bound::AtMost) if here.known < score => score = here.known,
                Some(Bound::Exact) => score = here.known,
                _ => {}
            }
        }
        let ahead = depth - i32::from(here.improving);
        if depth <= parameters.too_good_depth
            && score - parameters.too_good * ahead.max(0) >= beta
            && beta > -WON_SOON
            && score < WON_SOON
        {
            return Some(beta + (score - beta) / 3);
        }
        if depth <= 4 && score + parameters.hopeless * depth <= alpha {
            self.mind.frames.at(here.ply).evasions = 0;
            let settled = self.settle::<false>(at, here.ply, alpha, alpha + 1);
            if settled <= alpha {
                return Some(settled);
            }
        }
        if let Some(score) = self.pass(at, here, task, score) {
            return Some(score);
        }
        self.probable_cut(at, here, task)
    }

    /// Too good even after passing?
    fn pass(&mut self, at: &G, here: &Here, task: Task, score: i32) -> Option<i32> {
        let Task { beta, depth, .. } = task;
        let ply = here.ply;
        let sensible = G::PARAMETERS.null_move
            && depth >= 3
            && score >= beta
            && here.opinion >= beta - 15 * depth + 120
            && beta > -WON_SOON
            && ply >= self.no_pass_before
            && here.before.0[0] != crate::frame::NO_SLOT_BEFORE;
        if !sensible {
            return None;
        }
        let next = at.pass()?;
        let depth_after = depth - 4 - depth / 3 - ((score - beta) / 180).clamp(0, 3);
        self.enter_pass(&next, ply);
        let window = Task { alpha: -beta, beta: 1 - beta, depth: depth_after, cut: !task.cut };
        let passed = -self.node::<false>(&next, ply + 1, window);
        self.leave();
        if self.stopped {
            return Some(0);
        }
        if passed < beta {
            return None;
        }
        let passed = if passed >= WON_SOON { beta } else { passed };
        if depth < 14 || self.no_pass_before > 0 {
            return Some(passed);
        }
        // Deep down the price of being wrong is high: see whether it holds without passing.
        self.no_pass_before = ply + (3 * depth_after.max(0) / 4) as usize + 1;
        let window = Task { alpha: beta - 1, beta, depth: depth_after, cut: false };
        let verified = self.node::<false>(at, ply, window);
        self.no_pass_before = 0;
        (verified >= beta).then_some(passed)
    }

    /// Does a capture show, less deeply, that the position is much too good?
    fn probable_cut(&mut self, at: &G, here: &Here, task: Task) -> Option<i32> {
        let Task { beta, depth, .. } = task;
        let ply = here.ply;
        let aim = beta + G::PARAMETERS.probable_cut - 50 * i32::from(here.improving);
        if depth < 5 || beta.abs() >= WON_SOON {
            return None;
        }
        if let Some(entry) = here.entry
            && i32::from(entry.depth) >= depth - 3
            && here.known < aim
        {
            return None;
        }
        let known = here.entry.and_then(|entry| at.decode(entry.code));
        let hints = Hints { known, killers: [0; 2], before: here.before };
        let mut picker = Picker::noisy(hints, aim - here.opinion);
        while let Some(mv) = picker.next(at, &self.mind.histories) {
            let next = self.enter(at, mv, ply);
            self.mind.frames.at(ply + 1).evasions = 0;
            let mut score = -self.settle::<false>(&next, ply + 1, -aim, 1 - aim);
            if score >= aim {
                let window = Task { alpha: -aim, beta: 1 - aim, depth: depth - 4, cut: !task.cut };
                score = -self.node::<false>(&next, ply + 1, window);
            }
            self.leave();
            if self.stopped {
                return Some(0);
            }
            if score >= aim {
                let code = at.code(mv);
                self.remember(at, here, score, Bound::AtLeast, depth - 3, code);
                return Some(score);
            }
        }
        None
    }

    /// Looks at the moves one by one.
    fn moves<const PV: bool>(&mut self, at: &G, here: &Here, task: Task) -> i32 {
        let ply = here.ply;
        let known = here.entry.and_then(|entry| at.decode(entry.code));
        let known_is_noisy = known.is_some_and(|mv| at.is_noisy(mv));
        let killers = self.mind.frames.get(ply).killers;
        let mut order = Order {
            picker: Picker::all(Hints { known, killers, before: here.before }),
            next_root: self.settled,
        };
        let mut so_far = SoFar::new(task.alpha);
        while let Some(mv) = self.next_move(at, ply, &mut order) {
            if here.excluded != 0 && at.code(mv) == here.excluded {
                continue;
            }
            so_far.number += 1;
            let late = self.late(at, mv, here, task, &so_far);
            if !PLAIN && ply > 0 && so_far.best > -WON_SOON {
                match self.skip(at, mv, here, late) {
                    Skip::No => {}
                    Skip::This => continue,
                    Skip::Quiet => {
                        order.picker.skip_quiet();
                        continue;
                    }
                }
            }
            let mut extension = 0;
            if !PLAIN && ply > 0 && Some(mv) == known {
                match self.extension::<PV>(at, here, late.task, at.code(mv)) {
                    Ok(more) => extension = more,
                    Err(score) => return score,
                }
            }
            let nodes_before = self.nodes;
            let next = self.enter(at, mv, ply);
            let score = self.look::<PV>(&next, here, late, extension, known_is_noisy);
            self.leave();
            if self.stopped {
                return 0;
            }
            if ply == 0 {
                let place = order.next_root - 1;
                let window = (so_far.alpha, task.beta);
                self.update_root(place, score, so_far.number, window, nodes_before);
            }
            if self.take_in::<PV>(at, here, task, &mut so_far, (mv, score)) {
                break;
            }
        }
        self.conclude::<PV>(at, here, task, &so_far)
    }

    /// The next move: in the order of the last depth at the root, by the picker elsewhere.
    #[inline]
    fn next_move(&self, at: &G, ply: usize, order: &mut Order<G::Move>) -> Option<G::Move> {
        if ply > 0 {
            return order.picker.next(at, &self.mind.histories);
        }
        let root = self.roots.get(order.next_root)?;
        order.next_root += 1;
        Some(root.mv)
    }

    /// What is known of a move before it is looked at.
    #[inline]
    fn late(&self, at: &G, mv: G::Move, here: &Here, task: Task, so_far: &SoFar<G::Move>) -> Late {
        let quiet = !at.is_noisy(mv);
        let history = match (PLAIN, quiet) {
            (true, _) => 0,
            (_, true) => self.mind.histories.of_quiet(at, mv, here.before),
            (_, false) => self.mind.histories.of_noisy(at, mv),
        };
        let task = Task { alpha: so_far.alpha, ..task };
        Late { task, number: so_far.number, quiet, history }
    }

    /// A move has been looked at. Is it so good that no other needs to be?
    #[inline]
    fn take_in<const PV: bool>(
        &mut self,
        at: &G,
        here: &Here,
        task: Task,
        so_far: &mut SoFar<G::Move>,
        (mv, score): (G::Move, i32),
    ) -> bool {
        so_far.best = so_far.best.max(score);
        if score > so_far.alpha {
            so_far.alpha = score;
            so_far.code = at.code(mv);
            if PV {
                self.mind.frames.prepend(here.ply, mv);
            }
            if score >= task.beta {
                if !PLAIN {
                    self.mind.frames.at(here.ply).cuts += 1;
                    let depth = task.depth + i32::from(score > task.beta + 80);
                    self.learn(at, here, mv, depth, so_far);
                }
                return true;
            }
        } else {
            let tried = if at.is_noisy(mv) { &mut so_far.noisy } else { &mut so_far.quiet };
            // What comes after so many moves teaches nothing.
            let _ = tried.try_push(mv);
        }
        false
    }

    /// All moves have been looked at: the score, remembered and learnt from.
    fn conclude<const PV: bool>(
        &mut self,
        at: &G,
        here: &Here,
        task: Task,
        so_far: &SoFar<G::Move>,
    ) -> i32 {
        let &SoFar { best, code, number, .. } = so_far;
        if number == 0 {
            if here.excluded != 0 {
                return task.alpha;
            }
            return at.ending(false).map_or(0, |end| Self::end_score(at, end, here.ply));
        }
        let bound = match best {
            _ if best >= task.beta => Bound::AtLeast,
            _ if code != 0 => Bound::Exact,
            _ => Bound::AtMost,
        };
        if here.excluded != 0 {
            return best;
        }
        if !PLAIN && bound == Bound::AtMost && here.ply > 0 {
            self.praise_the_move_before(here.ply, task.depth);
        }
        if here.ply > 0 || self.settled == 0 {
            self.remember(at, here, best, bound, task.depth, code);
            self.learn_correction(at, here, (best, bound), task.depth, code);
        }
        best
    }

    /// Is this move, or are all further quiet moves, not worth looking at?
    fn skip(&self, at: &G, mv: G::Move, here: &Here, late: Late) -> Skip {
        let parameters = G::PARAMETERS;
        let Late { task: Task { alpha, depth, .. }, number, quiet, history } = late;
        let reductions = if quiet { &self.mind.late_quiet } else { &self.mind.late_noisy };
        let reduced = (depth - reductions.of(depth, number) / 1000).max(0);
        if depth > 1 && at.presses(mv) {
            return Skip::No;
        }
        if !quiet {
            let loss = parameters.noisy_loss * depth + history / 128;
            let losing = depth <= 8 && !at.exchange_wins(mv, -loss);
            return if losing { Skip::This } else { Skip::No };
        }
        let many = (4 + depth * depth) / if here.improving { 1 } else { 2 };
        if number as i32 > many {
            return Skip::Quiet;
        }
        if reduced <= 8 && !here.pressed {
            let (base, each) = parameters.quiet_hope;
            if here.opinion + base + each * reduced + history / 64 <= alpha {
                return Skip::Quiet;
            }
        }
        if reduced <= 4 && history < -3500 * depth {
            return Skip::This;
        }
        let loss = parameters.quiet_loss * reduced * reduced;
        if depth <= 10 && !at.exchange_wins(mv, -loss) { Skip::This } else { Skip::No }
    }

    /// Is the best known move so much better than the others that it is to be looked at deeper? Or are
    /// there others that are too good as well: then the score is known (`Err`).
    fn extension<const PV: bool>(
        &mut self,
        at: &G,
        here: &Here,
        task: Task,
        code: u16,
    ) -> Result<i32, i32> {
        let Task { alpha: _, beta, depth, cut } = task;
        let ply = here.ply;
        let Some(entry) = here.entry else { return Ok(0) };
        let worthwhile = G::PARAMETERS.singular
            && depth >= 6
            && (ply as i32) < 2 * self.root_depth
            && here.excluded == 0
            && here.known.abs() < WON_SOON
            && matches!(entry.bound, Some(Bound::AtLeast | Bound::Exact))
            && i32::from(entry.depth) >= depth - 3;
        if !worthwhile {
            return Ok(0);
        }
        let aim = here.known - depth * if here.principal && !PV { 3 } else { 2 } / 2;
        self.mind.frames.at(ply).excluded = code;
        let window = Task { alpha: aim - 1, beta: aim, depth: (depth - 1) / 2, cut };
        let others = self.node::<false>(at, ply, window);
        self.mind.frames.at(ply).excluded = 0;
        if self.stopped {
            return Err(0);
        }
        let doubles = self.mind.frames.before(ply, 1).double_extensions;
        if others < aim {
            let double = !PV && others < aim - 18 && doubles <= 10;
            self.mind.frames.at(ply).double_extensions = doubles + u32::from(double);
            Ok(1 + i32::from(double))
        } else if others >= beta && others.abs() < WON_SOON {
            Err(others)
        } else if here.known >= beta {
            Ok(-2 - i32::from(!PV))
        } else if cut {
            Ok(-2)
        } else {
            Ok(0)
        }
    }

    /// The score of a move: late ones less deeply and with a null window at first.
    fn look<const PV: bool>(
        &mut self,
        next: &G,
        here: &Here,
        late: Late,
        extension: i32,
        known_is_noisy: bool,
    ) -> i32 {
        let Late { task: Task { alpha, beta, depth, cut }, number, quiet, history } = late;
        let ply = here.ply;
        let mut depth_after = depth - 1 + extension;
        let null = |depth, cut| Task { alpha: -alpha - 1, beta: -alpha, depth, cut };
        let mut score = INFINITE;
        let mut full = !PV || number > 1;
        if !PLAIN && depth >= 2 && number > 1 + usize::from(PV) && (quiet || !PV || number > 3) {
            let reductions = if quiet { &self.mind.late_quiet } else { &self.mind.late_noisy };
            let mut reduction = reductions.of(depth, number);
            reduction += 900 * i32::from(!here.improving);
            reduction += 1800 * i32::from(cut);
            reduction -= 1000 * i32::from(here.principal || PV);
            reduction += 900 * i32::from(known_is_noisy && quiet);
            reduction -= 1000 * i32::from(next.is_pressed());
            reduction += 700 * i32::from(self.mind.frames.get(ply + 1).cuts > 3);
            reduction -= if quiet { history * 1000 / 9000 } else { history * 1000 / 7000 };
            if ply == 0 {
                // What is played now may be a surprise.
                reduction /= 2;
            }
            let reduced =
                (depth_after - reduction / 1000).clamp(1, depth_after.max(1) + i32::from(PV));
            score = -self.node::<false>(next, ply + 1, null(reduced, true));
            full = score > alpha && reduced < depth_after;
            if full {
                let deeper = i32::from(score > alpha + 40 + 2 * depth_after);
                let shallower = i32::from(score < alpha + 8);
                depth_after += deeper - shallower;
                full = reduced < depth_after;
            }
        }
        if full && (!PV || number > 1) {
            score = -self.node::<false>(next, ply + 1, null(depth_after, !cut));
        }
        if PV && (number == 1 || score > alpha) {
            let window = Task { alpha: -beta, beta: -alpha, depth: depth_after, cut: false };
            score = -self.node::<true>(next, ply + 1, window);
        }
        score
    }

    /// A move was too good: it and the moves of its kind that were tried before it teach something.
    fn learn(&mut self, at: &G, here: &Here, mv: G::Move, depth: i32, so_far: &SoFar<G::Move>) {
        let bonus = (150 * depth - 80).min(1600);
        let malus = -(200 * depth - 80).min(1400);
        let histories = &mut self.mind.histories;
        if at.is_noisy(mv) {
            histories.learn_noisy(at, mv, bonus);
        } else {
            let code = at.code(mv);
            let killers = &mut self.mind.frames.at(here.ply).killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
            histories.learn_answer(here.before, code);
            // One move that is too good at once teaches little.
            if depth > 3 || !so_far.quiet.is_empty() {
                histories.learn_quiet(at, mv, here.before, bonus);
            }
            for &other in &so_far.quiet {
                histories.learn_quiet(at, other, here.before, malus);
            }
        }
        for &other in &so_far.noisy {
            histories.learn_noisy(at, other, malus);
        }
    }

    /// Nothing was good enough here: the quiet move that led here was a good one.
    fn praise_the_move_before(&mut self, ply: usize, depth: i32) {
        let frame = self.mind.frames.before(ply, 1);
        if frame.quiet {
            let slot = frame.slot;
            let before = self.mind.frames.slots_before(ply - 1);
            self.mind.histories.learn_after(slot, before, (80 * depth - 40).min(800));
        }
    }

    /// How wrong first sight was is worth remembering, unless the best move is noisy or the score is a
    /// bound that first sight agrees with.
    fn learn_correction(
        &mut self,
        at: &G,
        here: &Here,
        (best, bound): (i32, Bound),
        depth: i32,
        code: u16,
    ) {
        if PLAIN || here.pressed || best.abs() >= WON_SOON || here.opinion == UNKNOWN {
            return;
        }
        let noisy = at.decode(code).is_some_and(|mv| at.is_noisy(mv));
        let agrees = match bound {
            Bound::AtLeast => best <= here.opinion,
            Bound::AtMost => best >= here.opinion,
            Bound::Exact => false,
        };
        if noisy || agrees {
            return;
        }
        self.mind.histories.learn_correction(at, here.before, best - here.opinion, depth);
    }

    fn remember(&self, at: &G, here: &Here, score: i32, bound: Bound, depth: i32, code: u16) {
        let opinion =
            if here.first_sight == UNKNOWN { NO_OPINION } else { here.first_sight as i16 };
        let entry = Entry {
            code,
            score: from_here(score, here.ply),
            opinion,
            depth: depth.clamp(0, 255) as u8,
            bound: Some(bound),
            principal: here.principal,
        };
        self.shared.transpositions.remember(at.table_key(), entry);
    }
}

/// What is known of a move before it is looked at.
#[derive(Clone, Copy)]
struct Late {
    task: Task,
    number: usize,
    quiet: bool,
    history: i32,
}

enum Skip {
    No,
    This,
    Quiet,
}

/// Does a bounded score say all that a window asks?
#[inline]
pub fn suffices(bound: Option<Bound>, score: i32, task: Task) -> bool {
    match bound {
        None => false,
        Some(Bound::Exact) => true,
        Some(Bound::AtLeast) => score >= task.beta,
        Some(Bound::AtMost) => score <= task.alpha,
    }
}
