//! What a search found about a position of a game, as reviews keep it.

use crate::mind::Report;
use game::Side;
use serde::{Deserialize, Serialize};

/// So many moves of a line are kept.
const MOST_MOVES: usize = 8;

/// What a search found about a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Looked {
    /// How many moves ahead it looked.
    pub depth: u32,
    /// The best line, and the second best where there is one: it tells how much of a choice there was.
    pub lines: Vec<LookedLine>,
    /// The score of the move that was played, looked at as far ahead as the best line, where it is another move. A search sees the
    /// side that moves last a little better, so scores that end with different sides are not to be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Score>,
}

/// A line of play and its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookedLine {
    pub score: Score,
    pub moves: Vec<String>,
}

/// How white stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// By so many units of the game, as far as was looked.
    Estimate(f64),
    /// By so many units at the end of the game, proven.
    Exact(f64),
    /// A side wins certainly, after so many moves of both sides where that is known.
    Decided {
        #[serde(with = "side")]
        winner: Side,
        plies: Option<u32>,
    },
}

/// Sides as events write them.
mod side {
    use game::Side;
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Name {
        White,
        Black,
    }

    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match side {
            Side::White => "white",
            Side::Black => "black",
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        Ok(match Name::deserialize(deserializer)? {
            Name::White => Side::White,
            Name::Black => Side::Black,
        })
    }
}

impl Looked {
    /// What the reports of a search come to that was made for this side.
    pub fn of(reports: &[Report], side: Side) -> Looked {
        let line = |report: &Report| LookedLine {
            score: Score::of(report, side),
            moves: report.line.iter().take(MOST_MOVES).cloned().collect(),
        };
        Looked {
            depth: reports.iter().map(|report| report.depth).min().unwrap_or(0),
            lines: reports.iter().take(2).map(line).collect(),
            played: None,
        }
    }

    pub fn best(&self) -> Option<&LookedLine> {
        self.lines.first()
    }
}

impl Score {
    pub fn of(report: &Report, side: Side) -> Score {
        if report.ahead.is_infinite() {
            let winner = if report.ahead > 0.0 { side } else { !side };
            return Score::Decided { winner, plies: report.ends_in };
        }
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        // Not -0, which would be written with its sign.
        let ahead = sign * report.ahead + 0.0;
        if report.exact { Score::Exact(ahead) } else { Score::Estimate(ahead) }
    }

    /// The lead of a side in units of the game; none where the game is decided.
    pub fn ahead_for(self, side: Side) -> Option<f64> {
        match self {
            Score::Estimate(ahead) | Score::Exact(ahead) if side == Side::White => Some(ahead),
            Score::Estimate(ahead) | Score::Exact(ahead) => Some(-ahead + 0.0),
            Score::Decided { .. } => None,
        }
    }

    /// Is it more than an estimate?
    pub fn is_certain(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }

    /// Does this side win certainly?
    pub fn is_won_by(self, side: Side) -> bool {
        matches!(self, Score::Decided { winner, .. } if winner == side)
    }

    /// In how many moves of its own a side wins, where that is certain and known.
    pub fn win_in(self, side: Side) -> Option<u32> {
        match self {
            Score::Decided { winner, plies: Some(plies) } if winner == side => {
                Some(plies.div_ceil(2).max(1))
            }
            _ => None,
        }
    }

    /// As files and front ends write it, seen from white: `+0.35`, `#3`, `#-3`.
    pub fn text(self) -> String {
        self.text_for(Side::White)
    }

    /// The same as a side sees it.
    pub fn text_for(self, side: Side) -> String {
        match self {
            Score::Decided { winner, plies } => {
                let sign = if winner == side { f64::INFINITY } else { f64::NEG_INFINITY };
                crate::found::written(sign, plies)
            }
            Score::Estimate(_) | Score::Exact(_) => {
                crate::found::written(self.ahead_for(side).unwrap_or(0.0), None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_kept_as_white_sees_them_and_read_back() {
        let report = |ahead: f64, ends_in, exact| Report {
            value: 0.0,
            ahead,
            exact,
            certainty: None,
            line: (0..20).map(|number| number.to_string()).collect(),
            counters: game::Counters::default(),
            ends_in,
            depth: 7,
            nodes: 1,
        };
        let reports = [report(0.5, None, false), report(f64::NEG_INFINITY, Some(4), true)];
        let looked = Looked::of(&reports, Side::Black);
        assert_eq!(looked.lines[0].score, Score::Estimate(-0.5));
        assert_eq!(looked.lines[1].score, Score::Decided { winner: Side::White, plies: Some(4) });
        assert_eq!(looked.lines[0].moves.len(), MOST_MOVES);
        let text = serde_json::to_string(&looked).unwrap();
        assert_eq!(serde_json::from_str::<Looked>(&text).unwrap(), looked);
        assert_eq!(Looked::of(&[report(0.0, None, true)], Side::Black).lines[0].score.text(), "0");
    }
}
