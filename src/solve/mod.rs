//! `nexsolve solve`: proves the value of a position and of each move.

mod args;
mod certificate;
pub(crate) mod json;
pub(crate) mod picture;
mod proofs;
pub(crate) mod report;
pub(crate) mod text;

pub(crate) use args::SolveArgs;
pub(crate) use certificate::{Asked, by_lemmas, certificate, write_certificate};
pub(crate) use proofs::{Proofs, Watch};

use crate::tables;
use args::Engine;
use nexsolve_console::stop::{self, StopCause, Timer};
use nexsolve_console::{Display, Exit, Fault, Global, files, output, threads};
use nexsolve_core::{Bounds, Game, Notation, Plies};
use nexsolve_games::{AnyGame, AnyPosition, Board, Extent, Measure, Shown, typos};
use nexsolve_oracle::{Answer, Oracle, Searcher, Small};
use nexsolve_solver::counts::{self, CountError, GameCounts};
use nexsolve_solver::{Goal, Knowledge, Options, SearchObserver};
use report::{Run, SolveReport};
use std::path::Path;
use std::time::{Duration, Instant};

/// The default time limit of a search in a game that can go on for ever.
const ENDLESS_TIME: Duration = Duration::from_secs(10);

/// On small boards, a search with up to this many nodes is quicker than making a table: it takes half a
/// second or less. Only the openings of 4×4 Nex and a few other small boards need more nodes.
const QUICK_NODES: u64 = 1 << 18;

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.solved()?;
    let held = tables::open(board, args.db.as_slice(), global)?;
    let oracle = Oracle::new(searched(board)?, &held)?;
    let game = oracle.game();
    if let (false, Some(option)) = (game.is_searched(), args.of_a_full_search()) {
        let message =
            format!("on {}, only forced wins are searched for: {option} is not possible", board.title());
        return Err(Fault::usage(message).hint("give --goal value to look for a forced win"));
    }
    let told = args.notation.game(game, global)?;
    let position = match &args.position {
        Some(text) => told.read_position(text).map_err(|error| {
            let meant = typos::position(text, |meant| told.read_position(meant).is_ok());
            Fault::read("position", text, &error).meant(meant)
        })?,
        None => game.start(),
    };
    check_count(board, &oracle, &position)?;
    if args.tree && position != game.start() {
        return Err(Fault::usage(
            "--tree counts the tree from the start: it cannot be combined with --position",
        ));
    }
    if let Some(path) = &args.certificate {
        if game.longest(&game.start()) == Plies::ENDLESS {
            let title = board.game_title();
            let reason = "play can repeat positions, and a certificate would have to go on without end";
            return Err(Fault::usage(format!("certificates of {title} are not supported: {reason}")));
        }
        files::check_folder(path)?;
    }
    let way = way(board, &oracle, &position, args)?;
    stop::on_interrupt("the search")?;
    threads::with(global, |threads| {
        let mut problem =
            Problem { board, oracle, told, args, global, threads, started: Instant::now(), tree: None };
        problem.tree = args.tree.then(|| problem.count()).transpose()?;
        problem.solve(&position, way)
    })
}

/// Returns the board of the game to search: `board`, or if there is no search for it, the game played on it.
fn searched(board: Board) -> Result<Board, Fault> {
    Ok(if AnyGame::on(board)?.is_searched() { board } else { board.over_the_board() })
}

/// Refuses a position with more seeds or pieces than the board allows.
fn check_count(board: Board, oracle: &Oracle, position: &AnyPosition) -> Result<(), Fault> {
    let (Extent::Count(most), Measure::Count { what, .. }) = (board.extent, board.card().measure) else {
        return Ok(());
    };
    let count = oracle.game().count(position);
    if count <= most {
        return Ok(());
    }
    let which = if *position == oracle.game().start() { "the start" } else { "this position" };
    Err(Fault::usage(format!("{board} is for positions with up to {most} {what}; {which} has {count}"))
        .hint(format!("give --position, or solve {} for the whole game", board.spec)))
}

/// How to find the answer.
#[derive(Clone, Copy)]
enum Way {
    Search,
    /// By a table of this board.
    Table(Board),
    /// By a search if it is quick, otherwise by a table of this board.
    Quicker(Board),
}

/// Chooses how to find the answer: as `--engine` says, by a search if an option needs one, otherwise the
/// quicker way.
fn way(board: Board, oracle: &Oracle, position: &AnyPosition, args: &SolveArgs) -> Result<Way, Fault> {
    let game = oracle.game();
    let small = Small::board_with(board, game.count(position));
    match (args.engine, args.of_a_search(), small) {
        (Some(Engine::Table), Some(option), _) => Err(Fault::usage(format!(
            "{option} applies only to a search: it cannot be combined with --engine table"
        ))),
        (Some(Engine::Table), None, Some(small)) => Ok(Way::Table(small)),
        (Some(Engine::Table), None, None) => {
            let message = format!("{} is too large for a table made on the spot", board.title());
            Err(Fault::usage(message)
                .hint("nexsolve generate makes its database, for solve --db; or give --engine search"))
        }
        // If play can go on for ever, a search cannot prove a draw.
        (None, None, Some(small)) if game.longest(position) == Plies::ENDLESS => Ok(Way::Table(small)),
        // A search for the value alone is quicker than any table.
        (None, None, Some(small)) if args.goal != Goal::Value => Ok(Way::Quicker(small)),
        _ => Ok(Way::Search),
    }
}

/// The question: a board, its oracle and the arguments.
struct Problem<'a> {
    board: Board,
    oracle: Oracle,
    /// The game with the notation of text.
    told: AnyGame,
    args: &'a SolveArgs,
    global: &'a Global,
    threads: usize,
    started: Instant,
    /// The size of the game tree, if requested.
    tree: Option<GameCounts>,
}

/// The result of a search that may be given up if it is not quick.
enum Tried {
    Answered(Exit),
    /// The search is quick, but writing a certificate may take longer.
    Quick,
    Long,
}

impl Problem<'_> {
    /// Counts the game tree.
    fn count(&self) -> Result<GameCounts, Fault> {
        let display = Display::new(self.global);
        let counts = self.oracle.tree(
            self.global.memory,
            stop::flag(),
            &|counts::CountProgress { ply, done, total }| {
                display.show(done, total, "positions counted", &|| format!("counting ply {ply}"));
            },
        );
        display.finish();
        let endless = || Fault::usage("--tree cannot count the tree of this game: play can go on for ever");
        counts.ok_or_else(endless)?.map_err(|error| {
            if let CountError::NeedsMemory { needed, .. } = error {
                return Fault::memory("counting the tree needs", needed, "");
            }
            let exit = if error == CountError::Stopped { Exit::Interrupted } else { Exit::Usage };
            Fault::new(exit, format!("the tree cannot be counted: {error}"))
        })
    }

    fn solve(&mut self, position: &AnyPosition, way: Way) -> Result<Exit, Fault> {
        let by_table = match way {
            Way::Search => None,
            Way::Table(small) => Some(small),
            Way::Quicker(small) => match self.search(position, Engine::Search, true)? {
                Tried::Answered(exit) => return Ok(exit),
                Tried::Quick => None,
                Tried::Long => Some(small),
            },
        };
        let mut engine = Engine::Search;
        let mut made = None;
        if let Some(small) = by_table {
            engine = Engine::Table;
            match tables::make(small, self.global) {
                Ok(table) => made = table,
                Err(fault) if self.args.engine == Some(Engine::Table) => return Err(fault),
                Err(fault) => {
                    output::note(&format!("searching without a table: {}", fault.message));
                    engine = Engine::Search;
                }
            }
        }
        if let Some(made) = made {
            self.oracle = Oracle::new(self.oracle.board(), &[made])?;
        }
        match self.search(position, engine, false)? {
            Tried::Answered(exit) => Ok(exit),
            Tried::Quick | Tried::Long => unreachable!("a search that is not given up has an answer"),
        }
    }

    /// Searches and prints the answer. If `is_trial`, gives up after [`QUICK_NODES`].
    fn search(&self, position: &AnyPosition, engine: Engine, is_trial: bool) -> Result<Tried, Fault> {
        let Self { oracle, args, global, threads, .. } = self;
        let goal = args.goal;
        let endless = oracle.game().longest(position) == Plies::ENDLESS && args.nodes.is_none();
        let timer = Timer::start(args.time.or(endless.then_some(ENDLESS_TIME)))?;
        let (display, mut options) = (Display::new(global), self.options(*threads));
        if is_trial {
            options.nodes = Some(QUICK_NODES);
        }
        let proofs = args.proofs.as_ref().map(|path| Proofs::new(path, self.board)).transpose()?;
        if proofs.is_some() && goal == Goal::Distances {
            return Err(Fault::usage(
                "--proofs saves wins and losses without distances: give --goal value or moves",
            ));
        }
        let watch = Watch(&display);
        let mut listeners: Vec<&dyn SearchObserver> = vec![&watch];
        listeners.extend(proofs.as_ref().map(|proofs| proofs as &dyn SearchObserver));
        let listeners = listeners.as_slice();
        let found = oracle.searcher(options, stop::flag(), &listeners);
        let Some(mut searcher) = found.map_err(crate::audit::unanswered)? else {
            return Err(Fault::usage(format!("{} cannot be searched", self.board.title())));
        };
        let restored = match &proofs {
            Some(proofs) => proofs.restore(&mut *searcher, global.memory)?,
            None => None,
        };
        let mut answer = searcher.solve(position, goal)?;
        let effort = answer.searched.take().unwrap_or_default();
        let seconds = self.started.elapsed().as_secs_f64();
        drop(timer);
        display.finish();
        if let (Some(proofs), Some(mut entries)) = (&proofs, searcher.proofs()) {
            proofs.write(&mut entries)?;
        }
        if is_trial && stop::cause().is_none() {
            match (effort.complete, &args.certificate) {
                (false, _) => return Ok(Tried::Long),
                (true, Some(_)) => return Ok(Tried::Quick),
                (true, None) => {}
            }
        }
        let stopped = (!effort.complete).then(|| match stop::cause() {
            _ if effort.exhausted => StopCause::Depth,
            Some(cause) => cause,
            None => StopCause::Nodes,
        });
        let (threads, memory_bytes, tree) = (*threads, global.memory, self.tree.clone());
        let run =
            Run { engine, goal, effort, stopped, seconds, threads, memory_bytes, tree, proofs: restored };
        self.answer(&mut *searcher, position, &answer, &run).map(Tried::Answered)
    }

    /// The options of the search.
    fn options(&self, threads: usize) -> Options {
        let Self { oracle, args, global, .. } = self;
        // A database uses half of the memory for its blocks. The program and each thread need some besides
        // the transposition table.
        let memory_bytes = match (args.no_table, oracle.has_tables()) {
            (true, _) => 0,
            (false, true) => global.memory / 2,
            (false, false) => global.memory,
        };
        let beside = (8 << 20) + threads as u64 * (1 << 20);
        Options {
            nodes: args.nodes,
            symmetry: !args.no_symmetry,
            ordering: !args.no_ordering,
            knowledge: if args.no_tactics { Knowledge::Ignored } else { Knowledge::Used },
            ..Options::within(memory_bytes.saturating_sub(beside))
        }
    }

    fn answer(
        &self,
        searcher: &mut dyn Searcher,
        position: &AnyPosition,
        answer: &Answer,
        run: &Run,
    ) -> Result<Exit, Fault> {
        let Self { board, oracle, args, global, .. } = self;
        let report = SolveReport { board: *board, game: oracle.game(), position, answer, run: Some(run) };
        let extras = text::Extras { lines: args.lines, stats: args.stats };
        let text = || {
            let report = SolveReport { game: &self.told, ..report };
            format!("{}{}", args.notation.line(&self.told), text::answer(&report, extras))
        };
        let told = output::answer(global, || json::document(&report, run), text);
        // The certificate is written even if the answer cannot be printed.
        if let Some(path) = &args.certificate {
            self.certify(searcher, position, report.bounds(), run.goal, path)?;
        }
        told?;
        Ok(run.stopped.map_or(Exit::Done, StopCause::exit))
    }

    /// Writes a proof of the value: the winner's strategy or lemmas, or for a draw one side's strategy.
    fn certify(
        &self,
        searcher: &mut dyn Searcher,
        position: &AnyPosition,
        bounds: Bounds,
        goal: Goal,
        path: &Path,
    ) -> Result<(), Fault> {
        let asked = Asked { side: self.args.side, length: goal == Goal::Distances };
        let Some(certificate) = certificate(&self.oracle, searcher, position, bounds, asked)? else {
            let exit = stop::cause().unwrap_or(StopCause::Nodes).exit();
            return Err(Fault::new(exit, "no certificate written: the value is not proven"));
        };
        write_certificate(&certificate, path)?;
        output::note(&format!("certificate of {} written to {}", certificate.length(), files::name(path)));
        Ok(())
    }
}
