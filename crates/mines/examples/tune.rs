use mines::outlook::*;
use mines::*;
use std::time::Instant;
fn fit(data: &[([f64; FIGURES], bool)]) -> [f64; FIGURES] {
    let mut w = [0.0; FIGURES];
    for _ in 0..12 {
        let mut h = [[0.0; FIGURES]; FIGURES];
        let mut g = [0.0; FIGURES];
        for (x, y) in data {
            let z: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            let e = f64::from(u8::from(*y)) - p;
            let v = p * (1.0 - p);
            for i in 0..FIGURES {
                g[i] += e * x[i];
                for j in 0..FIGURES {
                    h[i][j] += v * x[i] * x[j];
                }
            }
        }
        for i in 0..FIGURES {
            h[i][i] += 1.0;
            g[i] -= w[i];
        }
        // solve h d = g
        for i in 0..FIGURES {
            let piv = h[i][i];
            for j in i + 1..FIGURES {
                let f = h[j][i] / piv;
                for k in i..FIGURES {
                    h[j][k] -= f * h[i][k];
                }
                g[j] -= f * g[i];
            }
        }
        for i in (0..FIGURES).rev() {
            for k in i + 1..FIGURES {
                g[i] -= h[i][k] * g[k];
            }
            g[i] /= h[i][i];
        }
        for i in 0..FIGURES {
            w[i] += g[i];
        }
    }
    w
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let level: Level = a[1].parse().unwrap();
    let rule: Rule = a[2].parse().unwrap();
    let games: u64 = a[3].parse().unwrap();
    let full = a[4] == "full";
    let train: u64 = a[5].parse().unwrap();
    let mut solver = Solver::new(level, if full { Style::FULL } else { Style::FAST });
    let mut tune = [0.9, 8.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0];
    for (i, t) in a.iter().skip(6).enumerate() {
        tune[i] = t.parse().unwrap();
    }
    solver.tune = tune;
    let first = rule.best_first_click(level);
    if train > 0 {
        let mut data = [vec![], vec![]];
        solver.tune[3] = 0.0;
        let rounds = 2;
        for round in 0..rounds {
            for g in 0..train {
                solver.samples = Some(vec![]);
                let won = solver
                    .wins(&Layout::lay(level, rule, (1 << 40) + (round << 32) + g, first), first);
                for s in solver.samples.take().unwrap() {
                    data[usize::from(s.progress)].push((s.figures, won));
                }
            }
            solver.weights = [fit(&data[0]), fit(&data[1])];
            solver.tune[3] = 1.0;
            for k in 0..2 {
                let ll: f64 = data[k]
                    .iter()
                    .map(|(x, y)| {
                        let o = Outlook { figures: *x, progress: k == 1 };
                        let v = o.value(&solver.weights);
                        if *y { v.ln() } else { (1.0 - v).ln() }
                    })
                    .sum::<f64>()
                    / data[k].len() as f64;
                println!("{} samples, loglik {ll:.4} {:?}", data[k].len(), solver.weights[k]);
            }
        }
        solver.tune = tune;
    }
    let now = Instant::now();
    let wins =
        (0..games).filter(|&g| solver.wins(&Layout::lay(level, rule, g, first), first)).count();
    let s = now.elapsed().as_secs_f64();
    let p = wins as f64 / games as f64;
    println!(
        "{} {wins}/{games} {:.2} +- {:.2} {:.0} games/s",
        a[1..].join(" "),
        100.0 * p,
        196.0 * (p * (1.0 - p) / games as f64).sqrt(),
        games as f64 / s
    );
}
