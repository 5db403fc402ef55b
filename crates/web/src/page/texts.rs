//! The words that the script needs, as data in the page: they come from the same place as all others.

use super::board::{piece_name, spoken_marks, symbol};
use super::shell::Context;
use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};
use table::card::PieceStyle;
use table::review::Judgement;
use table::{Card, Language};

/// The words for the script of a game's page.
pub fn of_game(context: Context<'_>) -> Value {
    let (texts, words) = (&context.shared().interface, context.words());
    json!({
        "you": context.shared().you,
        "cellsChanged": words.cells_changed,
        "canGo": words.can_go_here,
        "canCapture": words.can_capture_here,
        "pickedUp": words.picked_up,
        "putDown": words.put_down,
        "goesOn": words.goes_on,
        "moved": words.moved,
        "takenBack": words.taken_back,
        "declinesDraw": texts.declines_draw,
        "thinking": texts.thinking,
        "hint": texts.hint,
        "lookingBack": words.looking_back,
        "start": words.start_position,
        "copied": words.copied,
        "satDown": words.sat_down,
        "rematchWanted": words.rematch_wanted,
        "rematchJoin": words.rematch_join,
        "promote": texts.promote_to,
        "reconnecting": words.reconnecting,
        "kept": words.kept,
        "seconds": words.seconds,
        "failed": words.failed,
        "yourTurn": texts.your_turn,
        "thinkingHint": words.thinking_hint,
        "stuck": words.stuck,
        "passes": words.passes,
        "premove": words.premove,
        "premoveGone": words.premove_gone,
        "here": words.opponent_here,
        "away": words.opponent_away,
        "gone": words.opponent_gone,
        "notHere": words.opponent_not_here,
        "rematchForOthers": words.rematch_for_others,
        "shortHandOver": words.short_hand_over,
        "shortTakeOver": words.short_take_over,
        "behind": words.behind,
        "notifyBlocked": words.notify_blocked,
        "marks": spoken_marks(context.shared())
            .map(|(name, text)| (name, text.into()))
            .collect::<Map<String, Value>>(),
    })
}

/// The words for the script of a game's page, with those of a review where the review is on that page.
pub fn of_game_with_review(context: Context<'_>, card: &'static dyn Card) -> Value {
    let mut texts = of_game(context);
    if let (true, Value::Object(texts)) = (card.capabilities().odds, &mut texts) {
        texts.insert("review".to_owned(), of_review(context, card));
        texts.insert("race".to_owned(), of_race(context));
    }
    texts
}

/// The words of a game against the time.
fn of_race(context: Context<'_>) -> Value {
    let words = context.words();
    json!({
        "helped": words.helped,
        "nameless": words.nameless_player,
        "best": words.best_so_far,
        "newBest": words.new_best,
        "at": words.replay_at,
        "safe": words.verdict_safe,
        "safer": words.verdict_safer,
        "forced": words.verdict_forced,
    })
}

/// The words for the script of the page on which lines are looked at: those of a game's page, and its own.
pub fn of_analysis(context: Context<'_>, card: &'static dyn Card) -> Value {
    let words = context.words();
    let mut texts = of_game(context);
    if let Value::Object(texts) = &mut texts {
        let own = [
            ("depth", words.depth),
            ("evaluation", words.evaluation),
            ("noEvaluation", words.no_evaluation),
            ("notKept", words.not_kept),
        ];
        texts.extend(own.map(|(name, text)| (name.to_owned(), text.into())));
        let noted = json!({ "eval": words.noted_evaluation, "clk": words.noted_clock, "emt": words.noted_time });
        texts.insert("noted".to_owned(), noted);
        texts.insert("review".to_owned(), of_review(context, card));
    }
    texts
}

/// The words of a review.
pub fn of_review(context: Context<'_>, card: &'static dyn Card) -> Value {
    let (words, review) = (context.words(), &context.shared().review);
    let names = Judgement::ALL.map(|judgement| json!(judgement));
    let order: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
    let by_name = |texts: [&'static str; 6]| -> Map<String, Value> {
        order.iter().zip(texts).map(|(name, text)| ((*name).to_owned(), text.into())).collect()
    };
    json!({
        "order": order,
        "judgements": by_name(review.judgements),
        "several": by_name(review.several),
        "accuracy": review.accuracy,
        "chances": review.chances,
        "noTurningPoints": review.no_turning_points,
        "leftOpening": review.left_opening,
        "lostTheGame": review.lost_the_game,
        "unitsLost": card.words(context.language()).units_lost,
        "reviewing": words.reviewing,
        "start": words.start_position,
        "skill": review.skill,
        "survival": review.survival,
        "luck": review.luck,
        "risk": review.risk,
        "safer": review.safer,
        "noRisk": review.no_risk,
    })
}

/// What the script has to know of a game: its pieces with their drawings and names, what empty squares
/// are called, both in the order of the card, and the words that make a move of a cell.
pub fn of_card(card: &'static dyn Card, language: Language) -> Value {
    let pieces = card.pieces().iter().map(PieceStyle::piece);
    let pieces = pieces.map(|piece| {
        json!([piece_name(piece), symbol(card, piece), card.piece_name(piece, language)])
    });
    let shades = card.board().shades.iter();
    let shades = shades.map(|shade| json!([shade.name, card.shade_name(shade.name, language)]));
    let verbs = card.capabilities().verbs.map(|verbs| {
        json!({
            "open": verbs.open,
            "mark": verbs.mark,
            "around": verbs.around,
            "closed": verbs.closed,
            "marked": verbs.marked,
        })
    });
    let letters = card.letters(language).iter();
    let letters: Map<String, Value> =
        letters.map(|&(from, to)| (from.to_owned(), to.into())).collect();
    json!({
        "letters": letters,
        "turns": card.board().turns,
        "pieces": pieces.collect::<Value>(),
        "shades": shades.collect::<Value>(),
        "verbs": verbs,
        "captures": card.capabilities().tallies_from_start,
    })
}

/// The words for the script of the first page.
pub fn of_home(context: Context<'_>) -> Value {
    let words = context.words();
    json!({
        "failed": words.failed,
        "games": words.games_in_file,
        "reading": words.reading_file,
        "found": words.found_games,
        "noGame": words.no_game_in_file,
        "tooLong": words.game_too_long,
        "nameless": words.nameless,
        "noPosition": words.no_position,
    })
}

/// The words for the script of the lab's pages.
pub fn of_lab(context: Context<'_>) -> Value {
    let words = context.words();
    json!({ "failed": words.failed, "reconnecting": words.reconnecting })
}

/// Data in the page, for the script to read. No text in it can end the element that holds it.
pub fn data(id: &str, value: &Value) -> Markup {
    let text = value.to_string().replace('<', "\\u003c");
    html! { script id=(id) type="application/json" { (PreEscaped(text)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        let text = data("x", &json!("</script><script>alert(1)</script>")).into_string();
        assert_eq!(text.matches("</script>").count(), 1, "{text}");
    }
}
