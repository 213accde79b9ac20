//! The description of a table.

use nexsolve_core::Score;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;

/// The game and the board of a database.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// The game: `nex`.
    pub game: String,
    /// The board, as the command line names it: `nex:4x4`.
    pub board: String,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board)
    }
}

/// What a table stores for each position.
///
/// ```
/// use nexsolve_db::Metric;
///
/// assert_eq!(Metric::parse("dtw"), Some(Metric::Dtw));
/// assert_eq!(Metric::Dtw.to_string(), "dtw");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric {
    /// 1 if play from the start, ending at the first win, can reach the position; else 0.
    Reach,
    /// Win, draw or loss for the side to move: [`Score::WIN`], [`Score::DRAW`], [`Score::LOSS`].
    Wdl,
    /// The score of the side to move, with the distance to the end.
    Dtw,
    /// Points, such as Awari's seeds, that the side to move wins from here on minus those that the opponent
    /// wins: a number from −1023 to 1023, not a [`nexsolve_core::Score`].
    Score,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 4] = [Self::Reach, Self::Wdl, Self::Dtw, Self::Score];

    /// The metrics that give a position's value, the most exact first.
    pub const VALUES: [Self; 3] = [Self::Dtw, Self::Wdl, Self::Score];

    /// The greatest value in a table of [`Metric::Score`]; its negative is the least.
    pub const MOST_POINTS: i16 = 1023;

    /// The metric's word in lower case, used in manifests and as the extension of a table's file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reach => "reach",
            Self::Wdl => "wdl",
            Self::Dtw => "dtw",
            Self::Score => "score",
        }
    }

    /// The inverse of [`Metric::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.word() == word)
    }

    /// The metric's number in a table's header.
    pub(crate) const fn number(self) -> u8 {
        self as u8 + 1
    }

    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.number() == number)
    }

    /// Returns whether a table of this metric may contain the value.
    fn allows(self, value: i16) -> bool {
        match self {
            Self::Reach => matches!(value, 0 | 1),
            Self::Wdl => [Score::LOSS, Score::DRAW, Score::WIN].iter().any(|score| score.to_raw() == value),
            Self::Dtw => Score::from_raw(value).is_some(),
            Self::Score => (-Self::MOST_POINTS..=Self::MOST_POINTS).contains(&value),
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// How the blocks of a database's tables are stored. The discriminants are the numbers in a table's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Each block is compressed separately with zstd. A probe of a block that is not in the cache takes
    /// microseconds.
    Compressed = 2,
    /// Blocks are not compressed. Files are large, but a probe of a table in memory is one access.
    Raw = 1,
    /// For publishing: half the size of compressed tables, or less. Equal strips are stored once, and if the
    /// values of two layers follow from each other, only one layer is stored. Probes take several times as
    /// long, and writing takes much longer.
    Small = 3,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Compressed, Self::Raw, Self::Small];

    /// The format version in which this form is written.
    pub(crate) const fn version(self) -> u16 {
        *self.versions().end()
    }

    /// The format versions in which this form is read.
    pub(crate) const fn versions(self) -> RangeInclusive<u16> {
        match self {
            Self::Compressed | Self::Raw => 1..=1,
            Self::Small => 2..=3,
        }
    }

    /// The form's word in lower case, used in manifests.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Compressed => "compressed",
            Self::Raw => "raw",
            Self::Small => "small",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The specification of a table: its layer, metric, number of entries and code book.
///
/// ```
/// use nexsolve_db::{Metric, TableSpec};
///
/// let spec = TableSpec { layer: "p05n3".into(), metric: Metric::Wdl, entries: 7, values: vec![-1, 0, 1] };
/// assert_eq!((spec.bits(), spec.packed_bytes()), (2, 2));
/// assert_eq!(spec.file_name(), "p05n3.wdl");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// The layer's name: letters, digits, `-` and `_`.
    pub layer: String,
    /// What the table stores for each position.
    pub metric: Metric,
    /// The number of entries: one for each rank of the layer, free ranks included.
    pub entries: u64,
    /// The code book: code `c` stands for `values[c]`. Each value occurs once. Values of `wdl` and `dtw` come
    /// from [`Score::to_raw`]; values of `score` are points.
    pub values: Vec<i16>,
}

/// Why no table can be made from a [`TableSpec`]. This is an error of the caller.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// A name is empty, too long, or not suitable for a file.
    #[error(
        "`{name}` cannot name a {what}: 1 to 64 letters, digits, `-` or `_` are expected for a layer, 1 to 255 bytes elsewhere"
    )]
    Name {
        /// The kind of name: a layer, a game, ….
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The code book does not have 1 to 256 values.
    #[error("a table needs 1 to 256 values; {values} were given")]
    Values {
        /// The number given.
        values: usize,
    },
    /// A value occurs twice in the code book, or the metric does not allow it.
    #[error("the value {value} is given twice, or `{metric}` does not allow it")]
    Value {
        /// The metric.
        metric: Metric,
        /// The value.
        value: i16,
    },
    /// There are more entries than a table can have.
    #[error("{entries} entries are too many: a table has up to {}", TableSpec::MOST_ENTRIES)]
    Entries {
        /// The number requested.
        entries: u64,
    },
}

impl TableSpec {
    /// The greatest number of entries, so that the packed codes of a table take less than 2⁴⁸ bytes.
    pub const MOST_ENTRIES: u64 = 1 << 47;

    /// Returns the number of bits per entry for a code book of `values` values: 1, 2, 4 or 8.
    pub const fn bits_for(values: usize) -> u32 {
        match values {
            0..=2 => 1,
            3..=4 => 2,
            5..=16 => 4,
            _ => 8,
        }
    }

    /// The number of bits per entry.
    pub fn bits(&self) -> u32 {
        Self::bits_for(self.values.len())
    }

    /// The number of bytes of the packed codes.
    pub fn packed_bytes(&self) -> u64 {
        crate::packed::bytes(self.entries, self.bits())
    }

    /// The name of the table's file.
    pub fn file_name(&self) -> String {
        file_name(&self.layer, self.metric)
    }

    /// Checks that a table can be made from this specification.
    ///
    /// # Errors
    /// The first reason why not.
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        if !is_layer(&self.layer) {
            return Err(SpecError::Name { what: "layer", name: self.layer.clone() });
        }
        if self.values.is_empty() || self.values.len() > 256 {
            return Err(SpecError::Values { values: self.values.len() });
        }
        for (i, &value) in self.values.iter().enumerate() {
            if self.values[..i].contains(&value) || !self.metric.allows(value) {
                return Err(SpecError::Value { metric: self.metric, value });
            }
        }
        if self.entries > Self::MOST_ENTRIES {
            return Err(SpecError::Entries { entries: self.entries });
        }
        Ok(())
    }
}

impl Subject {
    /// # Errors
    /// If the names do not fit into a table's header.
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        for (what, name) in [("game", &self.game), ("board", &self.board)] {
            if name.is_empty() || name.len() > 255 {
                return Err(SpecError::Name { what, name: name.clone() });
            }
        }
        Ok(())
    }
}

/// The number of positions with each value. Symmetric positions count separately; free ranks do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// By code.
    pub positions: Vec<u64>,
    /// By code, only the positions that play from the start can reach; `None` if they were not counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reachable: Option<Vec<u64>>,
}

/// The program and command that made a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// The command that produces the same bytes. It contains only options that change the bytes (so not the
    /// number of threads).
    pub command: String,
}

/// The name of a table's file.
pub(crate) fn file_name(layer: &str, metric: Metric) -> String {
    format!("{layer}.{metric}")
}

/// Returns whether `name` is valid as the name of a layer, and so as part of a file name.
pub(crate) fn is_layer(name: &str) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    (1..=64).contains(&name.len()) && name.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for metric in Metric::ALL {
            assert_eq!(Metric::parse(metric.word()), Some(metric));
            assert_eq!(Metric::from_number(metric.number()), Some(metric));
            let json = serde_json::to_string(&metric).expect("JSON");
            assert_eq!(json, format!("\"{metric}\""));
        }
        assert_eq!(Metric::parse("WDL"), None);
        assert_eq!(Metric::from_number(0), None);
    }

    #[test]
    fn impossible_tables_are_refused() {
        let good =
            TableSpec { layer: "p05n3".into(), metric: Metric::Wdl, entries: 7, values: vec![-1, 0, 1] };
        assert_eq!(good.check(), Ok(()));
        assert_eq!((good.bits(), good.packed_bytes()), (2, 2));
        let widths = [2, 3, 4, 5, 16, 17, 256].map(TableSpec::bits_for);
        assert_eq!(widths, [1, 2, 2, 4, 4, 8, 8]);
        assert_eq!(good.file_name(), "p05n3.wdl");
        let names = ["", "..", "a/b", "a.b", "é", "a b", &"a".repeat(65)];
        for layer in names {
            assert!(TableSpec { layer: layer.into(), ..good.clone() }.check().is_err(), "{layer}");
        }
        for values in [vec![], vec![0, 0], vec![2], (-128..=128).collect()] {
            assert!(TableSpec { values: values.clone(), ..good.clone() }.check().is_err(), "{values:?}");
        }
        assert!(TableSpec { metric: Metric::Dtw, values: vec![i16::MAX], ..good.clone() }.check().is_err());
        assert!(TableSpec { metric: Metric::Reach, values: vec![-1], ..good.clone() }.check().is_err());
        let points = |values| TableSpec { metric: Metric::Score, values, ..good.clone() }.check();
        assert_eq!(points(vec![-1023, -48, 0, 1, 1023]), Ok(()));
        for values in [vec![-1024], vec![1024], vec![i16::MIN], vec![3, 3]] {
            assert!(points(values.clone()).is_err(), "{values:?}");
        }
        assert!(TableSpec { entries: u64::MAX, ..good }.check().is_err());
    }
}
