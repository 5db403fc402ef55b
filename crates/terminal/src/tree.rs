//! The tree of variations as a table lists it: ways through it, and how books print it.

use table::AnyTable;
use table::analysis::{ASSESSMENTS, Path, SIGNS, TreeMove};
use table::scene::Numbering;

/// No variation is indented further than the one at this depth, so that narrow columns have room for moves.
const DEEPEST_INDENT: usize = 4;

/// A tree of variations: its moves, the main one of each position before the others.
#[derive(Debug, Clone, Default)]
pub struct Tree(Vec<TreeMove>);

impl Tree {
    pub fn of(table: &AnyTable) -> Tree {
        Tree(table.variations())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get(&self, at: usize) -> Option<&TreeMove> {
        self.0.get(at)
    }

    /// The places of the moves from a position, given by the place of the move that led there.
    fn after(&self, parent: Option<usize>) -> Vec<usize> {
        let follows = |(at, mv): (usize, &TreeMove)| (mv.parent == parent).then_some(at);
        self.0.iter().enumerate().filter_map(follows).collect()
    }

    /// The places of the moves of a path, as far as the tree has it.
    fn places(&self, path: &[String]) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::new();
        for name in path {
            let parent = places.last().copied();
            let next = self.after(parent).into_iter().find(|&at| self.0[at].mv == *name);
            match next {
                Some(at) => places.push(at),
                None => break,
            }
        }
        places
    }

    /// The place of the last move of a path; `None` at the start, and where the tree has no such path.
    pub fn place_of(&self, path: &[String]) -> Option<usize> {
        let places = self.places(path);
        places.last().copied().filter(|_| places.len() == path.len())
    }

    /// The beginning of a path that the tree has.
    pub fn known<'a>(&self, path: &'a [String]) -> &'a [String] {
        &path[..self.places(path).len()]
    }

    /// The moves that lead to a place.
    pub fn path_to(&self, at: usize) -> Path {
        let moves = std::iter::successors(Some(at), |&at| self.0[at].parent);
        let mut path: Path = moves.map(|at| self.0[at].mv.clone()).collect();
        path.reverse();
        path
    }

    /// A path with the main line behind it, to its end.
    pub fn main_from(&self, path: &[String]) -> Path {
        let mut line = path.to_vec();
        let mut here = self.place_of(path);
        while let Some(&next) = self.after(here).first() {
            line.push(self.0[next].mv.clone());
            here = Some(next);
        }
        line
    }

    /// The path to another move in place of the last one, so many further in their order. Behind the last comes the first.
    pub fn beside(&self, path: &[String], step: isize) -> Option<Path> {
        let at = self.place_of(path)?;
        let places = self.after(self.0[at].parent);
        let here = places.iter().position(|&place| place == at)?;
        let next = (here.cast_signed() + step).rem_euclid(places.len().cast_signed());
        Some(self.path_to(places[next.cast_unsigned()]))
    }

    /// The tree in the order of books: a move, then what could have been played instead in paragraphs of their own, then how
    /// the line goes on. The names of moves are shown as `written` gives them.
    pub fn printed(
        &self,
        numbering: Option<Numbering>,
        written: &dyn Fn(&str) -> String,
    ) -> Vec<Paragraph> {
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        let mut first = Vec::new();
        for (at, mv) in self.0.iter().enumerate() {
            mv.parent.map_or(&mut first, |parent| &mut after[parent]).push(at);
        }
        let mut printer = Printer { tree: self, after, numbering, written, paragraphs: Vec::new() };
        if let Some((&main, others)) = first.split_first() {
            printer.line(main, others.to_vec(), 1, 0);
        }
        printer.paragraphs
    }
}

/// Words that follow each other. Variations stand deeper than the line that they leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    pub depth: usize,
    pub words: Vec<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// A move with its number and its signs, by its place in the tree.
    Move { at: usize, text: String },
    /// A word of a comment.
    Comment(String),
}

impl Word {
    pub fn text(&self) -> &str {
        match self {
            Word::Move { text, .. } | Word::Comment(text) => text,
        }
    }
}

struct Printer<'a> {
    tree: &'a Tree,
    /// The moves after each move.
    after: Vec<Vec<usize>>,
    numbering: Option<Numbering>,
    written: &'a dyn Fn(&str) -> String,
    paragraphs: Vec<Paragraph>,
}

impl Printer<'_> {
    /// Prints a line along its main moves. Only variations nest, so a long game needs no deep stack.
    fn line(&mut self, first: usize, mut others: Vec<usize>, mut ply: usize, depth: usize) {
        let mut words = Vec::new();
        let mut numbered = true;
        let mut next = Some(first);
        while let Some(at) = next {
            let mv = &self.tree.0[at];
            words.extend(comment_words(&mv.before));
            words.push(Word::Move { at, text: self.label(at, ply, numbered) });
            let said = words.len();
            words.extend(comment_words(&mv.after));
            numbered = words.len() > said || !others.is_empty();
            if !others.is_empty() {
                self.paragraphs.push(Paragraph { depth, words: std::mem::take(&mut words) });
            }
            for other in std::mem::take(&mut others) {
                self.line(other, Vec::new(), ply, depth + 1);
            }
            let mut after = self.after[at].iter().copied();
            next = after.next();
            others = after.collect();
            ply += 1;
        }
        if !words.is_empty() {
            self.paragraphs.push(Paragraph { depth, words });
        }
    }

    fn label(&self, at: usize, ply: usize, numbered: bool) -> String {
        let TreeMove { mv, nags, .. } = &self.tree.0[at];
        let signs: String = nags.iter().map(|&nag| sign_of(nag)).collect();
        let mv = (self.written)(mv);
        format!("{}{mv}{signs}", number(self.numbering, ply, numbered))
    }
}

/// What stands before a move: `5. `, or `5... ` before the second one where it begins a line; nothing before one that
/// follows the first.
pub fn number(numbering: Option<Numbering>, ply: usize, begins: bool) -> String {
    let Numbering { first, second_begins } =
        numbering.unwrap_or(Numbering { first: 1, second_begins: false });
    let place = ply - 1 + usize::from(second_begins);
    let number = first as usize + place / 2;
    match (place % 2, begins) {
        (0, _) => format!("{number}. "),
        (_, true) => format!("{number}... "),
        (_, false) => String::new(),
    }
}

/// The moves of a line with their numbers, the first of which is the move of this ply.
pub fn numbered(numbering: Option<Numbering>, ply: usize, moves: &[String]) -> String {
    let name = |(at, mv): (usize, &String)| format!("{}{mv}", number(numbering, ply + at, at == 0));
    moves.iter().enumerate().map(name).collect::<Vec<_>>().join(" ")
}

/// A glyph as people write it, or by its number.
fn sign_of(nag: u8) -> String {
    let sign = SIGNS.iter().find(|(_, number)| *number == nag);
    let said = || ASSESSMENTS.iter().find(|(_, number)| *number == nag);
    match (sign, said()) {
        (Some((sign, _)), _) => (*sign).to_owned(),
        (None, Some((said, _))) => format!(" {said}"),
        (None, None) => format!(" ${nag}"),
    }
}

/// The number of a sign.
pub fn nag_of(sign: &str) -> Option<u8> {
    SIGNS.iter().find(|(written, _)| *written == sign).map(|(_, nag)| *nag)
}

fn comment_words(said: &[String]) -> Vec<Word> {
    prose(said).split_whitespace().map(|word| Word::Comment(word.to_owned())).collect()
}

/// What a person reads of comments: all but the commands of PGN, such as `[%eval 0.3]`.
pub fn prose(said: &[String]) -> String {
    let texts = said.iter().map(|text| split_commands(text).0);
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A comment with other prose, and the commands that it has.
pub fn with_prose(said: &[String], prose: &str) -> String {
    let mut parts: Vec<String> = said.iter().flat_map(|text| split_commands(text).1).collect();
    parts.push(prose.trim().to_owned());
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// The prose of a comment, and its commands.
fn split_commands(text: &str) -> (String, Vec<String>) {
    let (mut prose, mut commands, mut rest) = (String::new(), Vec::new(), text);
    while let Some(begin) = rest.find("[%") {
        let Some(length) = rest[begin..].find(']') else { break };
        let end = begin + length + 1;
        prose += &rest[..begin];
        prose.push(' ');
        commands.push(rest[begin..end].to_owned());
        rest = &rest[end..];
    }
    prose += rest;
    (prose.split_whitespace().collect::<Vec<_>>().join(" "), commands)
}

/// A row of a column of text: its words, each with the column at which it begins.
pub type Row = Vec<(usize, Word)>;

/// The paragraphs in rows of a width.
pub fn rows(paragraphs: Vec<Paragraph>, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for Paragraph { depth, words } in paragraphs {
        let indent = 2 * depth.min(DEEPEST_INDENT);
        let (mut row, mut column) = (Row::new(), indent);
        for word in words {
            let length = word.text().chars().count();
            if column + length > width && !row.is_empty() {
                rows.push(std::mem::take(&mut row));
                column = indent;
            }
            row.push((column, word));
            column += length + 1;
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(parent: Option<usize>, name: &str) -> TreeMove {
        let mv = name.to_owned();
        TreeMove {
            parent,
            mv,
            played: false,
            nags: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// 1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3!, and 1. d4.
    fn tree() -> Tree {
        let mut good = mv(Some(2), "Nf3");
        good.nags = vec![1, 10];
        good.after = vec!["[%eval 0.3] The knight comes [%cal Gg1f3] out.".to_owned()];
        Tree(vec![
            mv(None, "e4"),
            mv(None, "d4"),
            mv(Some(0), "e5"),
            mv(Some(0), "c5"),
            good,
            mv(Some(4), "Nc6"),
            mv(Some(3), "Nf3"),
            mv(Some(3), "c3"),
        ])
    }

    fn path(moves: &str) -> Path {
        moves.split_whitespace().map(str::to_owned).collect()
    }

    fn written(rows: &[Row]) -> Vec<String> {
        let row = |row: &Row| {
            let mut line = String::new();
            for (column, word) in row {
                line += &" ".repeat(column - line.chars().count());
                line += word.text();
            }
            line
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn a_tree_is_printed_as_in_books() {
        let printed = written(&rows(tree().printed(None, &str::to_owned), 60));
        assert_eq!(
            printed,
            [
                "1. e4",
                "  1. d4",
                "1... e5",
                "  1... c5 2. Nf3",
                "    2. c3",
                "2. Nf3! = The knight comes out. 2... Nc6"
            ]
        );
    }

    #[test]
    fn rows_are_broken_between_words_and_moves_keep_their_numbers() {
        let printed = written(&rows(tree().printed(None, &str::to_owned), 12));
        assert!(printed.contains(&"2. Nf3! =".to_owned()), "{printed:?}");
        assert!(printed.contains(&"The knight".to_owned()), "{printed:?}");
    }

    #[test]
    fn numbers_begin_where_the_position_says() {
        let numbering = Some(Numbering { first: 12, second_begins: true });
        assert_eq!(numbered(numbering, 1, &path("e5 Nf3 Nc6")), "12... e5 13. Nf3 Nc6");
        assert_eq!(numbered(None, 1, &path("e4 e5 Nf3")), "1. e4 e5 2. Nf3");
    }

    #[test]
    fn places_and_paths_lead_to_each_other() {
        let tree = tree();
        for at in 0..tree.0.len() {
            assert_eq!(tree.place_of(&tree.path_to(at)), Some(at));
        }
        assert_eq!(tree.place_of(&[]), None);
        assert_eq!(tree.place_of(&path("e4 e6")), None);
        assert_eq!(tree.known(&path("e4 e6 d4")), path("e4"));
        assert_eq!(tree.main_from(&[]), path("e4 e5 Nf3 Nc6"));
        assert_eq!(tree.main_from(&path("e4 c5")), path("e4 c5 Nf3"));
    }

    #[test]
    fn the_moves_beside_a_move_come_round() {
        let tree = tree();
        assert_eq!(tree.beside(&path("e4"), 1), Some(path("d4")));
        assert_eq!(tree.beside(&path("e4 e5"), -1), Some(path("e4 c5")));
        assert_eq!(tree.beside(&path("e4 c5"), 1), Some(path("e4 e5")));
        assert_eq!(tree.beside(&[], 1), None);
    }

    #[test]
    fn other_prose_leaves_commands_alone() {
        let said = ["[%eval 0.3] Good".to_owned(), "[%cal Gg1f3]".to_owned(), "[%open".to_owned()];
        assert_eq!(prose(&said), "Good [%open");
        assert_eq!(with_prose(&said, " Better "), "[%eval 0.3] [%cal Gg1f3] Better");
        assert_eq!(with_prose(&[], ""), "");
    }

    #[test]
    fn signs_have_the_numbers_of_pgn() {
        assert_eq!(nag_of("!?"), Some(5));
        assert_eq!(nag_of("="), None);
    }
}
