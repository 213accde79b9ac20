//! The values of layers that lead to each other.
//!
//! Retrograde analysis (K. Thompson, "Retrograde analysis of certain endgames", 1986), in the form that
//! counts open moves. First the engine looks at all positions once: finished tables have the values of their
//! leaving moves, and their staying moves are counted. Then settled positions are passed on to the positions
//! before them, level by level (see [`super::scale`]). A loss makes the position before it a win. A win
//! closes one move of the position before it; when the last move closes, that position has the value of its
//! best move. Positions that still have an open move at the end can play on for ever, and are draws.
//!
//! A value is settled on its own level and not earlier. No better value can follow: it would have been
//! settled on an earlier level, or on the same one, and passed on.
//!
//! Each process of a team has the cells of some ranks of each layer. It applies an effect to its own
//! positions. Effects on cells of other processes are updates ([`super::updates`]): they are collected and
//! exchanged in rounds until no process has anything left on the level.

use super::cells::{Cells, Effect};
use super::dealing::{Dealing, PIECE};
use super::scale::{MOST_PLIES, NOTHING, Scale};
use super::updates::{List, Outboxes, Sorting};
use crate::bits::{Level, with_level};
use crate::error::GenerateError;
use crate::team::{Reduce, Team};
use nexsolve_core::memory::prefetch;
use nexsolve_core::parallel;
use nexsolve_core::{After, Layer, LayerId, Outlook, Retrograde, Wdl};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of updates, and of look-ups, in progress at once.
const AHEAD: usize = 64;

/// The number of chunks that a thread searches for marks at a time.
const SOME: usize = 256;

/// A process sends its updates when about this many are waiting, and makes at most about this many while
/// others are being sent.
const ROUND: usize = 1 << 21;
const BESIDE: usize = ROUND / 2;

/// The number of ranks that a thread processes at a time in the first pass.
const LOOK: u64 = 512;

/// In the place of a layer: the move ends the game, and the opponent loses everything at stake.
const OVER: u32 = u32::MAX;

/// The finished layers that a group needs: the values of all ranks as bytes of their [`Scale`].
pub(super) type Finished<'a> = [Option<&'a [u8]>];

/// Layers that lead to each other, while their values are computed.
pub(super) struct Group<'g, G> {
    game: &'g G,
    layers: Vec<LayerId>,
    scale: Scale,
    /// The cells of this process's ranks, by layer of the group.
    cells: Vec<Cells>,
    level: Level,
    /// For each layer of the game, its place in the group.
    places: Vec<Option<usize>>,
    /// The ranks of this process.
    pub(super) dealing: Dealing,
}

impl<'g, G: Retrograde> Group<'g, G> {
    /// A group whose values are all unknown.
    pub(super) fn new(
        game: &'g G,
        layers: &[LayerId],
        scale: Scale,
        level: Level,
        dealing: Dealing,
    ) -> Result<Self, GenerateError> {
        let all = game.layers();
        let cells = layers.iter().map(|&layer| {
            let len = dealing.len(all[layer].len);
            Cells::new(len).map_err(|source| GenerateError::Memory { bytes: Cells::bytes(len), source })
        });
        let cells = cells.collect::<Result<_, _>>()?;
        let places = LayerId::all(all).map(|layer| layers.iter().position(|&of| of == layer)).collect();
        Ok(Self { game, layers: layers.to_vec(), scale, cells, level, places, dealing })
    }

    /// The first pass over all positions of this process. Calls `seen` with the number of ranks after each
    /// run, from any thread.
    fn look_at_all(&self, finished: &Finished<'_>, stop: &AtomicBool, seen: &(dyn Fn(u64) + Sync)) {
        for (place, &layer) in self.layers.iter().enumerate() {
            let sources = self.sources(layer, finished);
            let len = self.dealing.len(self.game.layers()[layer].len);
            parallel::runs(len.div_ceil(LOOK), &|run| {
                let mut looks = Looks::default();
                for part in run {
                    if stop.load(Relaxed) {
                        return;
                    }
                    let ranks = part * LOOK..len.min((part + 1) * LOOK);
                    let count = ranks.end - ranks.start;
                    with_level(
                        self.level,
                        #[inline(always)]
                        || self.look(place, ranks, &sources, &mut looks),
                    );
                    seen(count);
                }
            });
        }
    }

    /// The final values of one of the layers from a place on, [`NOTHING`] for free ranks.
    pub(super) fn values(&self, place: usize, first: u64, values: &mut [u8]) {
        self.cells[place].values(first, values);
    }

    /// The finished layers to which leaving moves of this layer lead.
    fn sources<'a>(&self, layer: LayerId, finished: &Finished<'a>) -> Vec<Option<LiftedLayer<'a>>> {
        let layers = self.game.layers();
        let source = |(next, values): (&Layer, Option<&'a [u8]>)| {
            let gain = layers[layer].stake.checked_sub(next.stake)?;
            let lifted = std::array::from_fn(|value| self.scale.lift(value as u8, gain));
            Some(LiftedLayer { values: values?, lifted })
        };
        layers.iter().zip(finished.iter().copied()).map(source).collect()
    }

    /// The first pass over the positions at consecutive places, which have consecutive ranks.
    #[inline(always)]
    fn look(&self, place: usize, here: Range<u64>, sources: &[Option<LiftedLayer<'_>>], looks: &mut Looks) {
        let cells = &self.cells[place];
        let first = self.dealing.number(here.start);
        let before = first - here.start;
        let ranks = first..first + (here.end - here.start);
        for rank in here {
            cells.free(rank);
        }
        looks.leaves.clear();
        looks.ends.clear();
        looks.told = 0;
        self.game.outlook(self.layers[place], ranks, &mut Listen { sources, looks });
        let mut leaves = looks.leaves.iter();
        for &(rank, stay, count) in &looks.ends {
            let mut best = NOTHING;
            for &(next, number) in leaves.by_ref().take(count as usize) {
                best = best.max(if next == OVER {
                    self.scale.lift(self.scale.over(), 0)
                } else {
                    let source = sources[next as usize].as_ref().expect("fetched before");
                    source.lifted[usize::from(source.values[number as usize])]
                });
            }
            if count == 0 && stay == 0 {
                best = self.scale.over();
            }
            cells.begin(self.scale, rank - before, best, stay);
        }
    }

    /// The effects of the positions of a level on those before them: first of wins, then of losses.
    fn effects(&self, at: usize) -> [Effect; 2] {
        let [win, loss] = self.scale.at(at);
        [Effect::Closes(self.scale.lift(win, 0)), Effect::Wins(self.scale.lift(loss, 0))]
    }

    /// Passes on the values of this level in a chunk. Calls `away` for each earlier position that another
    /// process has, with: whether a loss is passed on; the place of the position's layer in the group; its
    /// process and its place there.
    #[inline(always)]
    fn pass_on_chunk(
        &self,
        place: usize,
        chunk: usize,
        at: usize,
        passing: &mut Passing,
        mut away: impl FnMut(bool, usize, (usize, u64)),
    ) {
        self.cells[place].take(self.scale, chunk, at, &mut passing.wins, &mut passing.losses);
        let layer = self.layers[place];
        let [closes, wins] = self.effects(at);
        let Passing { ring, .. } = passing;
        self.to_those_before(layer, &mut passing.wins, closes, ring, |place, to| away(false, place, to));
        self.to_those_before(layer, &mut passing.losses, wins, ring, |place, to| away(true, place, to));
    }

    /// Applies an effect to the positions at these places of this process.
    fn apply(&self, place: usize, ranks: &[u64], effect: Effect) {
        for (at, &rank) in ranks.iter().enumerate() {
            if let Some(&later) = ranks.get(at + AHEAD) {
                self.cells[place].fetch(later);
            }
            self.cells[place].apply(self.scale, rank, effect);
        }
    }

    /// Applies the effect of positions, given by their places on this process, to all positions before them.
    #[inline(always)]
    fn to_those_before(
        &self,
        layer: LayerId,
        ranks: &mut [u64],
        effect: Effect,
        ring: &mut [(u32, u64); AHEAD],
        mut away: impl FnMut(usize, (usize, u64)),
    ) {
        if ranks.is_empty() {
            return;
        }
        for rank in &mut *ranks {
            *rank = self.dealing.number(*rank);
        }
        let mut count = 0;
        self.game.before(
            layer,
            ranks,
            #[inline(always)]
            |layer, rank| {
                let place = self.places[layer.index()].expect("a layer of the group");
                let rank = match self.dealing.place(rank) {
                    Ok(rank) => rank,
                    Err(to) => return away(place, to),
                };
                self.cells[place].fetch(rank);
                let slot = &mut ring[count % AHEAD];
                if count >= AHEAD {
                    self.cells[slot.0 as usize].apply(self.scale, slot.1, effect);
                }
                *slot = (place as u32, rank);
                count += 1;
            },
        );
        for slot in &ring[..count.min(AHEAD)] {
            self.cells[slot.0 as usize].apply(self.scale, slot.1, effect);
        }
    }

    /// Computes the values of this process's ranks. Calls `seen` with the number of ranks after each run of
    /// the first pass, from any thread.
    ///
    /// # Errors
    /// If `stop` is set, or a distance is longer than tables can store.
    pub(super) fn solve(
        &self,
        finished: &Finished<'_>,
        stop: &AtomicBool,
        seen: &(dyn Fn(u64) + Sync),
        team: &mut Team<'_>,
    ) -> Result<(), GenerateError> {
        self.look_at_all(finished, stop, seen);
        for at in 0.. {
            check(stop)?;
            let last = self.cells.iter().filter_map(Cells::last_mark).max();
            let last = team.reduced(Reduce::Greatest, last.map_or(0, |last| last as u64 + 1))?;
            if last == 0 {
                break;
            }
            if last > MOST_PLIES as u64 + 1 {
                return Err(GenerateError::Distance { most: MOST_PLIES });
            }
            self.settle(at, stop, team)?;
        }
        Ok(())
    }

    /// Passes on all values of this level on all processes.
    ///
    /// A process passes on the values in its marked chunks until many updates are waiting. Then the processes
    /// exchange their updates, and continue working meanwhile. A block begins with 1 if its process has
    /// passed anything on. If all blocks begin with 0, the level is done.
    fn settle(&self, at: usize, stop: &AtomicBool, team: &mut Team<'_>) -> Result<(), GenerateError> {
        let longest = self.layers.iter().map(|&layer| self.game.layers()[layer].len).max().unwrap_or(0);
        // No process has more cells of a layer than this.
        let cells = longest / team.size() as u64 + PIECE;
        let sorting = Sorting::new(team.size(), 2 * self.cells.len(), cells);
        let (mut now, mut next) = (Outboxes::new(sorting), Outboxes::new(sorting));
        if team.is_one() {
            while self.pass_on(at, stop, &now, usize::MAX) {}
            return check(stop);
        }
        let effects = self.effects(at);
        let mut received: Vec<Vec<u8>> = Vec::new();
        loop {
            check(stop)?;
            // In one call: each call from outside the pool wakes its threads again.
            let blocks = rayon::scope(|_| {
                let lists: Vec<List<'_>> =
                    received.iter().flat_map(|block| sorting.lists_of(block)).collect();
                parallel::each(lists.len(), &|list| {
                    let mut places = Vec::new();
                    lists[list].read(&mut places);
                    let kind = lists[list].kind;
                    self.apply(kind / 2, &places, effects[kind % 2]);
                });
                let waiting = now.len() > 0;
                let found = self.pass_on(at, stop, &now, ROUND);
                let once = |kind: usize| matches!(effects[kind % 2], Effect::Wins(_));
                now.blocks(u8::from(waiting || found), once)
            });
            let later = &next;
            received = rayon::in_place_scope(|scope| {
                scope.spawn(move |_| {
                    self.pass_on(at, stop, later, BESIDE);
                });
                team.all_to_all(blocks)
            })?;
            if received.iter().all(|block| block[0] == 0) {
                return Ok(());
            }
            std::mem::swap(&mut now, &mut next);
        }
    }

    /// Passes on the marked values of this level until `most` updates are waiting. Returns whether there were
    /// any.
    fn pass_on(&self, at: usize, stop: &AtomicBool, outboxes: &Outboxes, most: usize) -> bool {
        let some = self.cells.iter().enumerate().flat_map(|(place, cells)| {
            (0..cells.chunks().div_ceil(SOME)).map(move |some| (place, some * SOME))
        });
        let some: Vec<(usize, usize)> = some.collect();
        let found = AtomicBool::new(false);
        parallel::runs(some.len() as u64, &|run| {
            let mut passing = Passing::default();
            for &(place, first) in &some[run.start as usize..run.end as usize] {
                let cells = &self.cells[place];
                let mut outbox = None;
                for chunk in first..(first + SOME).min(cells.chunks()) {
                    if !cells.is_marked(chunk, at) || stop.load(Relaxed) {
                        continue;
                    }
                    found.store(true, Relaxed);
                    if outboxes.len() >= most {
                        break;
                    }
                    let outbox = outbox.get_or_insert_with(|| outboxes.take());
                    with_level(
                        self.level,
                        #[inline(always)]
                        || {
                            self.pass_on_chunk(place, chunk, at, &mut passing, |loss, of, (process, to)| {
                                outbox.push(process, 2 * of + usize::from(loss), to);
                            });
                        },
                    );
                }
                if let Some(outbox) = outbox {
                    outboxes.put_back(outbox);
                }
            }
        });
        found.load(Relaxed)
    }
}

fn check(stop: &AtomicBool) -> Result<(), GenerateError> {
    if stop.load(Relaxed) { Err(GenerateError::Stopped) } else { Ok(()) }
}

/// A finished layer, as seen from a layer of the group.
struct LiftedLayer<'a> {
    values: &'a [u8],
    /// For each value of the layer, the value before the move that leads to it.
    lifted: [u8; 256],
}

/// The moves of the positions of a chunk, as a thread collects them.
#[derive(Default)]
struct Looks {
    /// The layers and ranks to which leaving moves lead.
    leaves: Vec<(u32, u64)>,
    /// Rank, staying moves, leaving moves.
    ends: Vec<(u64, u32, u32)>,
    /// The number of leaving moves of the positions in `ends`.
    told: u32,
}

struct Listen<'a, 'b> {
    sources: &'a [Option<LiftedLayer<'b>>],
    looks: &'a mut Looks,
}

impl Outlook for Listen<'_, '_> {
    #[inline(always)]
    fn leave(&mut self, to: After) {
        let leave = match to {
            After::Ranked { layer, rank } => {
                let source = self.sources[layer.index()].as_ref().expect("a layer that the plan names");
                prefetch(source.values, rank as usize);
                (layer.index() as u32, rank)
            }
            After::Over(outcome) => {
                debug_assert_eq!(outcome, Wdl::Loss);
                (OVER, 0)
            }
        };
        self.looks.leaves.push(leave);
    }

    #[inline(always)]
    fn end(&mut self, rank: u64, stay: u32) {
        let before: u32 = self.looks.told;
        let told = self.looks.leaves.len() as u32;
        self.looks.ends.push((rank, stay, told - before));
        self.looks.told = told;
    }
}

/// A thread's buffers for passing values on.
struct Passing {
    wins: Vec<u64>,
    losses: Vec<u64>,
    ring: [(u32, u64); AHEAD],
}

impl Default for Passing {
    fn default() -> Self {
        Self { wins: Vec::new(), losses: Vec::new(), ring: [(0, 0); AHEAD] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scale::DRAW;
    use super::*;
    use crate::team::Alone;
    use nexsolve_core::{Game, Layer, Plies, Ranked, Side, Symmetric, Unmoves};
    use nexsolve_db::Metric;

    /// Two layers. The first leads to itself and to the second. `moves` has the moves from the ranks of the
    /// first layer.
    struct Graph {
        layers: Vec<Layer>,
        moves: Vec<Vec<At>>,
    }

    type At = (LayerId, u64);

    const HERE: LayerId = LayerId::new(0);
    const THERE: LayerId = LayerId::new(1);

    impl Graph {
        fn new(stakes: [u16; 2], moves: Vec<Vec<At>>) -> Self {
            let layer = |name: &str, len: usize, successors: &[usize], stake| Layer {
                name: name.into(),
                len: len as u64,
                successors: successors.iter().copied().map(LayerId::new).collect(),
                stake,
            };
            let layers =
                vec![layer("here", moves.len(), &[0, 1], stakes[0]), layer("there", 1, &[], stakes[1])];
            Self { layers, moves }
        }

        /// The values, given that of the only position of the other layer.
        fn solved(&self, metric: Metric, there: u8) -> Result<Vec<u8>, GenerateError> {
            let scale = Scale::new(metric, self.layers[0].stake);
            let group = Group::new(self, &[HERE], scale, Level::best(), Dealing::new(0, 1))?;
            let (going, mut alone) = (AtomicBool::new(false), Alone);
            group.solve(&[None, Some(&[there])], &going, &|_| (), &mut Team::new(&mut alone))?;
            let mut values = vec![NOTHING; self.moves.len()];
            group.values(0, 0, &mut values);
            Ok(values)
        }
    }

    impl Game for Graph {
        type Position = At;
        type Move = At;

        fn start(&self) -> At {
            (HERE, 0)
        }
        fn side_to_move(&self, _: &At) -> Side {
            Side::Black
        }
        fn outcome(&self, at: &At) -> Option<Wdl> {
            (at.0 == THERE || self.moves[at.1 as usize].is_empty()).then_some(Wdl::Loss)
        }
        fn moves(&self, at: &At, moves: &mut Vec<At>) {
            moves.clear();
            if at.0 == HERE {
                moves.clone_from(&self.moves[at.1 as usize]);
            }
        }
        fn play(&self, _: &At, mv: At) -> At {
            mv
        }
        fn longest(&self, _: &At) -> Plies {
            Plies::ENDLESS
        }
    }

    impl Symmetric for Graph {}

    impl Ranked for Graph {
        fn layers(&self) -> &[Layer] {
            &self.layers
        }
        fn rank(&self, at: &At) -> At {
            *at
        }
        fn unrank(&self, layer: LayerId, rank: u64) -> Option<At> {
            Some((layer, rank))
        }
    }

    impl Unmoves for Graph {
        fn predecessors(&self, to: &At, before: &mut Vec<At>) {
            before.clear();
            before.extend(
                (0..).zip(&self.moves).filter(|(_, moves)| moves.contains(to)).map(|(at, _)| (HERE, at)),
            );
        }
    }

    impl Retrograde for Graph {
        fn outlook(&self, layer: LayerId, ranks: Range<u64>, visit: &mut impl Outlook) {
            for rank in ranks {
                let (stay, leave): (Vec<At>, Vec<At>) =
                    self.legal_moves(&(layer, rank)).into_iter().partition(|to| to.0 == HERE);
                for (layer, rank) in leave {
                    visit.leave(After::Ranked { layer, rank });
                }
                visit.end(rank, u32::try_from(stay.len()).expect("few"));
            }
        }
        fn before(&self, layer: LayerId, ranks: &[u64], mut visit: impl FnMut(LayerId, u64)) {
            for (from, moves) in (0..).zip(&self.moves) {
                let leads_there = |to: &&At| to.0 == layer && ranks.contains(&to.1);
                moves.iter().filter(leads_there).for_each(|_| visit(HERE, from));
            }
        }
    }

    /// Rank 2 can lose everything by a staying move, or two points by a leaving move: its value is settled
    /// after its last open move closes.
    #[test]
    fn a_loss_by_leaving_is_passed_on_at_its_own_level() {
        let moves = vec![vec![], vec![(HERE, 0)], vec![(HERE, 1), (THERE, 0)], vec![(HERE, 2)]];
        let values = Graph::new([4, 3], moves).solved(Metric::Score, DRAW + 3).expect("solved");
        assert_eq!(values, [DRAW - 4, DRAW + 4, DRAW - 2, DRAW + 2]);
    }

    /// Each position leads only to the last one.
    #[test]
    fn distances_longer_than_tables_hold_are_refused() {
        let line = |most: usize| {
            let moves =
                (0..=most as u64).map(|at| at.checked_sub(1).map(|to| (HERE, to)).into_iter().collect());
            Graph::new([0, 0], moves.collect()).solved(Metric::Dtw, DRAW)
        };
        let scale = Scale::new(Metric::Dtw, 0);
        let values = line(MOST_PLIES).expect("as long as can be");
        let levels: Vec<usize> = values.iter().map(|&value| scale.level_of(value)).collect();
        assert!(levels.into_iter().eq(0..=MOST_PLIES));
        assert!(matches!(line(MOST_PLIES + 1), Err(GenerateError::Distance { .. })));
    }
}
