//! `nexsolve match`: plays matches between players.

mod args;
mod openings;
mod records;
mod report;

pub(crate) use args::{MatchArgs, time_control};
pub(crate) use report::time;

use crate::audit::{self, Ledger};
use crate::{board, players, tables};
use nexsolve_console::{Display, Exit, Fault, Global, output, stop, threads, units::counted};
use nexsolve_games::AnyGame;
use nexsolve_games::records::GameRecord;
use nexsolve_oracle::Oracle;
use nexsolve_players::matches::{Cause, Finished, Fixture, Match, Standings, Terms, round_robin};
use nexsolve_players::{Budget, PlayerError, Spec};
use report::Played;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, global: &Global) -> Result<Exit, Fault> {
    let board = board::played(&args.board, None)?;
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
    let oracle = &tables::oracle_for(&needs, board, args.db.as_slice(), global)?;
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
        return Err(players::fault(error));
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
    Ok(stop::cause().map_or(Exit::Done, stop::StopCause::exit))
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
