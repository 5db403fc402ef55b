//! Hints, and whether their reasons are reasons.

use mines::{Cell, Field, Hint, Layout, Level, Move, Reason, Rule, Seen, Solver, Style, View};

use proptest::prelude::*;

fn hint(view: &View) -> Option<Hint> {
    Hint::of(view, &mut Solver::new(Style::FULL)).unwrap()
}

fn said(text: &str) -> String {
    hint(&text.parse().unwrap()).map_or("nothing".into(), |hint| hint.to_string())
}

#[test]
fn hints_are_sentences() {
    assert_eq!(
        said("4x2/2\n....\n111."),
        "open c1: no mine, because of the 1 in b2 and the 1 in a2"
    );
    assert_eq!(
        said("4x2/1\n.1..\n...."),
        "open d1: no mine, because of the numbers and the mines left"
    );
    assert_eq!(
        said("2x2/1\n1.\n1."),
        "open b1: a mine with probability 50.0 %, and best play from here wins 1 of 2 layouts, 50.0 %"
    );
    assert_eq!(said("2x2/1\n1.\n11"), "nothing");
    let closed = View::closed(Level::EXPERT);
    assert_eq!(
        hint(&closed).unwrap().to_string(),
        "open a1: a mine with probability 20.6 %, the safest there is"
    );
}

#[test]
fn a_hint_needs_a_view_that_makes_sense() {
    let view: View = "3x2/2\n5..\n...".parse().unwrap();
    let error = Hint::of(&view, &mut Solver::new(Style::FULL)).unwrap_err();
    assert!(error.to_string().contains("a1 shows 5"));
}

/// Is there a way to put mines into the closed cells, any number of them, that gives these numbers and has
/// one in a cell? Every way is tried.
fn can_be_mine(view: &View, clues: &[(Cell, u8)], cell: Cell) -> bool {
    let level = view.level();
    let closed: Vec<usize> =
        (0..level.cells()).filter(|&index| view.cells()[index].is_closed()).collect();
    let place = |index: usize| closed.iter().position(|&other| other == index);
    let own = place(level.index(cell)).unwrap();
    let around: Vec<(u32, u8)> = clues
        .iter()
        .map(|&(clue, number)| {
            let cells = level.around(level.index(clue)).filter_map(place);
            (cells.fold(0, |set, i| set | 1 << i), number)
        })
        .collect();
    (0_u32..1 << closed.len()).any(|set| {
        set >> own & 1 == 1
            && around.iter().all(|&(cells, number)| (set & cells).count_ones() == number.into())
    })
}

#[test]
fn the_numbers_that_a_hint_names_force_the_cell_and_none_can_be_left_out() {
    let (mut forced, mut longest) = (0, 0);
    for seed in 0..400 {
        let level = Level::new(5, 5, 5).unwrap();
        let mut field = Field::on(Layout::lay(level, Rule::Safe, seed, Cell { x: 0, y: 0 }));
        let cells = (0..25).map(|i| level.cell((i * 7 + seed as usize) % 25));
        let safe: Vec<Cell> =
            cells.filter(|&cell| field.layout().unwrap().number(cell).is_some()).collect();
        for &cell in &safe[..6] {
            let _ = field.make(Move::Open(cell));
        }
        let view = field.seen();
        if view.cells().iter().filter(|seen| seen.is_closed()).count() < 6 {
            continue;
        }
        let Some(Hint { cell, reason: Reason::Forced(clues), .. }) = hint(view) else { continue };
        assert!(view.cells()[level.index(cell)].is_closed());
        for (clue, number) in &clues {
            assert_eq!(view.seen(*clue), Some(Seen::Number(*number)));
        }
        assert!(!can_be_mine(view, &clues, cell), "{cell} {clues:?}\n{view}");
        for i in 0..clues.len() {
            let mut fewer = clues.clone();
            fewer.remove(i);
            assert!(can_be_mine(view, &fewer, cell), "{cell} does not need {:?}\n{view}", clues[i]);
        }
        forced += 1;
        longest = longest.max(clues.len());
    }
    assert!(forced > 30 && longest > 1, "{forced} forced, the longest by {longest}");
}

proptest! {
    /// Whatever is drawn, the answer is a hint, nothing, or a reason why there is none; solver and hint
    /// agree on which.
    #[test]
    fn any_view_gets_a_hint_or_a_reason_why_not(
        rows in prop::collection::vec("[0-8.F]{6}|[.F12]{6}|[.1]{6}", 2..7),
        mines in 1_u32..11,
    ) {
        let text = format!("6x{}/{mines}\n{}", rows.len(), rows.join("\n"));
        let view: View = text.parse().unwrap();
        let mut solver = Solver::new(Style::FULL);
        let hint = Hint::of(&view, &mut solver);
        let chosen = solver.choose(&view);
        prop_assert_eq!(hint.is_ok(), chosen.is_ok(), "{:?} and {:?}", hint, chosen);
        if let (Ok(hint), Ok(cell)) = (hint, chosen) {
            prop_assert_eq!(hint.is_some(), cell.is_some());
            let cells = hint.map(|hint| hint.cell).into_iter().chain(cell);
            for cell in cells {
                prop_assert!(view.seen(cell).unwrap().is_closed());
            }
        }
    }
}
