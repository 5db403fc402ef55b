//! The host that a request names, and the origin of the page that sends it.
//!
//! A page of another site can send requests to a server on the visitor's own machine: with a name of its own
//! that resolves to 127.0.0.1 (DNS rebinding), or straight across sites. The first is seen by its `Host`,
//! the second by its `Origin`.

use crate::problem::Fault;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Version, header};
use std::net::SocketAddr;

/// The names by which a server on the loopback interface is reached without a proxy.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The hosts for which the server answers.
#[derive(Debug)]
pub struct Hosts {
    /// Names that clients may use, in lower case and without a port.
    named: Vec<String>,
    /// Is a host refused that is not among them?
    only_named: bool,
}

impl Hosts {
    /// On a loopback address only the names of that interface and those in `named` are served; on any other
    /// address the server cannot know by which name it is reached.
    pub fn of(address: SocketAddr, named: &[String]) -> Hosts {
        let only_named = address.ip().is_loopback();
        let loopback = LOOPBACK.iter().filter(|_| only_named).map(ToString::to_string);
        let named = named.iter().map(|name| name.to_ascii_lowercase()).chain(loopback).collect();
        Hosts { named, only_named }
    }

    /// Refuses a request without a host, for another host, or one that a page of another site sends to
    /// change something.
    pub fn check(&self, request: &Request) -> Result<(), Fault> {
        let Some(host) = host(request) else {
            // Version 1.0 of the protocol had no such header.
            return if request.version() == Version::HTTP_10 { Ok(()) } else { Err(Fault::NoHost) };
        };
        if self.only_named && !self.is_named(&host) {
            return Err(Fault::WrongHost);
        }
        let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        if reads || self.is_own_page(request.headers(), &host) {
            return Ok(());
        }
        Err(Fault::ForeignOrigin)
    }

    fn is_named(&self, host: &Authority) -> bool {
        let name = host.host().to_ascii_lowercase();
        self.named.contains(&name) || self.only_named && name.ends_with(".localhost")
    }

    /// Does the request come from a page of this server, or from a program, which sends no origin?
    fn is_own_page(&self, headers: &HeaderMap, host: &Authority) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        // No page can set this header: the browser does, for pages that came over TLS or from loopback.
        if headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin") {
            return true;
        }
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        let Some((scheme, origin)) = origin else { return false };
        let Ok(origin) = origin.parse::<Authority>() else { return false };
        let usual = if scheme.eq_ignore_ascii_case("https") { 443 } else { 80 };
        let port = |authority: &Authority| authority.port_u16().unwrap_or(usual);
        let same = origin.host().eq_ignore_ascii_case(host.host()) && port(&origin) == port(host);
        same || self.is_named(&origin)
    }
}

/// The host of the target address where that has one, otherwise of the header.
fn host(request: &Request) -> Option<Authority> {
    let of_target = request.uri().authority().cloned();
    of_target.or_else(|| request.headers().get(header::HOST)?.to_str().ok()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::Hosts;
    use axum::body::Body;
    use axum::http::Request;

    fn code(listen: &str, named: &[&str], method: &str, headers: &[(&str, &str)]) -> &'static str {
        let named: Vec<String> = named.iter().map(ToString::to_string).collect();
        let mut request = Request::builder().method(method).uri("/api/games");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let hosts = Hosts::of(listen.parse().unwrap(), &named);
        hosts
            .check(&request.body(Body::empty()).unwrap())
            .map_or_else(|fault| fault.code(), |()| "ok")
    }

    #[test]
    fn on_loopback_only_its_own_names_and_those_given_are_served() {
        for host in ["127.0.0.1:7878", "localhost", "LOCALHOST:1", "[::1]:7878", "a.localhost"] {
            assert_eq!(code("127.0.0.1:7878", &[], "GET", &[("host", host)]), "ok", "{host}");
        }
        for host in
            ["evil.example", "127.0.0.1.evil.example", "192.0.2.7:7878", "localhost.example"]
        {
            let refused = code("127.0.0.1:7878", &[], "GET", &[("host", host)]);
            assert_eq!(refused, "wrong-host", "{host}");
            assert_eq!(code("0.0.0.0:7878", &[], "GET", &[("host", host)]), "ok", "{host}");
        }
        let club = [("host", "club.example")];
        assert_eq!(code("127.0.0.1:7878", &["Club.example"], "GET", &club), "ok");
    }

    #[test]
    fn a_request_names_its_host() {
        assert_eq!(code("0.0.0.0:80", &[], "GET", &[]), "no-host");
        assert_eq!(code("0.0.0.0:80", &[], "GET", &[("host", "a b")]), "no-host");
    }

    #[test]
    fn only_pages_of_this_server_and_programs_change_something() {
        let post =
            |headers: &[(&str, &str)]| code("0.0.0.0:80", &["club.example"], "POST", headers);
        let host = ("host", "192.0.2.7:7878");
        assert_eq!(post(&[host]), "ok");
        assert_eq!(post(&[host, ("origin", "http://192.0.2.7:7878")]), "ok");
        assert_eq!(post(&[host, ("origin", "https://club.example")]), "ok");
        assert_eq!(post(&[("host", "b.example"), ("origin", "https://b.example:443")]), "ok");
        let behind_proxy =
            [host, ("origin", "https://a.example"), ("sec-fetch-site", "same-origin")];
        assert_eq!(post(&behind_proxy), "ok");
        for origin in
            ["http://192.0.2.7", "http://192.0.2.7:7879", "https://evil.example", "null", ""]
        {
            assert_eq!(post(&[host, ("origin", origin)]), "foreign-origin", "{origin}");
        }
        assert_eq!(code("0.0.0.0:80", &[], "GET", &[host, ("origin", "null")]), "ok");
    }
}
