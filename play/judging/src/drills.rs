//! Drills: the positions of recorded games in which a player gave value away, to be played again.
//!
//! Tables prove the values, or a search of each position where tables leave them open. A mistake counts only
//! if it is proven: the value before the move, and what the move left of it.

use crate::audit::{MoveJudgement, Turn, turns};
use crate::puzzles::SearchLimits;
use nexsolve_core::{Course, Game, Symmetric, Wdl, parallel};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyMove, AnyPosition};
use nexsolve_oracle::{Answer, Line, Oracle, OracleError, Reply, Searcher};
use nexsolve_players::watched;
use nexsolve_solver::{Goal, Options};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// A position in which a player gave value away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The position, with the player to move.
    pub position: AnyPosition,
    /// The move that gave value away.
    pub played: AnyMove,
    /// The value for the player before the move.
    pub before: Wdl,
    /// The value for the player after the move.
    pub after: Wdl,
    /// The moves known to keep the value.
    pub good: Vec<AnyMove>,
    /// The move played, and the best play after it as far as it is known.
    pub line: Vec<AnyMove>,
    /// Where the player made a mistake in this position or a symmetric one: first the one described here.
    pub places: Vec<Place>,
}

/// The place of a move in the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of the game.
    pub game: usize,
    /// The number of the move, from 1.
    pub ply: usize,
}

/// The mistakes of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drill {
    /// The exercises, in the order of the games; no two in symmetric positions.
    pub exercises: Vec<Exercise>,
    /// The number of moves that the player made.
    pub moves: u64,
    /// Those of them that are neither proven mistakes nor proven to keep the value.
    pub unknown: u64,
}

/// A move of the player, judged.
enum Judged {
    /// Not proven.
    Unknown,
    /// The move keeps the value.
    Kept,
    /// The move gives value away.
    Mistake(Box<Exercise>),
}

impl Drill {
    /// Collects the mistakes in games on the board of `oracle`. `is_player` selects the moves of a game: with
    /// the index of the game, and of the player in [`GameRecord::names`]. Uses the threads of the current
    /// rayon pool. If `stop` is set, the remaining moves are unknown. Calls `heard` with the number of moves
    /// judged so far.
    ///
    /// # Errors
    /// If a table cannot be read, tables contradict each other, or the system refuses memory or threads for a
    /// search.
    pub fn collect(
        oracle: &Oracle,
        games: &[GameRecord],
        is_player: impl Fn(usize, usize) -> bool,
        limits: SearchLimits,
        stop: &AtomicBool,
        heard: &(dyn Fn() + Sync),
    ) -> Result<Self, OracleError> {
        let mut own: Vec<(Place, Turn)> = Vec::new();
        for (game, record) in games.iter().enumerate() {
            let turns = (1..).zip(turns(oracle.game(), &record.start, &record.moves));
            let of_player = turns.filter(|(_, turn)| is_player(game, turn.player as usize));
            own.extend(of_player.map(|(ply, turn)| (Place { game, ply }, turn)));
        }
        let judged = parallel::try_map(own.len(), |at| {
            let (place, turn) = own[at];
            let judged = judge(oracle, &turn, place, limits, stop)?;
            heard();
            Ok::<_, OracleError>(judged)
        })?;
        let mut drill = Self { moves: own.len() as u64, ..Self::default() };
        let mut known: HashMap<AnyPosition, usize> = HashMap::new();
        for judged in judged {
            match judged {
                Judged::Unknown => drill.unknown += 1,
                Judged::Kept => {}
                Judged::Mistake(exercise) => {
                    let next = drill.exercises.len();
                    let at = *known.entry(oracle.game().canonical(&exercise.position)).or_insert(next);
                    match drill.exercises.get_mut(at) {
                        Some(earlier) => earlier.places.extend(exercise.places),
                        None => drill.exercises.push(*exercise),
                    }
                }
            }
        }
        Ok(drill)
    }
}

/// Judges a move: by rules and tables, or else by a search.
fn judge(
    oracle: &Oracle,
    turn: &Turn,
    place: Place,
    limits: SearchLimits,
    stop: &AtomicBool,
) -> Result<Judged, OracleError> {
    let known = oracle.answers(std::slice::from_ref(&turn.position))?.remove(0);
    if !known.moves.is_empty() && known.moves.iter().all(|reply| reply.worth.is_known()) {
        return judged(oracle, turn, place, &known, None);
    }
    let until = limits.time.map(|time| Instant::now() + time);
    let over = AtomicBool::new(stop.load(Relaxed));
    let options = Options { nodes: limits.nodes, ..Options::within(limits.memory_bytes) };
    let search = || {
        let Some(mut searcher) = oracle.searcher(options, &over, &())? else {
            return judged(oracle, turn, place, &known, None);
        };
        let found = searcher.solve(&turn.position, Goal::Moves)?;
        judged(oracle, turn, place, &found, Some(&mut *searcher))
    };
    let found = watched(search, || {
        if stop.load(Relaxed) || until.is_some_and(|until| Instant::now() >= until) {
            over.store(true, Relaxed);
        }
    });
    found.map_err(|error| OracleError::Search(error.to_string()))?
}

/// Judges a move by what is known about its position.
fn judged(
    oracle: &Oracle,
    turn: &Turn,
    place: Place,
    answer: &Answer,
    searcher: Option<&mut dyn Searcher>,
) -> Result<Judged, OracleError> {
    let judgement = MoveJudgement::new(answer, turn.mv, turn.colour)?;
    let Some((before, after)) = judgement.before.zip(judgement.after) else { return Ok(Judged::Unknown) };
    if after >= before {
        return Ok(Judged::Kept);
    }
    let keeps = |reply: &&Reply| reply.worth.bounds.wdl() == Some(before);
    let good = answer.moves.iter().filter(keeps).map(|reply| reply.mv).collect();
    let line = refutation(oracle, turn, answer, before, searcher)?;
    let (position, played) = (turn.position, turn.mv);
    let places = vec![place];
    Ok(Judged::Mistake(Box::new(Exercise { position, played, before, after, good, line, places })))
}

/// Returns the move played and the best play after it, as far as it is known.
fn refutation(
    oracle: &Oracle,
    turn: &Turn,
    answer: &Answer,
    before: Wdl,
    searcher: Option<&mut dyn Searcher>,
) -> Result<Vec<AnyMove>, OracleError> {
    let game = oracle.game();
    let mut made = answer.moves.iter().find(|reply| reply.mv == turn.mv).expect("a legal move").clone();
    let after = game.play(&turn.position, turn.mv);
    if let Some(searcher) = searcher
        && made.line.len() < 2
        && game.outcome(&after).is_none()
    {
        let replies = searcher.solve(&after, Goal::Value)?.moves;
        let refutes = |reply: &&Reply| -reply.worth.bounds.lo.wdl() < before;
        if let Some(reply) = replies.iter().filter(refutes).max_by_key(|reply| reply.worth.bounds.lo) {
            made.line = vec![turn.mv, reply.mv];
        }
    }
    let mut line = Line::new(oracle, Course::shared(game.clone().into(), turn.position), None);
    line.follow(&made)?;
    Ok(line.moves().to_vec())
}
