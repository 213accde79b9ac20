//! The server's messages, found in bytes without framing.

use super::fault::Cause;
use super::scan::{End, Rest, Scan, cuts, legal_move, separators, word};
use nexsolve_core::{Side, Wdl};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A game begins.
    Board(Board),
    /// The opening moves of the game.
    SoFar(Vec<String>),
    /// It is the player's turn.
    Ask,
    /// A side has moved.
    Moved(AnyMove),
    /// The game is over, with this result for the player.
    Over(Wdl),
    /// All games are over.
    Done,
    /// An error occurred.
    Broken,
}

/// The board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) rows: u32,
    pub(super) cols: u32,
    /// The player's colour, if the server announces it.
    pub(super) side: Option<Side>,
}

/// The maximum length of a board message, in bytes.
const LONGEST_BOARD: usize = 16;
/// The maximum length of a move, in bytes.
const LONGEST_MOVE: usize = 24;

/// Reads a message between games: a board, `$` or `!`.
pub(super) fn between(bytes: &[u8]) -> Scan<Said> {
    let wrong = || Scan::Wrong(Cause::garbage("a board such as r3-c3-B#, $ or !", bytes));
    match bytes.first() {
        None => return Scan::More,
        Some(b'$') => return Scan::Whole(Said::Done, 1),
        Some(b'!') => return Scan::Whole(Said::Broken, 1),
        Some(b'r') => {}
        Some(_) => return wrong(),
    }
    let Some(end) = bytes.iter().take(LONGEST_BOARD).position(|&byte| byte == b'#') else {
        let fits = |byte: &u8| byte.is_ascii_digit() || b"rc-BW".contains(byte);
        return if bytes.len() < LONGEST_BOARD && bytes.iter().all(fits) { Scan::More } else { wrong() };
    };
    match read_board(&String::from_utf8_lossy(&bytes[..end])) {
        Some(board) => Scan::Whole(Said::Board(board), end + 1),
        None => wrong(),
    }
}

/// Reads `r3-c3-B`, or the form without the colour of the old document.
fn read_board(text: &str) -> Option<Board> {
    let mut parts = text.split('-');
    let number = |part: &str, mark| part.strip_prefix(mark)?.parse::<u32>().ok();
    let rows = number(parts.next()?, 'r')?;
    let cols = number(parts.next()?, 'c')?;
    let side = match parts.next() {
        None => None,
        Some("B") => Some(Side::Black),
        Some("W") => Some(Side::White),
        Some(_) => return None,
    };
    parts.next().is_none().then_some(Board { rows, cols, side })
}

/// Reads the moves so far: each ended by `;`, or `;` alone. A server that omits this message continues with
/// the game at once.
pub(super) fn so_far(game: &AnyGame, position: &AnyPosition, bytes: &[u8], rest: Rest) -> Scan<Said> {
    if bytes.first() == Some(&b';') {
        return Scan::Whole(Said::SoFar(Vec::new()), 1);
    }
    let (mut moves, mut at) = (Vec::new(), 0);
    loop {
        at += separators(&bytes[at..]);
        let left = &bytes[at..];
        let is_move = match left {
            // More moves may follow, or the request for a move.
            [] | [b'?'] if rest == Rest::Awaited => {
                return if bytes.is_empty() { Scan::More } else { Scan::Perhaps };
            }
            [b'?', next, ..] => next.is_ascii_lowercase(),
            _ => matches!(left.first(), Some(b'B' | b'W')),
        };
        if !is_move {
            return if moves.is_empty() {
                playing(game, position, bytes, rest)
            } else {
                Scan::Whole(Said::SoFar(moves), at)
            };
        }
        let Some(len) = left.iter().take(LONGEST_MOVE).position(|&byte| byte == b';') else {
            let begun = left.len() < LONGEST_MOVE && cuts(left).end != End::Beyond;
            let cause = Cause::garbage("the moves so far, each ended by ;", left);
            return if begun { Scan::More } else { Scan::Wrong(cause) };
        };
        moves.push(String::from_utf8_lossy(&left[..len]).into_owned());
        at += len + 1;
    }
}

/// Reads a message within a game.
pub(super) fn playing(game: &AnyGame, position: &AnyPosition, bytes: &[u8], rest: Rest) -> Scan<Said> {
    // The separator of a list of moves may end a move here too.
    let before = bytes.iter().take_while(|&&byte| byte == b';' || byte.is_ascii_whitespace()).count();
    let bytes = &bytes[before..];
    let said = match bytes.first() {
        None => return Scan::More,
        Some(b'?') => Said::Ask,
        Some(b'+') => Said::Over(Wdl::Win),
        Some(b'-') => Said::Over(Wdl::Loss),
        Some(b'#') => Said::Over(Wdl::Draw),
        Some(b'$') => Said::Done,
        Some(b'!') => Said::Broken,
        Some(b'>') => {
            let mark = 1 + separators(&bytes[1..]);
            return legal_move(game, position, &bytes[mark..], rest).map(before + mark, Said::Moved);
        }
        Some(_) => {
            let expected = "Move?, > and a move, or a result";
            return word(bytes, "move?", expected).map(before, |()| Said::Ask);
        }
    };
    Scan::Whole(said, before + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::{Game, Notation};
    use proptest::prelude::*;

    fn nex() -> AnyGame {
        super::super::game(3, 3).expect("a board")
    }

    #[test]
    fn boards_are_read_in_both_forms() {
        let said = |text: &str| between(text.as_bytes());
        let board = |rows, cols, side, len| Scan::Whole(Said::Board(Board { rows, cols, side }), len);
        assert_eq!(said("r3-c4-B#;"), board(3, 4, Some(Side::Black), 8));
        assert_eq!(said("r13-c13-W#"), board(13, 13, Some(Side::White), 10));
        assert_eq!(said("r3-c3#"), board(3, 3, None, 6));
        assert_eq!((said("$"), said("!")), (Scan::Whole(Said::Done, 1), Scan::Whole(Said::Broken, 1)));
        for half in ["", "r", "r3-c", "r3-c3-B"] {
            assert_eq!(said(half), Scan::More, "{half}");
        }
        for wrong in ["x", "r#", "r3-c3-X#", "r3-c3-B-#", "rc#", "r3.", "rrrrrrrrrrrrrrrrrrr", "#"] {
            assert!(matches!(said(wrong), Scan::Wrong(_)), "{wrong}");
        }
    }

    #[test]
    fn the_moves_so_far_end_where_another_message_begins() {
        let game = nex();
        let start = game.start();
        let said = |text: &str, rest| so_far(&game, &start, text.as_bytes(), rest);
        let moves = |moves: &[&str]| Said::SoFar(moves.iter().map(|&mv| mv.to_owned()).collect());
        assert_eq!(said(";", Rest::Awaited), Scan::Whole(moves(&[]), 1));
        assert_eq!(said(";?", Rest::Awaited), Scan::Whole(moves(&[]), 1));
        let two = "Ba1?a2;Wb1?b2;";
        let both = || Scan::Whole(moves(&["Ba1?a2", "Wb1?b2"]), 14);
        assert_eq!(said(two, Rest::Awaited), Scan::Perhaps);
        assert_eq!(said(two, Rest::Quiet), both());
        for next in [">Bc1?c2", "Move?", "??", "+"] {
            assert_eq!(said(&format!("{two}{next}"), Rest::Awaited), both(), "{next}");
        }
        assert_eq!(said(&format!("{two}?"), Rest::Quiet), both());
        assert_eq!(said("Ba1?a2;Wb", Rest::Quiet), Scan::More);
        assert_eq!(said("Move?", Rest::Awaited), Scan::Whole(Said::Ask, 5));
        assert_eq!(said("?", Rest::Quiet), Scan::Whole(Said::Ask, 1));
        assert!(matches!(said("Ba1-a2;", Rest::Quiet), Scan::Whole(..)), "moves are judged later");
        assert!(matches!(said("Bello, world and so on, for long", Rest::Awaited), Scan::Wrong(_)));
    }

    #[test]
    fn messages_within_a_game_are_distinguished() {
        let game = nex();
        let start = game.start();
        let said = |text: &str| playing(&game, &start, text.as_bytes(), Rest::Awaited);
        let mv = game.read_move(&start, "Ba1?b2").expect("legal");
        for text in [">Ba1?b2", ">Ba1?b2;+", ">Ba1?b2?", ">Ba1?b2#", ">?b2Ba1Move?"] {
            assert_eq!(said(text), Scan::Whole(Said::Moved(mv), 7), "{text}");
        }
        assert_eq!(said(";Mov"), Scan::More);
        assert_eq!(said(";\n-"), Scan::Whole(Said::Over(Wdl::Loss), 3));
        assert_eq!(said("move?ok"), Scan::Whole(Said::Ask, 5));
        assert!(matches!(said(">Wa1?b2"), Scan::Wrong(Cause::Illegal { .. })));
        assert!(matches!(said("Mess"), Scan::Wrong(Cause::Garbage { .. })));
    }

    proptest! {
        #[test]
        fn no_bytes_panic_a_scanner(text in "[rcBW?;>+#$!abc123M -]{0,40}", bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let game = nex();
            let start = game.start();
            for bytes in [text.as_bytes(), &bytes] {
                for rest in [Rest::Awaited, Rest::Quiet] {
                    for scan in [so_far(&game, &start, bytes, rest), playing(&game, &start, bytes, rest), between(bytes)] {
                        if let Scan::Whole(_, used) = scan {
                            assert!((1..=bytes.len()).contains(&used));
                        }
                    }
                }
            }
        }
    }
}
