//! What the network of an engine learns from, and how it stands in the state of a run.

use crate::network::Inputs;
use crate::snapshot::{LoadError, Snapshot};

/// A position to learn from, and what it is worth to the side to move, from -1 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    pub inputs: Inputs,
    pub aim: f32,
}

/// The array of a snapshot that holds lessons.
const ARRAY: &str = "lessons";
/// Two inputs are one number of an array: the first times this, and the second. Both together are below 2^24, so that a float holds them
/// exactly.
const PAIR: usize = 1 << 12;

/// Each lesson is its phase and how many inputs a view has, its aim, and the inputs of both views in pairs.
pub fn write(lessons: &[Lesson], state: &mut Snapshot) {
    let mut numbers = vec![lessons.len() as f32];
    for Lesson { inputs: Inputs { views: [own, other], phase }, aim } in lessons {
        let pair = |(first, second): (usize, usize)| (first * PAIR + second) as f32;
        numbers.extend([pair((*phase, own.len())), *aim]);
        numbers
            .extend(own.iter().zip(other).map(|(&own, &other)| pair((own.into(), other.into()))));
    }
    state.push(ARRAY, numbers);
}

/// Reads what [`write`] wrote, for a network with so many inputs and phases.
pub fn read(state: &Snapshot, inputs: usize, phases: usize) -> Result<Vec<Lesson>, LoadError> {
    let mut numbers = state.array(ARRAY)?.iter().copied();
    let count = numbers.next().unwrap_or(0.0) as usize;
    let lessons = (0..count).map(|_| read_lesson(&mut numbers, inputs, phases));
    let lessons: Option<Vec<Lesson>> = lessons.collect();
    lessons.filter(|_| numbers.next().is_none()).ok_or(LoadError::Lessons)
}

/// The next lesson, if the numbers are one.
fn read_lesson(
    numbers: &mut impl Iterator<Item = f32>,
    inputs: usize,
    phases: usize,
) -> Option<Lesson> {
    let pair = |number: f32| (number as usize / PAIR, number as usize % PAIR);
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

    fn written(lessons: &[Lesson]) -> Snapshot {
        let mut state = Snapshot::without_arrays("chess", "8x8/engine".to_owned());
        write(lessons, &mut state);
        Snapshot::read(&state.write().unwrap()).unwrap()
    }

    #[test]
    fn lessons_are_read_as_they_were_written() {
        assert_eq!(read(&written(&[]), 768, 8).unwrap(), []);
        let lessons: Vec<Lesson> = (0..600).map(lesson).collect();
        let state = written(&lessons);
        assert_eq!(read(&state, 768, 8).unwrap(), lessons);
        // Inputs and phases that the network does not have, and an array that was cut short.
        for (inputs, phases) in [(700, 8), (768, 7)] {
            assert_eq!(read(&state, inputs, phases), Err(LoadError::Lessons));
        }
        let mut short = Snapshot::without_arrays("chess", "8x8/engine".to_owned());
        let numbers = state.array(ARRAY).unwrap();
        short.push(ARRAY, numbers[..numbers.len() - 1].to_vec());
        assert_eq!(read(&short, 768, 8), Err(LoadError::Lessons));
    }
}
