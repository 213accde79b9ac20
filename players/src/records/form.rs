//! Which form a file of games has.

/// The form of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nex, as the old program writes it.
    Nex,
    /// Hex: SGF.
    Sgf,
    /// Draughts: PDN.
    Pdn,
    /// Awari, one game a line.
    Awari,
}

impl Form {
    /// The form in which a file begins; Nex where it is no other.
    pub fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4_096)]);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let mut chars = text.chars();
        let is_header = ["First:", "Second:", "Start:"].iter().any(|head| text.starts_with(head));
        match (chars.next(), chars.next()) {
            (Some('('), _) => Self::Sgf,
            (Some('['), _) | (Some('1'), Some('.')) => Self::Pdn,
            // The first player's pits have small letters; no record of Nex begins with one.
            (Some('a'..='f'), Some(c)) if c.is_ascii_digit() => Self::Awari,
            _ if is_header => Self::Awari,
            _ => Self::Nex,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_how_they_begin() {
        for (text, form) in [
            ("Ba1?b2;Wa2?b1;!", Form::Nex),
            ("?b2Ba1;!", Form::Nex),
            ("Black:one\nWhite:two\n", Form::Nex),
            ("<<<<<<< HEAD\n", Form::Nex),
            ("", Form::Nex),
            ("\u{feff}\r\n (;FF[4]GM[11]", Form::Sgf),
            ("[Event \"?\"]\n", Form::Pdn),
            ("1. c3-d4 *", Form::Pdn),
            ("a4;A5;!", Form::Awari),
            ("Second:two\na4;!", Form::Awari),
        ] {
            assert_eq!(Form::of(text.as_bytes()), form, "{text}");
        }
        assert_eq!(Form::of(&[0xff; 9_000]), Form::Nex);
    }
}
