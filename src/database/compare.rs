//! `nexsolve compare`: compares a database with values from another source.

use super::lookup::{Lookup, Question};
use super::stream::{self, Faults, InputLine, Room, Size};
use super::{folder, open};
use clap::Args;
use nexsolve_console::columns::Align::{Left, Right};
use nexsolve_console::columns::{self};
use nexsolve_console::units::{counted, grouped};
use nexsolve_console::{Exit, Fault, Global, fault::safe, files, output, threads};
use nexsolve_core::{Points, Wdl};
use nexsolve_db::json::number;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// The number of lines that a thread compares at a time, and the memory for one line.
const LINES: Size = Size { most: 1 << 12, line_bytes: 1 << 10 };

/// The number of differences, and of positions in no table, listed without `--all`.
const TOLD: usize = 20;

/// The values in the order of the counts.
const VALUES: [Wdl; 3] = [Wdl::Win, Wdl::Draw, Wdl::Loss];

/// The arguments of `compare`.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "nexsolve compare [OPTIONS] DIR FILE")]
pub(crate) struct CompareArgs {
    /// Database folder, instead of DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Database folder, then a file with a position, `;` and its value for the side to move on each line; -
    /// is standard input
    #[arg(value_name = "FILE", required = true, num_args = 1..=2)]
    pub(crate) words: Vec<PathBuf>,
    /// List all differences and all positions in no table, not only the first 20
    #[arg(long)]
    pub(crate) all: bool,
    /// Write all differences to this file: position;value of the file;value of the table, with each position
    /// as the file spells it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &CompareArgs, global: &Global) -> Result<Exit, Fault> {
    let (folder, [file]) = folder::and_rest(args.db.as_deref(), &args.words) else {
        return Err(Fault::usage("compare needs a database and one file").hint("nexsolve compare DIR FILE"));
    };
    let opened = open(folder, global)?;
    if let Some(out) = &args.out {
        files::check_folder(out)?;
    }
    let asked = Lookup::new(&opened, folder)?;
    let found = threads::with(global, |_| {
        let (mut found, room) = (Comparison::default(), Room::of(global));
        let Some(path) = &args.out else {
            read(&asked, args, file, room, &mut found, &mut |_| Ok(()))?;
            return Ok(found);
        };
        files::write(path, |out| {
            read(&asked, args, file, room, &mut found, &mut |difference| {
                let Difference { position, said, table, .. } = difference;
                writeln!(out, "{position};{said};{table}").map_err(|error| files::unwritable(path, &error))
            })
        })?;
        Ok(found)
    })?;
    let name = files::name(file);
    let document = || found.document(&opened.board.to_string(), &name);
    output::answer(global, document, || found.text(&name, args))?;
    if found.absent > 0 {
        let positions = counted(found.absent, "position", "positions");
        let message = format!("{} has no table for {positions} of {name}", files::name(folder));
        Fault::new(Exit::Table, message).hint("nexsolve info DIR lists the tables").show();
    }
    if found.lines == 0 {
        Fault::input(format!("nothing to compare: {name} has no positions")).show();
    }
    Ok(found.exit())
}

/// Reads the file to its end, and calls `tell` for every difference.
fn read(
    asked: &Lookup,
    args: &CompareArgs,
    file: &Path,
    room: Room,
    found: &mut Comparison,
    tell: &mut dyn FnMut(&Difference) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let name = files::name(file);
    let mut faults = Faults::of(&name);
    let most = if args.all { usize::MAX } else { TOLD };
    let work = |lines: &[InputLine<'_>]| part(asked, lines);
    let take = |(part, unread): (Comparison, Vec<Fault>)| {
        faults.tell(&unread);
        found.lines += part.lines;
        found.absent += part.absent;
        let room = most - found.first_absent.len();
        found.first_absent.extend(part.first_absent.into_iter().take(room));
        for (sum, part) in found.counts.iter_mut().flatten().zip(part.counts.into_iter().flatten()) {
            *sum += part;
        }
        found.different += part.different;
        for difference in part.first {
            tell(&difference)?;
            if found.first.len() < most {
                found.first.push(difference);
            }
        }
        Ok(())
    };
    stream::each(files::open(file)?, &name, room, LINES, work, take)?;
    found.unread = faults.finish();
    Ok(())
}

/// Compares some lines. Returns the result with all differences, and the faults of lines that could not be
/// read.
fn part(asked: &Lookup, lines: &[InputLine<'_>]) -> Result<(Comparison, Vec<Fault>), Fault> {
    let (mut part, mut unread) = (Comparison::default(), Vec::new());
    let (mut said, mut questions) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    for line in lines {
        match line.text().and_then(|text| entry(asked, line, text)) {
            Ok(None) => {}
            Ok(Some((text, value, question))) => {
                said.push((text, value, line.number));
                questions.push(question);
            }
            Err(fault) => unread.push(fault),
        }
    }
    part.lines = (said.len() + unread.len()) as u64;
    let worths = asked.worths(&questions)?;
    for (((text, said, line), question), mut worth) in said.into_iter().zip(&questions).zip(worths) {
        if matches!(said, Said::Points(_)) && worth.points.is_none() && worth.is_known() {
            worth.points = asked.points(question)?;
        }
        let Some(value) = worth.bounds.wdl() else {
            part.first_absent.push(Absent { line, position: safe(text) });
            continue;
        };
        part.counts[place(said.value())][place(value)] += 1;
        // The table's value, in the same form as the line's.
        let table = match (said, worth.points) {
            (Said::Points(_), Some(points)) => Said::Points(points),
            _ => Said::Value(value),
        };
        if said != table {
            let (said, table) = (said.to_string(), table.to_string());
            part.first.push(Difference { line, position: safe(text), said, table });
        }
    }
    part.absent = part.first_absent.len() as u64;
    part.different = part.first.len() as u64;
    Ok((part, unread))
}

/// Parses a line. Returns the position as written, its value, and the question; `None` for an empty line or a
/// comment.
fn entry<'t>(
    asked: &Lookup,
    line: &InputLine<'_>,
    text: &'t str,
) -> Result<Option<(&'t str, Said, Question)>, Fault> {
    if text.trim().is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let wrong = |span, what: &str| Fault::input(format!("{}: {what}", line.place())).at(text, span);
    let Some(at) = text.rfind(';') else {
        let end = text.trim_end().len();
        return Err(wrong(end..end, "expected `;` and a value after the position"));
    };
    let word = text[at + 1..].trim();
    let from = text.len() - text[at + 1..].trim_start().len();
    let Some(said) = Said::read(word, asked.has_points) else {
        let known = if asked.has_points {
            "a score such as 3 or -2, or win, draw, loss"
        } else {
            "win, draw, loss, or W, D, L, or 1, 0, -1"
        };
        let what = format!("expected {known}, for the side to move");
        return Err(wrong(from..from + word.len(), &what));
    };
    let question = asked.read(&text[..at]).map_err(|error| Fault::read(&line.place(), text, &error))?;
    Ok(Some((text[..at].trim(), said, question)))
}

/// The value on a line, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// Win, draw or loss.
    Value(Wdl),
    /// Points from here on.
    Points(Points),
}

impl Said {
    fn read(word: &str, points: bool) -> Option<Self> {
        let value = match word.to_ascii_lowercase().as_str() {
            "win" | "w" => Wdl::Win,
            "draw" | "d" => Wdl::Draw,
            "loss" | "l" => Wdl::Loss,
            _ if points => return word.parse().ok().map(|points| Self::Points(Points(points))),
            "1" | "+1" => Wdl::Win,
            "0" => Wdl::Draw,
            "-1" => Wdl::Loss,
            _ => return None,
        };
        Some(Self::Value(value))
    }

    fn value(self) -> Wdl {
        match self {
            Self::Value(value) => value,
            Self::Points(points) => points.wdl(),
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Points(Points(points)) => points.fmt(f),
        }
    }
}

/// The index of a value in [`VALUES`].
fn place(value: Wdl) -> usize {
    2 - value as usize
}

/// A line whose value differs from the database's.
#[derive(Clone, Debug, Serialize)]
struct Difference {
    line: u64,
    position: String,
    /// The value in the file.
    #[serde(rename = "file")]
    said: String,
    table: String,
}

/// A position in no table.
#[derive(Clone, Debug, Serialize)]
struct Absent {
    line: u64,
    position: String,
}

/// The result of comparing some or all lines.
#[derive(Default)]
struct Comparison {
    /// Lines that are not empty or comments.
    lines: u64,
    /// The number of lines by the file's value, then by the table's value.
    counts: [[u64; 3]; 3],
    different: u64,
    /// The first differences, or all with `--all`.
    first: Vec<Difference>,
    /// Positions in no table.
    absent: u64,
    /// The first of these positions, or all with `--all`.
    first_absent: Vec<Absent>,
    /// Lines that could not be read.
    unread: u64,
}

impl Comparison {
    fn compared(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    fn exit(&self) -> Exit {
        if self.lines == 0 {
            return Exit::Input;
        }
        match (self.unread, self.different, self.absent) {
            (0, 0, 0) => Exit::Done,
            (0, 0, _) => Exit::Table,
            (0, ..) => Exit::Check,
            _ => Exit::Input,
        }
    }

    fn text(&self, name: &str, args: &CompareArgs) -> String {
        let compared = self.compared();
        let sums = [
            ("compared", compared),
            ("  equal", compared - self.different),
            ("  different", self.different),
            ("in no table", self.absent),
            ("not read", self.unread),
        ];
        let sums = sums.map(|(what, count)| vec![what.to_owned(), grouped(count)]);
        let mut text = format!(
            "{} of {name}\n\n{}",
            counted(self.lines, "line", "lines"),
            columns::indented(&sums, &[Left, Right])
        );
        if compared > 0 {
            let mut table = vec![["", "table: win", "draw", "loss"].map(str::to_owned).to_vec()];
            for (value, counts) in VALUES.iter().zip(self.counts) {
                let name = if *value == Wdl::Win { "file: win".to_owned() } else { format!("      {value}") };
                table.push(std::iter::once(name).chain(counts.map(grouped)).collect());
            }
            let _ = write!(text, "\n{}", columns::indented(&table, &[Left, Right, Right, Right]));
        }
        let mut list = |left_out: u64, what: &str, head: &[&str], rows: Vec<Vec<String>>| {
            if rows.is_empty() {
                return;
            }
            let first = if left_out > 0 { format!("First {}", what.to_lowercase()) } else { what.to_owned() };
            let head = head.iter().map(|&cell| cell.to_owned()).collect();
            let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
            let _ = write!(text, "\n{first}\n\n{}", columns::indented(&rows, &[Right, Left, Left, Left]));
        };
        let left_out = self.different - self.first.len() as u64;
        let different = self.first.iter().map(|Difference { line, position, said, table }| {
            vec![line.to_string(), position.clone(), said.clone(), table.clone()]
        });
        list(left_out, "Differences", &["line", "position", "file", "table"], different.collect());
        let absent_left_out = self.absent - self.first_absent.len() as u64;
        let absent =
            self.first_absent.iter().map(|absent| vec![absent.line.to_string(), absent.position.clone()]);
        list(absent_left_out, "Positions in no table", &["line", "position"], absent.collect());
        if left_out + absent_left_out > 0 {
            text.push_str("\n--all lists all");
            text.push_str(match args.out {
                Some(_) => ".\n",
                None => ", --out FILE writes all differences to a file.\n",
            });
        }
        text
    }

    fn document(&self, board: &str, file: &str) -> Value {
        let compared = self.compared();
        let by_value = |[win, draw, loss]: [Value; 3]| json!({ "win": win, "draw": draw, "loss": loss });
        json!({
            "board": board,
            "file": file,
            "lines": number(self.lines),
            "compared": number(compared),
            "equal": number(compared - self.different),
            "different": number(self.different),
            // Positions in no table.
            "absent": number(self.absent),
            // Lines that could not be read.
            "unread": number(self.unread),
            // The number of lines by the file's value, then by the table's value.
            "by_value": by_value(self.counts.map(|counts| by_value(counts.map(number)))),
            // The first ones, or all, and the number of those not listed.
            "differences": self.first,
            "differences_left_out": number(self.different - self.first.len() as u64),
            "absent_positions": self.first_absent,
            "absent_left_out": number(self.absent - self.first_absent.len() as u64),
        })
    }
}
