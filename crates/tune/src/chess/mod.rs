//! Chess: games of the program against itself, and the weights that predict who wins them.

mod fit;
mod games;
mod lesson;
mod network;
mod sample;

pub use fit::{Fitted, fit};
pub use games::{contest, play, trial};
pub use lesson::Aims;
pub use network::{Epoch, Plan, Trained, train};
pub use sample::{Origin, Sample};

#[cfg(test)]
mod tests {
    use super::*;
    use ::chess::engine::Evaluator;

    #[test]
    fn games_from_the_same_seed_are_the_same_and_teach_something() {
        let played = || {
            let mut samples = Vec::new();
            play(0..12, 150, None, |game| samples.extend_from_slice(game));
            samples
        };
        let samples = played();
        assert!(samples == played() && samples.len() > 200, "{}", samples.len());
        let fitted = fit(&samples, 0.3, 50.0, 3);
        assert!(fitted.loss_learned < fitted.loss_learned_before);
        assert!(fitted.loss_of_nothing > 0.99 && fitted.loss < 1.1);
        let file = fitted.file().unwrap();
        let file = weights::File::read(&file).unwrap();
        assert_eq!(file.check(&chess::engine::evaluation::LAYOUT), Ok(()));
        let aims = Aims { lambda: 0.5, outcome: 0.1 };
        let plan = Plan { epochs: 40, aims, imitation: 0.0, rate: 0.002, seed: 1 };
        let (mut epochs, mut again) = (Vec::new(), Vec::new());
        let trained =
            train(&samples, plan, Evaluator::of_terms(), None, |epoch| epochs.push(epoch));
        let same = train(&samples, plan, Evaluator::of_terms(), None, |epoch| again.push(epoch));
        assert!(epochs == again && trained.file() == same.file());
        let (first, last) = (epochs[0].loss_learned, epochs[39].loss_learned);
        assert!(first < 1.5 && last < 0.95 * first, "{first} {last}");
        // Rounding the network changes little, even of the few positions that are kept aside here.
        assert!((trained.loss - epochs[39].loss).abs() < 0.03, "{} {:?}", trained.loss, epochs[39]);
        let file = trained.file().unwrap();
        assert!(chess::engine::network::Network::read(&file).is_ok());
        // Training goes on from a network, as far as rounding lets it.
        let plan = Plan { epochs: 1, rate: 0.0, ..plan };
        let goes_on = train(&samples, plan, Evaluator::of_terms(), Some(&file), |_| ());
        assert!((goes_on.loss - trained.loss).abs() < 0.001 && goes_on.file().unwrap() == file);
        // A network that only imitates the terms comes to know something of the games, too.
        let plan = Plan { epochs: 6, imitation: 1.0, rate: 0.002, ..plan };
        let imitates = |plan| train(&samples, plan, Evaluator::of_terms(), None, |_| ()).loss;
        assert!(imitates(plan) < imitates(Plan { rate: 0.0, ..plan }));
    }
}
