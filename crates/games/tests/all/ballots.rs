//! Games of checkers that begin with a three-move opening.

use games::CLUB;
use std::collections::HashSet;
use table::Language;

#[test]
fn a_ballot_is_drawn_by_lot_or_chosen_by_its_number() {
    let card = CLUB.card("checkers").unwrap();
    let drawn: HashSet<String> = (0..500).map(|seed| card.with_seed("ballot", seed)).collect();
    assert_eq!(drawn.len(), 157);
    let chosen = card.with_seed("ballot 126", 0);
    assert_eq!(chosen, card.with_seed("ballot 126", 1));
    assert_eq!(
        card.describe(&chosen, Language::English).as_deref(),
        Some("Ballot 126, Old Faithful.")
    );
    for nothing in ["ballot 0", "ballot 175", "ballot x"] {
        assert_eq!(card.with_seed(nothing, 0), nothing);
    }
}
