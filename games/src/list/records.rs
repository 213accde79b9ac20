//! Records of games of any kind: which format a file has, and which board a record's moves are played on.

pub use crate::contract::records::*;

use super::{AnyGame, FORMS, GAMES, native, place};
use crate::contract::record::{Broken, RecordFault, Source};
use crate::contract::{Board, Card, NameError};
use nexsolve_core::{Course, words};
use std::borrow::Cow;
use std::path::Path;

impl GameRecord {
    /// Creates the record of a game between unnamed players, who chose no move before the one at index `begun`.
    pub fn played(course: &Course<'_, AnyGame>, begun: usize, verdict: Verdict) -> Self {
        let (prelude, moves) = course.moves().split_at(begun);
        let start = course.positions()[begun];
        Self { prelude: prelude.to_vec(), ..Self::new(course.game().board(), start, moves.to_vec(), verdict) }
    }

    /// Replays the game on [`GameRecord::board`].
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn course(&self) -> Result<Course<'static, AnyGame>, NameError> {
        let mut course = Course::shared(AnyGame::on(self.board)?.into(), self.start);
        for &mv in &self.moves {
            course.play(mv);
        }
        Ok(course)
    }
}

impl Card {
    /// Returns the formats of the game's records.
    pub fn records(&'static self) -> Records {
        Records(self)
    }
}

/// The formats of the records of one game: the one that all games share (`games/src/list/native.rs`), and perhaps a
/// customary one of its own.
#[derive(Clone, Copy, Debug)]
pub struct Records(&'static Card);

impl Records {
    /// The file name extension of records in the format that all games share.
    pub const EXTENSION: &'static str = "txt";

    fn customary(self) -> Option<&'static dyn RecordForm> {
        FORMS[place(self.0.word)?]
    }

    /// Returns the customary format unless a text is in the format of all games.
    fn form_of(self, bytes: &[u8]) -> Option<&'static dyn RecordForm> {
        self.customary().filter(|_| native::named(&head(bytes)).is_none())
    }

    /// Returns the file name extension of the customary format, without the dot.
    pub fn extension(self) -> &'static str {
        self.customary().map_or(Self::EXTENSION, RecordForm::extension)
    }

    /// Returns the name of the field that names the board of a game in the customary format, for messages: `GameType`.
    pub fn board_field(self) -> &'static str {
        self.customary().map_or("Board", RecordForm::board_field)
    }

    /// Reads a file of games in either format: each game or its fault, in the order of the file. `given` supplies the
    /// board of games whose record does not name it. The last game may have no result: it is unfinished.
    pub fn read(self, bytes: &[u8], given: impl Into<Given>) -> Vec<ReadGame> {
        let (form, given) = (self.form_of(bytes), given.into());
        let ended = if is_blank(bytes) {
            Cow::Borrowed(bytes)
        } else {
            form.map_or_else(|| native::ended(self.0, bytes), |form| form.ended(bytes))
        };
        let mut found =
            form.map_or_else(|| native::read(self.0, &ended, given), |form| form.read(&ended, given));
        if let (Cow::Owned(_), Some(Err(fault))) = (&ended, found.last_mut()) {
            // The file does not have the mark.
            let mark = if bytes.trim_ascii_end().ends_with(b";") { "!" } else { ";!" };
            fault.text = fault.text.strip_suffix(mark).unwrap_or(&fault.text).to_owned();
            let end = fault.text.chars().count();
            fault.column -= fault.caret.start.saturating_sub(end);
            fault.caret = fault.caret.start.min(end)..fault.caret.end.min(end);
        }
        found
    }

    /// Writes games of one board in the customary format.
    ///
    /// # Errors
    /// If the format cannot store the start of a game.
    pub fn write(self, records: &[GameRecord]) -> Result<String, Unwritable> {
        self.customary().map_or_else(|| Ok(native::write(records)), |form| form.write(records))
    }

    /// Writes games for a file: in the customary format if the file's name has its extension, otherwise in the format
    /// that all games share.
    ///
    /// # Errors
    /// If the format cannot store the start of a game.
    pub fn write_for(self, file: &Path, records: &[GameRecord]) -> Result<String, Unwritable> {
        let is_asked =
            file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(self.extension()));
        if is_asked { self.write(records) } else { Ok(native::write(records)) }
    }
}

/// Returns whether a file holds nothing but space, and perhaps a byte order mark.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii().is_empty()
}

/// The number of bytes at the beginning of a file that determine its format.
const HEAD: usize = 4_096;

fn head(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    text.trim_start_matches('\u{feff}').trim_start().to_owned()
}

/// Returns the games that recognise the beginning of a file as one of their records: at most one if it names its board.
pub fn recognised(bytes: &[u8]) -> Vec<&'static Card> {
    let head = head(bytes);
    let claims = |card: &&'static Card| (card.claims)(&head);
    native::named(&head).map_or_else(|| GAMES.into_iter().filter(claims).collect(), |card| vec![card])
}

/// Returns the games as whose records a text can be read without a fault. A long text is not tried: a record of its length shows
/// its form at the beginning.
fn readable(bytes: &[u8]) -> Vec<&'static Card> {
    let reads = |card: &&'static Card| {
        let games = Records(card).read(bytes, Given::Perhaps(card.usual_board()));
        games.iter().all(Result::is_ok)
    };
    if bytes.len() > HEAD { Vec::new() } else { GAMES.into_iter().filter(reads).collect() }
}

/// Returns the game whose records a file contains: the one that recognises them, otherwise that of the board `given`, otherwise
/// the only one as whose record it can be read.
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
        (&[card], _) | (_, Some(card)) => return Ok(Records(card)),
        _ => {}
    }
    let decoded = String::from_utf8_lossy(bytes);
    let mut source = Source::new(bytes, &decoded);
    let begin = source.text.len() - source.text.trim_start().len();
    let line = source.text[begin..].lines().next().unwrap_or_default().trim_end();
    let words: Vec<&str> = claimants.iter().map(|card| card.word).collect();
    let others = GAMES.into_iter().filter(|card| Records(card).extension() != Records::EXTENSION);
    let others: Vec<String> =
        others.map(|card| format!("{} ({})", Records(card).extension().to_uppercase(), card.word)).collect();
    let board = GAMES[0].played_examples[0];
    let example =
        format!("begin it with its board, as in `Board:{board}`, or save it as {}", others.join(" or "));
    let reason = if words.is_empty() {
        format!("no game here: this is not a record of {}; {example}", super::names())
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
