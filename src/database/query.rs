//! `nexsolve query`: looks up positions in a database.

use super::lookup::{Lookup, Question};
use super::stream::{self, Faults, InputLine, Room, Size};
use super::{broken, folder, open_unchecked, points};
use crate::notation::NotationArgs;
use crate::solve::report::SolveReport;
use crate::solve::text::{self, Extras};
use clap::Args;
use nexsolve_console::{Exit, Fault, Global, files, output, threads, units::counted};
use nexsolve_core::{Bounds, Game, Notation, Wdl};
use nexsolve_games::{AnyGame, Board, typos};
use nexsolve_oracle::{Answer, Source};
use serde_json::json;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// The number of lines that a thread answers at a time, and the memory for one line.
const LINES: Size = Size { most: 1 << 12, line_bytes: 1 << 10 };
/// The number of lines at a time if answers include moves.
const LINES_WITH_MOVES: usize = 1 << 7;
/// The memory for a move while answering.
const MOVE_BYTES: u64 = 256;
/// The number of moves to allow for in a position, if the start has fewer.
const MOVES: usize = 32;

/// The name of standard input in messages.
const INPUT: &str = "standard input";

/// The arguments of `query`.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "nexsolve query [OPTIONS] DIR POSITION...")]
pub(crate) struct QueryArgs {
    #[command(flatten)]
    pub(crate) notation: NotationArgs,
    // The same as DIR, for scripts of earlier versions.
    #[arg(long, value_name = "DIR", hide = true)]
    pub(crate) db: Option<PathBuf>,
    /// Database folder or its address on the web, or a board, whose book is asked; then positions: moves such
    /// as 'Ba1?a2;Wb2?b1', a diagram, a FEN, twelve pits, or start; - reads one per line from standard input
    #[arg(value_name = "POSITION", required = true, value_hint = clap::ValueHint::AnyPath)]
    pub(crate) words: Vec<OsString>,
}

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, global: &Global) -> Result<Exit, Fault> {
    let (folder, positions) = folder::and_rest(args.db.as_deref(), &args.words);
    let positions = positions.iter().map(text).collect::<Result<Vec<String>, Fault>>()?;
    let positions = &positions[..];
    if positions.is_empty() {
        return Err(Fault::usage("no position is given").hint("nexsolve query DIR POSITION, such as start"));
    }
    let from_input = positions.iter().any(|text| text == "-");
    if from_input && positions.len() > 1 {
        return Err(Fault::usage("- reads positions from standard input: give no other positions"));
    }
    let notation = |game: &AnyGame| args.notation.game(game, global);
    let ask = |query: Query| {
        if from_input {
            output::awaits("positions, one a line,");
        }
        threads::with(global, |_| if from_input { query.lines(io::stdin()) } else { query.each(positions) })
    };
    let query = |board, asked, of, is_book| {
        let (json, room) = (global.json, Room::of(global));
        Query { board, asked, notation: args.notation, of, is_book, json, room }
    };
    if let Some(board) = board_of(folder, args) {
        let asked = Lookup::of_book(board)?.with_notation(notation)?;
        return ask(query(board, asked, format!("the book of {}", board.title()), true));
    }
    let opened = open_unchecked(1, folder, global)?;
    // Lines of standard input are answered even if a table is damaged, unless they need it.
    let damage = opened.database.check_files().map_err(|errors| broken(folder, &errors.faults)).err();
    if let Some(fault) = damage.as_ref().filter(|_| !from_input) {
        return Err(fault.clone());
    }
    let asked = Lookup::new(&opened, folder)?.with_notation(notation)?;
    let exit = ask(query(opened.board, asked, files::name(folder), false));
    match (damage, exit?) {
        (Some(fault), Exit::Done | Exit::Table) => Err(fault),
        (_, exit) => Ok(exit),
    }
}

/// Returns the board that is named in place of a database: then its book is asked.
fn board_of(folder: &Path, args: &QueryArgs) -> Option<Board> {
    let name = folder.to_str().filter(|_| args.db.is_none() && !folder.exists())?;
    nexsolve_games::board(name).ok()
}

/// Returns a position as text. A folder may have any name, but a position is UTF-8.
fn text(word: &OsString) -> Result<String, Fault> {
    let shown = || files::name(Path::new(word));
    word.to_str()
        .map(str::to_owned)
        .ok_or_else(|| Fault::input(format!("position: {} is not UTF-8", shown())))
}

/// Answers questions about one database.
struct Query {
    board: Board,
    asked: Lookup,
    notation: NotationArgs,
    /// What is asked, for messages: a database, or a book.
    of: String,
    is_book: bool,
    /// Whether answers are documents.
    json: bool,
    room: Room,
}

impl Query {
    /// Answers the positions on the command line. If one cannot be read, answers none.
    fn each(&self, texts: &[String]) -> Result<Exit, Fault> {
        let title = self.board.title();
        let of = || {
            if self.is_book {
                format!("the board is {title}")
            } else {
                format!("{} is a database of {title}", self.of)
            }
        };
        let read = |text: &String| {
            self.asked.read(text).map_err(|error| {
                let meant = typos::position(text, |meant| self.asked.read(meant).is_ok());
                Fault::read("position", text, &error).meant(meant).hint(of())
            })
        };
        let questions: Vec<Question> = texts.iter().map(read).collect::<Result<_, _>>()?;
        let answers = self.asked.answers(&questions)?;
        let mut exit = Exit::Done;
        for (number, (question, mut answer)) in questions.iter().zip(answers).enumerate() {
            // Bounds of the length of an unknown value are an answer too.
            let is_absent = answer.worth.bounds == Bounds::UNKNOWN;
            if is_absent {
                self.absent(question).show();
                exit = Exit::Table;
            }
            let oracle = self.asked.oracle(question);
            answer.reachable = oracle.reachable(&question.position)?;
            if self.json {
                output::result(&answer.line(oracle.game(), &question.position))?;
            } else if !is_absent {
                let gap = if number > 0 { "\n" } else { self.notation.line(self.asked.told(question)) };
                let text = self.text(question, answer)?;
                output::result(&format!("{gap}{text}"))?;
            }
        }
        Ok(exit)
    }

    /// Returns an answer as text.
    fn text(&self, question: &Question, mut answer: Answer) -> Result<String, Fault> {
        let worth = answer.worth;
        let (oracle, position) = (self.asked.oracle(question), &question.position);
        let game = self.asked.told(question);
        if game.points(position).is_some() {
            if let (None, Some(value)) = (worth.points, worth.bounds.wdl()) {
                // The winner is known; the value of the points left on the board is not.
                let end = match value {
                    Wdl::Win => "the player to move has won",
                    Wdl::Draw => "a draw",
                    Wdl::Loss => "the opponent of the player to move has won",
                };
                return Ok(format!("{}\nThe game is over: {end}.\n", game.diagram(position)));
            }
            return Ok(points::answer(game, position, worth, &answer.moves));
        }
        // The first of several best moves.
        if let Some(best) = answer.moves.iter_mut().rev().max_by_key(|reply| reply.worth.bounds.lo) {
            best.line = oracle.line(position, best)?;
        }
        let report = SolveReport { board: game.board(), game, position, answer: &answer, run: None };
        let mut text = text::answer(&report, Extras::default());
        let left_out = self.board.spec.variant().left_out;
        if !left_out.is_empty() && game.outcome(position).is_none() {
            let _ = write!(text, "\n{}", text::left_out(left_out));
        }
        Ok(text)
    }

    fn absent(&self, question: &Question) -> Fault {
        let oracle = self.asked.oracle(question);
        let written = oracle.game().format_position(&question.position);
        if self.is_book {
            return Fault::new(Exit::Table, format!("{} does not know {written}", self.of))
                .hint("nexsolve solve BOARD --position POSITION searches");
        }
        let message = format!("{} has no table for {written}", self.of);
        match oracle.layer(&question.position) {
            None => {
                Fault::new(Exit::Table, message).hint(format!("it is a database of {}", self.board.title()))
            }
            Some(layer) => Fault::new(Exit::Table, format!("{message}: layer {layer} is missing"))
                .hint("nexsolve info DIR lists the tables; nexsolve generate resumes an interrupted run"),
        }
    }

    /// Answers line by line. When the input pauses, the lines that have arrived are answered.
    fn lines(&self, input: impl io::Read + Send + 'static) -> Result<Exit, Fault> {
        let game = self.asked.game();
        let moves = |start| {
            let mut moves = Vec::new();
            game.moves(&start, &mut moves);
            moves.len().max(MOVES) as u64
        };
        let size = if self.json {
            let line_bytes = LINES.line_bytes + MOVE_BYTES * moves(game.start());
            Size { most: LINES_WITH_MOVES, line_bytes }
        } else {
            LINES
        };
        let (mut faults, mut absent, mut damaged) = (Faults::of(INPUT), 0, 0);
        stream::each(
            input,
            INPUT,
            self.room,
            size,
            |lines| Ok(self.part(lines)),
            |part| {
                output::result(&part.text)?;
                absent += part.absent;
                damaged += part.damaged;
                faults.tell(&part.faults);
                Ok(())
            },
        )?;
        let bad = faults.finish();
        if absent > 0 {
            let positions = counted(absent, "position", "positions");
            let fault = if self.is_book {
                Fault::new(Exit::Table, format!("{} does not know {positions}", self.of))
            } else {
                Fault::new(Exit::Table, format!("{} has no table for {positions}", self.of))
                    .hint("nexsolve info DIR lists the tables; nexsolve generate makes the missing ones")
            };
            fault.show();
        }
        Ok(match (bad - damaged, absent + damaged) {
            (0, 0) => Exit::Done,
            (0, _) => Exit::Table,
            _ => Exit::Input,
        })
    }

    /// Answers some lines, each with one line.
    fn part(&self, lines: &[InputLine<'_>]) -> LineAnswers {
        let read: Vec<_> = lines.iter().map(|line| self.read(line)).collect();
        let questions: Vec<Question> = read.iter().flatten().map(|(_, question)| *question).collect();
        let mut answers = self.answers(&questions).into_iter();
        let mut part = LineAnswers::default();
        for (line, read) in lines.iter().zip(read) {
            let answered = read.and_then(|(text, question)| {
                let answer = answers.next().expect("an answer for each question");
                let answer = answer.map_err(|fault| {
                    part.damaged += 1;
                    Fault { message: format!("{}: {}", line.place(), fault.message), ..fault }
                })?;
                Ok((text, question, answer))
            });
            match answered {
                Ok((text, question, answer)) => {
                    part.absent += u64::from(!answer.worth.is_known());
                    if self.json {
                        let game = self.asked.oracle(&question).game();
                        part.text += &answer.line(game, &question.position);
                    } else {
                        let worth = answer.worth.brief();
                        let _ = writeln!(part.text, "{text}\t{}", worth.as_deref().unwrap_or("no table"));
                    }
                }
                Err(fault) => {
                    if self.json {
                        let document = json!({ "position": line.shown(), "error": fault.document() });
                        let _ = writeln!(part.text, "{document}");
                    } else {
                        let _ = writeln!(part.text, "{}\terror: {}", line.shown(), fault.line());
                    }
                    part.faults.push(fault);
                }
            }
        }
        part
    }

    /// Returns the value of each position, and its moves for a document. If a table cannot be read, looks up
    /// the positions one by one.
    fn answers(&self, questions: &[Question]) -> Vec<Result<Answer, Fault>> {
        match self.all(questions) {
            Ok(answers) => answers.into_iter().map(Ok).collect(),
            Err(_) => questions
                .iter()
                .map(|question| Ok(self.all(std::slice::from_ref(question))?.swap_remove(0)))
                .collect(),
        }
    }

    /// Without documents, moves are not looked up.
    fn all(&self, questions: &[Question]) -> Result<Vec<Answer>, Fault> {
        if self.json {
            return self.asked.answers(questions);
        }
        let worths = self.asked.worths(questions)?;
        Ok(worths.into_iter().map(|worth| Answer::new(worth, Vec::new(), Source::Table)).collect())
    }

    /// Parses a line. Returns its text without surrounding spaces, and the question.
    fn read<'t>(&self, line: &InputLine<'t>) -> Result<(&'t str, Question), Fault> {
        let text = line.text()?;
        if text.trim().is_empty() {
            return Err(line.fault("empty line; write start for the start"));
        }
        let question = self.asked.read(text).map_err(|error| Fault::read(&line.place(), text, &error))?;
        Ok((text.trim(), question))
    }
}

/// The answers for some lines.
#[derive(Default)]
struct LineAnswers {
    text: String,
    /// The faults of lines that cannot be read or answered.
    faults: Vec<Fault>,
    /// The number of these faults that come from damaged tables.
    damaged: u64,
    /// The number of positions in no table.
    absent: u64,
}
