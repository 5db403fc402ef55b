//! A game on a server, without a server: what it sends comes in, and text and requests go out.

use client::{Action, Followed, Game, Message};
use game::{Seat, Side, Viewer};
use games::CLUB;
use serde_json::{Value, json};
use table::view::{Sitting, ViewModel};
use table::{AnyTable, Command, Language, Player, Seats};
use terminal::{Look, Remote, Request};

/// A table of two people as the server shows it to white.
struct Server {
    table: AnyTable,
    taken: bool,
}

impl Server {
    fn new(game: &str) -> Server {
        let card = CLUB.card(game).unwrap();
        let players = Seats::Two { white: Player::Human, black: Player::Human };
        let start = card.start(None, 1).unwrap();
        let table = card.open(&card.started(start, players, None, 0)).unwrap();
        Server { table, taken: false }
    }

    fn moves(&mut self, mv: &str) {
        let seat = self.table.turn().unwrap();
        let action = table::Action::Move { mv: mv.to_owned() };
        let command = Command { expected: self.table.next(), action };
        self.table = self.table.decide(&command, seat, 0).unwrap().after;
    }

    fn shown(&self, language: Language) -> Value {
        let white = Seat::Side(Side::White);
        let scene = self.table.scene(Viewer::Seat(white), 0, language);
        let sitting = Sitting { own: vec![white], ..Sitting::default() };
        let view = ViewModel::of(&self.table, &scene, &sitting, language);
        json!({
            "id": "g1", "you": "white", "scene": scene, "view": view,
            "seats": [
                { "seat": "white", "taken": true, "open": false, "yours": true },
                { "seat": "black", "taken": self.taken, "open": false, "yours": false },
            ],
        })
    }

    fn game(&self, language: Language) -> Game {
        serde_json::from_value(self.shown(language)).unwrap()
    }

    fn message(&self, events: &Value, language: Language) -> Followed {
        let mut shown = self.shown(language);
        shown["events"] = events.clone();
        let message: Message = serde_json::from_value(shown).unwrap();
        Followed::Update(Box::new(message))
    }
}

fn open(server: &Server, language: Language) -> Remote {
    Remote::open(CLUB, server.game(language), Look::PLAIN, language).unwrap()
}

#[test]
fn a_move_is_sent_once_with_the_event_that_it_expects_and_shown_when_it_has_happened() {
    let mut server = Server::new("chess");
    let mut remote = open(&server, Language::English);
    let text = remote.take_text();
    assert!(text.contains("You are White.") && text.contains("Black is not here yet."), "{text}");
    assert!(text.contains("8 | r n b q k b n r"), "{text}");
    let e4 = Action::Move { mv: "e4".to_owned() };
    assert_eq!(remote.line("e4"), Some(Request::Act { expected: 1, action: e4 }));
    assert_eq!(remote.line("d4"), None, "one at a time");
    assert!(remote.take_text().contains("has not answered"));
    assert!(!remote.is_ready());
    remote.answered(Ok(serde_json::from_value(json!({ "next": 2 })).unwrap()));
    assert!(!remote.is_ready(), "the stream has not told of it");
    server.moves("e4");
    remote.followed(server.message(&json!([]), Language::English));
    let text = remote.take_text();
    assert!(
        text.starts_with("Played meanwhile: e4.\n") && text.contains("Black to move."),
        "{text}"
    );
    server.taken = true;
    server.moves("e5");
    let moved = json!([{ "number": 2, "event": "moved", "seat": "black", "move": "e5" }]);
    remote.followed(server.message(&moved, Language::English));
    let text = remote.take_text();
    assert!(text.starts_with("Black is here now.\nBlack plays e5.\n"), "{text}");
    assert!(remote.is_ready());
}

#[test]
fn the_board_can_be_asked_about_in_both_languages_without_the_server() {
    let mut server = Server::new("chess");
    let mut remote = open(&server, Language::English);
    let mut said = |line: &str| {
        remote.take_text();
        assert_eq!(remote.line(line), None, "{line}");
        remote.take_text()
    };
    assert_eq!(said("e2?"), "e2: white pawn. Moves from it: e3, e4.\n");
    assert!(said("pieces").starts_with("black king: e8\n"));
    assert_eq!(said("moves g1"), "Nf3 Nh3\n");
    assert_eq!(said("history"), "No move has been made yet.\n");
    assert!(said("position").starts_with("rnbqkbnr/"));
    assert!(said("help").contains("sit white"));
    assert!(said("mayhem").contains("not for a game on a server"));
    said("quiet");
    server.moves("e4");
    remote.followed(server.message(&json!([]), Language::English));
    assert_eq!(
        remote.take_text(),
        "Played meanwhile: e4.\nwhite pawn: e4\nempty: e2\nBlack to move.\n"
    );

    let mut remote = open(&server, Language::Spanish);
    let text = remote.take_text();
    assert!(text.contains("Llevas: Blancas.") && text.contains("Todavía falta: Negras."), "{text}");
    assert_eq!(remote.line("sit black"), Some(Request::Claim("black".to_owned())));
    assert_eq!(remote.line("quit"), Some(Request::Leave));
}

#[test]
fn a_lost_connection_is_told_once_and_a_game_that_is_not_known_is_refused() {
    let server = Server::new("othello");
    let mut remote = open(&server, Language::English);
    remote.take_text();
    let lost = || {
        let (server, reason) = ("http://x".to_owned(), "gone".to_owned());
        Followed::Lost(client::ClientError::Connection { server, reason })
    };
    remote.followed(lost());
    remote.followed(lost());
    assert_eq!(remote.take_text().lines().count(), 1);
    remote.followed(server.message(&json!([]), Language::English));
    assert_eq!(remote.take_text(), "The connection is back.\n");
    let mut strange = server.shown(Language::English);
    strange["scene"]["game"] = json!("backgammon");
    let strange = serde_json::from_value(strange).unwrap();
    assert!(Remote::open(CLUB, strange, Look::PLAIN, Language::English).is_none());
}

#[test]
fn what_a_newer_server_draws_is_drawn_as_far_as_it_is_known() {
    let server = Server::new("chess");
    let mut shown = server.shown(Language::English);
    shown["scene"]["picture"]["cells"][0]["piece"] = json!({ "kind": "dragon", "side": "red" });
    shown["scene"]["picture"]["cells"][1]["marks"] = json!(["glowing"]);
    shown["scene"]["picture"]["cells"].as_array_mut().unwrap().truncate(60);
    let game = serde_json::from_value(shown).unwrap();
    let mut remote = Remote::open(CLUB, game, Look::PLAIN, Language::English).unwrap();
    assert!(remote.take_text().contains("8 | . n b q k b n r"));
}
