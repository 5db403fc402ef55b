//! The finished games of one client: how they ended, what they say of its strength, and how they are got rid of.
//!
//! The store keeps how a game ended when it is told, and that is done when somebody asks for a list ([`settle`]): so nothing is
//! added to a move, and the games of older stores are found out about, too.

use crate::api::{Answer, AppState};
use crate::extract::{QueryString, RoomRequest};
use crate::problem::{Fault, Problem};
use crate::replay::{KeptGameError, kept_game};
use crate::request::{OwnListQuery, read_language};
use crate::room::nicknames;
use crate::seat::SeatName;
use crate::token::Token;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use game::{Seat, Verdict};
use lab::glicko::{FIRST, Glicko, MEASURED};
use serde_json::{Value, json};
use std::sync::Arc;
use store::{Digest, GameId, KeptResult, Log, Outcome, OwnGame, OwnQuery, OwnResult, StoreError};
use table::{AnyTable, Card, Club, ExportError, Language, Player};

/// Games of which it is found out how they ended before a list is answered, and at a time after it.
const SETTLED_AT_ONCE: u32 = 40;
const SETTLED_LATER: u32 = 200;
/// Games that are read for a part of an export.
const PART: u32 = 50;
/// The level that suits a player is one against which so many points can be expected.
const SUITING: f64 = 0.45;
/// Who sat across the board where one client has both seats.
pub const ITSELF: &str = "self";

/// Finds out how finished games of an owner ended, at most so many of them. Returns for how many of them that is kept now.
pub async fn settle(
    log: &dyn Log,
    club: Club,
    owner: Digest,
    most: u32,
) -> Result<u32, StoreError> {
    let mut kept = 0;
    for game in log.without_result(owner, most).await? {
        let result = match kept_game(log, club, &game).await {
            Ok((table, seats)) => result_of(&table, &seats),
            Err(error) if error.is_damage() => {
                tracing::warn!(%game, %error, "a damaged game is listed without a result");
                no_result()
            }
            // It was deleted meanwhile.
            Err(KeptGameError::Store(StoreError::NoSuchGame)) => continue,
            Err(KeptGameError::Store(error)) => return Err(error),
            Err(KeptGameError::Replay(_)) => return Err(StoreError::Closed),
        };
        match log.keep_result(&game, result).await {
            Ok(()) => kept += 1,
            Err(StoreError::NoSuchGame) => {}
            Err(error @ StoreError::Damaged(_)) => {
                tracing::warn!(%game, %error, "how a damaged game ended cannot be kept");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(kept)
}

/// The result of a game that cannot be replayed, so that it is not tried again. Whichever of the seats it has, none has a result.
fn no_result() -> KeptResult {
    let seats = [SeatName::White, SeatName::Black, SeatName::Solo];
    KeptResult {
        seats: seats.map(|seat| (seat.text().to_owned(), Outcome::None, String::new())).into(),
        opening: None,
        title: None,
    }
}

/// How a game ended for each seat. A client that plays a computer may have both seats: then both tell how it ended for the person.
fn result_of(table: &AnyTable, seats: &[store::Seat]) -> KeptResult {
    let owner = |seat: Seat| {
        let name = SeatName::from(seat).text();
        seats.iter().find(|kept| kept.seat == name).and_then(|kept| kept.token)
    };
    let of_seat = |(seat, player): (Seat, &Player)| {
        let name = SeatName::from(seat).text().to_owned();
        let other = table.players().iter().find(|(other, _)| *other != seat);
        let Some((across, opponent)) = other else {
            return (name, outcome_for(table, seat), String::new());
        };
        let same = owner(seat) == owner(across);
        match (player.is_computer(), opponent.is_computer()) {
            (false, false) if same => (name, Outcome::None, ITSELF.to_owned()),
            (true, true) => (name, Outcome::None, ITSELF.to_owned()),
            (true, false) if same => (name, outcome_for(table, across), named(player)),
            _ => (name, outcome_for(table, seat), named(opponent)),
        }
    };
    let moves = table.moves_played();
    let languages = [Language::English, Language::Spanish];
    let names = languages.map(|language| table.opening_at(moves, language));
    let opening = names.into_iter().collect::<Option<Vec<_>>>().map(|names| names.join("\t"));
    KeptResult {
        seats: table.players().iter().map(of_seat).collect(),
        opening,
        title: title_of(table),
    }
}

/// Who played and how it ended, as far as the heading of a game of other people says who they were.
fn title_of(table: &AnyTable) -> Option<String> {
    let sides = table.card().sides();
    let title = table.heading().title(&sides)?;
    let result = match table.verdict() {
        Some(Verdict::Draw) => " ½–½",
        Some(Verdict::Won(Seat::Side(side))) if sides.first() == Some(&side) => " 1–0",
        Some(Verdict::Won(_)) => " 0–1",
        _ => "",
    };
    Some(title + result)
}

fn named(player: &Player) -> String {
    player.clone().without_seed().to_string()
}

fn outcome_for(table: &AnyTable, seat: Seat) -> Outcome {
    match table.verdict() {
        None => Outcome::None,
        Some(Verdict::Draw) => Outcome::Drawn,
        Some(Verdict::Won(winner)) if winner == seat => Outcome::Won,
        Some(_) => Outcome::Lost,
    }
}

/// The name of an opening in a language, of the text that is kept.
pub fn opening_in(kept: &str, language: Language) -> &str {
    let mut names = kept.split('\t');
    let english = names.next().unwrap_or_default();
    if language == Language::Spanish { names.next().unwrap_or(english) } else { english }
}

/// What is known of a client in one game.
pub struct Standing {
    pub card: &'static dyn Card,
    /// Won, drawn and lost against each opponent, those met first first.
    pub against: Vec<(String, [u32; 3])>,
    /// So many games in a row were won, or lost if it is below zero.
    pub streak: i32,
    /// The rating after each game against an opponent whose rating is known.
    pub curve: Vec<Glicko>,
    /// The level that suits.
    pub next: Option<u8>,
}

/// What the results of a client come to, for each game that it has played.
pub fn standings(club: Club, results: &[OwnResult]) -> Vec<Standing> {
    let of_card = |card: &'static dyn Card| {
        let mut standing =
            Standing { card, against: Vec::new(), streak: 0, curve: Vec::new(), next: None };
        for result in results.iter().filter(|result| result.kind == card.name()) {
            standing.add(result);
        }
        if let Some(last) = standing.curve.last() {
            let far = |rating: &u16| (last.expects(f64::from(*rating)) - SUITING).abs();
            let levels = (1u8..).zip(card.level_ratings());
            let nearest = levels.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)));
            standing.next = nearest.map(|(level, _)| level);
        }
        (!standing.against.is_empty()).then_some(standing)
    };
    club.cards().iter().copied().filter_map(of_card).collect()
}

impl Standing {
    fn add(&mut self, result: &OwnResult) {
        let (place, points) = match result.outcome {
            Outcome::Won => (0, 1.0),
            Outcome::Drawn => (1, 0.5),
            Outcome::Lost => (2, 0.0),
            Outcome::None => return,
        };
        let known = self.against.iter_mut().find(|(opponent, _)| *opponent == result.opponent);
        if let Some((_, counts)) = known {
            counts[place] += 1;
        } else {
            let mut counts = [0; 3];
            counts[place] = 1;
            self.against.push((result.opponent.clone(), counts));
        }
        self.streak = match result.outcome {
            Outcome::Won => self.streak.max(0) + 1,
            Outcome::Lost => self.streak.min(0) - 1,
            _ => 0,
        };
        let rating = match result.opponent.parse() {
            Ok(Player::Level(level)) => {
                self.card.level_ratings().get(usize::from(level).wrapping_sub(1))
            }
            _ => None,
        };
        if let Some(&rating) = rating {
            let before = self.curve.last().copied().unwrap_or(FIRST);
            self.curve.push(before.after(f64::from(rating), MEASURED, points));
        }
    }
}

/// A page of the games of a client, after it has been found out how the latest ended.
pub async fn games_of(
    state: &Arc<AppState>,
    owner: Digest,
    query: OwnQuery,
) -> Result<Vec<OwnGame>, Problem> {
    let (log, club) = (&state.hub.log, state.hub.club);
    if settle(&**log, club, owner, SETTLED_AT_ONCE).await? == SETTLED_AT_ONCE {
        let log = Arc::clone(log);
        tokio::spawn(async move {
            while matches!(settle(&*log, club, owner, SETTLED_LATER).await, Ok(SETTLED_LATER)) {}
        });
    }
    Ok(log.own_games(query).await?)
}

/// `GET /api/mine`
pub async fn list(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    QueryString(wanted): QueryString<OwnListQuery>,
) -> Answer {
    read_language(wanted.lang.as_deref())?;
    let owner = Token::of(&headers).ok_or(Fault::NoToken)?.digest();
    let query = wanted.query(owner, state.hub.club)?;
    let limit = query.limit as usize;
    let games = games_of(&state, owner, query).await?;
    let after = (games.len() == limit).then(|| games.last()).flatten().map(page_end);
    let listed: Vec<Value> = games.iter().map(shown).collect();
    let results = state.hub.log.own_results(owner).await?;
    let standings: Vec<Value> = standings(state.hub.club, &results).iter().map(summed).collect();
    Ok(Json(json!({ "games": listed, "after": after, "standings": standings })).into_response())
}

/// Where a page of the list ended.
pub fn page_end(game: &OwnGame) -> String {
    format!("{}-{}", game.at, game.begun)
}

pub const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Drawn => "drawn",
        Outcome::Lost => "lost",
        Outcome::None => "none",
    }
}

fn shown(game: &OwnGame) -> Value {
    json!({
        "id": game.id.as_str(),
        "game": game.kind,
        "seat": game.seat,
        "result": outcome_name(game.outcome),
        "opponent": game.opponent,
        "nickname": game.nickname,
        "title": game.title,
        "opening": game.opening.as_deref().map(|kept| opening_in(kept, Language::English)),
        "moves": game.moves,
        "at": game.at,
    })
}

fn summed(standing: &Standing) -> Value {
    let against: Vec<Value> = standing
        .against
        .iter()
        .map(|(opponent, [won, drawn, lost])| {
            json!({ "opponent": opponent, "won": won, "drawn": drawn, "lost": lost })
        })
        .collect();
    let rating = standing.curve.last().map(|last| {
        json!({ "rating": last.rating.round(), "deviation": last.deviation.round(), "games": standing.curve.len() })
    });
    json!({
        "game": standing.card.name(),
        "against": against,
        "streak": standing.streak,
        "rating": rating,
        "next": standing.next.map(|level| Player::Level(level).to_string()),
    })
}

/// `DELETE /api/games/ID`: for good where nobody else sits in it, else off the lists of this client.
pub async fn delete(at: RoomRequest) -> Answer {
    let owner = at.digest().ok_or(Fault::NoToken)?;
    if at.room.seats_of(Some(owner)).is_empty() {
        return Err(Fault::NotYourSeat.into());
    }
    if at.state.hub.log.discard(&at.room.id, owner).await? {
        at.state.hub.drop_room(&at.room.id);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `GET /api/mine/export?game=chess`: all finished games of a kind, one after another in the format of the game.
pub async fn export(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    QueryString(wanted): QueryString<OwnListQuery>,
) -> Answer {
    let owner = Token::of(&headers).ok_or(Fault::NoToken)?.digest();
    let query = OwnQuery { limit: PART, ..wanted.query(owner, state.hub.club)? };
    let card = query.kind.as_deref().and_then(|kind| state.hub.club.card(kind));
    let card = card.ok_or_else(|| Fault::NoSuchKind(state.hub.club.names()))?;
    let format = card.kinds()[0].record;
    let parts = stream::unfold(Some(query), move |query| {
        let state = Arc::clone(&state);
        async move {
            match part_of_export(&state, query?).await {
                Ok((text, next)) => Some((Ok(text), next)),
                Err(error) => {
                    // The client sees a body that breaks off, and not one that looks complete.
                    tracing::error!(%error, "an export is broken off");
                    Some((Err(error), None))
                }
            }
        }
    });
    let name = format!("tablero-{}.{}", card.name(), format.extension);
    let headers = [
        (header::CONTENT_TYPE, format!("{}; charset=utf-8", format.media_type)),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    let mut response = Response::new(Body::from_stream(parts));
    for (name, value) in headers {
        if let Ok(value) = value.parse() {
            response.headers_mut().insert(name, value);
        }
    }
    Ok(response)
}

/// The next games of an export, and where the games after them begin; nothing at the end.
async fn part_of_export(
    state: &AppState,
    query: OwnQuery,
) -> Result<(String, Option<OwnQuery>), KeptGameError> {
    let games = state.hub.log.own_games(query.clone()).await?;
    let mut text = String::new();
    for game in &games {
        match exported(&*state.hub.log, state.hub.club, &game.id).await {
            Ok(record) => text += &record,
            Err(NotExported::Kept(error)) if error.is_damage() => {
                tracing::warn!(game = %game.id, %error, "a damaged game is left out of an export");
                text += &left_out(&game.id);
            }
            // It was deleted meanwhile, or there is nothing in it that the format could say.
            Err(
                NotExported::Kept(KeptGameError::Store(StoreError::NoSuchGame))
                | NotExported::Record(_),
            ) => {}
            Err(NotExported::Kept(error)) => return Err(error),
        }
    }
    let after = games.last().map(|last| (last.at, last.begun));
    Ok((text, after.map(|after| OwnQuery { after: Some(after), ..query })))
}

/// What stands in a file of many games in the place of one that is damaged. Readers of PGN and PDN skip a line behind a %, and
/// those of GGF all that stands between two games; RAWVF has one game to a file, so a file of several is cut by hand in any case.
fn left_out(game: &GameId) -> String {
    format!("% The game {game} is damaged and was left out.\n\n")
}

/// Why a game of the store cannot be written as a file.
#[derive(Debug, thiserror::Error)]
pub enum NotExported {
    #[error(transparent)]
    Kept(#[from] KeptGameError),
    #[error(transparent)]
    Record(#[from] ExportError),
}

/// A game of the store as a file for other programs, an empty line behind it.
pub async fn exported(log: &dyn Log, club: Club, game: &GameId) -> Result<String, NotExported> {
    let (table, seats) = kept_game(log, club, game).await?;
    let mut text = table.with_names(&nicknames(&seats)).export()?.text;
    while !text.ends_with("\n\n") {
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(opponent: &str, outcome: Outcome) -> OwnResult {
        OwnResult { kind: "chess".to_owned(), opponent: opponent.to_owned(), outcome, at: 0 }
    }

    #[test]
    fn results_become_counts_a_streak_a_rating_and_the_level_that_suits() {
        let mut results = vec![result("level:9", Outcome::Lost), result("human", Outcome::Drawn)];
        results.extend((0..30).map(|_| result("level:4", Outcome::Won)));
        let [standing] =
            standings(games::CLUB, &results).try_into().unwrap_or_else(|_| panic!("one game"));
        assert_eq!(standing.against.len(), 3);
        assert_eq!(standing.against[2], ("level:4".to_owned(), [30, 0, 0]));
        assert_eq!((standing.streak, standing.curve.len()), (30, 31));
        let rating = standing.curve.last().unwrap();
        assert!(
            rating.rating > 1400.0 && standing.next.is_some_and(|level| level > 4),
            "{rating:?}"
        );
    }

    #[test]
    fn a_game_against_a_computer_ended_for_the_person_whichever_seat_is_listed() {
        let card = games::CLUB.card("chess").unwrap();
        let text = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let players = |white: &str, black: &str| table::Seats::Two {
            white: white.parse().unwrap(),
            black: black.parse().unwrap(),
        };
        let ends = |white, black, owners: [Option<Digest>; 2]| {
            let table = card.import(text, Some(&players(white, black)), 0).unwrap().table;
            let seat = |(name, token): (&str, Option<Digest>)| store::Seat {
                seat: name.to_owned(),
                token,
                open: false,
                invited: false,
                nickname: None,
            };
            let seats: Vec<_> = ["white", "black"].into_iter().zip(owners).map(seat).collect();
            let result = result_of(&table, &seats);
            result.seats.into_iter().map(|(_, outcome, who)| (outcome, who)).collect::<Vec<_>>()
        };
        let (ann, bob) = (Some(Digest::of("ann")), Some(Digest::of("bob")));
        let lost = |who: &str| (Outcome::Lost, who.to_owned());
        let won = |who: &str| (Outcome::Won, who.to_owned());
        assert_eq!(ends("human", "level:4", [ann, ann]), [lost("level:4"), lost("level:4")]);
        assert_eq!(ends("level:4", "human", [ann, ann]), [won("level:4"), won("level:4")]);
        assert_eq!(ends("human", "human", [ann, bob]), [lost("human"), won("human")]);
        let alone = (Outcome::None, ITSELF.to_owned());
        assert_eq!(ends("human", "human", [ann, ann]), [alone.clone(), alone.clone()]);
        assert_eq!(ends("level:1", "level:2", [ann, ann]), [alone.clone(), alone]);
    }

    #[test]
    fn openings_are_kept_in_every_language() {
        assert_eq!(
            opening_in("Ruy Lopez\tApertura española", Language::Spanish),
            "Apertura española"
        );
        assert_eq!(opening_in("Ruy Lopez\tApertura española", Language::English), "Ruy Lopez");
        assert_eq!(opening_in("Ruy Lopez", Language::Spanish), "Ruy Lopez");
    }
}
