//! The codes of a table, in memory or through the database's cache.

use nexsolve_db::{Table, TableError, packed};
use rayon::prelude::*;
use std::sync::Arc;

/// The codes of a table.
pub(crate) struct TableCodes {
    table: Arc<Table>,
    bits: u32,
    /// All packed codes, if they are in memory.
    whole: Option<Vec<u8>>,
    /// Whether the codes in memory include those of omitted positions, derived from the moves; `None` before
    /// the first attempt. If the value of an omitted position has no code in the table, the table is wrong
    /// and this is `false`.
    complete: Option<bool>,
}

impl TableCodes {
    pub(crate) fn new(table: Arc<Table>) -> Self {
        Self { bits: table.bits(), table, whole: None, complete: None }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Bytes of memory of the table.
    pub(crate) fn packed_bytes(&self) -> u64 {
        self.table.spec().packed_bytes()
    }

    /// Holds the table in memory.
    pub(crate) fn load(&mut self) -> Result<(), TableError> {
        if self.whole.is_some() || self.table.blocks() == 0 {
            return Ok(());
        }
        let mut whole = vec![0; usize::try_from(self.packed_bytes()).expect("memory for the table")];
        let blocks = whole.par_chunks_mut(self.table.block_bytes(0)).enumerate();
        blocks.try_for_each(|(block, packed)| self.table.load_into(block as u64, packed))?;
        self.whole = Some(whole);
        Ok(())
    }

    pub(crate) fn unload(&mut self) {
        self.whole = None;
        self.complete = None;
    }

    /// Bits of a code.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Takes the codes out of memory, once, so that the codes that the file omits can be added.
    pub(crate) fn take_incomplete(&mut self) -> Option<Vec<u8>> {
        if self.complete.is_none() { self.whole.take() } else { None }
    }

    /// Puts the codes back.
    pub(crate) fn put_back(&mut self, whole: Vec<u8>, complete: bool) {
        self.whole = Some(whole);
        self.complete = Some(complete);
    }

    /// Returns whether [`TableCodes::code`] is right for positions that the file omits.
    #[inline]
    pub(crate) fn is_complete(&self) -> bool {
        self.complete == Some(true)
    }

    /// The code of an entry.
    #[inline]
    pub(crate) fn code(&self, index: u64) -> Result<u8, TableError> {
        match &self.whole {
            Some(whole) => Ok(packed::get(whole, self.bits, index as usize)),
            None => self.table.code(index),
        }
    }
}
