//! What has happened so far, as a list whose copies share what they have in common.

use rpds::VectorSync;

/// A list that grows at its end. A copy costs nothing and shares everything with the original, so a
/// snapshot for a watcher, a search or an undo is as cheap as a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History<T>(VectorSync<T>);

impl<T> Default for History<T> {
    fn default() -> History<T> {
        History(VectorSync::new_sync())
    }
}

impl<T> History<T> {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index)
    }

    pub fn first(&self) -> Option<&T> {
        self.0.first()
    }

    pub fn last(&self) -> Option<&T> {
        self.0.last()
    }

    /// From the first to the last; the other way round with `rev`.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.0.iter()
    }

    /// From this index on, in order.
    pub fn since(&self, index: usize) -> impl Iterator<Item = &T> {
        (index..self.len()).filter_map(|index| self.get(index))
    }

    pub fn push(&mut self, item: T) {
        self.0.push_back_mut(item);
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        while self.len() > len {
            self.0.drop_last_mut();
        }
    }
}

impl<T: Clone> History<T> {
    /// A copy of the items as a slice wants them.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().cloned().collect()
    }
}

impl<T> FromIterator<T> for History<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> History<T> {
        let mut history = History::default();
        items.into_iter().for_each(|item| history.push(item));
        history
    }
}

impl<'a, T> IntoIterator for &'a History<T> {
    type Item = &'a T;
    type IntoIter = Box<dyn DoubleEndedIterator<Item = &'a T> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
