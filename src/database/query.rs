//! `nexsolve query`: positions looked up in a database.

use super::lines::{Batch, Batches};
use super::look::{Listed, Lookup};
use super::{Opened, check_numbers, open};
use crate::args::{Global, QueryArgs};
use crate::board::{Board, Kind};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::solve::report::Report;
use crate::solve::text::{self, Extras};
use crate::units::counted;
use crate::{files, output, threads};
use nexsolve_core::{Bounds, Score, Wdl};
use nexsolve_games::hex::Hex;
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::BoardError;
use nexsolve_solver::MoveReport;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write as _;
use std::io;

/// Lines that one thread answers at a time.
const LINES: usize = 1 << 12;
/// The same where each comes with its moves.
const LINES_WITH_MOVES: usize = 1 << 7;
/// So many lines at fault are told one by one.
const TOLD: u64 = 20;

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, global: &Global) -> Result<Exit, Fault> {
    let from_input = args.positions.iter().any(|text| text == "-");
    if from_input && args.positions.len() > 1 {
        return Err(Fault::usage("- reads the positions from standard input: no others can stand beside it"));
    }
    let opened = open(&args.db, global)?;
    let Board { kind, rows, cols } = opened.board;
    match kind {
        Kind::Nex => on(Nex::<u64>::new(rows, cols), &opened, args, from_input, global),
        Kind::Hex(variant) => on(Hex::<u64>::new(rows, cols, variant), &opened, args, from_input, global),
    }
}

fn on<G: Listed>(
    game: Result<G, BoardError>,
    opened: &Opened,
    args: &QueryArgs,
    from_input: bool,
    global: &Global,
) -> Result<Exit, Fault> {
    let game = game.map_err(|error| Fault::usage(error.to_string()))?;
    check_numbers(&game, opened.board)?;
    let query = Query {
        game: &game,
        board: opened.board,
        lookup: Lookup::new(&game, &opened.database),
        folder: files::name(&args.db),
        form: if global.json { Form::Json } else { Form::Text },
    };
    threads::with(global, |_| {
        if from_input { query.lines(io::stdin().lock()) } else { query.each(&args.positions) }
    })
}

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
}

/// Answers questions about one database.
struct Query<'a, G: Listed> {
    game: &'a G,
    board: Board,
    lookup: Lookup<'a, G>,
    folder: String,
    form: Form,
}

impl<G: Listed> Query<'_, G> {
    /// Answers for positions from the command line: all can be read, or none is answered.
    fn each(&self, texts: &[String]) -> Result<Exit, Fault> {
        let read = |text: &String| {
            self.game.read_position(text).map_err(|error| Fault::read("position", text, &error))
        };
        let positions: Vec<G::Position> = texts.iter().map(read).collect::<Result<_, _>>()?;
        let values = self.lookup.values(&positions)?;
        let mut exit = Exit::Done;
        for (number, (position, value)) in positions.iter().zip(values).enumerate() {
            let [mut moves] = <[_; 1]>::try_from(self.lookup.moves(&[*position])?).expect("one position");
            if value.is_none() {
                self.absent(position).show();
                exit = Exit::Table;
            }
            let reachable =
                self.lookup.prober.reachable(position).map_err(|error| super::unreadable(&error))?;
            if self.form == Form::Json {
                output::json(&Document::new(self.game, position, value, reachable, &moves))?;
                continue;
            }
            let Some(bounds) = value else { continue };
            let best = moves.iter().map(|report| report.bounds.lo).max();
            if let Some(best) = moves.iter_mut().find(|report| Some(report.bounds.lo) == best) {
                best.line = self.lookup.line(position, best)?;
            }
            let mut report = Report::looked_up(self.game, self.board, position, bounds, moves);
            report.reachable = reachable;
            let gap = if number > 0 { "\n" } else { "" };
            output::result(&format!("{gap}{}", text::answer(&report, Extras::default())))?;
        }
        Ok(exit)
    }

    fn absent(&self, position: &G::Position) -> Fault {
        let (layer, _) = self.game.rank(position);
        let layer = &self.game.layers()[layer].name;
        let message = format!(
            "{} has no table for {}: none of layer {layer}",
            self.folder,
            self.game.format_position(position)
        );
        Fault::new(Exit::Table, message)
            .hint("nexsolve info DIR lists the tables; nexsolve generate goes on where it was interrupted")
    }

    /// Answers line by line.
    fn lines(&self, input: impl io::Read) -> Result<Exit, Fault> {
        let mut batches = Batches::new(input);
        let (mut bad, mut absent) = (0, 0);
        loop {
            let batch = batches
                .next()
                .map_err(|error| Fault::input(format!("standard input cannot be read: {error}")))?;
            let Some(batch) = batch else { break };
            for part in self.batch(&batch)? {
                output::result(&part.text)?;
                absent += part.absent;
                for fault in part.faults {
                    if bad < TOLD {
                        fault.show();
                    }
                    bad += 1;
                }
            }
        }
        if bad > TOLD {
            let more = counted(bad - TOLD, "more line", "more lines");
            output::note(&format!("{more} of standard input cannot be read"));
        }
        if absent > 0 {
            let positions = counted(absent, "position", "positions");
            let message = format!("{} has no table for {positions}", self.folder);
            Fault::new(Exit::Table, message)
                .hint("nexsolve info DIR lists the tables; nexsolve generate makes those that are missing")
                .show();
        }
        Ok(match (bad, absent) {
            (0, 0) => Exit::Done,
            (0, _) => Exit::Table,
            _ => Exit::Input,
        })
    }

    /// Answers the lines of a batch, on all threads; in order.
    fn batch(&self, batch: &Batch) -> Result<Vec<Part>, Fault> {
        let size = if self.form == Form::Json { LINES_WITH_MOVES } else { LINES };
        let lines = batch.lines();
        let parts = lines.par_chunks(size).enumerate();
        parts.map(|(i, lines)| self.part(lines, batch.first + (i * size) as u64, batch.cut)).collect()
    }

    fn part(&self, lines: &[&[u8]], first: u64, cut: bool) -> Result<Part, Fault> {
        let mut part = Part::default();
        let (mut texts, mut positions) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
        for (line, number) in lines.iter().zip(first..) {
            match self.read(line, number, cut) {
                Ok((text, position)) => {
                    texts.push(text);
                    positions.push(position);
                }
                Err(fault) => part.faults.push(fault),
            }
        }
        let values = self.lookup.values(&positions)?;
        part.absent = values.iter().filter(|value| value.is_none()).count() as u64;
        match self.form {
            Form::Text => {
                for (text, value) in texts.iter().zip(values) {
                    part.text.push_str(text);
                    part.text.push('\t');
                    part.text.push_str(value.and_then(Bounds::wdl).map_or("no table", Wdl::word));
                    if let Some(plies) = value.and_then(Bounds::score).and_then(Score::distance) {
                        let _ = write!(part.text, " in {plies}");
                    }
                    part.text.push('\n');
                }
            }
            Form::Json => {
                let moves = self.lookup.moves(&positions)?;
                for ((position, value), moves) in positions.iter().zip(values).zip(&moves) {
                    let document = Document::new(self.game, position, value, None, moves);
                    part.text.push_str(&serde_json::to_string(&document).expect("text and numbers"));
                    part.text.push('\n');
                }
            }
        }
        Ok(part)
    }

    /// One line: its text without the space around it, and the position.
    fn read<'t>(&self, line: &'t [u8], number: u64, cut: bool) -> Result<(&'t str, G::Position), Fault> {
        let line_fault = |what: &str| Fault::input(format!("standard input, line {number}: {what}"));
        if cut {
            return Err(line_fault("it is longer than any position"));
        }
        let text = std::str::from_utf8(line).map_err(|_| line_fault("this is not UTF-8 text"))?;
        let position = self
            .game
            .read_position(text)
            .map_err(|error| Fault::read(&format!("standard input, line {number}"), text, &error))?;
        Ok((text.trim(), position))
    }
}

/// The answers for some lines.
#[derive(Default)]
struct Part {
    text: String,
    /// Lines that cannot be read.
    faults: Vec<Fault>,
    /// Positions without a table.
    absent: u64,
}

/// The JSON document of a position.
#[derive(Serialize)]
struct Document {
    position: String,
    to_move: &'static str,
    #[serde(flatten)]
    worth: Worth,
    /// Whether play from the start can arrive here; absent where nobody has noted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<bool>,
    moves: Vec<Move>,
}

/// A value, for the side to move or the side that makes the move; null where there is no table.
#[derive(Serialize)]
struct Worth {
    value: Option<&'static str>,
    /// Plies to the end; null for a draw, and where tables have no distances.
    distance: Option<u16>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: Worth,
}

impl Document {
    fn new<G: Listed>(
        game: &G,
        position: &G::Position,
        value: Option<Bounds>,
        reachable: Option<bool>,
        moves: &[MoveReport<G::Move>],
    ) -> Self {
        let row = |report: &MoveReport<G::Move>| Move {
            text: game.format_move(position, report.mv),
            worth: Worth::of(report.bounds),
        };
        Self {
            position: game.format_position(position),
            to_move: game.side_to_move(position).word(),
            worth: Worth::of(value.unwrap_or(Bounds::UNKNOWN)),
            reachable,
            moves: moves.iter().map(row).collect(),
        }
    }
}

impl Worth {
    fn of(bounds: Bounds) -> Self {
        Self {
            value: bounds.wdl().map(Wdl::word),
            distance: bounds.score().and_then(Score::distance).map(|plies| plies.0),
        }
    }
}
