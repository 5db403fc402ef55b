//! The tunable numbers of the search, in one table.

use std::ops::RangeInclusive;

/// Makes the struct, its usual values and the list of a table with one line for each parameter: its name,
/// its usual value, the range within which a tuner may move it, its [`Scale`], and what it is.
macro_rules! parameters {
    ($($name:ident: $usual:literal, $least:literal..=$most:literal, $scale:ident, $about:literal;)*) => {
        /// Margins, depths, reductions and bonuses of the search.
        ///
        /// Scores are in hundredths of the game's unit, depths in plies, reductions in thousandths of a
        /// ply. A *weight* is divided by 1024: a multiplication and a shift cost less than a division.
        /// The usual values were found by hand in chess, which now has tuned ones of its own.
        ///
        /// A game overrides what it knows better:
        ///
        /// ```
        /// use search::Parameters;
        /// const OWN: Parameters = Parameters { razor_margin: 300, ..Parameters::USUAL };
        /// assert!(OWN.is_within_ranges());
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            /// How many times as widely as in chess the evaluation of the game swings from move to move.
            /// The margins of the table that scale were multiplied by it, and so are their ranges. It is
            /// a property of the game and not tuned.
            pub swing: i32,
            $(#[doc = $about] pub $name: i32,)*
        }

        impl Parameters {
            /// The values that a game begins with.
            pub const USUAL: Parameters = Parameters { swing: 1, $($name: $usual,)* };

            const TABLE: &[Row] = &[$(Row {
                name: stringify!($name),
                range: $least..=$most,
                scale: Scale::$scale,
                about: $about,
                get: |parameters| parameters.$name,
                set: |parameters, value| parameters.$name = value,
            },)*];

            /// The usual values for a game whose evaluation swings so many times as widely.
            const fn scaled(swing: i32) -> Parameters {
                Parameters { swing, $($name: $usual * Scale::$scale.factor(swing),)* }
            }

            /// Does every value lie within its range? The compiler asks this of the parameters of a game.
            pub const fn is_within_ranges(&self) -> bool {
                Parameters::LEAST_SWING <= self.swing && self.swing <= Parameters::MOST_SWING $(&& {
                    let factor = Scale::$scale.factor(self.swing);
                    $least * factor <= self.$name && self.$name <= $most * factor
                })*
            }
        }
    };
}

parameters! {
    aspiration_min_depth: 4, 1..=12, Fixed, "From this depth on the root is searched with an aspiration window.";
    aspiration_window: 12, 4..=100, Swing, "Half the width of the first aspiration window.";
    aspiration_score_divisor: 100, 10..=1000, Fixed, "The window is wider by the last score divided by this.";
    aspiration_growth: 50, 25..=200, Fixed, "Growth of the window after a fail, in percent.";
    aspiration_max_window: 1000, 200..=10000, Fixed, "A window that has grown beyond this is opened fully.";
    aspiration_fail_high_reductions: 3, 0..=6, Fixed, "At most so many plies are saved after fail highs at the root.";

    internal_reduction_min_depth: 4, 2..=128, Fixed, "From this depth on a node without a transposition move is reduced by a ply.";
    internal_reduction_tt_margin: 128, 1..=128, Fixed, "A node whose transposition entry is shallower by more than this is reduced like one without a move.";
    tt_cutoff_expected_max_depth: 0, 0..=16, Fixed, "Up to this depth a transposition score cuts a node off only if it is on the side of the window that is expected.";
    fail_high_softening: 0, 0..=8, Fixed, "A score above beta counts less by this over the depth, because it is uncertain by how much it is above.";

    reverse_futility_max_depth: 9, 1..=16, Fixed, "Greatest depth of reverse futility pruning.";
    reverse_futility_margin: 75, 20..=250, Swing, "Reverse futility margin for each ply.";
    reverse_futility_return_divisor: 3, 1..=16, Fixed, "The part of the surplus over beta that reverse futility pruning returns, as a divisor.";
    reverse_futility_tt_pv: 0, 0..=200, Swing, "More of that margin where the position is or was on a principal variation.";
    reverse_futility_worsening: 0, 0..=100, Swing, "Less of it where the opponent's last move has made the evaluation worse for the opponent.";

    razor_max_depth: 4, 0..=10, Fixed, "Greatest depth of razoring.";
    razor_margin: 240, 80..=800, Swing, "Razoring margin for each ply.";

    null_move_min_depth: 3, 1..=128, Fixed, "Least depth at which a null move is tried.";
    null_move_margin_base: 120, 0..=500, Fixed, "Null move: by how much more than beta the static evaluation must be at depth 0.";
    null_move_margin_depth: 15, 0..=60, Fixed, "Null move: by how much less it may be for each ply.";
    null_move_reduction_base: 4, 1..=8, Fixed, "Reduction after a null move.";
    null_move_reduction_depth_divisor: 3, 1..=8, Fixed, "The depth divided by this is added to the reduction after a null move.";
    null_move_reduction_eval_divisor: 180, 40..=800, Fixed, "The surplus of the evaluation over beta divided by this is added to it, too.";
    null_move_reduction_eval_max: 3, 0..=8, Fixed, "The surplus adds at most so many plies to the reduction after a null move.";
    null_move_verification_min_depth: 14, 4..=128, Fixed, "From this depth on a null move cutoff is verified by a search without null moves.";
    null_move_verification_percent: 75, 0..=100, Fixed, "Null moves stay forbidden for this part of the depth of the verification.";

    probcut_min_depth: 5, 3..=128, Fixed, "Least depth of `ProbCut`.";
    probcut_margin: 170, 50..=500, Swing, "By how much a capture must exceed beta in a shallow search for a cutoff by `ProbCut`.";
    probcut_improving: 50, 0..=200, Fixed, "By how much less where the evaluation is improving.";
    probcut_reduction: 4, 2..=8, Fixed, "Reduction of the search that `ProbCut` relies on.";
    tt_probcut_min_depth: 128, 1..=128, Fixed, "Least depth at which a transposition score far above beta is believed though it was searched a few plies less deeply.";
    tt_probcut_margin: 400, 100..=1200, Swing, "By how much it must exceed beta.";
    multi_probcut_errors: 110, 50..=400, Fixed, "By how many hundredths of its usual error a shallow search must lie beyond the window for a cutoff by Multi-ProbCut.";

    late_move_pruning_base: 8, 1..=20, Fixed, "Late move pruning begins after so many quiet moves plus the squared depth.";
    late_move_pruning_divisor: 2, 1..=4, Fixed, "That number is divided by this where the evaluation is not improving.";
    futility_max_depth: 8, 1..=16, Fixed, "Greatest reduced depth of futility pruning.";
    futility_base: 90, 0..=400, Swing, "Futility margin of a quiet move at reduced depth 0.";
    futility_margin: 85, 20..=250, Swing, "Futility margin for each ply of the reduced depth.";
    futility_history_weight: 16, 0..=128, Fixed, "Weight of the move's history in futility pruning.";
    capture_futility_max_depth: 0, 0..=12, Fixed, "Below this reduced depth captures are pruned by futility.";
    capture_futility_base: 230, 0..=600, Swing, "Futility margin of a capture at reduced depth 0, beyond what it takes.";
    capture_futility_margin: 200, 40..=500, Swing, "Futility margin of a capture for each ply of the reduced depth.";
    history_pruning_max_depth: 4, 0..=10, Fixed, "Greatest reduced depth of history pruning.";
    history_pruning_margin: 3500, 500..=12000, Fixed, "A quiet move is pruned if its history is below minus this for each ply.";
    see_quiet_max_depth: 10, 1..=20, Fixed, "Greatest depth at which quiet moves are pruned by static exchange evaluation.";
    see_quiet_margin: 22, 5..=100, Swing, "What a quiet move may lose in exchanges for each squared ply of the reduced depth.";
    see_noisy_max_depth: 8, 1..=20, Fixed, "Greatest depth at which noisy moves are pruned by static exchange evaluation.";
    see_noisy_margin: 90, 20..=300, Swing, "What a noisy move may lose in exchanges for each ply.";
    see_noisy_history_weight: 8, 0..=64, Fixed, "Weight of the move's history in what it may lose.";
    check_pruning_max_depth: 1, 0..=8, Fixed, "Greatest depth at which moves that give check are pruned.";

    singular_min_depth: 6, 4..=128, Fixed, "Least depth of singular extensions.";
    singular_max_ply_factor: 2, 1..=4, Fixed, "No extension beyond the depth of the iteration times this.";
    singular_tt_depth_margin: 3, 1..=6, Fixed, "The transposition entry may be shallower than the node by this.";
    singular_margin: 100, 20..=400, Fixed, "How far below the transposition score the other moves must stay to make it singular, in hundredths for each ply.";
    singular_margin_former_pv: 150, 20..=400, Fixed, "The same where the position was once on a principal variation.";
    singular_depth_divisor: 2, 1..=4, Fixed, "The other moves are searched to the depth divided by this.";
    double_extension_margin: 18, 0..=100, Fixed, "If the other moves stay below by this much more, the transposition move is extended by two plies.";
    double_extensions_max: 10, 0..=40, Fixed, "A line with more double extensions than this gets no further one.";
    negative_extension: 2, 0..=4, Fixed, "Reduction of a transposition move that is not singular though its score is above beta.";

    lmr_min_depth: 2, 1..=8, Fixed, "Least depth of late move reductions.";
    lmr_pv_noisy_moves: 3, 0..=16, Fixed, "So many noisy moves of a principal variation are not reduced.";
    lmr_quiet_base: 650, 0..=2000, Fixed, "Reduction of every late quiet move.";
    lmr_quiet_factor: 440, 100..=1000, Fixed, "Reduction of a quiet move for the product of the logarithms of depth and move count.";
    lmr_noisy_base: 200, -500..=1500, Fixed, "Reduction of every late noisy move.";
    lmr_noisy_factor: 300, 50..=1000, Fixed, "Reduction of a noisy move for the product of the logarithms of depth and move count.";
    lmr_not_improving: 900, 0..=2500, Fixed, "More reduction where the evaluation is not improving.";
    lmr_cut_node: 1800, 0..=4000, Fixed, "More reduction where a cutoff is expected.";
    lmr_pv: 1000, 0..=3000, Fixed, "Less reduction where the position is or was on a principal variation.";
    lmr_noisy_tt_move: 900, 0..=2500, Fixed, "More reduction for a quiet move where the transposition move is noisy.";
    lmr_no_tt_move: 0, 0..=2500, Fixed, "More reduction where a cutoff is expected and there is no transposition move.";
    lmr_deep_tt: 0, 0..=2500, Fixed, "Less reduction where the transposition entry is as deep as the node.";
    lmr_correction: 0, 0..=64, Fixed, "Less reduction for each hundredth by which the evaluation was corrected.";
    lmr_gives_check: 1000, 0..=3000, Fixed, "Less reduction for a move that gives check.";
    lmr_child_cutoffs: 700, 0..=2500, Fixed, "More reduction where the replies cause many cutoffs.";
    lmr_child_cutoffs_min: 3, 0..=16, Fixed, "More cutoffs than this are many.";
    lmr_quiet_history_divisor: 9000, 2000..=30000, Fixed, "A quiet move is reduced by a ply less for so much history.";
    lmr_noisy_history_divisor: 7000, 2000..=30000, Fixed, "A noisy move is reduced by a ply less for so much history.";
    lmr_root_divisor: 2, 1..=8, Fixed, "Reductions at the root are divided by this.";
    lmr_deeper_margin: 40, 0..=200, Fixed, "A reduced move that exceeds alpha by this and the margin for the depth is searched again a ply deeper.";
    lmr_deeper_margin_depth: 2, 0..=16, Fixed, "The margin for the depth, for each ply.";
    lmr_shallower_margin: 8, 0..=60, Fixed, "A reduced move that exceeds alpha by less than this is searched again a ply shallower.";

    quiescence_futility: 150, 0..=600, Swing, "What a capture may bring beyond what it takes, in quiescence.";
    quiescence_evasions: 2, 1..=16, Fixed, "Moves out of check that quiescence tries before it skips quiet ones.";
    quiescence_softening: 0, 0..=1024, Fixed, "The part of the surplus over beta that quiescence does not return, as a weight.";

    history_bonus: 150, 20..=500, Fixed, "Bonus of a move that causes a cutoff, for each ply.";
    history_bonus_offset: 80, 0..=400, Fixed, "The bonus is smaller by this.";
    history_bonus_max: 1600, 200..=4000, Fixed, "Greatest bonus of a move that causes a cutoff.";
    history_malus: 200, 20..=500, Fixed, "Malus of the moves that were tried before the cutoff, for each ply.";
    history_malus_offset: 80, 0..=400, Fixed, "The malus is smaller by this.";
    history_malus_max: 1400, 200..=4000, Fixed, "Greatest malus of the moves that were tried before the cutoff.";
    history_cutoff_margin: 80, 0..=400, Fixed, "A score above beta by this counts as a ply more in bonus and malus.";
    history_min_depth: 3, 0..=10, Fixed, "Up to this depth a quiet move that causes a cutoff as the first one gets no bonus.";
    previous_move_bonus: 80, 0..=400, Fixed, "Bonus of the quiet move before a node that fails low, for each ply.";
    previous_move_bonus_offset: 40, 0..=400, Fixed, "That bonus is smaller by this.";
    previous_move_bonus_max: 800, 100..=4000, Fixed, "Greatest bonus of the move before a node that fails low.";
    previous_move_quiet_weight: 0, 0..=2048, Fixed, "Weight of that bonus in the quiet history.";
    continuation_weight_4: 512, 0..=2048, Fixed, "Weight of the continuation history of the move four plies earlier.";
    structure_weight: 1024, 0..=2048, Fixed, "Weight of the structure history.";
    tt_cutoff_bonus_weight: 768, 0..=2048, Fixed, "Weight of the bonus of a quiet transposition move that causes a cutoff without a search.";
    eval_change_weight: 32, 0..=256, Fixed, "Bonus of a quiet move for each hundredth by which it has improved the static evaluation of its side, in sixteenths.";
    eval_change_offset: 0, -100..=100, Fixed, "An improvement by so much counts as none.";
    eval_change_max: 600, 0..=2000, Fixed, "Greatest bonus, and malus, by the change of the evaluation.";
    correction_weight: 32, 0..=128, Fixed, "Weight of the sum of the correction histories.";
    correction_step: 128, 16..=256, Fixed, "Weight of an error of the evaluation for each ply, when a correction is updated.";
    correction_step_max: 256, 32..=1024, Fixed, "No update of a correction is larger than this.";

    killer_bonus: 24000, 0..=60000, Fixed, "Ordering bonus of the latest killer move.";
    second_killer_bonus: 12000, 0..=60000, Fixed, "Ordering bonus of the killer move before it.";
    countermove_bonus: 8000, 0..=60000, Fixed, "Ordering bonus of the countermove.";
    capture_gain_weight: 16, 1..=64, Fixed, "What a noisy move wins at once is multiplied by this in its ordering.";
    ordering_bonus_weight: 1024, 0..=4096, Fixed, "Weight of what the game itself says about the order of quiet moves.";
    good_capture_weight: 2, 0..=16, Fixed, "Weight of the ordering of a noisy move in what it may lose and still be tried early.";

    time_score_drop: 12, 0..=60, Fixed, "More time for each hundredth that the score has dropped, in thousandths.";
    time_score_drop_max: 40, 0..=200, Fixed, "No larger drop counts.";
    time_score_rise_max: 10, 0..=200, Fixed, "A rise of the score saves time up to this.";
    time_best_move_change: 100, 0..=500, Fixed, "More time for each change of the best move, in thousandths.";
    time_effort_base: 1600, 1000..=2500, Fixed, "The part of the nodes below the best move is subtracted from this, in thousandths.";
    time_effort_factor: 1150, 500..=2000, Fixed, "The difference is multiplied by this, in thousandths.";
}

/// Which parameters are multiplied by [`Parameters::swing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// The same in every game.
    Fixed,
    /// A margin that grows with the swing of the evaluation.
    Swing,
}

impl Scale {
    const fn factor(self, swing: i32) -> i32 {
        match self {
            Scale::Fixed => 1,
            Scale::Swing => swing,
        }
    }
}

/// A value times a weight of the table.
#[inline]
pub(crate) const fn weighted(value: i32, weight: i32) -> i32 {
    value * weight / 1024
}

/// A line of the table.
struct Row {
    name: &'static str,
    range: RangeInclusive<i32>,
    scale: Scale,
    about: &'static str,
    get: fn(&Parameters) -> i32,
    set: fn(&mut Parameters, i32),
}

/// A parameter as a tuner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The name by which it is read and set.
    pub name: &'static str,
    /// Its present value.
    pub value: i32,
    /// The values that it may take.
    pub range: RangeInclusive<i32>,
    /// What it is, in a sentence.
    pub about: &'static str,
}

/// Why a parameter was not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The table has no such name.
    #[error("the search has no parameter {name:?}")]
    Unknown {
        /// The name that was given.
        name: String,
    },
    /// The value lies outside of the range.
    #[error("{name} is {value}, expected {} to {}", range.start(), range.end())]
    OutOfRange {
        /// The name of the parameter.
        name: &'static str,
        /// The value that was given.
        value: i32,
        /// The values that it may take.
        range: RangeInclusive<i32>,
    },
}

impl Parameters {
    /// A least depth that no node reaches: the technique is switched off.
    pub const NEVER: i32 = 128;

    const LEAST_SWING: i32 = 1;
    const MOST_SWING: i32 = 100;

    /// What suits a game whose evaluation swings so many times as widely as that of chess, and in which a
    /// null move proves nothing.
    pub const fn without_passing(swing: i32) -> Parameters {
        Parameters {
            null_move_min_depth: Parameters::NEVER,
            // Of use in chess; not tried in other games.
            structure_weight: 0,
            tt_cutoff_bonus_weight: 0,
            eval_change_weight: 0,
            // Without null moves the trees are larger, and fewer moves can be searched.
            late_move_pruning_base: 4,
            ..Parameters::scaled(swing)
        }
    }

    /// All parameters with values and ranges, in the order of the table.
    pub fn list(&self) -> impl Iterator<Item = Parameter> {
        Parameters::TABLE.iter().map(|row| self.parameter(row))
    }

    /// The value of the parameter with this name.
    pub fn get(&self, name: &str) -> Result<i32, ParameterError> {
        Ok((row(name)?.get)(self))
    }

    /// The same parameters with another value for one of them.
    ///
    /// ```
    /// use search::{ParameterError, Parameters};
    /// let tuned = Parameters::USUAL.with("razor_margin", 260)?;
    /// assert_eq!(tuned.razor_margin, 260);
    /// let refused = Parameters::USUAL.with("razor_margin", -1).unwrap_err();
    /// assert_eq!(refused.to_string(), "razor_margin is -1, expected 80 to 800");
    /// # Ok::<(), ParameterError>(())
    /// ```
    pub fn with(mut self, name: &str, value: i32) -> Result<Parameters, ParameterError> {
        let row = row(name)?;
        (row.set)(&mut self, value);
        in_range(self.parameter(row))?;
        Ok(self)
    }

    /// The first parameter that lies outside of its range, as an error.
    pub fn check(&self) -> Result<(), ParameterError> {
        let (name, value) = ("swing", self.swing);
        let range = Parameters::LEAST_SWING..=Parameters::MOST_SWING;
        if !range.contains(&value) {
            return Err(ParameterError::OutOfRange { name, value, range });
        }
        self.list().try_for_each(in_range)
    }

    fn parameter(&self, row: &Row) -> Parameter {
        let factor = row.scale.factor(self.swing);
        let range = row.range.start() * factor..=row.range.end() * factor;
        Parameter { name: row.name, value: (row.get)(self), range, about: row.about }
    }
}

fn row(name: &str) -> Result<&'static Row, ParameterError> {
    let found = Parameters::TABLE.iter().find(|row| row.name == name);
    found.ok_or_else(|| ParameterError::Unknown { name: name.to_owned() })
}

fn in_range(parameter: Parameter) -> Result<(), ParameterError> {
    let Parameter { name, value, range, .. } = parameter;
    if range.contains(&value) {
        Ok(())
    } else {
        Err(ParameterError::OutOfRange { name, value, range })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn every_default_lies_within_a_range_that_leaves_room() {
        let sets =
            [Parameters::USUAL, Parameters::without_passing(1), Parameters::without_passing(4)];
        for parameters in sets {
            assert_eq!(parameters.check(), Ok(()));
            assert!(parameters.is_within_ranges());
            for parameter in parameters.list() {
                assert!(parameter.range.start() < parameter.range.end(), "{parameter:?}");
            }
        }
    }

    #[test]
    fn names_are_unique_and_each_one_is_explained() {
        let names: HashSet<_> = Parameters::USUAL.list().map(|parameter| parameter.name).collect();
        assert_eq!(names.len(), Parameters::USUAL.list().count());
        assert!(Parameters::USUAL.list().all(|parameter| parameter.about.ends_with('.')));
    }

    #[test]
    fn margins_and_their_ranges_grow_with_the_swing_and_nothing_else_does() {
        let wide = Parameters::without_passing(4);
        assert_eq!(wide.razor_margin, 4 * Parameters::USUAL.razor_margin);
        assert_eq!(wide.razor_max_depth, Parameters::USUAL.razor_max_depth);
        let range = |parameters: Parameters| {
            parameters.list().find(|p| p.name == "razor_margin").unwrap().range
        };
        assert_eq!((range(Parameters::USUAL), range(wide)), (80..=800, 320..=3200));
        let usual = Parameters {
            null_move_min_depth: Parameters::NEVER,
            structure_weight: 0,
            tt_cutoff_bonus_weight: 0,
            eval_change_weight: 0,
            late_move_pruning_base: 4,
            ..Parameters::USUAL
        };
        assert_eq!(Parameters::without_passing(1), usual);
    }

    #[test]
    fn an_unknown_name_is_refused() {
        let unknown = ParameterError::Unknown { name: "razor".to_owned() };
        assert_eq!(Parameters::USUAL.get("razor"), Err(unknown.clone()));
        assert_eq!(Parameters::USUAL.with("razor", 3), Err(unknown));
    }

    proptest! {
        #[test]
        fn a_value_is_set_if_and_only_if_it_lies_within_its_range(
            index in 0..Parameters::TABLE.len(), value in prop_oneof![-300..300, any::<i32>()], swing in 1..5,
        ) {
            let before = Parameters::without_passing(swing);
            let parameter = before.list().nth(index).unwrap();
            match before.with(parameter.name, value) {
                Ok(after) => {
                    prop_assert!(parameter.range.contains(&value));
                    prop_assert!(after.is_within_ranges());
                    prop_assert_eq!(after.get(parameter.name), Ok(value));
                    prop_assert_eq!(after.with(parameter.name, parameter.value), Ok(before));
                }
                Err(refused) => {
                    prop_assert!(!parameter.range.contains(&value));
                    let Parameter { name, range, .. } = parameter;
                    prop_assert_eq!(refused, ParameterError::OutOfRange { name, value, range });
                }
            }
        }

        #[test]
        fn both_checks_of_ranges_agree(margin in 0..1000, depth in -1..12, swing in 0..5) {
            let some = Parameters { razor_margin: margin, razor_max_depth: depth, ..Parameters::without_passing(swing) };
            prop_assert_eq!(some.is_within_ranges(), some.check().is_ok());
        }
    }
}
