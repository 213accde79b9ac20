//! Names that fit into addresses and on all file systems.

use nexsolve_console::{Fault, fault::safe};

/// The names that Windows keeps for devices, with any extension and in any case. Those of [`PORTS`] have a
/// digit.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const PORTS: [&str; 2] = ["com", "lpt"];

/// Why a name does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// It has characters that addresses or hosts treat in their own way.
    Address,
    /// Windows keeps it for a device, or changes it.
    Windows,
}

impl Misfit {
    /// The fault of a name.
    pub(super) fn fault(self, name: &str) -> Fault {
        let name = safe(name);
        match self {
            Self::Address => Fault::usage(format!("the name `{name}` does not fit into an address"))
                .hint("rename it: letters, digits, and - _ ."),
            Self::Windows => Fault::usage(format!("no file on Windows can have the name `{name}`"))
                .hint("rename it, so that the site can be copied everywhere"),
        }
    }
}

/// Checks that a name fits into an address, and can be the name of a file on every system.
pub(super) fn check(name: &str) -> Result<(), Misfit> {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(fits) {
        return Err(Misfit::Address);
    }
    if is_changed_by_windows(name) { Err(Misfit::Windows) } else { Ok(()) }
}

/// Returns whether Windows keeps a name for a device, or leaves out its last character.
pub(super) fn is_changed_by_windows(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = PORTS.iter().any(|port| {
        let digit = stem.strip_prefix(port).unwrap_or_default();
        digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit())
    });
    DEVICES.contains(&&*stem) || is_port || name.ends_with(['.', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_everywhere() {
        for name in ["nex44", "Nex-4_4.v2", "con1", "console", "com", "com10", "lpt-1", "x.con", "nul_"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
        for name in ["con", "NUL", "aux.db", "Com1", "lpt9.tar.gz", "com0", "prn", "nex44."] {
            assert_eq!(check(name), Err(Misfit::Windows), "{name}");
        }
        for name in ["", ".git", "a b", "ä", "a/b", "a%20", "a\u{1b}[31m"] {
            assert_eq!(check(name), Err(Misfit::Address), "{name}");
        }
        let fault = Misfit::Address.fault("a\u{1b}[31m\nb");
        assert_eq!(fault.message, "the name `a\\u{1b}[31m\\nb` does not fit into an address");
    }
}
