//! Addresses of databases on the web, and what users should know about their servers.

use std::io::ErrorKind;
use std::path::Path;
#[cfg(feature = "http")]
use std::sync::OnceLock;

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

#[cfg(feature = "http")]
static TELL: OnceLock<fn(&str)> = OnceLock::new();

/// Sets the function that receives what a user should know about a server: one sentence if it sends whole files instead
/// of the parts that are needed. Only the first call counts. The function may be called by any thread during a probe.
pub fn on_note(tell: fn(&str)) {
    #[cfg(feature = "http")]
    let _ = TELL.set(tell);
    #[cfg(not(feature = "http"))]
    let _ = tell;
}

/// Passes a sentence to the function of [`on_note`].
#[cfg(feature = "http")]
pub(crate) fn note(text: &str) {
    if let Some(tell) = TELL.get() {
        tell(text);
    }
}
