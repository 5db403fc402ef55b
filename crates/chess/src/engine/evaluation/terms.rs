//! The terms of the evaluation: what they are, and where their weights stand in the table.

/// A row of weights, one for each value that something can take.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// How the table of weights calls it.
    pub name: &'static str,
    /// Where it begins in the table.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
}

impl Group {
    /// The place of a weight; values that are too large count as the largest.
    #[inline]
    pub const fn at(self, index: usize) -> usize {
        self.start + if index < self.len { index } else { self.len - 1 }
    }
}

/// Numbers the groups one after the other, and lists them.
macro_rules! terms {
    ($($(#[$meta:meta])* $name:ident[$len:expr];)*) => {
        terms!(@place 0; $($(#[$meta])* $name[$len];)*);
        /// All groups, in the order of the table.
        pub const GROUPS: &[Group] = &[$($name),*];
    };
    (@place $start:expr;) => {
        /// The number of weights.
        pub const COUNT: usize = $start;
    };
    (@place $start:expr; $(#[$meta:meta])* $name:ident[$len:expr]; $($rest:tt)*) => {
        $(#[$meta])*
        pub const $name: Group = Group { name: stringify!($name), start: $start, len: $len };
        terms!(@place $start + $len; $($rest)*);
    };
}

terms! {
    /// Having a pawn, knight, bishop, rook, queen.
    MATERIAL[5];
    /// A pawn on a square, by rank and by distance from the edge files.
    PAWN_SQUARE[32];
    /// The same for a knight.
    KNIGHT_SQUARE[32];
    /// The same for a bishop.
    BISHOP_SQUARE[32];
    /// The same for a rook.
    ROOK_SQUARE[32];
    /// The same for a queen.
    QUEEN_SQUARE[32];
    /// The same for the king.
    KING_SQUARE[32];
    /// By the number of squares that a knight can go to without being taken by a pawn.
    KNIGHT_MOBILITY[9];
    /// The same for a bishop.
    BISHOP_MOBILITY[14];
    /// The same for a rook.
    ROOK_MOBILITY[15];
    /// The same for a queen.
    QUEEN_MOBILITY[28];
    /// Bishops on squares of both colours.
    BISHOP_PAIR[1];
    /// For each own pawn that is blocked on squares of the bishop's colour.
    BISHOP_BLOCKED_PAWNS[1];
    /// For each own pawn on squares of the bishop's colour.
    BISHOP_COLOUR_PAWNS[1];
    /// Looking through the centre along a diagonal.
    BISHOP_LONG_DIAGONAL[1];
    /// On a square that no enemy pawn can attack: not defended, defended by a pawn.
    KNIGHT_OUTPOST[2];
    /// The same for a bishop.
    BISHOP_OUTPOST[2];
    /// Right behind a pawn.
    MINOR_BEHIND_PAWN[1];
    /// By the distance from both kings, when it is large.
    KNIGHT_FAR_AWAY[4];
    /// On a file without own pawns, on one without any.
    ROOK_FILE[2];
    /// On the last rank but one, with the enemy king on it or behind it.
    ROOK_ON_SEVENTH[1];
    /// On the same side of the board as an own king that cannot castle, between it and the edge.
    ROOK_TRAPPED[1];
    /// A piece that stands between the queen and an enemy slider.
    QUEEN_PINNED[1];
    /// No pawn on the neighbouring files, by file.
    PAWN_ISOLATED[4];
    /// Behind another pawn: held back, free to become undone.
    PAWN_DOUBLED[2];
    /// Left behind and stopped by an enemy pawn: the file closed, half open.
    PAWN_BACKWARD[2];
    /// Defended by a pawn, by rank.
    PAWN_SUPPORTED[8];
    /// Side by side with a pawn, by rank.
    PAWN_PHALANX[8];
    /// On its way to becoming passed, by rank.
    PAWN_CANDIDATE[8];
    /// Nothing in front but pieces, by rank.
    PASSED[8];
    /// The square ahead is taken, by rank.
    PASSED_BLOCKED[8];
    /// The square ahead is attacked by the enemy, by rank.
    PASSED_ATTACKED[8];
    /// All squares ahead are free and not attacked, by rank.
    PASSED_FREE_PATH[8];
    /// Defended by a pawn.
    PASSED_SUPPORTED[1];
    /// By the distance of the own king from the square ahead, for advanced pawns.
    PASSED_OWN_KING[8];
    /// By the distance of the enemy king from the square ahead, for advanced pawns.
    PASSED_ENEMY_KING[8];
    /// A rook or queen behind it on the file.
    PASSED_ROOK_BEHIND[1];
    /// By the number of own pieces around the king.
    KING_DEFENDERS[6];
    /// By the distance of the nearest own pawn ahead of the king, on its file and beside it.
    KING_SHELTER[16];
    /// By the distance of the nearest enemy pawn ahead of the king: free, blocked by a pawn.
    KING_STORM[16];
    /// By the distance of the nearest pawn.
    KING_PAWN_DISTANCE[8];
    /// Undefended pawns that are attacked.
    THREAT_WEAK_PAWN[1];
    /// Knights and bishops attacked by a pawn.
    THREAT_MINOR_BY_PAWN[1];
    /// Knights and bishops attacked by a knight or bishop.
    THREAT_MINOR_BY_MINOR[1];
    /// Weak knights and bishops attacked by a rook.
    THREAT_MINOR_BY_ROOK[1];
    /// Rooks attacked by a pawn.
    THREAT_ROOK_BY_PAWN[1];
    /// Rooks attacked by a knight or bishop.
    THREAT_ROOK_BY_MINOR[1];
    /// Queens attacked by a pawn.
    THREAT_QUEEN_BY_PAWN[1];
    /// Queens attacked by a lesser piece.
    THREAT_QUEEN_BY_LESSER[1];
    /// Weak pieces attacked by the king.
    THREAT_BY_KING[1];
    /// Attacked and not defended.
    THREAT_HANGING[1];
    /// Pieces that a pawn could attack by one safe step.
    THREAT_BY_PAWN_STEP[1];
    /// Squares that the enemy attacks and does not hold.
    SPACE_RESTRICTED[1];
    /// Squares behind and beside own pawns in the middle, safe from enemy pawns.
    SPACE_BEHIND_PAWNS[1];
    /// Central squares held.
    SPACE_CENTRE[1];
    /// Being to move.
    TEMPO[1];
    /// What endangers a king, summed up and counted by the square of the sum. This one always applies.
    DANGER_BASE[1];
    /// For each attacker of the king's surroundings: knight, bishop, rook, queen.
    DANGER_ATTACKER[4];
    /// For each attack on them, by the number of attacks.
    DANGER_ATTACKS[1];
    /// For each of these squares that is hardly defended.
    DANGER_WEAK[1];
    /// The attacker has no queen.
    DANGER_NO_QUEEN[1];
    /// For each square of a safe check: knight, bishop, rook, queen.
    DANGER_CHECK[4];
    /// By the distance of the nearest own pawn ahead of the king, on its file and beside it.
    DANGER_SHELTER[16];
    /// By the distance of the nearest enemy pawn ahead.
    DANGER_STORM[8];
    /// A pinned defender.
    DANGER_PINNED[1];
    /// By the number of own minor pieces around the king.
    DANGER_DEFENDERS[4];
}
