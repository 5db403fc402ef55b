//! Which build fits a processor.

use std::fmt;

/// A level of the x86-64 psABI: what every processor of it can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Baseline,
    /// With AVX2 and BMI2, as processors have it since 2013 (Intel) and 2015 (AMD).
    V3,
}

/// Declares [`V3`], and the function that looks for each feature of it: the compiler's macro takes literals only.
macro_rules! features {
    ($($name:tt)*) => {
        /// What [`Level::V3`] asks for beyond the baseline, by the names of the compiler.
        const V3: &[&str] = &[$($name),*];

        /// Those of [`V3`] that the processor has and the system lets programs use.
        #[cfg(target_arch = "x86_64")]
        fn detected() -> Vec<&'static str> {
            let found = [$(($name, std::arch::is_x86_feature_detected!($name))),*];
            found.into_iter().filter_map(|(name, is_there)| is_there.then_some(name)).collect()
        }
    };
}

features! {
    "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b"
    "avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "xsave"
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Vec<&'static str> {
    Vec::new()
}

impl Level {
    /// The highest level whose features the processor has, all of them: the compiler may use any.
    pub fn of(detected: &[&str]) -> Level {
        let has = |feature: &&str| detected.contains(feature);
        if V3.iter().all(has) { Level::V3 } else { Level::Baseline }
    }

    /// The level of the processor that this runs on.
    pub fn of_this_processor() -> Level {
        Level::of(&detected())
    }
}

impl fmt::Display for Level {
    /// The name of the level, as `-C target-cpu` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Baseline => "x86-64",
            Level::V3 => "x86-64-v3",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::process::Command;

    /// The features that the compiler uses for a processor.
    fn features(target_cpu: &str) -> BTreeSet<String> {
        let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--print", "cfg", "--target", "x86_64-unknown-linux-gnu"])
            .args(["-C", &format!("target-cpu={target_cpu}")])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let features = text.lines().filter_map(|line| line.strip_prefix("target_feature=\""));
        features.map(|line| line.trim_end_matches('"').to_owned()).collect()
    }

    #[test]
    fn a_processor_gets_the_faster_build_only_with_every_feature_of_its_level() {
        assert_eq!(Level::of(V3), Level::V3);
        assert_eq!(Level::of(&[]), Level::Baseline);
        for &missing in V3 {
            let others: Vec<&str> = V3.iter().copied().filter(|&name| name != missing).collect();
            assert_eq!(Level::of(&others), Level::Baseline, "without {missing}");
        }
        let more = [V3, &["avx512f", "sha"]].concat();
        assert_eq!(Level::of(&more), Level::V3);
    }

    #[test]
    fn every_feature_that_the_compiler_uses_for_the_level_is_asked_for() {
        let beyond = &features(&Level::V3.to_string()) - &features(&Level::Baseline.to_string());
        assert!(beyond.contains("avx2") && beyond.contains("bmi2"), "{beyond:?}");
        let asked: BTreeSet<String> = V3.iter().map(ToString::to_string).collect();
        assert_eq!(beyond, asked);
    }

    #[test]
    fn the_packages_have_a_build_for_each_level() {
        let script = include_str!("../../../scripts/package");
        let levels = format!("levels=({} {})", Level::Baseline, Level::V3);
        assert!(script.lines().any(|line| line == levels), "{levels}");
    }
}
