//! What a person has set: in the address just now, in cookies before, or in the browser.

use axum::http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use table::Language;

/// A year, in seconds.
const LIFE_IN_SECONDS: u32 = 31_536_000;

/// The themes of boards, and the sets of pieces.
pub const SQUARES: [&str; 4] = ["club", "wood", "sea", "slate"];
pub const PIECES: [&str; 3] = ["club", "plain", "pattern"];

/// The colours of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::System, Theme::Light, Theme::Dark];

    /// Its name in the cookie and in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    fn of(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// What can be set in the address of a page.
#[derive(Debug, Default, Deserialize)]
pub struct PreferencesQuery {
    lang: Option<String>,
    theme: Option<String>,
}

/// What a person has set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preferences {
    pub language: Language,
    pub theme: Theme,
    pub sound: bool,
    /// The theme of boards, and the set of pieces: names that the style sheet knows, the first of each the usual one.
    pub squares: &'static str,
    pub pieces: &'static str,
    /// Was the language set in this request?
    new_language: bool,
    /// Were the colours set in this request?
    new_theme: bool,
}

impl Preferences {
    /// The preferences behind a request.
    pub fn of(query: &PreferencesQuery, headers: &HeaderMap) -> Preferences {
        let new_language = query.lang.as_deref().and_then(|text| text.parse().ok());
        let new_theme = query.theme.as_deref().and_then(Theme::of);
        let kept = |name| cookie(headers, name);
        let language = new_language
            .or_else(|| kept("lang").and_then(|text| text.parse().ok()))
            .unwrap_or_else(|| accepted_language(headers));
        let theme = new_theme.or_else(|| kept("theme").and_then(Theme::of)).unwrap_or_default();
        Preferences {
            language,
            theme,
            // Nothing is heard before the first move, and the switch is in sight.
            sound: kept("sound") != Some("off"),
            squares: known(&SQUARES, kept("squares")),
            pieces: known(&PIECES, kept("pieces")),
            new_language: new_language.is_some(),
            new_theme: new_theme.is_some(),
        }
    }

    /// The cookies that keep what was set in this request.
    pub fn cookies(self) -> impl Iterator<Item = HeaderValue> {
        let language = self.new_language.then(|| format!("lang={}", self.language));
        let theme = self.new_theme.then(|| format!("theme={}", self.theme.name()));
        language.into_iter().chain(theme).filter_map(|pair| {
            let cookie = format!("{pair}; Path=/; SameSite=Lax; Max-Age={LIFE_IN_SECONDS}");
            HeaderValue::try_from(cookie).ok()
        })
    }
}

/// The name that a cookie has, or the usual one.
fn known(names: &'static [&'static str], kept: Option<&str>) -> &'static str {
    names.iter().find(|name| Some(**name) == kept).copied().unwrap_or(names[0])
}

fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let values = headers.get_all(header::COOKIE).into_iter().filter_map(|v| v.to_str().ok());
    let mut pairs =
        values.flat_map(|value| value.split(';')).filter_map(|p| p.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

/// The language that the browser prefers among those that there are.
fn accepted_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let preferred = |range: &str| {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
        let language =
            tag.trim().split('-').next()?.to_ascii_lowercase().parse::<Language>().ok()?;
        let quality =
            parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse::<f32>().ok())?;
        (quality > 0.0).then_some((language, quality))
    };
    let mut best: Option<(Language, f32)> = None;
    // More than a handful of languages is an attack.
    for (language, quality) in
        accepted.unwrap_or_default().split(',').take(32).filter_map(preferred)
    {
        if best.is_none_or(|(_, before)| quality > before) {
            best = Some((language, quality));
        }
    }
    best.map(|(language, _)| language).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn language(accepted: &'static str) -> Language {
        Preferences::of(
            &PreferencesQuery::default(),
            &heads(&[(header::ACCEPT_LANGUAGE, accepted)]),
        )
        .language
    }

    #[test]
    fn the_preferred_language_is_chosen() {
        assert_eq!(language("es"), Language::Spanish);
        assert_eq!(language("es-MX,es;q=0.9,en;q=0.8"), Language::Spanish);
        assert_eq!(language("en-GB, es;q=0.9"), Language::English);
        assert_eq!(language("fr, de;q=0.9, es;q=0.1"), Language::Spanish);
        assert_eq!(language("es;q=0, en;q=0.1"), Language::English);
        assert_eq!(language("es;q=0.2, en;q=0.7"), Language::English);
        assert_eq!(language("fr"), Language::English);
        assert_eq!(language(";;,,q=,es;q=x"), Language::English);
    }

    #[test]
    fn a_cookie_goes_before_the_browser_and_the_address_before_the_cookie() {
        let headers = heads(&[
            (header::ACCEPT_LANGUAGE, "en"),
            (header::COOKIE, "lang=es; theme=dark; sound=on"),
        ]);
        let kept = Preferences::of(&PreferencesQuery::default(), &headers);
        assert_eq!((kept.language, kept.theme, kept.sound), (Language::Spanish, Theme::Dark, true));
        assert_eq!(kept.cookies().count(), 0);
        let query =
            PreferencesQuery { lang: Some("en".to_owned()), theme: Some("light".to_owned()) };
        let now = Preferences::of(&query, &headers);
        assert_eq!((now.language, now.theme), (Language::English, Theme::Light));
        assert_eq!(now.cookies().count(), 2);
    }

    #[test]
    fn nonsense_is_as_good_as_nothing() {
        let query =
            PreferencesQuery { lang: Some("xx".to_owned()), theme: Some("<script>".to_owned()) };
        let headers = heads(&[(header::COOKIE, "lang=; theme==; sound=maybe; lang")]);
        let preferences = Preferences::of(&query, &headers);
        assert_eq!(preferences.language, Language::English);
        assert_eq!(preferences.theme, Theme::System);
        assert!(preferences.sound);
        assert_eq!(preferences.cookies().count(), 0);
    }
}
