//! What holds at every table, tried on random games of random commands from random seats.

use crate::support::{BLACK, Play, SOLO, WHITE, mv, open, read_log, replay, sit};
use game::{Seat, Viewer};
use proptest::prelude::*;
use table::scene::Control;
use table::{Action, AnyTable, Language, Refusal, log};

const SEATS: [Seat; 3] = [WHITE, BLACK, SOLO];
const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(WHITE), Viewer::Seat(BLACK), Viewer::Seat(SOLO), Viewer::Spectator];

/// Something that somebody tries: who, what, and how much time has passed.
pub type Attempt = (u8, u8, u16, u16);

pub fn tables() -> impl Strategy<Value = Play> {
    let two = prop_oneof![
        Just(("chess", "")),
        Just(("chess", "chess960:77")),
        Just(("chess", "4k3/4P3/8/8/8/8/4p3/4K3 w - - 90 100")),
        Just(("checkers", "")),
        Just(("checkers", "B:WK32,K31:BK1,9,K2")),
        Just(("othello", "")),
        Just(("othello", "6x6")),
        Just(("othello", "10x10")),
        Just(("checkers", "giveaway")),
    ];
    let players = prop::array::uniform2(prop_oneof![Just("human"), Just("random:4")]);
    let clock = prop_oneof![Just(None), Just(Some("0.05+1")), Just(Some("5"))];
    let two = (two, players, clock)
        .prop_map(|((game, start), players, clock)| open(game, start, &players, clock));
    let one = prop_oneof![Just("9x9x10"), Just("4x4x3"), Just("30x16x99")];
    let one =
        (one, any::<u64>(), prop_oneof![Just("s"), Just("o")]).prop_map(|(level, seed, rule)| {
            let seed = seed % 36;
            let digit = char::from_digit(seed as u32, 36).unwrap();
            let start = format!("m1-{level}-{rule}-{digit}");
            // Four by four cells with three mines have room for an opening in a corner.
            open("mines", &start, &["human"], None)
        });
    prop_oneof![3 => two, 1 => one]
}

/// The seat and the action of an attempt; three of four are moves that the scene offers.
pub fn action(play: &Play, (who, what, pick, _): Attempt) -> (Seat, Action) {
    let turn = play.table.turn().unwrap_or(WHITE);
    let seat = if who < 200 { turn } else { SEATS[usize::from(who) % 3] };
    let choices = play.seen_by(Viewer::Seat(turn)).choices;
    let action = match what {
        0..=9 => Action::OfferDraw,
        10..=14 => Action::DeclineDraw,
        15..=19 => Action::ClaimDraw,
        20..=29 => Action::TakeBack,
        30..=34 => Action::DeclineTakeback,
        35..=39 => {
            sit(SEATS[usize::from(pick) % 3], ["human", "random:9"][usize::from(pick / 3) % 2])
        }
        40..=44 => Action::CallTime,
        45 => Action::Abort,
        46 => Action::Resign,
        47..=49 => mv("e2e4"),
        50..=52 => mv("f5"),
        53..=55 => mv("11-15"),
        56..=62 => mv(["flag a1", "chord b2", "open c3", "flag b1"][usize::from(pick) % 4]),
        _ => match choices.get(usize::from(pick) % choices.len().max(1)) {
            Some(choice) => mv(&choice.mv),
            None => Action::Resign,
        },
    };
    (seat, action)
}

fn scenes(table: &AnyTable, now: u64) -> Vec<String> {
    let scene = |viewer| table.scene(viewer, now, Language::English);
    VIEWERS.map(scene).iter().map(|scene| serde_json::to_string(scene).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_decided_can_be_applied_replayed_and_is_done_once(
        mut play in tables(), attempts in prop::collection::vec(any::<Attempt>(), 0..60),
    ) {
        let mut accepted = Vec::new();
        for attempt in attempts {
            play.wait(u64::from(attempt.3 % 2_000));
            let (seat, action) = action(&play, attempt);
            let expected = play.table.next();
            let Ok(events) = play.ask(seat, &action) else {
                prop_assert_eq!(play.table.next(), expected);
                continue;
            };
            prop_assert!(!events.is_empty());
            for event in &events {
                prop_assert!(play.apply(event).is_ok(), "{event:?}");
            }
            accepted.push((expected, seat, action));
        }
        for (expected, seat, action) in accepted {
            prop_assert_eq!(play.ask_expecting(expected, seat, &action), Err(Refusal::Repeated));
        }
        let text = log::write(play.table.events());
        let again = read_log(&text).unwrap();
        prop_assert_eq!(again.events(), play.table.events());
        prop_assert_eq!(log::write(again.events()), text);
        prop_assert_eq!(scenes(&again, play.now), scenes(&play.table, play.now));
    }

    #[test]
    fn everything_that_a_scene_offers_is_accepted(
        mut play in tables(), attempts in prop::collection::vec(any::<Attempt>(), 0..40),
    ) {
        for attempt in attempts {
            let (seat, action) = action(&play, attempt);
            if let Ok(events) = play.ask(seat, &action) {
                for event in &events {
                    play.apply(event).unwrap();
                }
            }
        }
        for seat in SEATS {
            let scene = play.seen_by(Viewer::Seat(seat));
            for choice in &scene.choices {
                prop_assert!(play.ask(seat, &mv(&choice.mv)).is_ok(), "{choice:?}");
            }
            for &control in &scene.controls {
                let Some(action) = action_of(control) else { continue };
                prop_assert!(play.ask(seat, &action).is_ok(), "{seat} {control:?}");
            }
        }
        let spectator = play.scene();
        prop_assert!(spectator.choices.is_empty() && spectator.controls.is_empty());
    }

    #[test]
    fn events_from_elsewhere_are_refused_or_leave_a_table_that_replays(
        mut play in tables(), attempts in prop::collection::vec(any::<Attempt>(), 0..30),
        foreign in prop::collection::vec((0_usize..15, any::<Attempt>()), 0..20),
    ) {
        for attempt in attempts {
            let (seat, action) = action(&play, attempt);
            if let Ok(events) = play.ask(seat, &action) {
                play.apply(&events[0]).unwrap();
            }
        }
        for (kind, attempt) in foreign {
            let event = foreign_event(&play, kind, attempt);
            let before = scenes(&play.table, play.now);
            if play.apply(&event).is_err() {
                prop_assert_eq!(scenes(&play.table, play.now), before, "{:?}", event);
            }
        }
        let again = replay(play.table.events()).unwrap();
        prop_assert_eq!(scenes(&again, play.now), scenes(&play.table, play.now));
    }
}

fn foreign_event(play: &Play, kind: usize, attempt: Attempt) -> table::Event {
    use table::Event;
    let (seat, action) = action(play, attempt);
    let at = play.now + u64::from(attempt.3);
    match kind {
        0 => play.table.events().first().cloned().unwrap(),
        1 => Event::Resigned { seat, at },
        2 => Event::DrawOffered { seat, at },
        3 => Event::DrawDeclined { seat, at },
        4 => Event::DrawAgreed { seat, at },
        5 => Event::DrawClaimed { seat, at },
        6 => Event::TakebackAsked { seat, at },
        7 => Event::TakebackDeclined { seat, at },
        8 => Event::TakenBack { moves: usize::from(attempt.2 % 5), at },
        9 => Event::PlayerChanged { seat, player: table::Player::Human, at },
        10 => Event::TimeRanOut { seat, at },
        11 => Event::Aborted { at },
        12 => Event::Downtime { milliseconds: i64::from(attempt.3) - 100, at },
        13 => Event::LossRecorded { seat, at },
        _ => {
            let text = match action {
                Action::Move { mv } => mv,
                other => format!("{other:?}"),
            };
            Event::Moved { seat, mv: text, at }
        }
    }
}

fn action_of(control: Control) -> Option<Action> {
    Some(match control {
        Control::Resign => Action::Resign,
        Control::OfferDraw | Control::AcceptDraw => Action::OfferDraw,
        Control::DeclineDraw => Action::DeclineDraw,
        Control::ClaimDraw => Action::ClaimDraw,
        Control::TakeBack | Control::AllowTakeback => Action::TakeBack,
        Control::DeclineTakeback => Action::DeclineTakeback,
        Control::Abort => Action::Abort,
        Control::Rematch => return None,
    })
}
