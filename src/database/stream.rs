//! Answers the lines of a large input in order, on all threads.

use super::lines::Batches;
use nexsolve_console::{Fault, Global, fault::safe, memory, output, units::counted};
use rayon::prelude::*;
use std::io;

/// The number of pieces of work per thread before results are taken.
const PIECES: usize = 2;

/// The greatest number of faulty lines that get a message.
const TOLD: u64 = 20;

/// The greatest number of characters of a faulty line to show.
const SHOWN: usize = 200;

/// A line of an input.
pub(super) struct InputLine<'t> {
    /// The input's name.
    name: &'t str,
    /// The line's number, from 1.
    pub(super) number: u64,
    bytes: &'t [u8],
    cut: bool,
}

impl<'t> InputLine<'t> {
    /// Returns the place of the line: "standard input, line 3".
    pub(super) fn place(&self) -> String {
        format!("{}, line {}", self.name, self.number)
    }

    /// Returns the line as it can be shown: shortened if it is long, and with invalid UTF-8 replaced.
    pub(super) fn shown(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(4 * SHOWN)]);
        let mut shown: String = text.trim().chars().take(SHOWN).collect();
        if text.trim().len() > shown.len() || self.cut {
            shown.push('…');
        }
        safe(&shown)
    }

    /// Creates a fault about the line.
    pub(super) fn fault(&self, what: &str) -> Fault {
        Fault::input(format!("{}: {what}", self.place()))
    }

    /// Returns the line as text.
    pub(super) fn text(&self) -> Result<&'t str, Fault> {
        if self.cut {
            return Err(self.fault("longer than any position"));
        }
        std::str::from_utf8(self.bytes).map_err(|_| self.fault("not UTF-8 text"))
    }
}

/// The memory for processing lines, which limits how many are processed at a time.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Memory for all threads together.
    bytes: u64,
}

impl Room {
    /// Returns the memory that a command may use for its work.
    pub(super) fn of(global: &Global) -> Self {
        Self { bytes: memory::work(global) }
    }

    /// Returns the number of lines for a thread to process at a time, at most `most`, if each needs
    /// `line_bytes` with its result.
    fn lines(self, line_bytes: u64, most: usize) -> usize {
        // Half of the memory is for reading. A thread may finish its next piece before the results of others
        // are taken.
        let lines = self.bytes / 2 / PIECES as u64 / rayon::current_num_threads() as u64 / line_bytes;
        usize::try_from(lines).unwrap_or(most).clamp(1, most)
    }
}

/// The limits of a piece of work.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// The greatest number of lines that a thread processes at a time.
    pub(super) most: usize,
    /// The approximate memory for a line with its result.
    pub(super) line_bytes: u64,
}

/// Reads an input to its end. `work` processes a few lines at a time, on any thread; `take` receives the
/// results in order.
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
            // Results before a fault are taken.
            for part in parts {
                take(part?)?;
            }
        }
    }
}

/// Prints and counts the faults of lines.
pub(super) struct Faults {
    name: String,
    count: u64,
}

impl Faults {
    /// Starts counting for the input with this name.
    pub(super) fn of(name: &str) -> Self {
        Self { name: name.to_owned(), count: 0 }
    }

    /// Prints and counts more faults.
    pub(super) fn tell(&mut self, faults: &[Fault]) {
        for fault in faults {
            if self.count < TOLD {
                fault.show();
            }
            self.count += 1;
        }
    }

    /// Prints how many faults were not shown. Returns the number of all faults.
    pub(super) fn finish(self) -> u64 {
        if self.count > TOLD {
            let more = counted(self.count - TOLD, "more line", "more lines");
            output::note(&format!("{more} of {} cannot be read", self.name));
        }
        self.count
    }
}
