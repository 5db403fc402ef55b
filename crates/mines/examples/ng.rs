use mines::*;
use std::time::Instant;
fn main() {
    for (name, rule, n) in [
        ("expert", Rule::Opening, 200),
        ("expert", Rule::Safe, 100),
        ("intermediate", Rule::Opening, 500),
        ("beginner", Rule::Safe, 500),
        ("30x16/120", Rule::Opening, 5),
        ("30x16/140", Rule::Opening, 5),
        ("50x50/500", Rule::Opening, 2),
        ("100x100/2000", Rule::Opening, 1),
    ] {
        let level: Level = name.parse().unwrap();
        let first = rule.best_first_click(level);
        let now = Instant::now();
        let found = (0..n).filter(|&s| no_guess::lay(level, rule, s, first).is_ok()).count();
        println!(
            "{name} {rule} {found}/{n} {:.2} ms each",
            now.elapsed().as_secs_f64() * 1000.0 / n as f64
        );
    }
}
