//! Error messages: what is wrong, where (with a caret under the place), and what to do.

use crate::exit::Exit;
use crate::terminal;
use crate::units::at_least;
use anstyle::{AnsiColor, Style};
use nexsolve_catalogue::NameError;
use nexsolve_core::{ProbeError, ReadError};
use nexsolve_db::is_unreached;
use serde_json::{Value, json};
use std::io::{ErrorKind, Write as _};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use unicode_width::UnicodeWidthChar;

/// The greatest number of columns of a line to show around a fault.
const WINDOW: usize = 70;
/// The columns before a shown line: a bar between spaces.
const BAR: usize = 4;
const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Cyan.on_default();
/// The length in bytes of the longest text that is repeated in a document.
const LONGEST_TEXT: usize = 4_096;

/// Whether faults are printed as documents.
static DOCUMENTS: AtomicBool = AtomicBool::new(false);

/// Sets whether faults are printed as documents from now on.
pub fn print_documents(is_asked: bool) {
    DOCUMENTS.store(is_asked, Relaxed);
}

/// Why the command failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The exit code.
    pub exit: Exit,
    /// What is wrong.
    pub message: String,
    /// The faulty line with carets, if the fault is in a text.
    pub shown: String,
    /// The text and the faulty bytes in it, unless it is long.
    pub place: Option<(String, Range<usize>)>,
    /// Remedies.
    pub hints: Vec<String>,
}

impl Fault {
    /// Returns the fault of a panic.
    pub fn of_panic(info: &std::panic::PanicHookInfo<'_>) -> Self {
        let what = info.payload_as_str().unwrap_or("no message");
        let place = info.location().map_or_else(String::new, |place| format!(" ({place})"));
        Self::new(Exit::Fault, format!("internal error: {what}{place}"))
            .hint("please report this, with the command you ran")
    }

    /// Creates a fault that ends the run with this exit code. Control characters of the message other than
    /// line feeds are escaped.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: safe_lines(&message.into()),
            shown: String::new(),
            place: None,
            hints: Vec::new(),
        }
    }

    /// Creates a fault of the options or arguments.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// Creates the fault that work needs a `--memory` of at least this many bytes. `needs` begins the
    /// message: "the manifest needs". `instead` says what else the user can give: ", or --sample".
    pub fn memory(needs: &str, bytes: u64, instead: &str) -> Self {
        let least = at_least(bytes);
        Self::new(Exit::System, format!("{needs} at least {least} of memory"))
            .hint(format!("give --memory {least} or more{instead}"))
    }

    /// Creates the fault that input cannot be read.
    pub fn input(message: impl Into<String>) -> Self {
        Self::new(Exit::Input, message)
    }

    /// Creates the fault that the system gives no more memory, which the program can still report.
    pub fn out_of_memory(message: &str) -> Self {
        Self::new(Exit::System, safe(message)).hint("give less --memory or fewer --threads")
    }

    /// Creates the fault of a table that the system refused to read, with an error of this kind, or that is
    /// damaged.
    pub fn table(message: &str, refusal: Option<ErrorKind>) -> Self {
        match refusal {
            Some(ErrorKind::OutOfMemory) => Self::out_of_memory(message),
            Some(ErrorKind::FileTooLarge) => Self::new(Exit::System, safe(message))
                .hint("give more --memory: a part of it is for the indices of tables"),
            Some(ErrorKind::Interrupted) => Self::new(Exit::Interrupted, safe(message)),
            Some(ErrorKind::QuotaExceeded) => Self::new(Exit::System, safe(message)).hint(MORE_FILES),
            Some(kind) if kind == ErrorKind::StorageFull || is_unreached(kind) => {
                Self::new(Exit::System, safe(message))
            }
            _ => Self::damaged(message),
        }
    }

    /// Creates the fault of a damaged table.
    pub fn damaged(message: &str) -> Self {
        Self::new(Exit::Table, safe(message))
            .hint("nexsolve verify DIR lists all damage; a database on the web must be downloaded first")
    }

    /// Creates the fault that a text given by the user cannot be read, shown with a caret. `what` names the
    /// text: "position".
    pub fn read(what: &str, text: &str, error: &ReadError) -> Self {
        let (line, column) = line_and_column(text, error.span.start);
        let place = if text.trim_end().contains('\n') || text.len() > WINDOW {
            format!("{what}, line {line}, column {column}")
        } else {
            what.to_owned()
        };
        Self::input(format!("{place}: {error}")).at(text, error.span.clone())
    }

    /// Adds the text and the faulty bytes in it.
    pub fn at(mut self, text: &str, span: Range<usize>) -> Self {
        self.shown = snippet(text, span.clone());
        self.place = (text.len() <= LONGEST_TEXT).then(|| (text.to_owned(), span));
        self
    }

    /// Adds a suggestion of what the user may have meant, before other hints.
    pub fn meant(mut self, meant: Option<String>) -> Self {
        if let Some(meant) = meant {
            self.hints.insert(0, format!("did you mean {meant}?"));
        }
        self
    }

    /// Returns the fault of a name, with a suggestion of what the user may have meant. The suggestion
    /// replaces the list of all names.
    pub fn name(mut error: NameError, meant: Option<String>) -> Self {
        if meant.is_some() {
            error.hints.clear();
        }
        Self::from(error).meant(meant)
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(safe_lines(&hint.into()));
        self
    }

    /// Returns the first line of the message.
    pub fn line(&self) -> String {
        let message = anstream::adapter::strip_str(&self.message).to_string();
        safe(message.lines().next().unwrap_or_default())
    }

    /// Returns the fault as a JSON document. Places are counted in characters.
    pub fn document(&self) -> Value {
        let (text, span) = self.place.as_ref().map(|(text, span)| (text, span)).unzip();
        let chars =
            |at: usize| text.map_or(0, |text| text.char_indices().take_while(|&(i, _)| i < at).count());
        json!({
            "message": anstream::adapter::strip_str(self.message.trim_end()).to_string(),
            // The faulty text and the place in it; null if the fault is not in a text, or the text is long.
            "text": text,
            "from": span.map(|span| chars(span.start)),
            "to": span.map(|span| chars(span.end)),
            "hint": (!self.hints.is_empty()).then(|| self.hints.join("; ")),
            "exit": self.exit as i32,
        })
    }

    /// Prints the fault on standard error, ignoring failures.
    pub fn show(&self) {
        if DOCUMENTS.load(Relaxed) {
            let _ = writeln!(std::io::stderr(), "{}", json!({ "error": self.document() }));
            return;
        }
        let mut text = labelled(ERROR, "error:", self.message.trim_end());
        text += &self.shown;
        for hint in &self.hints {
            text += &labelled(NOTE, "hint:", hint);
        }
        let _ = anstream::stderr().write_all(text.as_bytes());
    }
}

impl From<NameError> for Fault {
    fn from(error: NameError) -> Self {
        let fault = Self::usage(error.message);
        let fault = match error.place {
            Some((text, span)) => fault.at(&text, span),
            None => fault,
        };
        error.hints.into_iter().fold(fault, Self::hint)
    }
}

impl From<ProbeError> for Fault {
    fn from(error: ProbeError) -> Self {
        Self::table(&error.to_string(), error.refused)
    }
}

/// What to do if the system lets the process open no more files.
pub const MORE_FILES: &str =
    "each table that is read stays open; `ulimit -n 4096` allows that many open files";

/// Returns a message after its label, in lines that fit into the terminal.
fn labelled(style: Style, label: &str, message: &str) -> String {
    let text = terminal::message(&format!("{label} {message}"));
    format!("{style}{label}{style:#}{}\n", &text[label.len()..])
}

/// Returns the line of a byte and the character in that line, both from 1.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(at)];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Returns the faulty line, and a line with carets under the bytes of `span`; both begin with a bar. Of a
/// long line, only as much around the fault is shown as fits into the terminal, and at most 70 columns.
/// Characters without width, or that could move the cursor, are shown by their codes. A span over several
/// lines is cut at the end of its first line.
pub fn snippet(text: &str, span: Range<usize>) -> String {
    let window = terminal::message_columns().map_or(WINDOW, |columns| WINDOW.min(columns - BAR));
    let start = text.floor_char_boundary(span.start);
    let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
    let end = text.floor_char_boundary(span.end).clamp(start, line_end);
    let line = text[line_start..line_end].strip_suffix('\r').unwrap_or(&text[line_start..line_end]);
    let (start, end) = ((start - line_start).min(line.len()), (end - line_start).min(line.len()));

    // First the fault, then as much as fits after and before it. Each side gets half of the room, and what
    // the other side does not use. Two columns are reserved for the marks of cut text.
    let (fault, fault_width, fault_cut) = fitting(line[start..end].chars(), window - 12);
    let room = window - 2 - fault_width;
    let rest = if fault_cut { "" } else { &line[end..] };
    let (_, wanted, _) = fitting(rest.chars(), room);
    let before_room = (room / 2).max(room - wanted);
    let (before, before_width, before_cut) = fitting(line[..start].chars().rev(), before_room);
    let (after, _, after_cut) = fitting(rest.chars(), room - before_width);

    let before: String = before.into_iter().rev().collect();
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    let (first, last) = (mark(before_cut), mark(after_cut || fault_cut));
    let shown = format!("  | {first}{before}{}{}{last}", fault.concat(), after.concat());
    let (indent, carets) = (before_width + usize::from(before_cut), "^".repeat(fault_width.max(1)));
    format!("{}\n  | {:indent$}{ERROR}{carets}{ERROR:#}\n", shown.trim_end(), "")
}

/// Returns the first characters that fit into `columns`, in a form that is safe to print; their width; and
/// whether any characters are left.
fn fitting(chars: impl Iterator<Item = char>, columns: usize) -> (Vec<String>, usize, bool) {
    let (mut shown, mut width) = (Vec::new(), 0);
    for c in chars {
        let (text, columns_of) = printable(c);
        if width + columns_of > columns {
            return (shown, width, true);
        }
        width += columns_of;
        shown.push(text);
    }
    (shown, width, false)
}

/// Returns a character as it can be printed, and its width in columns.
fn printable(c: char) -> (String, usize) {
    if let Some(width @ 1..) = c.width()
        && !is_direction_mark(c)
    {
        return (c.to_string(), width);
    }
    let escaped = c.escape_debug().to_string();
    let escaped = if escaped.len() == c.len_utf8() { c.escape_unicode().to_string() } else { escaped };
    let width = escaped.chars().count();
    (escaped, width)
}

/// Returns whether a character changes the writing direction, which would move the caret away from its place.
fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// Returns the text with control characters escaped, because they could manipulate a terminal.
pub fn safe(text: &str) -> String {
    text.chars().map(|c| if c.width().unwrap_or(0) > 0 { c.to_string() } else { printable(c).0 }).collect()
}

/// Returns the lines of a text, each [`safe`].
fn safe_lines(text: &str) -> String {
    text.split('\n').map(safe).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Notation;
    use nexsolve_games::hex::{Convention, Hex, Swap, Variant};
    use nexsolve_games::nex::Nex;
    use proptest::prelude::*;

    fn plain(text: &str, span: Range<usize>) -> String {
        anstream::adapter::strip_str(&snippet(text, span)).to_string()
    }

    #[test]
    fn the_caret_is_under_the_fault() {
        assert_eq!(plain("Ba9?b1", 1..3), "  | Ba9?b1\n  |  ^^\n");
        assert_eq!(plain("Ba1?", 4..4), "  | Ba1?\n  |     ^\n");
        assert_eq!(plain("", 0..0), "  |\n  | ^\n");
        assert_eq!(plain("one\ntwo x\r\nthree", 8..9), "  | two x\n  |     ^\n");
        assert_eq!(plain("ab\ncd", 1..5), "  | ab\n  |  ^\n");
    }

    #[test]
    fn wide_and_invisible_characters_keep_the_caret_in_place() {
        assert_eq!(plain("棋盤x", 6..7), "  | 棋盤x\n  |     ^\n");
        assert_eq!(plain("a\tb\u{1b}[31mc", 1..2), "  | a\\tb\\u{1b}[31mc\n  |  ^^\n");
        assert_eq!(plain("e\u{301}x", 3..4), "  | e\\u{301}x\n  |         ^\n");
        // A span in the middle of a character does not panic.
        assert_eq!(plain("é", 1..1), "  | é\n  | ^\n");
    }

    #[test]
    fn no_fault_sends_escape_codes_to_the_terminal() {
        let fault = Fault::usage("a\u{1b}[31m name\nand\ra line").hint("try \u{202e}it");
        assert_eq!(fault.message, "a\\u{1b}[31m name\nand\\ra line");
        assert_eq!(fault.hints, ["try \\u{202e}it"]);
        // What is safe already stays as it is.
        assert_eq!(Fault::usage(fault.message.clone()).message, fault.message);
    }

    #[test]
    fn a_long_line_is_cut_to_a_window() {
        let long = format!("{}!{}", "a1;".repeat(3_000_000), "b2;".repeat(1_000_000));
        let at = long.find('!').expect("there");
        for (start, end) in
            [(at, at + 1), (0, 1), (long.len(), long.len()), (at, long.len()), (0, long.len())]
        {
            let shown = plain(&long, start..end);
            for line in shown.lines() {
                assert!(line.chars().count() <= WINDOW + 4, "{shown}");
            }
            let lines: Vec<&str> = shown.lines().collect();
            let caret = lines[1].chars().position(|c| c == '^').expect("a caret");
            let under = lines[0].chars().nth(caret);
            assert_eq!(under, long[start..].chars().next(), "{shown}");
        }
        assert_eq!(line_and_column(&long, at), (1, at + 1));
        let marks = "\u{301}".repeat(1000);
        assert!(plain(&marks, 0..0).chars().count() < 160);
    }

    proptest! {
            /// For any text, `solve --position` reads a position or prints a short message with a caret.
            #[test]
    fn any_position_is_read_or_refused_with_a_message(text in any_text(), rows in 1_u32..6, cols in 1_u32..6) {
                let nex = Nex::<u64>::new(rows, cols).expect("a small board").read_position(&text).map(|_| ());
                let variant = Variant { convention: Convention::Course, swap: Swap::On, ..Variant::default() };
                let hex = Hex::<u64>::new(rows, cols, variant).expect("a small board").read_position(&text);
                for error in nex.err().into_iter().chain(hex.err()) {
                    let fault = Fault::read("position", &text, &error);
                    let shown = format!("{}\n{}", fault.message, anstream::adapter::strip_str(&fault.shown));
                    prop_assert_eq!(fault.exit, Exit::Input);
                    prop_assert!(shown.contains('^') && shown.chars().count() < 500, "{}", shown);
                    prop_assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", shown);
                }
            }
        }

    /// Generates noise, and texts that look almost like positions.
    fn any_text() -> impl Strategy<Value = String> {
        let almost = r"([BW?]?[a-g]?[0-9]{0,3}[;/ .?BW,xé\n-]{0,2}){0,40}";
        prop_oneof![any::<String>(), almost.prop_map(|text: String| text)]
    }
}
