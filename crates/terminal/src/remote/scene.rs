//! What a server sends, as the drawing of this program wants it.

use table::scene::{Cell, Choice, Colour, Mark, Picture, Piece};
use table::{Card, Scene};

/// The scene with the pieces and shades of a card. What the card does not know is drawn as nothing.
pub fn of(card: &'static dyn Card, scene: &client::Scene) -> Scene {
    let choice = |choice: &client::Choice| Choice {
        path: choice.path.clone(),
        mv: choice.mv.clone(),
        places: None,
        also: choice.also.clone(),
    };
    Scene {
        game: card.name(),
        next: scene.next,
        picture: picture(card, &scene.picture),
        path: Vec::new(),
        choices: scene.choices.iter().map(choice).collect(),
        players: Vec::new(),
        status: scene.status.clone(),
        tallies: Vec::new(),
        moves: scene.moves.clone(),
        numbering: None,
        opening: scene.opening.clone(),
        controls: Vec::new(),
        over: scene.over,
        position: scene.position.clone(),
        timer: None,
        code: scene.code.clone(),
        figures: Vec::new(),
    }
}

fn picture(card: &'static dyn Card, picture: &client::Picture) -> Picture {
    // A picture that is no rectangle is none that can be drawn.
    let wanted = picture.columns.len() * picture.rows.len();
    let empty = |_| Cell { name: String::new(), shade: "", piece: None, marks: Vec::new() };
    let mut cells: Vec<Cell> = picture.cells.iter().map(|read| cell(card, read)).collect();
    cells.extend((cells.len()..wanted).map(empty));
    cells.truncate(wanted);
    Picture { columns: picture.columns.clone(), rows: picture.rows.clone(), cells }
}

fn cell(card: &'static dyn Card, cell: &client::Cell) -> Cell {
    let mark = |name: &String| match name.as_str() {
        "last-move" => Some(Mark::LastMove),
        "check" => Some(Mark::Check),
        "must-capture" => Some(Mark::MustCapture),
        "winning" => Some(Mark::Winning),
        _ => None,
    };
    let first = card.board().shades.first().map_or("", |shade| shade.name);
    Cell {
        name: cell.name.clone(),
        shade: card.shade(&cell.shade).map_or(first, |shade| shade.name),
        piece: cell.piece.as_ref().and_then(|read| piece(card, read)),
        marks: cell.marks.iter().filter_map(mark).collect(),
    }
}

fn piece(card: &'static dyn Card, piece: &client::Piece) -> Option<Piece> {
    let side = match piece.side.as_deref() {
        Some("white") => Some(Colour::White),
        Some("black") => Some(Colour::Black),
        _ => None,
    };
    let same = |style: &&table::card::PieceStyle| style.kind == piece.kind && style.side == side;
    card.pieces().iter().find(same).map(table::card::PieceStyle::piece)
}
