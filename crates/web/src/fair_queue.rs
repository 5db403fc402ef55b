//! A queue in which owners take turns, however much one of them brings.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// What waits, by its owner. Each owner in turn gets its oldest item served; an owner has at most so many
/// waiting.
pub struct FairQueue<K, T> {
    most_for_each: usize,
    /// The owners with something waiting, the one to be served next first.
    turns: VecDeque<K>,
    waiting: HashMap<K, VecDeque<T>>,
}

impl<K: Copy + Eq + Hash, T> FairQueue<K, T> {
    pub fn new(most_for_each: usize) -> FairQueue<K, T> {
        FairQueue {
            most_for_each: most_for_each.max(1),
            turns: VecDeque::new(),
            waiting: HashMap::new(),
        }
    }

    /// Adds an item behind the others of its owner. Gives it back when the owner has too many waiting,
    /// those aside that `is_needed` denies and that are dropped.
    pub fn push(&mut self, owner: K, item: T, is_needed: impl Fn(&T) -> bool) -> Result<(), T> {
        let items = self.waiting.entry(owner).or_default();
        if items.is_empty() {
            self.turns.push_back(owner);
        }
        if items.len() >= self.most_for_each {
            items.retain(is_needed);
        }
        if items.len() >= self.most_for_each {
            return Err(item);
        }
        items.push_back(item);
        Ok(())
    }

    /// Can an owner have one more waiting?
    pub fn has_room(&self, owner: K) -> bool {
        self.len_of(owner) < self.most_for_each
    }

    /// The oldest item of the owner whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        let owner = self.turns.pop_front()?;
        let items = self.waiting.get_mut(&owner)?;
        let item = items.pop_front();
        if items.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        item
    }

    /// Gives what is meant to another owner, beyond its limit if it has to be.
    pub fn hand_over(&mut self, from: K, to: K, is_meant: impl Fn(&T) -> bool) {
        let Some(items) = self.waiting.remove(&from) else { return };
        let (meant, rest): (VecDeque<T>, VecDeque<T>) = items.into_iter().partition(is_meant);
        if rest.is_empty() {
            self.turns.retain(|owner| *owner != from);
        } else {
            self.waiting.insert(from, rest);
        }
        if !meant.is_empty() {
            let items = self.waiting.entry(to).or_default();
            if items.is_empty() {
                self.turns.push_back(to);
            }
            items.extend(meant);
        }
    }

    /// How many items are waiting in all.
    pub fn len(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    /// How many items of one owner are waiting.
    pub fn len_of(&self, owner: K) -> usize {
        self.waiting.get(&owner).map_or(0, VecDeque::len)
    }

    pub fn clear(&mut self) {
        self.turns.clear();
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::FairQueue;

    fn drained(queue: &mut FairQueue<char, u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    fn push(queue: &mut FairQueue<char, u32>, owner: char, items: &[u32]) {
        for &item in items {
            queue.push(owner, item, |_| true).unwrap();
        }
    }

    #[test]
    fn owners_take_turns_however_much_one_of_them_brings() {
        let mut queue = FairQueue::new(100);
        push(&mut queue, 'a', &[1, 2, 3, 4, 5]);
        push(&mut queue, 'b', &[11]);
        push(&mut queue, 'c', &[21, 22]);
        assert_eq!((queue.len(), queue.len_of('c'), queue.len_of('x')), (8, 2, 0));
        assert_eq!(drained(&mut queue), [1, 11, 21, 2, 22, 3, 4, 5]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn whoever_comes_back_waits_behind_those_who_are_waiting() {
        let mut queue = FairQueue::new(100);
        push(&mut queue, 'a', &[1]);
        push(&mut queue, 'b', &[11, 12]);
        assert_eq!(queue.pop(), Some(1));
        push(&mut queue, 'a', &[2]);
        assert_eq!(drained(&mut queue), [11, 2, 12]);
    }

    #[test]
    fn an_owner_has_at_most_so_many_waiting_and_what_is_not_needed_makes_room() {
        let mut queue = FairQueue::new(2);
        push(&mut queue, 'a', &[1, 2]);
        assert_eq!(queue.push('a', 3, |_| true), Err(3));
        assert_eq!(queue.push('b', 11, |_| true), Ok(()));
        assert_eq!(queue.push('a', 3, |item| *item != 1), Ok(()));
        assert_eq!(drained(&mut queue), [2, 11, 3]);
        // Nothing is left of an owner whose items were all dropped but one.
        let mut queue = FairQueue::new(1);
        push(&mut queue, 'a', &[1]);
        assert_eq!(queue.push('a', 2, |_| false), Ok(()));
        assert_eq!(drained(&mut queue), [2]);
    }

    #[test]
    fn what_is_handed_over_takes_the_turn_of_its_new_owner() {
        let mut queue = FairQueue::new(2);
        push(&mut queue, '?', &[1, 2]);
        push(&mut queue, 'b', &[11, 12]);
        queue.hand_over('?', 'b', |item| *item == 2);
        queue.hand_over('?', 'c', |item| *item == 1);
        queue.hand_over('?', 'c', |_| true);
        assert_eq!((queue.len(), queue.len_of('?'), queue.len_of('b')), (4, 0, 3));
        assert_eq!(drained(&mut queue), [11, 1, 12, 2]);
    }
}
