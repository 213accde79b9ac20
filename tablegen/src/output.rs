//! Turns the codes of all processes into tables.
//!
//! Process 0 writes the files. Compression takes most of the time, so each process compresses its own codes:
//! the process with the first code of a block makes the block, after other processes have sent it their codes
//! of the block. Finished blocks go to process 0, which writes them in order. So the bytes are those of one
//! machine, whichever process has which codes.

use crate::codes::{self, Codes};
use crate::context::Context;
use crate::error::GenerateError;
use crate::team::{Reader, Reduce, Team, Writer};
use nexsolve_core::LayerId;
use nexsolve_db::{
    BlockMaker, Blocks, Builder, Counts, FinishedTable, Form, Subject, TableSpec, TableWriter,
};
use rayon::prelude::*;
use std::ops::Deref;

/// The context of a step, and the tables that it makes.
pub struct Output<'a> {
    /// The context of the step.
    pub context: Context<'a>,
    /// One for each of the step's layers; `None` if the table is already finished.
    tables: Vec<Option<TableOutput>>,
    /// Whether the counts have been summed over all processes.
    counted: bool,
}

/// A process's view of a table that is being made.
struct TableOutput {
    maker: BlockMaker,
    values: usize,
    /// On process 0 only.
    writer: Option<TableWriter>,
    counts: Counts,
    /// Bytes of all codes.
    packed_bytes: u64,
    /// Bytes of codes that all processes have added so far.
    taken: u64,
    /// The process that keeps the codes of the incomplete block.
    holder: usize,
    /// The codes of the incomplete block, if this process keeps them.
    pending: Vec<u8>,
}

/// Consecutive codes of a table, from the beginning of block `first` on.
struct Run {
    first: u64,
    codes: Vec<u8>,
}

impl<'a> Deref for Output<'a> {
    type Target = Context<'a>;

    fn deref(&self) -> &Context<'a> {
        &self.context
    }
}

impl<'a> Output<'a> {
    /// Begins those tables of these layers that are `missing`. `values` returns the code book of a layer.
    /// Process 0 passes a builder.
    ///
    /// # Errors
    /// As [`crate::generate()`].
    pub fn begin(
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
            tables.push(Some(TableOutput {
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

    /// Adds the next entries of the step's tables. The entries come in windows. A window consists of one part
    /// of each process, in the order of the processes; a part may be empty. `windows` has this process's part
    /// of each window, as neighbouring groups of codes; each group has its codes by layer. `entries` is the
    /// number of entries of all processes together. All give the same number of windows.
    ///
    /// # Errors
    /// As [`crate::generate()`].
    pub fn append(
        &mut self,
        team: &mut Team<'_>,
        windows: &[Vec<Vec<Codes>>],
        entries: u64,
    ) -> Result<(), GenerateError> {
        let of = |place: usize, window: usize| windows[window].iter().map(|part| &part[place]).collect();
        self.add(team, windows.len(), of)?;
        self.context.progress(entries);
        self.context.check_stop()
    }

    /// Adds the next entries of one of the step's tables, the one at `place`, in one window; see
    /// [`Output::append`].
    ///
    /// # Errors
    /// As [`crate::generate()`].
    pub fn append_to(
        &mut self,
        team: &mut Team<'_>,
        place: usize,
        parts: &[Codes],
    ) -> Result<(), GenerateError> {
        self.add(team, 1, |at, _| parts.iter().filter(|_| at == place).collect())?;
        self.context.check_stop()
    }

    /// Adds this process's codes; `of` returns those of a table in a window.
    fn add<'c>(
        &mut self,
        team: &mut Team<'_>,
        windows: usize,
        of: impl Fn(usize, usize) -> Vec<&'c Codes> + Sync,
    ) -> Result<(), GenerateError> {
        let shares = |(place, table): (usize, &mut Option<TableOutput>)| -> Vec<Vec<u8>> {
            (0..windows).map(|window| share(table, &of(place, window))).collect()
        };
        if !team.is_one() {
            let shares = self.tables.iter_mut().enumerate().map(shares).collect();
            return self.exchange(team, shares);
        }
        self.tables.par_iter_mut().enumerate().try_for_each(|(place, table)| {
            let shares = shares((place, table));
            let Some(writer) = table.as_mut().and_then(|table| table.writer.as_mut()) else { return Ok(()) };
            shares.iter().try_for_each(|share| Ok(writer.append(share)?))
        })
    }

    /// Brings the codes of blocks together, compresses complete blocks, and has process 0 write them.
    /// `shares` has this process's codes by table and window.
    fn exchange(&mut self, team: &mut Team<'_>, shares: Vec<Vec<Vec<u8>>>) -> Result<(), GenerateError> {
        let mut lens = Writer::default();
        for share in shares.iter().flatten() {
            lens.number(share.len() as u64);
        }
        let lens = team.all_gather(lens.done())?;
        let lens: Vec<Vec<u64>> = lens.iter().map(|lens| Reader::new(lens).numbers()).collect();
        let windows = shares.first().map_or(0, Vec::len);
        // The beginnings of shares whose block begins on another process, or in an earlier window, go there.
        let mut heads: Vec<Writer> = (0..team.size()).map(|_| Writer::default()).collect();
        let mut runs: Vec<(usize, Run)> = Vec::new();
        for (place, (table, shares)) in self.tables.iter_mut().zip(shares).enumerate() {
            let Some(table) = table else { continue };
            let block_bytes = table.maker.block_bytes() as u64;
            let lens = (0..windows).flat_map(|window| {
                let lens = lens.iter().map(move |lens| lens[place * windows + window]);
                lens.enumerate()
            });
            let regions = Regions::of(table, lens);
            if table.holder == team.process() && !table.pending.is_empty() {
                let codes = std::mem::take(&mut table.pending);
                runs.push((place, Run { first: regions.begin / block_bytes, codes }));
            }
            for (window, mut share) in shares.into_iter().enumerate() {
                let start = regions.start(window * team.size() + team.process());
                let head = (start.next_multiple_of(block_bytes) - start).min(share.len() as u64);
                if head > 0 {
                    let to = &mut heads[regions.holder_of(start / block_bytes * block_bytes)];
                    to.number(place as u64);
                    to.number(start);
                    to.bytes(&share[..head as usize]);
                }
                if share.len() as u64 > head {
                    share.drain(..head as usize);
                    runs.push((place, Run { first: start.div_ceil(block_bytes), codes: share }));
                }
            }
            table.taken = regions.end;
            table.holder = regions.holder_of(regions.end / block_bytes * block_bytes);
        }
        let received = team.all_to_all(heads.into_iter().map(Writer::done).collect())?;
        let mut heads: Vec<(usize, u64, &[u8])> = Vec::new();
        for block in &received {
            let mut reader = Reader::new(block);
            while !reader.is_empty() {
                heads.push((reader.number() as usize, reader.number(), reader.bytes()));
            }
        }
        // In order: a block may contain the beginnings of several shares.
        heads.sort_unstable();
        for (place, start, codes) in heads {
            let block_bytes = self.tables[place].as_ref().map_or(1, |table| table.maker.block_bytes()) as u64;
            let ends_there = |run: &Run| {
                run.first * block_bytes + run.codes.len() as u64 == start && !run.codes.is_empty()
            };
            let run = runs.iter_mut().find(|(of, run)| *of == place && ends_there(run));
            run.expect("the beginning of the block").1.codes.extend_from_slice(codes);
        }
        let ready = self.blocks(runs)?;
        let received = team.gather(ready)?;
        self.write(&received)?;
        Ok(())
    }

    /// Makes the complete blocks, keeps the codes of an incomplete one, and returns the blocks in the form
    /// that process 0 reads.
    fn blocks(&mut self, runs: Vec<(usize, Run)>) -> Result<Vec<u8>, GenerateError> {
        let mut ready = Writer::default();
        for (place, mut run) in runs {
            let table = self.tables[place].as_mut().expect("a table in work");
            let block_bytes = table.maker.block_bytes();
            let end = run.first * block_bytes as u64 + run.codes.len() as u64;
            let rest = run.codes.len() % block_bytes;
            if end < table.packed_bytes && rest > 0 {
                table.pending = run.codes.split_off(run.codes.len() - rest);
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

    /// Writes the blocks of all processes, in order.
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
            writer.expect("blocks go to process 0").append_blocks(&blocks)?;
        }
        Ok(())
    }

    /// Changes the counts of the step's `place`-th table on all processes, after all its codes have been
    /// added.
    ///
    /// # Errors
    /// As [`crate::generate()`].
    pub fn adjust(
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

    /// Sums the counts over all processes.
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

    /// Ends the step; returns the finished tables on process 0, and nothing on other processes.
    ///
    /// # Errors
    /// As [`crate::generate()`].
    pub fn finish(mut self, team: &mut Team<'_>) -> Result<Vec<(FinishedTable, Counts)>, GenerateError> {
        self.count(team)?;
        let tables = self.tables.into_iter().flatten();
        let tables = tables.filter_map(|table| Some((table.writer?, table.counts)));
        tables.map(|(writer, counts)| Ok((writer.finish()?, counts))).collect()
    }
}

/// Adds the counts of consecutive codes to those of their table. Returns the codes one after the other, or
/// nothing if the table is finished.
fn share(table: &mut Option<TableOutput>, parts: &[&Codes]) -> Vec<u8> {
    let Some(table) = table else { return Vec::new() };
    let mut share = Vec::with_capacity(parts.iter().map(|part| part.packed.len()).sum());
    for part in parts {
        codes::add(&mut table.counts, &part.counts);
        share.extend_from_slice(&part.packed);
    }
    share
}

/// The bytes of a table's codes on each process: those of the incomplete block, then the shares in their
/// order.
struct Regions {
    /// The first byte of the incomplete block.
    begin: u64,
    end: u64,
    /// The process and the first byte of each share. The first entry is the incomplete block.
    processes: Vec<(usize, u64)>,
}

impl Regions {
    /// `lens` has the process and the length of each share, in order.
    fn of(table: &TableOutput, lens: impl Iterator<Item = (usize, u64)>) -> Self {
        let block_bytes = table.maker.block_bytes() as u64;
        let begin = table.taken / block_bytes * block_bytes;
        let mut end = table.taken;
        let mut processes = vec![(table.holder, begin)];
        for (process, len) in lens {
            processes.push((process, end));
            end += len;
        }
        Self { begin, end, processes }
    }

    /// Where a share begins, by its place in the order.
    fn start(&self, share: usize) -> u64 {
        self.processes[share + 1].1
    }

    /// The process that has this byte; process 0 if no process has it yet.
    fn holder_of(&self, byte: u64) -> usize {
        let ends = self.processes[1..].iter().map(|&(_, begin)| begin).chain([self.end]);
        let found = self.processes.iter().zip(ends).find(|(_, end)| byte < *end);
        found.map_or(0, |((process, _), _)| *process)
    }
}
