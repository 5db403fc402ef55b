//! What can be typed.

use table::GameName;

const CHESS: &str = "\
To move, write two squares: e2e4. Castling is the king's move: e1g1.
A pawn that reaches the last row becomes a queen; a fifth letter says what
else: e7e8n. Nf3, exd5, O-O and e8=N are understood, too.
On the board [] marks the last move and () a king in check.
";

const CHECKERS: &str = "\
To move, write where from and where to: 11-15, or f6-e5. The numbers of the
squares stand beside the board. A jump goes on as far as it can: 15x22, or
15x24x31 where two ways lead to the same square. Whoever can capture must.
On the board [] marks the last move and () a piece that must capture.
";

const OTHELLO: &str = "\
To move, write a square: f5. A disc must close in a line of the other
side's discs, which are turned over. A + marks where you can play, [] the last
move. Whoever has no move passes, which is done for you.
";

const MINES: &str = "\
c4         open a cell; the first one is never a mine
flag c4    mark a mine, or take the mark away (f c4)
chord c4   open all around a number that has its flags (c c4)
r          start again with new mines
A number says how many mines touch the cell; . is a cell that is closed.
";

const FOR_TWO: &str = "\
moves            the moves you can make; moves e2: those from one square
hint             a move to consider
undo             take the last move back
draw             offer a draw; accept or decline answers one
claim            claim a draw by repetition or lack of progress
resign           give up
history          the moves so far
clock            the time left
flip             turn the board; flip auto: it turns with the side to move
players          who plays; players black minimax:3 changes it
                 (human, random or minimax: and how many moves to look ahead)
mayhem           the computer plays both sides; again: you take them back
new, rematch     a new game; the same with sides exchanged
position         the position as text; position TEXT starts from one
";

const FOR_ONE: &str = "\
hint             a cell to open, and why
resign           give up
history          the moves so far
clock            the time so far
players          who plays; players solo random lets the computer try
new              the same as r
position         the code of the board, when the game is over;
                 position expert, or a code, starts that board
";

const EVERYWHERE: &str = "\
board            the board once more
save FILE        write the game to a file; load FILE goes on with it
export FILE      write it for other programs: PGN, PDN, GGF, RAWVF; load reads
                 those, too
quit             leave (Ctrl-D, too)
";

/// The help for a game.
pub fn text(game: GameName) -> String {
    let (moves, commands) = match game {
        GameName::Chess => (CHESS, FOR_TWO),
        GameName::Checkers => (CHECKERS, FOR_TWO),
        GameName::Othello => (OTHELLO, FOR_TWO),
        GameName::Mines => (MINES, FOR_ONE),
    };
    format!("{moves}\n{commands}{EVERYWHERE}")
}

/// The one thing to know before the first move.
pub fn first_steps(game: GameName) -> &'static str {
    match game {
        GameName::Chess => "Write a move such as e2e4, or help, or quit.",
        GameName::Checkers => "Write a move such as 11-15 or f6-e5, or help, or quit.",
        GameName::Othello => "Write a square such as f5, or help, or quit.",
        GameName::Mines => "Write a cell such as c4 to open it, flag c4 to mark it, help or quit.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::WORDS;

    #[test]
    fn every_word_is_explained_and_every_line_fits() {
        let all: String = GameName::ALL.map(text).concat() + "help yes no";
        for word in WORDS {
            assert!(all.contains(word), "{word} is not explained");
        }
        assert!(all.lines().all(|line| line.chars().count() < 80));
    }
}
