//! `nexsolve book`: what is proven about the first positions of a board, in one small file.

use crate::audit;
use crate::board::BoardArgs;
use crate::solve::{Proofs, Watch};
use crate::tables;
use clap::{Args, ValueEnum};
use nexsolve_console::columns::{self, Align};
use nexsolve_console::stop::{self, StopCause, Timer};
use nexsolve_console::units::{self, grouped};
use nexsolve_console::{Display, Exit, Fault, Global, files, output, threads};
use nexsolve_core::{Bounds, Game, Notation, Plies, Symmetric};
use nexsolve_games::book::{self, Book, BookError};
use nexsolve_games::{AnyGame, AnyPosition, Board};
use nexsolve_oracle::{Oracle, Searcher};
use nexsolve_solver::{Goal, Options, SearchObserver};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two writes of the file.
const INTERVAL: Duration = Duration::from_secs(30);

/// The arguments of `book`.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Prove all positions after up to N plies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=60))]
    pub(crate) plies: u32,
    /// What to prove
    #[arg(long, value_enum, default_value = "distances")]
    pub(crate) goal: BookGoal,
    /// The file. If it exists, the command adds to it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Use the values in this database as proven, instead of searching those positions
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Search at most N nodes for each position
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) nodes: Option<u64>,
    /// Stop after this time: 500ms, 90s, 10m, 2h
    #[arg(long, value_name = "T", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,
    /// Begin with the proven wins and losses in this file of solve --proofs
    #[arg(long, value_name = "FILE", conflicts_with = "db")]
    pub(crate) proofs: Option<PathBuf>,
}

/// What to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookGoal {
    /// The values only
    Values,
    /// The values and the distances to the end
    Distances,
}

impl BookGoal {
    fn is_met(self, bounds: Bounds) -> bool {
        match self {
            Self::Values => bounds.wdl().is_some(),
            Self::Distances => bounds.score().is_some(),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &BookArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.searched()?;
    let game = AnyGame::on(board)?;
    if !game.is_searched() || game.longest(&game.start()) == Plies::ENDLESS {
        return Err(Fault::usage(format!("no search can prove all openings of {}", board.title())));
    }
    files::check_folder(&args.out)?;
    let oracle = Oracle::new(board, &tables::open(board, args.db.as_slice(), global)?)?;
    stop::on_interrupt("the book")?;
    threads::with(global, |threads| {
        let maker = Maker { board, game: &game, args, global };
        let mut book = maker.read()?;
        let display = Display::new(global);
        // With few positions, the progress of each is shown.
        let watch = Watch(&display);
        let observer: &dyn SearchObserver = if args.plies < 2 { &watch } else { &() };
        let beside = (8 << 20) + threads as u64 * (1 << 20);
        // A database uses half of the memory for its blocks.
        let memory = if oracle.has_tables() { global.memory / 2 } else { global.memory };
        let memory = memory.saturating_sub(beside);
        // Without symmetry, the search asks for ever longer wins, which bound the distance of the start even
        // if its value stays open.
        let symmetry = args.plies > 0 || args.goal == BookGoal::Values;
        let options = Options { nodes: args.nodes, symmetry, ..Options::within(memory) };
        let searcher = oracle.searcher(options, stop::flag(), observer).map_err(audit::unanswered)?;
        let mut searcher = searcher.expect("a game that is searched");
        if let Some(proofs) = &args.proofs {
            Proofs::new(proofs, board)?.restore(&mut *searcher, global.memory)?;
        }
        let timer = Timer::start(args.time)?;
        maker.fill(&mut book, &mut *searcher, &display)?;
        drop(timer);
        display.finish();
        maker.write(&book)?;
        let report = maker.report(&book);
        output::answer(global, || maker.document(&report), || maker.text(&report))?;
        let is_complete = report.iter().all(|ply| ply.met == ply.positions);
        Ok(if is_complete { Exit::Done } else { stop::cause().unwrap_or(StopCause::Nodes).exit() })
    })
}

/// Takes a book that the user has given.
pub(crate) fn give(path: &Path, global: &Global) -> Result<(), Fault> {
    let bytes = files::read_part(path, global.memory, 4)?;
    let name = book::board_of(&bytes).map_err(|error| refusal(path, &error))?;
    let game = AnyGame::on(nexsolve_games::board(name)?)?;
    Book::read(&game, name, &bytes).map_err(|error| refusal(path, &error))?;
    book::give(bytes);
    Ok(())
}

/// What a book says about the positions after a number of plies.
struct Ply {
    positions: usize,
    met: usize,
    values: usize,
}

/// Makes the book of a board.
struct Maker<'a> {
    board: Board,
    game: &'a AnyGame,
    args: &'a BookArgs,
    global: &'a Global,
}

impl Maker<'_> {
    /// Reads the file, if there is one, and extends it to the plies that were asked for.
    fn read(&self) -> Result<Book<AnyGame>, Fault> {
        let Self { board, game, args, global } = self;
        let path = &args.out;
        if path.metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(Book::new(game, args.plies));
        }
        let bytes = files::read_part(path, global.memory, 2)?;
        let old = Book::read(*game, &board.to_string(), &bytes).map_err(|error| refusal(path, &error))?;
        if old.plies() >= args.plies {
            return Ok(old);
        }
        let mut book = Book::new(*game, args.plies);
        for position in old.layers().iter().flatten() {
            book.add(*position, old.bounds(game, position)).map_err(contradiction)?;
        }
        Ok(book)
    }

    /// Proves what is open, the positions first that follow the best play known so far.
    fn fill(
        &self,
        book: &mut Book<AnyGame>,
        searcher: &mut dyn Searcher,
        display: &Display,
    ) -> Result<(), Fault> {
        let Self { game, args, .. } = self;
        let is_open =
            |book: &Book<AnyGame>, position: &AnyPosition| !args.goal.is_met(book.bounds(game, position));
        // The last moves decide all earlier ones, so the positions before them are searched.
        let last = book.plies().saturating_sub(1) as usize;
        let order = self.best_first(book, last);
        let mut written = Instant::now();
        for (done, position) in order.iter().enumerate() {
            if stop::cause().is_some() {
                break;
            }
            let after: Vec<AnyPosition> = game
                .continuations(position)
                .map(|(_, after)| after)
                .filter(|after| game.outcome(after).is_none())
                .collect();
            let alone = book.plies() == 0;
            let wanted = if alone { std::slice::from_ref(position) } else { &after[..] };
            if !wanted.iter().any(|position| is_open(book, position)) {
                continue;
            }
            let goal = match args.goal {
                // The value often comes with the distance, and needs no other moves.
                _ if alone => Goal::Value,
                BookGoal::Distances => Goal::Distances,
                BookGoal::Values => Goal::Moves,
            };
            let answer = searcher.solve(position, goal)?;
            book.add(*position, answer.worth.bounds).map_err(contradiction)?;
            if alone {
                let needs_distance = args.goal == BookGoal::Distances && is_open(book, position);
                if needs_distance && stop::cause().is_none() {
                    let bounds = searcher.solve(position, Goal::Distances)?.worth.bounds;
                    book.add(*position, bounds).map_err(contradiction)?;
                }
            } else {
                for reply in &answer.moves {
                    let after = game.play(position, reply.mv);
                    if game.outcome(&after).is_none() {
                        let bounds = reply.worth.bounds.unlift();
                        book.add(game.canonical(&after), bounds).map_err(contradiction)?;
                    }
                }
            }
            display.show(done as u64, order.len() as u64, "positions", &|| {
                game.format_position(position).replace('\n', " ")
            });
            if written.elapsed() >= INTERVAL {
                book.conclude(game).map_err(contradiction)?;
                self.write(book)?;
                written = Instant::now();
            }
        }
        book.conclude(game).map_err(contradiction)
    }

    /// Returns the positions after `last` plies: first those that are reached by giving least away, as far as
    /// that is known.
    fn best_first(&self, book: &Book<AnyGame>, last: usize) -> Vec<AnyPosition> {
        let game = self.game;
        let mut given: HashMap<AnyPosition, i64> = HashMap::from([(book.layers()[0][0], 0)]);
        for layer in &book.layers()[..last] {
            for position in layer {
                let Some(&so_far) = given.get(position) else { continue };
                let best = rank(book.bounds(game, position));
                for (_, after) in game.continuations(position) {
                    if game.outcome(&after).is_none() {
                        let after = game.canonical(&after);
                        let here = rank(book.bounds(game, &after).lift());
                        let lost = best.zip(here).map_or(0, |(best, here)| (best - here).max(0));
                        let least = given.entry(after).or_insert(i64::MAX);
                        *least = (*least).min(so_far + lost);
                    }
                }
            }
        }
        let mut order = book.layers()[last].clone();
        order.sort_by_key(|position| given.get(position).copied().unwrap_or(i64::MAX));
        order
    }

    fn write(&self, book: &Book<AnyGame>) -> Result<(), Fault> {
        files::replace(&self.args.out, &book.write(self.game, &self.board.to_string()))
    }

    fn report(&self, book: &Book<AnyGame>) -> Vec<Ply> {
        let ply = |layer: &Vec<AnyPosition>| {
            let bounds = || layer.iter().map(|position| book.bounds(self.game, position));
            Ply {
                positions: layer.len(),
                met: bounds().filter(|bounds| self.args.goal.is_met(*bounds)).count(),
                values: bounds().filter(|bounds| bounds.wdl().is_some()).count(),
            }
        };
        book.layers().iter().map(ply).collect()
    }

    fn document(&self, report: &[Ply]) -> Value {
        let ply = |(ply, of): (usize, &Ply)| json!({ "ply": ply, "positions": of.positions, "values": of.values, "proven": of.met });
        json!({
            "board": self.board.to_string(),
            "goal": match self.args.goal { BookGoal::Values => "values", BookGoal::Distances => "distances" },
            "plies": report.iter().enumerate().map(ply).collect::<Value>(),
        })
    }

    fn text(&self, report: &[Ply]) -> String {
        let distances = self.args.goal == BookGoal::Distances;
        let mut rows = vec![vec!["after plies".to_owned(), "positions".to_owned(), "values".to_owned()]];
        if distances {
            rows[0].push("distances".to_owned());
        }
        for (ply, of) in report.iter().enumerate() {
            let mut row = vec![ply.to_string(), grouped(of.positions as u64), grouped(of.values as u64)];
            if distances {
                row.push(grouped(of.met as u64));
            }
            rows.push(row);
        }
        let name = files::name(&self.args.out);
        let rows = columns::lines(&rows, &[Align::Right; 4]);
        format!("{}: book of {}, positions up to symmetry\n\n{rows}", name, self.board.title())
    }
}

/// The preference of a known score, in steps of a ply: losing is 200 plies worse than drawing.
fn rank(bounds: Bounds) -> Option<i64> {
    let score = bounds.score()?;
    let plies = score.distance().map_or(0, |Plies(plies)| i64::from(plies));
    Some(200 * (score.wdl() as i64 - 1) - plies * (score.wdl() as i64 - 1))
}

/// The fault if what was found contradicts what was known.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn contradiction(error: BookError) -> Fault {
    Fault::new(Exit::Fault, format!("the book is {error}"))
}

/// The fault if a file cannot be extended.
fn refusal(path: &Path, error: &BookError) -> Fault {
    let name = files::name(path);
    match error {
        BookError::Other | BookError::Board(_) => {
            Fault::usage(format!("{name} is {error}")).hint("give the name of a new file")
        }
        BookError::Version(_) | BookError::Positions => Fault::usage(format!("{name} is {error}"))
            .hint("use the version of nexsolve that wrote it, or another file name"),
        BookError::Damaged | BookError::Contradiction => {
            Fault::new(Exit::Table, format!("{name} is {error}"))
                .hint("remove it; the command then starts from the beginning")
        }
    }
}
