//! Co-evolution: children of a parent, with random changes, play each other and their parent; the parent moves a part of
//! the way to the best of them. No gradient and no value of any single position is used, only results of games.
//! The weights may be those of n-tuples or of a network.

use crate::contest::{self, ByModel, Terms};
use crate::crew::{self, Crew};
use crate::learnable::Learnable;
use crate::model::AnyModel;
use crate::random::Numbers;
use crate::settings::{Settings, SettingsError};
use crate::snapshot::Snapshot;
use crate::trainer::{ResumeError, Step, Trainer};

const CHANGES: u64 = 31;
const OPENINGS: u64 = 32;
/// How far the parent moves towards its best child.
const AVERAGING: f32 = 0.2;

/// Evolution at work.
pub struct Evolution<L: Learnable> {
    settings: Settings,
    start: L::Game,
    parent: AnyModel<L>,
    generation: u64,
}

impl<L: Learnable> Evolution<L> {
    pub fn new(settings: &Settings) -> Result<Evolution<L>, SettingsError> {
        let start = settings.check::<L>()?;
        let parent = AnyModel::new(&settings.model, settings.seed)
            .ok_or(SettingsError::NoEngine(L::NAME))?;
        Ok(Evolution { settings: settings.clone(), start, parent, generation: 0 })
    }

    pub fn resume(settings: &Settings, state: &Snapshot) -> Result<Evolution<L>, ResumeError> {
        let mut trainer = Evolution::new(settings)?;
        [trainer.generation] = state.counts("counts")?;
        trainer.parent = AnyModel::read(state)?;
        Ok(trainer)
    }

    /// The parent, and its children with random changes. Half of a change is shared by all weights of a group: what a
    /// piece is worth wherever it stands would otherwise be the mean of many independent changes, and hardly move.
    fn family(&self) -> Vec<AnyModel<L>> {
        let children = u64::from(self.settings.population.max(2));
        let child = |child: u64| {
            let stream = self.generation * children + child;
            let mut numbers = Numbers::new(self.settings.seed, CHANGES, stream);
            let mut model = self.parent.clone();
            let shared: Vec<f32> = match model.groups() {
                Some(groups) => (0..groups).map(|_| numbers.normal()).collect(),
                None => vec![0.0],
            };
            for (weight, shared) in model.weights_mut().iter_mut().zip(shared.iter().cycle()) {
                *weight += self.settings.rate * (shared + numbers.normal());
            }
            model
        };
        [self.parent.clone()].into_iter().chain((0..children).map(child)).collect()
    }
}

impl<L: Learnable> Trainer for Evolution<L> {
    /// Every member of the family plays every other, with each colour from each of a few openings.
    fn step(&mut self, crew: &dyn Crew) -> Step {
        let family = self.family();
        let seed = Numbers::new(self.settings.seed, OPENINGS, self.generation).word();
        let terms = Terms {
            start: self.start,
            seed,
            random_plies: L::RANDOM_PLIES,
            random_moves: self.settings.exploration,
        };
        let pairs: Vec<(usize, usize)> =
            (0..family.len()).flat_map(|one| (0..one).map(move |other| (one, other))).collect();
        let games = u64::from(self.settings.games);
        let depth = self.settings.depth;
        let tallies = crew::map(crew, pairs.len(), |pair| {
            let (one, other) = pairs[pair];
            let mut one = ByModel { model: &family[one], depth };
            let mut other = ByModel { model: &family[other], depth };
            contest::play::<L>(&terms, &mut one, &mut other, 0..games)
        });
        let mut points = vec![0.0; family.len()];
        for (&(one, other), tally) in pairs.iter().zip(&tallies) {
            points[one] += tally.share();
            points[other] += 1.0 - tally.share();
        }
        let best =
            (1..family.len()).fold(0, |best, i| if points[i] > points[best] { i } else { best });
        if best > 0 {
            let mut child = family[best].clone();
            for (weight, to) in self.parent.weights_mut().iter_mut().zip(child.weights_mut()) {
                *weight += AVERAGING * (*to - *weight);
            }
        }
        self.generation += 1;
        Step { games: games * pairs.len() as u64, positions: 0, error: None }
    }

    fn player(&self) -> Snapshot {
        self.parent.snapshot(&self.settings.model)
    }

    fn state(&self) -> Snapshot {
        let mut state = self.player();
        state.push_counts("counts", &[self.generation]);
        state
    }
}
