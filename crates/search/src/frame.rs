//! What the search keeps for each move of the line it is at.

use crate::histories::Before;

/// No line is longer than this.
pub const LONGEST_LINE: usize = 128;
/// Frames before that of the root, so that looking back needs no care.
pub const FRAMES_BEFORE: usize = 4;
/// The slot of no move: a pass, or before the root.
pub const NO_SLOT_BEFORE: usize = 0;
/// The worth of a position that is not judged by its looks.
pub const UNKNOWN: i32 = i32::MIN;

/// One position of the line.
#[derive(Clone)]
pub struct Frame<M> {
    /// What it is worth at first sight, corrected; [`UNKNOWN`] where that means nothing.
    pub opinion: i32,
    /// The slot of the move that is being looked at.
    pub slot: usize,
    /// Whether that move is quiet.
    pub quiet: bool,
    /// How many quiet moves in a row quiescence has made up to here.
    pub evasions: u32,
    /// A move that is left out, 0 if none is.
    pub excluded: u16,
    /// Codes of quiet moves that were good in neighbouring positions.
    pub killers: [u16; 2],
    /// How many positions below were too good.
    pub cuts: u32,
    /// Moves of both sides without progress.
    pub idle: u32,
    /// How often the line up to here was looked at two moves deeper.
    pub double_extensions: u32,
    /// The best play from here.
    pub line: Vec<M>,
}

impl<M> Frame<M> {
    fn new() -> Frame<M> {
        Frame {
            opinion: UNKNOWN,
            slot: NO_SLOT_BEFORE,
            quiet: false,
            evasions: 0,
            excluded: 0,
            killers: [0; 2],
            cuts: 0,
            idle: 0,
            double_extensions: 0,
            line: Vec::with_capacity(LONGEST_LINE),
        }
    }
}

/// The frames of a line, by the number of moves from the root.
pub struct Frames<M>(Vec<Frame<M>>);

impl<M: Copy> Frames<M> {
    /// Frames in which nothing is written.
    pub fn new() -> Frames<M> {
        Frames((0..LONGEST_LINE + FRAMES_BEFORE + 4).map(|_| Frame::new()).collect())
    }

    /// Wipes everything.
    pub fn reset(&mut self, idle: u32) {
        for frame in &mut self.0 {
            *frame = Frame { idle, line: std::mem::take(&mut frame.line), ..Frame::new() };
            frame.line.clear();
        }
    }

    /// The frame of the position so many moves from the root.
    #[inline]
    pub fn at(&mut self, ply: usize) -> &mut Frame<M> {
        &mut self.0[ply + FRAMES_BEFORE]
    }

    /// The same, to look at.
    #[inline]
    pub fn get(&self, ply: usize) -> &Frame<M> {
        &self.0[ply + FRAMES_BEFORE]
    }

    /// The frame `back` moves before.
    #[inline]
    pub fn before(&self, ply: usize, back: usize) -> &Frame<M> {
        &self.0[ply + FRAMES_BEFORE - back]
    }

    /// The slots of the moves before.
    #[inline]
    pub fn slots_before(&self, ply: usize) -> Before {
        Before([1, 2, 4].map(|back| self.before(ply, back).slot))
    }

    /// The line from here is this move and what follows it.
    pub fn prepend(&mut self, ply: usize, mv: M) {
        let (here, below) = self.0.split_at_mut(ply + FRAMES_BEFORE + 1);
        let (here, below) = (&mut here[ply + FRAMES_BEFORE].line, &below[0].line);
        here.clear();
        here.push(mv);
        here.extend_from_slice(below);
    }
}
