//! Which moves there are: listed, counted, or just whether there are any.
//!
//! Everything starts set-wise. A rotation finds every piece that can jump in a direction at once; only
//! those are followed further. Steps are never followed at all, so counting them is counting bits.

use crate::moves::{Move, Trail};
use crate::squares::{Direction, Squares};
use arrayvec::ArrayVec;

/// No position has more moves: twelve kings with four steps each would have as many, and captures
/// never come near (a test counts them).
pub const MOST_MOVES: usize = 48;

/// The moves of a position, kept without allocating.
pub type Moves = ArrayVec<Move, MOST_MOVES>;

/// A board as the side to move sees it. `BLACK` says which side that is: black's men go south.
#[derive(Clone, Copy)]
pub(crate) struct Field<const BLACK: bool> {
    men: u32,
    kings: u32,
    /// The other side's pieces that are not on the edge: those that might be jumped.
    prey: u32,
    vacant: u32,
}

/// Where a jump from each of a set of squares leads.
#[inline]
const fn jump(direction: Direction, from: u32, prey: u32, vacant: u32) -> u32 {
    direction.rotated(direction.rotated(from) & prey) & vacant
}

/// The bits of a set, one by one.
#[inline]
fn bits(set: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(u32::trailing_zeros)
}

impl<const BLACK: bool> Field<BLACK> {
    const FORWARD: [Direction; 2] = if BLACK {
        [Direction::SouthEast, Direction::SouthWest]
    } else {
        [Direction::NorthEast, Direction::NorthWest]
    };
    const BACKWARD: [Direction; 2] = [Self::FORWARD[0].back(), Self::FORWARD[1].back()];

    /// The field of a side with pieces `own` against `other`, of which `kings` are kings.
    #[inline]
    pub fn new(own: u32, other: u32, kings: u32) -> Self {
        Field {
            men: own & !kings,
            kings: own & kings,
            prey: other & Squares::INNER.0,
            vacant: !(own | other),
        }
    }

    pub fn can_move(self) -> bool {
        self.can_jump() || self.steps(|_, to| to != 0)
    }

    pub fn count(self) -> usize {
        if self.can_jump() { self.count_jumps() } else { self.count_steps() as usize }
    }

    /// Adds every move to the list.
    #[inline]
    pub fn list(self, moves: &mut Moves) {
        if self.can_jump() {
            self.list_jumps(moves);
        } else {
            self.list_steps(moves);
        }
    }

    /// Steps and single jumps together, as if no capture were mandatory and none went on.
    pub fn count_single(self) -> u32 {
        let mut jumps = 0;
        for direction in Self::FORWARD {
            jumps += jump(direction, self.men | self.kings, self.prey, self.vacant).count_ones();
        }
        for direction in Self::BACKWARD {
            jumps += jump(direction, self.kings, self.prey, self.vacant).count_ones();
        }
        jumps + self.count_steps()
    }

    #[inline]
    pub fn can_jump(self) -> bool {
        let mut landings = 0;
        for direction in Self::FORWARD {
            landings |= jump(direction, self.men | self.kings, self.prey, self.vacant);
        }
        if self.kings != 0 {
            for direction in Self::BACKWARD {
                landings |= jump(direction, self.kings, self.prey, self.vacant);
            }
        }
        landings != 0
    }

    /// Hands over where the steps in each direction lead, until the answer is yes.
    #[inline]
    fn steps(self, mut found: impl FnMut(Direction, u32) -> bool) -> bool {
        for direction in Self::FORWARD {
            if found(direction, direction.step(self.men | self.kings) & self.vacant) {
                return true;
            }
        }
        if self.kings != 0 {
            for direction in Self::BACKWARD {
                if found(direction, direction.step(self.kings) & self.vacant) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn count_steps(self) -> u32 {
        let mut count = 0;
        self.steps(|_, to| {
            count += to.count_ones();
            false
        });
        count
    }

    #[inline]
    fn list_steps(self, moves: &mut Moves) {
        self.steps(|direction, landings| {
            for to in bits(landings) {
                moves.push(Move::step(direction.bit_before(to), to, direction));
            }
            false
        });
    }

    /// The step between two bits, if a piece can make it. Whether there is a capture instead is not asked.
    pub fn step_between(self, from: u32, to: u32) -> Option<Move> {
        let (here, there) = (1 << from, 1 << to & self.vacant);
        let leads_there = |direction: &Direction| there != 0 && direction.step(here) == there;
        let mut direction = None;
        if (self.men | self.kings) & here != 0 {
            direction = Self::FORWARD.into_iter().find(leads_there);
        }
        if self.kings & here != 0 {
            direction = direction.or_else(|| Self::BACKWARD.into_iter().find(leads_there));
        }
        direction.map(|direction| Move::step(from, to, direction))
    }

    fn count_jumps(self) -> usize {
        let mut count = 0;
        if self.men != 0 {
            // A square from which a man would jump on, whichever man comes to stand there.
            let mut springboards = 0;
            for direction in Self::FORWARD {
                springboards |= jump(direction.back(), self.vacant, self.prey, u32::MAX);
            }
            count += self.count_men(self.men, springboards);
        }
        for king in bits(self.kings) {
            let king = 1 << king;
            count += Self::count_king(king, self.prey, self.vacant | king);
        }
        count
    }

    /// How many jump sequences there are with a man on each of these squares. Men only go forward:
    /// they never meet a square or a piece twice, so a whole set can jump at once.
    fn count_men(self, men: u32, springboards: u32) -> usize {
        let mut count = 0;
        for direction in Self::FORWARD {
            let landed = jump(direction, men, self.prey, self.vacant);
            count += (landed & !springboards).count_ones() as usize;
            if landed & springboards != 0 {
                count += self.count_men(landed & springboards, springboards);
            }
        }
        count
    }

    /// How many jump sequences a king has from here; none if it cannot jump.
    fn count_king(at: u32, prey: u32, vacant: u32) -> usize {
        let mut count = 0;
        for direction in Direction::ALL {
            let over = direction.rotated(at) & prey;
            let landed = direction.rotated(over) & vacant;
            if landed != 0 {
                count += Self::count_king(landed, prey ^ over, vacant).max(1);
            }
        }
        count
    }

    fn list_jumps(self, moves: &mut Moves) {
        let mut jumpers = 0;
        for direction in Self::FORWARD {
            jumpers |= jump(direction.back(), self.vacant, self.prey, self.men);
        }
        for man in bits(jumpers) {
            Self::follow::<false>(1 << man, self.prey, self.vacant, Trail::new(man), moves);
        }
        for king in bits(self.kings) {
            let vacant = self.vacant | 1 << king;
            Self::follow::<true>(1 << king, self.prey, vacant, Trail::new(king), moves);
        }
    }

    /// Lists every way to jump on from `at`, and the sequence so far if there is none.
    fn follow<const KING: bool>(at: u32, prey: u32, vacant: u32, trail: Trail, moves: &mut Moves) {
        let mut stuck = true;
        let mut try_jump = |direction: Direction| {
            let over = direction.rotated(at) & prey;
            let landed = direction.rotated(over) & vacant;
            if landed != 0 {
                stuck = false;
                let trail = trail.jump(over, direction);
                Self::follow::<KING>(landed, prey ^ over, vacant, trail, moves);
            }
        };
        for direction in Self::FORWARD {
            try_jump(direction);
        }
        if KING {
            for direction in Self::BACKWARD {
                try_jump(direction);
            }
        }
        if stuck && trail.captured != 0 {
            moves.push(trail.ending_at(at.trailing_zeros()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A landing square that a piece can jump to, and the piece between (a bit of its place).
    type Ways = Vec<(usize, u32)>;

    /// The squares on which one king can land, seen as a graph: eight squares joined by nine places
    /// for a piece to jump. The board has four such graphs; two share their places, and these are
    /// mirror images of one another.
    fn graph(mirrored: bool) -> Vec<Ways> {
        let nodes: Vec<(i32, i32)> = (0..16)
            .map(|i| (i % 4, i / 4))
            .filter(|(x, y)| (x + y) % 2 == i32::from(mirrored))
            .collect();
        let ways = |&(x, y): &(i32, i32)| {
            let corner = |dx: i32, dy: i32| (x + dx, y + dy);
            [(1, 1), (1, -1), (-1, 1), (-1, -1)]
                .into_iter()
                .filter_map(|(dx, dy)| {
                    let there = nodes.iter().position(|&node| node == corner(dx, dy))?;
                    let place = x.min(x + dx) + 3 * y.min(y + dy);
                    Some((there, 1 << place))
                })
                .collect()
        };
        nodes.iter().map(ways).collect()
    }

    fn sequences(graph: &[Ways], at: usize, pieces: u32, taken: u32) -> u32 {
        graph[at]
            .iter()
            .filter(|&&(there, place)| pieces & place != 0 && taken >> there & 1 == 0)
            .map(|&(there, place)| sequences(graph, there, pieces & !place, taken).max(1))
            .sum()
    }

    /// The most jump sequences for each set of pieces in the nine places, over all sets of kings.
    fn most_by_pieces(graph: &[Ways]) -> HashMap<u32, u32> {
        let of_kings = |pieces: u32, kings: u32| -> u32 {
            bits(kings)
                .map(|king| sequences(graph, king as usize, pieces, kings & !(1 << king)))
                .sum()
        };
        (0..512)
            .map(|pieces| {
                (pieces, (0..256).map(|kings| of_kings(pieces, kings)).max().unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn no_position_has_more_captures_than_the_list_holds() {
        let (one, other) = (most_by_pieces(&graph(false)), most_by_pieces(&graph(true)));
        let mut most = [0; 10];
        for pieces in 0u32..512 {
            let best = &mut most[pieces.count_ones() as usize];
            *best = one[&pieces].saturating_add(other[&pieces]).max(*best);
        }
        let bound = (3..=9).map(|pieces| most[pieces] + most[12 - pieces]).max().unwrap();
        assert!(bound as usize <= MOST_MOVES, "up to {bound} captures");
        assert_eq!(graph(false).iter().map(Vec::len).sum::<usize>() / 2, crate::moves::MOST_HOPS);
    }
}
