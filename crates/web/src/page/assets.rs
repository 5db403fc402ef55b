//! What the page needs besides itself, built into the program and packed once.
//!
//! The path holds a digest of everything, so that browsers may keep it for ever and still get what is new.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::sync::LazyLock;
use store::Digest;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// The files: name, kind, content. Scripts first, the one that the page names at the front.
const FILES: [(&str, &str, &str); 10] = [
    ("tablero.js", SCRIPT, include_str!("../../assets/tablero.js")),
    ("common.js", SCRIPT, include_str!("../../assets/common.js")),
    ("home.js", SCRIPT, include_str!("../../assets/home.js")),
    ("game.js", SCRIPT, include_str!("../../assets/game.js")),
    ("board.js", SCRIPT, include_str!("../../assets/board.js")),
    ("input.js", SCRIPT, include_str!("../../assets/input.js")),
    ("wire.js", SCRIPT, include_str!("../../assets/wire.js")),
    ("sound.js", SCRIPT, include_str!("../../assets/sound.js")),
    ("tablero.css", STYLE, include_str!("../../assets/tablero.css")),
    ("pieces.svg", DRAWING, include_str!("../../assets/pieces.svg")),
];
const ICON: (&str, &str, &str) = ("icon.svg", DRAWING, include_str!("../../assets/icon.svg"));

/// A file with its packed bytes.
struct Asset {
    name: &'static str,
    kind: &'static str,
    plain: &'static str,
    packed: Vec<u8>,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |(name, kind, plain): (&'static str, &'static str, &'static str)| Asset {
        name,
        kind,
        plain,
        packed: packed(plain.as_bytes()),
    };
    FILES.into_iter().chain([ICON]).map(asset).collect()
});

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let all: String = FILES.iter().chain([&ICON]).map(|(_, _, text)| *text).collect();
    let digest =
        Digest::of(&all).bytes().iter().take(6).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    format!("{digest:012x}")
});

/// Where a file is to be found.
pub fn path(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

/// The names of the scripts that are loaded by others: worth fetching before they are asked for.
pub fn further_scripts() -> impl Iterator<Item = &'static str> {
    FILES.iter().skip(1).filter(|(_, kind, _)| *kind == SCRIPT).map(|(name, _, _)| *name)
}

/// Bytes in gzip.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::new(6));
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
pub async fn serve(Path((version, file)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == file) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let keep = if version == *VERSION { "public, max-age=31536000, immutable" } else { "no-store" };
    let mut response = if unpacks(&headers) {
        ([(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))], asset.packed.as_slice())
            .into_response()
    } else {
        asset.plain.into_response()
    };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    answer.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}

/// Browsers ask for the icon in a place of their own.
pub async fn icon() -> Redirect {
    Redirect::temporary(&path(ICON.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_scripts_together_stay_below_25_kilobytes_on_the_way() {
        let scripts = ASSETS.iter().filter(|asset| asset.kind == SCRIPT);
        let total: usize = scripts.map(|asset| asset.packed.len()).sum();
        assert!(total <= 25_000, "the scripts have {total} bytes");
    }

    #[test]
    fn nothing_is_asked_of_anybody_else() {
        for asset in ASSETS.iter() {
            let text = asset.plain.replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{}", asset.name);
        }
    }

    #[test]
    fn gzip_is_sent_to_those_who_ask_for_it() {
        let with = |value| {
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))])
        };
        assert!(unpacks(&with("deflate, gzip;q=0.8")));
        assert!(!unpacks(&with("br, gzip;q=0")));
        assert!(!unpacks(&HeaderMap::new()));
    }
}
