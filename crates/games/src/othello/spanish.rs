//! Why a text is no move in Othello, in Spanish.

/// Why a text is no move in Othello.
pub fn why_not(error: &::othello::MoveError) -> String {
    use ::othello::{Illegal, MoveError};
    match error {
        MoveError::Unreadable { given } => {
            format!("Una jugada es una casilla como f5, o pass para pasar, no {given:?}.")
        }
        MoveError::Illegal(Illegal::OffTheBoard { column, row, last }) => {
            format!("{column}{row} está fuera del tablero, que acaba en {last}.")
        }
        MoveError::Illegal(Illegal::Occupied(square)) => format!("Ya hay una ficha en {square}."),
        MoveError::Illegal(Illegal::TurnsNothing(square)) => {
            format!("Una ficha en {square} no da la vuelta a ninguna.")
        }
        MoveError::Illegal(Illegal::PassWithMoves(square)) => {
            format!("Solo se pasa cuando no hay jugada, y {square} lo es.")
        }
        MoveError::Illegal(Illegal::GameOver) => {
            "La partida ha terminado: ningún bando puede jugar.".to_owned()
        }
    }
}
