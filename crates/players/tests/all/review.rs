//! Games that were played, looked at again.

use game::{Seat, Side, Stop, Verdict};
use players::{Positions, Thinker, judge_click};
use table::review::risk::{RiskReview, clicks};
use table::review::{Judgement, Looked, Review, annotations};
use table::{Action, AnyTable, Card, Command, Edit, Language, Limit, Player, Seats};

const CHESS: &dyn Card = &games::chess::CARD;
const OTHELLO: &dyn Card = &games::othello::CARD;
const FOUR: &dyn Card = &games::four::CARD;
const MINES: &dyn Card = &games::mines::CARD;

fn table(card: &'static dyn Card, start: Option<&str>, moves: &str) -> AnyTable {
    let players = match card.seats() {
        [Seat::Solo] => Seats::Solo { solo: Player::Human },
        _ => Seats::Two { white: Player::Human, black: Player::Human },
    };
    let start = card.start(start, 1).unwrap();
    let mut table = card.open(&card.started(start, players, None, 0)).unwrap();
    for mv in moves.split([' ', '\n']).filter(|mv| !mv.is_empty()) {
        let mv = mv.replace('_', " ");
        let command = Command { expected: table.next(), action: Action::Move { mv } };
        table = table.decide(&command, table.turn().unwrap(), 0).unwrap().after;
    }
    table
}

fn looked(game: &AnyTable, nodes: u64) -> Vec<Option<Looked>> {
    let positions = Positions::of(game).unwrap();
    let mut looked = vec![None; positions.moves() + 1];
    let mut thinker = Thinker::new();
    for ply in positions.order() {
        let limit = Limit::Nodes(nodes);
        looked[ply] = Some(positions.look(&mut thinker, ply, limit, &Stop::new()).unwrap());
    }
    looked
}

fn review(game: &AnyTable) -> Review {
    Review::of(game, &looked(game, 4000)).unwrap()
}

fn judged(review: &Review, judgement: Judgement) -> Vec<&str> {
    let named = review.moves.iter().filter(|judged| judged.judgement == judgement);
    named.map(|judged| judged.name.as_str()).collect()
}

#[test]
fn the_move_that_allows_a_mate_is_a_blunder_and_lost_the_game() {
    let review = review(&table(CHESS, None, "f3 e5 g4 Qh4#"));
    assert_eq!(judged(&review, Judgement::Blunder), ["g4"]);
    assert_eq!((review.losing_move, review.turning_points.as_slice()), (Some(3), &[3][..]));
    assert_eq!(review.chances.last(), Some(&Some(0.0)));
    let [white, black] =
        [Side::White, Side::Black].map(|side| review.sides[side].accuracy.unwrap());
    assert!(white < 60.0 && black > 90.0, "{white} {black}");
}

#[test]
fn hanging_pieces_and_missed_mates_are_marked_and_nothing_else_is() {
    // Each game with the moves that are wrong in it.
    let planted: [(&str, &[&str]); 3] = [
        // A queen is left to a bishop.
        (
            "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Nc3 O-O h3 h6 Re1 Be6 Bb3 Qd7 a3 Qe7 Be3 Qe8 Bxe6 Qxe6",
            &[],
        ),
        // A bishop is put where a bishop takes it.
        ("d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4 O-O e3 Nbd7 Bd6 Bxd6", &["Bd6"]),
        // Mate in one is allowed, and then missed.
        ("e4 e5 Qh5 Ke7 Qf3 Nf6", &["Ke7", "Qf3"]),
    ];
    for (moves, blunders) in planted {
        let review = review(&table(CHESS, None, moves));
        assert_eq!(judged(&review, Judgement::Blunder), blunders, "{moves}");
    }
}

#[test]
fn a_win_that_was_missed_is_said_with_its_length() {
    let review = review(&table(CHESS, None, "e4 e5 Qh5 Ke7 Qf3"));
    let missed = review.judged(5).unwrap();
    assert_eq!((missed.missed_win, missed.better[0].as_str()), (Some(1), "Qxe5#"));
    assert_eq!(missed.better_path, ["h5", "e5"]);
    let said = missed.remark(Language::English).unwrap();
    assert_eq!(said, "Blunder. There was a win with the next move. Qxe5# was better.");
}

#[test]
fn the_only_good_move_that_gives_up_a_queen_is_brilliant() {
    // Reti against Tartakower, Vienna 1910.
    let start = "rnb1kb1r/pp3ppp/2p2n2/4q3/4N3/3Q4/PPPB1PPP/R3KBNR w KQkq - 0 8";
    let game = table(CHESS, Some(start), "O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#");
    let review = Review::of(&game, &looked(&game, 20_000)).unwrap();
    assert_eq!(judged(&review, Judgement::Brilliant), ["Qd8+"]);
    assert_eq!(judged(&review, Judgement::Blunder), ["Nxe4"]);
    assert_eq!((review.losing_move, review.turning_points.as_slice()), (Some(2), &[2][..]));
}

#[test]
fn the_move_after_which_an_opening_was_left_is_known() {
    let review = review(&table(CHESS, None, "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5"));
    let opening = review.opening.unwrap();
    assert!(opening.name(Language::English).contains("Caro-Kann"), "{opening:?}");
    assert_eq!(opening.plies, 8);
}

#[test]
fn a_review_grows_with_what_has_been_looked_at() {
    let game = table(CHESS, None, "f3 e5 g4 Qh4#");
    let mut looked = looked(&game, 500);
    looked[0] = None;
    let review = Review::of(&game, &looked).unwrap();
    assert_eq!(review.moves.iter().map(|judged| judged.ply).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(review.chances[0], None);
    let nothing = Review::of(&game, &[]).unwrap();
    assert!(nothing.moves.is_empty() && nothing.sides[Side::White].accuracy.is_none());
}

#[test]
fn othello_counts_the_discs_that_were_given_away_and_knows_the_end_exactly() {
    // The shortest loss: white has nothing left after nine moves.
    let game = table(OTHELLO, None, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(game.verdict(), Some(Verdict::won_by(Side::Black)));
    let review = review(&game);
    assert_eq!(review.chances.last(), Some(&Some(0.0)));
    assert!(review.sides[Side::White].units > 10.0, "{:?}", review.sides);
    let last = review.judged(8).unwrap();
    assert!(last.score == "-64" && last.judgement == Judgement::Blunder, "{last:?}");
}

#[test]
fn four_in_a_row_names_the_move_that_lost_the_game() {
    // Three in a row with both ends free cannot be stopped.
    let game = table(FOUR, None, "d a e a f b");
    let review = review(&game);
    let losing = review.judged(review.losing_move.unwrap()).unwrap();
    assert_eq!((losing.side, losing.judgement), (Side::Black, Judgement::Blunder));
    assert_eq!((losing.ply, losing.after, losing.score.as_str()), (4, 0.0, "#2"));
}

#[test]
fn files_get_evaluations_signs_and_better_lines() {
    let game = table(CHESS, None, "f3 e5 g4 Qh4#");
    let looked = looked(&game, 4000);
    let review = Review::of(&game, &looked).unwrap();
    let moves = annotations(&game, &review, &looked, Language::English);
    let action = Action::Edit { edit: Edit::Merge { moves } };
    let command = Command { expected: game.next(), action };
    let annotated = game.decide(&command, Seat::Side(Side::White), 0).unwrap().after;
    let text = annotated.export().unwrap().text.replace('\n', " ");
    assert!(text.contains("g4 $4 {[%eval #-1] Blunder."), "{text}");
    assert!(text.contains("(2. "), "{text}");
}

#[test]
fn clicks_are_judged_by_the_risk_that_was_known() {
    // A first click in the corner, then one at random into the closed part, and so on to the end.
    let mut game = table(MINES, Some("beginner safe 7"), "open_e5");
    let mut thinker = Thinker::new();
    while let Some(seat) = game.turn() {
        let hint = thinker.hint(&game, seat, &Stop::new()).unwrap();
        let command = Command { expected: game.next(), action: Action::Move { mv: hint.mv } };
        game = game.decide(&command, seat, 0).unwrap().after;
    }
    let at = clicks(&game).unwrap();
    assert_eq!(at.len(), game.moves_played());
    assert!(at[0].cells.is_empty(), "the first click is never a mine");
    let lost = game.verdict() == Some(Verdict::Lost);
    let judged = (1..)
        .zip(&at)
        .map(|(number, click)| judge_click(&mut thinker, click, lost && number == at.len()));
    let review = RiskReview::of(judged.collect());
    assert!(review.skill > 0.9 && review.skill <= 1.0, "{review:?}");
    assert!(review.survival <= review.skill && review.clicks[0].risk == 0.0);
    let running = table(MINES, Some("beginner safe 7"), "open_e5");
    assert!(clicks(&running).is_none(), "before the end nobody may know");
}
