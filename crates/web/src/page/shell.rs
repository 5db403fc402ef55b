//! What is around every page: its head, and the line at the top.

use super::assets;
use super::preferences::{Preferences, Theme};
use maud::{DOCTYPE, Markup, html};
use table::{Language, Words};

/// A drawing out of the sprite. It says nothing: what it means stands beside it or in a name.
pub fn drawing(name: &str, class: &str) -> Markup {
    html! {
        svg class=(class) aria-hidden="true" focusable="false" {
            use href=(format!("{}#{name}", assets::path("pieces.svg"))) {}
        }
    }
}

/// A whole page.
pub fn page(title: &str, kind: &str, preferences: Preferences, content: &Markup) -> Markup {
    let words = preferences.language.words();
    html! {
        (DOCTYPE)
        html lang=(preferences.language) data-theme=(preferences.theme.name())
            data-assets=(assets::path("")) {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="description" content=(words.page.tagline);
                meta name="color-scheme" content="light dark";
                link rel="stylesheet" href=(assets::path("tablero.css"));
                link rel="icon" type="image/svg+xml" href=(assets::path("icon.svg"));
                @for name in assets::further_scripts() {
                    link rel="modulepreload" href=(assets::path(name));
                }
                script type="module" src=(assets::path("tablero.js")) {}
            }
            body data-page=(kind) {
                (top(preferences, words))
                (content)
                noscript { p .noscript { (words.page.needs_script) } }
            }
        }
    }
}

fn top(preferences: Preferences, words: &Words) -> Markup {
    let theme_name = |theme: Theme| match theme {
        Theme::System => words.page.theme_system,
        Theme::Light => words.page.theme_light,
        Theme::Dark => words.page.theme_dark,
    };
    html! {
        header .top {
            a .brand href="/" title=(words.page.home) { (drawing("brand", "mark")) "tablero" }
            nav .settings aria-label=(words.page.language) {
                @for (language, name) in [(Language::English, "English"), (Language::Spanish, "Español")] {
                    @if language == preferences.language {
                        span .language lang=(language) aria-current="true" { (name) }
                    } @else {
                        a .language href=(format!("?lang={language}")) lang=(language) hreflang=(language) { (name) }
                    }
                }
            }
            label .theme {
                span .hidden { (words.page.theme) }
                select #theme autocomplete="off" {
                    @for theme in Theme::ALL {
                        option value=(theme.name()) selected[theme == preferences.theme] { (theme_name(theme)) }
                    }
                }
            }
            button #sound .icon type="button" data-do="sound" aria-pressed=(preferences.sound)
                aria-label=(words.page.sound) title=(words.page.sound) {
                (drawing(if preferences.sound { "sound" } else { "silence" }, "glyph"))
            }
        }
    }
}
