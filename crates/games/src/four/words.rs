//! The words of four in a row.

use table::CardWords;

pub const ENGLISH: CardWords = CardWords {
    title: "Four in a row",
    in_a_sentence: "four in a row",
    sides: ["Red", "Yellow"],
    pieces: &["red disc", "yellow disc"],
    typing: "\
To move, write a column: d. The disc falls to the lowest free cell of it. Four
discs of one side in a line, across, up or on a diagonal, win the game.
On the board [] marks the last move and {} the line that won.
",
    first_steps: "Write a column such as d, or help, or quit.",
    legend: ["Red is X, Yellow is O.", "Red is ●, Yellow is ○."],
    ..CardWords::ENGLISH
};

pub const SPANISH: CardWords = CardWords {
    title: "Cuatro en raya",
    in_a_sentence: "cuatro en raya",
    sides: ["Rojas", "Amarillas"],
    pieces: &["ficha roja", "ficha amarilla"],
    typing: "\
Para jugar, escribe una columna: d. La ficha cae hasta la casilla libre más
baja. Ganan cuatro fichas de un bando en línea: horizontal, vertical o
diagonal. En el tablero, [] marca la última jugada y {} la línea ganadora.
",
    first_steps: "Escribe una columna como d, o help, o quit.",
    legend: ["Las rojas son X, las amarillas O.", "Rojas: ●, amarillas: ○."],
    ..CardWords::SPANISH
};
