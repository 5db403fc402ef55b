//! What can be chosen before a game: the form for each card on the first page.

use super::board::standing;
use super::shell::Context;
use crate::seat::SeatName;
use game::{Seat, Side};
use maud::{Markup, html};
use table::Card;
use table::card::{Extra, NumberField, OwnStart};
use table::menu::{Menu, Offer};

/// The form of a game: play at once, or choose first.
pub fn form(context: Context<'_>, card: &'static dyn Card) -> Markup {
    let menu = Menu::of(card, context.language());
    let (texts, words) = (&context.shared().interface, context.words());
    let alone = card.is_for_one();
    html! {
        form .card data-game=(card.name()) aria-labelledby=(heading(card)) {
            (art(context, card))
            div .chosen {
                h2 id=(heading(card)) { (card.words(context.language()).title) }
                div .ways {
                    @if alone {
                        button .main type="submit" name="way" value="solo" { (texts.play_solo) }
                    } @else {
                        button .main type="submit" name="way" value="computer" { (words.play) }
                        button type="submit" name="way" value="friend" { (words.invite) }
                    }
                    button type="submit" name="way" value="watch" { (words.watch) }
                    @if !card.capabilities().hidden {
                        button type="submit" name="way" value="analyse" { (words.analyse) }
                    }
                    @if card.daily(0).is_some() {
                        button type="submit" name="way" value="daily" { (words.daily) }
                    }
                    @if let Some(typed) = card.typed_boards() {
                        a .button href=(format!("/editor/{}", card.name())) { ((typed.words)(context.language()).link) }
                    }
                }
                details .fold {
                    summary { (words.choices) }
                    div .fields {
                        @if !alone { (players(context, card, &menu)) }
                        (starts(context, card, &menu))
                        @if alone { (field(words.watched_player, &choice("other", &menu.computers, menu.usual))) }
                    }
                }
                p .refusal role="alert" {}
            }
        }
    }
}

fn heading(card: &dyn Card) -> String {
    format!("{}-heading", card.name())
}

fn field(label: &str, control: &Markup) -> Markup {
    html! { label .field { span { (label) } (control) } }
}

fn choice(name: &str, offers: &[Offer], usual: usize) -> Markup {
    html! {
        select name=(name) autocomplete="off" {
            @for (index, offer) in offers.iter().enumerate() {
                option value=(offer.value) selected[index == usual] { (offer.label) }
            }
        }
    }
}

/// The opponents as cards: a level with its number, its rating and a line about it; the others by their names.
fn levels(label: &str, offers: &[Offer], usual: usize) -> Markup {
    html! {
        fieldset .levels .wide {
            legend { (label) }
            div {
                @for (index, offer) in offers.iter().enumerate() {
                    label .level {
                        input type="radio" name="opponent" value=(offer.value) checked[index == usual] autocomplete="off";
                        b { (offer.label) }
                        @if let Some(rating) = offer.rating { span .quiet .worth { (rating) } }
                        @if let Some(character) = offer.character { span .quiet .about { (character) } }
                    }
                }
            }
        }
    }
}

/// Who plays which side of a game for two, and on what clock.
fn players(context: Context<'_>, card: &'static dyn Card, menu: &Menu) -> Markup {
    let (texts, words) = (&context.shared().interface, context.words());
    let side = |side: &Side| {
        let name = SeatName::from(Seat::Side(*side)).text();
        Offer::new(name, card.side_name(*side, context.language()))
    };
    let mut colours: Vec<Offer> = menu.sides.iter().map(side).collect();
    colours.push(Offer::new("either", texts.either_colour));
    let mut opponents = menu.computers.clone();
    opponents.push(Offer::new("human", words.two_at_this_board));
    let mut clocks = menu.clocks.clone();
    clocks.push(Offer::new("own", words.own_clock));
    html! {
        (field(texts.your_colour, &choice("colour", &colours, 0)))
        (levels(texts.opponent, &opponents, menu.usual))
        (field(words.other_side, &choice("other", &menu.computers, menu.usual)))
        (field(texts.clock, &choice("clock", &clocks, 0)))
        label .field .own data-own="clock" hidden {
            span { (words.own_clock_form) }
            input name="time" autocomplete="off" spellcheck="false" maxlength="20" placeholder="10+5" required;
        }
    }
}

/// Where a game starts.
fn starts(context: Context<'_>, card: &'static dyn Card, menu: &Menu) -> Markup {
    let (words, texts) = (context.words(), card.words(context.language()));
    let mut starts = menu.starts.clone();
    starts.push(Offer::new("own", texts.own_start));
    html! {
        label .field .wide { span { (texts.start) } (choice("start", &starts, 0)) }
        @for each in &menu.extras { (extra(each)) }
        @match card.own_start() {
            OwnStart::Text => div .field .own hidden {
                label for=(format!("{}-own", card.name())) { (texts.own_start) }
                input #(format!("{}-own", card.name())) name="own" autocomplete="off" spellcheck="false" maxlength="4000";
                @if card.capabilities().composed {
                    a href=(format!("/editor/{}", card.name())) { (words.set_up) }
                }
            },
            OwnStart::Numbers(fields) => div .field .own .sizes hidden {
                @for each in fields { (field(each.labels[context.language() as usize], &number(each))) }
            },
        }
        @if card.capabilities().hidden {
            (field(words.board_code, &html! { input name="code" autocomplete="off" spellcheck="false" maxlength="200"; }))
        }
    }
}

pub fn number(field: &NumberField) -> Markup {
    html! {
        input type="number" name=(field.name) value=(field.usual) min=(field.least) max=(field.most)
            data-before=(field.before) inputmode="numeric" autocomplete="off";
    }
}

/// What else can be chosen: a list, or a box to be ticked where it is one thing or nothing.
fn extra(extra: &Extra) -> Markup {
    match extra.offers.as_slice() {
        [nothing, one] if nothing.value.is_empty() => html! {
            label .field .wide .check {
                input type="checkbox" name=(extra.name) value=(one.value) data-extra autocomplete="off";
                span { (extra.label) }
            }
        },
        offers => html! {
            label .field .wide data-extra { span { (extra.label) } (choice(extra.name, offers, 0)) }
        },
    }
}

/// A corner of the board, as a picture.
fn art(context: Context<'_>, card: &'static dyn Card) -> Markup {
    html! {
        div .art data-board=(card.name()) aria-hidden="true" {
            @for (shade, piece) in card.art() {
                span class=(shade) {
                    @if let Some(piece) = piece { (standing(context, card, piece)) }
                }
            }
        }
    }
}
