//! Positions on which the search is measured: openings, middle games and endings.

/// Positions, and depths that take one thread about a second.
pub const POSITIONS: [(&str, u32); 12] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 23),
    ("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9", 22),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 21),
    ("2r3k1/pp3ppp/4pn2/3p4/3P4/2N1P3/PP3PPP/2R3K1 w - - 0 20", 27),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 30),
    ("r2q1rk1/1b2bppp/p1n1pn2/1pp5/3P4/P1NBPN2/1P2QPPP/R1BR2K1 w - - 0 12", 22),
    ("3r1rk1/p3qppp/2bb4/2p5/3p4/1P2P3/PBQN1PPP/2R2RK1 w - - 0 1", 22),
    ("r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 0 13", 22),
    ("6k1/5pp1/4p2p/3pP3/1q1P1P2/6P1/3Q3P/6K1 w - - 0 30", 27),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 22),
    ("r1bqkb1r/pp3ppp/2np1n2/1N2p3/4P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 7", 22),
    ("r2qr1k1/1p3ppp/p1nbbn2/3p4/3P4/2NB1N1P/PP3PP1/R1BQR1K1 w - - 0 14", 22),
];
