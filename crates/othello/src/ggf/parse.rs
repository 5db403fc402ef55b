//! Reading one game.

use super::{GGF_LIMIT, Ggf, GgfError, GgfFault, GgfMove, Tag, is_sound};
use crate::Setup;
use crate::text::{self, TextError, excerpt};
use crate::transcript::MOVES_LIMIT;
use crate::word::SIZES;
use game::Side;

/// A fault and the byte at which it was found.
type Found<T> = Result<T, (usize, GgfFault)>;

/// The one game of a text, with blanks around it.
pub(super) fn game(text: &[u8]) -> Result<Ggf, GgfError> {
    let mut parser = Parser { text, at: 0 };
    parser.game().map_err(|(at, fault)| TextError::at(text, at, fault))
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

/// A name and its value as it stands in the text, with the byte at which the value begins.
struct Property<'a> {
    name: &'a str,
    value: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn game(&mut self) -> Found<Ggf> {
        if self.text.len() > GGF_LIMIT {
            return Err((GGF_LIMIT, GgfFault::TooLong));
        }
        self.skip_blanks();
        if !self.take(b"(;") {
            return Err((self.at, GgfFault::NoBeginning));
        }
        let (mut named, mut setup) = (false, None);
        let (mut tags, mut moves) = (Vec::new(), Vec::new());
        while let Some(property) = self.property()? {
            match property.name {
                "GM" => named = is_othello(&property)?,
                "BO" if setup.is_some() => return Err((property.at, GgfFault::SecondBoard)),
                "BO" => setup = Some(board(&property)?),
                "B" | "W" if moves.len() == MOVES_LIMIT => {
                    return Err((property.at, GgfFault::TooManyMoves));
                }
                "B" => moves.push(written_move(Side::Black, &property)?),
                "W" => moves.push(written_move(Side::White, &property)?),
                name => tags.push(Tag { name: name.into(), value: unescaped(property.value) }),
            }
        }
        let end = self.at;
        self.skip_blanks();
        if self.at < self.text.len() {
            return Err((self.at, GgfFault::MoreAfterEnd));
        }
        if !named {
            return Err((end, GgfFault::NoGame));
        }
        Ok(Ggf { setup: setup.ok_or((end, GgfFault::NoBoard))?, tags, moves })
    }

    /// The next name with its value, or `None` after the end of the game.
    fn property(&mut self) -> Found<Option<Property<'a>>> {
        self.skip_blanks();
        if self.take(b";)") {
            return Ok(None);
        }
        if self.at == self.text.len() {
            return Err((self.at, GgfFault::NoEnd));
        }
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let name = match str::from_utf8(&rest[..length]) {
            Ok(name) if (1..=8).contains(&length) => name,
            _ => return Err((start, GgfFault::Name { given: excerpt(rest) })),
        };
        self.at += length;
        self.skip_blanks();
        if !self.take(b"[") {
            return Err((self.at, GgfFault::NoValue { name: name.into() }));
        }
        let at = self.at;
        let value = self.value().ok_or((start, GgfFault::UnclosedValue { name: name.into() }))?;
        Ok(Some(Property { name, value, at }))
    }

    /// Everything up to the closing bracket, which is passed over.
    fn value(&mut self) -> Option<&'a [u8]> {
        let rest = &self.text[self.at..];
        let mut escaped = false;
        let length = rest.iter().position(|&byte| {
            let closes = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            closes
        })?;
        self.at += length + 1;
        Some(&rest[..length])
    }

    fn take(&mut self, token: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
    }
}

fn unescaped(value: &[u8]) -> String {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter();
    while let Some(&byte) = bytes.next() {
        let escaped = if byte == b'\\' { bytes.next() } else { None };
        plain.push(*escaped.unwrap_or(&byte));
    }
    String::from_utf8_lossy(&plain).into_owned()
}

fn is_othello(property: &Property) -> Found<bool> {
    if property.value.trim_ascii().eq_ignore_ascii_case(b"Othello") {
        Ok(true)
    } else {
        Err((property.at, GgfFault::OtherGame { given: excerpt(property.value) }))
    }
}

/// `8 ---...--- *`, with blanks wherever they please.
fn board(property: &Property) -> Found<Setup> {
    let Property { value, at, .. } = *property;
    let blanks = value.len() - value.trim_ascii_start().len();
    let digits = value[blanks..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = &value[blanks..blanks + digits];
    let named = |size: &usize| size.to_string().as_bytes() == number;
    let size = SIZES
        .into_iter()
        .find(named)
        .ok_or_else(|| (at, GgfFault::BoardSize { given: excerpt(value.trim_ascii()) }))?;
    let letters: Vec<(usize, u8)> = value
        .iter()
        .copied()
        .enumerate()
        .skip(blanks + digits)
        .filter(|(_, letter)| !letter.is_ascii_whitespace())
        .collect();
    let wanted = size * size;
    let (squares, &(last, mover)) = match letters.split_last() {
        Some((mover, squares)) if squares.len() == wanted => (squares, mover),
        _ => return Err((at, GgfFault::BoardLength { wanted, given: letters.len() })),
    };
    let contents = squares.iter().map(|&(i, letter)| {
        let fault = GgfFault::Contents { given: char::from(letter) };
        text::contents(letter).ok_or((at + i, fault))
    });
    let contents: Vec<Option<Side>> = contents.collect::<Found<_>>()?;
    let fault = GgfFault::SideToMove { given: char::from(mover) };
    let mover = text::side(mover).ok_or((at + last, fault))?;
    Ok(Setup::of_rows(size, &contents, mover))
}

/// `f5`, `f5/0.5`, `f5//1.25` or `f5/0.5/1.25`.
fn written_move(side: Side, property: &Property) -> Found<GgfMove> {
    let Property { value, at, .. } = *property;
    let mut parts = value.splitn(3, |&byte| byte == b'/');
    let name = parts.next().unwrap_or_default();
    let mv = text::whole_move(name)
        .ok_or_else(|| (at, GgfFault::Move { given: excerpt(name.trim_ascii()) }))?;
    let evaluation = parts.next().unwrap_or_default();
    let seconds = parts.next().unwrap_or_default();
    let evaluation_at = at + name.len() + 1;
    let seconds = number(seconds, evaluation_at + evaluation.len() + 1)?;
    let evaluation = number(evaluation, evaluation_at)?;
    Ok(GgfMove { side, mv, evaluation, seconds })
}

fn number(part: &[u8], at: usize) -> Found<Option<f64>> {
    let part = part.trim_ascii();
    if part.is_empty() {
        return Ok(None);
    }
    str::from_utf8(part)
        .ok()
        .and_then(|text| text.parse().ok())
        .filter(|&number| is_sound(number))
        .map(Some)
        .ok_or_else(|| (at, GgfFault::Number { given: excerpt(part) }))
}
