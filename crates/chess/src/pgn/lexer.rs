//! The words of PGN.

use super::comment::Comment;
use super::error::{At, PgnFault, SyntaxError, TextError, cut};
use super::game::GameResult;
use super::nag::Nag;
use super::source::{BYTE_ORDER_MARK, Source, decode, is_blank_byte, is_line_end};
use super::tags::is_name_byte;
use super::{MAX_COMMENT_BYTES, MAX_TAG_BYTES};
use crate::san::San;
use ::game::TextPosition;
use std::io::{self, BufRead};

/// A word, or what takes the place of one.
pub(super) enum Token {
    /// A tag. Whose it is decides which game its error belongs to, so the error is a part of it. Boxed, because
    /// the words that come most often are moves, and a token is as large as its largest kind.
    Tag(Box<Result<Tag, SyntaxError>>),
    Comment(Comment),
    Open,
    Close,
    Nag(Nag),
    /// A move, with an annotation that is written as one word with it, as in `Qxf7+-`.
    Move {
        san: San,
        nag: Option<Nag>,
    },
    /// A word that is no move. How much that costs depends on where it stands.
    Unreadable(PgnFault),
    Result(GameResult),
}

pub(super) struct Tag {
    pub name: String,
    pub value: String,
}

/// How long a word is read on: longer than any move or number.
const LONGEST_WORD: usize = 64;

/// What a game's first tag looks like where a comment was not closed.
const FIRST_TAG: &[u8] = b"[Event \"";

pub(super) struct Lexer<R> {
    source: Source<R>,
    put_back: Option<At<Token>>,
    /// The bytes of the word or comment that is being read, kept so as to be used again.
    bytes: Vec<u8>,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(input: R) -> Lexer<R> {
        Lexer { source: Source::new(input), put_back: None, bytes: Vec::new() }
    }

    /// How many bytes were taken up to now.
    pub fn taken(&self) -> u64 {
        self.source.taken()
    }

    /// Makes this token the next one.
    pub fn put_back(&mut self, token: At<Token>) {
        self.put_back = Some(token);
    }

    /// The next token, or nothing at the end of the text.
    pub fn next(&mut self) -> Result<Option<At<Token>>, TextError> {
        if let Some(token) = self.put_back.take() {
            return Ok(Some(token));
        }
        loop {
            self.skip_blanks()?;
            let place = self.source.place();
            let Some(byte) = self.source.peek()? else { return Ok(None) };
            if let Some(value) = self.token(byte, place)? {
                return Ok(Some(At { place, value }));
            }
        }
    }

    /// The token that begins with this byte; nothing where the text says nothing, as with numbers
    /// of moves.
    fn token(&mut self, byte: u8, place: TextPosition) -> Result<Option<Token>, TextError> {
        Ok(Some(match byte {
            b'[' => Token::Tag(Box::new(settle(self.tag(place))?)),
            b'{' => Token::Comment(self.comment_in_braces(place)?),
            b';' => Token::Comment(self.comment_to_line_end(place)?),
            b'(' => self.take(byte, Token::Open),
            b')' => self.take(byte, Token::Close),
            b'*' => self.take(byte, Token::Result(GameResult::Unknown)),
            b'$' => return Ok(self.nag()?.map(Token::Nag)),
            b'!' | b'?' => return Ok(self.glyph()?.map(Token::Nag)),
            b'.' => {
                self.source.take(byte);
                return Ok(None);
            }
            0xef => return Ok(self.byte_order_mark()?),
            b'0'..=b'9' => return Ok(self.number()?),
            _ => {
                self.bytes.clear();
                return Ok(self.rest_of_word()?);
            }
        }))
    }

    fn take(&mut self, byte: u8, token: Token) -> Token {
        self.source.take(byte);
        token
    }

    /// White space, control characters, and lines that begin with a percent sign.
    fn skip_blanks(&mut self) -> io::Result<()> {
        while let Some(byte) = self.source.peek()? {
            if is_blank_byte(byte) {
                self.source.take(byte);
            } else if byte == b'%' && self.source.at_line_start() {
                self.source.skip_line()?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Reads a word of the bytes of which the test holds, but not too many. The test must not hold of a line end.
    fn read_word(&mut self, test: impl Fn(u8) -> bool) -> io::Result<()> {
        self.bytes.clear();
        self.read_on(LONGEST_WORD, test)
    }

    /// Adds to the word until it has so many bytes.
    fn read_on(&mut self, most: usize, test: impl FnMut(u8) -> bool) -> io::Result<()> {
        let bytes = &mut self.bytes;
        let left = most.saturating_sub(bytes.len());
        self.source.take_within_line(left, test, |run| bytes.extend_from_slice(run))
    }

    /// What stands here up to the next white space, for an error message.
    fn found(&mut self) -> io::Result<String> {
        self.read_word(|byte| !is_blank_byte(byte))?;
        Ok(cut(&decode(&self.bytes)))
    }

    /// A byte-order mark says nothing; anything else that begins like one has no place here.
    fn byte_order_mark(&mut self) -> io::Result<Option<Token>> {
        let taken = self.source.take_byte_order_mark()?;
        if taken == BYTE_ORDER_MARK {
            return Ok(None);
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(taken);
        self.sign().map(Some)
    }

    /// The number of a move, or a word that begins with a digit: a result, a castling with zeros.
    fn number(&mut self) -> io::Result<Option<Token>> {
        self.read_word(|byte| byte.is_ascii_digit())?;
        let next = self.source.peek()?;
        let goes_on = next.is_some_and(|byte| is_name_byte(byte) || byte == b'/');
        let is_null_move = self.bytes == b"0000" && next != Some(b'.');
        if self.bytes.len() < LONGEST_WORD && !goes_on && !is_null_move {
            return Ok(None);
        }
        self.rest_of_word()
    }

    /// A move, a result or an annotation, of which a part may have been read.
    fn rest_of_word(&mut self) -> io::Result<Option<Token>> {
        self.read_on(LONGEST_WORD, |byte| is_name_byte(byte) || matches!(byte, b'/' | b'.'))?;
        if self.bytes.is_empty() {
            return self.sign().map(Some);
        }
        Ok(token_of_word(&self.bytes))
    }

    /// Something that is no letter, digit or sign of a move: it begins with the bytes that are there, and goes
    /// on to the next white space or bracket.
    fn sign(&mut self) -> io::Result<Token> {
        if self.bytes.is_empty()
            && let Some(byte) = self.source.peek()?
        {
            self.source.take(byte);
            self.bytes.push(byte);
        }
        self.read_on(LONGEST_WORD, |byte| !is_blank_byte(byte) && !b"(){}[];$".contains(&byte))?;
        let sign = decode(&self.bytes);
        Ok(match Nag::from_sign(&sign) {
            Some(nag) => Token::Nag(nag),
            None => Token::Unreadable(PgnFault::Unexpected(cut(&sign))),
        })
    }

    /// `$1` and so on; nothing for a number that no annotation has.
    fn nag(&mut self) -> io::Result<Option<Nag>> {
        self.source.take(b'$');
        self.read_word(|byte| byte.is_ascii_digit())?;
        Ok(decode(&self.bytes).parse().ok().map(Nag))
    }

    /// `!?` and the like; nothing for marks that mean nothing.
    fn glyph(&mut self) -> io::Result<Option<Nag>> {
        self.read_word(|byte| matches!(byte, b'!' | b'?'))?;
        Ok(Nag::from_glyph(&decode(&self.bytes)))
    }

    fn comment_in_braces(&mut self, place: TextPosition) -> Result<Comment, TextError> {
        self.source.take(b'{');
        self.bytes.clear();
        loop {
            let Some(byte) = self.source.peek()? else {
                return Err(PgnFault::UnterminatedComment.at(place).into());
            };
            if byte == b'[' && self.source.at_line_start() {
                if self.game_begins()? {
                    return Err(PgnFault::UnterminatedComment.at(place).into());
                }
                continue;
            }
            if byte == b'}' {
                self.source.take(byte);
                return self.comment(place);
            }
            self.comment_bytes(byte, place, |byte| byte != b'}')?;
        }
    }

    /// Does the first tag of a game begin here? If so, the whole tag is put back, and if not, the
    /// part that looked like one is added to the comment.
    fn game_begins(&mut self) -> Result<bool, TextError> {
        let place = self.source.place();
        for (index, &byte) in FIRST_TAG.iter().enumerate() {
            if !self.source.take_if(byte)? {
                self.bytes.extend_from_slice(&FIRST_TAG[..index]);
                return Ok(false);
            }
        }
        let tag = settle(self.tag_value("Event".to_owned(), place))?;
        let value = Token::Tag(Box::new(tag));
        self.put_back(At { place, value });
        Ok(true)
    }

    fn comment_to_line_end(&mut self, place: TextPosition) -> Result<Comment, TextError> {
        self.source.take(b';');
        self.bytes.clear();
        while let Some(byte) = self.source.peek()?
            && !is_line_end(byte)
        {
            self.comment_bytes(byte, place, |_| true)?;
        }
        self.comment(place)
    }

    /// Takes white space, of which one space is kept, or words of which the test holds.
    fn comment_bytes(
        &mut self,
        next: u8,
        place: TextPosition,
        test: impl Fn(u8) -> bool,
    ) -> Result<(), TextError> {
        // One more than allowed, for a space at the end that does not count.
        const MOST: usize = MAX_COMMENT_BYTES + 1;
        if is_blank_byte(next) {
            self.source.take(next);
            if self.bytes.last().is_some_and(|&last| last != b' ') {
                self.bytes.push(b' ');
            }
        } else {
            let mut after_space = false;
            self.read_on(MOST + 1, |byte| {
                let is_space = byte == b' ';
                let twice = is_space && after_space;
                after_space = is_space;
                !twice && !byte.is_ascii_control() && test(byte)
            })?;
        }
        if self.bytes.len() > MOST {
            return Err(PgnFault::CommentTooLong.at(place).into());
        }
        Ok(())
    }

    fn comment(&self, place: TextPosition) -> Result<Comment, TextError> {
        let comment = Comment::of_words(&decode(&self.bytes));
        Ok(comment.map_err(|_| PgnFault::CommentTooLong.at(place))?)
    }

    /// A comment that begins on this line with nothing but spaces before it.
    pub fn comment_on_line(&mut self) -> Result<Option<Comment>, TextError> {
        self.source.skip_while(|byte| is_blank_byte(byte) && !is_line_end(byte))?;
        let place = self.source.place();
        Ok(match self.source.peek()? {
            Some(b'{') => Some(self.comment_in_braces(place)?),
            Some(b';') => Some(self.comment_to_line_end(place)?),
            _ => None,
        })
    }

    fn tag(&mut self, place: TextPosition) -> Result<Tag, TextError> {
        self.source.take(b'[');
        self.source.skip_while(is_blank_byte)?;
        let here = self.in_tag(place)?;
        self.bytes.clear();
        self.read_on(MAX_TAG_BYTES + 1, is_name_byte)?;
        if self.bytes.len() > MAX_TAG_BYTES {
            return Err(PgnFault::TagTooLong.at(place).into());
        }
        let name = decode(&self.bytes).into_owned();
        if name.is_empty() {
            return Err(PgnFault::NoTagName(self.found()?).at(here).into());
        }
        self.source.skip_while(is_blank_byte)?;
        let here = self.in_tag(place)?;
        if !self.source.take_if(b'"')? {
            return Err(PgnFault::NoTagValue(self.found()?).at(here).into());
        }
        self.tag_value(name, place)
    }

    /// The place, in a tag that must go on and does not where another one begins.
    fn in_tag(&mut self, tag: TextPosition) -> Result<TextPosition, TextError> {
        match self.source.peek()? {
            Some(b'[') if self.source.at_line_start() => {
                Err(PgnFault::UnterminatedTag.at(tag).into())
            }
            Some(_) => Ok(self.source.place()),
            None => Err(PgnFault::UnterminatedTag.at(tag).into()),
        }
    }

    /// The rest of a tag after the opening quote.
    fn tag_value(&mut self, name: String, place: TextPosition) -> Result<Tag, TextError> {
        self.bytes.clear();
        let most = MAX_TAG_BYTES.saturating_sub(name.len());
        while !self.source.take_if(b'"')? {
            let byte = match self.source.peek()? {
                Some(byte) if !is_line_end(byte) => byte,
                _ => return Err(PgnFault::UnterminatedTag.at(place).into()),
            };
            if byte == b'\\' || byte.is_ascii_control() {
                self.source.take(byte);
                self.bytes.push(match (byte, self.source.peek()?) {
                    (b'\\', Some(escaped @ (b'"' | b'\\'))) => {
                        self.source.take(escaped);
                        escaped
                    }
                    (b'\\', _) => byte,
                    _ => b' ',
                });
            } else {
                let plain = |byte: u8| !matches!(byte, b'"' | b'\\') && !byte.is_ascii_control();
                self.read_on(most + 1, plain)?;
            }
            if self.bytes.len() > most {
                return Err(PgnFault::TagTooLong.at(place).into());
            }
        }
        let value = decode(&self.bytes).into_owned();
        self.source.skip_while(is_blank_byte)?;
        let here = self.in_tag(place)?;
        if !self.source.take_if(b']')? {
            return Err(PgnFault::NoTagEnd(self.found()?).at(here).into());
        }
        Ok(Tag { name, value })
    }

    /// Goes to where the next game begins: to a line that begins with a tag and does not belong to
    /// the tags of a game that is given up, or to the end of the text.
    pub fn skip_game(&mut self, mut in_tags: bool) -> io::Result<()> {
        if self.put_back.is_some() {
            return Ok(());
        }
        loop {
            if !self.source.at_line_start() {
                self.source.skip_line()?;
            }
            self.source.skip_while(is_blank_byte)?;
            let place = self.source.place();
            let Some(byte) = self.source.peek()? else { return Ok(()) };
            if byte == b'[' && self.source.at_line_start() {
                let tag = settle(self.tag(place))?;
                let first = tag.as_ref().is_ok_and(|tag| tag.name == "Event");
                // A line of a comment may begin with a command, [%clk ...], which is no tag.
                let named = !matches!(&tag, Err(error) if error.is_nameless_tag());
                if first || !in_tags && named {
                    self.put_back(At { place, value: Token::Tag(Box::new(tag)) });
                    return Ok(());
                }
            } else {
                in_tags &= byte == b'%';
                self.source.skip_line()?;
            }
        }
    }
}

/// The meaning of a word of letters, digits and the signs of moves; nothing for `e.p.`, and for a check mark that
/// stands alone.
fn token_of_word(word: &[u8]) -> Option<Token> {
    if let Some(san) = San::read(word) {
        return Some(Token::Move { san, nag: None });
    }
    let text = decode(word);
    if let Some(result) = GameResult::from_marker(&text) {
        return Some(Token::Result(result));
    }
    if let Some(nag) = Nag::from_sign(&text) {
        return Some(Token::Nag(nag));
    }
    if matches!(text.trim_end_matches(['+', '#']), "e.p." | "e.p" | "ep" | "") {
        return None;
    }
    let signs = text.trim_end_matches(['+', '-', '=', '/']).len();
    let annotated = text.char_indices().skip_while(|&(at, _)| at < signs).find_map(|(at, _)| {
        let (mv, sign) = text.split_at(at);
        Some(Token::Move { san: mv.parse().ok()?, nag: Some(Nag::from_sign(sign)?) })
    });
    Some(annotated.unwrap_or_else(|| Token::Unreadable(PgnFault::NotAMove(cut(&text)))))
}

/// What is wrong with the text becomes a value; what is wrong with its source stays an error.
fn settle<T>(result: Result<T, TextError>) -> io::Result<Result<T, SyntaxError>> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(TextError::Syntax(error)) => Ok(Err(error)),
        Err(TextError::Io(error)) => Err(error),
    }
}
