//! What the cards know of positions that are set up, and of boards that are typed.

use game::Viewer;
use games::CLUB;
use proptest::prelude::*;
use table::card::{Known, OwnStart};
use table::{Card, Language, Player, Seats};

const LANGUAGES: [Language; 2] = [Language::English, Language::Spanish];

fn facts(game: &str, start: &str) -> Vec<(&'static str, String)> {
    let card = CLUB.card(game).unwrap();
    let players = Seats::Two { white: Player::Human, black: Player::Human };
    let start = card.start(Some(start), 0).unwrap();
    let table = card.open(&card.started(start, players, None, 0)).unwrap();
    let facts = table.facts(Viewer::Spectator, Language::English);
    facts.into_iter().map(|fact| (fact.label, fact.value)).collect()
}

fn values(game: &str, start: &str) -> Vec<String> {
    facts(game, start).into_iter().map(|(_, value)| value).collect()
}

#[test]
fn checkers_counts_moves_by_the_rules_and_as_single_steps_and_jumps() {
    let both = facts("checkers", "W:W18,29:B14");
    assert_eq!(
        both,
        [
            ("Moves by the rules", "White 1, Black 1".to_owned()),
            ("Over by the rules", "No".to_owned()),
            ("Steps and single jumps, capturing optional", "White 3, Black 2".to_owned()),
            ("Over if either side cannot move", "No".to_owned()),
        ]
    );
    // White, whose turn it is, can move: by the rules the game goes on, though black cannot.
    let over = ["White 1, Black 0", "No", "White 1, Black 0", "Yes: Black cannot move"];
    assert_eq!(values("checkers", "W:W29:B"), over);
    let over = ["White 1, Black 0", "Yes: Black cannot move"];
    assert_eq!(values("checkers", "B:W29:B")[..2], over);
    assert_eq!(values("checkers", "giveaway B:W29:B")[..2], over);
}

#[test]
fn chess_and_othello_have_facts_of_their_own() {
    assert_eq!(values("chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), ["1", "Yes"]);
    let start = format!("{}OX------XO{} X;", "-".repeat(27), "-".repeat(27));
    let expected =
        [("Discs", "White 2, Black 2".to_owned()), ("Moves", "White 4, Black 4".to_owned())];
    assert_eq!(facts("othello", &start), expected);
}

#[test]
fn every_card_that_sets_up_positions_says_how_they_are_written() {
    for card in CLUB.cards() {
        for language in LANGUAGES {
            let form = card.words(language).position_form;
            assert_eq!(form.is_empty(), !card.capabilities().composed, "{}", card.name());
        }
    }
}

#[test]
fn every_card_with_typed_boards_describes_them() {
    for card in CLUB.cards() {
        assert_eq!(card.typed_boards().is_some(), card.capabilities().odds, "{}", card.name());
        let Some(typed) = card.typed_boards() else { continue };
        let OwnStart::Numbers(fields) = card.own_start() else { panic!("{}", card.name()) };
        for letter in typed.letters {
            assert!(card.shade(letter.shade).is_some(), "{letter:?}");
            assert!(letter.piece.is_none_or(|piece| card.piece(piece).is_some()), "{letter:?}");
        }
        for language in LANGUAGES {
            let survey = (typed.survey)(typed.example, language).unwrap();
            assert_eq!(survey.board, typed.example);
            assert_eq!(survey.numbers.len(), fields.len());
            let numbers = survey.numbers.iter().map(u32::to_string);
            let first: String = fields
                .iter()
                .zip(numbers)
                .flat_map(|(field, n)| [field.before.to_owned(), n])
                .collect();
            assert_eq!(survey.board.lines().next(), Some(first.as_str()));
            let known = survey.known.unwrap();
            assert!(known.verdict.ends_with('.') && !known.facts.is_empty());
        }
    }
}

fn known(board: &str) -> Known {
    survey(board, Language::English).unwrap().known.unwrap()
}

fn survey(board: &str, language: Language) -> Result<table::card::Survey, table::Localized> {
    let card: &dyn Card = CLUB.card("mines").unwrap();
    (card.typed_boards().unwrap().survey)(board, language)
}

#[test]
fn the_safest_cells_of_a_typed_board_are_named_with_their_chance() {
    let sure = known("3x2/1\n1..\n...");
    assert_eq!(sure.verdict, "Certainly safe: c1 and c2.");
    assert_eq!(
        (sure.layouts.as_str(), sure.safest.as_slice()),
        ("3", &["c1".to_owned(), "c2".to_owned()][..])
    );
    assert_eq!(
        known("2x2/1\n1.\n..").verdict,
        "No cell is certainly safe. The safest are b1, a2 and b2: a mine with 33.3% each."
    );
    assert_eq!(known("2x2/3\n3.\n..").verdict, "Every cell that is closed is a mine.");
    let many = known(&format!("20x20/1\n{}", "....................\n".repeat(20)));
    assert!(many.verdict.contains("h1 and 392 more: a mine with 0.2% each."), "{}", many.verdict);
    let spanish = survey("2x2/1\n1.\n..", Language::Spanish).unwrap().known.unwrap();
    assert!(spanish.verdict.contains("33,3 %"), "{}", spanish.verdict);
}

#[test]
fn large_numbers_of_layouts_are_short_enough_to_be_read() {
    let rows = "..............................\n".repeat(16);
    let known = known(&format!("30x16/99\n{rows}"));
    assert_eq!(known.facts[0].value, "≈ 5.60 × 10¹⁰⁴");
    assert_eq!(known.layouts.len(), 105);
}

#[test]
fn a_typed_board_that_cannot_be_says_why_and_where() {
    let fault = |board: &str| survey(board, Language::English).unwrap().known.unwrap_err();
    let clue = fault("3x2/1\n4..\n...");
    assert_eq!(clue.cell.as_deref(), Some("a1"));
    assert_eq!(
        clue.reason,
        "No mines can be laid so that a1 shows 4, given the numbers around it."
    );
    let count = fault("3x3/5\n1..\n.1.\n...");
    assert_eq!(count.cell, None);
    assert!(count.reason.starts_with("The board has 5 mines"), "{}", count.reason);
    let unread =
        |board: &str, language| survey(board, language).unwrap_err().text(language).to_owned();
    assert!(unread("3x2/1\n1.", Language::English).contains("line 2: 2 cells in a row"));
    assert!(unread("3x2/1\n1.", Language::Spanish).contains("línea 2"));
    let rows = ".".repeat(40) + "\n";
    let large = unread(&format!("40x40/9\n{}", rows.repeat(40)), Language::English);
    assert_eq!(large, "a board that is typed may have 1000 cells, and this one has 1600");
}

proptest! {
    #[test]
    fn any_typed_board_is_answered_or_refused(rows in prop::collection::vec("[0-8.Ff]{6}", 2..7), mines in 1_u32..12) {
        let board = format!("6x{}/{mines}\n{}\n", rows.len(), rows.join("\n"));
        let Ok(answer) = survey(&board, Language::English) else { return Ok(()) };
        prop_assert_eq!(&answer.board, &board.to_uppercase().replace('X', "x"));
        match answer.known {
            Ok(known) => {
                let expected: f64 = known.odds.iter().map(|(_, mine)| mine).sum();
                prop_assert!((expected - f64::from(mines)).abs() < 1e-6);
            }
            Err(fault) => prop_assert!(fault.reason.ends_with('.')),
        }
    }
}
