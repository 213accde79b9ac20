//! Players, the matches between them, and what exact values say about their moves.

use crate::arguments::{Memory, Number, each, items};
use crate::database::Database;
use crate::error::{failed, wrong};
use crate::game::Game;
use crate::records::Record;
use crate::state::{State, start_or_state};
use crate::value::Value;
use crate::wait::{CallableProgress, attended, check_callable, pool};
use nexsolve_core::{Game as _, Notation as _, Plies, Side, SplitMix, Wdl};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_judging::audit as judging;
use nexsolve_judging::exam::{Selection, SelectionError, SelectionKind, examine};
use nexsolve_judging::exploit::{self, Exploit, Until, Visit};
use nexsolve_judging::puzzles::{PuzzleDocument, Puzzler, SearchLimits, Wish};
use nexsolve_oracle::Oracle;
use nexsolve_players::matches::{Cause, Match, Opening, Standings, Terms, TimeControl, round_robin};
use nexsolve_players::{
    Budget, Choice, Course, Estimate, FixedPlayer, Networks, PLAYERS, Player as Choosing, PlayerError,
    Roster, Spec, Thought,
};
use nexsolve_solver::{Goal, Options};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A player of any game.
type AnyPlayer = Box<dyn Choosing<AnyGame>>;

/// The descriptions of all players, and what each does.
pub(crate) fn described(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    PLAYERS.iter().try_for_each(|(player, does)| all.set_item(player, does))?;
    Ok(all)
}

/// A player that the package has, such as `uct(1000)`. It keeps what it has learned in a game for its next
/// moves in the same game.
#[pyclass(module = "nexsolve", frozen)]
pub(crate) struct Player {
    spec: Spec,
    seed: u64,
    /// The databases in which it looks positions up.
    database: Option<Py<Database>>,
    /// The player of the game that it played last.
    seat: Mutex<Option<(Game, AnyPlayer)>>,
}

/// Returns a player by its description, one of `nexsolve.PLAYERS`: `player("uct(1000)").choose(state)`.
///
/// `seed` decides its random choices. `db` is the database in which it looks positions up, which `table`
/// needs.
///
/// Raises ValueError if there is no such player; one that its game lacks is refused with its first move.
#[pyfunction]
#[pyo3(signature = (description, *, seed=Number(0), db=None), text_signature = "(description, *, seed=0, db=None)")]
pub(crate) fn player(description: &str, seed: Number<u64>, db: Option<Py<Database>>) -> PyResult<Player> {
    Ok(Player { spec: spec(description)?, seed: seed.0, database: db, seat: Mutex::new(None) })
}

fn spec(text: &str) -> PyResult<Spec> {
    let spec: Spec = text.parse().map_err(|error| wrong(format!("player {text}: {error}")))?;
    let name = |known: &str| known.split('(').next() == Some(&spec.name);
    if PLAYERS.iter().any(|(known, _)| name(known)) {
        return Ok(spec);
    }
    let names = PLAYERS.iter().map(|(known, _)| known.split('(').next().unwrap_or_default());
    let meant = nexsolve_games::typos::nearest(&spec.name, names);
    let meant = meant
        .map_or_else(|| "nexsolve.PLAYERS has them all".to_owned(), |meant| format!("did you mean {meant}?"));
    Err(wrong(format!("no player {:?}; {meant}", spec.name)))
}

/// The players of the oracle's game. They may read the files of networks.
fn roster(oracle: &Oracle) -> Roster {
    Roster::with_networks(oracle, &Networks::default().with_files())
}

fn make(roster: &Roster, spec: &Spec, seed: u64) -> PyResult<AnyPlayer> {
    roster.player(spec, seed).map_err(|error| wrong(format!("player {spec}: {error}")))
}

#[pymethods]
impl Player {
    /// Chooses a move, in notation. `time` is in seconds; `nodes`, `playouts` and `depth` are limits that the
    /// player understands.
    #[pyo3(signature = (state, *, time=None, nodes=None, playouts=None, depth=None))]
    fn choose(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        time: Option<f64>,
        nodes: Option<Number<u64>>,
        playouts: Option<Number<u64>>,
        depth: Option<Number<u32>>,
    ) -> PyResult<String> {
        let (state, thought) = self.thought(py, state, time, nodes, playouts, depth)?;
        Ok(state.rules().format_move(state.position(), thought.mv))
    }

    /// Chooses a move, as `choose` does, and tells why: `Thought`, with the move in notation, the player's
    /// estimate of it, the line that it expects, and the positions that it has visited.
    #[pyo3(signature = (state, *, time=None, nodes=None, playouts=None, depth=None))]
    fn think<'py>(
        &self,
        py: Python<'py>,
        state: &Bound<'py, State>,
        time: Option<f64>,
        nodes: Option<Number<u64>>,
        playouts: Option<Number<u64>>,
        depth: Option<Number<u32>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (state, thought) = self.thought(py, state, time, nodes, playouts, depth)?;
        let (rules, position) = (state.rules(), state.position());
        let estimate = match thought.estimate {
            Estimate::Unknown => py.None(),
            Estimate::Share(share) => share.into_pyobject(py)?.into_any().unbind(),
            Estimate::Points(points) => points.into_pyobject(py)?.into_any().unbind(),
            Estimate::Proven(bounds) => Py::new(py, Value(nexsolve_oracle::Worth::of(bounds)))?.into_any(),
        };
        let (mv, line) =
            (rules.format_move(position, thought.mv), rules.format_line(position, &thought.line));
        py.import("nexsolve")?.getattr("Thought")?.call1((mv, estimate, line, thought.nodes))
    }

    /// Chooses a move by its number, as the bots of OpenSpiel do.
    fn step(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<u32> {
        let (state, thought) = self.thought(py, state, None, None, None, None)?;
        state.of().action(thought.mv)
    }

    fn __repr__(&self) -> String {
        format!("nexsolve.player({:?})", self.spec.to_string())
    }
}

impl Player {
    /// Lets the player of the state's game choose a move.
    fn thought(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        time: Option<f64>,
        nodes: Option<Number<u64>>,
        playouts: Option<Number<u64>>,
        depth: Option<Number<u32>>,
    ) -> PyResult<(State, Thought<AnyMove>)> {
        let state = state.try_borrow()?.clone();
        if state.is_terminal() {
            return Err(wrong("the game is over"));
        }
        let limit = time.map(Duration::try_from_secs_f64).transpose();
        let limit = limit.map_err(|_| wrong("time is a number of seconds, or None"))?;
        // Another thread that uses the player at the same time gets a new one.
        let seat = self.seat.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut player = match seat.filter(|(game, _)| game == state.of()) {
            Some((_, player)) => player,
            None => make(&roster(&*self.oracle(py, state.of())?), &self.spec, self.seed)?,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget {
            nodes: nodes.map(|Number(nodes)| nodes),
            playouts: playouts.map(|Number(playouts)| playouts),
            depth: depth.map(|Number(depth)| depth),
            until: limit.map(|limit| Instant::now() + limit),
            stop: Some(&stop),
        };
        let pool = pool(Some(Number(1)))?;
        let thought = attended(py, &pool, &stop, || Ok(()), || player.choose(state.course(), &budget))?;
        *self.seat.lock().unwrap_or_else(PoisonError::into_inner) = Some((state.of().clone(), player));
        Ok((state, thought.map_err(failed)?))
    }

    fn oracle(&self, py: Python<'_>, game: &Game) -> PyResult<Arc<Oracle>> {
        match &self.database {
            None => Ok(Arc::new(Oracle::new(game.game.board(), &[]).map_err(wrong)?)),
            Some(database) if database.get().of() == game => database.get().oracle(),
            Some(database) => Err(wrong(format!(
                "the player's database is of {}, not of {}",
                database.bind(py).get().of().name(),
                game.name()
            ))),
        }
    }
}

/// A player in an argument: a description, a `Player`, or a function of a state.
#[derive(Clone)]
enum Candidate {
    Described(Spec),
    Function(Arc<Function>),
}

/// A function that chooses moves.
struct Function {
    callable: Py<PyAny>,
    name: String,
    game: Game,
    run: Arc<Run>,
}

/// Work that may call functions in Python, on any thread.
#[derive(Default)]
struct Run {
    stop: Arc<AtomicBool>,
    /// The exception that ended it.
    raised: Mutex<Option<PyErr>>,
}

impl Run {
    /// Does the work on a pool, as [`attended`] does.
    fn attended<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<Number<usize>>,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&CallableProgress) -> T + Send,
    ) -> PyResult<T> {
        check_callable(py, progress)?;
        let (pool, state, mut last) = (pool(threads)?, CallableProgress::default(), (0, 0));
        let beat = || state.tell(py, progress, &mut last);
        let done = attended(py, &pool, &self.stop, beat, || work(&state))?;
        if let Some(raised) = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(raised);
        }
        state.tell(py, progress, &mut last)?;
        Ok(done)
    }
}

/// A seat at which a function plays.
struct Seated(Arc<Function>);

impl Choosing<AnyGame> for Seated {
    fn choose(&mut self, course: &Course<'_, AnyGame>, _budget: &Budget<'_>) -> Choice<AnyMove> {
        let Function { callable, name, game, run } = &*self.0;
        let chosen = Python::attach(|py| {
            let state = game.reached(course.positions()[0], course.moves());
            let answer = callable.bind(py).call1((state.clone(),))?;
            state.chosen(&answer).map_err(|error| {
                let at = state.text();
                wrong(format!(
                    "the player {name} answers {answer:?} in the position {at}: {}",
                    error.value(py)
                ))
            })
        });
        chosen.map(Thought::blind).map_err(|error| {
            let text = error.to_string();
            run.stop.store(true, Relaxed);
            run.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            PlayerError::Gone(text)
        })
    }
}

impl Candidate {
    fn of(object: &Bound<'_, PyAny>, game: &Game, run: &Arc<Run>) -> PyResult<Self> {
        if let Ok(player) = object.cast::<Player>() {
            return Ok(Self::Described(player.get().spec.clone()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self::Described(spec(text.to_str()?)?));
        }
        if !object.is_callable() {
            let text = "a player is a description such as \"uct(1000)\", a Player, or a function of a state";
            return Err(PyTypeError::new_err(text));
        }
        let name = object.getattr("__name__").and_then(|name| name.extract());
        let name = name.or_else(|_| object.get_type().name().map(|name| name.to_string()))?;
        let callable = object.clone().unbind();
        Ok(Self::Function(Arc::new(Function { callable, name, game: game.clone(), run: Arc::clone(run) })))
    }

    fn name(&self) -> String {
        match self {
            Self::Described(spec) => spec.to_string(),
            Self::Function(function) => function.name.clone(),
        }
    }

    /// A player of this kind; a described one was checked before.
    fn player(&self, roster: &Roster, seed: u64) -> AnyPlayer {
        match self {
            Self::Described(spec) => roster.player(spec, seed).expect("made once before the work"),
            Self::Function(function) => Box::new(Seated(Arc::clone(function))),
        }
    }

    fn check(&self, roster: &Roster) -> PyResult<()> {
        match self {
            Self::Described(spec) => make(roster, spec, 0).map(drop),
            Self::Function(_) => Ok(()),
        }
    }

    /// The players of the judge's game: only `table` sees the tables that judge it.
    fn roster(&self, judge: &Oracle) -> PyResult<Roster> {
        let sees = matches!(self, Self::Described(spec) if spec.name == "table");
        let alone = if sees { None } else { Some(Oracle::new(judge.board(), &[]).map_err(wrong)?) };
        let roster = roster(alone.as_ref().unwrap_or(judge));
        self.check(&roster)?;
        Ok(roster)
    }
}

/// The game and the databases of an argument: a Database, or a Game or the name of a board without any.
fn arena(object: &Bound<'_, PyAny>) -> PyResult<(Game, Arc<Oracle>)> {
    if let Ok(database) = object.cast::<Database>() {
        return Ok((database.get().of().clone(), database.get().oracle()?));
    }
    let game = start_or_state(object)?.of().clone();
    let oracle = Oracle::new(game.game.board(), &[]).map_err(wrong)?;
    Ok((game, Arc::new(oracle)))
}

/// Plays a match between two or more players: `games` games for each pair, with alternating colours.
///
/// A player is a description such as `"uct(1000)"`, a `Player`, or a function that takes a state and returns
/// a move, in notation or by its number. `board` is a name, a Game, or a Database, in which players look
/// positions up. Games begin with the start, with `random_plies` random moves, or with the positions or moves
/// in `openings`; two games of a pair share an opening. A game of more than `longest` plies is a draw.
///
/// Returns `Matched`: the standings, and the games as records. An exception of a function, or an illegal
/// answer, ends the match.
#[pyfunction(name = "match")]
#[pyo3(signature = (players, board, *, games=Number(2), random_plies=Number(0), openings=None, seed=Number(0), longest=Number(2000), threads=None, progress=None),
    text_signature = "(players, board, *, games=2, random_plies=0, openings=None, seed=0, longest=2000, threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    games: Number<u64>,
    random_plies: Number<u32>,
    openings: Option<&Bound<'py, PyAny>>,
    seed: Number<u64>,
    longest: Number<usize>,
    threads: Option<Number<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ((game, oracle), run, Number(seed)) = (arena(board)?, Arc::new(Run::default()), seed);
    let (roster, rules, mut candidates) = (roster(&oracle), &*game.game, Vec::new());
    each(players, |player| {
        let candidate = Candidate::of(player, &game, &run)?;
        candidate.check(&roster)?;
        candidates.push(candidate);
        Ok(())
    })?;
    if candidates.len() < 2 {
        return Err(wrong("a match needs two players"));
    }
    let openings: Vec<Opening> = match openings {
        Some(openings) => items::<String>(openings)?
            .iter()
            .map(|text| Opening::read(rules, text).map_err(|error| wrong(format!("opening {text}: {error}"))))
            .collect::<PyResult<_>>()?,
        None if random_plies.0 == 0 => vec![Opening::start(rules)],
        None => (0..games.0.div_ceil(2))
            .map(|number| {
                Opening::by_lot(rules, random_plies.0, &mut SplitMix::part(!seed, number)).map_err(wrong)
            })
            .collect::<PyResult<_>>()?,
    };
    if openings.is_empty() {
        return Err(wrong("openings is empty"));
    }
    let fixtures = round_robin(candidates.len(), games.0);
    let names: Vec<String> = candidates.iter().map(Candidate::name).collect();
    let played = run.attended(py, threads, progress.as_ref(), |progress| {
        let budget = Budget { stop: Some(&run.stop), ..Budget::default() };
        let terms = Terms { control: TimeControl::default(), longest: longest.0, now: &Instant::now, budget };
        let plan = Match { game: rules, terms, openings: &openings, seed };
        let done = AtomicU64::new(0);
        progress.set(0, fixtures.len() as u64);
        plan.play_all(
            &|number, seed| candidates[number].player(&roster, seed),
            &fixtures,
            &|fixture, finished| {
                progress.set(done.fetch_add(1, Relaxed) + 1, fixtures.len() as u64);
                let opening = &openings[(fixture.opening % openings.len() as u64) as usize];
                let record = finished.record(fixture.players.map(|player| names[player].clone()), opening);
                (finished.outcome, finished.efforts, record)
            },
        )
    })?;
    let (mut standings, mut records) = (Standings::new(candidates.len()), Vec::new());
    for (&fixture, (outcome, efforts, record)) in fixtures.iter().zip(played) {
        if let Cause::Gone(error @ (PlayerError::Table(_) | PlayerError::Threads(_))) = &outcome.cause {
            return Err(failed(error));
        }
        standings.add(fixture, &outcome, efforts);
        records.push(Record::new(game.clone(), record));
    }
    let (nexsolve, mut lines) = (py.import("nexsolve")?, Vec::new());
    for (name, standing) in names.iter().zip(&standings.players) {
        let (won, drawn, lost) = (standing.won, standing.drawn, standing.lost);
        lines.push(nexsolve.getattr("Standing")?.call1((name, won, drawn, lost))?);
    }
    nexsolve.getattr("Matched")?.call1((lines, records))
}

/// Examines the moves of a player in all positions of a board that play can reach, or in `sample` random
/// ones, by the values of a database: how much value it gives away, and its `worst` mistakes.
///
/// `player` is as for `match`; a function is asked in one position of each symmetry class. Returns the fields
/// of `nexsolve exam --json`.
#[pyfunction]
#[pyo3(signature = (player, db, *, sample=None, worst=Number(5), seed=Number(0), memory=Memory(1 << 30), threads=None, progress=None),
    text_signature = "(player, db, *, sample=None, worst=5, seed=0, memory='1GiB', threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn exam<'py>(
    py: Python<'py>,
    player: &Bound<'py, PyAny>,
    db: &Bound<'py, Database>,
    sample: Option<Number<u64>>,
    worst: Number<usize>,
    seed: Number<u64>,
    memory: Memory,
    threads: Option<Number<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ((game, judge), run, Number(seed)) = (arena(db)?, Arc::new(Run::default()), seed);
    let candidate = Candidate::of(player, &game, &run)?;
    let roster = candidate.roster(&judge)?;
    let (rules, stop) = (judge.game(), &*run.stop);
    let is_endless = rules.longest(&rules.start()) == Plies::ENDLESS;
    if sample.is_none() && is_endless {
        return Err(wrong(format!(
            "{} has too many positions to examine them all: give sample",
            game.name()
        )));
    }
    let most = (memory.0 / 4 / Selection::BYTES) as usize;
    let all = || Selection::all(rules, most, stop);
    let select = || match sample {
        None => all(),
        Some(Number(wanted)) => match Selection::sample(&judge, wanted, seed, stop) {
            // The database does not know what play can reach: find out, if possible.
            Ok(numbered) if numbered.kind() == SelectionKind::NumberedSample && !is_endless => match all() {
                Err(SelectionError::TooMany { .. }) => Ok(numbered),
                all => all.map(|all| all.part(wanted, seed)),
            },
            sample => sample,
        },
    };
    let create = |seed| candidate.player(&roster, seed);
    let document = run.attended(py, threads, progress.as_ref(), |progress| {
        let selection = select().map_err(|error| error.to_string())?;
        progress.set(0, selection.len());
        let fixed = FixedPlayer::new(rules, &create, seed);
        let heard = |done| progress.set(done, selection.len());
        let found = examine(&fixed, &judge, &selection, worst.0, stop, &heard);
        let found = found.map_err(|error| error.to_string())?;
        Ok::<_, String>(found.document(judge.board(), &judge, &candidate.name(), seed))
    })?;
    from_json(py, &document.map_err(failed)?.to_string())
}

/// Finds the worst result of a player over all ways to play against it, as `"black"`, `"white"`, or both.
///
/// `player` is as for `match`, and asked once in each symmetry class. `board` is a name, a Game, or a
/// Database, by which the player's choices are judged. Returns the fields of `nexsolve exploit --json`.
///
/// Raises ValueError for a game whose positions can repeat.
#[pyfunction(name = "exploit")]
#[pyo3(signature = (player, board, *, colour=None, seed=Number(0), memory=Memory(1 << 30), threads=None, progress=None),
    text_signature = "(player, board, *, colour=None, seed=0, memory='1GiB', threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn exploited<'py>(
    py: Python<'py>,
    player: &Bound<'py, PyAny>,
    board: &Bound<'py, PyAny>,
    colour: Option<&str>,
    seed: Number<u64>,
    memory: Memory,
    threads: Option<Number<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ((game, judge), run, Number(seed)) = (arena(board)?, Arc::new(Run::default()), seed);
    let candidate = Candidate::of(player, &game, &run)?;
    let roster = candidate.roster(&judge)?;
    let sides = match colour {
        None => vec![Side::Black, Side::White],
        Some("black") => vec![Side::Black],
        Some("white") => vec![Side::White],
        Some(other) => return Err(wrong(format!("{other:?} is not a colour: black or white"))),
    };
    let rules = judge.game();
    if rules.longest(&rules.start()) == Plies::ENDLESS {
        return Err(wrong(format!(
            "in {}, positions can repeat: only exam can judge its players",
            game.name()
        )));
    }
    let create = |seed| candidate.player(&roster, seed);
    let document = run.attended(py, threads, progress.as_ref(), |progress| {
        let value = value_of_start(&judge, memory.0 / 2, &run.stop)?;
        let exploit = Exploit {
            player: FixedPlayer::new(rules, &create, seed),
            tables: judge.has_tables().then_some(&*judge),
            visit: Visit::Classes,
            until: Until::Complete,
            most: usize::MAX,
            memory: memory.0 / 4,
            stop: &run.stop,
        };
        let mut held = Vec::new();
        for side in sides {
            let found = exploit.held(side, &|chosen| progress.set(chosen, 0));
            let value = if side == rules.side_to_move(&rules.start()) { value } else { -value };
            held.push((found.map_err(|error| error.to_string())?, value));
        }
        let held: Vec<_> = held.iter().map(|(held, value)| (held, *value)).collect();
        Ok::<_, String>(exploit::document(judge.board(), &judge, &candidate.name(), seed, &held))
    })?;
    from_json(py, &document.map_err(failed)?.to_string())
}

/// The value of the start, by tables or a search.
fn value_of_start(judge: &Oracle, memory: u64, stop: &AtomicBool) -> Result<Wdl, String> {
    let start = judge.game().start();
    let stored = judge.worths(&[start]).map_err(|error| error.to_string())?[0];
    if let Some(value) = stored.bounds.wdl() {
        return Ok(value);
    }
    let searcher = judge.searcher(Options::within(memory), stop, &()).map_err(|error| error.to_string())?;
    let mut searcher = searcher.ok_or_else(|| format!("no search covers {}", judge.board()))?;
    let found = searcher.solve(&start, Goal::Value).map_err(|error| error.to_string())?;
    found.worth.bounds.wdl().ok_or_else(|| "the search was stopped".to_owned())
}

/// Judges the moves of recorded games by a database: for each game a list with the fields of `moves` of
/// `nexsolve audit --moves --json`, among them the values `before` and `after`, and a move `instead` that
/// would have kept the value.
///
/// `records` are of `read_records`, of a match, or finished states. Raises ValueError for a game of another
/// board.
#[pyfunction]
#[pyo3(signature = (db, records, *, threads=None))]
pub(crate) fn audit<'py>(
    py: Python<'py>,
    db: &Bound<'py, Database>,
    records: &Bound<'py, PyAny>,
    threads: Option<Number<usize>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ((game, oracle), mut games) = (arena(db)?, Vec::new());
    each(records, |record| {
        let record = Record::of(record)?;
        if *record.game() != game {
            return Err(wrong(format!(
                "a game of {}, but this is a database of {}",
                record.game().name(),
                game.name()
            )));
        }
        games.push(record.record().clone());
        Ok(())
    })?;
    let judged = Run::default().attended(py, threads, None, |_| {
        let one = |record| {
            let record: &nexsolve_games::records::GameRecord = record;
            let judged = judging::audit(&oracle, &record.start, &record.moves)?;
            let names = record.names.clone().map(|name| name.unwrap_or_else(|| "?".to_owned()));
            Ok(judging::document(oracle.game(), record, &names, &judged))
        };
        games.par_iter().map(one).collect::<Result<Vec<_>, nexsolve_oracle::OracleError>>()
    })?;
    from_json(py, &serde_json::Value::from_iter(judged.map_err(failed)?).to_string())
}

/// Finds positions in which exactly one move keeps the value, and all others fail: puzzles, each with its
/// solution and with refutations, as `nexsolve puzzles --json` has them.
///
/// `board` is a name, a Game, or a Database, whose values prove them; without it, a search of at most `nodes`
/// positions does. `goal` is `"win"` or `"draw"`; `least_plies` is the least length of a win.
#[pyfunction(name = "puzzles")]
#[pyo3(signature = (board, *, count=Number(10), goal="win", least_plies=Number(3), nodes=Number(SearchLimits::NODES), seed=Number(0), threads=None, progress=None),
    text_signature = "(board, *, count=10, goal='win', least_plies=3, nodes=100000, seed=0, threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn find_puzzles<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyAny>,
    count: Number<usize>,
    goal: &str,
    least_plies: Number<u16>,
    nodes: Number<u64>,
    seed: Number<u64>,
    threads: Option<Number<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, oracle) = arena(board)?;
    let goal = match goal {
        "win" => Wdl::Win,
        "draw" => Wdl::Draw,
        other => return Err(wrong(format!("{other:?} is not a goal: win or draw"))),
    };
    if !oracle.has_tables() && !oracle.game().is_searched() {
        return Err(wrong(format!("{} cannot be searched: give a database", game.name())));
    }
    let search = SearchLimits { nodes: Some(nodes.0), ..SearchLimits::default() };
    let wish = Wish { count: count.0, goal, least: Plies(least_plies.0), seed: seed.0, search };
    let puzzler = Puzzler::new(&oracle, wish);
    let run = Run::default();
    let found = run.attended(py, threads, progress.as_ref(), |progress| {
        puzzler.find(&run.stop, &|puzzles, _| progress.set(puzzles as u64, count.0 as u64))
    })?;
    let documents: Vec<PuzzleDocument> = found
        .map_err(failed)?
        .puzzles
        .iter()
        .map(|puzzle| PuzzleDocument::new(oracle.game(), puzzle))
        .collect();
    from_json(py, &serde_json::to_string(&documents).map_err(failed)?)
}

/// The dictionaries and lists of a document.
pub(crate) fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((text,))
}
