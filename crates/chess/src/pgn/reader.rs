//! Games from a source of bytes, one after the other.

use super::error::{At, PgnFault, ReadError, SyntaxError, TextError};
use super::lexer::{Lexer, Tag, Token};
use super::text::read_variant;
use super::{
    Comment, Game, GameResult, GameText, Line, MAX_GAME_BYTES, MAX_NESTING, MAX_TAG_BYTES, Nag,
    Node,
};
use crate::san::San;
use ::game::TextPosition;
use std::io::{self, BufRead};

/// Reads games one after the other.
///
/// As an iterator it gives games, or the error of one game and then the next game. Only a failure of
/// the source itself ends it early. A file without tags has no mark where a game begins: after an
/// error the rest of it is skipped.
///
/// ```
/// # use chess::pgn::Reader;
/// let text = "[Event \"one\"]\n\n1. e4 e5 1-0\n\n[Event \"two\"]\n\n1. e5 *\n\n[Event \"three\"]\n\n1. d4 *\n";
/// let mut reader = Reader::new(text.as_bytes());
/// assert_eq!(reader.next().unwrap().unwrap().tags.get("Event"), Some("one"));
/// assert_eq!(reader.next().unwrap().unwrap_err().to_string(),
///     "line 7, column 4: Illegal pawn move: a pawn cannot go from e2 to e5");
/// assert_eq!(reader.next().unwrap().unwrap().tags.get("Event"), Some("three"));
/// assert!(reader.next().is_none());
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A failure of the source, to be reported next.
    failure: Option<io::Error>,
    finished: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of the games in `input`.
    pub fn new(input: R) -> Reader<R> {
        Reader { lexer: Lexer::new(input), failure: None, finished: false }
    }

    /// The next game as text, or nothing at the end.
    pub fn read_text(&mut self) -> Result<Option<GameText>, TextError> {
        if let Some(failure) = self.failure.take() {
            self.finished = true;
            return Err(failure.into());
        }
        if self.finished {
            return Ok(None);
        }
        let mut draft = Draft::default();
        match self.fill(&mut draft) {
            Ok(()) => Ok(draft.finish()),
            Err(TextError::Io(failure)) => {
                self.finished = true;
                Err(failure.into())
            }
            Err(error) => {
                self.failure = self.lexer.skip_game(draft.has_tags && !draft.tags_over).err();
                // Another variant has moves of its own. Its name says more than the first of them.
                if draft.is_of_another_variant() { Ok(draft.finish()) } else { Err(error) }
            }
        }
    }

    /// The one game that there is.
    pub(super) fn read_only_text(&mut self) -> Result<GameText, TextError> {
        let start = TextPosition::START;
        let text = self.read_text()?.ok_or(PgnFault::NoGame.at(start))?;
        if let Some(token) = self.lexer.next()? {
            let place = token.place;
            self.lexer.put_back(token);
            if self.read_text()?.is_some() {
                return Err(PgnFault::AnotherGame.at(place).into());
            }
        }
        Ok(text)
    }

    fn fill(&mut self, draft: &mut Draft) -> Result<(), TextError> {
        let mut began_at = None;
        // A wrong tag is a token like any other, so an error here is one among the moves.
        while let Some(At { place, value }) =
            self.lexer.next().inspect_err(|_| draft.tags_over = true)?
        {
            let began_at = *began_at.get_or_insert(self.lexer.taken());
            if self.lexer.taken() - began_at > MAX_GAME_BYTES {
                return Err(PgnFault::GameTooLarge.at(place).into());
            }
            draft.tags_over |= draft.has_tags && !matches!(value, Token::Tag(_));
            match value {
                Token::Tag(tag) if draft.ends_before(&tag) => {
                    self.lexer.put_back(At { place, value: Token::Tag(tag) });
                    break;
                }
                Token::Tag(tag) => draft.tag(place, *tag)?,
                Token::Result(result) if draft.open.is_empty() => {
                    draft.result = Some(result);
                    while let Some(comment) = self.lexer.comment_on_line()? {
                        draft.comment(comment);
                    }
                    break;
                }
                Token::Result(_) => {}
                Token::Comment(comment) => draft.comment(comment),
                Token::Move { san, nag } => draft.mv(place, san, nag),
                Token::Unreadable(fault) => draft.unreadable(place, fault)?,
                Token::Nag(nag) => draft.nag(nag),
                Token::Open => draft.open(place)?,
                Token::Close => draft.close(place)?,
            }
        }
        draft.check_closed()
    }
}

/// Once the source has failed or is used up, there are no more games.
impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read_text() {
            Ok(None) => None,
            Ok(Some(text)) => Some(text.resolve().map_err(ReadError::from)),
            Err(error) => Some(Err(error.into())),
        }
    }
}

/// Room for the moves of most games, so that they are not moved as their number grows.
const USUAL_LENGTH: usize = 64;

/// A game of which a part has been read.
#[derive(Default)]
struct Draft {
    text: GameText,
    has_tags: bool,
    has_event: bool,
    /// No more tags can belong to the game: there were some and then something else, or a move.
    tags_over: bool,
    result_tag: Option<GameResult>,
    /// The variations that are open, each in the one before it.
    open: Vec<Variation>,
    result: Option<GameResult>,
}

/// A variation of which a part has been read.
struct Variation {
    began_at: TextPosition,
    line: Line<At<San>>,
    kept: Kept,
}

/// How much of a variation is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// All of it.
    All,
    /// All but a mark with no move before it, as in `(=)`.
    AllButMarks,
    /// What comes before a word that cannot be read as a move.
    Beginning,
}

impl Draft {
    /// The line that is being read, unless what is read belongs to no line any more.
    fn line(&mut self) -> Option<&mut Line<At<San>>> {
        match self.open.last_mut() {
            Some(Variation { kept: Kept::Beginning, .. }) => None,
            Some(variation) => Some(&mut variation.line),
            None => Some(&mut self.text.moves),
        }
    }

    fn is_of_another_variant(&self) -> bool {
        self.text.variant.as_ref().is_some_and(|variant| read_variant(variant).is_err())
    }

    /// Does this tag belong to another game?
    fn ends_before(&self, tag: &Result<Tag, SyntaxError>) -> bool {
        let again = self.has_event && tag.as_ref().is_ok_and(|tag| tag.name == "Event");
        again || self.tags_over
    }

    fn tag(
        &mut self,
        place: TextPosition,
        tag: Result<Tag, SyntaxError>,
    ) -> Result<(), SyntaxError> {
        self.has_tags = true;
        let Tag { name, value } = tag?;
        self.has_event |= name == "Event";
        match name.as_str() {
            "FEN" => self.text.fen = Some(At { place, value }),
            "Variant" => self.text.variant = Some(At { place, value }),
            "Result" => self.result_tag = GameResult::from_marker(value.trim()),
            "SetUp" => {}
            // In UTF-8 a value may be longer than it was.
            _ if name.len() + value.len() > MAX_TAG_BYTES => {
                return Err(PgnFault::TagTooLong.at(place));
            }
            _ => self.text.tags.insert(name, value),
        }
        Ok(())
    }

    fn comment(&mut self, comment: Comment) {
        let Some(line) = self.line() else { return };
        match line.nodes.last_mut() {
            Some(node) => node.comments.push(comment),
            None => line.comments.push(comment),
        }
    }

    fn mv(&mut self, place: TextPosition, san: San, nag: Option<Nag>) {
        self.tags_over = true;
        if self.text.moves.nodes.is_empty() {
            self.text.moves.nodes.reserve(USUAL_LENGTH);
        }
        if let Some(line) = self.line() {
            line.nodes.push(Node::new(At { place, value: san }));
        }
        if let Some(nag) = nag {
            self.nag(nag);
        }
    }

    /// A word that is no move costs the variation in which it stands its rest, and a main line everything.
    fn unreadable(&mut self, place: TextPosition, fault: PgnFault) -> Result<(), SyntaxError> {
        match self.open.last_mut() {
            Some(variation) => variation.kept = Kept::Beginning,
            None => return Err(fault.at(place)),
        }
        Ok(())
    }

    /// An annotation with no move before it is passed over.
    fn nag(&mut self, nag: Nag) {
        if let Some(node) = self.line().and_then(|line| line.nodes.last_mut()) {
            node.nags.push(nag);
        } else if let Some(Variation { kept: kept @ Kept::All, .. }) = self.open.last_mut() {
            *kept = Kept::AllButMarks;
        }
    }

    fn open(&mut self, place: TextPosition) -> Result<(), SyntaxError> {
        let kept = match self.line() {
            Some(line) if line.nodes.is_empty() => {
                return Err(PgnFault::VariationWithoutMove.at(place));
            }
            Some(_) => Kept::All,
            None => Kept::Beginning,
        };
        if self.open.len() >= MAX_NESTING {
            return Err(PgnFault::NestingTooDeep.at(place));
        }
        self.open.push(Variation { began_at: place, line: Line::default(), kept });
        Ok(())
    }

    fn close(&mut self, place: TextPosition) -> Result<(), SyntaxError> {
        let Some(Variation { line: variation, kept, .. }) = self.open.pop() else {
            return Err(PgnFault::NoVariationToClose.at(place));
        };
        let is_kept = kept == Kept::All || !variation.is_empty();
        if let (true, Some(line)) = (is_kept, self.line())
            && let Some(node) = line.nodes.last_mut()
        {
            node.variations.push(variation);
        }
        Ok(())
    }

    fn check_closed(&self) -> Result<(), TextError> {
        match self.open.last() {
            Some(variation) => Err(PgnFault::UnterminatedVariation.at(variation.began_at).into()),
            None => Ok(()),
        }
    }

    /// The game, unless there was nothing but comments.
    fn finish(mut self) -> Option<GameText> {
        let empty = !self.has_tags && self.text.moves.nodes.is_empty() && self.result.is_none();
        // A `*` behind the moves means that nothing is said there, and not that the tag is wrong.
        let said = self.result.filter(|&result| result != GameResult::Unknown);
        self.text.result = said.or(self.result_tag).unwrap_or_default();
        (!empty).then_some(self.text)
    }
}
