//! What holds a level of play back, as numbers; the crate `levels` plays by them.

/// What holds a level back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handicap {
    /// How many moves ahead it looks.
    pub depth: u32,
    /// How many positions it looks at.
    pub nodes: u64,
    /// Among how many of the best moves it chooses.
    pub choice: usize,
    /// How likely it overlooks a move that cannot be harder to see.
    pub blindness: f64,
    /// How inexactly it weighs, in hundredths of a pawn: of two moves that differ by so much it takes the worse one
    /// about once in four times.
    pub temperature: i32,
}

impl Handicap {
    /// A choice among all moves there are.
    pub const ALL: usize = 256;

    pub const fn new(
        depth: u32,
        nodes: u64,
        choice: usize,
        blindness: f64,
        temperature: i32,
    ) -> Handicap {
        Handicap { depth, nodes, choice, blindness, temperature }
    }

    /// Levels 1 to 9 of a game that has not measured its own.
    pub const USUAL: [Handicap; 9] = [
        Handicap::new(2, 20_000, Handicap::ALL, 0.75, 80),
        Handicap::new(2, 20_000, Handicap::ALL, 0.45, 45),
        Handicap::new(3, 40_000, Handicap::ALL, 0.31, 34),
        Handicap::new(4, 60_000, Handicap::ALL, 0.24, 29),
        Handicap::new(5, 80_000, Handicap::ALL, 0.12, 18),
        Handicap::new(6, 100_000, Handicap::ALL, 0.06, 13),
        Handicap::new(7, 120_000, 8, 0.045, 11),
        Handicap::new(10, 300_000, 3, 0.005, 5),
        Handicap::new(13, 600_000, 2, 0.0, 3),
    ];
}
