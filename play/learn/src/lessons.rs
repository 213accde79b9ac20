//! Where the examples of a run come from.

use crate::batch::Example;
use crate::config::{Config, Teacher};
use crate::patrol::Patrol;
use crate::selfplay::{self, SelfPlay};
use crate::symmetry::{Turn, symmetries};
use crate::tables::TableTeacher;
use nexsolve_core::{Course, Draw, ProbeError, SplitMix};
use nexsolve_games::Played;
use nexsolve_net::{ChangeKind, Network, Seen};
use rayon::prelude::*;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// The source of examples.
pub(crate) struct Lessons<G: Played> {
    game: Arc<G>,
    config: Config,
    turns: Vec<Turn>,
    tables: Option<TableTeacher<G>>,
    patrol: Patrol<G>,
    /// Groups of games, each played by one thread.
    play: Vec<SelfPlay<G>>,
    window: VecDeque<Example>,
    /// The positions that were added to the window, and those that were drawn from it.
    added: u64,
    drawn: u64,
    /// The games played.
    pub(crate) games: u64,
}

impl<G: Played> Lessons<G> {
    /// Prepares the lessons of a run that begins, or goes on after `batches`.
    pub(crate) fn new(config: &Config, game: &Arc<G>, tables: Option<TableTeacher<G>>, batches: u64) -> Self {
        let play = config.play();
        let threads = rayon::current_num_threads().min(config.games);
        let group = |i: usize| {
            let count = config.games / threads + usize::from(i < config.games % threads);
            let seed = SplitMix::part(config.seed, batches << 16 | i as u64).next_word();
            SelfPlay::new(game, play, count, seed)
        };
        let is_played = config.teacher != Teacher::Tables;
        Self {
            game: Arc::clone(game),
            config: config.clone(),
            turns: symmetries(&**game),
            tables,
            patrol: Patrol::new(SplitMix::part(config.seed ^ PATROLS, batches).next_word()),
            play: (0..if is_played { threads } else { 0 }).map(group).collect(),
            window: VecDeque::new(),
            added: 0,
            drawn: 0,
            games: 0,
        }
    }

    /// Returns the examples of a batch. Plays games with `network` first, if too few positions are new.
    /// `None` once `is_over` returns true.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub(crate) fn batch(
        &mut self,
        network: &Network,
        number: u64,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Example>>, ProbeError> {
        let count = self.config.batch;
        if self.config.teacher == Teacher::Tables {
            let hard = self.hard(network, number)?;
            let mut examples = self.of_tables(number, count - hard.len())?;
            examples.extend(hard);
            return Ok(Some(examples));
        }
        // The first batch waits for ten batches of positions, so that they come from many games.
        let least = (10 * count).min(self.config.window);
        while self.window.len() < least
            || (self.drawn + count as u64) as f64 > self.added as f64 * self.config.uses
        {
            if is_over() {
                return Ok(None);
            }
            self.play_on(network, is_over)?;
        }
        let mut random = SplitMix::part(self.config.seed ^ SAMPLES, number);
        self.drawn += count as u64;
        let mut one = || {
            let at = random.below(self.window.len());
            self.window[at].clone().turned(&self.turns, &mut random)
        };
        Ok(Some((0..count).map(|_| one()).collect()))
    }

    /// Plays until each group has finished some games, and adds their positions to the window.
    fn play_on(&mut self, network: &Network, is_over: &(dyn Fn() -> bool + Sync)) -> Result<(), ProbeError> {
        let wanted = self.config.batch.div_ceil(self.play.len());
        let judge = self.tables.as_ref().filter(|_| self.config.teacher == Teacher::Mixed);
        let judged = |(position, example): (G::Position, Example)| match judge {
            None => Ok(example),
            Some(tables) => Ok(tables.teach(&position)?.unwrap_or(example)),
        };
        let play = |group: &mut SelfPlay<G>| {
            let (played, games) = group.play(network, wanted, is_over);
            Ok((played.into_iter().map(judged).collect::<Result<Vec<_>, _>>()?, games))
        };
        let played: Vec<_> = self.play.par_iter_mut().map(play).collect::<Result<_, ProbeError>>()?;
        for (examples, games) in played {
            self.games += games;
            self.added += examples.len() as u64;
            self.window.extend(examples);
        }
        let surplus = self.window.len().saturating_sub(self.config.window);
        self.window.drain(..surplus);
        Ok(())
    }

    /// Lets the newest network play against the best one before; `number` decides the random choices. Returns
    /// the share of points of the newest; `None` if there are no contests.
    pub(crate) fn contest(&self, newest: &Network, best: &Network, number: u64) -> Option<f64> {
        let Config { contest: games, seed, .. } = self.config;
        if games == 0 || self.play.is_empty() {
            return None;
        }
        let (game, play, parts) = (&self.game, self.config.play(), self.play.len().min(games));
        let part = |i: usize| {
            let count = games / parts + usize::from(i < games % parts);
            let seed = SplitMix::part(seed ^ CONTESTS, number << 16 | i as u64).next_word();
            selfplay::contest(game, play, [newest, best], count, seed)
        };
        let halves: u32 = (0..parts).into_par_iter().map(part).sum();
        Some(f64::from(halves) / 2.0 / games as f64)
    }

    /// Returns the examples of a batch that are hard for the network, after it was watched.
    fn hard(&mut self, network: &Network, number: u64) -> Result<Vec<Example>, ProbeError> {
        let count = (self.config.batch as f64 * self.config.hard) as usize;
        let Some(tables) = self.tables.as_ref().filter(|_| count > 0) else { return Ok(Vec::new()) };
        if number.is_multiple_of(WATCHED) {
            self.patrol.walk(network, tables, WATCHED as usize * count / 2)?;
        }
        let mut random = SplitMix::part(self.config.seed ^ SAMPLES, number);
        let drawn: Vec<_> = (0..count).map_while(|_| self.patrol.draw(&mut random)).collect();
        Ok(drawn.into_iter().map(|example| example.turned(&self.turns, &mut random)).collect())
    }

    /// Draws positions from the tables.
    fn of_tables(&self, number: u64, count: usize) -> Result<Vec<Example>, ProbeError> {
        let tables = self.tables.as_ref().expect("a teacher with tables");
        let (seed, turns) = (self.config.seed.wrapping_add(number << 20), &self.turns);
        let one = |i: u64| {
            let mut random = SplitMix::part(seed, i);
            for _ in 0..MOST_DRAWS {
                let position = tables.draw(&mut random);
                if let Some(example) = tables.teach(&position)? {
                    return Ok(example.turned(turns, &mut random));
                }
            }
            Err(ProbeError {
                table: "the database".to_owned(),
                reason: format!(
                    "it does not know all moves of any of {MOST_DRAWS} positions; is it finished?"
                ),
                refused: None,
            })
        };
        (0..count as u64).into_par_iter().map(one).collect()
    }

    /// Returns positions drawn from the tables to examine the network with; `None` without tables. They are
    /// the same in each call.
    ///
    /// # Errors
    /// If a table cannot be read.
    pub(crate) fn exam(&self, count: usize) -> Result<Option<Vec<Example>>, ProbeError> {
        self.tables.as_ref().map(|_| self.of_tables(u64::MAX >> 24, count)).transpose()
    }
}

/// The positions drawn for an example until the tables know all moves of one.
const MOST_DRAWS: u32 = 100_000;

/// How many batches pass between two walks of the patrol, in which the network moves in half as many
/// positions as these batches hold hard ones.
const WATCHED: u64 = 8;

/// Keeps the random numbers of the patrol apart from those of games.
const PATROLS: u64 = 0x9a7_0000;

/// Keeps the random numbers of contests apart from those of games.
const CONTESTS: u64 = 0xc0c0_0000;

/// Keeps the random numbers of samples apart from those of games.
const SAMPLES: u64 = 0x5a5a_0000;

/// Returns the kinds of changes that moves make in random games.
pub(crate) fn kinds<G: Played>(game: &G, seed: u64) -> Vec<ChangeKind> {
    let mut kinds = BTreeSet::new();
    for number in 0..200 {
        let mut random = SplitMix::part(seed, number);
        let mut course = Course::new(game);
        while course.ending().is_none() && course.moves().len() < 500 {
            let seen = Seen::of(game, course.position(), &course.legal());
            kinds.extend(seen.changes.iter().map(|change| change.kind));
            let mv = game.draw(course.position(), Draw::Uniform, &mut random);
            course.play(mv.expect("the game is not over"));
        }
    }
    kinds.into_iter().collect()
}
