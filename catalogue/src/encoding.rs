//! The text of a file of records: byte-order marks, UTF-8, encodings that a record names, and what is assumed
//! otherwise.
//!
//! No byte is lost: bytes that are not text in the encoding of their file become the characters of
//! [`FALLBACK`].

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// The encoding of bytes that are not UTF-8 in a file that names no encoding. It has a character for each
/// byte, and contains ISO 8859-1.
pub const FALLBACK: &str = "windows-1252";

/// The note about a file that is not UTF-8 and does not name its encoding.
pub const ASSUMED: &str = "not UTF-8, and no encoding is named: names and comments are read as windows-1252";

/// The text of a file.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text, without byte-order marks.
    pub text: Cow<'a, str>,
    /// How it was read.
    pub origin: Origin,
}

/// How a text was read from bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// As its byte-order mark says, as UTF-8, or as a record says.
    Known,
    /// Bytes that are not text were read as [`FALLBACK`].
    Assumed,
    /// Each character stands for a byte, since each record may name an encoding of its own ([`characters`]).
    Bytes,
}

impl<'a> Decoded<'a> {
    /// A text that is known.
    pub fn known(text: &'a str) -> Self {
        Self { text: unmarked(text.trim_start_matches('\u{feff}').into()), origin: Origin::Known }
    }

    /// A text, some bytes of which were perhaps read as [`FALLBACK`].
    fn perhaps_assumed(text: String, is_known: bool) -> Self {
        Self { text: text.into(), origin: if is_known { Origin::Known } else { Origin::Assumed } }
    }
}

/// Returns whether a file begins with a byte-order mark.
pub fn has_mark(bytes: &[u8]) -> bool {
    Encoding::for_bom(bytes).is_some()
}

/// Decodes a file: by its byte-order mark (UTF-8, UTF-16), otherwise as UTF-8, in which bytes that are not
/// UTF-8 count as [`FALLBACK`].
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (text, origin) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) if encoding == UTF_16LE || encoding == UTF_16BE => {
            let Decoded { text, origin } = utf_16(&bytes[length..], encoding);
            (text, origin)
        }
        found => {
            let bytes = &bytes[found.map_or(0, |(_, length)| length)..];
            match std::str::from_utf8(bytes) {
                Ok(text) => (text.into(), Origin::Known),
                Err(_) => (mixed(bytes).into(), Origin::Assumed),
            }
        }
    };
    Decoded { text: unmarked(text), origin }
}

/// Removes the marks of files that were joined: one at the beginning of each.
fn unmarked(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains("\n\u{feff}") { text.replace("\n\u{feff}", "\n").into() } else { text }
}

/// Decodes bytes in the encoding with this name, as web browsers know it (`ISO-8859-1` is `windows-1252`).
/// Returns `None` if there is no such encoding, or the bytes are not text in it.
pub fn decode_as(bytes: &[u8], name: &str) -> Option<String> {
    let encoding = Encoding::for_label(name.trim().as_bytes())?;
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

/// Returns whether characters of two bytes in the encoding with this name may contain the bytes of `\` and
/// `]`.
pub fn has_two_byte_characters(name: &str) -> bool {
    let encoding = Encoding::for_label(name.trim().as_bytes());
    encoding.is_some_and(|encoding| matches!(encoding.name(), "Big5" | "GBK" | "gb18030" | "Shift_JIS"))
}

/// Returns whether this is a name of UTF-8.
pub fn is_utf_8(name: &str) -> bool {
    Encoding::for_label(name.trim().as_bytes()) == Some(UTF_8)
}

/// Returns a text with a character for each byte, up to U+00FF.
pub fn characters(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// Reverses [`characters`].
pub fn bytes_of(characters: &str) -> Vec<u8> {
    characters.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
}

/// Decodes UTF-8; other bytes become characters of [`FALLBACK`].
fn mixed(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        text += &fallback(chunk.invalid());
    }
    text
}

/// Decodes UTF-16; the bytes of what is not a character become characters of [`FALLBACK`].
fn utf_16<'a>(bytes: &[u8], encoding: &'static Encoding) -> Decoded<'a> {
    let of_pair = |pair: [u8; 2]| {
        if encoding == UTF_16LE { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    };
    let (pairs, rest) = bytes.as_chunks();
    let mut is_known = rest.is_empty();
    let mut text = String::new();
    for unit in char::decode_utf16(pairs.iter().map(|&pair| of_pair(pair))) {
        match unit {
            Ok(c) => text.push(c),
            Err(lone) => {
                is_known = false;
                text += &fallback(&lone.unpaired_surrogate().to_be_bytes());
            }
        }
    }
    text += &fallback(rest);
    Decoded::perhaps_assumed(text, is_known)
}

fn fallback(bytes: &[u8]) -> Cow<'_, str> {
    WINDOWS_1252.decode_without_bom_handling(bytes).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Origin) {
        let Decoded { text, origin } = decode(bytes);
        (text.into_owned(), origin)
    }

    #[test]
    fn marks_and_utf_8_are_known_and_other_bytes_are_assumed() {
        for (bytes, text, origin) in [
            (&b"Ga\xc3\xabl"[..], "Gaël", Origin::Known),
            (b"\xef\xbb\xbfGa\xc3\xabl\n\xef\xbb\xbfx", "Gaël\nx", Origin::Known),
            (b"\xff\xfeG\0\xeb\0", "Gë", Origin::Known),
            (b"\xfe\xff\0G\0\xeb", "Gë", Origin::Known),
            (b"Ga\xebl", "Gaël", Origin::Assumed),
            (b"Ga\xebl, Ga\xc3\xabl", "Gaël, Gaël", Origin::Assumed),
            (b"\x81\x98", "\u{81}˜", Origin::Assumed),
            // A lone surrogate, and a byte without its pair.
            (b"\xff\xfeG\0\0\xd8!", "GØ\0!", Origin::Assumed),
        ] {
            assert_eq!(decoded(bytes), (text.to_owned(), origin), "{bytes:?}");
        }
    }

    #[test]
    fn no_byte_is_lost() {
        for byte in 0..=u8::MAX {
            let (text, _) = decoded(&[b'(', byte, b'(']);
            assert!(!text.contains('\u{fffd}') && text.chars().count() == 3, "{byte}: {text}");
        }
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(bytes_of(&characters(&all)), all);
    }

    #[test]
    fn encodings_have_names() {
        for (bytes, name, text) in [
            (&b"\xc8\xe2\xe0\xed"[..], "windows-1251", "Иван"),
            (b"\x88\xa2\xa0\xad", "CP866", "Иван"),
            (b"\xeb", " iso-8859-1 ", "ë"),
            (b"\x83\x5c", "Shift_JIS", "ソ"),
        ] {
            assert_eq!(decode_as(bytes, name).as_deref(), Some(text), "{name}");
        }
        assert_eq!(decode_as(b"\xeb", "UTF-8"), None);
        assert_eq!(decode_as(b"\xeb", "no such encoding"), None);
        assert!(has_two_byte_characters("GB2312") && !has_two_byte_characters("EUC-JP"));
    }
}
