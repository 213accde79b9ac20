//! `level(1)` to `level(8)` and `perfect`: opponents of graded strength, the same names on every board.
//!
//! A level is a mixture of exact play and mistakes. It first asks what each move is worth: the oracle (rules,
//! tables), then a search of at most [`PROOF_NODES`] positions. A small **look** (a tree search without
//! tables, as a hasty person would look) says which moves are attractive.
//!
//! - *If the values are known*, and a move could give value away, level n does so with the probability
//!   [`MISTAKES`]`[n − 1]` times the position's **temptation**: about 1 on average, more where the look
//!   prefers a mistake, less where the good move is obvious. A mistake is drawn from those that attract the
//!   look; a good move is the look's favourite among those that keep the value. `perfect` gives nothing away,
//!   wins as soon and loses as late as is known.
//! - *Elsewhere* it plays the move of a tree search with [`SIMULATIONS`] simulations, without moves that are
//!   proven worse than others, but with the same probability another attractive one.

use crate::watched::watched;
use crate::{Budget, Choice, Course, Estimate, Player, PlayerError, PlayerSpecError, Spec};
use crate::{Thought, Tried};
use nexsolve_core::{Bounds, Game, Plies, Score, SplitMix, Wdl};
use nexsolve_games::{AnyGame, AnyMove};
use nexsolve_oracle::{Answer, Oracle, OracleError, Reply, Worth};
use nexsolve_solver::{Goal, Options};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The highest level; above it is `perfect`.
pub const LEVELS: u8 = 8;

/// The share of the opportunities to give value away that a level takes where values are known: level 1
/// first, `perfect` last. A random move takes about two of three in Nex.
pub const MISTAKES: [f64; 9] = [0.45, 0.33, 0.24, 0.165, 0.11, 0.07, 0.04, 0.015, 0.0];

/// The simulations of the search that chooses where values are unknown: level 1 first, `perfect` last.
pub const SIMULATIONS: [u64; 9] = [20, 40, 80, 160, 320, 700, 1_500, 3_500, 10_000];

/// Describes a level in a few words: how often it errs where it can.
///
/// ```
/// assert_eq!(nexsolve_players::level::described(3), "errs about 24 times in 100");
/// ```
pub fn described(level: usize) -> String {
    let share = level.checked_sub(1).and_then(|strength| MISTAKES.get(strength)).copied().unwrap_or(0.0);
    let shown = (share * 1_000.0).round() / 10.0;
    format!("errs about {shown} times in 100")
}

/// The most positions that a search visits to prove the values of the moves of a position: level 1 first,
/// `perfect` last; with a time limit, `perfect` searches for half of the time instead.
pub const PROOF_NODES: [u64; 9] = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 200_000];

/// Where a game can last longer than this, no proof is tried.
const PROOF_PLIES: Plies = Plies(42);

/// Memory of such a proof.
const PROOF_BYTES: u64 = 16 << 20;

/// The index in [`MISTAKES`] of the first level that sees wins by threats on large boards.
const SEES_FORCE: usize = 5;

/// The player that takes a look.
const LOOKER: &str = "uct(fresh, unforced, nodes=200000)";

/// Simulations of a look, besides one for each move.
const LOOK: u64 = 100;

/// The most positions in the tree of a search.
const TREE_NODES: &str = "200000";

/// With more legal moves, their values are not looked up.
const MOST_MOVES: usize = 5_000;

/// The number of looks over which [`temptations`] averages.
const LOOKS: u64 = 4;

/// `level(n)` or `perfect`.
pub(crate) struct LevelPlayer {
    oracle: Oracle,
    /// The index in [`MISTAKES`].
    strength: usize,
    look: Box<dyn Player<AnyGame>>,
    search: Box<dyn Player<AnyGame>>,
    /// Perfect play from tables, if there are some.
    table: Option<Box<dyn Player<AnyGame>>>,
    random: SplitMix,
}

/// Creates a player that a level consults, by its description and a seed.
pub type Engine<'a> = dyn Fn(&Spec, u64) -> Result<Box<dyn Player<AnyGame>>, PlayerSpecError> + 'a;

/// What is known about the moves of a position.
struct Known {
    replies: Vec<Reply>,
    /// The best value that is certain: of the position, if [`Known::is_settled`].
    worth: Bounds,
    nodes: u64,
}

impl LevelPlayer {
    /// Creates the player that `spec` describes. `engine` creates the players that it consults.
    ///
    /// # Errors
    /// If the level is missing, or not from 1 to [`LEVELS`], or options are given.
    pub(crate) fn new(
        oracle: Oracle,
        engine: &Engine<'_>,
        spec: &Spec,
        seed: u64,
    ) -> Result<Self, PlayerSpecError> {
        let strength = strength(spec)?;
        let create = |text: &str, part| {
            let spec = text.parse().expect("a description");
            engine(&spec, SplitMix::part(seed, part).next_word())
        };
        let unforced = if strength < SEES_FORCE { ", unforced" } else { "" };
        let mut search = create(&format!("uct({}, nodes={TREE_NODES}{unforced})", SIMULATIONS[strength]), 1)?;
        if strength == usize::from(LEVELS) {
            let guided = format!("uct({}, connections, nodes={TREE_NODES})", SIMULATIONS[strength] / 10);
            search = create(&guided, 1).unwrap_or(search);
        }
        Ok(Self {
            strength,
            look: create(LOOKER, 2)?,
            search,
            table: oracle.has_tables().then(|| create("table", 3)).transpose()?,
            random: SplitMix::part(seed, 0),
            oracle,
        })
    }
}

/// Returns the index in [`MISTAKES`] of the player that `spec` describes.
fn strength(spec: &Spec) -> Result<usize, PlayerSpecError> {
    if let Some((option, _)) = spec.options.first() {
        return Err(spec.wrong(format!("{} has no option `{option}`", spec.name)));
    }
    if spec.file.is_some() {
        return Err(spec.wrong(format!("{} reads no file", spec.name)));
    }
    match (spec.name.as_str(), spec.number) {
        ("perfect", None) => Ok(LEVELS.into()),
        ("perfect", Some(_)) => Err(spec.wrong("perfect takes no number")),
        (_, Some(level)) if (1..=LEVELS.into()).contains(&level) => Ok(level as usize - 1),
        (_, None) => Err(spec.wrong(format!("level needs a number from 1 to {LEVELS}, as in level(3)"))),
        (_, Some(level)) => {
            Err(spec.wrong(format!("there are levels 1 to {LEVELS}, and perfect, but no level {level}")))
        }
    }
}

impl Known {
    /// Returns what the oracle knows, and what a search of bounded size proves.
    fn of(oracle: &Oracle, course: &Course<'_, AnyGame>, proof: &Budget<'_>) -> Result<Self, PlayerError> {
        let (game, position) = (course.game(), course.position());
        let mut answer = oracle.answer(course, MOST_MOVES, None).map_err(failed)?;
        if answer.moves.len() < answer.count {
            answer.moves = course.legal().into_iter().map(|mv| Reply::new(mv, Worth::UNKNOWN)).collect();
        }
        let (mut replies, mut nodes) = (answer.moves, answer.count as u64);
        let is_open = replies.iter().any(|reply| !reply.worth.is_known());
        if is_open && game.is_searched() && game.longest(position) <= PROOF_PLIES {
            nodes += prove(oracle, course, proof, Goal::Moves, &mut replies)?;
        }
        let best = |bound: fn(&Bounds) -> Score| {
            replies.iter().map(|reply| bound(&reply.worth.bounds)).max().expect("a game that is not over")
        };
        let worth = Bounds { lo: best(|bounds| bounds.lo), hi: best(|bounds| bounds.hi) };
        Ok(Self { replies, worth, nodes })
    }

    /// Returns whether it is known which moves keep the value.
    fn is_settled(&self) -> bool {
        self.worth.lo.wdl() == Wdl::Win || self.replies.iter().all(|reply| reply.worth.is_known())
    }

    /// Returns whether a move keeps the value, as far as is known.
    fn keeps(&self, reply: &Reply) -> bool {
        let Bounds { lo, hi } = reply.worth.bounds;
        if self.is_settled() { lo.wdl() == self.worth.lo.wdl() } else { hi >= self.worth.lo }
    }
}

/// Adds what a search of bounded size proves about the moves, and returns the number of positions it visited.
fn prove(
    oracle: &Oracle,
    course: &Course<'_, AnyGame>,
    proof: &Budget<'_>,
    goal: Goal,
    replies: &mut [Reply],
) -> Result<u64, PlayerError> {
    let stop = AtomicBool::new(false);
    let options = Options { nodes: proof.nodes, ..Options::within(PROOF_BYTES) };
    let work = || -> Result<Answer, PlayerError> {
        let searcher = oracle.searcher(options, &stop, &()).map_err(failed)?;
        Ok(searcher.expect("a game that is searched").solve(course.position(), goal)?)
    };
    let found = watched(work, || {
        if proof.is_over() {
            stop.store(true, Relaxed);
        }
    });
    let answer = found.map_err(|error| PlayerError::Threads(error.to_string()))??;
    for (reply, found) in replies.iter_mut().zip(answer.moves) {
        // What earlier moves or tables decide stands; a search knows nothing of earlier moves.
        if !reply.worth.is_known() || goal == Goal::Distances {
            reply.worth.bounds = reply.worth.bounds.meet(found.worth.bounds);
        }
    }
    Ok(answer.searched.map_or(0, |effort| effort.nodes()))
}

fn failed(error: OracleError) -> PlayerError {
    match error {
        OracleError::Table(error) => error.into(),
        other => PlayerError::Gone(other.to_string()),
    }
}

/// How attractive each move is at a look: about the share of points that the mover got in its playouts.
struct Charms(HashMap<AnyMove, f64>);

impl Charms {
    /// The charm of a move with few playouts is drawn towards one half.
    fn of(tried: &[Tried<AnyMove>]) -> Self {
        let charm = |&Tried { mv, playouts, share }: &Tried<AnyMove>| {
            (mv, (share * playouts as f64 + 1.0) / (playouts as f64 + 2.0))
        };
        Self(tried.iter().map(charm).collect())
    }

    fn charm(&self, mv: AnyMove) -> f64 {
        self.0.get(&mv).copied().unwrap_or(0.4)
    }

    /// Returns the most attractive of these moves, with its charm.
    fn best(&self, moves: &[AnyMove]) -> Option<(AnyMove, f64)> {
        let charms = moves.iter().map(|&mv| (mv, self.charm(mv)));
        charms.max_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// Draws one of these moves, the attractive ones more often.
    fn draw(&self, moves: &[AnyMove], random: &mut SplitMix) -> AnyMove {
        let weights: Vec<f64> = moves.iter().map(|&mv| (self.charm(mv) * SHARPNESS).exp()).collect();
        let mut left = unit(random) * weights.iter().sum::<f64>();
        for (&mv, weight) in moves.iter().zip(&weights) {
            left -= weight;
            if left < 0.0 {
                return mv;
            }
        }
        *moves.last().expect("a move")
    }
}

/// How strongly charm decides which mistake is made: one of a tenth more charm is *e* times as likely.
const SHARPNESS: f64 = 10.0;

/// Returns a random number from 0 to 1.
fn unit(random: &mut SplitMix) -> f64 {
    (random.next_word() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns by how much a mistake is likelier in a position than on average: the moves that keep the value
/// against those that give it away, at a look.
fn temptation(course: &Course<'_, AnyGame>, charms: &Charms, good: &[AnyMove], bad: &[AnyMove]) -> f64 {
    let side = course.side();
    let wins_at_once = |&mv: &AnyMove| course.ending_after(mv).is_some_and(|end| end.winner == Some(side));
    if good.iter().any(wins_at_once) {
        return OBVIOUS;
    }
    let (Some((_, good)), Some((_, bad))) = (charms.best(good), charms.best(bad)) else { return 0.0 };
    (TEMPTED * ((bad - good) * STEEPNESS).exp()).clamp(OBVIOUS, MOST_TEMPTED)
}

/// The temptation where a move wins at once; the least one.
const OBVIOUS: f64 = 0.1;

/// The greatest temptation.
const MOST_TEMPTED: f64 = 3.0;

/// The temptation where the best good move and the best mistake are equally attractive.
const TEMPTED: f64 = 1.5;

/// How fast the temptation changes with the difference in charm.
const STEEPNESS: f64 = 4.0;

/// Returns the probability of a mistake, for the index in [`MISTAKES`].
fn risk(strength: usize, temptation: f64) -> f64 {
    (MISTAKES[strength] * temptation).min(0.95)
}

/// Returns the probability that each level errs in the current position, level 1 first; `None` if it is not
/// known which moves keep the value, or if all do. The worths of `replies` are those of all legal moves.
///
/// # Errors
/// If the system refuses a thread.
///
/// # Panics
/// If the engines are those of another game.
pub fn risks(
    engine: &Engine<'_>,
    course: &Course<'_, AnyGame>,
    replies: &[Reply],
) -> Result<Option<[f64; LEVELS as usize]>, PlayerError> {
    let best = replies.iter().filter_map(|reply| reply.worth.bounds.wdl()).max();
    if replies.is_empty() || replies.iter().any(|reply| !reply.worth.is_known()) {
        return Ok(None);
    }
    let (good, bad): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.worth.bounds.wdl() == best);
    if bad.is_empty() {
        return Ok(None);
    }
    let moves = |replies: Vec<&Reply>| replies.into_iter().map(|reply| reply.mv).collect::<Vec<_>>();
    let (good, bad) = (moves(good), moves(bad));
    let spec = LOOKER.parse().expect("a description");
    let mut risks = [0.0; LEVELS as usize];
    for seed in 0..LOOKS {
        let mut look = engine(&spec, seed).expect("every game has it");
        let budget = Budget { playouts: Some(replies.len() as u64 + LOOK), ..Budget::default() };
        look.choose(course, &budget)?;
        let tempted = temptation(course, &Charms::of(&look.tried()), &good, &bad);
        for (strength, sum) in risks.iter_mut().enumerate() {
            *sum += risk(strength, tempted) / LOOKS as f64;
        }
    }
    Ok(Some(risks))
}

impl Player<AnyGame> for LevelPlayer {
    fn choose(&mut self, course: &Course<'_, AnyGame>, budget: &Budget<'_>) -> Choice<AnyMove> {
        let is_perfect = self.strength == usize::from(LEVELS);
        let is_timed = is_perfect && budget.until.is_some();
        let most = (!is_timed).then_some(PROOF_NODES[self.strength]);
        let nodes = Budget::least(most, budget.nodes);
        let proof = &Budget { nodes, until: budget.half_time(), ..*budget };
        let known = Known::of(&self.oracle, course, proof)?;
        let (good, bad): (Vec<&Reply>, Vec<&Reply>) =
            known.replies.iter().partition(|reply| known.keeps(reply));
        let all = known.replies.len();
        let mut good: Vec<AnyMove> = good.into_iter().map(|reply| reply.mv).collect();
        let mut bad: Vec<AnyMove> = bad.into_iter().map(|reply| reply.mv).collect();
        if !known.is_settled() {
            // Of the moves that may be best, the search's favourite counts as good.
            let thought = self.search.choose(course, budget)?;
            let tried = self.search.tried();
            let favourite = if good.contains(&thought.mv) {
                thought.mv
            } else {
                tried.iter().map(|tried| tried.mv).find(|mv| good.contains(mv)).unwrap_or(good[0])
            };
            let nodes = known.nodes + thought.nodes;
            if unit(&mut self.random) < risk(self.strength, 1.0) && all > 1 {
                bad.extend(good.into_iter().filter(|&mv| mv != favourite));
                let mv = Charms::of(&tried).draw(&bad, &mut self.random);
                return Ok(Thought { nodes, ..Thought::blind(mv) });
            }
            let has_searched = is_perfect && favourite == thought.mv;
            let estimate = if has_searched { thought.estimate } else { Estimate::Unknown };
            let line = if has_searched { thought.line } else { Vec::new() };
            return Ok(Thought { mv: favourite, estimate, line, nodes });
        }
        if is_perfect {
            return self.keep(course, budget, proof, known, &good);
        }
        let playouts = Budget::least(Some(all as u64 + LOOK), budget.playouts);
        let looked = self.look.choose(course, &Budget { playouts, ..*budget })?;
        let nodes = known.nodes + looked.nodes;
        let charms = Charms::of(&self.look.tried());
        if !bad.is_empty()
            && unit(&mut self.random) < risk(self.strength, temptation(course, &charms, &good, &bad))
        {
            let mv = charms.draw(&bad, &mut self.random);
            return Ok(Thought { nodes, ..Thought::blind(mv) });
        }
        // Where play can repeat, moves that keep the value may lead nowhere; tables find the way.
        if course.game().longest(course.position()) == Plies::ENDLESS && !bad.is_empty() {
            let Thought { mv, .. } = self.keep(course, budget, proof, known, &good)?;
            return Ok(Thought { nodes, ..Thought::blind(mv) });
        }
        let start = self.random.below(good.len());
        good.rotate_left(start);
        let (mv, _) = charms.best(&good).expect("a move keeps the value");
        Ok(Thought { nodes, ..Thought::blind(mv) })
    }
}

impl LevelPlayer {
    /// Plays one of the moves that keep the value: as the tables advise, or else the soonest win or the
    /// latest loss, and of equals the one that a look likes best.
    fn keep(
        &mut self,
        course: &Course<'_, AnyGame>,
        budget: &Budget<'_>,
        proof: &Budget<'_>,
        known: Known,
        good: &[AnyMove],
    ) -> Choice<AnyMove> {
        let Known { mut replies, worth, mut nodes } = known;
        if let Some(table) = &mut self.table {
            let thought = table.choose(course, budget)?;
            if good.contains(&thought.mv) {
                return Ok(thought);
            }
        }
        let has_distances = worth.lo.wdl() == Wdl::Draw || worth.score().is_some();
        let game = course.game();
        if !has_distances && game.is_searched() && game.longest(course.position()) <= PROOF_PLIES {
            nodes += prove(&self.oracle, course, proof, Goal::Distances, &mut replies)?;
        }
        let kept = replies.iter().filter(|reply| good.contains(&reply.mv));
        let rank = |reply: &&Reply| (reply.worth.bounds.lo, reply.worth.bounds.hi);
        let best = kept.clone().map(|reply| rank(&reply)).max().expect("a move keeps the value");
        let moves: Vec<AnyMove> = kept.filter(|reply| rank(reply) == best).map(|reply| reply.mv).collect();
        let playouts = Budget::least(Some(replies.len() as u64 + LOOK), budget.playouts);
        let looked = self.look.choose(course, &Budget { playouts, ..*budget })?;
        let (mv, _) = Charms::of(&self.look.tried()).best(&moves).expect("a move");
        let estimate = Estimate::Proven(Bounds { lo: best.0, hi: worth.hi.min(best.1) });
        Ok(Thought { mv, estimate, line: vec![mv], nodes: nodes + looked.nodes })
    }
}
