//! Records of games of any kind: which format a file has, and which board a record's moves are played on.

pub use crate::contract::records::*;

use super::{AnyGame, FORMS, GAMES, native, place};
use crate::contract::encoding::{self, Decoded, Origin};
use crate::contract::notice::Notice;
use crate::contract::record::{Broken, RecordFault, Source};
use crate::contract::{Board, Card, NameError};
use nexsolve_core::{Course, words};
use std::borrow::Cow;
use std::path::Path;

impl GameRecord {
    /// Creates the record of a game between unnamed players, who chose no move before the one at index
    /// `begun`.
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

    /// Returns whether names, comments or tags contain letters beyond ASCII.
    fn has_foreign_letters(&self) -> bool {
        let tags = self.beside.tags.iter().flat_map(|(name, value)| [name, value]);
        let texts = self.names.iter().flatten().chain(self.beside.comments.values()).chain(tags);
        texts.into_iter().any(|text| !text.is_ascii())
    }
}

impl Card {
    /// Returns the formats of the game's records.
    pub fn records(&'static self) -> Records {
        Records(self)
    }
}

/// The formats of the records of one game: the one that all games share (`games/src/list/native.rs`), and
/// perhaps a customary one of its own.
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
        self.customary().filter(|_| native::named(head(&beginning(bytes))).is_none())
    }

    /// Returns the file name extension of the customary format, without the dot.
    pub fn extension(self) -> &'static str {
        self.customary().map_or(Self::EXTENSION, RecordForm::extension)
    }

    /// Returns the name of the field that names the board of a game in the customary format, for messages:
    /// `GameType`.
    pub fn board_field(self) -> &'static str {
        self.customary().map_or("Board", RecordForm::board_field)
    }

    /// Reads a file of games in either format: each game or its fault, in the order of the file. `given`
    /// supplies the board of games whose record does not name it. The last game may have no result: it is
    /// unfinished.
    ///
    /// A file is UTF-8 or UTF-16 with a byte-order mark, UTF-8, or in the encoding that a record names. Other
    /// bytes are read as windows-1252, which [`GameRecord::notes`] says.
    pub fn read(self, bytes: &[u8], given: impl Into<Given>) -> Vec<ReadGame> {
        let form = self.form_of(bytes);
        let decoded = form.map_or_else(|| encoding::decode(bytes), |form| form.decode(bytes));
        self.read_decoded(form, decoded, given.into())
    }

    /// Reads a text of games as [`Records::read`] reads a file. The encodings that records name do not
    /// matter.
    pub fn read_text(self, text: &str, given: impl Into<Given>) -> Vec<ReadGame> {
        self.read_decoded(self.form_of(text.as_bytes()), Decoded::known(text), given.into())
    }

    fn read_decoded(
        self,
        form: Option<&'static dyn RecordForm>,
        Decoded { text, origin }: Decoded<'_>,
        given: Given,
    ) -> Vec<ReadGame> {
        let ended = if text.trim().is_empty() {
            Cow::Borrowed(&*text)
        } else {
            form.map_or_else(|| native::ended(self.0, &text), |form| form.ended(&text))
        };
        let is_marked = matches!(ended, Cow::Owned(_));
        let file = Decoded { text: ended, origin };
        let mut found =
            form.map_or_else(|| native::read(self.0, &file.text, given), |form| form.read(&file, given));
        if origin == Origin::Assumed {
            let records = found.iter_mut().flatten();
            records.filter(|record| record.has_foreign_letters()).for_each(|record| {
                record.notes.push(Notice::Encoding.at(record.line));
            });
        }
        if let (true, Some(Err(fault))) = (is_marked, found.last_mut()) {
            // The file does not have the mark.
            let mark = if text.trim_end().ends_with(';') { "!" } else { ";!" };
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

    /// Writes games for a file: in the customary format if the file's name has its extension, otherwise in
    /// the format that all games share.
    ///
    /// # Errors
    /// If the format cannot store the start of a game.
    pub fn write_for(self, file: &Path, records: &[GameRecord]) -> Result<String, Unwritable> {
        let is_asked =
            file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(self.extension()));
        if is_asked { self.write(records) } else { Ok(native::write(records)) }
    }
}

/// The number of bytes at the beginning of a file that determine its format.
const HEAD: usize = 4_096;

fn beginning(bytes: &[u8]) -> String {
    encoding::decode(&bytes[..bytes.len().min(HEAD)]).text.into_owned()
}

fn head(beginning: &str) -> &str {
    beginning.trim_start()
}

/// Returns the games that recognise the beginning of a file as one of their records: at most one if it names
/// its board.
pub fn recognised(bytes: &[u8]) -> Vec<&'static Card> {
    let beginning = beginning(bytes);
    let head = head(&beginning);
    let claims = |card: &&'static Card| (card.claims)(head);
    native::named(head).map_or_else(|| GAMES.into_iter().filter(claims).collect(), |card| vec![card])
}

/// Returns the games as whose records a text can be read without a fault. A long text is not tried: a record
/// of its length shows its form at the beginning.
fn readable(bytes: &[u8]) -> Vec<&'static Card> {
    let reads = |card: &&'static Card| {
        let games = Records(card).read(bytes, Given::Perhaps(card.usual_board()));
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
        (&[card], _) | (_, Some(card)) => return Ok(Records(card)),
        _ => {}
    }
    let beginning = beginning(bytes);
    let mut source = Source::new(&beginning);
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
