//! Lines of a protocol.

use std::io::{self, BufRead, ErrorKind};

/// The maximum length of a line, in bytes.
pub(crate) const LONGEST: usize = 64 << 10;

/// The byte-order mark of UTF-8, with which editors and shells begin files.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A line without its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextLine {
    /// The first [`LONGEST`] bytes.
    pub(crate) bytes: Vec<u8>,
    /// Whether the line was longer.
    pub(crate) is_cut: bool,
}

impl TextLine {
    /// Reads the next line; `None` at the end of the input. It discards the part of a line beyond the maximum
    /// length, and a byte-order mark before the line.
    pub(crate) fn read(input: &mut dyn BufRead) -> io::Result<Option<Self>> {
        let (mut line, mut has_begun, mut has_ended) = (Self::default(), false, false);
        while !has_ended {
            let come = match input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                come => come?,
            };
            if come.is_empty() {
                break;
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
        if line.bytes.starts_with(MARK) {
            line.bytes.drain(..MARK.len());
        }
        Ok(has_begun.then_some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_marks_are_skipped() {
        let lines = |text: &[u8]| {
            // A reader that gives one byte at a time.
            let mut input = io::BufReader::with_capacity(1, text);
            std::iter::from_fn(|| TextLine::read(&mut input).expect("readable"))
                .map(|line| line.bytes)
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(b"\xef\xbb\xbfhub\n\xef\xbb\xbfinit"), [b"hub".to_vec(), b"init".to_vec()]);
        assert_eq!(lines(b"\xef\xbb\n\n"), [b"\xef\xbb".to_vec(), Vec::<u8>::new()]);
        assert_eq!(lines(b"\xef\xbb\xbf"), [Vec::<u8>::new()]);
        assert!(lines(b"").is_empty());
    }
}
