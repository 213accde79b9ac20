//! `nexsolve query`: positions looked up in a database.

use super::asked::Asked;
use super::game::{self, Kept, Work};
use super::look::{Answer, Lookup, Worth};
use super::stream::{self, Faults, Line};
use super::{Opened, open, points};
use crate::args::{Global, QueryArgs};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::solve::report::Report;
use crate::solve::text::{self, Extras};
use crate::units::counted;
use crate::{files, output, threads};
use nexsolve_boards::Board;
use nexsolve_core::{Score, Wdl};
use serde::Serialize;
use std::fmt::Write as _;
use std::io;

/// Lines that one thread answers at a time.
const LINES: usize = 1 << 12;
/// The same where each comes with its moves.
const LINES_WITH_MOVES: usize = 1 << 7;

/// What lines of standard input are told by.
const INPUT: &str = "standard input";

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, global: &Global) -> Result<Exit, Fault> {
    let from_input = args.positions.iter().any(|text| text == "-");
    if from_input && args.positions.len() > 1 {
        return Err(Fault::usage("- reads the positions from standard input: no others can stand beside it"));
    }
    let opened = open(&args.db, global)?;
    game::with(opened.board, Look { opened: &opened, args, from_input, global })
}

/// The work, whichever the game.
struct Look<'a> {
    opened: &'a Opened,
    args: &'a QueryArgs,
    from_input: bool,
    global: &'a Global,
}

impl Work for Look<'_> {
    type Done = Exit;

    fn on<G: Kept>(self, game: &G) -> Result<Exit, Fault> {
        let Self { opened, args, from_input, global } = self;
        let query = Query {
            game,
            board: opened.board,
            lookup: Lookup::new(game, &opened.database),
            folder: files::name(&args.db),
            form: if global.json { Form::Json } else { Form::Text },
        };
        threads::with(global, |_| {
            if from_input { query.lines(io::stdin().lock()) } else { query.each(&args.positions) }
        })
    }
}

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
}

/// Answers questions about one database.
struct Query<'a, G: Asked> {
    game: &'a G,
    board: Board,
    lookup: Lookup<'a, G>,
    folder: String,
    form: Form,
}

impl<G: Asked> Query<'_, G> {
    /// Answers for positions from the command line: all can be read, or none is answered.
    fn each(&self, texts: &[String]) -> Result<Exit, Fault> {
        let of = || format!("{} is a database of {}", self.folder, self.board.title());
        let read = |text: &String| {
            self.game.read(text).map_err(|error| Fault::read("position", text, &error).hint(of()))
        };
        let questions: Vec<G::Question> = texts.iter().map(read).collect::<Result<_, _>>()?;
        let values = self.lookup.answers(&questions)?;
        let mut exit = Exit::Done;
        for (number, (question, worth)) in questions.iter().zip(values).enumerate() {
            let [moves] = <[_; 1]>::try_from(self.lookup.moves(&[*question])?).expect("one position");
            if !worth.is_known() {
                self.absent(question).show();
                exit = Exit::Table;
            }
            let position = self.game.position(question);
            let reachable =
                self.lookup.prober.reachable(&position).map_err(|error| super::unreadable(&error))?;
            if self.form == Form::Json {
                output::json(&Document::new(self.game, question, worth, reachable, &moves))?;
            } else if worth.is_known() {
                let gap = if number > 0 { "\n" } else { "" };
                let text = self.text(question, worth, reachable, &moves)?;
                output::result(&format!("{gap}{text}"))?;
            }
        }
        Ok(exit)
    }

    /// The answer for people.
    fn text(
        &self,
        question: &G::Question,
        worth: Worth,
        reachable: Option<bool>,
        moves: &[Answer<G::Move>],
    ) -> Result<String, Fault> {
        if let (true, None, Some(value)) = (G::POINTS, worth.score, worth.bounds.wdl()) {
            // Who has won is known, what the seeds that are left would have been worth is not.
            let end = match value {
                Wdl::Win => "the player to move has won",
                Wdl::Draw => "a draw",
                Wdl::Loss => "the opponent of the player to move has won",
            };
            return Ok(format!("{}\nThe game is over: {end}.\n", self.game.draw(question)));
        }
        if G::POINTS {
            return Ok(points::answer(self.game, question, worth, moves));
        }
        let best = moves.iter().map(|answer| answer.worth.bounds.lo).max();
        let mut first = true;
        let report = |answer: &Answer<G::Move>| {
            let is_best = Some(answer.worth.bounds.lo) == best && std::mem::replace(&mut first, false);
            let line = if is_best { self.lookup.line(question, answer)? } else { Vec::new() };
            Ok(answer.report(line))
        };
        let moves = moves.iter().map(report).collect::<Result<_, Fault>>()?;
        let position = self.game.position(question);
        let mut report = Report::looked_up(self.game, self.board, &position, worth.bounds, moves);
        report.reachable = reachable;
        let mut text = text::answer(&report, Extras::default());
        if !self.game.left_out().is_empty() && report.over.is_none() {
            let _ = write!(text, "\n{}", text::left_out(self.game.left_out()));
        }
        Ok(text)
    }

    fn absent(&self, question: &G::Question) -> Fault {
        let (position, written) = (self.game.position(question), self.game.format(question));
        if !self.game.is_ranked(&position) {
            let message = format!("{} has no table for {written}", self.folder);
            return Fault::new(Exit::Table, message)
                .hint(format!("it is a database of {}", self.board.title()));
        }
        let layer = &self.game.layers()[self.game.rank(&position).0].name;
        let message = format!("{} has no table for {written}: none of layer {layer}", self.folder);
        Fault::new(Exit::Table, message)
            .hint("nexsolve info DIR lists the tables; nexsolve generate goes on where it was interrupted")
    }

    /// Answers line by line.
    fn lines(&self, input: impl io::Read) -> Result<Exit, Fault> {
        let size = if self.form == Form::Json { LINES_WITH_MOVES } else { LINES };
        let (mut faults, mut absent) = (Faults::of(INPUT), 0);
        stream::each(
            input,
            INPUT,
            size,
            |lines| self.part(lines),
            |part| {
                output::result(&part.text)?;
                absent += part.absent;
                part.faults.iter().for_each(|fault| faults.tell(fault));
                Ok(())
            },
        )?;
        let bad = faults.finish();
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

    /// Answers some lines.
    fn part(&self, lines: &[Line<'_>]) -> Result<Part, Fault> {
        let mut part = Part::default();
        let (mut texts, mut questions) = (Vec::with_capacity(lines.len()), Vec::with_capacity(lines.len()));
        for line in lines {
            match self.read(line) {
                Ok((text, question)) => {
                    texts.push(text);
                    questions.push(question);
                }
                Err(fault) => part.faults.push(fault),
            }
        }
        let values = self.lookup.answers(&questions)?;
        part.absent = values.iter().filter(|worth| !worth.is_known()).count() as u64;
        match self.form {
            Form::Text => {
                for (text, worth) in texts.iter().zip(values) {
                    let _ = writeln!(part.text, "{text}\t{}", worth.words());
                }
            }
            Form::Json => {
                let moves = self.lookup.moves(&questions)?;
                for ((question, worth), moves) in questions.iter().zip(values).zip(&moves) {
                    let document = Document::new(self.game, question, worth, None, moves);
                    part.text.push_str(&serde_json::to_string(&document).expect("text and numbers"));
                    part.text.push('\n');
                }
            }
        }
        Ok(part)
    }

    /// One line: its text without the space around it, and the question.
    fn read<'t>(&self, line: &Line<'t>) -> Result<(&'t str, G::Question), Fault> {
        let text = line.text()?;
        let question = self.game.read(text).map_err(|error| Fault::read(&line.place(), text, &error))?;
        Ok((text.trim(), question))
    }
}

impl Worth {
    /// The worth in a few words, for a line of an answer.
    fn words(&self) -> String {
        match (self.score, self.margin, self.bounds.wdl()) {
            (_, Some(0), _) => "draw".to_owned(),
            (_, Some(margin), Some(value)) => format!("{value} by {}", margin.abs()),
            (Some(score), None, _) => points::signed(score),
            (_, _, None) => "no table".to_owned(),
            (_, _, Some(value)) => match self.bounds.score().and_then(Score::distance) {
                Some(plies) => format!("{value} in {plies}"),
                None => value.to_string(),
            },
        }
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
    /// Null where a position does not tell.
    to_move: Option<&'static str>,
    #[serde(flatten)]
    worth: WorthDocument,
    /// Whether play from the start can arrive here; absent where nobody has noted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<bool>,
    moves: Vec<Move>,
    /// Rules by which a game may end, and which the tables leave out.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    left_out: &'static [&'static str],
}

/// A value, for the side to move or the side that makes the move; null where there is no table.
#[derive(Serialize)]
struct WorthDocument {
    value: Option<&'static str>,
    /// Plies to the end; null for a draw, and where tables have no distances.
    distance: Option<u16>,
    /// Points from here on, of games that are played for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i16>,
    /// By how many points the game is won, where it is known how many there were so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i16>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: WorthDocument,
}

impl Document {
    fn new<G: Asked>(
        game: &G,
        question: &G::Question,
        worth: Worth,
        reachable: Option<bool>,
        moves: &[Answer<G::Move>],
    ) -> Self {
        let row = |answer: &Answer<G::Move>| Move {
            text: game.write_move(question, answer.mv),
            worth: WorthDocument::of(answer.worth),
        };
        Self {
            position: game.format(question),
            to_move: game.mover(question),
            worth: WorthDocument::of(worth),
            reachable,
            moves: moves.iter().map(row).collect(),
            left_out: game.left_out(),
        }
    }
}

impl WorthDocument {
    fn of(Worth { bounds, score, margin }: Worth) -> Self {
        Self {
            value: bounds.wdl().map(Wdl::word),
            distance: bounds.score().and_then(Score::distance).map(|plies| plies.0),
            score,
            margin,
        }
    }
}
