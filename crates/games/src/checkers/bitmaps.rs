//! The crown for terminals, in two sizes, to be drawn on a disc.

use ::table::card::Bitmap;

#[rustfmt::skip]
pub const BITMAPS: [Bitmap; 2] = [
    Bitmap {
        kind: "crowned-man",
        rows: &[
            "........",
            "........",
            ".+.++.+.",
            ".+.++.+.",
            ".++++++.",
            ".++++++.",
            "........",
            "........",
        ],
    },
    Bitmap {
        kind: "crowned-man",
        rows: &[
            "............",
            "............",
            "............",
            "..+..++..+..",
            "..++.++.++..",
            "..++++++++..",
            "..++++++++..",
            "............",
            "..++++++++..",
            "............",
            "............",
            "............",
        ],
    },
];
