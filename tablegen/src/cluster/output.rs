//! Where the codes of several ranks become tables.
//!
//! Rank 0 writes the files. What takes time, compression, is done where the codes are: a block of a table is made by the rank that has
//! the first of its codes, and others that have codes of it send them there. Finished blocks go to rank 0, which puts them one after the
//! other. So the bytes are those of one machine, whichever rank has which codes.

use super::team::Team;
use super::wire::{Reader, Writer};
use crate::codes::{self, Codes};
use crate::engine::Context;
use crate::error::GenerateError;
use crate::exchange::Reduce;
use nexsolve_core::LayerId;
use nexsolve_db::{
    BlockMaker, Blocks, Builder, Counts, FinishedTable, Form, Subject, TableSpec, TableWriter,
};
use std::ops::Deref;

/// What a step needs from outside, and where its tables go.
pub(crate) struct SharedOutput<'a> {
    pub(crate) context: Context<'a>,
    /// For each of the step's layers; none where the table is finished already.
    tables: Vec<Option<Table>>,
    /// The counts are those of all ranks.
    counted: bool,
}

/// A table, as a rank sees it while it is made.
struct Table {
    maker: BlockMaker,
    values: usize,
    /// Of rank 0.
    writer: Option<TableWriter>,
    counts: Counts,
    /// Bytes of all codes.
    packed_bytes: u64,
    /// Bytes of codes that have come in, on all ranks.
    taken: u64,
    /// The rank that has the codes of the block that is not whole yet.
    holder: usize,
    /// These codes.
    pending: Vec<u8>,
}

/// Neighbouring codes of a table that a rank has, from the beginning of a block on.
struct Run {
    first: u64,
    codes: Vec<u8>,
}

impl<'a> Deref for SharedOutput<'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Context<'a> {
        &self.context
    }
}

impl<'a> SharedOutput<'a> {
    /// Begins the tables of these layers, but for those that are finished: `missing` says which are not. `values` are the code books;
    /// rank 0 has a builder.
    pub(crate) fn begin(
        context: Context<'a>,
        builder: Option<&Builder>,
        layers: &[LayerId],
        missing: &[bool],
        values: impl Fn(LayerId) -> Vec<i16>,
    ) -> Result<Self, GenerateError> {
        let manifest = context.database.manifest();
        let (subject, form): (&Subject, Form) = (&manifest.subject, manifest.form);
        let mut tables = Vec::new();
        for (&layer, &missing) in layers.iter().zip(missing) {
            if !missing {
                tables.push(None);
                continue;
            }
            let (name, entries) = (context.layers[layer].name.clone(), context.layers[layer].len);
            let spec = TableSpec { layer: name, metric: context.metric, entries, values: values(layer) };
            let writer = builder.map(|builder| builder.begin(spec.clone())).transpose()?;
            tables.push(Some(Table {
                values: spec.values.len(),
                packed_bytes: spec.packed_bytes(),
                writer,
                counts: Counts::default(),
                taken: 0,
                holder: 0,
                pending: Vec::new(),
                maker: BlockMaker::new(context.database.folder(), subject.clone(), form, spec)?,
            }));
        }
        Ok(Self { context, tables, counted: false })
    }

    /// Adds the next entries of the step's tables: each rank gives its part of them, the ranks' parts follow each other in the ranks'
    /// order, and any may be empty. Of each part, the codes by layer. All ranks' are so many entries together.
    pub(crate) fn append(
        &mut self,
        team: &mut Team<'_>,
        parts: &[Vec<Codes>],
        entries: u64,
    ) -> Result<(), GenerateError> {
        let mut shares = Vec::with_capacity(self.tables.len());
        for (place, table) in self.tables.iter_mut().enumerate() {
            let Some(table) = table else {
                shares.push(Vec::new());
                continue;
            };
            let mut share = Vec::with_capacity(parts.iter().map(|part| part[place].packed.len()).sum());
            for part in parts {
                codes::add(&mut table.counts, &part[place].counts);
                share.extend_from_slice(&part[place].packed);
            }
            shares.push(share);
        }
        self.context.check_stop()?;
        self.exchange(team, shares)?;
        self.context.progress(entries);
        Ok(())
    }

    /// Adds the next entries of one of the step's tables, the one at `place`, as [`SharedOutput::append`].
    pub(crate) fn append_to(
        &mut self,
        team: &mut Team<'_>,
        place: usize,
        parts: &[Codes],
    ) -> Result<(), GenerateError> {
        let mut shares = vec![Vec::new(); self.tables.len()];
        if let Some(table) = &mut self.tables[place] {
            for part in parts {
                codes::add(&mut table.counts, &part.counts);
                shares[place].extend_from_slice(&part.packed);
            }
        }
        self.context.check_stop()?;
        self.exchange(team, shares)
    }

    /// Brings the codes of blocks together, makes the blocks that are whole, and has rank 0 write them.
    fn exchange(&mut self, team: &mut Team<'_>, shares: Vec<Vec<u8>>) -> Result<(), GenerateError> {
        let mut lens = Writer::default();
        for share in &shares {
            lens.number(share.len() as u64);
        }
        let lens = team.all_gather(lens.done())?;
        let lens: Vec<Vec<u64>> = lens.iter().map(|lens| Reader::new(lens).numbers()).collect();
        // The heads of shares whose block begins on another rank go there.
        let mut heads: Vec<Writer> = (0..team.size()).map(|_| Writer::default()).collect();
        let mut runs: Vec<(usize, Run)> = Vec::new();
        for (place, (table, mut share)) in self.tables.iter_mut().zip(shares).enumerate() {
            let Some(table) = table else { continue };
            let block_bytes = table.maker.block_bytes() as u64;
            let regions = Regions::of(table, lens.iter().map(|lens| lens[place]));
            if table.holder == team.rank() && !table.pending.is_empty() {
                let codes = std::mem::take(&mut table.pending);
                runs.push((place, Run { first: regions.begin / block_bytes, codes }));
            }
            let start = regions.start(team.rank());
            let head = (start.next_multiple_of(block_bytes) - start).min(share.len() as u64);
            if head > 0 {
                let to = &mut heads[regions.holder_of(start / block_bytes * block_bytes)];
                to.number(place as u64);
                to.number(start / block_bytes);
                to.bytes(&share[..head as usize]);
            }
            if share.len() as u64 > head {
                share.drain(..head as usize);
                runs.push((place, Run { first: start.div_ceil(block_bytes), codes: share }));
            }
            table.taken = regions.end;
            table.holder = regions.holder_of(regions.end / block_bytes * block_bytes);
        }
        let received = team.all_to_all(heads.into_iter().map(Writer::done).collect())?;
        for block in &received {
            let mut reader = Reader::new(block);
            while !reader.is_empty() {
                let (place, block, codes) = (reader.number() as usize, reader.number(), reader.bytes());
                let block_bytes =
                    self.tables[place].as_ref().map_or(1, |table| table.maker.block_bytes()) as u64;
                // The codes come in order: the run ends within the block.
                let ends_in = |Run { first, codes }: &Run| {
                    let len = codes.len() as u64;
                    first + len / block_bytes == block && !len.is_multiple_of(block_bytes)
                };
                let run = runs.iter_mut().find(|(of, run)| *of == place && ends_in(run));
                run.expect("the beginning of the block").1.codes.extend_from_slice(codes);
            }
        }
        let ready = self.blocks(runs)?;
        let received = team.gather(ready)?;
        self.write(&received)?;
        Ok(())
    }

    /// Makes the blocks that are whole, and keeps the rest; returns them as rank 0 reads them.
    fn blocks(&mut self, runs: Vec<(usize, Run)>) -> Result<Vec<u8>, GenerateError> {
        let mut ready = Writer::default();
        for (place, mut run) in runs {
            let table = self.tables[place].as_mut().expect("a table in work");
            let block_bytes = table.maker.block_bytes();
            let end = run.first * block_bytes as u64 + run.codes.len() as u64;
            if end < table.packed_bytes {
                table.pending = run.codes.split_off(run.codes.len() / block_bytes * block_bytes);
            }
            if !run.codes.is_empty() {
                let Blocks { first, entries, bytes } = table.maker.blocks(run.first, &run.codes)?;
                ready.number(place as u64);
                ready.number(first);
                ready.bytes(&entries);
                ready.bytes(&bytes);
            }
        }
        Ok(ready.done())
    }

    /// Writes blocks that have come from all ranks.
    fn write(&mut self, received: &[Vec<u8>]) -> Result<(), GenerateError> {
        let mut all: Vec<(usize, Blocks)> = Vec::new();
        for blocks in received {
            let mut reader = Reader::new(blocks);
            while !reader.is_empty() {
                let (place, first) = (reader.number() as usize, reader.number());
                let (entries, bytes) = (reader.bytes().to_vec(), reader.bytes().to_vec());
                all.push((place, Blocks { first, entries, bytes }));
            }
        }
        all.sort_by_key(|(place, blocks)| (*place, blocks.first));
        for (place, blocks) in all {
            let writer = self.tables[place].as_mut().and_then(|table| table.writer.as_mut());
            writer.expect("blocks go to rank 0").append_blocks(&blocks)?;
        }
        Ok(())
    }

    /// Changes the counts of a table, the step's `place`-th, on all ranks, once all its codes are there.
    pub(crate) fn adjust(
        &mut self,
        team: &mut Team<'_>,
        place: usize,
        change: impl FnOnce(&mut Counts),
    ) -> Result<(), GenerateError> {
        self.count(team)?;
        if let Some(table) = &mut self.tables[place] {
            change(&mut table.counts);
        }
        Ok(())
    }

    /// Adds the counts of all ranks up.
    fn count(&mut self, team: &mut Team<'_>) -> Result<(), GenerateError> {
        if self.counted {
            return Ok(());
        }
        self.counted = true;
        let mut numbers = Vec::new();
        for table in self.tables.iter().flatten() {
            let none = vec![0; table.values];
            let Counts { positions, reachable } = &table.counts;
            numbers.extend(if positions.is_empty() { &none } else { positions });
            numbers.extend(reachable.as_ref().unwrap_or(&none));
            numbers.push(u64::from(reachable.is_some()));
        }
        team.reduce(Reduce::Sum, &mut numbers)?;
        let mut rest = &numbers[..];
        let mut take = |count: usize| {
            let (now, later) = rest.split_at(count);
            rest = later;
            now.to_vec()
        };
        for table in self.tables.iter_mut().flatten() {
            let (positions, reachable) = (take(table.values), take(table.values));
            table.counts = Counts { positions, reachable: (take(1) != [0]).then_some(reachable) };
        }
        Ok(())
    }

    /// The finished tables, on rank 0; nothing on others.
    pub(crate) fn finish(
        mut self,
        team: &mut Team<'_>,
    ) -> Result<Vec<(FinishedTable, Counts)>, GenerateError> {
        self.count(team)?;
        let tables = self.tables.into_iter().flatten();
        let tables = tables.filter_map(|table| Some((table.writer?, table.counts)));
        tables.map(|(writer, counts)| Ok((writer.finish()?, counts))).collect()
    }
}

/// Which rank has which bytes of a table's codes: those of the block that was not whole, then the ranks' shares.
struct Regions {
    /// Where the first one begins.
    begin: u64,
    end: u64,
    /// The rank of each, and where it begins. The first is that of the block that was not whole.
    ranks: Vec<(usize, u64)>,
}

impl Regions {
    fn of(table: &Table, lens: impl Iterator<Item = u64>) -> Self {
        let block_bytes = table.maker.block_bytes() as u64;
        let begin = table.taken / block_bytes * block_bytes;
        let mut end = table.taken;
        let mut ranks = vec![(table.holder, begin)];
        for (rank, len) in lens.enumerate() {
            ranks.push((rank, end));
            end += len;
        }
        Self { begin, end, ranks }
    }

    /// Where the share of a rank begins.
    fn start(&self, rank: usize) -> u64 {
        self.ranks[rank + 1].1
    }

    /// The rank that has this byte, or gets it next; the first of them if several have none.
    fn holder_of(&self, byte: u64) -> usize {
        let ends = self.ranks[1..].iter().map(|&(_, begin)| begin).chain([self.end]);
        let found = self.ranks.iter().zip(ends).find(|(_, end)| byte < *end);
        found.map_or(0, |((rank, _), _)| *rank)
    }
}
