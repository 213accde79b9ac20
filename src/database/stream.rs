//! A large input answered line by line, on all threads, in order.

use super::lines::Batches;
use crate::args::Global;
use crate::fault::{Fault, safe};
use crate::units::counted;
use crate::{memory, output};
use rayon::prelude::*;
use std::io;

/// Pieces of work of each thread before their results are taken.
const PIECES: usize = 2;

/// Lines at fault that get a message each.
const TOLD: u64 = 20;

/// Characters of a line at fault that are shown.
const SHOWN: usize = 200;

/// A line of an input.
pub(super) struct InputLine<'t> {
    /// The input's name.
    name: &'t str,
    /// Its number, from 1.
    pub(super) number: u64,
    bytes: &'t [u8],
    cut: bool,
}

impl<'t> InputLine<'t> {
    /// Returns the place of the line: "standard input, line 3".
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.name, self.number)
    }

    /// The line as it can be shown: cut if it is long, with what is no text replaced.
    pub(super) fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(4 * SHOWN)]);
        let mut shown: String = text.trim().chars().take(SHOWN).collect();
        if text.trim().len() > shown.len() || self.cut {
            shown.push('…');
        }
        safe(&shown)
    }

    /// Creates the error `what` about the line.
    pub(super) fn fault(&self, what: &str) -> Fault {
        Fault::input(format!("{}: {what}", self.place()))
    }

    /// The line as text.
    pub(super) fn text(&self) -> Result<&'t str, Fault> {
        if self.cut {
            return Err(self.fault("longer than any position"));
        }
        std::str::from_utf8(self.bytes).map_err(|_| self.fault("not UTF-8 text"))
    }
}

/// The memory that bounds how many lines are processed at a time.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Memory for all threads together.
    bytes: u64,
}

impl Room {
    /// The memory that a command may work with.
    pub(super) fn of(global: &Global) -> Self {
        Self { bytes: memory::work(global) }
    }

    /// Lines for a thread to work on at a time, at most `most`, if each takes `line_bytes` with its result.
    fn lines(self, line_bytes: u64, most: usize) -> usize {
        // Half is for the lines as they are read; and a thread's next lines may be done before others' are taken.
        let lines = self.bytes / 2 / PIECES as u64 / rayon::current_num_threads() as u64 / line_bytes;
        usize::try_from(lines).unwrap_or(most).clamp(1, most)
    }
}

/// Lines whose answers take so much memory each.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// Lines that a thread works on at a time, at most.
    pub(super) most: usize,
    /// Bytes that a line takes with its result, about.
    pub(super) line_bytes: u64,
}

/// Reads an input to its end. `work` gets a few lines at a time, on any thread; `take` gets the results in order.
pub(super) fn each<T: Send>(
    input: impl io::Read + Send + 'static,
    name: &str,
    room: Room,
    size: Size,
    work: impl Fn(&[InputLine<'_>]) -> Result<T, Fault> + Sync,
    mut take: impl FnMut(T) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut batches = Batches::new(input, room.bytes / 2);
    let size = room.lines(size.line_bytes, size.most);
    let round = size * PIECES * rayon::current_num_threads();
    loop {
        let batch =
            batches.next().map_err(|error| Fault::input(format!("{name} cannot be read: {error}")))?;
        let Some(batch) = batch.filter(|_| output::is_read()) else { return Ok(()) };
        let lines = batch.lines();
        let first = (batch.first..).step_by(round);
        for (first, lines) in first.zip(lines.chunks(round)) {
            let parts: Vec<Result<T, Fault>> = lines
                .par_chunks(size)
                .enumerate()
                .map(|(part, lines)| {
                    let numbers = first + (part * size) as u64..;
                    let line = |(number, &bytes)| InputLine { name, number, bytes, cut: batch.cut };
                    work(&numbers.zip(lines).map(line).collect::<Vec<_>>())
                })
                .collect();
            // What comes before a fault is taken.
            for part in parts {
                take(part?)?;
            }
        }
    }
}

/// Prints the faults of lines, and counts them.
pub(super) struct Faults {
    name: String,
    count: u64,
}

impl Faults {
    /// None so far, of this input.
    pub(super) fn of(name: &str) -> Self {
        Self { name: name.to_owned(), count: 0 }
    }

    /// More lines that cannot be read.
    pub(super) fn tell(&mut self, faults: &[Fault]) {
        for fault in faults {
            if self.count < TOLD {
                fault.show();
            }
            self.count += 1;
        }
    }

    /// The number of faulty lines; prints how many were not shown.
    pub(super) fn finish(self) -> u64 {
        if self.count > TOLD {
            let more = counted(self.count - TOLD, "more line", "more lines");
            output::note(&format!("{more} of {} cannot be read", self.name));
        }
        self.count
    }
}
