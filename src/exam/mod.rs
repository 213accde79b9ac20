//! `nexsolve exam`: the value that a player gives away, over all positions of a board or a sample of them.

mod picture;
mod report;

use crate::args::Global;
use crate::board::BoardArgs;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Display;
use crate::solve::table;
use crate::stop::{self, Cause};
use crate::units::{self, at_least, counted, grouped};
use crate::{audit, files, memory, output, players, tables, threads};
use clap::Args;
use nexsolve_core::{Game, Plies};
use nexsolve_games::Board;
use nexsolve_oracle::Oracle;
use nexsolve_players::exam::{ExamError, Kind, Selection, SelectionError, examine};
use nexsolve_players::{FixedError, FixedPlayer, PlayerError, Roster, Spec};
use report::Graded;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments of `exam`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExamArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The player, such as random or 'uct(1000)'
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: String,
    /// Database of the board, which judges the moves [default: on small boards, a table made for the exam]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Vec<PathBuf>,
    /// Examine N random positions instead of all
    #[arg(long, value_name = "N", value_parser = units::count)]
    pub(crate) sample: Option<u64>,
    /// List the N worst mistakes
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) worst: usize,
    /// Draw the worst mistakes, each with a move that keeps the value, in this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &ExamArgs, global: &Global) -> Result<Exit, Fault> {
    let board = args.board.searched()?;
    let spec = players::spec(&args.player)?;
    let mut held = tables::open(board, &args.db, global)?;
    let small = tables::small(board).filter(|_| held.is_empty());
    if held.is_empty() && small.is_none() {
        let message = format!("{} is too large for a table made on the spot: give --db", board.title());
        return Err(Fault::usage(message).hint("nexsolve generate makes a database of the board"));
    }
    if spec.name != TABLE {
        players::make(&roster(board, None, &spec)?, &spec, 0)?;
    }
    stop::on_interrupt("the exam")?;
    threads::with(global, |_| {
        let make = |small| table::make(small, global)?.ok_or_else(stopped);
        let made = small.map(make).transpose()?;
        held.extend(made.as_ref().map(|made| Arc::clone(&made.held)));
        let judge = Oracle::new(board.over_the_board(), &held)?;
        let roster = roster(board, Some(&judge), &spec)?;
        players::make(&roster, &spec, 0)?;
        let selection = selection(board, &judge, args, global)?;
        let create = |seed| roster.player(&spec, seed).expect("made once before the exam");
        let player = FixedPlayer::new(judge.game(), &create, global.seed);
        let display = Display::new(global);
        let all = selection.len();
        let heard = |done: u64| {
            display.show(done, all, "positions", &|| counted(all - done, "position left", "positions left"));
        };
        let report = examine(&player, &judge, &selection, args.worst, stop::flag(), &heard);
        display.finish();
        let report = report.map_err(|error| match error {
            ExamError::Player(error) => unplayed(error),
            ExamError::Judge(error) => audit::unjudged(error),
        })?;
        let graded =
            Graded { board, judge: &judge, player: spec.to_string(), seed: global.seed, report: &report };
        let answered = output::answer(global, || graded.document(), || graded.text());
        // The picture is written even if the answer cannot be printed.
        if let Some(path) = &args.picture {
            files::replace(path, graded.picture().as_bytes())?;
            output::note(&format!("picture written to {}", files::name(path)));
        }
        answered?;
        Ok(stop::cause().map_or(Exit::Done, Cause::exit))
    })
}

/// The player that sees the tables of the judge.
const TABLE: &str = "table";

/// Creates the roster for a player that is judged by tables. Only the player `table` sees them.
pub(crate) fn roster(board: Board, judge: Option<&Oracle>, spec: &Spec) -> Result<Roster, Fault> {
    Ok(match judge.filter(|_| spec.name == TABLE) {
        Some(judge) => players::roster(judge),
        None => players::roster(&Oracle::new(board.over_the_board(), &[])?),
    })
}

/// Selects the positions.
fn selection(board: Board, judge: &Oracle, args: &ExamArgs, global: &Global) -> Result<Selection, Fault> {
    let game = judge.game();
    let most = (memory::work(global) / Selection::BYTES) as usize;
    let all = || Selection::all(game, most, stop::flag());
    let is_endless = game.longest(&game.start()) == Plies::ENDLESS;
    let selected = match args.sample {
        None if is_endless => {
            let message = format!("{} has too many positions to examine them all", board.game_title());
            return Err(Fault::usage(message).hint("give --sample N"));
        }
        None => all(),
        Some(wanted) => match Selection::sample(judge, wanted, global.seed, stop::flag()) {
            // The database does not know what play can reach: find out, if possible.
            Ok(numbered) if numbered.kind() == Kind::NumberedSample && !is_endless => match all() {
                Err(SelectionError::TooMany { .. }) => Ok(numbered),
                all => all.map(|all| all.part(wanted, global.seed)),
            },
            sample => sample,
        },
    };
    selected.map_err(|error| match error {
        SelectionError::TooMany { most } => {
            let more = at_least(memory::for_work(2 * most as u64 * Selection::BYTES));
            let most = grouped(most as u64);
            let message = format!("play can reach more than {most} positions, too many for --memory");
            Fault::memory(message).hint(format!("give --sample N, or --memory {more} or more"))
        }
        SelectionError::Table(error) => error.into(),
        SelectionError::Stopped => stopped(),
    })
}

/// The fault if the work is interrupted before there is any result.
pub(crate) fn stopped() -> Fault {
    Fault::new(Exit::Interrupted, "interrupted before there was a result")
}

/// The fault of a player without a move.
pub(crate) fn unplayed(error: FixedError) -> Fault {
    match error {
        FixedError::Player(PlayerError::Table(error)) => error.into(),
        FixedError::Stopped => stopped(),
        error => Fault::new(Exit::Fault, format!("player: {error}")),
    }
}
