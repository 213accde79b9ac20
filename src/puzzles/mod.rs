//! `nexsolve puzzles`: positions with exactly one winning move, proven and graded.

mod args;
mod page;
mod report;
mod text;

pub(crate) use args::PuzzleArgs;
pub(crate) use page::{escape, picture};

use crate::tables;
use nexsolve_console::{Display, Exit, Fault, Global, files, memory, output, stop, threads, units::counted};
use nexsolve_core::Plies;
use nexsolve_games::{Board, Extent};
use nexsolve_judging::puzzles::{PuzzlePack, PuzzleSet, Puzzler, SearchLimits, Wish};
use nexsolve_oracle::Oracle;
use report::PuzzleReport;

/// Runs the command.
pub(crate) fn run(args: &PuzzleArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.searched()?;
    for path in args.out.iter().chain(&args.pack) {
        files::check_folder(path)?;
    }
    let mut held = tables::open(board, &args.db, global)?;
    stop::on_interrupt("the search for puzzles")?;
    threads::with(global, |threads| {
        let is_chosen = !held.is_empty() || args.nodes.is_some() || args.time.is_some();
        if let Some(small) = tables::small(board).filter(|_| !is_chosen) {
            held.extend(tables::make(small, global)?);
        }
        let oracle = Oracle::new(board.over_the_board(), &held)?;
        if !oracle.has_tables() && !oracle.game().is_searched() {
            let message = format!("{} cannot be searched, and no database is given", board.title());
            return Err(Fault::usage(message));
        }
        let found = find(board, &oracle, args, global, threads)?;
        let report = PuzzleReport { board, game: oracle.game(), args, seed: global.seed, found: &found };
        // The page is written even if the answer cannot be printed.
        let told = output::answer(global, || report.document(&oracle), || text::answer(&report));
        if let Some(path) = &args.out {
            files::replace(path, page::page(&report).as_bytes())?;
        }
        if let Some(path) = &args.pack {
            let nodes = if oracle.has_tables() { None } else { nodes(args) };
            let pack = PuzzlePack::new(oracle.game(), &found.puzzles, nodes);
            files::replace(path, pack.write().as_bytes())?;
        }
        told?;
        Ok(report.end())
    })
}

/// Returns the maximum number of positions that a search visits.
fn nodes(args: &PuzzleArgs) -> Option<u64> {
    args.nodes.or(args.time.is_none().then_some(SearchLimits::NODES))
}

/// Finds the puzzles, and shows the progress.
fn find(
    board: Board,
    oracle: &Oracle,
    args: &PuzzleArgs,
    global: &Global,
    threads: usize,
) -> Result<PuzzleSet, Fault> {
    let memory_bytes = memory::work(global) / threads as u64;
    let wish = Wish {
        count: usize::try_from(args.count).unwrap_or(usize::MAX),
        goal: args.goal,
        least: Plies(args.least_plies),
        seed: global.seed,
        search: SearchLimits { nodes: nodes(args), time: args.time, memory_bytes },
    };
    let puzzler = Puzzler::new(oracle, wish);
    let puzzler = if let Extent::Count(most) = board.extent { puzzler.up_to(most) } else { puzzler };
    let display = Display::new(global);
    let heard = |puzzles: usize, games: u64| {
        display.show(puzzles as u64, args.count, "puzzles", &|| counted(games, "game", "games"));
    };
    let found = puzzler.find(stop::flag(), &heard);
    display.finish();
    found.map_err(crate::audit::unanswered)
}
