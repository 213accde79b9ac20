//! The text form, read strictly: whatever the writer would not write is an error.

use crate::{Certificate, CheckError, Claim, LEMMAS_MAGIC, MAGIC, Proof};
use nexsolve_core::words::shortened;
use nexsolve_core::{Plies, Side};

/// What the first line of every version begins with.
const ANY_VERSION: &str = "nexsolve certificate ";
const DIGEST: &str = "digest ";

/// Returns whether the bytes look like a certificate, whole or damaged: they begin or end as one.
fn is_certificate(bytes: &[u8]) -> bool {
    let magic = ANY_VERSION.as_bytes();
    !bytes.is_empty()
        && (bytes.starts_with(magic) || magic.starts_with(bytes) || digest_line(bytes).is_some())
}

impl Certificate {
    /// Reads a certificate: its form and its digest, not what it proves (see [`Certificate::check`]).
    ///
    /// # Errors
    /// If the bytes are not a certificate, or were changed in any way.
    pub fn read(bytes: &[u8]) -> Result<Self, CheckError> {
        if bytes.is_empty() {
            return Err(CheckError::Empty);
        }
        if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf")
            && is_certificate(rest)
        {
            return Err(CheckError::ByteOrderMark);
        }
        if !is_certificate(bytes) {
            return Err(CheckError::NotACertificate);
        }
        if !bytes.starts_with(ANY_VERSION.as_bytes()) && digest_line(bytes).is_some() {
            return Err(CheckError::Magic);
        }
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if first.ends_with(b"\r") {
            return Err(CheckError::LineEnds);
        }
        let body = checked_body(bytes)?;
        let mut lines = Lines { rest: body, number: 0 };
        let magic = lines.next_line("the first line of a certificate")?;
        let is_strategy = magic == MAGIC;
        if !is_strategy && magic != LEMMAS_MAGIC {
            let found = shortened(magic.strip_prefix(ANY_VERSION).unwrap_or(magic));
            return Err(CheckError::Version { found });
        }
        let board = lines.field("board ", "`board` and the board")?.to_owned();
        let position = lines.field("position ", "`position` and a position, or `start`")?.to_owned();
        let (side, proof) = if is_strategy {
            let expected = "`claim`, `black` or `white`, and `wins N` or `draws`";
            let (side, claim) =
                read_claim(&mut lines, expected, |claim| match claim.strip_prefix("wins ") {
                    Some(plies) => Some(Claim::Wins(Plies(u16::try_from(number(plies)?).ok()?))),
                    None => (claim == "draws").then_some(Claim::Draws),
                })?;
            (side, Proof::Strategy { claim, entries: read_entries(&mut lines)? })
        } else {
            let expected = "`claim`, `black` or `white`, and `wins`";
            let (side, ()) = read_claim(&mut lines, expected, |claim| (claim == "wins").then_some(()))?;
            (side, Proof::Lemmas(read_lemmas(&mut lines)?))
        };
        Ok(Self { board, position, side, proof })
    }
}

/// The lines of moves, after their number.
fn read_entries(lines: &mut Lines<'_>) -> Result<Vec<(String, String)>, CheckError> {
    let announced = read_count(lines, "moves ", "`moves` and their number")?;
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut previous = "";
    while !lines.rest.is_empty() {
        let line = lines.next_line("a move")?;
        let expected = "a position, a tab and a move";
        let (position, mv) = line.split_once('\t').ok_or_else(|| lines.unexpected(expected, line))?;
        if position.is_empty() || mv.is_empty() || mv.contains('\t') {
            return Err(lines.unexpected(expected, line));
        }
        if line <= previous {
            return Err(if line == previous {
                let (line, earlier) = (lines.number, lines.number - 1);
                CheckError::Duplicate { line, earlier, diagram: position.to_owned() }
            } else {
                CheckError::Order { line: lines.number }
            });
        }
        previous = line;
        entries.push((position.to_owned(), mv.to_owned()));
    }
    as_announced(announced, entries, "moves")
}

/// The lemmas, after their number.
fn read_lemmas(lines: &mut Lines<'_>) -> Result<Vec<String>, CheckError> {
    let announced = read_count(lines, "lemmas ", "`lemmas` and their number")?;
    let mut lemmas = Vec::new();
    while !lines.rest.is_empty() {
        lemmas.push(lines.next_line("a lemma")?.to_owned());
    }
    as_announced(announced, lemmas, "lemmas")
}

fn read_count(lines: &mut Lines<'_>, name: &str, expected: &'static str) -> Result<u64, CheckError> {
    let count = lines.field(name, expected)?;
    number(count).ok_or_else(|| lines.unexpected(expected, count))
}

fn as_announced<T>(announced: u64, lines: Vec<T>, what: &'static str) -> Result<Vec<T>, CheckError> {
    let found = lines.len() as u64;
    if announced == found { Ok(lines) } else { Err(CheckError::Count { announced, found, what }) }
}

/// Returns the line number of an entry in the file. The header has five lines.
pub(crate) fn line_of_entry(index: usize) -> usize {
    index + 6
}

/// The side, and the result that it is said to reach.
fn read_claim<T>(
    lines: &mut Lines<'_>,
    expected: &'static str,
    result: impl Fn(&str) -> Option<T>,
) -> Result<(Side, T), CheckError> {
    let text = lines.field("claim ", expected)?;
    let read = || {
        let (side, claim) = text.split_once(' ')?;
        Some(([Side::Black, Side::White].into_iter().find(|s| s.word() == side)?, result(claim)?))
    };
    read().ok_or_else(|| lines.unexpected(expected, text))
}

/// A number as the writer writes it: digits, no sign, no leading zeros.
fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Where the first line that looks like the digest begins. No line of a certificate before the digest can
/// begin so: those of the header and of lemmas have their own words, and those of moves have a tab.
fn digest_line(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        if line.starts_with(DIGEST.as_bytes()) && !line.contains(&b'\t') {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Returns the bytes before the line of the digest, if the digest is right and nothing follows it.
fn checked_body(bytes: &[u8]) -> Result<&[u8], CheckError> {
    let lines_in = |bytes: &[u8]| bytes.split(|&b| b == b'\n').count() - 1;
    let Some(at) = digest_line(bytes) else {
        let line = lines_in(&bytes[..bytes.len() - 1]) + 1;
        return Err(CheckError::Truncated { line });
    };
    let (body, end) = bytes.split_at(at);
    let line = lines_in(body) + 1;
    let Some(len) = end.iter().position(|&b| b == b'\n') else {
        return Err(CheckError::Truncated { line });
    };
    if end.len() > len + 1 {
        return Err(CheckError::Trailing { line: line + 1 });
    }
    let written = &end[DIGEST.len()..len];
    let computed = blake3::hash(body).to_hex();
    // A fuzzer cannot guess digests.
    if !cfg!(fuzzing) && written != computed.as_bytes() {
        let written = shortened(&String::from_utf8_lossy(written));
        return Err(CheckError::Digest { line, written, computed: computed.to_string() });
    }
    Ok(body)
}

struct Lines<'a> {
    rest: &'a [u8],
    /// The number of the line that was read last.
    number: usize,
}

impl<'a> Lines<'a> {
    fn next_line(&mut self, expected: &'static str) -> Result<&'a str, CheckError> {
        self.number += 1;
        if self.rest.is_empty() {
            return Err(CheckError::Field { line: self.number, expected, found: "digest".to_owned() });
        }
        let end = self.rest.iter().position(|&b| b == b'\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        std::str::from_utf8(line).map_err(|_| CheckError::Encoding { line: self.number })
    }

    fn field(&mut self, name: &str, expected: &'static str) -> Result<&'a str, CheckError> {
        let line = self.next_line(expected)?;
        match line.strip_prefix(name) {
            Some(value) if !value.is_empty() => Ok(value),
            _ => Err(self.unexpected(expected, line)),
        }
    }

    fn unexpected(&self, expected: &'static str, found: &str) -> CheckError {
        CheckError::Field { line: self.number, expected, found: shortened(found) }
    }
}
