//! Security headers of answers, and the requests that the server refuses.

use crate::problem::{Kind, Problem};
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

/// The host names by which clients may address the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Only names of this machine. The server refuses other names that resolve to it (DNS rebinding).
    Loopback,
    /// Names of this machine, and the public hosts of a proxy in front of it, in lower case and without ports.
    Proxied(Arc<[String]>),
    /// Any name, for a server that other machines may reach.
    Any,
}

impl Names {
    /// Returns the names for a server that is bound to this address.
    pub fn of(address: IpAddr) -> Self {
        if address.is_loopback() { Self::Loopback } else { Self::Any }
    }

    /// Returns these names and public hosts, such as `games.example.org`, by which a proxy is addressed.
    #[must_use]
    pub fn with_hosts(self, hosts: &[String]) -> Self {
        match self {
            Self::Any => Self::Any,
            names if hosts.is_empty() => names,
            _ => Self::Proxied(hosts.iter().map(|host| host.to_ascii_lowercase()).collect()),
        }
    }

    /// Returns whether this is a public host, with or without a port.
    fn is_public(&self, host: &str) -> bool {
        let Self::Proxied(hosts) = self else { return false };
        host.parse::<Authority>().is_ok_and(|authority| {
            !host.contains('@') && hosts.iter().any(|known| known.eq_ignore_ascii_case(authority.host()))
        })
    }

    /// Returns whether a client may address the server by this name.
    fn allow(&self, host: &str) -> bool {
        if *self == Self::Any || self.is_public(host) {
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
    let forbidden = |message: &str| Err(Problem::new(Kind::Request, message).status(StatusCode::FORBIDDEN));
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(_), None) = (hosts.next(), hosts.next()) else {
        let message = "a request needs exactly one Host header";
        return Err(Problem::new(Kind::Request, message));
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

    #[test]
    fn only_names_of_this_machine_are_answered_to() {
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
            assert!(Names::Loopback.allow(host), "{host}");
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
            assert!(!Names::Loopback.allow(host), "{host}");
        }
        let hosts = ["Games.example.org".to_owned()];
        let proxied = Names::Loopback.with_hosts(&hosts);
        for host in ["games.example.org", "GAMES.example.org:8443", "localhost:8080"] {
            assert!(proxied.allow(host), "{host}");
        }
        for host in ["example.org", "x.games.example.org", "games.example.org.x", "x@games.example.org", ""] {
            assert!(!proxied.allow(host), "{host}");
        }
        assert_eq!(Names::Loopback.with_hosts(&[]), Names::Loopback);
        assert_eq!(Names::Any.with_hosts(&hosts), Names::Any);
        assert!(Names::Any.allow("example.org"));
        assert_eq!(Names::of(IpAddr::from([127, 0, 0, 1])), Names::Loopback);
        assert_eq!(Names::of(IpAddr::from([0, 0, 0, 0])), Names::Any);
    }

    /// nginx replaces the Host header by the address of the server; Caddy and Traefik keep the client's.
    #[test]
    fn pages_reach_the_server_through_a_proxy() {
        let status = |names: &Names, host: &str, origin: &str| {
            let value = |text: &str| HeaderValue::from_str(text).expect("a value");
            let pairs = [(header::HOST, value(host)), (header::ORIGIN, value(origin))];
            check(names, &HeaderMap::from_iter(pairs)).is_ok()
        };
        let proxied = Names::Loopback.with_hosts(&["games.example.org".to_owned()]);
        for host in ["127.0.0.1:8080", "games.example.org"] {
            assert!(status(&proxied, host, "https://games.example.org"), "{host}");
            assert!(!status(&proxied, host, "https://example.org"), "{host}");
            assert!(!status(&Names::Loopback, host, "https://games.example.org"), "{host}");
        }
    }
}
