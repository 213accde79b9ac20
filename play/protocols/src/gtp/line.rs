//! Lines and responses in the protocol's format.

use crate::lines::TextLine;
use nexsolve_core::Side;
use std::io::{self, BufRead, Write};

/// A non-empty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number that the controller gave the command.
    pub(super) id: Option<u64>,
    /// The command and its arguments; empty if the line has only a number.
    pub(super) words: Vec<String>,
    /// The text after the command as it is, for arguments that may contain spaces.
    pub(super) rest: String,
    /// Whether the line was too long and has been cut.
    pub(super) cut: bool,
}

impl Request {
    /// Parses a line: drops control characters other than tabs, turns tabs into spaces, and removes comments
    /// (from `#` on, unless it is between quotation marks). Returns `None` if nothing is left.
    pub(super) fn parse(bytes: &[u8], cut: bool) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        let kept = without_comment(&text).chars().filter(|c| *c == '\t' || !c.is_control());
        let text: String = kept.map(|c| if c == '\t' { ' ' } else { c }).collect();
        let (first, after) = first_word(&text);
        if first.is_empty() {
            return None;
        }
        let id = first.parse().ok().filter(|_| first.bytes().all(|byte| byte.is_ascii_digit()));
        let line = if id.is_some() { after } else { text.trim_start_matches(' ') };
        let words = line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let rest = first_word(line).1.trim_matches(' ').to_owned();
        Some(Self { id, words, rest, cut })
    }
}

/// Returns the first word of a text, and what follows it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(' ');
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

/// Returns a line up to the first `#` that is not between quotation marks.
fn without_comment(line: &str) -> &str {
    let mut from = 0;
    while let Some(at) = line[from..].find(['#', '"']).map(|at| from + at) {
        from = match line[at..].strip_prefix('"').map(|after| after.find('"')) {
            None => return &line[..at],
            Some(Some(close)) => at + close + 2,
            // This mark has no partner.
            Some(None) => at + 1,
        };
    }
    line
}

/// Reads the next line that is not empty; `None` at the end of the input.
pub(super) fn read(input: &mut dyn BufRead) -> io::Result<Option<Request>> {
    while let Some(line) = TextLine::read(input)? {
        if let Some(request) = Request::parse(&line.bytes, line.is_cut) {
            return Ok(Some(request));
        }
    }
    Ok(None)
}

/// Writes a response: `=` or `?`, the command's number, the text without empty lines, and an empty line. A
/// text of several lines begins on a new line, so that its columns stay aligned.
pub(super) fn respond(
    output: &mut dyn Write,
    id: Option<u64>,
    answer: &Result<String, String>,
) -> io::Result<()> {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let id = id.map(|id| id.to_string()).unwrap_or_default();
    let first = if lines.len() > 1 { "\n" } else { "" };
    write!(output, "{sign}{id} {first}{}\n\n", lines.join("\n"))?;
    output.flush()
}

/// Reads a colour, in either case, whole or by its first letter.
pub(super) fn read_side(word: &str) -> Result<Side, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err("syntax error: expected a colour, black or white".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::LONGEST;
    use proptest::prelude::*;

    fn parsed(text: &str) -> Option<(Option<u64>, String)> {
        Request::parse(text.as_bytes(), false).map(|line| (line.id, line.words.join(" ")))
    }

    #[test]
    fn lines_are_read_as_the_protocol_specifies() {
        assert_eq!(parsed("play  black\tb3\r"), Some((None, "play black b3".into())));
        assert_eq!(parsed(" 12 name # why not"), Some((Some(12), "name".into())));
        let rest = |text: &str| Request::parse(text.as_bytes(), false).expect("a command").rest;
        assert_eq!(rest("3  loadsgf  my  games/a.sgf 2 # \"x"), "my  games/a.sgf 2");
        assert_eq!(rest("loadsgf \"game #1.sgf\" # one"), "\"game #1.sgf\"");
        assert_eq!(rest("loadsgf 5\" # one"), "5\"");
        assert_eq!(rest("name"), "");
        assert_eq!(parsed("na\u{7}m\u{1}e\u{7f}"), Some((None, "name".into())));
        assert_eq!(parsed("7"), Some((Some(7), String::new())));
        for nothing in ["", "   \t", "# a comment", "\r", "\u{0}"] {
            assert_eq!(parsed(nothing), None, "{nothing:?}");
        }
        for no_number in ["-1 name", "+1 name", "99999999999999999999 name", "1x name", "٣ name"] {
            assert_eq!(parsed(no_number), Some((None, no_number.into())));
        }
    }

    #[test]
    fn long_lines_are_cut_and_the_last_needs_no_newline() {
        let text = format!("{}\n\n#\nname", "x".repeat(200_000));
        let mut input = io::BufReader::with_capacity(1_000, text.as_bytes());
        let first = read(&mut input).expect("text").expect("a line");
        assert_eq!((first.cut, first.words[0].len()), (true, LONGEST));
        assert_eq!(read(&mut input).expect("text").expect("a line").words, ["name"]);
        assert_eq!(read(&mut input).expect("text"), None);
    }

    #[test]
    fn responses_contain_one_empty_line_at_the_end() {
        let written = |id, answer: Result<&str, &str>| {
            let mut output = Vec::new();
            let answer = answer.map(str::to_owned).map_err(str::to_owned);
            respond(&mut output, id, &answer).expect("written");
            String::from_utf8(output).expect("text")
        };
        assert_eq!(written(None, Ok("")), "= \n\n");
        assert_eq!(written(Some(3), Ok("b3")), "=3 b3\n\n");
        assert_eq!(written(Some(0), Err("unknown command")), "?0 unknown command\n\n");
        assert_eq!(written(None, Ok("\n  1 2\n\n a . .  \n")), "= \n  1 2\n a . .\n\n");
    }

    proptest! {
        #[test]
        fn any_bytes_are_lines(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut input = &bytes[..];
            let mut lines = 0;
            while let Some(line) = read(&mut input).expect("no fault") {
                lines += 1;
                prop_assert!(line.id.is_some() || !line.words.is_empty());
                prop_assert!(line.words.iter().flat_map(|word| word.chars()).all(|c| !c.is_control() && c != ' '));
            }
            prop_assert!(lines <= bytes.split(|&byte| byte == b'\n').count());
        }
    }
}
