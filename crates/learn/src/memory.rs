//! What the network of an engine has seen of late: the newest lessons, to be gone through more than once.

use crate::network::Inputs;
use crate::random::Numbers;
use crate::snapshot::{LoadError, Snapshot};
use std::collections::VecDeque;

/// A position to learn from, and what it is worth to the side to move, from -1 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    pub inputs: Inputs,
    pub aim: f32,
}

/// The newest lessons, as many as there is room for.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    lessons: VecDeque<Lesson>,
    room: usize,
}

/// The array of a snapshot that holds the lessons.
const ARRAY: &str = "lessons";
/// Two inputs are one number of an array: the first times this, and the second. Both together are below 2^24, so that a float holds them
/// exactly.
const PAIR: u32 = 1 << 12;

impl Memory {
    pub fn new(room: usize) -> Memory {
        Memory { lessons: VecDeque::new(), room }
    }

    /// Adds lessons; the oldest make room for them.
    pub fn add(&mut self, lessons: impl IntoIterator<Item = Lesson>) {
        self.lessons.extend(lessons);
        self.lessons.drain(..self.lessons.len().saturating_sub(self.room));
    }

    /// So many different lessons by lot; all of them where there are not more.
    pub fn draw(&self, count: usize, numbers: &mut Numbers) -> Vec<&Lesson> {
        let mut lessons: Vec<&Lesson> = self.lessons.iter().collect();
        let count = count.min(lessons.len());
        for drawn in 0..count {
            let other = drawn + numbers.below(lessons.len() - drawn);
            lessons.swap(drawn, other);
        }
        lessons.truncate(count);
        lessons
    }

    /// Each lesson is its phase and how many inputs a view has, its aim, and the inputs of both views in pairs.
    pub fn write(&self, state: &mut Snapshot) {
        let mut numbers = vec![self.lessons.len() as f32];
        for Lesson { inputs: Inputs { views: [own, other], phase }, aim } in &self.lessons {
            numbers.extend([(*phase as u32 * PAIR + own.len() as u32) as f32, *aim]);
            let pairs = own.iter().zip(other);
            numbers.extend(
                pairs.map(|(&own, &other)| (u32::from(own) * PAIR + u32::from(other)) as f32),
            );
        }
        state.push(ARRAY, numbers);
    }

    /// Reads what [`write`](Memory::write) wrote, for a network with so many inputs and phases.
    pub fn read(
        state: &Snapshot,
        room: usize,
        inputs: usize,
        phases: usize,
    ) -> Result<Memory, LoadError> {
        let mut memory = Memory::new(room);
        let mut numbers = state.array(ARRAY)?.iter().copied();
        let count = numbers.next().unwrap_or(0.0) as usize;
        for _ in 0..count {
            memory
                .lessons
                .push_back(lesson(&mut numbers, inputs, phases).ok_or(LoadError::Lessons)?);
        }
        match numbers.next() {
            None if count <= room => Ok(memory),
            _ => Err(LoadError::Lessons),
        }
    }
}

/// The next lesson, if the numbers are one.
fn lesson(numbers: &mut impl Iterator<Item = f32>, inputs: usize, phases: usize) -> Option<Lesson> {
    let pair = |number: f32| (number as usize / PAIR as usize, number as usize % PAIR as usize);
    let (phase, count) = pair(numbers.next()?);
    let aim = numbers.next().filter(|aim| (-1.0..=1.0).contains(aim))?;
    let mut views = [Vec::with_capacity(count), Vec::with_capacity(count)];
    for _ in 0..count {
        let (own, other) = pair(numbers.next()?);
        for (view, input) in views.iter_mut().zip([own, other]) {
            view.push(u16::try_from(input).ok().filter(|_| input < inputs)?);
        }
    }
    (phase < phases).then_some(Lesson { inputs: Inputs { views, phase }, aim })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(number: u16) -> Lesson {
        let views = [vec![number, 700], vec![3, number]];
        let phase = usize::from(number % 8);
        Lesson { inputs: Inputs { views, phase }, aim: f32::from(number) / -999.0 }
    }

    fn written(memory: &Memory) -> Snapshot {
        let mut state = Snapshot::without_arrays("chess", "8x8/engine".to_owned());
        memory.write(&mut state);
        Snapshot::read(&state.write().unwrap()).unwrap()
    }

    #[test]
    fn the_oldest_lessons_make_room_for_new_ones() {
        let mut memory = Memory::new(10);
        memory.add((0..7).map(lesson));
        memory.add((7..13).map(lesson));
        let mut drawn: Vec<Lesson> =
            memory.draw(100, &mut Numbers::new(1, 2, 3)).into_iter().cloned().collect();
        drawn.sort_by(|a, b| b.aim.total_cmp(&a.aim));
        assert_eq!(drawn, (3..13).map(lesson).collect::<Vec<_>>());
        let few = memory.draw(4, &mut Numbers::new(1, 2, 3));
        assert!(few.len() == 4 && (1..4).all(|i| !few[..i].contains(&few[i])));
    }

    #[test]
    fn lessons_are_read_as_they_were_written() {
        let mut memory = Memory::new(600);
        assert_eq!(Memory::read(&written(&memory), 600, 768, 8).unwrap(), memory);
        memory.add((0..600).map(lesson));
        let state = written(&memory);
        assert_eq!(Memory::read(&state, 600, 768, 8).unwrap(), memory);
        // Too many for the room, inputs and phases that the network does not have.
        for (room, inputs, phases) in [(599, 768, 8), (600, 700, 8), (600, 768, 7)] {
            let error = Memory::read(&state, room, inputs, phases).unwrap_err();
            assert_eq!(error, LoadError::Lessons);
        }
    }
}
