//! What can be chosen before a game: the card of each game on the first page.

use super::board::standing;
use game::Side;
use maud::{Markup, html};
use table::menu::{Menu, Offer};
use table::scene::{Colour, Piece};
use table::{GameName, Words};

/// The card of a game: play at once, or choose first.
pub fn card(game: GameName, words: &Words) -> Markup {
    let menu = Menu::of(game, words);
    let (texts, page) = (&words.interface, &words.page);
    let alone = menu.sides.is_empty();
    html! {
        form .card data-game=(game.name()) aria-labelledby=(heading(game)) {
            (art(game))
            div .chosen {
                h2 id=(heading(game)) { (words.game(game)) }
                div .ways {
                    @if alone {
                        button .main type="submit" name="way" value="solo" { (texts.play_solo) }
                    } @else {
                        button .main type="submit" name="way" value="computer" { (page.play) }
                        button type="submit" name="way" value="friend" { (page.invite) }
                    }
                    button type="submit" name="way" value="watch" { (page.watch) }
                }
                details .fold {
                    summary { (page.choices) }
                    div .fields {
                        @if alone { (mines_fields(&menu, words)) } @else { (fields(&menu, words)) }
                    }
                }
                p .refusal role="alert" {}
            }
        }
    }
}

fn heading(game: GameName) -> String {
    format!("{game}-heading")
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

fn fields(menu: &Menu, words: &Words) -> Markup {
    let (texts, page) = (&words.interface, &words.page);
    let offer =
        |value: &str, label: &str| Offer { value: value.to_owned(), label: label.to_owned() };
    let side = |side: &Side| match side {
        Side::White => offer("white", words.white),
        Side::Black => offer("black", words.black),
    };
    let sides: Vec<Offer> = menu.sides.iter().map(side).collect();
    let colours: Vec<Offer> =
        sides.into_iter().chain([offer("either", texts.either_colour)]).collect();
    let mut opponents = menu.computers.clone();
    opponents.push(offer("human", page.two_at_this_board));
    let own = offer("own", texts.own_position);
    let starts: Vec<Offer> = menu.starts.iter().cloned().chain([own]).collect();
    html! {
        (field(texts.your_colour, &choice("colour", &colours, 0)))
        (field(texts.opponent, &choice("opponent", &opponents, menu.usual)))
        (field(page.other_side, &choice("other", &menu.computers, menu.usual)))
        (field(texts.clock, &choice("clock", &menu.clocks, 0)))
        label .field .wide { span { (texts.position) } (choice("start", &starts, 0)) }
        label .field .own hidden { span { (texts.own_position) } input name="own" autocomplete="off" spellcheck="false" maxlength="4000"; }
    }
}

fn mines_fields(menu: &Menu, words: &Words) -> Markup {
    let (texts, page) = (&words.interface, &words.page);
    let own = Offer { value: "own".to_owned(), label: texts.own_level.to_owned() };
    let levels: Vec<Offer> = menu.starts.iter().cloned().chain([own]).collect();
    let number = |name: &str, value: u32, least: u32, most: u32| {
        html! { input type="number" name=(name) value=(value) min=(least) max=(most) inputmode="numeric" autocomplete="off"; }
    };
    html! {
        label .field .wide { span { (texts.level) } (choice("start", &levels, 0)) }
        label .field .wide { span { (texts.first_click) } (choice("rule", &menu.first_clicks, 0)) }
        @if menu.no_guess {
            label .field .wide .check { input type="checkbox" name="no-guess" autocomplete="off"; span { (texts.no_guess) } }
        }
        div .field .own .sizes hidden {
            (field(page.width, &number("width", 20, 1, 100)))
            (field(page.height, &number("height", 16, 1, 100)))
            (field(page.mines, &number("mines", 60, 0, 9999)))
        }
        (field(page.board_code, &html! { input name="code" placeholder="m1-30x16x99-o-16-d4" autocomplete="off" spellcheck="false" maxlength="200"; }))
        (field(page.watched_player, &choice("other", &menu.computers, menu.usual)))
    }
}

/// A corner of the board, as a picture: the shades and the pieces of three rows.
fn art(game: GameName) -> Markup {
    let (white, black) = (Colour::White, Colour::Black);
    let number = |mines| Some(Piece::Number { mines });
    let man = |side| Some(Piece::Man { side });
    let disc = |side| Some(Piece::Disc { side });
    let (shades, pieces): (&str, [Option<Piece>; 9]) = match game {
        GameName::Chess => (
            "ldldldldl",
            [
                Some(Piece::Rook { side: black }),
                None,
                Some(Piece::King { side: black }),
                None,
                Some(Piece::Knight { side: white }),
                Some(Piece::Pawn { side: black }),
                Some(Piece::Queen { side: white }),
                None,
                Some(Piece::Bishop { side: white }),
            ],
        ),
        GameName::Checkers => (
            "dldldldld",
            [
                man(black),
                None,
                man(black),
                None,
                man(white),
                None,
                None,
                None,
                Some(Piece::CrownedMan { side: white }),
            ],
        ),
        GameName::Othello => (
            "fffffffff",
            [
                None,
                disc(black),
                disc(white),
                disc(white),
                disc(white),
                disc(black),
                disc(black),
                disc(white),
                None,
            ],
        ),
        GameName::Mines => (
            "coocoocoo",
            [
                Some(Piece::Flag),
                number(2),
                number(1),
                None,
                number(4),
                number(3),
                Some(Piece::Flag),
                number(3),
                None,
            ],
        ),
    };
    html! {
        div class=(format!("art {game}")) aria-hidden="true" {
            @for (shade, piece) in shades.chars().zip(pieces) {
                span class=(shade_of(shade)) {
                    @if let Some(piece) = piece { (standing(piece)) }
                }
            }
        }
    }
}

const fn shade_of(letter: char) -> &'static str {
    match letter {
        'l' => "light",
        'd' => "dark",
        'f' => "felt",
        'c' => "closed",
        _ => "open",
    }
}
