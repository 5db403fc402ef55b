//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use crate::bitboard::Bitboard;
use crate::coordinate::Coordinate;
use crate::illegal::{self, Illegal};
use crate::moves::Move;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};
use game::Perfect;
use std::fmt;
use std::str::FromStr;

/// A move in algebraic notation, not yet looked at on a board.
///
/// Read generously: check marks and annotations may be there or not (`Nf3+!?`), the `x` and the `=`
/// may be missing (`ed5`, `e8Q`), zeros castle as well as letters (`0-0`), and the long form
/// (`Ng1-f3`) is understood, as are coordinates (`g1f3`). Written exactly, as the PGN standard wants it.
///
/// ```
/// # use chess::{Position, San};
/// let start = Position::standard();
/// let mv = "Nf3".parse::<San>().unwrap().resolve(&start).unwrap();
/// assert_eq!(San::of(&start, mv).to_string(), "Nf3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct San {
    /// What is moved.
    pub mv: SanMove,
    /// The mark at the end.
    pub mark: Option<Mark>,
}

/// What a text in algebraic notation says of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SanMove {
    /// `O-O` with the rook on the right as white sees it, `O-O-O` with the one on the left.
    Castling(Wing),
    /// Anything else.
    Normal {
        /// What moves.
        role: Role,
        /// The file it comes from, where that is said.
        from_file: Option<File>,
        /// The rank it comes from, where that is said.
        from_rank: Option<Rank>,
        /// Whether the text says that something is taken.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

/// The side of the board on which a king castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wing {
    /// `O-O`.
    Kingside,
    /// `O-O-O`.
    Queenside,
}

/// What a move does to the other king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// The text is not a move in algebraic notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a move in algebraic notation looks like Nf3, exd5, O-O or e8=Q")]
pub struct NotSan;

/// Why a move in algebraic notation is not a move here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Only one piece can be meant, and it cannot do that.
    #[error("{1}")]
    Illegal(San, Illegal),
    /// There is no piece of that kind where the move says.
    #[error("{0}: there is no {1} of yours that could be meant")]
    NoSuchPiece(San, Role),
    /// Several pieces could be meant, but none of them can do that.
    #[error("{0}: no {1} of yours can go to {2}")]
    NoneCan(San, Role, Square),
    /// Several pieces can do that.
    #[error("{0} can be several moves: {list}", list = .1.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Ambiguous(San, Vec<San>),
}

/// The longest text that can be a move: `Qa1xb2=Q+!?` and a bit.
const LONGEST: usize = 20;

impl FromStr for San {
    type Err = NotSan;

    fn from_str(text: &str) -> Result<San, NotSan> {
        San::read(text.as_bytes()).ok_or(NotSan)
    }
}

/// Takes off what can stand behind a move: annotations, the mark of a check or mate, `e.p.`.
fn without_mark(text: &[u8]) -> (&[u8], Option<Mark>) {
    let text = trimmed_end(text, |byte| matches!(byte, b'!' | b'?'));
    let (text, mark) = match text {
        [text @ .., b'#'] => (text, Some(Mark::Mate)),
        [.., b'+'] => (trimmed_end(text, |byte| byte == b'+'), Some(Mark::Check)),
        _ => (text, None),
    };
    (text.strip_suffix(b"e.p.").unwrap_or(text).trim_ascii_end(), mark)
}

fn read_castling(text: &[u8]) -> Option<Wing> {
    match text {
        b"O-O" | b"0-0" | b"o-o" => Some(Wing::Kingside),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => Some(Wing::Queenside),
        _ => None,
    }
}

fn trimmed_end(mut text: &[u8], is_trimmed: impl Fn(u8) -> bool) -> &[u8] {
    while let [rest @ .., last] = text
        && is_trimmed(*last)
    {
        text = rest;
    }
    text
}

/// From the end to the front: promotion, target, then what is left is the piece and its origin.
fn read_normal(text: &[u8]) -> Option<SanMove> {
    let (role, rest) = match text {
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => {
            (Role::from_letter(*letter)?, rest)
        }
        _ => (Role::Pawn, text),
    };
    let (promotion, rest) = match rest {
        [rest @ .., b'=', letter] | [rest @ .., b'(', letter, b')'] => {
            (Some(Role::from_letter(*letter)?), rest)
        }
        [rest @ .., letter] if !letter.is_ascii_digit() => {
            (Some(Role::from_letter(*letter)?), rest)
        }
        _ => (None, rest),
    };
    let [rest @ .., file, rank] = rest else { return None };
    let to = Square::new(File::from_letter(*file)?, Rank::from_digit(*rank)?);
    let (capture, rest) = match rest {
        [rest @ .., b'x' | b':'] => (true, rest),
        [rest @ .., b'-'] if !rest.is_empty() => (false, rest),
        _ => (false, rest),
    };
    let (from_file, from_rank) = match *rest {
        [] => (None, None),
        [file, rank] => (Some(File::from_letter(file)?), Some(Rank::from_digit(rank)?)),
        [one] => match File::from_letter(one) {
            Some(file) => (Some(file), None),
            None => (None, Some(Rank::from_digit(one)?)),
        },
        _ => return None,
    };
    Some(SanMove::Normal { role, from_file, from_rank, capture, to, promotion })
}

impl San {
    /// Reads a text of which nothing is known, not even that it is UTF-8.
    pub(crate) fn read(text: &[u8]) -> Option<San> {
        if text.len() > LONGEST {
            return None;
        }
        // Most moves end with the square that is reached, and so with nothing to take off.
        let (text, mark) = match text {
            [.., b'1'..=b'8'] => (text, None),
            _ => without_mark(text),
        };
        let mv = match text {
            [b'O' | b'0' | b'o', ..] => SanMove::Castling(read_castling(text)?),
            _ => read_normal(text)?,
        };
        Some(San { mv, mark })
    }

    /// The legal move that is meant, or why there is none.
    pub fn resolve(self, position: &Position) -> Result<Move, SanError> {
        match self.mv {
            SanMove::Castling(wing) => self.resolve_castling(position, wing),
            SanMove::Normal { promotion: Some(role @ (Role::Pawn | Role::King)), .. } => {
                Err(SanError::Illegal(self, Illegal::WrongPromotion(role)))
            }
            SanMove::Normal { role, to, promotion, .. } => {
                if let Some(written) = self.squares_of_a_piece(position) {
                    return match written.meant(position) {
                        Ok(mv) => self.if_legal(position, mv),
                        Err(illegal) => Err(SanError::Illegal(self, illegal)),
                    };
                }
                let mv = |from| match promotion {
                    Some(role) => Move::promoting(from, to, role),
                    None => Move::new(from, to),
                };
                let promotes = role == Role::Pawn && Bitboard::BACK_RANKS.has(to);
                let found = if promotes == promotion.is_some() {
                    position.origins(role, to) & self.said_origins()
                } else {
                    Bitboard::EMPTY
                };
                match found.single() {
                    Some(from) => Ok(mv(from)),
                    None if found.any() => {
                        let all = found.into_iter().map(|from| San::of(position, mv(from)));
                        Err(SanError::Ambiguous(self, all.collect()))
                    }
                    None => Err(self.why_not(position, role, mv)),
                }
            }
        }
    }

    /// Two squares without a letter, such as `g1f3`, from a square where no pawn of the mover stands: these
    /// are coordinates.
    fn squares_of_a_piece(self, position: &Position) -> Option<Coordinate> {
        let SanMove::Normal { role: Role::Pawn, from_file, from_rank, to, promotion, .. } = self.mv
        else {
            return None;
        };
        let from = Square::new(from_file?, from_rank?);
        let is_pawn = position.board().pieces(position.side_to_move(), Role::Pawn).has(from);
        (!is_pawn).then_some(Coordinate { from, to, promotion })
    }

    fn resolve_castling(self, position: &Position, wing: Wing) -> Result<Move, SanError> {
        let us = position.side_to_move();
        let king = position.king(us);
        let on_wing = |rook: &Square| (*rook > king) == (wing == Wing::Kingside);
        let rooks = position.castling_rooks() & position.board().side(us);
        let Some(rook) = rooks.into_iter().find(on_wing) else {
            return Err(SanError::Illegal(self, Illegal::CastlingRightsLost));
        };
        self.if_legal(position, Move::new(king, rook))
    }

    fn if_legal(self, position: &Position, mv: Move) -> Result<Move, SanError> {
        if position.is_legal(mv) {
            Ok(mv)
        } else {
            Err(SanError::Illegal(self, illegal::reason(position, mv)))
        }
    }

    /// The squares from which the piece may come by what is said of them.
    fn said_origins(self) -> Bitboard {
        let SanMove::Normal { role, from_file, from_rank, to, .. } = self.mv else {
            return Bitboard::EMPTY;
        };
        // A pawn that comes from another file must say so.
        let from_file = match role {
            Role::Pawn => Some(from_file.unwrap_or(to.file())),
            _ => from_file,
        };
        from_file.map_or(Bitboard::ALL, Bitboard::file)
            & from_rank.map_or(Bitboard::ALL, Bitboard::rank)
    }

    fn why_not(self, position: &Position, role: Role, mv: impl Fn(Square) -> Move) -> SanError {
        let own = position.board().pieces(position.side_to_move(), role);
        let mut meant = (own & self.said_origins()).into_iter();
        match (meant.next(), meant.next()) {
            (None, _) => SanError::NoSuchPiece(self, role),
            (Some(from), None) => SanError::Illegal(self, illegal::reason(position, mv(from))),
            (Some(from), Some(_)) => SanError::NoneCan(self, role, mv(from).to()),
        }
    }

    /// How a legal move is written: as short as it can be without a doubt, with its check mark.
    pub fn of(position: &Position, mv: Move) -> San {
        let next = game::Rules::play(position, mv);
        // Replies are looked for only where there is a check to answer.
        let mark = if !next.in_check() {
            None
        } else if next.can_move() {
            Some(Mark::Check)
        } else {
            Some(Mark::Mate)
        };
        San { mv: San::unmarked(position, mv), mark }
    }

    fn unmarked(position: &Position, mv: Move) -> SanMove {
        let (from, to) = (mv.from(), mv.to());
        if position.is_castling(mv) {
            return SanMove::Castling(if to > from { Wing::Kingside } else { Wing::Queenside });
        }
        let role = position.board().role_on_occupied(from);
        let capture = position.is_capture(mv);
        let (from_file, from_rank) = if role == Role::Pawn {
            (capture.then(|| from.file()), None)
        } else {
            origin_needed(position, role, mv)
        };
        SanMove::Normal { role, from_file, from_rank, capture, to, promotion: mv.promotion() }
    }
}

/// What must be said of the origin so that no other piece of the role could be meant: nothing, the
/// file, the rank, or both, the first of these that is enough.
fn origin_needed(position: &Position, role: Role, mv: Move) -> (Option<File>, Option<Rank>) {
    let from = mv.from();
    let same_role = position.board().pieces(position.side_to_move(), role);
    if !same_role.many() {
        return (None, None);
    }
    let rivals = position.origins(role, mv.to()).without(Bitboard::of(from));
    let on_file = (rivals & Bitboard::file(from.file())).any();
    let on_rank = (rivals & Bitboard::rank(from.rank())).any();
    match (rivals.any(), on_file, on_rank) {
        (false, ..) => (None, None),
        (true, false, _) => (Some(from.file()), None),
        (true, true, false) => (None, Some(from.rank())),
        (true, true, true) => (Some(from.file()), Some(from.rank())),
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            SanMove::Castling(Wing::Kingside) => f.write_str("O-O")?,
            SanMove::Castling(Wing::Queenside) => f.write_str("O-O-O")?,
            SanMove::Normal { role, from_file, from_rank, capture, to, promotion } => {
                if role != Role::Pawn {
                    write!(f, "{}", role.letter().to_ascii_uppercase())?;
                }
                from_file.map_or(Ok(()), |file| write!(f, "{}", file.letter()))?;
                from_rank.map_or(Ok(()), |rank| write!(f, "{}", rank.digit()))?;
                write!(f, "{}{to}", if capture { "x" } else { "" })?;
                promotion.map_or(Ok(()), |r| write!(f, "={}", r.letter().to_ascii_uppercase()))?;
            }
        }
        f.write_str(match self.mark {
            None => "",
            Some(Mark::Check) => "+",
            Some(Mark::Mate) => "#",
        })
    }
}
