//! Reads the lines of a large input in batches of bounded size. When the input pauses, a batch contains the
//! lines that have arrived.

use nexsolve_console::files::MARK;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

/// The greatest size of a batch in bytes; no line is longer than a batch.
const BATCH_BYTES: u64 = 4 << 20;

/// The number of bytes to read at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// The lines of an input as they arrive, at most a few megabytes at a time.
pub(super) struct Batches {
    /// The input, which a separate thread reads.
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The error if that thread could not be started.
    failed: Option<io::Error>,
    batch_bytes: usize,
    /// The beginning of a line whose end has not been read yet.
    rest: Vec<u8>,
    /// The number of the next line, from 1.
    next: u64,
    ended: bool,
}

/// Consecutive lines.
#[derive(Debug)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    /// The number of the first line, from 1.
    pub(super) first: u64,
    /// Whether the batch contains only the beginning of a line that is longer than a batch.
    pub(super) cut: bool,
}

impl Batch {
    /// Returns the lines, without line ends.
    pub(super) fn lines(&self) -> Vec<&[u8]> {
        let text = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
    }
}

impl Batches {
    /// Begins to read the lines of an input, using about `memory_bytes` of memory.
    pub(super) fn new(input: impl Read + Send + 'static, memory_bytes: u64) -> Self {
        // While a batch is divided into lines, up to four copies of it exist, and an empty line needs eight
        // times its bytes.
        let batch_bytes = (memory_bytes / 16).clamp(CHUNK_BYTES as u64, BATCH_BYTES);
        Self::of(input, batch_bytes as usize)
    }

    fn of(mut input: impl Read + Send + 'static, batch_bytes: usize) -> Self {
        // At most one batch is read ahead.
        let (send, chunks) = sync_channel(batch_bytes.div_ceil(CHUNK_BYTES));
        let reader = move || {
            loop {
                let mut chunk = vec![0; CHUNK_BYTES];
                let read = input.read(&mut chunk);
                match &read {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    _ => {}
                }
                let is_over = read.is_err();
                let sent = send.send(read.map(|len| {
                    chunk.truncate(len);
                    chunk
                }));
                if is_over || sent.is_err() {
                    return;
                }
            }
        };
        let failed = thread::Builder::new().spawn(reader).err();
        Self { chunks, failed, batch_bytes, rest: Vec::new(), next: 1, ended: false }
    }

    /// Returns the lines that have arrived, after waiting for the first one; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Batch>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut bytes = std::mem::take(&mut self.rest);
        while bytes.len() < self.batch_bytes {
            let may_wait = !bytes.contains(&b'\n');
            match self.chunk(may_wait)? {
                Some(chunk) => bytes.extend(chunk),
                None => break,
            }
        }
        if self.next == 1 && bytes.starts_with(MARK) {
            bytes.drain(..MARK.len());
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let beyond = bytes.split_off(bytes.len().min(self.batch_bytes));
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let cut = end.is_none() && !(self.ended && beyond.is_empty());
        if cut {
            self.skip_line(beyond)?;
        } else {
            self.rest = bytes.split_off(end.map_or(bytes.len(), |at| at + 1));
            self.rest.extend(beyond);
        }
        let batch = Batch { bytes, first: self.next, cut };
        self.next += batch.lines().len() as u64;
        Ok(Some(batch))
    }

    /// Returns the next chunk of input; `None` at the end, or if nothing has arrived and `may_wait` is false.
    fn chunk(&mut self, may_wait: bool) -> io::Result<Option<Vec<u8>>> {
        let received = match self.chunks.try_recv() {
            Err(TryRecvError::Empty) if may_wait => {
                self.chunks.recv().map_err(|_| TryRecvError::Disconnected)
            }
            received => received,
        };
        self.ended |= matches!(received, Err(TryRecvError::Disconnected));
        received.ok().transpose()
    }

    /// Skips the rest of a line, and keeps the input after it.
    fn skip_line(&mut self, mut bytes: Vec<u8>) -> io::Result<()> {
        loop {
            if let Some(at) = bytes.iter().position(|&byte| byte == b'\n') {
                self.rest = bytes.split_off(at + 1);
                return Ok(());
            }
            match self.chunk(true)? {
                Some(chunk) => bytes = chunk,
                None => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all lines with their numbers; `…` marks a cut line.
    fn lines(text: &str, batch_bytes: usize) -> Vec<(u64, String)> {
        let mut batches = Batches::of(io::Cursor::new(text.to_owned()), batch_bytes);
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
    fn lines_are_returned_when_the_input_pauses() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        let mut batches = Batches::new(reader, 1 << 20);
        let mut next = || batches.next().expect("no error").map(|batch| (batch.first, batch.bytes));
        for (written, expected) in
            [("a\nb\nbegun", (1, b"a\nb\n".to_vec())), (" and ended\n", (3, b"begun and ended\n".to_vec()))]
        {
            io::Write::write_all(&mut writer, written.as_bytes()).expect("written");
            assert_eq!(next(), Some(expected));
        }
        drop(writer);
        assert!(next().is_none());
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_first_line() {
        for batch_bytes in [8, 9, 1 << 20] {
            let found = lines("\u{feff}a\n\u{feff}b\n", batch_bytes);
            assert_eq!(found, [(1, "a".to_owned()), (2, "\u{feff}b".to_owned())], "{batch_bytes}");
            assert_eq!(lines("\u{feff}", batch_bytes), []);
            assert_eq!(lines("\u{feff}\n", batch_bytes), [(1, String::new())]);
        }
    }

    #[test]
    fn only_lines_that_are_too_long_are_cut() {
        let text = format!("a\n{}\nb\n{}", "x".repeat(1000), "y".repeat(100));
        let found = lines(&text, 10);
        let expected = ["a".to_owned(), "x".repeat(10) + "…", "b".to_owned(), "y".repeat(10) + "…"];
        assert_eq!(found, (1..).zip(expected).collect::<Vec<_>>());
    }
}
