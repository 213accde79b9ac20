//! A person's input.

use nexsolve_console::{Fault, output};
use std::io::{self, BufRead};

/// The length of the longest line. Longer input continues as another line.
const LONGEST: u64 = 1 << 16;

/// Lines from a terminal, a pipe or a file.
pub(super) struct Input<'a> {
    lines: &'a mut dyn BufRead,
    /// Whether to print prompts.
    is_shown: bool,
}

impl<'a> Input<'a> {
    pub(super) fn new(lines: &'a mut dyn BufRead, is_shown: bool) -> Self {
        Self { lines, is_shown }
    }

    /// Reads the next line, without surrounding spaces; `None` at the end.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Option<String>, Fault> {
        if self.is_shown {
            output::result(&format!("{prompt}> "))?;
        }
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut *self.lines, LONGEST)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| Fault::input(format!("cannot read standard input: {error}")))?;
        if read == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_to_the_end_of_the_input() {
        let mut text: &[u8] = b" a1 \r\n\n\xff\nlast";
        let mut input = Input::new(&mut text, false);
        let mut lines = Vec::new();
        while let Some(line) = input.line("Black").expect("read") {
            lines.push(line);
        }
        assert_eq!(lines, ["a1", "", "\u{fffd}", "last"]);
        let long = vec![b'x'; (1 << 16) + 5];
        let mut text = long.as_slice();
        let mut input = Input::new(&mut text, false);
        let mut next = || input.line("").expect("read").map(|line| line.len());
        assert_eq!([next(), next(), next()], [Some(1 << 16), Some(5), None]);
    }
}
