//! The page on which a board is typed or clicked together, and which shows the exact odds of its closed cells.

use super::board::{board_with_help, save_picture, standing};
use super::choosing::number;
use super::shell::Context;
use super::{assets, texts};
use maud::{Markup, html};
use serde_json::{Value, json};
use table::Card;
use table::card::{Letter, OwnStart, TypedBoards};

/// `None` where boards are not typed.
pub fn page(card: &'static dyn Card, context: Context<'_>) -> Option<Markup> {
    let language = context.language();
    let typed = card.typed_boards()?;
    let picture = (typed.survey)(typed.example, language).ok()?.picture;
    let (words, own) = (context.words(), (typed.words)(language));
    let title = card.words(language).title;
    let body = html! {
        main .game .survey data-game=(card.name()) data-board=(card.name()) data-layout="sheet"
            data-columns=(picture.columns.len()) data-rows=(picture.rows.len()) {
            h1 .hidden { (title) " – " (own.title) }
            div .maker {
                div .place { div .frame { (board_with_help(context, card, &picture, false, own.pointing)) } }
                (letters(context, card, typed))
            }
            div .side {
                div .sentences {
                    p #verdict role="status" {}
                    p #message role="alert" {}
                }
                dl #facts .facts {}
                p .quiet { (own.legend) }
                @if let OwnStart::Numbers(fields) = card.own_start() {
                    div .fields .sizes {
                        @for field in fields {
                            label .field { span { (field.labels[language as usize]) } (number(field)) }
                        }
                    }
                }
                label .field { span { (words.as_text) }
                    textarea #text rows="9" spellcheck="false" autocomplete="off" maxlength="12000" aria-describedby="form" {
                        (typed.example)
                    }
                }
                p #form .quiet { (own.form) }
                div .controls {
                    button type="button" data-do="clear" { (words.clear) }
                    button type="button" data-do="example" { (words.example) }
                    button type="button" data-do="copy" { (words.copy_board) }
                    (save_picture(context))
                }
            }
        }
        (texts::data("texts", &texts::of_game(context)))
        (texts::data("data", &json!({
            "card": texts::of_card(card, language),
            "example": typed.example,
            "letters": typed.letters.iter().map(letter).collect::<Value>(),
        })))
    };
    Some(context.page(&format!("{title} – {} – tablero", own.title), assets::SURVEY, &body))
}

fn letter(letter: &Letter) -> Value {
    json!({ "letter": letter.letter, "shade": letter.shade, "piece": letter.piece })
}

/// What a click puts into a cell: what comes next there, or always the same.
fn letters(context: Context<'_>, card: &'static dyn Card, typed: &TypedBoards) -> Markup {
    let (words, language) = (context.words(), context.language());
    let name = |letter: &Letter| match letter.piece {
        Some(piece) => card.piece_name(piece, language),
        None => card.shade_name(letter.shade, language),
    };
    html! {
        fieldset .palette .letters data-board=(card.name()) {
            legend { (words.put) }
            label .tool title=(words.put_next) {
                input type="radio" name="letter" value="" checked autocomplete="off" aria-label=(words.put_next);
                (context.drawing("next", "glyph"))
            }
            @for letter in typed.letters {
                label class=(format!("tool {}", letter.shade)) title=(name(letter)) {
                    input type="radio" name="letter" value=(letter.letter) autocomplete="off" aria-label=(name(letter));
                    @if let Some(piece) = letter.piece { (standing(context, card, piece)) }
                }
            }
        }
    }
}
