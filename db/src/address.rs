//! Addresses of databases on the web.

use std::io::ErrorKind;
use std::path::Path;

/// Returns whether this is the address of a database on the web, and not the path of a folder: it begins with `http://`
/// or `https://`. (`./http:` is a folder.)
///
/// ```
/// use nexsolve_db::is_address;
/// use std::path::Path;
///
/// assert!(is_address(Path::new("https://example.org/databases/nex33")));
/// assert!(!is_address(Path::new("databases/nex33")));
/// ```
pub fn is_address(path: &Path) -> bool {
    let begins = |text: &str, scheme: &str| {
        text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
    };
    path.to_str().is_some_and(|text| begins(text, "http://") || begins(text, "https://"))
}

/// Returns whether errors of this kind mean that a server was not reached or gave no answer. It may be reached later, and
/// nothing is known about the database.
pub fn is_unreached(kind: ErrorKind) -> bool {
    use ErrorKind::{
        ConnectionAborted, ConnectionRefused, ConnectionReset, HostUnreachable, NetworkUnreachable, TimedOut,
    };
    [ConnectionRefused, ConnectionReset, ConnectionAborted, HostUnreachable, NetworkUnreachable, TimedOut]
        .contains(&kind)
}
