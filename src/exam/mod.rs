//! `nexsolve exam`: the value that a player gives away, over all positions of a board or a sample of them.

mod picture;
mod report;

use crate::audit;
use crate::candidate::{self, Candidate, CandidateArgs, TableUse, unplayed};
use clap::Args;
use nexsolve_console::stop::{self, StopCause};
use nexsolve_console::units::{self, counted, grouped};
use nexsolve_console::{Display, Exit, Fault, Global, files, memory, output};
use nexsolve_core::{Game, Plies};
use nexsolve_games::Board;
use nexsolve_games::listed::own::is_own;
use nexsolve_judging::exam::{ExamError, Selection, SelectionError, SelectionKind, examine};
use nexsolve_oracle::Oracle;
use nexsolve_players::FixedPlayer;
use report::Graded;
use std::path::PathBuf;

/// The arguments of `exam`.
#[derive(Args, Clone, Debug)]
pub(crate) struct ExamArgs {
    #[command(flatten)]
    pub(crate) candidate: CandidateArgs,
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
    if let Some(path) = &args.picture {
        files::check_folder(path)?;
        if args.worst == 0 {
            return Err(Fault::usage("--picture draws the worst mistakes, of which --worst 0 leaves none"));
        }
    }
    let required = if args.sample.is_some() { TableUse::Optional } else { TableUse::Required };
    candidate::tested(&args.candidate, global, required, "the exam", |candidate, _| {
        let Candidate { board, spec, judge, .. } = candidate;
        let selection = selection(*board, judge, args, global)?;
        let create = |seed| candidate.player(seed);
        let player = FixedPlayer::new(judge.game(), &create, global.seed);
        let display = Display::new(global);
        let all = selection.len();
        let heard = |done: u64| {
            display.show(done, all, "positions", &|| counted(all - done, "position left", "positions left"));
        };
        let report = examine(&player, judge, &selection, args.worst, stop::flag(), &heard);
        display.finish();
        let report = report.map_err(|error| match error {
            ExamError::Player(error) => unplayed(error),
            ExamError::Judge(error) => audit::unanswered(error),
        })?;
        let graded = Graded { board: *board, judge, player: spec.to_string(), report: &report };
        let document = || report.document(*board, judge, &graded.player, global.seed);
        let answered = output::answer(global, document, || graded.text());
        // The picture is written even if the answer cannot be printed.
        if let Some(path) = &args.picture {
            files::replace(path, graded.picture().as_bytes())?;
            output::note(&format!("picture written to {}", files::name(path)));
        }
        answered?;
        Ok(stop::cause().map_or(Exit::Done, StopCause::exit))
    })
}

/// Selects the positions.
fn selection(board: Board, judge: &Oracle, args: &ExamArgs, global: &Global) -> Result<Selection, Fault> {
    let game = judge.game();
    let most = (memory::work(global) / Selection::BYTES) as usize;
    let all = || Selection::all(game, most, stop::flag());
    let is_endless = game.longest(&game.start()) == Plies::ENDLESS;
    let selected = match args.sample {
        None if is_endless && board.sides().is_none() && !is_own(board) => {
            let message = format!("{} has too many positions to examine them all", board.game_title());
            return Err(Fault::usage(message).hint("give --sample N"));
        }
        None => all(),
        // A search judges the moves.
        Some(wanted) if !judge.has_tables() => {
            if !game.is_searched() {
                let message = format!("no search judges the moves of {}: give --db", board.game_title());
                return Err(Fault::usage(message).hint("nexsolve generate makes a database of the board"));
            }
            Selection::played(game, wanted, global.seed, stop::flag())
        }
        Some(wanted) => match Selection::sample(judge, wanted, global.seed, stop::flag()) {
            // The database does not know what play can reach: find out, if possible.
            Ok(numbered) if numbered.kind() == SelectionKind::NumberedSample && !is_endless => match all() {
                Err(SelectionError::TooMany { .. }) => Ok(numbered),
                all => all.map(|all| all.part(wanted, global.seed)),
            },
            sample => sample,
        },
    };
    selected.map_err(|error| match error {
        SelectionError::TooMany { most } => {
            let message = format!("play can reach more than {} positions", grouped(most as u64));
            Fault::new(Exit::System, format!("{message}, too many for --memory"))
                .hint("give --sample N")
                .hint(candidate::enough(judge, most, memory::for_work(Selection::BYTES)))
        }
        SelectionError::Table(error) => error.into(),
        SelectionError::Stopped => stop::interrupted(),
    })
}
