//! `nexsolve match`: players meet.

mod openings;
mod records;
mod report;

pub(crate) use report::time;

use crate::arena;
use crate::args::{Global, MatchArgs};
use crate::audit::{self, Ledger};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::{Display, Wanted};
use crate::units::counted;
use crate::{database, output, players, stop, threads};
use nexsolve_boards::{Arena, Meeting, Tables};
use nexsolve_core::{ProbeError, Prober};
use nexsolve_players::matches::{
    Cause, Fixture, Match, Played, Players, Standings, SystemClock, Terms, round_robin,
};
use nexsolve_players::records::GameRecord;
use nexsolve_players::{Budget, Playable, Player, PlayerError, Roster, Spec};
use report::Report;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, global: &Global) -> Result<Exit, Fault> {
    let arena = Arena::named(&args.board)?;
    let specs = args.players.iter().map(|text| players::spec(text)).collect::<Result<Vec<Spec>, Fault>>()?;
    if specs.iter().any(|spec| spec.name == players::HUMAN) {
        let message = "a person cannot play in a match, whose games are played many at a time";
        return Err(Fault::usage(message).hint("nexsolve play BOARD --black human is for people"));
    }
    arena::with(arena, args.db.as_deref(), global, Meet { args, global, arena, specs })
}

/// The match, when the game is known.
struct Meet<'a> {
    args: &'a MatchArgs,
    global: &'a Global,
    arena: Arena,
    specs: Vec<Spec>,
}

/// The players of a match, made for each game.
struct Cast<'a, G: Playable> {
    roster: Roster<'a, G>,
    specs: &'a [Spec],
}

impl<G: Playable> Players<G> for Cast<'_, G> {
    fn player(&self, number: usize, seed: u64) -> Box<dyn Player<G> + '_> {
        self.roster.player(&self.specs[number], seed).expect("made once before the match")
    }
}

impl Meeting for Meet<'_> {
    type Done = Result<Exit, Fault>;

    fn on<G: Playable>(self, game: &G, tables: Option<&dyn Tables<G>>) -> Self::Done {
        let tables = tables.map(|tables| tables as &dyn Prober<G>);
        let Self { args, global, arena, specs } = self;
        let roster = Roster { game, table: tables };
        for spec in &specs {
            players::make(&roster, spec, 0)?;
        }
        let openings = openings::of(game, args, global.seed)?;
        let target =
            args.records.as_deref().map(|path| records::Target::of(game, path, &openings)).transpose()?;
        let fixtures = round_robin(specs.len(), args.games);
        let budget = Budget { stop: Some(stop::flag()), ..Budget::default() };
        let longest = usize::try_from(args.longest).unwrap_or(usize::MAX);
        let terms = Terms { control: args.time_control, longest, clock: &SystemClock, budget };
        let plan = Match { game, terms, openings: &openings, seed: global.seed };
        let cast = Cast { roster, specs: &specs };
        stop::on_interrupt("the match")?;
        let names: Vec<String> = specs.iter().map(ToString::to_string).collect();
        let told = |fixture: Fixture, played: Played<'_, G>| {
            let wanted = (target.is_some() || tables.is_some()) && played.outcome.cause != Cause::Stopped;
            let record = wanted.then(|| {
                let opening = &openings[(fixture.opening % openings.len() as u64) as usize];
                let players = [fixture.black, fixture.white].map(|player| names[player].clone());
                GameRecord::of(players, opening, &played)
            });
            (played.outcome, played.efforts, record)
        };
        let results = threads::with(global, |_| watched(global, &plan, &cast, &fixtures, &told))?;
        let mut standings = Standings::new(specs.len());
        let mut records = Vec::new();
        for (&fixture, (outcome, efforts, record)) in fixtures.iter().zip(results) {
            standings.add(fixture, &outcome, efforts);
            records.extend(record);
        }
        // What was played is told even if it cannot be kept.
        let kept = target.as_ref().map_or(Ok(()), |target| target.write(game, &records));
        let ledger = match tables {
            Some(tables) => Some(threads::with(global, |_| judged(game, tables, &records))?),
            None => None,
        };
        let report = Report::new(arena, args, global.seed, &names, &standings, ledger.as_ref());
        if global.json {
            output::json(&report)?;
        } else {
            output::result(&report.text())?;
        }
        kept?;
        Ok(stop::cause().map_or(Exit::Done, stop::Cause::exit))
    }
}

/// What the players have given away.
fn judged<G: Playable>(game: &G, tables: &dyn Prober<G>, records: &[GameRecord<G>]) -> Result<Ledger, Fault> {
    let mut ledger = Ledger::default();
    for (record, judged) in records.iter().zip(&audit::judge(game, tables, records)?) {
        let [black, white] = record.names.each_ref().map(|name| name.as_deref().unwrap_or_default());
        ledger.add([black, white], judged);
    }
    Ok(ledger)
}

/// Plays the games and shows how far they have come; returns what `told` makes of them. A table that cannot be read ends the
/// match.
fn watched<'a, G: Playable, R: Send>(
    global: &Global,
    plan: &Match<'a, G>,
    cast: &Cast<'_, G>,
    fixtures: &[Fixture],
    told: &(dyn Fn(Fixture, Played<'a, G>) -> R + Sync),
) -> Result<Vec<R>, Fault> {
    let display = Display::new(if global.quiet { Wanted::No } else { Wanted::Yes });
    let (done, all) = (AtomicU64::new(0), fixtures.len() as u64);
    let broken: Mutex<Option<ProbeError>> = Mutex::new(None);
    let heard = |fixture: Fixture, played: Played<'a, G>| {
        if let Cause::Gone(PlayerError::Table(error)) = &played.outcome.cause {
            stop::flag().store(true, Relaxed);
            if let Ok(mut broken) = broken.lock() {
                broken.get_or_insert_with(|| error.clone());
            }
        }
        if played.outcome.cause != Cause::Stopped {
            let done = done.fetch_add(1, Relaxed) + 1;
            display.show(done, all, "games", &|| counted(all - done, "game left", "games left"));
        }
        told(fixture, played)
    };
    let results = plan.play_all(cast, fixtures, &heard);
    display.finish();
    match broken.into_inner() {
        Ok(Some(error)) => Err(database::unreadable(&error)),
        _ => Ok(results),
    }
}
