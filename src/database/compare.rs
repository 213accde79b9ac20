//! `nexsolve compare`: a database against values that somebody else has found.

use super::asked::{Asked, Question};
use super::stream::{self, Faults, Line};
use super::{Opened, open};
use crate::args::{CompareArgs, Global};
use crate::columns::{
    self,
    Align::{Left, Right},
};
use crate::exit::Exit;
use crate::fault::{Fault, safe, snippet};
use crate::units::{counted, grouped, number};
use crate::{files, output, threads};
use nexsolve_core::Wdl;
use nexsolve_oracle::Worth;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};

/// Lines that one thread compares at a time.
const LINES: usize = 1 << 12;

/// So many differences, and positions in no table, are told, unless all are wanted.
const TOLD: usize = 20;

/// The values in the order of the counts.
const VALUES: [Wdl; 3] = [Wdl::Win, Wdl::Draw, Wdl::Loss];

/// Runs the command.
pub(crate) fn run(args: &CompareArgs, global: &Global) -> Result<Exit, Fault> {
    let opened = open(&args.folder, global)?;
    if let Some(out) = &args.out {
        files::check_folder(out)?;
    }
    let asked = Asked::new(&opened, &args.folder)?;
    let found = threads::with(global, |_| {
        let mut found = Found::default();
        let Some(path) = &args.out else {
            read(&asked, args, &mut found, &mut |_| Ok(()))?;
            return Ok(found);
        };
        files::write(path, |out| {
            read(&asked, args, &mut found, &mut |difference| {
                let Difference { position, said, table, .. } = difference;
                writeln!(out, "{position};{said};{table}").map_err(|error| files::unwritable(path, &error))
            })
        })?;
        Ok(found)
    })?;
    let name = files::name(&args.file);
    if global.json {
        output::json(&Document::new(&opened, &name, &found))?;
    } else {
        output::result(&found.text(&name, args))?;
    }
    if found.absent > 0 {
        let positions = counted(found.absent, "position", "positions");
        let message = format!("{} has no table for {positions} of {name}", files::name(&args.folder));
        Fault::new(Exit::Table, message).hint("nexsolve info DIR lists the tables").show();
    }
    if found.lines == 0 {
        Fault::input(format!("nothing was compared: {name} holds no position")).show();
    }
    Ok(found.exit())
}

/// Reads the file to its end; `tell` hears of every difference.
fn read(
    asked: &Asked,
    args: &CompareArgs,
    found: &mut Found,
    tell: &mut dyn FnMut(&Difference) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let name = files::name(&args.file);
    let mut faults = Faults::of(&name);
    let most = if args.all { usize::MAX } else { TOLD };
    let work = |lines: &[Line<'_>]| part(asked, lines);
    let take = |part: Part| {
        part.faults.iter().for_each(|fault| faults.tell(fault));
        found.lines += part.lines;
        found.absent += part.absent.len() as u64;
        let room = most - found.first_absent.len();
        found.first_absent.extend(part.absent.into_iter().take(room));
        for (sum, part) in found.counts.iter_mut().flatten().zip(part.counts.into_iter().flatten()) {
            *sum += part;
        }
        found.different += part.differences.len() as u64;
        for difference in part.differences {
            tell(&difference)?;
            if found.first.len() < most {
                found.first.push(difference);
            }
        }
        Ok(())
    };
    stream::each(input(args)?, &name, LINES, work, take)?;
    found.unread = faults.finish();
    Ok(())
}

/// The file, or standard input.
fn input(args: &CompareArgs) -> Result<Box<dyn Read>, Fault> {
    if args.file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(&args.file)
        .map_err(|error| Fault::input(format!("{} cannot be read: {error}", files::name(&args.file))))?;
    Ok(Box::new(file))
}

/// Compares some lines.
fn part(asked: &Asked, lines: &[Line<'_>]) -> Result<Part, Fault> {
    let mut part = Part::default();
    let (mut said, mut questions) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
    for line in lines {
        match line.text().and_then(|text| entry(asked, line, text)) {
            Ok(None) => {}
            Ok(Some(entry)) => {
                said.push((entry.text, entry.said, line.number));
                questions.push(entry.question);
            }
            Err(fault) => {
                part.lines += 1;
                part.faults.push(fault);
            }
        }
    }
    part.lines += said.len() as u64;
    let worths = asked.worths(&questions)?;
    for (((text, said, line), question), mut worth) in said.into_iter().zip(&questions).zip(worths) {
        if matches!(said, Said::Points(_)) && worth.points.is_none() && worth.is_known() {
            worth.points = asked.points(question)?;
        }
        let Some(value) = worth.bounds.wdl() else {
            part.absent.push(Absent { line, position: safe(text) });
            continue;
        };
        part.counts[place(said.value())][place(value)] += 1;
        if !said.agrees(&worth) {
            let table = said.of(&worth);
            part.differences.push(Difference { line, position: safe(text), said: said.words(), table });
        }
    }
    Ok(part)
}

/// What a line holds.
struct Entry<'t> {
    /// The position as it stands there.
    text: &'t str,
    said: Said,
    question: Question,
}

/// Reads a line; `None` for an empty one and a comment.
fn entry<'t>(asked: &Asked, line: &Line<'_>, text: &'t str) -> Result<Option<Entry<'t>>, Fault> {
    if text.trim().is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let wrong = |span, what: &str| Fault::input(format!("{}: {what}\n{}", line.place(), snippet(text, span)));
    let Some(at) = text.rfind(';') else {
        let end = text.trim_end().len();
        return Err(wrong(end..end, "expected `;` and a value behind the position"));
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
    Ok(Some(Entry { text: text[..at].trim(), said, question }))
}

/// What a line says of its position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// Who wins.
    Value(Wdl),
    /// Points from here on.
    Points(i16),
}

impl Said {
    fn read(word: &str, points: bool) -> Option<Self> {
        let value = match word.to_ascii_lowercase().as_str() {
            "win" | "w" => Wdl::Win,
            "draw" | "d" => Wdl::Draw,
            "loss" | "l" => Wdl::Loss,
            _ if points => return word.parse().ok().map(Self::Points),
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
            Self::Points(1..) => Wdl::Win,
            Self::Points(0) => Wdl::Draw,
            Self::Points(..0) => Wdl::Loss,
        }
    }

    fn agrees(self, worth: &Worth) -> bool {
        match self {
            Self::Value(value) => worth.bounds.wdl() == Some(value),
            Self::Points(points) => worth.points == Some(points),
        }
    }

    fn words(self) -> String {
        match self {
            Self::Value(value) => value.to_string(),
            Self::Points(points) => points.to_string(),
        }
    }

    /// What the table says to it, in the same form.
    fn of(self, worth: &Worth) -> String {
        match (self, worth.points, worth.bounds.wdl()) {
            (Self::Points(_), Some(score), _) => score.to_string(),
            (_, _, Some(value)) => value.to_string(),
            _ => String::new(),
        }
    }
}

fn place(value: Wdl) -> usize {
    match value {
        Wdl::Win => 0,
        Wdl::Draw => 1,
        Wdl::Loss => 2,
    }
}

/// A line that the database does not agree with.
#[derive(Clone, Debug, Serialize)]
struct Difference {
    line: u64,
    position: String,
    /// What the file says.
    #[serde(rename = "file")]
    said: String,
    table: String,
}

/// A position that no table knows.
#[derive(Clone, Debug, Serialize)]
struct Absent {
    line: u64,
    position: String,
}

/// What comes of some lines.
#[derive(Default)]
struct Part {
    lines: u64,
    counts: [[u64; 3]; 3],
    absent: Vec<Absent>,
    differences: Vec<Difference>,
    faults: Vec<Fault>,
}

/// What comes of all lines.
#[derive(Default)]
struct Found {
    /// Lines with something in them.
    lines: u64,
    /// How many lines say the first value, where the tables say the second.
    counts: [[u64; 3]; 3],
    different: u64,
    /// The first differences, or all.
    first: Vec<Difference>,
    /// Positions in no table.
    absent: u64,
    /// The first of these, or all.
    first_absent: Vec<Absent>,
    /// Lines that cannot be read.
    unread: u64,
}

impl Found {
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
        let left_out = self.different - self.first.len() as u64;
        if !self.first.is_empty() {
            let mut rows = vec![["line", "position", "file", "table"].map(str::to_owned).to_vec()];
            rows.extend(self.first.iter().map(|Difference { line, position, said, table }| {
                vec![line.to_string(), position.clone(), said.clone(), table.clone()]
            }));
            let what = if left_out > 0 { "The first differences" } else { "Differences" };
            let _ = write!(text, "\n{what}\n\n{}", columns::indented(&rows, &[Right, Left, Left, Left]));
        }
        let absent_left_out = self.absent - self.first_absent.len() as u64;
        if !self.first_absent.is_empty() {
            let mut rows = vec![["line", "position"].map(str::to_owned).to_vec()];
            let absent = |Absent { line, position }: &Absent| vec![line.to_string(), position.clone()];
            rows.extend(self.first_absent.iter().map(absent));
            let what = if absent_left_out > 0 { "The first in no table" } else { "In no table" };
            let _ = write!(text, "\n{what}\n\n{}", columns::indented(&rows, &[Right, Left]));
        }
        if left_out + absent_left_out > 0 {
            text.push_str("\n--all tells all");
            text.push_str(match args.out {
                Some(_) => ".\n",
                None => ", --out FILE writes all differences into a file.\n",
            });
        }
        text
    }
}

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    board: String,
    file: &'a str,
    lines: Value,
    compared: Value,
    equal: Value,
    different: Value,
    /// Positions in no table.
    absent: Value,
    /// Lines that cannot be read.
    unread: Value,
    /// How many lines say the first value, where the tables say the second.
    by_value: ByValue<ByValue<Value>>,
    /// The first ones, or all.
    differences: &'a [Difference],
    /// How many more there are.
    differences_left_out: Value,
    /// The first positions in no table, or all.
    absent_positions: &'a [Absent],
    /// How many more there are.
    absent_left_out: Value,
}

#[derive(Serialize)]
struct ByValue<T> {
    win: T,
    draw: T,
    loss: T,
}

impl<T> ByValue<T> {
    fn of([win, draw, loss]: [T; 3]) -> Self {
        Self { win, draw, loss }
    }
}

impl<'a> Document<'a> {
    fn new(opened: &Opened, file: &'a str, found: &'a Found) -> Self {
        let compared = found.compared();
        Self {
            board: opened.board.to_string(),
            file,
            lines: number(found.lines),
            compared: number(compared),
            equal: number(compared - found.different),
            different: number(found.different),
            absent: number(found.absent),
            unread: number(found.unread),
            by_value: ByValue::of(found.counts.map(|counts| ByValue::of(counts.map(number)))),
            differences: &found.first,
            differences_left_out: number(found.different - found.first.len() as u64),
            absent_positions: &found.first_absent,
            absent_left_out: number(found.absent - found.first_absent.len() as u64),
        }
    }
}
