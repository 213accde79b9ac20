//! The list of all positions that play can reach, up to symmetry. A position's number is its place in the
//! list.
//!
//! Positions with the same stage ([`Rules::stage`]) form a layer, in which they are sorted by their keys. The
//! list is found by walking: all positions of a stage, then those after them.

use crate::rules::{Key, Rules};
use nexsolve_core::{Layer, LayerId, parallel, stop};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The number of positions that a thread walks at a time.
const PART: usize = 1 << 12;

/// Children that were found more than once are removed when this many are waiting, and twice as many as after
/// the last time.
const WAITING: usize = 1 << 20;

/// The slots of a thread's memory of its latest children, most of which it finds again soon.
const LATEST: usize = 1 << 12;

/// All positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    keys: Keys,
    layers: Vec<Layer>,
    stages: Vec<Stage>,
}

/// The positions of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stage {
    number: u32,
    places: Range<usize>,
    /// The keys are in buckets by their highest bits: `buckets[i]` is the place, from the stage's first on,
    /// of the first key with at least `first + (i << shift)`.
    first: u128,
    shift: u32,
    buckets: Vec<u32>,
}

/// Keys in as few bytes as the game needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Keys {
    Short(Vec<u32>),
    Usual(Vec<u64>),
    Long(Vec<u128>),
}

impl Keys {
    /// Shortens the keys of small boards.
    fn of(keys: Vec<u64>) -> Self {
        let short = || keys.iter().map(|&key| u32::try_from(key)).collect::<Result<_, _>>();
        short().map_or_else(|_| Self::Usual(keys), Self::Short)
    }

    fn get(&self, place: usize) -> u128 {
        match self {
            Self::Short(keys) => keys[place].into(),
            Self::Usual(keys) => keys[place].into(),
            Self::Long(keys) => keys[place],
        }
    }

    /// The place of `key` among `places`, counted from the first of them; their keys are sorted.
    fn find(&self, places: Range<usize>, key: u128) -> Option<usize> {
        match self {
            Self::Short(keys) => keys[places].binary_search(&key.try_into().ok()?).ok(),
            Self::Usual(keys) => keys[places].binary_search(&key.try_into().ok()?).ok(),
            Self::Long(keys) => keys[places].binary_search(&key).ok(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Short(keys) => keys.len(),
            Self::Usual(keys) => keys.len(),
            Self::Long(keys) => keys.len(),
        }
    }
}

/// Why there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// There are more than 2³² − 1 positions.
    #[error("the game has more positions than a list can have")]
    TooLong,
}

impl List {
    /// Walks all positions of a game, in the current rayon pool. The work is proportional to the number of
    /// moves; each position waits in memory until its stage is reached.
    ///
    /// # Errors
    /// If the current work is stopped ([`stop`]), or there are too many positions.
    pub fn walk(rules: &dyn Rules) -> Result<Self, ListError> {
        match rules.key_bits() {
            0..=32 => Ok(walk::<u32>(rules)?.listed(Keys::Short, rules.stake())),
            33..=64 => Ok(walk::<u64>(rules)?.listed(Keys::of, rules.stake())),
            _ => Ok(walk::<u128>(rules)?.listed(Keys::Long, rules.stake())),
        }
    }

    /// Makes the list of known positions, all that play can reach: for each stage in order its canonical
    /// positions in order, each once, and the stages that their moves lead to.
    pub(crate) fn of(rules: &dyn Rules, stages: Vec<(u32, Vec<Key>, BTreeSet<u32>)>) -> Self {
        match rules.key_bits() {
            0..=32 => Walk::<u32>::of(stages).listed(Keys::Short, rules.stake()),
            33..=64 => Walk::<u64>::of(stages).listed(Keys::of, rules.stake()),
            _ => Walk::<u128>::of(stages).listed(Keys::Long, rules.stake()),
        }
    }

    /// The same for all positions in the order of their stages.
    pub(crate) fn sorted(rules: &dyn Rules, keys: &[Key]) -> Self {
        let mut children = Vec::new();
        let stage = |of_stage: &[Key]| {
            let mut next = BTreeSet::new();
            for &key in of_stage {
                rules.children(key, &mut children);
                next.extend(children.iter().map(|(_, stage)| *stage));
            }
            (rules.stage(of_stage[0]), of_stage.to_vec(), next)
        };
        Self::of(
            rules,
            keys.chunk_by(|one, next| rules.stage(*one) == rules.stage(*next)).map(stage).collect(),
        )
    }

    /// Returns the stage of a layer.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn stage(&self, layer: LayerId) -> u32 {
        self.stages[layer.index()].number
    }

    /// The layers, in the order of the stages.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there are no positions; every walked list has some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the layer and the rank of a canonical position of this stage; `None` if it is not in the list.
    pub fn rank(&self, key: Key, stage: u32) -> Option<(LayerId, u64)> {
        let layer = self.stages.binary_search_by_key(&stage, |of| of.number).ok()?;
        let place = self.place(&self.stages[layer], key)?;
        Some((LayerId::new(layer), (place - self.stages[layer].places.start) as u64))
    }

    /// Returns the place of a canonical position of this stage in the whole list.
    pub fn place_of(&self, key: Key, stage: u32) -> Option<usize> {
        let layer = self.stages.binary_search_by_key(&stage, |of| of.number).ok()?;
        self.place(&self.stages[layer], key)
    }

    fn place(&self, stage: &Stage, Key(key): Key) -> Option<usize> {
        let bucket = usize::try_from(key.checked_sub(stage.first)? >> stage.shift).ok()?;
        let [first, end] = *stage.buckets.get(bucket..bucket + 2)? else { return None };
        let start = stage.places.start;
        let places = start + first as usize..start + end as usize;
        Some(places.start + self.keys.find(places, key)?)
    }

    /// Returns the position with this rank in a layer.
    ///
    /// # Panics
    /// If there is no such layer or rank.
    pub fn unrank(&self, layer: LayerId, rank: u64) -> Key {
        let places = self.places(layer);
        assert!(rank < places.len() as u64, "layer {} has {} positions", layer.index(), places.len());
        self.at(places.start + rank as usize)
    }

    /// Returns the position at a place of the whole list.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn at(&self, place: usize) -> Key {
        Key(self.keys.get(place))
    }

    /// Returns the places of a layer's positions.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn places(&self, layer: LayerId) -> Range<usize> {
        self.stages[layer.index()].places.clone()
    }
}

/// A key as it is sorted.
trait Word: Copy + Ord + Send + Sync + Into<u128> + TryFrom<u128> {
    fn of(Key(key): Key) -> Self {
        Self::try_from(key).unwrap_or_else(|_| panic!("a key has more bits than its game says"))
    }

    fn key(self) -> Key {
        Key(self.into())
    }
}

impl Word for u32 {}
impl Word for u64 {}
impl Word for u128 {}

/// The stages of a game, each with its sorted positions and the stages that its moves lead to.
struct Walk<W> {
    stages: Vec<(u32, Vec<W>, BTreeSet<u32>)>,
}

/// Positions of a stage that is not yet reached, some of them several times.
struct Waiting<W> {
    keys: Vec<W>,
    /// The number of keys after the last time that duplicates were removed.
    unique: usize,
}

impl<W: Word> Waiting<W> {
    fn new() -> Self {
        Self { keys: Vec::new(), unique: 0 }
    }

    fn extend(&mut self, keys: &[W]) {
        self.keys.extend_from_slice(keys);
        if self.keys.len() > WAITING.max(2 * self.unique) {
            sort(&mut self.keys);
            self.unique = self.keys.len();
        }
    }
}

fn sort<W: Word>(keys: &mut Vec<W>) {
    parallel::sort_unstable(keys);
    keys.dedup();
}

/// The children of some positions by stage, with few duplicates.
type ByStage<W> = BTreeMap<u32, Vec<W>>;

fn children<W: Word>(rules: &dyn Rules, keys: &[W]) -> ByStage<W> {
    let mut found = ByStage::new();
    let (mut children, mut latest) = (Vec::new(), vec![None; LATEST]);
    for key in keys {
        rules.children(key.key(), &mut children);
        for &(child, stage) in &children {
            let child = W::of(child);
            let slot = &mut latest[child.key().slot() % LATEST];
            if *slot != Some((child, stage)) {
                *slot = Some((child, stage));
                found.entry(stage).or_default().push(child);
            }
        }
    }
    found
}

fn walk<W: Word>(rules: &dyn Rules) -> Result<Walk<W>, ListError> {
    let start = rules.canonical(rules.start());
    let mut waiting = BTreeMap::from([(rules.stage(start), Waiting { keys: vec![W::of(start)], unique: 0 })]);
    let (mut stages, mut len) = (Vec::new(), 0);
    while let Some((stage, Waiting { keys: mut fresh, .. })) = waiting.pop_first() {
        sort(&mut fresh);
        let (mut all, mut successors) = (Vec::new(), BTreeSet::new());
        while !fresh.is_empty() {
            let mut same = Waiting::new();
            // Not all at once: the children of a large stage are sorted in between.
            for window in fresh.chunks(256 * PART) {
                let parts = parallel::try_map(window.len().div_ceil(PART), |part| {
                    let keys = &window[part * PART..window.len().min((part + 1) * PART)];
                    if stop::is_set() { Err(ListError::Stopped) } else { Ok(children(rules, keys)) }
                })?;
                for (next, keys) in parts.into_iter().flatten() {
                    successors.insert(next);
                    let later = if next == stage {
                        &mut same
                    } else {
                        waiting.entry(next).or_insert_with(Waiting::new)
                    };
                    later.extend(&keys);
                }
            }
            fresh.shrink_to_fit();
            all = merged(all, fresh);
            sort(&mut same.keys);
            same.keys.retain(|key| all.binary_search(key).is_err());
            fresh = same.keys;
        }
        len += all.len();
        if u32::try_from(len).is_err() {
            return Err(ListError::TooLong);
        }
        stages.push((stage, all, successors));
    }
    Ok(Walk { stages })
}

/// Merges two sorted lists without common keys.
fn merged<W: Word>(mut one: Vec<W>, mut other: Vec<W>) -> Vec<W> {
    if one.is_empty() {
        return other;
    }
    one.append(&mut other);
    // Fast for two sorted runs.
    one.sort();
    one
}

impl<W: Word> Walk<W> {
    fn of(stages: Vec<(u32, Vec<Key>, BTreeSet<u32>)>) -> Self {
        let words = |keys: Vec<Key>| keys.into_iter().map(W::of).collect();
        Self { stages: stages.into_iter().map(|(stage, keys, next)| (stage, words(keys), next)).collect() }
    }

    fn listed(self, keys: fn(Vec<W>) -> Keys, stake: u16) -> List {
        let numbers: Vec<u32> = self.stages.iter().map(|(stage, ..)| *stage).collect();
        let id = |stage: &u32| LayerId::new(numbers.binary_search(stage).expect("a stage that was walked"));
        let len = self.stages.iter().map(|(_, keys, _)| keys.len()).sum();
        let (mut all, mut layers, mut stages) = (Vec::with_capacity(len), Vec::new(), Vec::new());
        for (stage, keys, successors) in self.stages {
            layers.push(Layer {
                name: format!("s{stage:02}"),
                len: keys.len() as u64,
                successors: successors.iter().map(id).collect(),
                stake,
            });
            stages.push(Stage::new(stage, all.len(), &keys));
            all.extend(keys);
        }
        List { keys: keys(all), layers, stages }
    }
}

impl Stage {
    fn new<W: Word>(stage: u32, start: usize, keys: &[W]) -> Self {
        let (first, last): (u128, u128) = (keys[0].into(), keys[keys.len() - 1].into());
        let bits = keys.len().ilog2().saturating_sub(2);
        let shift = (128 - (last - first).leading_zeros()).saturating_sub(bits);
        let mut buckets = vec![0; ((last - first) >> shift) as usize + 2];
        for &key in keys {
            let key: u128 = key.into();
            buckets[((key - first) >> shift) as usize + 1] += 1;
        }
        for bucket in 1..buckets.len() {
            buckets[bucket] += buckets[bucket - 1];
        }
        Self { number: stage, places: start..start + keys.len(), first, shift, buckets }
    }
}
