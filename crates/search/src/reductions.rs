//! The table of late move reductions.

/// Depths and move counts beyond this are reduced like it.
const SIZE: usize = 64;

/// Reductions by depth and move count in thousandths of a ply: the logarithms are taken once, not at
/// every node.
pub struct Reductions(Vec<[i32; SIZE]>);

impl Reductions {
    /// A base, and a factor for the product of the logarithms of depth and move count.
    pub fn new(base: i32, factor: i32) -> Reductions {
        let reduction = |depth: usize, move_count: usize| {
            if depth == 0 || move_count == 0 {
                return 0;
            }
            base + (f64::from(factor) * (depth as f64).ln() * (move_count as f64).ln()) as i32
        };
        let row = |depth| std::array::from_fn(|move_count| reduction(depth, move_count));
        Reductions((0..SIZE).map(row).collect())
    }

    /// The reduction of the move with this number.
    #[inline]
    pub fn of(&self, depth: i32, move_count: usize) -> i32 {
        self.0[depth.clamp(0, SIZE as i32 - 1) as usize][move_count.min(SIZE - 1)]
    }
}
