//! The words that the script says, as data in the page: they come from the same place as all others.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};
use table::menu::Menu;
use table::{GameName, Player, Words};

/// The words for the script of a game's page.
pub fn of_game(game: GameName, words: &Words) -> Value {
    let (texts, page) = (&words.interface, &words.page);
    let mut players: serde_json::Map<String, Value> = Menu::of(game, words)
        .computers
        .into_iter()
        .map(|offer| (offer.value, offer.label.into()))
        .collect();
    players.insert("human".to_owned(), page.opponent_person.into());
    players.insert("random".to_owned(), words.player(&Player::Random { seed: None }, game).into());
    json!({
        "seats": { "white": words.white, "black": words.black, "solo": words.you },
        "players": players,
        "you": words.you,
        "freeSeat": page.free_seat,
        "pieces": {
            "pawn": texts.pawn, "knight": texts.knight, "bishop": texts.bishop, "rook": texts.rook,
            "queen": texts.queen, "king": texts.king, "man": texts.man,
            "crowned-man": texts.crowned_man, "disc": texts.disc, "flag": texts.flag,
            "wrong-flag": texts.wrong_flag, "mine": texts.mine, "hit-mine": texts.hit_mine,
        },
        "oneMineAround": texts.one_mine_around,
        "minesAround": texts.mines_around,
        "empty": texts.empty,
        "cellsChanged": page.cells_changed,
        "closed": texts.closed,
        "open": texts.open,
        "marks": {
            "last-move": texts.marked_last_move, "check": texts.marked_check,
            "must-capture": texts.marked_must_capture,
        },
        "canGo": page.can_go_here,
        "canCapture": page.can_capture_here,
        "pickedUp": page.picked_up,
        "putDown": page.put_down,
        "goesOn": page.goes_on,
        "moved": page.moved,
        "takenBack": page.taken_back,
        "declinesDraw": texts.declines_draw,
        "thinking": texts.thinking,
        "watching": page.watching,
        "lookingBack": page.looking_back,
        "start": page.start_position,
        "mayhemOn": texts.mayhem_on,
        "mayhemOff": texts.mayhem_off,
        "copied": page.copied,
        "satDown": page.sat_down,
        "seatClaimed": page.seat_claimed,
        "rematchWanted": page.rematch_wanted,
        "rematchJoin": page.rematch_join,
        "promote": texts.promote_to,
        "reconnecting": page.reconnecting,
        "kept": page.kept,
        "seconds": page.seconds,
        "refused": refusals(words),
    })
}

/// The words for the script of the first page.
pub fn of_home(words: &Words) -> Value {
    json!({ "refused": refusals(words) })
}

/// What is said for the codes of the interface, where the server's own sentence is in another language.
fn refusals(words: &Words) -> Value {
    let page = &words.page;
    json!({
        "illegal-move": page.illegal,
        "stale": page.stale,
        "not-your-turn": page.not_your_turn,
        "computer-plays": page.not_your_turn,
        "not-your-seat": page.not_your_seat,
        "no-token": page.not_your_seat,
        "seat-taken": page.not_your_seat,
        "seat-claimed": page.seat_claimed,
        "not-invited": page.not_invited,
        "not-fair": page.not_fair,
        "game-over": page.game_over,
        "bad-start": page.bad_start,
        "bad-record": page.bad_record,
        "player-not-allowed": page.player_not_allowed,
        "no-hint": page.no_hint,
        "too-many-requests": page.too_much,
        "too-many-games": page.too_much,
        "busy": page.too_much,
        "": page.failed,
    })
}

/// Data in the page, for the script to read. No text in it can end the element that holds it.
pub fn data(id: &str, value: &Value) -> Markup {
    let text = value.to_string().replace('<', "\\u003c");
    html! { script id=(id) type="application/json" { (PreEscaped(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        let text = data("x", &json!("</script><script>alert(1)</script>")).into_string();
        assert_eq!(text.matches("</script>").count(), 1, "{text}");
    }
}
