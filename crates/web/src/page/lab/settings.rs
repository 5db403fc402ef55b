//! The settings of a run in words.

use super::{LabPage, Shown};
use learn::{Against, Learning, Method, ModelSpec, Settings};
use maud::{Markup, html};
use table::fill;

impl LabPage<'_> {
    pub fn method(&self, method: Method) -> &'static str {
        let words = &self.words.methods;
        match method {
            Method::RandomGames => words.random_games,
            Method::Td => words.td,
            Method::Evolution => words.evolution,
            Method::Network => words.network,
            Method::TreeSearch => words.tree_search,
            Method::Fit => words.fit,
        }
    }

    fn model(&self, model: &ModelSpec) -> String {
        let (words, name) = (self.words, model.to_string());
        match model {
            ModelSpec::Tuples(lengths) if *lengths == [1] => fill(words.model_squares, &[&name]),
            ModelSpec::Tuples(lengths) => {
                let lengths: Vec<String> = lengths.iter().map(u8::to_string).collect();
                let lengths = match lengths.as_slice() {
                    [rest @ .., last] if !rest.is_empty() => {
                        format!("{} {} {last}", rest.join(", "), words.and)
                    }
                    lengths => lengths.join(", "),
                };
                fill(words.model_tuples, &[&lengths, &name])
            }
            ModelSpec::Network(units) => fill(words.model_network, &[&units.to_string(), &name]),
            ModelSpec::Policy(units) => fill(words.model_policy, &[&units.to_string(), &name]),
            ModelSpec::Features => fill(words.model_features, &[&name]),
            ModelSpec::Engine => fill(words.model_engine, &[&name]),
        }
    }

    /// Whom the network of an engine imitates at first.
    fn first_teacher(&self, settings: &Settings) -> String {
        match settings.taught_steps {
            _ if settings.from_shipped => self.words.from_shipped.to_owned(),
            0 => self.words.no_teacher.to_owned(),
            1 => self.words.taught_by_hand_once.to_owned(),
            steps => fill(self.words.taught_by_hand, &[&self.numbers.whole(steps)]),
        }
    }

    /// How a run learns.
    pub fn settings(&self, shown: &Shown<'_>) -> Markup {
        let (words, numbers) = (self.words, self.numbers);
        let header = &shown.run.header;
        let settings = &header.settings;
        let opponents = match (settings.against, settings.population) {
            (Against::Heuristic, _) => words.against_heuristic.to_owned(),
            (Against::Itself, 1) => words.against_itself.to_owned(),
            (Against::Itself, count) => fill(words.against_population, &[&count.to_string()]),
        };
        let rate = numbers.plain(settings.rate);
        let rate = if settings.coherence { fill(words.coherence, &[&rate]) } else { rate };
        let share = 100.0 * f64::from(settings.exploration);
        let learning = shown.card.kind_of(&settings.start).learning;
        let method = format!("{} ({})", self.method(settings.method), settings.method);
        let mut items = vec![
            (words.method, method),
            (words.model, self.model(&settings.model)),
            (words.opponents, opponents),
            (words.random_moves, fill(words.per_cent, &[&numbers.decimals(share, 0)])),
            (words.rate, rate),
            (words.lambda, numbers.plain(settings.lambda)),
        ];
        let measured = learning.map(Learning::measured_depth);
        // A tree search counts simulations instead of plies, and an engine positions.
        if settings.model == ModelSpec::Engine {
            items.push((words.nodes, numbers.whole(settings.nodes)));
            items.push((words.first_teacher, self.first_teacher(settings)));
            items.extend(measured.map(|depth| (words.measured_depth, depth.to_string())));
        } else if settings.method == Method::TreeSearch {
            let count = |depth: u8| numbers.whole(u64::from(learn::simulations(depth)));
            items.push((words.simulations, count(settings.depth)));
            items.extend(measured.map(|depth| (words.measured_simulations, count(depth))));
        } else {
            items.push((words.look_ahead, settings.depth.to_string()));
            items.extend(measured.map(|depth| (words.measured_depth, depth.to_string())));
        }
        items.extend([
            (words.step, numbers.whole(u64::from(settings.games))),
            (words.seed, settings.seed.to_string()),
            (words.threads, header.threads.to_string()),
            (words.program, header.program.chars().take(40).collect()),
        ]);
        html! {
            section .settled aria-labelledby="settings-heading" {
                h2 #settings-heading { (words.settings) }
                dl { @for (name, value) in items { div { dt { (name) } dd { (value) } } } }
            }
        }
    }
}
