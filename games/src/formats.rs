//! The formats of a game's records: which of them a text is in, reading and writing.

use crate::{FORMS, GAMES, native};
use nexsolve_catalogue::Card;
use nexsolve_catalogue::encoding::{self, ASSUMED, Decoded, Origin};
use nexsolve_catalogue::records::{GameRecord, Given, ReadGame, RecordForm, RecordNote, Unwritable};
use std::borrow::Cow;
use std::path::Path;

/// Returns the formats of a game's records.
pub const fn of(card: &'static Card) -> Records {
    Records(card)
}

/// The formats of the records of one game: the one that all games share (`games/src/native.rs`), and
/// perhaps a customary one of its own.
#[derive(Clone, Copy, Debug)]
pub struct Records(&'static Card);

impl Records {
    /// The file name extension of records in the format that all games share.
    pub const EXTENSION: &'static str = "txt";

    fn customary(self) -> Option<&'static dyn RecordForm> {
        FORMS[GAMES.iter().position(|card| card.word == self.0.word)?]
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
                record.notes.push(RecordNote { line: record.line, text: ASSUMED.to_owned() });
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
pub(crate) const HEAD: usize = 4_096;

/// Decodes the beginning of a file.
pub(crate) fn beginning(bytes: &[u8]) -> String {
    encoding::decode(&bytes[..bytes.len().min(HEAD)]).text.into_owned()
}

/// Skips the space before the first line of a text.
pub(crate) fn head(beginning: &str) -> &str {
    beginning.trim_start()
}
