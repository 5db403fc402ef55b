//! What is around every page: its head, and the line at the top.

use super::assets::Assets;
use super::preferences::{Preferences, Theme};
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

    /// A drawing out of the sprite. Screen readers skip it: what it means stands beside it or in a name.
    pub fn drawing(self, name: &str, class: &str) -> Markup {
        html! {
            svg class=(class) aria-hidden="true" focusable="false" {
                use href=(format!("{}#{name}", self.assets.path("pieces.svg"))) {}
            }
        }
    }

    /// A whole page with its script.
    pub fn page(self, title: &str, script: &'static str, content: &Markup) -> Markup {
        let Context { assets, preferences } = self;
        html! {
            (DOCTYPE)
            html lang=(preferences.language) data-theme=(preferences.theme.name())
                data-assets=(assets.path("")) {
                head {
                    meta charset="utf-8";
                    title { (title) }
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="description" content=(self.words().tagline);
                    meta name="color-scheme" content="light dark";
                    link rel="stylesheet" href=(assets.path("tablero.css"));
                    link rel="icon" type="image/svg+xml" href=(assets.path("icon.svg"));
                    @for name in Assets::imported_by(script) {
                        link rel="modulepreload" href=(assets.path(name));
                    }
                    script type="module" src=(assets.path(script)) {}
                }
                body {
                    (self.top())
                    (content)
                    noscript { p .noscript { (self.words().needs_script) } }
                }
            }
        }
    }

    fn top(self) -> Markup {
        let (words, preferences) = (self.words(), self.preferences);
        let theme_name = |theme: Theme| match theme {
            Theme::System => words.theme_system,
            Theme::Light => words.theme_light,
            Theme::Dark => words.theme_dark,
        };
        html! {
            header .top {
                a .brand href="/" title=(words.home) { (self.drawing("brand", "mark")) "tablero" }
                nav .settings aria-label=(words.language) {
                    @for language in [Language::English, Language::Spanish] {
                        @let name = words::page(language).own_name;
                        @if language == preferences.language {
                            span .language lang=(language) aria-current="true" { (name) }
                        } @else {
                            a .language href=(format!("?lang={language}")) lang=(language) hreflang=(language) { (name) }
                        }
                    }
                }
                label .theme {
                    span .hidden { (words.theme) }
                    select #theme autocomplete="off" {
                        @for theme in Theme::ALL {
                            option value=(theme.name()) selected[theme == preferences.theme] { (theme_name(theme)) }
                        }
                    }
                }
                button #sound .icon type="button" data-do="sound" aria-pressed=(preferences.sound)
                    aria-label=(words.sound) title=(words.sound) {
                    (self.drawing(if preferences.sound { "sound" } else { "silence" }, "glyph"))
                }
            }
        }
    }
}
