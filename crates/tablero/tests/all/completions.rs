//! The script of `tablero completions bash`, in a real bash.

use std::collections::BTreeSet;
use std::process::Command;

/// What bash offers behind a line, as it calls the function of the script; words are split as it splits them.
fn offered(line: &str) -> Vec<String> {
    const ASK: &str = r#"
        source <("$0" completions bash)
        compopt() { :; }
        COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
        spaced=${1//:/ : }; read -ra COMP_WORDS <<< "${spaced//=/ = }"
        case $1 in *[' :=']) COMP_WORDS+=("");; esac
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _tablero_whole_words tablero "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let output =
        Command::new("bash").args(["-c", ASK, env!("CARGO_BIN_EXE_tablero"), line]).output();
    let output = output.unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let words = text.lines().filter(|line| !line.is_empty()).map(str::to_owned);
    // Bash shows a word once that two arguments offer.
    words.collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn bash_completes_players_behind_their_colon() {
    assert!(offered("tablero play chess --white l").contains(&"level:10".to_owned()));
    assert_eq!(offered("tablero play chess --white level:1"), ["1", "10"]);
    assert_eq!(offered("tablero play chess --white=level:1"), ["1", "10"]);
    assert_eq!(offered("tablero match chess random minimax:"), ["1", "2", "3", "4"]);
    assert_eq!(offered("tablero mines generate seed-e"), ["seed-expert"]);
}

#[test]
fn bash_offers_files_in_place_of_options_where_a_command_takes_one() {
    // Nothing is offered, so that bash completes files by itself.
    assert!(offered("tablero suite ").is_empty());
    assert!(offered("tablero games import ").is_empty());
    assert!(offered("tablero suite --pl").contains(&"--player".to_owned()));
    assert!(offered("tablero learn show /us").contains(&"/usr".to_owned()));
}
