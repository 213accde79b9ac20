//! Lines of a protocol.

use std::io::{self, BufRead, ErrorKind};

/// The maximum length of a line, in bytes.
pub(crate) const LONGEST: usize = 64 << 10;

/// A line without its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    /// The first [`LONGEST`] bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether the line was longer.
    pub(crate) is_cut: bool,
}

impl Line {
    /// Reads the next line; `None` at the end of the input. It discards the part of a line beyond the maximum length.
    pub(crate) fn read(input: &mut dyn BufRead) -> io::Result<Option<Self>> {
        let (mut line, mut has_begun, mut has_ended) = (Self::default(), false, false);
        while !has_ended {
            let come = match input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                come => come?,
            };
            if come.is_empty() {
                return Ok(has_begun.then_some(line));
            }
            has_begun = true;
            let end = come.iter().position(|&byte| byte == b'\n');
            has_ended = end.is_some();
            let part = &come[..end.unwrap_or(come.len())];
            let kept = part.len().min(LONGEST - line.bytes.len());
            line.bytes.extend_from_slice(&part[..kept]);
            line.is_cut |= kept < part.len();
            let used = part.len() + usize::from(has_ended);
            input.consume(used);
        }
        Ok(Some(line))
    }
}
