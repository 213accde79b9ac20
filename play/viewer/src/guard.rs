//! Security headers of answers, and the requests that the server refuses.

use crate::problem::{Problem, ProblemKind};
use crate::reply::Reply;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::Authority;
use std::net::IpAddr;
use std::sync::Arc;

/// The page loads nothing from other sites, runs only its own files, and cannot be framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// The host names by which clients may address the server: by default only those of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    own: Own,
    /// The public hosts of a proxy in front of the server, without ports.
    hosts: Arc<[String]>,
}

/// The names of the server itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Own {
    /// Only names of this machine. The server refuses other names that resolve to it (DNS rebinding).
    #[default]
    Loopback,
    /// Any name, for a server that other machines may reach.
    Any,
}

impl Names {
    /// Returns the names for a server that is bound to this address, and may be reached through a proxy with
    /// these public hosts, such as `games.example.org`.
    pub fn of(address: IpAddr, hosts: &[String]) -> Self {
        Self { own: if address.is_loopback() { Own::Loopback } else { Own::Any }, hosts: hosts.into() }
    }

    /// Returns whether this is a public host, with or without a port.
    fn is_public(&self, host: &str) -> bool {
        host.parse::<Authority>().is_ok_and(|authority| {
            !host.contains('@') && self.hosts.iter().any(|known| known.eq_ignore_ascii_case(authority.host()))
        })
    }

    /// Returns whether a client may address the server by this name.
    fn allow(&self, host: &str) -> bool {
        if self.own == Own::Any || self.is_public(host) {
            return true;
        }
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        // A name may end with a dot: it is complete.
        let name = authority.host();
        let name = name.strip_suffix('.').unwrap_or(name);
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_loopback = address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        is_loopback || name.eq_ignore_ascii_case("localhost")
    }
}

/// Adds the headers to an answer.
pub(crate) fn with_headers(mut reply: Reply) -> Reply {
    let headers = reply.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    reply
}

/// Refuses requests that neither a page of this server nor a program would send.
///
/// # Errors
/// With the reason.
pub(crate) fn check(names: &Names, headers: &HeaderMap) -> Result<(), Problem> {
    let forbidden =
        |message: &str| Err(Problem::new(ProblemKind::Request, message).status(StatusCode::FORBIDDEN));
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(_), None) = (hosts.next(), hosts.next()) else {
        let message = "a request needs exactly one Host header";
        return Err(Problem::new(ProblemKind::Request, message));
    };
    let host = text(&header::HOST).unwrap_or_default();
    if !names.allow(host) {
        return forbidden(
            "this server accepts only localhost and 127.0.0.1 as its name; if it is behind a proxy, start it with \
             --host and the proxy's name",
        );
    }
    // A browser names the site of the page that sends a request.
    let is_own = |origin: &str| {
        origin.split_once("://").is_some_and(|(_, of)| of.eq_ignore_ascii_case(host) || names.is_public(of))
    };
    if text(&header::ORIGIN).is_some_and(|origin| !is_own(origin)) {
        return forbidden(
            "requests from pages of other sites are refused; if this server is behind a proxy, start it with --host and \
             the proxy's name",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const EVERYWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED);

    #[test]
    fn only_names_of_this_machine_are_answered_to() {
        let here = Names::of(HERE, &[]);
        for host in [
            "localhost",
            "localhost.",
            "localhost.:8080",
            "LOCALHOST:8080",
            "127.0.0.1",
            "127.8.7.6:1",
            "[::1]:8080",
            "[::1]",
        ] {
            assert!(here.allow(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "localhost..",
            ".",
            "example.org:80",
            "10.0.0.1",
            "[::2]",
            "::1",
            "127.0.0.1@x",
            "x@127.0.0.1",
            "127.0.0.1.nip.example",
            " localhost",
        ] {
            assert!(!here.allow(host), "{host}");
        }
        let proxied = Names::of(HERE, &["Games.example.org".to_owned()]);
        for host in ["games.example.org", "GAMES.example.org:8443", "localhost:8080"] {
            assert!(proxied.allow(host), "{host}");
        }
        for host in ["example.org", "x.games.example.org", "games.example.org.x", "x@games.example.org", ""] {
            assert!(!proxied.allow(host), "{host}");
        }
        assert!(Names::of(EVERYWHERE, &[]).allow("example.org"));
    }

    /// nginx replaces the Host header by the address of the server; Caddy and Traefik keep the client's.
    #[test]
    fn pages_reach_the_server_through_a_proxy() {
        let status = |names: &Names, host: &str, origin: &str| {
            let value = |text: &str| HeaderValue::from_str(text).expect("a value");
            let pairs = [(header::HOST, value(host)), (header::ORIGIN, value(origin))];
            check(names, &HeaderMap::from_iter(pairs)).is_ok()
        };
        let hosts = ["games.example.org".to_owned()];
        for address in [HERE, EVERYWHERE] {
            for host in ["127.0.0.1:8080", "games.example.org"] {
                let proxied = Names::of(address, &hosts);
                assert!(status(&proxied, host, "https://games.example.org"), "{address}: {host}");
                assert!(!status(&proxied, host, "https://example.org"), "{address}: {host}");
            }
            assert!(
                !status(&Names::of(address, &[]), "127.0.0.1:8080", "https://games.example.org"),
                "{address}"
            );
        }
    }
}
