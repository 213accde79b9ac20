//! Lines of a large input, in batches of bounded size.

use std::io::{self, BufRead, BufReader, Read};

/// The bytes of a batch; no line is longer.
pub(super) const BATCH_BYTES: usize = 4 << 20;

/// What some editors put before a text, to tell that it is UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads lines, some megabytes at a time.
pub(super) struct Batches<R> {
    input: BufReader<R>,
    batch_bytes: usize,
    /// What has been read and not handed out: the beginning of a line.
    rest: Vec<u8>,
    /// The number of the line that comes next, from 1.
    next: u64,
    ended: bool,
}

/// Lines that stand one after the other.
#[derive(Debug)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    /// The number of the first line, from 1.
    pub(super) first: u64,
    /// The one line is longer than a batch; its beginning is here.
    pub(super) cut: bool,
}

impl Batch {
    /// The lines, without what ends them.
    pub(super) fn lines(&self) -> Vec<&[u8]> {
        let text = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
    }
}

impl<R: Read> Batches<R> {
    /// The lines of an input.
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            batch_bytes: BATCH_BYTES,
            rest: Vec::new(),
            next: 1,
            ended: false,
        }
    }

    /// The next lines; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Batch>> {
        let mut bytes = std::mem::take(&mut self.rest);
        if !self.ended {
            let room = (self.batch_bytes - bytes.len()) as u64;
            let read = self.input.by_ref().take(room).read_to_end(&mut bytes)?;
            self.ended = (read as u64) < room;
        }
        if self.next == 1 && bytes.starts_with(MARK) {
            bytes.drain(..MARK.len());
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let (first, mut cut) = (self.next, false);
        match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(at) => self.rest = bytes.split_off(at + 1),
            None if self.ended => {}
            None => {
                cut = true;
                self.input.skip_until(b'\n')?;
            }
        }
        let batch = Batch { bytes, first, cut };
        self.next += batch.lines().len() as u64;
        Ok(Some(batch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines with their numbers, `…` behind one that is cut.
    fn lines(text: &str, batch_bytes: usize) -> Vec<(u64, String)> {
        let mut batches = Batches { batch_bytes, ..Batches::new(text.as_bytes()) };
        let mut found = Vec::new();
        while let Some(batch) = batches.next().expect("no disk, no error") {
            for (number, line) in (batch.first..).zip(batch.lines()) {
                let cut = if batch.cut { "…" } else { "" };
                found.push((number, String::from_utf8_lossy(line).into_owned() + cut));
            }
        }
        found
    }

    #[test]
    fn lines_are_the_same_in_batches_of_any_size() {
        for text in ["", "\n", "a", "a\n", "\n\n", "one\ntwo\r\nthree", "one\n\nthree\n", "é\nö\n"] {
            let expected: Vec<(u64, String)> = (1..).zip(text.lines().map(str::to_owned)).collect();
            for batch_bytes in [8, 9, 10, 20, 1 << 20] {
                assert_eq!(lines(text, batch_bytes), expected, "{text:?} in batches of {batch_bytes}");
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        for batch_bytes in [8, 9, 1 << 20] {
            let found = lines("\u{feff}a\n\u{feff}b\n", batch_bytes);
            assert_eq!(found, [(1, "a".to_owned()), (2, "\u{feff}b".to_owned())], "{batch_bytes}");
            assert_eq!(lines("\u{feff}", batch_bytes), []);
            assert_eq!(lines("\u{feff}\n", batch_bytes), [(1, String::new())]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_ones_are_not() {
        let text = format!("a\n{}\nb\n{}", "x".repeat(1000), "y".repeat(100));
        let found = lines(&text, 10);
        let expected = ["a".to_owned(), "x".repeat(10) + "…", "b".to_owned(), "y".repeat(10) + "…"];
        assert_eq!(found, (1..).zip(expected).collect::<Vec<_>>());
    }
}
