//! Reads whole tables in rank order, with the position of each entry.

use nexsolve_core::{Layer, LayerId, Notation, ProbeError, Ranked, Score, parallel};
use nexsolve_db::{Metric, Table, TableError, packed};
use nexsolve_games::{NameError, Played, Visitor, visit};
use std::ops::Range;
use std::path::PathBuf;

use crate::Opened;
use crate::many::PART;
use crate::tables::DatabaseProber;

/// Reads the tables of one metric of a database.
pub struct Entries {
    numbering: Box<dyn Numbering>,
    metric: Metric,
}

/// Consecutive entries of a table.
#[derive(Clone, Debug)]
pub struct EntrySlice {
    /// The layer.
    pub layer: LayerId,
    /// The rank of the first entry.
    pub first: u64,
    /// The value of each entry. Values at free numbers are meaningless.
    pub values: Vec<i16>,
}

/// Why a table cannot be read to its end.
#[derive(Debug, thiserror::Error)]
pub enum EntriesError {
    /// A block of the table is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A damaged table that an omitted position's value follows from.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// An entry whose code does not occur in the table's code book, or whose value is not valid for the
    /// metric.
    #[error("table {}: entry {number} has no valid value", file.display())]
    NoValue {
        /// The table.
        file: PathBuf,
        /// The entry's rank.
        number: u64,
    },
    /// A missing table that an omitted position's value follows from.
    #[error("the value of {position} follows from a table that is missing")]
    Missing {
        /// The position.
        position: String,
    },
}

impl Entries {
    /// Opens the tables of `metric`; returns `None` if the board has no tables.
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn of(opened: &Opened, metric: Metric) -> Result<Option<Self>, NameError> {
        let numbering = visit(opened.board, Numbered(opened))?;
        Ok(numbering.map(|numbering| Self { numbering, metric }))
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the layers of the board.
    pub fn layers(&self) -> &[Layer] {
        self.numbering.layers()
    }

    /// Reads block number `block` of a layer's table and fills in the values of omitted positions.
    ///
    /// # Errors
    /// If a table is damaged or missing.
    pub fn read(&self, layer: LayerId, table: &Table, block: u64) -> Result<EntrySlice, EntriesError> {
        let mut packed = Vec::new();
        table.load(block, &mut packed)?;
        let first = block * table.block_entries();
        let count = table.block_entries().min(table.entries() - first);
        let is_any = matches!(self.metric, Metric::Reach | Metric::Score);
        let value = |i: u64| {
            let code = packed::get(&packed, table.bits(), i as usize);
            let value = table.values().get(usize::from(code)).copied();
            value
                .filter(|&raw| is_any || Score::from_raw(raw).is_some())
                .ok_or_else(|| EntriesError::NoValue { file: table.file().to_owned(), number: first + i })
        };
        let mut part = EntrySlice { layer, first, values: (0..count).map(value).collect::<Result<_, _>>()? };
        if self.metric != Metric::Reach {
            self.numbering.complete(&mut part, table)?;
        }
        Ok(part)
    }

    /// Returns the value of the position with each of these ranks of a layer, in the current rayon pool;
    /// `None` for free ranks. Blocks are read in the order of the ranks, so each is read about once.
    ///
    /// # Errors
    /// If a table is damaged or missing.
    ///
    /// # Panics
    /// If the layer or a rank does not exist.
    pub fn values(&self, layer: LayerId, ranks: &[u64]) -> Result<Vec<Option<i16>>, EntriesError> {
        let mut order: Vec<(u64, usize)> = ranks.iter().copied().zip(0..).collect();
        parallel::sort_unstable(&mut order);
        let parts: Vec<&[(u64, usize)]> = order.chunks(PART).collect();
        let found = parallel::try_map(parts.len(), |part| {
            let ranks: Vec<u64> = parts[part].iter().map(|&(rank, _)| rank).collect();
            self.numbering.values(layer, &ranks, self.metric)
        })?;
        let mut values = vec![None; ranks.len()];
        for (&(_, at), value) in order.iter().zip(found.into_iter().flatten()) {
            values[at] = value;
        }
        Ok(values)
    }

    /// Calls `visit` for each position of the part in rank order, with its rank, its value, and a function
    /// that writes the position on one line. Free numbers are skipped.
    pub fn positions(&self, part: &EntrySlice, mut visit: impl FnMut(u64, i16, &dyn Fn() -> String)) {
        let value = |number: u64| part.values[(number - part.first) as usize];
        self.numbering.positions(part, &mut |number, position| visit(number, value(number), position));
    }
}

impl EntrySlice {
    fn range(&self) -> Range<u64> {
        self.first..self.first + self.values.len() as u64
    }
}

/// Maps ranks to positions.
trait Numbering: Send + Sync {
    fn layers(&self) -> &[Layer];

    fn positions(&self, part: &EntrySlice, visit: &mut dyn FnMut(u64, &dyn Fn() -> String));

    /// Returns the value of the position with each rank; `None` for free ranks.
    fn values(&self, layer: LayerId, ranks: &[u64], metric: Metric)
    -> Result<Vec<Option<i16>>, EntriesError>;

    /// Fills in the values of positions that the table leaves out.
    fn complete(&self, part: &mut EntrySlice, table: &Table) -> Result<(), EntriesError>;
}

struct Numbered<'a>(&'a Opened);

impl Visitor for Numbered<'_> {
    type Done = Option<Box<dyn Numbering>>;

    fn on<G: Played>(self, game: G) -> Self::Done {
        Some(Box::new(DatabaseProber::of(&game, self.0)?))
    }
}

impl<G: Played> Numbering for DatabaseProber<G> {
    fn layers(&self) -> &[Layer] {
        self.game.layers()
    }

    fn positions(&self, part: &EntrySlice, visit: &mut dyn FnMut(u64, &dyn Fn() -> String)) {
        self.game.unrank_range(part.layer, part.range(), |number, position| {
            visit(number, &|| self.game.format_position(&position));
        });
    }

    fn values(
        &self,
        layer: LayerId,
        ranks: &[u64],
        metric: Metric,
    ) -> Result<Vec<Option<i16>>, EntriesError> {
        let positions: Vec<_> = ranks.iter().map(|&rank| self.game.unrank(layer, rank)).collect();
        let there: Vec<_> = positions.iter().flatten().copied().collect();
        let mut found = self.prober.values(&there, metric)?.into_iter();
        let value = |position: &Option<_>| {
            let Some(position) = position else { return Ok(None) };
            let missing = || EntriesError::Missing { position: self.game.format_position(position) };
            found.next().expect("one for each position").ok_or_else(missing).map(Some)
        };
        positions.iter().map(value).collect()
    }

    fn complete(&self, part: &mut EntrySlice, table: &Table) -> Result<(), EntriesError> {
        let mut left_out = Vec::new();
        if table.is_derived() {
            let add = |number, position| left_out.push((number, position));
            self.game.unrank_range(part.layer, part.range(), add);
        } else {
            self.game.omitted_range(part.layer, part.range(), |number, position| {
                left_out.push((number, position));
                Ok::<_, EntriesError>(())
            })?;
        }
        let positions: Vec<_> = left_out.iter().map(|&(_, position)| position).collect();
        let values = self.prober.values(&positions, table.metric())?;
        for ((number, position), value) in left_out.into_iter().zip(values) {
            let missing = || EntriesError::Missing { position: self.game.format_position(&position) };
            part.values[(number - part.first) as usize] = value.ok_or_else(missing)?;
        }
        Ok(())
    }
}
