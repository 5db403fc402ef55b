//! What is counted, in the text form that Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper ends, in seconds, of the classes into which appends are sorted by how long they took.
const CLASSES: [f64; 8] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0];

/// Counters since the start.
#[derive(Debug, Default)]
pub struct Metrics {
    answers: [AtomicU64; 5],
    limited: AtomicU64,
    commands: AtomicU64,
    refusals: AtomicU64,
    games: AtomicU64,
    computer_moves: AtomicU64,
    resynchronised: AtomicU64,
    appends: [AtomicU64; CLASSES.len() + 1],
    append_micros: AtomicU64,
}

/// What is true at the moment.
pub struct Gauges {
    pub streams: usize,
    pub live_games: usize,
    /// About how many bytes they take.
    pub live_bytes: usize,
    pub thoughts_waiting: usize,
}

fn add(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    pub fn answered(&self, status: u16) {
        if let Some(class) =
            usize::from(status / 100).checked_sub(1).and_then(|i| self.answers.get(i))
        {
            add(class);
        }
    }

    pub fn limited(&self) {
        add(&self.limited);
    }

    pub fn command(&self) {
        add(&self.commands);
    }

    pub fn refused(&self) {
        add(&self.refusals);
    }

    pub fn game_begun(&self) {
        add(&self.games);
    }

    pub fn computer_moved(&self) {
        add(&self.computer_moves);
    }

    pub fn resynchronised(&self) {
        add(&self.resynchronised);
    }

    pub fn appended(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let class = CLASSES.iter().position(|&end| seconds <= end).unwrap_or(CLASSES.len());
        add(&self.appends[class]);
        self.append_micros.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    /// Everything in the text form.
    pub fn text(&self, gauges: &Gauges) -> String {
        let mut text = String::new();
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let mut put = |name: &str, kind: &str, help: &str, lines: &[(String, String)]| {
            let _ = writeln!(text, "# HELP tablero_{name} {help}\n# TYPE tablero_{name} {kind}");
            for (labels, value) in lines {
                let _ = writeln!(text, "tablero_{name}{labels} {value}");
            }
        };
        let one = |value: u64| vec![(String::new(), value.to_string())];
        let answers = self.answers.iter().zip(1..);
        let answers: Vec<_> = answers
            .map(|(count, class)| (format!("{{class=\"{class}xx\"}}"), read(count).to_string()))
            .collect();
        put("answers_total", "counter", "Answers by the class of their status.", &answers);
        for (name, help, counter) in [
            (
                "limited_total",
                "Requests refused because the address asked too much.",
                &self.limited,
            ),
            ("commands_total", "Commands carried out.", &self.commands),
            ("refusals_total", "Commands refused by the table.", &self.refusals),
            ("games_total", "Games begun.", &self.games),
            ("computer_moves_total", "Moves of computer players.", &self.computer_moves),
            ("resynchronised_total", "Slow clients that had to resync.", &self.resynchronised),
        ] {
            put(name, "counter", help, &one(read(counter)));
        }
        for (name, help, value) in [
            ("streams", "Streams open now.", gauges.streams),
            ("live_games", "Games in memory now.", gauges.live_games),
            ("live_bytes", "About how many bytes they take.", gauges.live_bytes),
            ("thoughts_waiting", "Moves and hints waiting for a thread.", gauges.thoughts_waiting),
        ] {
            put(name, "gauge", help, &one(value as u64));
        }
        put("append_seconds", "histogram", "How long durable appends took.", &self.histogram());
        text
    }

    fn histogram(&self) -> Vec<(String, String)> {
        let mut below = 0;
        let ends = CLASSES.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        let mut lines: Vec<_> = ends
            .zip(&self.appends)
            .map(|(end, count)| {
                below += count.load(Ordering::Relaxed);
                (format!("_bucket{{le=\"{end}\"}}"), below.to_string())
            })
            .collect();
        let seconds = self.append_micros.load(Ordering::Relaxed) as f64 / 1e6;
        lines.push(("_sum".to_owned(), seconds.to_string()));
        lines.push(("_count".to_owned(), below.to_string()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const DASHBOARD: &str = include_str!("../../../deploy/grafana-dashboard.json");
    const OPERATING: &str = include_str!("../../../docs/operating.md");

    /// The names of all samples, as they stand in the text form.
    fn samples() -> BTreeSet<String> {
        let gauges = Gauges { streams: 1, live_games: 1, live_bytes: 1, thoughts_waiting: 1 };
        let text = Metrics::default().text(&gauges);
        let samples = text.lines().filter(|line| !line.starts_with('#'));
        samples.map(|line| line.split([' ', '{']).next().unwrap().to_owned()).collect()
    }

    /// The words of a text that begin like a metric.
    fn mentioned(text: &str) -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        // The name of a package goes on with a digit.
        let is_metric = |word: &&str| {
            let rest = word.strip_prefix("tablero_");
            rest.is_some_and(|rest| rest.starts_with(char::is_alphabetic))
        };
        words.filter(is_metric).map(str::to_owned).collect()
    }

    /// The expressions of the dashboard, and the query of its list of servers.
    fn queries(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(entries) => {
                for (name, value) in entries {
                    match value.as_str().filter(|_| name == "expr" || name == "query") {
                        Some(query) => found.push(query.to_owned()),
                        None => queries(value, found),
                    }
                }
            }
            serde_json::Value::Array(values) => {
                for value in values {
                    queries(value, found);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn the_dashboard_asks_for_every_metric_and_for_none_that_does_not_exist() {
        let mut found = Vec::new();
        queries(&serde_json::from_str(DASHBOARD).unwrap(), &mut found);
        assert!(found.len() > 10, "{found:?}");
        let asked: BTreeSet<String> = found.iter().flat_map(|query| mentioned(query)).collect();
        assert_eq!(asked, samples());
    }

    #[test]
    fn the_manual_for_operators_explains_every_metric_and_none_that_does_not_exist() {
        let histogram = ["_bucket", "_sum", "_count"];
        let name = |sample: &String| {
            let end = histogram.iter().find_map(|end| sample.strip_suffix(end));
            end.unwrap_or(sample).to_owned()
        };
        let metrics: BTreeSet<String> = samples().iter().map(name).collect();
        // Rows of the table of metrics: `| metric | what it says |`.
        let rows = OPERATING.lines().filter_map(|line| line.strip_prefix("| `tablero_"));
        let rows = rows.map(|row| format!("tablero_{}", row.split(['`', '{']).next().unwrap()));
        assert_eq!(rows.collect::<BTreeSet<_>>(), metrics);
        let mentioned: BTreeSet<String> = mentioned(OPERATING).iter().map(name).collect();
        assert!(mentioned.is_subset(&metrics), "{:?}", &mentioned - &metrics);
    }
}
