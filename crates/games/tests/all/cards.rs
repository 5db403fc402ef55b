//! Laws that hold for every card of the club. A new game is tried by them without a line more.

use game::{Seat, Side, Stop, Viewer};
use players::Thinker;
use table::card::{Drawing, Pixel};
use table::menu::Menu;
use table::scene::{Piece, Scene};
use table::{
    Action, AnyTable, Card, Command, ControlName, Language, Player, Refusal, Seats, Sitting,
    TimeControl, ViewModel,
};

pub const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

fn cards() -> impl Iterator<Item = &'static dyn Card> {
    games::CLUB.cards().iter().copied()
}

/// Every kind of game: each card with each start that it offers.
pub fn kinds() -> Vec<(&'static dyn Card, String)> {
    let starts = |card: &'static dyn Card| {
        let offers = card.starts(Language::English).into_iter();
        let texts = offers.map(move |offer| {
            let text = (!offer.value.is_empty()).then_some(offer.value.as_str());
            card.start(text, 7).unwrap()
        });
        texts.map(move |start| (card, start)).collect::<Vec<_>>()
    };
    cards().flat_map(starts).collect()
}

fn players(card: &'static dyn Card, first: &str, second: &str) -> Seats<Player> {
    let player = |text: &str| text.parse::<Player>().unwrap();
    match card.sides().first() {
        None => Seats::Solo { solo: player(first) },
        Some(Side::White) => Seats::Two { white: player(first), black: player(second) },
        Some(Side::Black) => Seats::Two { white: player(second), black: player(first) },
    }
}

/// A table at which the first two players sit, the first of them with the first move.
pub fn open(card: &'static dyn Card, start: &str, first: &str, second: &str) -> AnyTable {
    let players = players(card, first, second);
    card.open(&card.started(start.to_owned(), players, None, 1_000)).unwrap()
}

pub fn act(table: &AnyTable, seat: Seat, action: Action) -> Result<AnyTable, Refusal> {
    let command = Command { expected: table.next(), action };
    table.decide(&command, seat, 1_000).map(|decided| decided.after)
}

fn play(table: &AnyTable, mv: &str) -> AnyTable {
    let seat = table.turn().unwrap();
    act(table, seat, Action::Move { mv: mv.to_owned() }).unwrap()
}

pub fn scene(table: &AnyTable) -> Scene {
    let viewer = table.turn().map_or(Viewer::Spectator, Viewer::Seat);
    table.scene(viewer, 1_000, Language::English)
}

/// Tables on the way of a random game, the first and the last included.
pub fn random_game(card: &'static dyn Card, start: &str, seed: u64) -> Vec<AnyTable> {
    let mut tables = vec![open(card, start, "human", "human")];
    let mut state = seed;
    while let Some(table) = tables.last().filter(|table| table.turn().is_some()) {
        let lots = table.lots(table.turn().unwrap());
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let next = play(table, &lots[(state >> 33) as usize % lots.len()]);
        tables.push(next);
        if tables.len() > 400 {
            break;
        }
    }
    tables
}

fn piece_on(scene: &Scene, name: &str) -> Option<Piece> {
    scene.picture.cells.iter().find(|cell| cell.name == name).unwrap().piece
}

#[test]
fn names_are_words_and_no_two_cards_share_one() {
    let names: Vec<&str> = cards().map(Card::name).collect();
    for (index, name) in names.iter().enumerate() {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
        assert!(!names[..index].contains(name), "{name} is there twice");
        assert_eq!(games::CLUB.card(name).map(Card::name), Some(*name));
    }
}

#[test]
fn both_languages_are_whole() {
    for card in cards() {
        for language in LANGUAGES {
            let words = card.words(language);
            for text in
                [words.title, words.in_a_sentence, words.typing, words.first_steps, words.start]
            {
                assert!(!text.is_empty(), "{card:?} in {language}");
            }
            assert_eq!(words.pieces.len(), card.pieces().len(), "{card:?} in {language}");
            assert_eq!(words.shades.len(), card.board().shades.len(), "{card:?} in {language}");
            assert!(words.typing.lines().all(|line| line.chars().count() < 80), "{card:?}");
            assert_eq!(words.task.is_empty(), !card.is_for_one(), "{card:?}");
            let can = card.capabilities();
            assert_eq!(words.no_takebacks.is_empty(), can.takes_back, "{card:?}");
            assert_eq!(words.marking.is_empty(), can.verbs.is_none(), "{card:?}");
        }
        let [english, spanish] = LANGUAGES.map(|language| card.words(language));
        assert_ne!(english.title, spanish.title);
        assert_ne!(english.typing, spanish.typing);
        assert!(std::iter::zip(english.pieces, spanish.pieces).all(|(one, other)| one != other));
    }
}

#[test]
fn pieces_are_told_apart_and_their_drawings_are_there() {
    for card in cards() {
        let pieces = card.pieces();
        for (index, piece) in pieces.iter().enumerate() {
            let others = &pieces[..index];
            assert!(others.iter().all(|other| other.piece() != piece.piece()), "{piece:?}");
            for glyphs in [0, 1] {
                assert!(others.iter().all(|other| other.letters[glyphs] != piece.letters[glyphs]));
            }
            if let Drawing::Symbol(name) = piece.drawing {
                assert!(card.drawings().contains(&format!("id=\"{name}\"")), "{name}");
            }
        }
        for (shade, piece) in card.art() {
            assert!(card.shade(shade).is_some(), "{shade}");
            assert!(piece.is_none_or(|piece| card.piece(piece).is_some()), "{piece:?}");
        }
    }
}

#[test]
fn everything_that_is_offered_can_be_begun() {
    for card in cards() {
        for language in LANGUAGES {
            let menu = Menu::of(card, language);
            for offer in &menu.computers {
                card.admits(&offer.value.parse().unwrap()).unwrap();
            }
            for offer in menu.clocks.iter().skip(1) {
                offer.value.parse::<TimeControl>().unwrap();
            }
            for start in &menu.starts {
                for extra in menu.extras.iter().flat_map(|extra| &extra.offers) {
                    let text = format!("{} {}", start.value, extra.value);
                    card.start(Some(&text), 1).unwrap();
                }
                let text = (!start.value.is_empty()).then_some(start.value.as_str());
                card.start(text, 1).unwrap();
            }
        }
        for offer in card.starts(Language::English).iter().skip(1) {
            let start = card.start(Some(&offer.value), 1).unwrap();
            let described = LANGUAGES.map(|language| card.describe(&start, language));
            assert!(described.iter().all(Option::is_some), "{}: {start}", card.name());
            assert_ne!(described[0], described[1], "{}: {start}", card.name());
        }
        let start = card.start(None, 1).unwrap();
        assert_eq!(
            card.start(Some(&start), 2).as_ref(),
            Ok(&start),
            "a start is read as it was written"
        );
    }
}

#[test]
fn a_game_without_hooks_for_the_search_offers_no_levels() {
    for card in cards() {
        let offered = card.computers();
        let levels = offered.iter().any(|player| matches!(player, Player::Level(_)));
        let table = open(card, &card.start(None, 1).unwrap(), "human", "human");
        let player = Player::Level(9);
        let thought = Thinker::new().think_for(&player, &table, &Stop::new());
        assert_eq!(thought.is_ok(), levels, "{card:?}: {thought:?}");
    }
}

#[test]
fn pictures_have_every_cell_and_only_pieces_and_shades_of_the_card() {
    for (card, start) in kinds() {
        for table in random_game(card, &start, 3) {
            let picture = scene(&table).picture;
            assert_eq!(picture.cells.len(), picture.columns.len() * picture.rows.len());
            let named: Vec<&str> = picture.cells.iter().map(|cell| cell.name.as_str()).collect();
            for (index, cell) in picture.cells.iter().enumerate() {
                assert!(cell.name.is_empty() || !named[..index].contains(&&*cell.name));
                assert!(card.shade(cell.shade).is_some(), "{}", cell.shade);
                assert!(cell.piece.is_none_or(|piece| card.piece(piece).is_some()), "{cell:?}");
            }
        }
    }
}

#[test]
fn every_choice_can_be_played_and_the_piece_is_then_where_the_scene_said() {
    for (card, start) in kinds() {
        for table in random_game(card, &start, 5).iter().step_by(7) {
            let before = scene(table);
            for choice in &before.choices {
                let after = scene(&play(table, &choice.mv));
                let Some(last) = choice.path.last() else { continue };
                for name in choice.path.iter().chain(&choice.also) {
                    assert!(before.picture.cells.iter().any(|cell| cell.name == *name), "{name}");
                }
                let moved = choice.path.first().filter(|_| choice.path.len() > 1);
                let moved = moved.and_then(|first| piece_on(&before, first));
                if let Some(expected) = choice.places.or(moved) {
                    let found = piece_on(&after, last).unwrap();
                    // A man that reaches the far row is crowned.
                    assert_eq!(found.side, expected.side, "{card:?} {choice:?}");
                    assert!(choice.places.is_none() || found == expected, "{card:?} {choice:?}");
                }
            }
        }
    }
}

#[test]
fn a_game_for_two_has_tallies_for_both_or_none() {
    for (card, start) in kinds() {
        for table in random_game(card, &start, 9).iter().step_by(5) {
            let tallies = scene(table).tallies;
            let sides = tallies.iter().filter(|tally| tally.side.is_some()).count();
            let expected: &[usize] = if card.is_for_one() { &[0] } else { &[0, 2] };
            assert!(expected.contains(&sides), "{card:?}: {tallies:?}");
        }
    }
}

#[test]
fn endings_and_refusals_are_said_in_both_languages() {
    for (card, start) in kinds() {
        for seed in 0..4 {
            let tables = random_game(card, &start, seed);
            let last = tables.last().unwrap();
            if last.is_over() {
                let [english, spanish] = LANGUAGES.map(|language| last.end_in(language));
                assert!(!english.is_empty() && english != spanish, "{english} {spanish}");
            }
        }
        let table = open(card, &start, "human", "human");
        for mv in ["nonsense", "z9", "a1", "11-15", "open z99", "e2e5"] {
            let action = Action::Move { mv: mv.to_owned() };
            if let Err(refusal) = act(&table, table.turn().unwrap(), action) {
                let [english, spanish] = LANGUAGES.map(|language| refusal.text(language));
                assert_ne!(english, spanish, "{card:?} {mv}");
            }
        }
    }
}

#[test]
fn a_record_is_read_back_and_no_other_game_reads_it() {
    for (card, start) in kinds() {
        for (seed, plies) in [(1, 0), (2, 5), (3, usize::MAX)] {
            let tables = random_game(card, &start, seed);
            let table = &tables[plies.min(tables.len() - 1)];
            let resigned = |table: &AnyTable| {
                table.turn().map(|seat| act(table, seat, Action::Resign).unwrap())
            };
            let table = resigned(table).unwrap_or(table.clone());
            let Ok(record) = table.export() else { continue };
            let again = card.import(&record.text, None, 1_000).unwrap().table;
            assert_eq!(again.kind(), table.kind(), "{}", record.text);
            assert_eq!(scene(&again).moves, scene(&table).moves, "{}", record.text);
            assert_eq!(scene(&again).picture, scene(&table).picture, "{}", record.text);
            for other in cards().filter(|other| *other != card) {
                let read = other.import(&record.text, None, 1_000);
                assert!(read.is_err(), "{other:?} reads a record of {card:?}: {}", record.text);
            }
        }
    }
}

#[test]
fn a_board_that_does_not_turn_is_seen_from_the_same_side_by_both() {
    for card in cards().filter(|card| !card.is_for_one()) {
        let table = open(card, &card.start(None, 1).unwrap(), "human", "human");
        for side in Side::BOTH {
            let sitting = Sitting { own: vec![Seat::Side(side)], ..Sitting::default() };
            let view = ViewModel::of(&table, &scene(&table), &sitting, Language::English);
            assert_eq!(view.turned, card.board().turns && side == Side::Black, "{card:?}");
            let flip = view.controls.iter().find(|control| control.name == ControlName::Flip);
            assert_eq!(flip.map(|flip| flip.enabled), Some(card.board().turns));
        }
    }
}

/// Tables of random games in which the side to move can win at once, with the moves that do.
fn wins_in_one(card: &'static dyn Card, start: &str, most: usize) -> Vec<(AnyTable, Vec<String>)> {
    let mut found = Vec::new();
    for seed in 0..60 {
        for table in random_game(card, start, seed) {
            let Some(Seat::Side(side)) = table.turn() else { continue };
            let wins = |mv: &String| {
                play(&table, mv).verdict().and_then(game::Verdict::winner) == Some(side)
            };
            let winning: Vec<String> =
                table.lots(Seat::Side(side)).into_iter().filter(wins).collect();
            if !winning.is_empty() {
                found.push((table, winning));
                break;
            }
        }
        if found.len() == most {
            break;
        }
    }
    found
}

/// Who wins when level 9 plays for both sides from here.
fn winner_of_level_9(table: &AnyTable) -> Option<Seat> {
    let (level, stop, mut table) = (Player::Level(9), Stop::new(), table.clone());
    while table.turn().is_some() {
        table = play(&table, &Thinker::new().think_for(&level, &table, &stop).unwrap().mv);
    }
    table.verdict().and_then(game::Verdict::winner).map(Seat::Side)
}

#[test]
fn a_win_in_one_is_taken_by_level_9_and_seen_at_depth_1() {
    for (card, start) in kinds().into_iter().filter(|(card, _)| !card.is_for_one()) {
        for (table, winning) in wins_in_one(card, &start, 3) {
            let thought = |player: &str| {
                let player = player.parse().unwrap();
                Thinker::new().think_for(&player, &table, &Stop::new()).unwrap()
            };
            let mv = thought("level:9").mv;
            // Where it matters by how much a game is won, a larger win may take longer.
            let wins =
                winning.contains(&mv) || winner_of_level_9(&play(&table, &mv)) == table.turn();
            assert!(wins, "{card:?} {:?}", table.position_text());
            let seen = thought("engine:depth=1").report.unwrap();
            assert!(seen.value > 0.0, "{card:?} {:?}: {seen:?}", table.position_text());
        }
    }
}

#[test]
fn a_finished_game_scores_its_result_at_depth_1() {
    let engine: Player = "engine:depth=1".parse().unwrap();
    for (card, start) in kinds().into_iter().filter(|(card, _)| !card.is_for_one()) {
        for seed in 0..30 {
            let tables = random_game(card, &start, seed);
            let [.., before, last] = tables.as_slice() else { continue };
            let Some(Seat::Side(side)) = before.turn() else { continue };
            if before.lots(Seat::Side(side)).len() != 1 || !last.is_over() {
                continue;
            }
            let report = Thinker::new().think_for(&engine, before, &Stop::new()).unwrap().report;
            let value = report.unwrap().value;
            let expected = match last.verdict().and_then(game::Verdict::winner) {
                None => 0.0,
                Some(winner) if winner == side => 1.0,
                Some(_) => -1.0,
            };
            let agrees = if expected == 0.0 { value == 0.0 } else { value * expected > 0.0 };
            assert!(agrees, "{card:?} {:?}: {value} for {expected}", before.position_text());
        }
    }
}

#[test]
fn level_9_beats_random() {
    // One with each side.
    const GAMES: usize = 2;
    for (card, start) in kinds().into_iter().filter(|(card, _)| !card.is_for_one()) {
        let won = (0..GAMES).filter(|game| {
            let random = format!("random:{game}");
            let level_is_first = game % 2 == 0;
            let (first, second) = if level_is_first {
                ("level:9", random.as_str())
            } else {
                (random.as_str(), "level:9")
            };
            let mut table = open(card, &start, first, second);
            let mut thinkers = [Thinker::new(), Thinker::new()];
            while let Some(seat) = table.turn() {
                let thinker = &mut thinkers[usize::from(Some(&seat) == card.seats().first())];
                let mv = thinker.think(&table, seat, &Stop::new()).unwrap().mv;
                table = play(&table, &mv);
            }
            let level = card.seats()[usize::from(!level_is_first)];
            table.verdict() == Some(game::Verdict::Won(level))
        });
        let won = won.count();
        assert_eq!(won, GAMES, "{card:?} from {start}");
    }
}

#[test]
fn bitmaps_are_squares_of_known_pixels_and_whole_sets_of_a_size() {
    for card in cards() {
        let bitmaps = card.bitmaps();
        for bitmap in bitmaps {
            let name = format!("{} of {card:?}", bitmap.kind);
            assert!(card.pieces().iter().any(|piece| piece.kind == bitmap.kind), "{name}");
            for row in bitmap.rows {
                assert_eq!(row.len(), bitmap.size(), "{name}");
                assert!(row.chars().all(|symbol| Pixel::of(symbol).is_some()), "{name}: {row}");
            }
            let twins = |kind| bitmaps.iter().any(|b| b.kind == kind && b.size() == bitmap.size());
            assert!(bitmaps.iter().all(|other| twins(other.kind)), "{name} has a size of its own");
        }
    }
}

#[test]
fn attacks_are_told_where_a_game_knows_them_and_on_real_squares_only() {
    let chess = games::CLUB.card("chess").unwrap();
    let start = "4k3/8/8/3p4/4P3/5N2/8/4RK2 w - - 0 1";
    let started = chess.started(start.to_owned(), players(chess, "human", "human"), None, 0);
    let table = chess.open(&started).unwrap();
    let attackers = |square| table.attackers(Viewer::Spectator, square).unwrap();
    assert_eq!(attackers("e4"), ["e1", "d5"]);
    assert_eq!(attackers("d5"), ["e4"]);
    assert_eq!(attackers("e5"), ["f3"]);
    assert!(attackers("z9").is_empty());
}
