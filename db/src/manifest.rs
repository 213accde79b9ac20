//! The manifest: a file that lists a database's tables.

use crate::layout::most_file_bytes;
use crate::memory::MOST_MANIFEST_BYTES;
use crate::spec::{Counts, Form, Metric, Provenance, Subject, TableSpec, file_name};
use crate::{OpenError, TableError, TableFault};
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::path::Path;

/// The contents of a database. The tables are sorted by layer and metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format version of the manifest and of the tables.
    #[serde(rename = "format_version")]
    pub(crate) version: u64,
    /// The game and board.
    pub subject: Subject,
    /// How the tables are stored.
    pub form: Form,
    /// The runs that made the tables: each program and command once, in the order of their first table.
    pub runs: Vec<Provenance>,
    /// The tables.
    pub tables: Vec<TableRecord>,
}

/// The first version with derived tables.
const DERIVED_SINCE: u64 = 3;

/// Returns whether this form can have this version.
fn has_version(form: Form, version: u64) -> bool {
    u16::try_from(version).is_ok_and(|version| form.versions().contains(&version))
}

/// The error of a manifest that has these bytes, or more than `most` if that is not known.
pub(crate) fn too_large(file: &Path, bytes: Option<u64>, most: u64) -> OpenError {
    let file = file.to_owned();
    if most >= MOST_MANIFEST_BYTES || bytes.is_some_and(|bytes| bytes > MOST_MANIFEST_BYTES) {
        return OpenError::Damaged { file, reason: "it is larger than any manifest".to_owned() };
    }
    OpenError::Memory { file, bytes, most }
}

/// The one field that a manifest of any version has.
#[derive(Deserialize)]
struct Version {
    format_version: u64,
}

/// The record of a table in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRecord {
    /// The layer's name.
    pub layer: String,
    /// What the table stores for each position.
    pub metric: Metric,
    /// The name of the file in the database's folder.
    pub file: String,
    /// The number of entries.
    pub entries: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The blake3 digest of the file, in hexadecimal.
    pub digest: String,
    /// The code book.
    pub values: Vec<i16>,
    /// The number of positions with each value.
    pub counts: Counts,
    /// Whether the table has no entries of its own, and its values follow from other tables
    /// ([`crate::Table::is_derived`]).
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub derived: bool,
}

impl TableRecord {
    /// Returns the specification of the table.
    pub fn spec(&self) -> TableSpec {
        let Self { layer, metric, entries, values, .. } = self;
        TableSpec { layer: layer.clone(), metric: *metric, entries: *entries, values: values.clone() }
    }

    /// Compares a table with its record.
    pub(crate) fn compare(
        &self,
        subject: &Subject,
        (version, form): (u64, Form),
        table: &crate::Table,
    ) -> Result<(), TableError> {
        let spec = table.spec();
        let fields = [
            ("length", self.bytes.to_string(), table.file_bytes().to_string()),
            ("game", subject.game.clone(), table.subject().game.clone()),
            ("board", subject.board.clone(), table.subject().board.clone()),
            ("layer", self.layer.clone(), spec.layer.clone()),
            ("metric", self.metric.to_string(), spec.metric.to_string()),
            ("format version", version.to_string(), table.version().to_string()),
            ("form", form.to_string(), table.form().to_string()),
            ("flag `derived`", self.derived.to_string(), table.is_derived().to_string()),
            ("number of entries", self.entries.to_string(), spec.entries.to_string()),
            ("code book", format!("{:?}", self.values), format!("{:?}", spec.values)),
        ];
        match fields.into_iter().find(|(_, expected, found)| expected != found) {
            None => Ok(()),
            Some((field, expected, found)) => {
                Err(table.error(TableFault::Differs { field, expected, found }))
            }
        }
    }
}

impl Manifest {
    pub(crate) fn new(subject: Subject, form: Form) -> Self {
        Self { version: form.version().into(), subject, form, runs: Vec::new(), tables: Vec::new() }
    }

    /// Returns the index of a table in the list, or else the index where it belongs.
    pub(crate) fn place(&self, layer: &str, metric: Metric) -> Result<usize, usize> {
        self.tables.binary_search_by_key(&(layer, metric), |table| (&table.layer, table.metric))
    }

    /// Returns the record of the table of this layer and metric.
    pub fn table(&self, layer: &str, metric: Metric) -> Option<&TableRecord> {
        self.place(layer, metric).ok().map(|place| &self.tables[place])
    }

    /// Returns the bytes of the manifest's file: JSON whose last field is the digest of the text without that
    /// field.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut text = self.contents();
        let digest = blake3::hash(text.as_bytes());
        text.truncate(text.len() - END.len());
        text.push_str(&digest_line(digest));
        text.into_bytes()
    }

    /// Returns the text without the digest.
    fn contents(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("text, numbers and lists");
        text.push('\n');
        text
    }

    /// Returns whether [`Manifest::contents`] would return this text.
    fn is_written_as(&self, text: &str) -> bool {
        let mut rest = Rest(text.as_bytes());
        serde_json::to_writer_pretty(&mut rest, self).is_ok() && rest.0 == b"\n"
    }

    /// Reads a manifest's file, of at most `most` bytes.
    pub(crate) fn read(folder: &Path, most: u64) -> Result<Self, OpenError> {
        let file = folder.join(crate::MANIFEST);
        match crate::files::read_at_most(&file, most.min(MOST_MANIFEST_BYTES)) {
            Ok(Some(bytes)) => Self::parse(&file, bytes),
            Ok(None) => {
                let bytes = std::fs::metadata(&file).ok().map(|data| data.len());
                Err(too_large(&file, bytes, most))
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Err(OpenError::NoDatabase { folder: folder.to_owned() })
            }
            Err(source) => Err(OpenError::Io { file, source }),
        }
    }

    /// Reads a manifest without copying its bytes.
    pub(crate) fn parse(file: &Path, bytes: Vec<u8>) -> Result<Self, OpenError> {
        let damaged = |reason: &str| OpenError::Damaged { file: file.to_owned(), reason: reason.to_owned() };
        if let Ok(Version { format_version: found }) = serde_json::from_slice(&bytes)
            && !Form::ALL.iter().any(|form| has_version(*form, found))
        {
            return Err(OpenError::Version { file: file.to_owned(), found });
        }
        let mut text = String::from_utf8(bytes).map_err(|_| damaged("it is not UTF-8 text"))?;
        let Some(at) = text.rfind(DIGEST) else {
            return Err(damaged("its last field, `digest`, is missing"));
        };
        let mut digest = blake3::Hasher::new();
        digest.update(&text.as_bytes()[..at]).update(END.as_bytes());
        if digest_line(digest.finalize()) != text[at..] {
            return Err(damaged("it has been changed since it was written: its digest does not match"));
        }
        text.truncate(at);
        text.push_str(END);
        let unknown = |error: serde_json::Error| OpenError::Unknown {
            file: file.to_owned(),
            reason: error.to_string(),
        };
        let manifest: Self = serde_json::from_str(&text).map_err(unknown)?;
        if !manifest.is_written_as(&text) {
            return Err(damaged("it is not in the form that the program writes"));
        }
        manifest.check().map_err(|what| damaged(&what))?;
        Ok(manifest)
    }

    /// Checks that the fields make sense, which the digest does not guarantee.
    fn check(&self) -> Result<(), String> {
        self.subject.check().map_err(|error| error.to_string())?;
        if !has_version(self.form, self.version) {
            return Err(format!("version {} has no tables in the form {}", self.version, self.form));
        }
        if !self.tables.is_sorted_by(|a, b| (&a.layer, a.metric) < (&b.layer, b.metric)) {
            return Err("its tables are not in order".to_owned());
        }
        for Provenance { program, command } in &self.runs {
            // Nothing that this program writes has any; they would be printed, and copied into documents.
            if [program, command].iter().any(|text| text.contains(char::is_control)) {
                return Err("a program or a command of its runs has control characters".to_owned());
            }
        }
        let mut positions = 0_u64;
        for table in &self.tables {
            let Counts { positions: all, reachable } = &table.counts;
            positions = all
                .iter()
                .chain(reachable.iter().flatten())
                .try_fold(positions, |sum, &count| sum.checked_add(count))
                .ok_or("its tables have more positions than can be counted")?;
            table.spec().check().map_err(|error| error.to_string())?;
            if table.file != file_name(&table.layer, table.metric) {
                return Err(format!("the file of table {}.{} has another name", table.layer, table.metric));
            }
            if table.derived && self.version < DERIVED_SINCE {
                return Err(format!("version {} has no derived tables", self.version));
            }
            if table.bytes > most_file_bytes(&table.spec(), self.form) {
                return Err(format!("table {} is longer than a table of its entries can be", table.file));
            }
            if !table.counts.fit(table.values.len()) {
                return Err(format!("table {} does not have one count for each value", table.file));
            }
        }
        Ok(())
    }
}

impl Counts {
    /// Returns whether there is a count for each value.
    pub(crate) fn fit(&self, values: usize) -> bool {
        self.positions.len() == values && self.reachable.as_ref().is_none_or(|counts| counts.len() == values)
    }
}

/// The rest of an expected text. Writing checks that the bytes equal its beginning, and removes that.
struct Rest<'t>(&'t [u8]);

impl io::Write for Rest<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The end of the text that the digest covers.
const END: &str = "\n}\n";
/// The beginning of the digest's line.
const DIGEST: &str = ",\n  \"digest\": \"";

fn digest_line(digest: blake3::Hash) -> String {
    format!("{DIGEST}{}\"{END}", digest.to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_overflow_are_refused() {
        let subject = Subject { game: "nex".to_owned(), board: "nex:4x4".to_owned() };
        let table = |positions: u64, reachable: u64| TableRecord {
            layer: "p0".to_owned(),
            metric: Metric::Wdl,
            file: file_name("p0", Metric::Wdl),
            entries: 2,
            bytes: 100,
            digest: String::new(),
            values: vec![0, 1],
            counts: Counts { positions: vec![positions, 1], reachable: Some(vec![reachable, 1]) },
            derived: false,
        };
        for (counts, fits) in [((1, 1), true), ((u64::MAX, 0), false), ((0, u64::MAX), false)] {
            let manifest = Manifest {
                tables: vec![table(counts.0, counts.1)],
                ..Manifest::new(subject.clone(), Form::Compressed)
            };
            let read = Manifest::parse(Path::new("manifest.json"), manifest.to_bytes());
            let words = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
            assert_eq!(read.is_ok(), fits, "{words}");
            assert!(fits || words.contains("more positions than can be counted"), "{words}");
        }
    }

    /// They would be printed, and copied into the card of a published database.
    #[test]
    fn runs_with_control_characters_are_refused() {
        let subject = Subject { game: "nex".to_owned(), board: "nex:4x4".to_owned() };
        for (text, is_read) in [
            ("nexsolve generate nex:4x4 --out übung", true),
            ("a\n\n<script>", false),
            ("a\r", false),
            ("a\u{1b}[31m", false),
            ("a\0", false),
            ("a\u{9b}31m", false),
        ] {
            for [program, command] in [[text, "generate"], ["nexsolve", text]] {
                let run = Provenance { program: program.to_owned(), command: command.to_owned() };
                let manifest =
                    Manifest { runs: vec![run], ..Manifest::new(subject.clone(), Form::Compressed) };
                let read = Manifest::parse(Path::new("manifest.json"), manifest.to_bytes());
                let words = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
                assert_eq!(read.is_ok(), is_read, "{text:?}: {words}");
                assert!(is_read || words.contains("has control characters"), "{words}");
            }
        }
    }

    #[test]
    fn each_form_has_its_versions() {
        let subject = Subject { game: "nex".to_owned(), board: "nex:4x4".to_owned() };
        for form in Form::ALL {
            for version in 0..5 {
                let manifest = Manifest { version, ..Manifest::new(subject.clone(), form) };
                let read = Manifest::parse(Path::new("manifest.json"), manifest.to_bytes());
                let known = if form == Form::Small { 2..=3 } else { 1..=1 };
                assert_eq!(read.is_ok(), known.contains(&version), "{form}, {version}");
            }
        }
    }
}
