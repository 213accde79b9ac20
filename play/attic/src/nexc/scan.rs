//! The players' messages (`ok`, and moves), found in bytes without framing.
//!
//! Each function examines the beginning of the received bytes and reports whether an expected message is
//! there. As long as more bytes may arrive, a message that could be longer is only provisional.

use super::fault::Cause;
use nexsolve_core::{Game, Notation, ReadError};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};

/// What the beginning of some bytes contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scan<T> {
    /// The beginning of a message; more bytes must follow.
    More,
    /// A message, unless more bytes follow soon.
    Perhaps,
    /// A message, and its length in bytes.
    Whole(T, usize),
    /// Not such a message, whatever follows.
    Wrong(Cause),
}

impl<T> Scan<T> {
    /// Converts the message, which is `longer` bytes longer.
    pub(super) fn map<U>(self, longer: usize, with: impl FnOnce(T) -> U) -> Scan<U> {
        match self {
            Self::More => Scan::More,
            Self::Perhaps => Scan::Perhaps,
            Self::Whole(found, len) => Scan::Whole(with(found), len + longer),
            Self::Wrong(cause) => Scan::Wrong(cause),
        }
    }
}

/// Whether more bytes may follow soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Bytes may be on their way.
    Awaited,
    /// Nothing has arrived for a while.
    Quiet,
}

/// Returns the number of separator bytes at the beginning: spaces, line ends, and the zero bytes that C
/// programs send after a text.
pub(super) fn separators(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0).count()
}

/// Reads the player's `ok`.
pub(super) fn ok(bytes: &[u8]) -> Scan<()> {
    word(bytes, "ok", "ok")
}

/// Reads a word in any case; `expected` describes the message in errors.
pub(super) fn word(bytes: &[u8], word: &str, expected: &'static str) -> Scan<()> {
    let len = bytes.len().min(word.len());
    if !bytes[..len].eq_ignore_ascii_case(&word.as_bytes()[..len]) {
        Scan::Wrong(Cause::garbage(expected, bytes))
    } else if len == word.len() {
        Scan::Whole((), len)
    } else {
        Scan::More
    }
}

/// The lengths at which the beginning of some bytes could be a complete move, and what follows the last part.
#[derive(Debug)]
pub(super) struct Cuts {
    /// Lengths at which there are one or two own stones and one neutral stone.
    at: Vec<usize>,
    pub(super) end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing yet: a digit or another part could follow.
    Between,
    /// An incomplete part of a move.
    Within,
    /// Something that is not part of the move.
    Beyond,
}

/// Finds the parts of a move: two or three, each a mark and a cell, with `B` or `W` once or twice and `?`
/// once, in any order.
pub(super) fn cuts(bytes: &[u8]) -> Cuts {
    let (mut own, mut neutral, mut at, mut cuts) = (0, 0, 0, Vec::new());
    let end = loop {
        let count = match bytes.get(at) {
            None => break End::Between,
            Some(b'B' | b'W') if own < 2 => &mut own,
            Some(b'?') if neutral == 0 => &mut neutral,
            Some(_) => break End::Beyond,
        };
        let cell = &bytes[at + 1..];
        let digits = cell.iter().skip(1).take(2).take_while(|byte| byte.is_ascii_digit()).count();
        match cell.first() {
            None => break End::Within,
            Some(letter) if !letter.is_ascii_lowercase() => break End::Beyond,
            Some(_) if digits == 0 && cell.len() > 1 => break End::Beyond,
            Some(_) if digits == 0 => break End::Within,
            Some(_) => *count += 1,
        }
        at += 2 + digits;
        if own >= 1 && neutral == 1 {
            cuts.push(at);
        }
    };
    Cuts { at: cuts, end }
}

/// Reads a legal move.
///
/// A move is complete if no longer legal move begins with it. That is almost always so; on boards with ten
/// columns or more, the last cell may lack a digit. An illegal text that begins a legal move waits for more
/// bytes.
pub(super) fn legal_move(game: &AnyGame, position: &AnyPosition, bytes: &[u8], rest: Rest) -> Scan<AnyMove> {
    let cuts = cuts(bytes);
    let mut fault = None;
    for &len in &cuts.at {
        let text = String::from_utf8_lossy(&bytes[..len]).into_owned();
        let may_go_on = || {
            let last = len == bytes.len() && cuts.end == End::Between;
            last && rest == Rest::Awaited && goes_on(game, position, &text)
        };
        match game.read_move(position, &text) {
            Ok(_) if may_go_on() => return Scan::Perhaps,
            Ok(mv) => return Scan::Whole(mv, len),
            Err(_) if may_go_on() => return Scan::More,
            Err(ReadError { fault: reason, .. }) => fault = Some(Cause::Illegal { text, fault: reason }),
        }
    }
    match (cuts.end, fault) {
        (End::Within, _) | (End::Between, None) => Scan::More,
        (_, Some(fault)) => Scan::Wrong(fault),
        (End::Beyond, None) => Scan::Wrong(Cause::garbage("a move", bytes)),
    }
}

/// Returns whether a longer legal move begins with this text.
fn goes_on(game: &AnyGame, position: &AnyPosition, text: &str) -> bool {
    let is_legal = |more: String| game.read_move(position, &(text.to_owned() + &more)).is_ok();
    let (rows, cols) = game.board().grid();
    let letter = game.side_to_move(position).letter();
    let part = |row: u32, col: u32| format!("{letter}{}{col}", char::from(b'a' + row as u8));
    (0..10).any(|digit| is_legal(digit.to_string()))
        || (0..rows).any(|row| (1..=cols).any(|col| is_legal(part(row, col))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nex(rows: u32, cols: u32) -> AnyGame {
        super::super::game(rows, cols).expect("a board")
    }

    fn found(game: &AnyGame, before: &str, text: &str, rest: Rest) -> Scan<String> {
        let position = game.read_position(before).expect(before);
        legal_move(game, &position, text.as_bytes(), rest).map(0, |mv| game.format_move(&position, mv))
    }

    fn whole(mv: &str) -> Scan<String> {
        Scan::Whole(mv.to_owned(), mv.len())
    }

    #[test]
    fn moves_are_found_where_they_end() {
        let game = nex(3, 3);
        let at = |text: &str| found(&game, "start", text, Rest::Awaited);
        for text in ["Ba1?b2", "?b2Ba1", "Ba1?b2ok", "Ba1?b2Wc", "Ba1?b2x"] {
            assert_eq!(at(text), whole("Ba1?b2"), "{text}");
        }
        for half in ["", "B", "Ba", "Ba1", "Ba1?", "Ba1?b", "?", "?b2"] {
            assert_eq!(at(half), Scan::More, "{half}");
        }
        for wrong in ["Ba1?a1", "Wa1?b2", "Ba9?b2", "Ba1Bb1?c1", "Ba1?a1ok"] {
            assert!(matches!(at(wrong), Scan::Wrong(Cause::Illegal { .. })), "{wrong}: {:?}", at(wrong));
        }
        for garbage in ["hello", "BB", "Ba?", "ok", "a1", "B1a", "\u{fc}"] {
            assert!(matches!(at(garbage), Scan::Wrong(Cause::Garbage { .. })), "{garbage}");
        }
    }

    #[test]
    fn a_transform_in_any_order_is_waited_for() {
        let game = nex(3, 3);
        let at = |text: &str, rest| found(&game, "Ba1?a2;Wb1?b2", text, rest);
        for text in ["Ba2Bb2?a1", "Ba2?a1Bb2", "?a1Bb2Ba2"] {
            assert_eq!(at(text, Rest::Awaited), whole("Ba2Bb2?a1"), "{text}");
            for len in 0..9 {
                assert_eq!(at(&text[..len], Rest::Awaited), Scan::More, "{text} to {len}");
            }
        }
        assert!(matches!(at("Ba2?a1", Rest::Quiet), Scan::Wrong(Cause::Illegal { .. })));
    }

    #[test]
    fn a_last_digit_may_be_on_its_way() {
        let game = nex(2, 12);
        let at = |text: &str, rest| found(&game, "start", text, rest);
        assert_eq!(at("Ba3?b1", Rest::Awaited), Scan::Perhaps);
        assert_eq!(at("Ba3?b1", Rest::Quiet), whole("Ba3?b1"));
        assert_eq!(at("Ba3?b12", Rest::Awaited), whole("Ba3?b12"));
        assert_eq!(at("Ba3?b1ok", Rest::Awaited), whole("Ba3?b1"));
        assert_eq!(at("Ba3?b2", Rest::Awaited), whole("Ba3?b2"));
        assert_eq!(at("Ba1?a1", Rest::Awaited), Scan::More, "a12 would do");
        assert!(matches!(at("Ba1?a1", Rest::Quiet), Scan::Wrong(Cause::Illegal { .. })));
    }
}
