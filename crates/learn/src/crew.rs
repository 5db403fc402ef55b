//! Who does the work: the caller's threads.

/// A piece of work.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs pieces of work at the same time. The caller provides it, so that it can measure what they cost.
pub trait Crew {
    /// How many run at the same time.
    fn size(&self) -> usize;

    /// Runs them all, and returns when all are done.
    fn run(&self, jobs: Vec<Job<'_>>);
}

/// One after the other, on the thread of the caller.
#[derive(Debug, Clone, Copy)]
pub struct Alone;

impl Crew for Alone {
    fn size(&self) -> usize {
        1
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        for job in jobs {
            job();
        }
    }
}

/// The results of a function for each number below `count`, in their order.
pub fn map<T: Send>(crew: &dyn Crew, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let work = &work;
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for (number, result) in results.iter_mut().enumerate() {
        jobs.push(Box::new(move || *result = Some(work(number))));
    }
    crew.run(jobs);
    results.into_iter().flatten().collect()
}
