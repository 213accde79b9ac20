//! `nexsolve match`: plays matches between players.

mod openings;
mod records;
mod report;

pub(crate) use report::time;

use crate::args::Global;
use crate::audit::{self, Ledger};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Display;
use crate::units::{self, counted};
use crate::{output, stop, threads};
use crate::{played, players};
use clap::Args;
use nexsolve_games::AnyGame;
use nexsolve_games::records::GameRecord;
use nexsolve_oracle::Oracle;
use nexsolve_players::matches::{
    Cause, Finished, Fixture, LONGEST_GAME, Match, Standings, Terms, TimeControl, round_robin,
};
use nexsolve_players::{Budget, PlayerError, Spec};
use report::Played;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The arguments of `match`.
#[derive(Args, Clone, Debug)]
pub(crate) struct MatchArgs {
    #[arg(value_name = "BOARD", help = crate::board::played())]
    pub(crate) board: String,
    /// Two players, or more for a round robin, such as random or 'mcts(1000)'
    #[arg(value_name = "PLAYER", required = true, num_args = 2.., value_hint = clap::ValueHint::Other)]
    pub(crate) players: Vec<String>,
    /// Games per pair of players, with alternating colours
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = units::count)]
    pub(crate) games: u64,
    /// Time for each player: none, move:1s per move, game:5m+3s per game with an increment per move, blitz
    /// (game:3m+2s) or rapid (game:15m+10s)
    #[arg(long, value_name = "TIME", default_value_t, value_parser = time_control)]
    pub(crate) time_control: TimeControl,
    /// Start games from the openings in this file, one per line: moves from the start joined by `;`, or a position. Two
    /// consecutive games of a pair share an opening, with colours swapped
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Start games with N random plies. Two consecutive games of a pair share them, with colours swapped
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) random_plies: u32,
    /// Database of the board, for the table player and others that look up positions, and for an audit of the
    /// moves [default: for the table player, on small boards, a table made for the match]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,
    /// Write all games to this file, in the format that its name asks for: .txt (Nex), .pdn (draughts), .sgf (Hex),
    /// otherwise the format of all games; in a folder, each game to its own file
    #[arg(long, value_name = "PATH")]
    pub(crate) records: Option<PathBuf>,
    /// Declare a game drawn after N plies
    #[arg(long, value_name = "N", default_value_t = LONGEST_GAME as u64, value_parser = units::count)]
    pub(crate) longest: u64,
}

/// Reads the value of `--time-control`.
pub(crate) fn time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: nexsolve_players::matches::NoTimeControl| error.to_string())
}

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, global: &Global) -> Result<Exit, Fault> {
    let board = played::played(&args.board, None)?;
    let specs = args.players.iter().map(|text| players::spec(text)).collect::<Result<Vec<Spec>, Fault>>()?;
    if specs.iter().any(|spec| spec.name == players::HUMAN) {
        let message = "human cannot play in a match: its games are played in parallel";
        return Err(Fault::usage(message).hint("use nexsolve play BOARD --black human"));
    }
    let game = AnyGame::on(board)?;
    let openings = openings::of(&game, args, global.seed)?;
    let fixtures = round_robin(specs.len(), args.games);
    if let Some(path) = &args.records {
        records::check(&game, path, &openings, fixtures.len())?;
    }
    stop::on_interrupt("the match")?;
    let needs: Vec<&Spec> = specs.iter().collect();
    let equipped = played::equipped(board, args.db.as_deref(), &needs, global)?;
    let oracle = &equipped.oracle;
    let roster = players::roster(oracle);
    for spec in &specs {
        players::make(&roster, spec, 0)?;
    }
    let budget = Budget { stop: Some(stop::flag()), ..Budget::default() };
    let longest = usize::try_from(args.longest).unwrap_or(usize::MAX);
    let terms = Terms { control: args.time_control, longest, now: &Instant::now, budget };
    let plan = Match { game: &game, terms, openings: &openings, seed: global.seed };
    let players =
        |number: usize, seed| roster.player(&specs[number], seed).expect("made once before the match");
    let names: Vec<String> = specs.iter().map(ToString::to_string).collect();
    let display = Display::new(global);
    let (done, all) = (AtomicU64::new(0), fixtures.len() as u64);
    // If a table cannot be read, or the system refuses a thread, the match ends.
    let broken: OnceLock<PlayerError> = OnceLock::new();
    let heard = |fixture: Fixture, finished: Finished<'_>| {
        if let Cause::Gone(error @ (PlayerError::Table(_) | PlayerError::Threads(_))) =
            &finished.outcome.cause
        {
            stop::flag().store(true, Relaxed);
            broken.get_or_init(|| error.clone());
        }
        let is_whole = finished.outcome.cause != Cause::Stopped;
        if is_whole {
            let done = done.fetch_add(1, Relaxed) + 1;
            display.show(done, all, "games", &|| counted(all - done, "game left", "games left"));
        }
        let record = ((args.records.is_some() || oracle.has_tables()) && is_whole).then(|| {
            let opening = &openings[(fixture.opening % openings.len() as u64) as usize];
            let players = fixture.players.map(|player| names[player].clone());
            finished.record(players, opening)
        });
        (finished.outcome, finished.efforts, record)
    };
    let results = threads::with(global, |_| Ok(plan.play_all(&players, &fixtures, &heard)))?;
    display.finish();
    if let Some(error) = broken.into_inner() {
        return Err(error.into());
    }
    let mut standings = Standings::new(specs.len());
    let mut records = Vec::new();
    for (&fixture, (outcome, efforts, record)) in fixtures.iter().zip(results) {
        standings.add(fixture, &outcome, efforts);
        records.extend(record);
    }
    // The result is printed even if the records cannot be written.
    let kept =
        args.records.as_deref().map_or(Ok(()), |path| records::write(board, path, &records, fixtures.len()));
    let judge = || threads::with(global, |_| judged(oracle, &records));
    let ledger = oracle.has_tables().then(judge).transpose()?;
    let ledger = ledger.as_ref();
    let report = Played { board, args, seed: global.seed, names: &names, standings: &standings, ledger };
    output::answer(global, || report.document(), || report.text())?;
    kept?;
    Ok(stop::cause().map_or(Exit::Done, stop::Cause::exit))
}

/// Returns the value that the players gave away.
fn judged(oracle: &Oracle, records: &[GameRecord]) -> Result<Ledger, Fault> {
    let mut ledger = Ledger::default();
    for (record, judged) in records.iter().zip(&audit::judge(oracle, records)?) {
        let [black, white] = record.names.each_ref().map(|name| name.as_deref().unwrap_or_default());
        ledger.add([black, white], judged);
    }
    Ok(ledger)
}
