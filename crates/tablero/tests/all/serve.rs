//! `tablero serve` as people start and stop it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    address: String,
    place: String,
}

fn serve(arguments: &[&str]) -> Server {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut line = || lines.next().unwrap().unwrap();
    let address = line().strip_prefix("tablero listens on http://").unwrap().to_owned();
    assert_eq!(line(), "Open it in a browser to play.");
    Server { child, address, place: line() }
}

impl Server {
    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Ends the server as a system does, and says whether it ended well.
    fn terminate(mut self) -> bool {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().success()
    }
}

const BEGIN: &str = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
                     Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{\"game\":\"chess\"}";
const LIST: &str = "GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

#[test]
fn a_server_says_where_it_is_ends_when_told_and_finds_its_games_again() {
    let folder = std::env::temp_dir().join(format!("tablero-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("club.db");
    let file = file.to_str().unwrap();
    let server = serve(&["--store", file]);
    assert_eq!(server.place, format!("The games are kept in {file}."));
    assert!(server.ask(BEGIN).starts_with("HTTP/1.1 201"));
    assert!(server.terminate());

    let server = serve(&["--store", file]);
    assert!(server.ask(LIST).contains("\"game\":\"chess\""));
    assert!(server.terminate());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_server_in_memory_forgets() {
    let server = serve(&["--store", ":memory:"]);
    assert_eq!(server.place, "The games are kept in memory, until the server ends.");
    assert!(server.ask(BEGIN).starts_with("HTTP/1.1 201"));
    assert!(server.ask(LIST).contains("chess"));
    assert!(server.terminate());
    let server = serve(&["--store", ":memory:"]);
    assert!(server.ask(LIST).contains("\"games\":[]"));
    assert!(server.terminate());
}

#[test]
fn a_file_that_is_no_store_is_an_error_in_words() {
    let output = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", env!("CARGO_BIN_EXE_tablero")])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("the file is not a store of tablero, or it is damaged"), "{error}");
}

/// What the list of processes shows of a server, and what it has said.
fn shown(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(!output.status.success());
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn a_password_in_an_argument_is_refused_and_never_shown() {
    let address = "postgres://ann:hunter2@127.0.0.1:1/club";
    let refused = shown(&["serve", "--store", address], &[]);
    assert!(refused.contains("TABLERO_STORE") && refused.contains("PGPASSFILE"), "{refused}");
    assert!(!refused.contains("hunter2"), "{refused}");
    for arguments in
        [&["store", "copy", address, "club.db"][..], &["backup", "--store", address, "x"]]
    {
        let refused = shown(arguments, &[]);
        assert!(!refused.contains("hunter2"), "{refused}");
    }
    // In the environment it is taken; there is no database at that port.
    let unreached = shown(&["serve"], &[("TABLERO_STORE", address), ("RUST_LOG", "trace")]);
    assert!(unreached.contains("the database club at 127.0.0.1:1"), "{unreached}");
    assert!(!unreached.contains("hunter2"), "{unreached}");
}

#[test]
fn a_club_is_copied_into_a_database_and_served_from_there() {
    let Some(postgres) = private_postgres::shared() else { return };
    let address = postgres.database().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let file = file.to_str().unwrap();
    let server = serve(&["--store", file]);
    assert!(server.ask(BEGIN).starts_with("HTTP/1.1 201"));
    assert!(server.terminate());
    let copy = |from: &str, to: &str| {
        Command::new(env!("CARGO_BIN_EXE_tablero"))
            .args(["store", "copy", from, to])
            .output()
            .unwrap()
    };
    let copied = copy(file, &address);
    let said = String::from_utf8_lossy(&copied.stdout);
    assert!(copied.status.success() && said.contains("are the same"), "{copied:?}");
    let again = copy(file, &address);
    assert!(String::from_utf8_lossy(&again.stderr).contains("has games already"), "{again:?}");
    let server = serve(&["--store", &address]);
    assert!(server.place.contains("in the database test"), "{}", server.place);
    assert!(server.ask(LIST).contains("\"game\":\"chess\""));
    assert!(server.terminate());
    let back = folder.path().join("back.db");
    assert!(copy(&address, back.to_str().unwrap()).status.success());
}

fn health(server: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablero"));
    let output = command.env("LC_ALL", "C").args(["health", server]).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[test]
fn health_says_whether_a_server_answers_and_its_store_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.db");
    let server = serve(&["--store", file.to_str().unwrap()]);
    let address = format!("http://{}", server.address);
    assert_eq!(health(&address), (Some(0), format!("{address}: all is well.\n")));
    std::fs::remove_file(&file).unwrap();
    let (code, said) = health(&address);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("Nothing can be stored"), "{said}");
    assert!(server.terminate());
    let (code, said) = health(&address);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("no connection to"), "{said}");
}
