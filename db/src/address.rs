//! Addresses of databases on the web.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;

/// Returns whether this is the address of a database on the web, and not the path of a folder: it begins with
/// `http://` or `https://`. (`./http:` is a folder.)
///
/// ```
/// use nexsolve_db::is_address;
/// use std::path::Path;
///
/// assert!(is_address(Path::new("https://example.org/databases/nex33")));
/// assert!(!is_address(Path::new("databases/nex33")));
/// ```
pub fn is_address(path: &Path) -> bool {
    path.to_str().is_some_and(|text| has_scheme(text, "http://") || has_scheme(text, "https://"))
}

/// Returns whether an address begins with this scheme, in any letter case.
pub(crate) fn has_scheme(address: &str, scheme: &str) -> bool {
    address.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
}

/// Returns a path or an address as people may see it: an address without its user, password, query and
/// fragment, which may be secrets.
///
/// ```
/// use nexsolve_db::shown;
/// use std::path::Path;
///
/// let address = Path::new("https://anna:secret@example.org/nex33?sig=12");
/// assert_eq!(shown(address), Path::new("https://***@example.org/nex33"));
/// ```
pub fn shown(place: &Path) -> Cow<'_, Path> {
    match place.to_str().filter(|_| is_address(place)) {
        Some(address) => Cow::Owned(without_secrets(address).into()),
        None => Cow::Borrowed(place),
    }
}

/// Returns an address without user, password, query and fragment.
pub(crate) fn without_secrets(address: &str) -> String {
    let (scheme, rest) = address.split_at(address.find("://").map_or(0, |at| at + 3));
    let host = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let secret = match host.rfind('@') {
        Some(at) => Some(at),
        // A password with one of these characters: what stands after the colon is not a port.
        None if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_err()) => {
            rest.rfind('@')
        }
        None => None,
    };
    let (hidden, rest) = secret.map_or(("", rest), |at| ("***", &rest[at..]));
    format!("{scheme}{hidden}{}", &rest[..rest.find(['?', '#']).unwrap_or(rest.len())])
}

/// Returns whether errors of this kind mean that a server was not reached or gave no answer. It may be
/// reached later, and nothing is known about the database.
pub fn is_unreached(kind: ErrorKind) -> bool {
    use ErrorKind::{
        ConnectionAborted, ConnectionRefused, ConnectionReset, HostUnreachable, NetworkUnreachable, TimedOut,
    };
    [ConnectionRefused, ConnectionReset, ConnectionAborted, HostUnreachable, NetworkUnreachable, TimedOut]
        .contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (address, expected) in [
            ("http://a/b", "http://a/b"),
            ("http://a:80/b@c/d", "http://a:80/b@c/d"),
            ("http://[::1]:80/b", "http://[::1]:80/b"),
            ("HTTP://u:p@a:80/b", "HTTP://***@a:80/b"),
            ("http://token@a/b/?sig=1#f", "http://***@a/b/"),
            ("http://u:p@q@a/b", "http://***@a/b"),
            ("http://u:p/q@a/b", "http://***@a/b"),
            ("http://u:p?q@a/b", "http://***@a/b"),
            ("http://u:p#q@a/b?x@y", "http://***@y"),
            ("http://a?sig=1", "http://a"),
            ("http://", "http://"),
        ] {
            assert_eq!(without_secrets(address), expected, "{address}");
        }
        assert_eq!(shown(Path::new("u:p@a?b")), Path::new("u:p@a?b"), "a folder");
    }
}
