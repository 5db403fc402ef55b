//! `tablero match` and the file that it saves games to.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tablero(arguments: &[&str], save: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tablero"))
        .arg("match")
        .args(arguments)
        .arg("--save")
        .arg(save)
        .output()
        .unwrap()
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tablero-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_match_that_is_refused_leaves_no_file_behind() {
    let path = file("refused.pgn");
    for refused in [
        ["chess", "random", "human", "--games", "2"],
        ["chess", "random", "uci:/no/such/program?nodes=1", "--games", "2"],
    ] {
        assert!(!tablero(&refused, &path).status.success());
        assert!(!path.exists());
    }
    let played = ["othello", "random", "random", "--games", "2"];
    assert!(tablero(&played, &path).status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("(;GM[Othello]").count(), 2);
    let again = tablero(&played, &path);
    assert!(!again.status.success());
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.ends_with("it exists already\n"), "{said}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::remove_file(&path).unwrap();
    let nowhere = path.join("games.ggf");
    assert!(!tablero(&played, &nowhere).status.success());
}

#[cfg(unix)]
#[test]
fn a_match_that_is_told_to_end_ends_the_programs_that_it_has_started() {
    for signal in ["INT", "TERM"] {
        end_by(signal);
    }
}

#[cfg(unix)]
fn end_by(signal: &str) {
    use std::time::{Duration, Instant};
    let (script, child) = (file("hangs.sh"), file("hangs.child"));
    let text = format!(
        "echo uciok; echo readyok; echo readyok\n\
         while read -r word rest; do\n\
         case \"$word\" in go) sleep 300 & echo $! > {0}.new; mv {0}.new {0}; wait;; esac\n\
         done\n",
        child.display()
    );
    std::fs::write(&script, text).unwrap();
    let player = format!("uci:sh '{}'?nodes=1", script.display());
    let mut running = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["match", "chess", &player, "random", "--games", "2"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let until = |happened: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !happened() {
            assert!(begun.elapsed() < Duration::from_mins(1));
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until(&|| child.exists());
    let hanging = std::fs::read_to_string(&child).unwrap();
    let is_running = || {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", hanging.trim()));
        state.is_ok_and(|state| !state.contains(") Z "))
    };
    assert!(is_running());
    let id = running.id().to_string();
    let kill = format!("kill -{signal} $0");
    assert!(Command::new("sh").args(["-c", &kill, &id]).status().unwrap().success());
    let number = ["HUP", "INT", "TERM"].iter().zip([1, 2, 15]).find(|(name, _)| **name == signal);
    let status = number.map(|(_, number)| 128 + number);
    assert_eq!(running.wait().unwrap().code(), status, "{signal}");
    until(&|| !is_running());
    let _ = (std::fs::remove_file(script), std::fs::remove_file(child));
}

/// Waits until a program of ours has begun its work: from then on it catches signals.
#[cfg(unix)]
fn until_it_catches_signals(id: u32) {
    let catches = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let bits = u64::from_str_radix(caught.trim(), 16).ok()?;
        (bits >> 14 & bits >> 1 & 1 == 1).then_some(())
    };
    for _ in 0..600 {
        // A moment more, so that there is something to print.
        std::thread::sleep(std::time::Duration::from_millis(100));
        if catches().is_some() {
            return std::thread::sleep(std::time::Duration::from_millis(300));
        }
    }
}

/// What a signal that ends a command leaves behind: its output and its exit status.
#[cfg(unix)]
fn ended_by(signal: &str, arguments: &[&str]) -> (String, Option<i32>) {
    use std::process::Stdio;
    let child = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until_it_catches_signals(child.id());
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[cfg(unix)]
#[test]
fn a_command_that_a_signal_ends_prints_what_it_has_and_says_so_by_its_status() {
    let game = ["match", "othello", "random", "random", "--games", "1000000"];
    let (said, status) = ended_by("-TERM", &game);
    assert!(said.lines().last().is_some_and(|line| line.starts_with("score +")), "{said}");
    assert_eq!(status, Some(128 + 15));
    let (said, status) = ended_by("-INT", &[&game[..], &["--json"]].concat());
    let told: serde_json::Value = serde_json::from_str(said.trim()).unwrap();
    assert_eq!(told["stopped"], true);
    assert!(told["games"].as_u64().unwrap() < 1_000_000);
    assert_eq!(status, Some(128 + 2));
    let (said, status) = ended_by("-INT", &["mines", "winrate", "expert", "--games", "10000000"]);
    assert!(said.contains("games per CPU-second"), "{said}");
    assert_eq!(status, Some(128 + 2));
}
