//! The words of checkers.

use ::table::{CardWords, Language};

/// The words of the card, and those that its sentences are made of.
pub struct CheckersWords {
    pub card: CardWords,
    pub giveaway: &'static str,
    pub no_pieces: &'static str,
    pub no_moves: &'static str,
    pub gave_all: &'static str,
    pub no_moves_left: &'static str,
    pub giveaway_over: &'static str,
    pub must_capture: &'static str,
    pub captured: &'static str,
}

pub const fn of(language: Language) -> &'static CheckersWords {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &SPANISH,
    }
}

pub const ENGLISH: CheckersWords = CheckersWords {
    card: CardWords {
        title: "Checkers",
        in_a_sentence: "checkers",
        pieces: &["white man", "white king", "black man", "black king"],
        shades: &["empty", "empty"],
        typing: "\
To move, write where from and where to: 11-15, or f6-e5. The numbers of the
squares stand beside the board. A jump goes on as far as it can: 15x22, or
15x24x31 where two ways lead to the same square. Whoever can capture must.
On the board [] marks the last move and () a piece that must capture.
",
        first_steps: "Write a move such as 11-15 or f6-e5, or help, or quit.",
        legend: ["Black is b, White is w, capitals are kings.", "White is ○, Black is ●."],
        ..CardWords::ENGLISH
    },
    giveaway: "Giveaway: who runs out of moves wins",
    no_pieces: "taking every piece",
    no_moves: "leaving no move",
    gave_all: "giving every piece away",
    no_moves_left: "having no move left",
    giveaway_over: "The game is over: {} cannot move and has won",
    must_capture: "{} must capture: {}.",
    captured: "Captured",
};

pub const SPANISH: CheckersWords = CheckersWords {
    card: CardWords {
        title: "Damas",
        in_a_sentence: "damas",
        pieces: &["peón blanco", "dama blanca", "peón negro", "dama negra"],
        shades: &["vacía", "vacía"],
        typing: "\
Para mover, escribe desde dónde y adónde: 11-15, o f6-e5. Los números de las
casillas están junto al tablero. Un salto sigue mientras pueda: 15x22, o
15x24x31 si dos caminos llevan a la misma casilla. Capturar es obligatorio.
En el tablero, [] marca la última jugada y () una pieza que debe capturar.
",
        first_steps: "Escribe una jugada como 11-15 o f6-e5, o help, o quit.",
        legend: [
            "Las negras son b, las blancas w; las mayúsculas son damas.",
            "Blancas: ○, negras: ●.",
        ],
        ..CardWords::SPANISH
    },
    giveaway: "Al ganapierde: gana quien se queda sin jugadas",
    no_pieces: "captura de todas las piezas",
    no_moves: "bloqueo",
    gave_all: "entrega de todas las piezas",
    no_moves_left: "quedarse sin jugadas",
    giveaway_over: "la partida ha terminado: las {} no pueden mover y han ganado",
    must_capture: "{} deben capturar: {}.",
    captured: "Capturas",
};
