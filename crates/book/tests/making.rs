//! Books of Othello, made with few positions.

use book::{Book, Plan, make};
use game::{Notation, Perfect, Rules};
use othello::Position;
use search::Searchable;

type Othello = Position<8>;

const PLAN: Plan = Plan { positions: 12, nodes: 300, ply: 40, megabytes: 1 };

fn made(plan: Plan, known: &Book) -> Book {
    make(&Othello::standard_start(), plan, known, |_, _| true)
}

#[test]
fn a_book_has_as_many_positions_as_were_asked_for_and_is_the_same_each_time() {
    let book = made(PLAN, &Book::default());
    assert_eq!(book.len(), 12);
    assert_eq!(made(PLAN, &Book::default()), book);
    let start = Othello::standard_start();
    let moves = book.moves(&start);
    assert_eq!(moves.len(), 4);
    assert!(moves.is_sorted_by(|one, other| one.1 >= other.1));
    assert!(moves.iter().all(|(mv, _)| start.moves().contains(mv)));
}

#[test]
fn what_later_positions_are_worth_is_what_the_moves_to_them_are_worth() {
    let book = made(PLAN, &Book::default());
    let mut seen = 0;
    let mut line = vec![Othello::standard_start()];
    while let Some(position) = line.pop() {
        for (mv, score) in book.moves(&position) {
            let after = position.play(mv);
            if let Some((_, reply)) = book.moves(&after).first() {
                assert_eq!(score, -reply);
                seen += 1;
                line.push(after);
            }
        }
    }
    assert!(seen >= 8, "{seen}");
}

#[test]
fn a_book_that_was_broken_off_is_gone_on_with() {
    let mut looked = 0;
    let part = make(&Othello::standard_start(), PLAN, &Book::default(), |count, so_far| {
        looked = so_far().len();
        count < 2
    });
    assert_eq!((part.len(), looked), (2, 2));
    // What is there is not looked at again: no search of one node knows four moves.
    let known = made(Plan { positions: 2, nodes: 1, ..PLAN }, &part);
    assert_eq!(known, part);
    assert_eq!(made(PLAN, &part).len(), 12);
}

#[test]
fn the_books_that_are_part_of_the_program_know_the_start() {
    assert!(!Othello::standard_start().book_moves().is_empty());
    assert!(!checkers::Position::standard_start().book_moves().is_empty());
}
