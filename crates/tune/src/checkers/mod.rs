//! Checkers: games of the program against itself, and the network that predicts who wins them.

mod aims;
mod games;
mod network;
mod sample;

pub use games::play;
pub use network::{Epoch, Plan, Trained, train};
pub use sample::Sample;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_from_the_same_seed_are_the_same_and_teach_something() {
        let played = || {
            let mut samples = Vec::new();
            play(10..22, 60, None, |game| samples.extend_from_slice(game));
            samples
        };
        let samples = played();
        assert!(samples == played() && samples.len() > 200, "{}", samples.len());
        assert_eq!(samples.iter().filter(|sample| sample.is_last).count(), 12);
        let plan = Plan { epochs: 30, lambda: 0.5, rate: 0.003, seed: 1 };
        let (mut epochs, mut again) = (Vec::new(), Vec::new());
        let trained = train(&samples, plan, |epoch| epochs.push(epoch));
        let same = train(&samples, plan, |epoch| again.push(epoch));
        assert!(epochs == again && trained.file() == same.file());
        let (first, last) = (epochs[0].loss_learned, epochs[29].loss_learned);
        assert!(last < 0.95 * first, "{first} {last}");
        // Rounding the network costs next to nothing.
        assert!((trained.loss - epochs[29].loss).abs() < 0.01, "{} {:?}", trained.loss, epochs[29]);
        let file = trained.file().unwrap();
        assert!(checkers::engine::network::Network::read(&file).is_ok());
    }
}
