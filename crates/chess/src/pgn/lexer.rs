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
use std::borrow::Cow;
use std::io::{self, BufRead};

/// A word, or what takes the place of one.
pub(super) enum Token {
    /// A tag. Whose it is decides which game its error belongs to, so the error is a part of it.
    Tag(Result<Tag, SyntaxError>),
    Comment(Comment),
    Open,
    Close,
    Nag(Nag),
    Move(San),
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
            b'[' => Token::Tag(settle(self.tag(place))?),
            b'{' => Token::Comment(self.comment_in_braces(place)?),
            b';' => Token::Comment(self.comment_to_line_end(place)?),
            b'(' => self.take(byte, Token::Open),
            b')' => self.take(byte, Token::Close),
            b'*' => self.take(byte, Token::Result(GameResult::Unknown)),
            b'$' => Token::Nag(self.nag(place)?),
            b'!' | b'?' => Token::Nag(self.glyph(place)?),
            b'.' => {
                self.source.take(byte);
                return Ok(None);
            }
            0xef => return self.byte_order_mark(place),
            _ => return self.word(place),
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

    /// Reads a word of the bytes of which the test holds, but not too many.
    fn read_word(&mut self, test: impl Fn(u8) -> bool) -> io::Result<Cow<'_, str>> {
        self.bytes.clear();
        self.read_on(test)?;
        Ok(decode(&self.bytes))
    }

    /// Adds to the word.
    fn read_on(&mut self, test: impl Fn(u8) -> bool) -> io::Result<()> {
        while self.bytes.len() < LONGEST_WORD
            && let Some(byte) = self.source.peek()?
            && test(byte)
        {
            self.source.take(byte);
            self.bytes.push(byte);
        }
        Ok(())
    }

    /// What stands here up to the next white space, for an error message.
    fn found(&mut self) -> io::Result<String> {
        Ok(cut(&self.read_word(|byte| !is_blank_byte(byte))?))
    }

    /// A byte-order mark says nothing; anything else that begins like one has no place here.
    fn byte_order_mark(&mut self, place: TextPosition) -> Result<Option<Token>, TextError> {
        let taken = self.source.take_byte_order_mark()?;
        if taken == BYTE_ORDER_MARK {
            return Ok(None);
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(taken);
        self.read_on(|byte| !is_blank_byte(byte))?;
        Err(PgnFault::Unexpected(cut(&decode(&self.bytes))).at(place).into())
    }

    /// A move, a result, or the number of a move.
    fn word(&mut self, place: TextPosition) -> Result<Option<Token>, TextError> {
        let digits = self.read_word(|byte| byte.is_ascii_digit())?.len();
        let next = self.source.peek()?;
        let goes_on = next.is_some_and(|byte| is_name_byte(byte) || byte == b'/');
        if (1..LONGEST_WORD).contains(&digits) && !goes_on {
            return Ok(None);
        }
        self.read_on(|byte| is_name_byte(byte) || matches!(byte, b'/' | b'.'))?;
        if self.bytes.is_empty() {
            return Err(PgnFault::Unexpected(self.found()?).at(place).into());
        }
        let word = decode(&self.bytes);
        if let Some(result) = GameResult::from_marker(&word) {
            return Ok(Some(Token::Result(result)));
        }
        if matches!(word.trim_end_matches(['+', '#']), "e.p." | "e.p" | "ep") {
            return Ok(None);
        }
        match word.parse() {
            Ok(san) => Ok(Some(Token::Move(san))),
            Err(_) => Err(PgnFault::NotAMove(cut(&word)).at(place).into()),
        }
    }

    fn nag(&mut self, place: TextPosition) -> Result<Nag, TextError> {
        self.source.take(b'$');
        let digits = self.read_word(|byte| byte.is_ascii_digit())?;
        match digits.parse() {
            Ok(number) => Ok(Nag(number)),
            Err(_) => Err(PgnFault::NotANag(cut(&format!("${digits}"))).at(place).into()),
        }
    }

    fn glyph(&mut self, place: TextPosition) -> Result<Nag, TextError> {
        let glyph = self.read_word(|byte| matches!(byte, b'!' | b'?'))?;
        Ok(Nag::from_glyph(&glyph).ok_or_else(|| PgnFault::NotAGlyph(cut(&glyph)).at(place))?)
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
            self.source.take(byte);
            if byte == b'}' {
                return self.comment(place);
            }
            self.push_collapsed(byte, place)?;
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
        let value = Token::Tag(settle(self.tag_value("Event".to_owned(), place))?);
        self.put_back(At { place, value });
        Ok(true)
    }

    fn comment_to_line_end(&mut self, place: TextPosition) -> Result<Comment, TextError> {
        self.source.take(b';');
        self.bytes.clear();
        while let Some(byte) = self.source.peek()?
            && !is_line_end(byte)
        {
            self.source.take(byte);
            self.push_collapsed(byte, place)?;
        }
        self.comment(place)
    }

    /// Adds a byte of a comment, with one space for any white space.
    fn push_collapsed(&mut self, byte: u8, place: TextPosition) -> Result<(), SyntaxError> {
        if !is_blank_byte(byte) {
            self.bytes.push(byte);
        } else if self.bytes.last().is_some_and(|&last| last != b' ') {
            self.bytes.push(b' ');
        }
        // One more than allowed, for a space at the end that does not count.
        if self.bytes.len() > MAX_COMMENT_BYTES + 1 {
            return Err(PgnFault::CommentTooLong.at(place));
        }
        Ok(())
    }

    fn comment(&self, place: TextPosition) -> Result<Comment, TextError> {
        let comment = Comment::new(&decode(&self.bytes));
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
        let mut name = String::new();
        while let Some(byte) = self.source.peek()?
            && is_name_byte(byte)
        {
            self.source.take(byte);
            name.push(char::from(byte));
            if name.len() > MAX_TAG_BYTES {
                return Err(PgnFault::TagTooLong.at(place).into());
            }
        }
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
        let mut value = Vec::new();
        while !self.source.take_if(b'"')? {
            let mut byte = match self.source.peek()? {
                Some(byte) if !is_line_end(byte) => byte,
                _ => return Err(PgnFault::UnterminatedTag.at(place).into()),
            };
            self.source.take(byte);
            if byte == b'\\'
                && let Some(escaped @ (b'"' | b'\\')) = self.source.peek()?
            {
                self.source.take(escaped);
                byte = escaped;
            }
            value.push(if byte.is_ascii_control() { b' ' } else { byte });
            if name.len() + value.len() > MAX_TAG_BYTES {
                return Err(PgnFault::TagTooLong.at(place).into());
            }
        }
        self.source.skip_while(is_blank_byte)?;
        let here = self.in_tag(place)?;
        if !self.source.take_if(b']')? {
            return Err(PgnFault::NoTagEnd(self.found()?).at(here).into());
        }
        Ok(Tag { name, value: decode(&value).into_owned() })
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
                    self.put_back(At { place, value: Token::Tag(tag) });
                    return Ok(());
                }
            } else {
                in_tags &= byte == b'%';
                self.source.skip_line()?;
            }
        }
    }
}

/// What is wrong with the text becomes a value; what is wrong with its source stays an error.
fn settle<T>(result: Result<T, TextError>) -> io::Result<Result<T, SyntaxError>> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(TextError::Syntax(error)) => Ok(Err(error)),
        Err(TextError::Io(error)) => Err(error),
    }
}
