//! Records of games of any kind: which format a file has, and which board a record's moves are played on.

pub use crate::formats::{Records, of};
pub use nexsolve_catalogue::records::*;

use crate::formats::{HEAD, beginning, head};
use crate::native;
use crate::{EXTRAS, GAMES};
use nexsolve_catalogue::encoding;
use nexsolve_catalogue::record::{Broken, RecordFault, RecordText};
use nexsolve_catalogue::{Board, Card};
use nexsolve_core::words;
use std::borrow::Cow;

/// Returns the games that recognise the beginning of a file as one of their records: at most one if it names
/// its board.
pub fn recognised(bytes: &[u8]) -> Vec<&'static Card> {
    let beginning = beginning(bytes);
    let head = head(&beginning);
    let claims = || GAMES.into_iter().zip(EXTRAS).filter(|(_, extras)| (extras.claims)(head));
    native::named(head).map_or_else(|| claims().map(|(card, _)| card).collect(), |card| vec![card])
}

/// Returns the games as whose records a text can be read without a fault. A long text is not tried: a record
/// of its length shows its form at the beginning.
fn readable(bytes: &[u8]) -> Vec<&'static Card> {
    let reads = |card: &&'static Card| {
        let games = of(card).read(bytes, Given::Perhaps(card.usual_board()));
        games.iter().all(Result::is_ok)
    };
    if bytes.len() > HEAD { Vec::new() } else { GAMES.into_iter().filter(reads).collect() }
}

/// Returns the game whose records a file contains: the one that recognises them, otherwise that of the board
/// `given`, otherwise the only one as whose record it can be read.
///
/// # Errors
/// If no game or several can read them, and `given` does not decide.
pub fn form_of(bytes: &[u8], given: Option<Board>) -> Result<Records, RecordFault> {
    let mut claimants = recognised(bytes);
    let open = given.map(|board| board.card());
    if claimants.is_empty() && open.is_none() {
        claimants = readable(bytes);
    }
    let is_possible = |card: &&Card| claimants.is_empty() || claimants.iter().any(|of| of.word == card.word);
    match (&claimants[..], open.filter(is_possible)) {
        (&[card], _) | (_, Some(card)) => return Ok(of(card)),
        _ => {}
    }
    let beginning = beginning(bytes);
    let mut source = RecordText::new(&beginning);
    let begin = source.text.len() - source.text.trim_start().len();
    let line = source.text[begin..].lines().next().unwrap_or_default().trim_end();
    let words: Vec<&str> = claimants.iter().map(|card| card.word).collect();
    let others = GAMES.into_iter().filter(|card| of(card).extension() != Records::EXTENSION);
    let others: Vec<String> =
        others.map(|card| format!("{} ({})", of(card).extension().to_uppercase(), card.word)).collect();
    let board = GAMES[0].played_examples[0];
    let example =
        format!("begin it with its board, as in `Board:{board}`, or save it as {}", others.join(" or "));
    let reason = if words.is_empty() {
        format!("no game here: this is not a record of {}; {example}", crate::names())
    } else {
        format!("this can be a record of {}; {example}", words::list(&words))
    };
    let (start, end) = if line.is_empty() { (0, 0) } else { (begin, begin + line.len()) };
    Err(source.fault(Broken::new(start..end, reason)))
}

/// Reads a file of games of any kind; `given` supplies the board of games whose record does not name it.
///
/// ```
/// use nexsolve_games::records::read;
///
/// let games = read(b"Board:r2-c2\nBa1?a2;Wb1?b2;Ba2Bb2?a1;!\n", None);
/// let record = games[0].as_ref().expect("legal moves");
/// assert_eq!((record.board.to_string().as_str(), record.moves.len()), ("nex:2x2", 3));
/// ```
pub fn read(bytes: &[u8], given: impl Into<Given>) -> Vec<ReadGame> {
    let given = given.into();
    form_of(bytes, given.board()).map_or_else(|fault| vec![Err(fault)], |form| form.read(bytes, given))
}

/// Reads a text of games of any kind as [`read`] reads a file. The encodings that records name do not matter.
pub fn read_text(text: &str, given: impl Into<Given>) -> Vec<ReadGame> {
    let (bytes, given) = (text.as_bytes(), given.into());
    form_of(bytes, given.board()).map_or_else(|fault| vec![Err(fault)], |form| form.read_text(text, given))
}

/// Returns the text of a file: by its byte-order mark, otherwise as UTF-8, in which other bytes are read as
/// windows-1252.
pub fn text_of(file: &[u8]) -> Cow<'_, str> {
    encoding::decode(file).text
}
