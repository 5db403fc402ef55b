//! The page of a game.

use super::board::board;
use super::preferences::{Asked, Preferences};
use super::{answer, panel, shell, texts};
use crate::api::{Desk, ShownSeat, shown_seats};
use crate::asking::{InQuery, game_id};
use crate::live::Live;
use crate::problem::Problem;
use crate::seat::{SeatName, you};
use crate::token::Token;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use game::{Seat, Side, Viewer};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::Arc;
use store::Digest;
use table::menu::Menu;
use table::scene::Place;
use table::{AnyTable, Event, GameName, Player, Scene, Words};

/// Everything that a page of a game is drawn from.
pub struct Shown<'a> {
    pub id: &'a str,
    pub game: GameName,
    pub scene: Scene,
    pub viewer: Viewer,
    pub seats: Vec<ShownSeat>,
    /// What begins another game of the same kind; `None` where that would tell what is hidden.
    again: Option<Value>,
    /// The size and the number of mines, where there are any.
    level: Option<String>,
    pub words: &'static Words,
}

/// `GET /games/ID`
pub async fn show(
    State(desk): State<Arc<Desk>>,
    id: Result<Path<String>, PathRejection>,
    InQuery(asked): InQuery<Asked>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let preferences = Preferences::of(&asked, &headers);
    let found = match id.map(|Path(id)| game_id(&id)) {
        Ok(Ok(id)) => desk.hub.live(&id).await,
        _ => Err(Problem::no_such_game()),
    };
    match found {
        Ok(live) => {
            let token = Token::of(&headers).map(|token| token.digest());
            let page = page(&live, token, preferences)?;
            Ok(answer(StatusCode::OK, page, preferences, &headers))
        }
        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
            let page = missing(preferences);
            Ok(answer(StatusCode::NOT_FOUND, page, preferences, &headers))
        }
        Err(problem) => Err(problem),
    }
}

/// A page that says that there is no such game.
fn missing(preferences: Preferences) -> Markup {
    let words = preferences.language.words();
    let content = html! {
        main .home .missing {
            h1 { (words.page.not_found) }
            p { (words.page.no_such_game) }
            p { a .button href="/" { (words.page.home) } }
        }
    };
    shell::page("tablero", "missing", preferences, &content)
}

fn page(live: &Live, token: Option<Digest>, preferences: Preferences) -> Result<Markup, Problem> {
    let viewer = live.viewer(token, None)?;
    let shown = Shown {
        id: live.id.as_str(),
        game: live.with_table(AnyTable::game),
        scene: live.scene(viewer, preferences.language),
        viewer,
        seats: shown_seats(live, token),
        again: live.with_table(again),
        level: live.with_table(level),
        words: preferences.language.words(),
    };
    let title = format!("{} – tablero", shown.words.game(shown.game));
    Ok(shell::page(&title, "game", preferences, &content(&shown)))
}

/// The request that begins such a game anew.
fn again(table: &AnyTable) -> Option<Value> {
    let Some(Event::Started(started)) = table.events().first() else { return None };
    let hidden = table.game() == GameName::Mines;
    (!hidden)
        .then(|| json!({ "game": started.game, "start": started.start, "clock": started.clock }))
}

fn level(table: &AnyTable) -> Option<String> {
    match table {
        AnyTable::Mines(table) => Some(table.start().level().to_string()),
        _ => None,
    }
}

impl Shown<'_> {
    /// The seat at the bottom: the viewer's, if exactly one of the viewer's is played by a person; otherwise
    /// white's.
    fn bottom(&self) -> Seat {
        let mut own = self.scene.players.iter().filter(|place| self.is_own_person(place));
        match (own.next(), own.next()) {
            (Some(place), None) => place.seat,
            _ if self.game == GameName::Mines => Seat::Solo,
            _ => Seat::Side(Side::White),
        }
    }

    /// Who sits in a seat.
    pub fn place(&self, seat: Seat) -> Option<&Place> {
        self.scene.players.iter().find(|place| place.seat == seat)
    }

    /// Is this a seat of the viewer with a person in it?
    pub fn is_own_person(&self, place: &Place) -> bool {
        !place.player.is_computer() && self.seat(place.seat).is_some_and(|seat| seat.yours)
    }

    /// Does the viewer sit at this table?
    pub fn has_seat(&self) -> bool {
        matches!(self.viewer, Viewer::Seat(_))
    }

    fn seat(&self, seat: Seat) -> Option<&ShownSeat> {
        let name = SeatName::from(seat).text();
        self.seats.iter().find(|seat| seat.seat == name)
    }

    /// How whoever sits there is called here.
    pub fn player_name(&self, place: &Place) -> String {
        match (&place.player, self.seat(place.seat)) {
            (Player::Human, Some(seat)) if seat.yours => self.words.you.to_owned(),
            (Player::Human, Some(seat)) if !seat.taken => self.words.page.free_seat.to_owned(),
            (Player::Human, _) => self.words.page.opponent_person.to_owned(),
            (player, _) => self.words.player(player, self.game),
        }
    }
}

fn content(shown: &Shown) -> Markup {
    let bottom = shown.bottom();
    // An Othello board has no sides: it is always read from a1 at the top left.
    let flipped = bottom == Seat::Side(Side::Black) && shown.game != GameName::Othello;
    let mines = shown.game == GameName::Mines;
    let words = shown.words;
    let help = if mines { words.page.mines_help } else { words.page.board_help };
    let data = json!({
        "seats": shown.seats,
        "again": shown.again,
        "usual": usual_player(shown.game, words),
        "level": shown.level,
    });
    html! {
        a .skip href="#board" { (words.page.skip) }
        main .game data-id=(shown.id) data-game=(shown.game.name())
            data-you=(you(shown.viewer).map_or("", SeatName::text)) data-over[shown.scene.over]
            data-columns=(shown.scene.picture.columns.len()) data-rows=(shown.scene.picture.rows.len()) {
            h1 .hidden { (words.game(shown.game)) }
            @if mines { (panel::mines_bar(shown)) } @else if let Seat::Side(side) = bottom {
                (panel::bar(shown, Seat::Side(!side), "top"))
            }
            div .place {
                div .frame {
                    (board(&shown.scene.picture, flipped, words.game(shown.game), help, words))
                    div #over-board {}
                }
            }
            @if !mines { (panel::bar(shown, bottom, "bottom")) }
            (panel::side(shown))
        }
        (texts::data("texts", &texts::of_game(shown.game, words)))
        (texts::data("data", &data))
    }
}

fn usual_player(game: GameName, words: &Words) -> Option<String> {
    let menu = Menu::of(game, words);
    menu.computers.into_iter().nth(menu.usual).map(|offer| offer.value)
}
