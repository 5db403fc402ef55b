//! What is around every page: its head, and the line at the top.

use super::assets::{self, Assets};
use super::preferences::{PIECES, Preferences, SQUARES, Theme};
use crate::words::{self, PageWords};
use maud::{DOCTYPE, Markup, html};
use table::{Language, Words};

/// What every part of a page is drawn with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub assets: &'a Assets,
    pub preferences: Preferences,
}

impl Context<'_> {
    pub fn language(self) -> Language {
        self.preferences.language
    }

    /// The words of the pages.
    pub fn words(self) -> &'static PageWords {
        words::page(self.language())
    }

    /// The words that all front ends share.
    pub fn shared(self) -> &'static Words {
        self.language().words()
    }

    /// The file with the drawings of the set of pieces that was chosen.
    fn sprite(self) -> &'static str {
        if self.preferences.pieces == "plain" { "plain.svg" } else { "pieces.svg" }
    }

    /// A drawing out of the sprite. Screen readers skip it: what it means stands beside it or in a name.
    pub fn drawing(self, name: &str, class: &str) -> Markup {
        html! {
            svg class=(class) aria-hidden="true" focusable="false" {
                use href=(format!("{}#{name}", self.assets.path(self.sprite()))) {}
            }
        }
    }

    /// A whole page with its script.
    pub fn page(self, title: &str, script: &'static str, content: &Markup) -> Markup {
        let has_board =
            [assets::GAME, assets::ANALYSIS, assets::EDITOR, assets::SURVEY].contains(&script);
        let Context { assets, preferences } = self;
        html! {
            (DOCTYPE)
            html lang=(preferences.language) data-theme=(preferences.theme.name())
                data-assets=(assets.path("")) data-squares=(preferences.squares) data-pieces=(preferences.pieces)
                data-offline=(self.words().offline) {
                head {
                    meta charset="utf-8";
                    title { (title) }
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="description" content=(self.words().tagline);
                    meta name="color-scheme" content="light dark";
                    link rel="stylesheet" href=(assets.path("tablero.css"));
                    link rel="manifest" href="/manifest.webmanifest";
                    link rel="apple-touch-icon" href=(assets.path("icon-192.png"));
                    meta name="theme-color" content="#f5f2ec" media="(prefers-color-scheme: light)";
                    meta name="theme-color" content="#17191d" media="(prefers-color-scheme: dark)";
                    link rel="icon" type="image/svg+xml" href=(assets.path("icon.svg"));
                    @for name in Assets::imported_by(script) {
                        link rel="modulepreload" href=(assets.path(name));
                    }
                    script type="module" src=(assets.path(script)) {}
                }
                body {
                    (self.top(has_board))
                    (content)
                    noscript { p .noscript { (self.words().needs_script) } }
                }
            }
        }
    }

    /// The line at the top. Where there is a board, its first link leads there.
    fn top(self, has_board: bool) -> Markup {
        let (words, preferences) = (self.words(), self.preferences);
        html! {
            header .top {
                @if has_board {
                    a .skip href="#board" { (words.skip) }
                }
                a .brand href="/" title=(words.home) { (self.drawing("brand", "mark")) "tablero" }
                nav .languages aria-label=(words.language) {
                    @for language in [Language::English, Language::Spanish] {
                        @let name = words::page(language).own_name;
                        @if language == preferences.language {
                            span .language lang=(language) aria-current="true" { (name) }
                        } @else {
                            a .language href=(format!("?lang={language}")) lang=(language) hreflang=(language) { (name) }
                        }
                    }
                }
                (self.settings())
                button #sound .icon type="button" data-do="sound" aria-pressed=(preferences.sound)
                    aria-label=(words.sound) title=(if preferences.sound { words.sound_on } else { words.sound_off })
                    data-on=(words.sound_on) data-off=(words.sound_off) {
                    (self.drawing(if preferences.sound { "sound" } else { "silence" }, "glyph"))
                }
            }
        }
    }

    /// How the page, its boards and its pieces look.
    fn settings(self) -> Markup {
        let (words, preferences) = (self.words(), self.preferences);
        let theme_name = |theme: Theme| match theme {
            Theme::System => words.theme_system,
            Theme::Light => words.theme_light,
            Theme::Dark => words.theme_dark,
        };
        let boards = [words.theme_club, words.theme_wood, words.theme_sea, words.theme_slate];
        let sets = [words.pieces_club, words.pieces_plain, words.pieces_pattern];
        let choice = |id: &str, label: &str, offers: &[(&str, &str)], chosen: &str| {
            html! {
                label .field { span { (label) }
                    select id=(id) autocomplete="off" {
                        @for (value, name) in offers { option value=(value) selected[*value == chosen] { (name) } }
                    }
                }
            }
        };
        let themes: Vec<_> =
            Theme::ALL.into_iter().map(|theme| (theme.name(), theme_name(theme))).collect();
        let boards: Vec<_> = SQUARES.into_iter().zip(boards).collect();
        let sets: Vec<_> = PIECES.into_iter().zip(sets).collect();
        html! {
            details #settings .settings {
                summary .icon aria-label=(words.settings) title=(words.settings) { (self.drawing("settings", "glyph")) }
                div .sheet {
                    (choice("theme", words.theme, &themes, preferences.theme.name()))
                    (choice("squares", words.board_theme, &boards, preferences.squares))
                    (choice("pieces", words.piece_set, &sets, preferences.pieces))
                }
            }
        }
    }
}
