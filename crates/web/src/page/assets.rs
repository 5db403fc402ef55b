//! What the pages need besides themselves, packed once when the server starts: files of this crate, with
//! what the cards add to the style sheet and the sprite.
//!
//! The path holds a digest of everything, so that browsers may keep it for ever and still get what is new.

use super::style;
use crate::api::AppState;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use lab::learning::chart;
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use store::Digest;
use table::Club;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// The script of the first page.
pub const HOME: &str = "home.js";
/// The script of the page of one's own games.
pub const MINE: &str = "mine.js";
/// The script of the lab's pages.
pub const LAB: &str = "lab.js";
/// The script of a game's page.
pub const GAME: &str = "game.js";

/// The script of the page on which a position is set up.
pub const EDITOR: &str = "editor.js";
/// The script of the page on which a board is typed.
pub const SURVEY: &str = "survey.js";
/// The script of the page on which lines are looked at.
pub const ANALYSIS: &str = "analysis.js";

/// The script of the page that the link of another browser opens.
pub const TAKING: &str = "taking.js";

const SCRIPTS: [(&str, &str); 21] = [
    (HOME, include_str!("../../assets/home.js")),
    (LAB, include_str!("../../assets/lab.js")),
    (GAME, include_str!("../../assets/game.js")),
    (ANALYSIS, include_str!("../../assets/analysis.js")),
    (EDITOR, include_str!("../../assets/editor.js")),
    (SURVEY, include_str!("../../assets/survey.js")),
    (MINE, include_str!("../../assets/mine.js")),
    (TAKING, include_str!("../../assets/taking.js")),
    // Fetched when a game is looked at again, and when a board is to be saved.
    ("race.js", include_str!("../../assets/race.js")),
    ("review.js", include_str!("../../assets/review.js")),
    ("picture.js", include_str!("../../assets/picture.js")),
    ("common.js", include_str!("../../assets/common.js")),
    ("state.js", include_str!("../../assets/state.js")),
    ("draw.js", include_str!("../../assets/draw.js")),
    ("board.js", include_str!("../../assets/board.js")),
    ("input.js", include_str!("../../assets/input.js")),
    ("wire.js", include_str!("../../assets/wire.js")),
    ("sound.js", include_str!("../../assets/sound.js")),
    ("talk.js", include_str!("../../assets/talk.js")),
    ("files.js", include_str!("../../assets/files.js")),
    ("tree.js", include_str!("../../assets/tree.js")),
];
/// Pictures, which are packed already.
const IMAGES: [(&str, &[u8]); 2] = [("icon-192.png", ICON_192), ("icon-512.png", ICON_512)];
const CSS: &str = include_str!("../../assets/tablero.css");
const ICONS: &str = include_str!("../../assets/icons.svg");
const WORKER: &str = include_str!("../../assets/worker.js");
const ICON_192: &[u8] = include_bytes!("../../assets/icon-192.png");
const ICON_512: &[u8] = include_bytes!("../../assets/icon-512.png");
const ICON: &str = include_str!("../../assets/icon.svg");

/// A file with its packed bytes.
struct Asset {
    name: &'static str,
    media_type: &'static str,
    plain: String,
    packed: Vec<u8>,
}

/// Every file that pages ask for.
pub struct Assets {
    files: Vec<Asset>,
    version: String,
}

impl Assets {
    pub fn of(club: Club) -> Assets {
        let asset = |name, media_type, plain: String| {
            let packed = packed(plain.as_bytes(), Compression::best());
            Asset { name, media_type, plain, packed }
        };
        let mut files: Vec<Asset> =
            SCRIPTS.iter().map(|(name, text)| asset(name, SCRIPT, dense_script(text))).collect();
        let css = dense_style(CSS) + &style::rules(club) + &chart::style();
        files.push(asset("light.css", STYLE, style::light_only(&css)));
        files.push(asset("tablero.css", STYLE, css));
        files.push(asset("pieces.svg", DRAWING, style::sprite(ICONS, club, false)));
        files.push(asset("plain.svg", DRAWING, style::sprite(ICONS, club, true)));
        files.push(asset("icon.svg", DRAWING, ICON.to_owned()));
        let all: String = files.iter().map(|file| file.plain.as_str()).collect();
        let digest = Digest::of(&all);
        let digest = digest.bytes().iter().take(6).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Assets { files, version: format!("{digest:012x}") }
    }

    /// Where a file is to be found.
    pub fn path(&self, name: &str) -> String {
        format!("/assets/{}/{name}", self.version)
    }

    /// The scripts that a page's script imports: worth fetching before it asks for them.
    pub fn imported_by(script: &str) -> impl Iterator<Item = &'static str> {
        let imported: &[&str] = match script {
            GAME => {
                &["common.js", "state.js", "draw.js", "board.js", "input.js", "wire.js", "sound.js"]
            }
            ANALYSIS => &["common.js", "state.js", "board.js", "input.js", "wire.js", "tree.js"],
            EDITOR | SURVEY => &["common.js", "state.js", "board.js"],
            _ => &["common.js"],
        };
        imported.iter().copied()
    }
}

/// A script without indentation and without the lines that are comments: they are a fifth of what would be sent. No script has a
/// text of several lines, in which spaces would count.
fn dense_script(script: &str) -> String {
    let lines = script.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A style sheet without indentation and comments, each of which ends on the line on which it begins.
fn dense_style(style: &str) -> String {
    let lines = style.lines().map(str::trim);
    let lines = lines.filter(|line| !(line.starts_with("/*") && line.ends_with("*/")));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// What is packed once may take its time; what is packed for each request is packed at [`Compression::default`].
pub fn packed(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    // Writing into memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Does the browser unpack gzip?
pub fn unpacks(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| {
        accepted.split(',').any(|coding| {
            let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
            name.trim().eq_ignore_ascii_case("gzip") && quality.trim() != "q=0"
        })
    })
}

/// One of the files. A version that is not ours is answered with ours: an old page still works.
pub async fn serve(
    State(state): State<Arc<AppState>>,
    Path((version, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let assets = &state.assets;
    if let Some((_, bytes)) = IMAGES.iter().find(|(name, _)| *name == file) {
        let headers = [
            (header::CONTENT_TYPE, "image/png"),
            (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        ];
        return (headers, *bytes).into_response();
    }
    let Some(asset) = assets.files.iter().find(|asset| asset.name == file) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let is_ours = version == assets.version;
    let keep = if is_ours { "public, max-age=31536000, immutable" } else { "no-store" };
    let mut response = if unpacks(&headers) {
        let encoding = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        ([encoding], asset.packed.clone()).into_response()
    } else {
        asset.plain.clone().into_response()
    };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media_type));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    answer.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}

/// What a browser needs to know to keep the pages as an app of its own.
pub async fn manifest(State(state): State<Arc<AppState>>) -> Response {
    let assets = &state.assets;
    let png = |size: u32| {
        let (file, sizes) = (format!("icon-{size}.png"), format!("{size}x{size}"));
        json!({ "src": assets.path(&file), "sizes": sizes, "type": "image/png", "purpose": "any maskable" })
    };
    let manifest = json!({
        "name": "tablero", "short_name": "tablero", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
        "background_color": "#f5f2ec", "theme_color": "#1f6f8b",
        "icons": [
            { "src": assets.path("icon.svg"), "sizes": "any", "type": "image/svg+xml" },
            png(192),
            png(512),
        ],
    });
    ([(header::CONTENT_TYPE, "application/manifest+json")], manifest.to_string()).into_response()
}

/// The service worker: it serves the whole site, so it stands at its root. It keeps the files of this version.
pub async fn worker(State(state): State<Arc<AppState>>) -> Response {
    let files: Vec<String> =
        state.assets.files.iter().map(|file| state.assets.path(file.name)).collect();
    let text = format!(
        "const files = {};\nconst version = {};\n{}",
        json!(files),
        json!(state.assets.version),
        WORKER
    );
    let headers = [(header::CONTENT_TYPE, SCRIPT), (header::CACHE_CONTROL, "no-cache")];
    (headers, text).into_response()
}

/// Browsers ask for the icon in a place of their own.
pub async fn icon(State(state): State<Arc<AppState>>) -> Redirect {
    Redirect::temporary(&state.assets.path("icon.svg"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_scripts_of_a_page_together_stay_below_25_kilobytes_on_the_way() {
        let assets = Assets::of(games::CLUB);
        for script in [HOME, MINE, LAB, GAME, ANALYSIS, EDITOR, SURVEY] {
            let names: Vec<&str> = Assets::imported_by(script).chain([script]).collect();
            let scripts = assets.files.iter().filter(|asset| names.contains(&asset.name));
            let total: usize = scripts.map(|asset| asset.packed.len()).sum();
            assert!(total <= 25_000, "the scripts of {script} have {total} bytes");
        }
    }

    #[test]
    fn nothing_is_asked_of_another_host() {
        for asset in &Assets::of(games::CLUB).files {
            let text = asset.plain.replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.name);
        }
    }

    #[test]
    fn every_piece_of_every_card_has_a_drawing_and_no_drawing_is_there_twice() {
        for other_set in [false, true] {
            let sprite = style::sprite(ICONS, games::CLUB, other_set);
            let ids =
                sprite.split("<symbol id=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
            let ids: Vec<&str> = ids.collect();
            for id in &ids {
                assert_eq!(ids.iter().filter(|other| *other == id).count(), 1, "{id}");
            }
            for card in games::CLUB.cards() {
                for piece in card.pieces() {
                    if let table::card::Drawing::Symbol(name) = piece.drawing {
                        assert!(
                            ids.contains(&format!("{}-{name}", card.name()).as_str()),
                            "{name}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_game_has_two_sets_of_pieces_and_patterns_besides_colours() {
        let rules = style::rules(games::CLUB);
        for card in games::CLUB.cards() {
            let name = card.name();
            assert!(card.other_drawings().is_some_and(|other| other != card.drawings()), "{name}");
            let has_pattern = match card.capabilities().verbs {
                Some(_) => rules.contains(&format!("[data-pieces=pattern] [data-board={name}]")),
                None => ["--hatch", "--dots"].iter().all(|part| card.drawings().contains(part)),
            };
            assert!(has_pattern, "{name}");
        }
    }

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        let with = |value| {
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))])
        };
        assert!(unpacks(&with("deflate, gzip;q=0.8")));
        assert!(!unpacks(&with("br, gzip;q=0")));
        assert!(!unpacks(&HeaderMap::new()));
    }
}
