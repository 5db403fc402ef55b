//! The view model: what every front end shows around the board, worked out once.
//!
//! A scene says what is true at the table for a viewer; the view model says what follows for a screen:
//! which side is at the bottom, how players are called, which controls make sense now, how the game
//! ended. Pages, scripts and terminals draw it and decide nothing.

use crate::any::AnyTable;
use crate::clock::Millis;
use crate::player::Player;
use crate::scene::{Control, Scene, Tally};
use crate::seats;
use crate::words::{Language, fill};
use game::{Seat, Side, Verdict};
use serde::Serialize;

/// The seats that are the viewer's own, and those that no person has taken yet.
#[derive(Debug, Clone, Default)]
pub struct Sitting {
    pub own: Vec<Seat>,
    pub free: Vec<Seat>,
    /// How people want to be called, by seat.
    pub nicknames: Vec<(Seat, String)>,
}

impl Sitting {
    fn nickname(&self, seat: Seat) -> Option<&str> {
        let (_, name) = self.nicknames.iter().find(|(named, _)| *named == seat)?;
        Some(name)
    }
}

/// What a screen shows around the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
// Each is a fact of its own: they do not make up a state.
#[allow(clippy::struct_excessive_bools)]
pub struct ViewModel {
    /// The seat at the bottom edge.
    #[serde(with = "seats::text")]
    pub bottom: Seat,
    /// Is the board seen from the other side than in the picture?
    pub turned: bool,
    /// Has the viewer one side of their own? Otherwise a screen keeps the side that is at its bottom.
    pub own_side: bool,
    /// The players: of two, the one at the top first.
    pub bars: Vec<Bar>,
    /// Every control in its fixed place.
    pub controls: Vec<ControlState>,
    /// Is a computer thinking about its move?
    pub thinking: bool,
    /// May the viewer move now?
    pub your_turn: bool,
    /// Has the viewer no seat?
    pub watching: bool,
    /// Can the pause between moves of computers be chosen?
    pub paced: bool,
    /// Can the game be written to a file now?
    pub exportable: bool,
    /// Can its lines be looked at now?
    pub analysable: bool,
    /// The computer that plays on when the viewer, the only person who plays, lets it.
    pub stand_in: Option<Player>,
    /// How it stands with the player of a game for one.
    pub mood: Option<Mood>,
    /// The viewer's own result, when the game is over and the viewer played it alone against a computer or
    /// the house.
    pub result: Option<OwnResult>,
    /// How it ended in a few words, with the score where there is one: "You won, 50 to 14".
    pub headline: Option<String>,
}

/// A player beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bar {
    #[serde(with = "seats::text")]
    pub seat: Seat,
    /// The name of the side.
    pub side: &'static str,
    /// The name of the player, as the viewer calls them.
    pub player: String,
    pub to_move: bool,
    /// The time left in milliseconds, and whether it runs.
    pub clock: Option<Millis>,
    pub runs: bool,
    pub tally: Option<Tally>,
    /// By how much it is ahead in material, where that is counted: `+3`.
    pub lead: Option<String>,
    /// May the viewer put another player into the seat? Then who sits there now, as forms write it.
    pub exchange: Option<Player>,
}

/// A control in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ControlState {
    pub name: ControlName,
    pub label: &'static str,
    /// Does it make sense now?
    pub enabled: bool,
    /// Has it a place on the screen? One that makes sense on every turn of the viewer keeps its place on the others, so that
    /// nothing jumps.
    pub shown: bool,
}

/// Everything that can be done at a table, in the order of its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ControlName {
    /// The next click on a cell marks it.
    Mark,
    Hint,
    Odds,
    Pass,
    Rematch,
    AcceptDraw,
    DeclineDraw,
    AllowTakeback,
    DeclineTakeback,
    ClaimDraw,
    TakeBack,
    OfferDraw,
    Resign,
    Abort,
    /// The computer plays on, or hands back.
    Mayhem,
    Restart,
    Flip,
    New,
}

/// How it stands with the player of a game for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mood {
    Playing,
    Won,
    Lost,
}

/// How the game ended for the viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnResult {
    Won,
    Lost,
    Drawn,
}

impl ViewModel {
    /// What follows from a scene of a table for a viewer who sits like this.
    pub fn of(table: &AnyTable, scene: &Scene, sitting: &Sitting, language: Language) -> ViewModel {
        let card = table.card();
        let is_person = |seat: &Seat| table.players().get(*seat).is_some_and(|p| !p.is_computer());
        let own_people: Vec<Seat> = sitting.own.iter().copied().filter(is_person).collect();
        let people = table.players().iter().filter(|(seat, _)| is_person(seat)).count();
        let running = !sitting.own.is_empty() && !scene.over;
        let bottom = match own_people.as_slice() {
            [one] => *one,
            _ if card.is_for_one() => Seat::Solo,
            _ => Seat::Side(Side::White),
        };
        let facts = Facts { own_people: &own_people, people, running, sitting };
        ViewModel {
            bottom,
            turned: card.board().turns && bottom == Seat::Side(Side::Black),
            own_side: own_people.len() == 1,
            bars: bars(table, scene, &facts, bottom, language),
            controls: controls(table, scene, &facts, language),
            thinking: !scene.over
                && !card.is_for_one()
                && table.turn().is_some_and(|seat| !is_person(&seat)),
            your_turn: !scene.over && !card.is_for_one() && !scene.choices.is_empty(),
            watching: sitting.own.is_empty(),
            paced: running && people == 0,
            exportable: scene.over || !card.capabilities().hidden,
            analysable: !card.capabilities().hidden,
            stand_in: match own_people.as_slice() {
                [own] if running && people == 1 => Some(table.stand_in(*own)),
                _ => None,
            },
            mood: card.capabilities().verbs.map(|verbs| mood(scene, verbs.hit, verbs.closed)),
            result: own_result(table, &own_people),
            headline: headline(table, scene, &own_people, language),
        }
    }
}

/// What several parts of the view model ask.
struct Facts<'a> {
    own_people: &'a [Seat],
    people: usize,
    /// Has the viewer a seat in a game that goes on?
    running: bool,
    sitting: &'a Sitting,
}

fn bars(
    table: &AnyTable,
    scene: &Scene,
    facts: &Facts<'_>,
    bottom: Seat,
    language: Language,
) -> Vec<Bar> {
    let card = table.card();
    let words = language.words();
    let Facts { own_people, people, running, sitting } = facts;
    let bar = |place: &crate::scene::Place| {
        let own = sitting.own.contains(&place.seat);
        let player = match &place.player {
            Player::Human if own && own_people.len() == 1 => words.you.to_owned(),
            Player::Human if own => words.interface.person.to_owned(),
            Player::Human if sitting.free.contains(&place.seat) => {
                words.interface.free_seat.to_owned()
            }
            Player::Human => {
                let texts = &words.interface;
                let watching = sitting.own.is_empty();
                let unnamed = if watching { texts.person } else { texts.opponent_person };
                sitting.nickname(place.seat).unwrap_or(unnamed).to_owned()
            }
            computer => card.player_name(computer, language),
        };
        let colour = match place.seat {
            Seat::Side(side) => Some(side.into()),
            Seat::Solo => None,
        };
        let exchange = *running && own && !(*people == 2 && sitting.own.len() == 1);
        Bar {
            seat: place.seat,
            side: card.seat_name(place.seat, language),
            player,
            to_move: place.to_move,
            clock: place.clock,
            runs: place.clock.is_some() && place.to_move && !scene.over && scene.moves.len() >= 2,
            tally: scene.tallies.iter().find(|tally| tally.side == colour).cloned(),
            lead: None,
            exchange: exchange.then(|| place.player.clone().without_seed()),
        }
    };
    let lead = lead(table);
    let bar = |place: &crate::scene::Place| {
        let lead = lead.clone().filter(|(ahead, _)| Seat::Side(*ahead) == place.seat);
        Bar { lead: lead.map(|(_, by)| by), ..bar(place) }
    };
    let mut bars: Vec<Bar> = scene.players.iter().map(bar).collect();
    bars.sort_by_key(|bar| bar.seat == bottom);
    bars
}

/// The side that is ahead in material, and by how much.
fn lead(table: &AnyTable) -> Option<(Side, String)> {
    let unit = i32::from(table.card().capabilities().material_unit);
    let difference = table.material_along(table.moves_played(), &[]).filter(|_| unit > 0)?;
    let side = if difference > 0 { Side::White } else { Side::Black };
    let (whole, rest) = (difference.abs() / unit, difference.abs() % unit);
    let written = match (whole, rest) {
        (0, 0) => return None,
        (0, _) => "+½".to_owned(),
        (whole, 0) => format!("+{whole}"),
        (whole, _) => format!("+{whole}½"),
    };
    Some((side, written))
}

/// How a game ended in a few words; a game for one that a computer has played says it by itself.
fn headline(
    table: &AnyTable,
    scene: &Scene,
    own_people: &[Seat],
    language: Language,
) -> Option<String> {
    let texts = &language.words().interface;
    let card = table.card();
    let verdict = table.verdict()?;
    if card.is_for_one() {
        let won = verdict == Verdict::Won(Seat::Solo);
        let words = if won { texts.headline_won } else { texts.headline_lost };
        return (!own_people.is_empty()).then(|| words.to_owned());
    }
    let (words, first) = match (verdict, own_result(table, own_people)) {
        (Verdict::Draw, _) => (texts.headline_drawn.to_owned(), Seat::Side(Side::White)),
        (Verdict::Won(winner), Some(OwnResult::Won)) => (texts.headline_won.to_owned(), winner),
        (Verdict::Won(_), Some(_)) => (texts.headline_lost.to_owned(), *own_people.first()?),
        (Verdict::Won(winner), None) => {
            (fill(texts.headline_of, &[card.seat_name(winner, language)]), winner)
        }
        (Verdict::Lost, _) => return None,
    };
    let Seat::Side(first) = first else { return Some(words) };
    let tally = |side: Side| {
        let of_side = scene.tallies.iter().find(|tally| tally.side == Some(side.into()));
        of_side.filter(|_| card.capabilities().tallies_are_score).map(|tally| tally.value.as_str())
    };
    Some(match (tally(first), tally(!first)) {
        (Some(own), Some(other)) => fill(texts.headline_score, &[&words, own, other]),
        _ => words,
    })
}

fn controls(
    table: &AnyTable,
    scene: &Scene,
    facts: &Facts<'_>,
    language: Language,
) -> Vec<ControlState> {
    use ControlName as C;
    let card = table.card();
    let can = card.capabilities();
    let words = language.words();
    let texts = &words.interface;
    let Facts { own_people, people, running, sitting } = *facts;
    let solo = card.is_for_one();
    let plays = !own_people.is_empty();
    let may_be_helped = running && people == 1 && plays;
    let helped = may_be_helped && own_people.iter().any(|&own| table.turn() == Some(own));
    let offered = |control: Control| plays && scene.controls.contains(&control);
    let state = |name, label, enabled| ControlState { name, label, enabled, shown: enabled };
    let lasting = |name, label, enabled, shown| ControlState { name, label, enabled, shown };
    let scene_control = |name, control: Control, enabled| {
        state(name, words.control(control), enabled && scene.controls.contains(&control))
    };
    let mut controls = Vec::new();
    if can.verbs.is_some() {
        controls.push(lasting(C::Mark, card.words(language).marking, running && plays, plays));
    }
    let is_helped_at_times = people == 1 && plays;
    controls.push(lasting(C::Hint, texts.hint, helped, is_helped_at_times));
    if can.odds {
        controls.push(lasting(C::Odds, texts.odds, helped, is_helped_at_times));
    }
    if !solo {
        let passes = scene.choices.iter().any(|choice| choice.path.is_empty());
        controls.push(state(C::Pass, texts.pass, passes));
        let rematch = !sitting.own.is_empty();
        controls.push(scene_control(C::Rematch, Control::Rematch, rematch));
        for (name, control) in [
            (C::AcceptDraw, Control::AcceptDraw),
            (C::DeclineDraw, Control::DeclineDraw),
            (C::AllowTakeback, Control::AllowTakeback),
            (C::DeclineTakeback, Control::DeclineTakeback),
            (C::ClaimDraw, Control::ClaimDraw),
            (C::TakeBack, Control::TakeBack),
            (C::OfferDraw, Control::OfferDraw),
            (C::Resign, Control::Resign),
            (C::Abort, Control::Abort),
        ] {
            let now = scene_control(name, control, offered(control));
            // Calling off stands where resigning does later.
            let stays = match name {
                C::TakeBack | C::OfferDraw => plays,
                C::Resign => plays && !offered(Control::Abort),
                _ => false,
            };
            controls.push(ControlState { shown: now.enabled || stays, ..now });
        }
    }
    let mayhem = if plays { texts.mayhem_on } else { texts.mayhem_off };
    let stands_in = !plays || people == 1;
    let has_seat = !sitting.own.is_empty();
    controls.push(lasting(C::Mayhem, mayhem, running && stands_in, has_seat && stands_in));
    if solo {
        controls.push(state(C::Restart, texts.restart, !sitting.own.is_empty()));
    } else {
        controls.push(state(C::Flip, texts.flip, card.board().turns));
        controls.push(state(C::New, texts.new_game, true));
    }
    controls
}

/// Lost when the piece that shows it lies on the board, won when nothing is left to be opened.
fn mood(scene: &Scene, hit: &str, closed: &str) -> Mood {
    let cells = &scene.picture.cells;
    let is_hit = cells.iter().any(|cell| cell.piece.is_some_and(|piece| piece.kind == hit));
    let is_open = !cells.iter().any(|cell| cell.shade == closed && cell.piece.is_none());
    match (scene.over, is_hit, is_open) {
        (true, true, _) => Mood::Lost,
        (true, false, true) => Mood::Won,
        _ => Mood::Playing,
    }
}

fn own_result(table: &AnyTable, own_people: &[Seat]) -> Option<OwnResult> {
    let [own] = own_people else { return None };
    Some(match table.verdict()? {
        Verdict::Draw => OwnResult::Drawn,
        Verdict::Won(winner) if winner == *own => OwnResult::Won,
        Verdict::Won(_) | Verdict::Lost => OwnResult::Lost,
    })
}
