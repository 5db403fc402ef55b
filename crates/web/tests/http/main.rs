//! The server over real connections.

mod analysis;
mod client;
mod fairness;
mod feel;
mod files;
mod lab;
mod limits;
mod listing;
mod looking;
mod nodes;
mod pages;
mod people;
mod playing;
mod positions;
mod refusals;
mod retention;
mod secrecy;
mod servers;
mod streams;
mod watching;

/// What is true of one store is true of the other: the tests run once more with `PostgreSQL`, in a process of their own.
#[test]
fn everything_holds_over_postgres_too() {
    /// These are about the file and its options, about time that is the database's there, about what is said at once where no other server has to
    /// be asked; or they ask no store, or bring a database of their own.
    const LEFT_OUT: [&str; 17] = [
        "everything_holds_over_postgres_too",
        "nodes::",
        "lab::",
        "pages::",
        "retention::what_a_person_played",
        "nothing_is_acknowledged_into_a_file_that_is_gone",
        "full_disk",
        "a_lock_that_another_program_holds",
        "a_step_of_the_machines_clock",
        "a_server_gives_no_time_back",
        "time_during_which_the_server_was_down",
        "a_game_from_a_log_of_version_1",
        "a_board_without_guessing_is_searched_for_once",
        "lists_that_too_many_wait",
        "a_game_whose_computer_waits_can_be_resigned",
        "damaged",
        "an_export_that_fails_half_way",
    ];
    if private_postgres::shared().is_none() {
        return;
    }
    let mut tests = std::process::Command::new(std::env::current_exe().unwrap());
    for name in LEFT_OUT {
        tests.args(["--skip", name]);
    }
    let output = tests.env(client::STORE, "postgres").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("test result: ok. ") && !said.contains(" 0 passed"), "{said}");
}
