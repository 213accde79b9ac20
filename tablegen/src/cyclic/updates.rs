//! Updates that processes send to each other: effects on cells of another process.
//!
//! An update is a kind (a layer of the group and one of the two effects of a level) and the place of a cell
//! on its process. Updates wait in lists, one for each process, kind and **bucket** of consecutive cells. A
//! list is sent in the order of its places, as the distance from each to the next, which mostly takes one
//! byte; the receiver walks through its cells in order.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The approximate greatest number of lists of an outbox.
const LISTS: u64 = 4096;

/// Cells of a bucket, as a power of two: the smallest and the largest size.
const SMALLEST: u32 = 14;
const LARGEST: u32 = 24;

/// A list that has at least one update for this many cells of its bucket is sorted by counting.
const SPARSE: usize = 64;

/// How the updates of a group are sorted into lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sorting {
    processes: usize,
    kinds: usize,
    buckets: usize,
    /// Cells of a bucket, as a power of two.
    shift: u32,
}

impl Sorting {
    /// The lists for this number of processes and kinds, if no process has more than `cells` cells of a
    /// layer. All processes use the same.
    pub(super) fn new(processes: usize, kinds: usize, cells: u64) -> Self {
        let most = (LISTS / (processes * kinds) as u64).max(1);
        let fits = |shift: &u32| cells >> shift < most;
        let shift = (SMALLEST..LARGEST).find(fits).unwrap_or(LARGEST);
        Self { processes, kinds, buckets: (cells >> shift) as usize + 1, shift }
    }

    /// The lists of a block that a process has sent, after its first byte.
    pub(super) fn lists_of<'a>(&self, block: &'a [u8]) -> Vec<List<'a>> {
        let mut rest = &block[1..];
        let mut lists = Vec::new();
        while !rest.is_empty() {
            let [kind, bucket, len] = [0; 3].map(|_| get(&mut rest));
            let (steps, after) = rest.split_at(len as usize);
            lists.push(List { kind: kind as usize, first: bucket << self.shift, steps });
            rest = after;
        }
        lists
    }

    /// The number of lists of an outbox. A single process sends nothing.
    fn lists(&self) -> usize {
        if self.processes == 1 { 0 } else { self.processes * self.kinds * self.buckets }
    }

    /// The lists for a process, each with its kind and bucket.
    fn of_process(&self, process: usize) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let Self { kinds, buckets, .. } = *self;
        let first = process * kinds * buckets;
        (0..kinds * buckets).map(move |at| (first + at, at / buckets, at % buckets))
    }
}

/// The updates of one thread that wait to be sent.
pub(super) struct Outbox {
    sorting: Sorting,
    /// Places within the bucket.
    lists: Vec<Vec<u32>>,
    /// The number of updates since it was taken.
    new: usize,
}

impl Outbox {
    fn new(sorting: Sorting) -> Self {
        Self { sorting, lists: vec![Vec::new(); sorting.lists()], new: 0 }
    }

    /// Adds an update of a kind for the cell at this place of a process.
    #[inline(always)]
    pub(super) fn push(&mut self, process: usize, kind: usize, place: u64) {
        let Sorting { kinds, buckets, shift, .. } = self.sorting;
        let list = (process * kinds + kind) * buckets + (place >> shift) as usize;
        self.lists[list].push((place & ((1 << shift) - 1)) as u32);
        self.new += 1;
    }
}

/// The updates of all threads that wait to be sent. A thread takes an outbox, adds to it, and puts it back.
pub(super) struct Outboxes {
    sorting: Sorting,
    boxes: Mutex<Vec<Outbox>>,
    /// The number of updates in the outboxes that have been put back.
    len: AtomicUsize,
}

impl Outboxes {
    pub(super) fn new(sorting: Sorting) -> Self {
        Self { sorting, boxes: Mutex::default(), len: AtomicUsize::new(0) }
    }

    /// An outbox that no other thread has.
    pub(super) fn take(&self) -> Outbox {
        let free = self.boxes.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| Outbox::new(self.sorting))
    }

    pub(super) fn put_back(&self, mut outbox: Outbox) {
        self.len.fetch_add(std::mem::take(&mut outbox.new), Relaxed);
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner).push(outbox);
    }

    /// Returns the number of updates that wait in the outboxes that have been put back.
    pub(super) fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// Empties all outboxes and returns the block for each process, which begins with `first`. If `once` is
    /// true for a kind, the effect on a cell does not depend on the number of its updates, and one of them is
    /// sent.
    pub(super) fn blocks(&mut self, first: u8, once: impl Fn(usize) -> bool + Sync) -> Vec<Vec<u8>> {
        let sorting = self.sorting;
        let boxes = self.boxes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let all: &[Outbox] = boxes;
        let block = |process: usize| {
            let lists: Vec<_> = sorting
                .of_process(process)
                .filter(|&(list, ..)| all.iter().any(|outbox| !outbox.lists[list].is_empty()))
                .collect();
            let encode = |at: usize| {
                let (list, kind, bucket) = lists[at];
                let mut places: Vec<u32> = Vec::new();
                for outbox in all {
                    places.extend_from_slice(&outbox.lists[list]);
                }
                let steps = steps(places, sorting.shift, once(kind));
                let mut bytes = Vec::with_capacity(steps.len() + 12);
                for number in [kind as u64, bucket as u64, steps.len() as u64] {
                    put(&mut bytes, number);
                }
                bytes.extend_from_slice(&steps);
                bytes
            };
            let parts = nexsolve_core::parallel::map(lists.len(), encode);
            let mut block = Vec::with_capacity(1 + parts.iter().map(Vec::len).sum::<usize>());
            block.push(first);
            for part in parts {
                block.extend_from_slice(&part);
            }
            block
        };
        let blocks = (0..sorting.processes).map(block).collect();
        for outbox in boxes {
            outbox.lists.iter_mut().for_each(Vec::clear);
        }
        self.len = AtomicUsize::new(0);
        blocks
    }
}

/// The places in order, as the distance from each to the next, the first from 0.
fn steps(mut places: Vec<u32>, shift: u32, once: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(places.len() + places.len() / 8 + 8);
    let mut last = 0;
    let mut step = |place: u32, count: u32| {
        put(&mut bytes, u64::from(place - last));
        last = place;
        bytes.extend((1..count).map(|_| 0));
    };
    if places.len() * SPARSE < 1 << shift {
        places.sort_unstable();
        if once {
            places.dedup();
        }
        for place in places {
            step(place, 1);
        }
        return bytes;
    }
    // How often each place occurs: a position has fewer moves than a byte counts.
    let mut counts = vec![0_u8; 1 << shift];
    for place in places {
        let count = &mut counts[place as usize];
        *count = if once { 1 } else { *count + 1 };
    }
    for (eight, counts) in counts.as_chunks::<8>().0.iter().enumerate() {
        let mut word = u64::from_le_bytes(*counts);
        while word != 0 {
            let at = word.trailing_zeros() / 8;
            step(8 * eight as u32 + at, u32::from(counts[at as usize]));
            word &= !(0xff << (8 * at));
        }
    }
    bytes
}

/// Writes a number in groups of seven bits, the lowest first; all but the last group have the high bit set.
#[inline(always)]
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`put`] has written.
#[inline(always)]
fn get(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first().expect("a number was written");
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

/// The updates of one list, as received from a process.
pub(super) struct List<'a> {
    pub(super) kind: usize,
    first: u64,
    steps: &'a [u8],
}

impl List<'_> {
    /// Puts the places into `places`, in order.
    pub(super) fn read(&self, places: &mut Vec<u64>) {
        places.clear();
        let (mut steps, mut last) = (self.steps, self.first);
        while !steps.is_empty() {
            last += get(&mut steps);
            places.push(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the updates that each process receives: kind and place, in order.
    fn sent(sorting: Sorting, updates: &[Vec<(usize, usize, u64)>]) -> Vec<Vec<(usize, u64)>> {
        let mut outboxes = Outboxes::new(sorting);
        let boxes: Vec<Outbox> = updates
            .iter()
            .map(|updates| {
                let mut outbox = outboxes.take();
                for &(process, kind, place) in updates {
                    outbox.push(process, kind, place);
                }
                outbox
            })
            .collect();
        for outbox in boxes {
            outboxes.put_back(outbox);
        }
        assert_eq!(outboxes.len(), updates.iter().map(Vec::len).sum::<usize>());
        let blocks = outboxes.blocks(7, |kind| kind % 2 == 1);
        assert_eq!(outboxes.len(), 0);
        let read = |block: &Vec<u8>| {
            assert_eq!(block[0], 7);
            let lists = sorting.lists_of(block);
            let mut places = Vec::new();
            let lists = lists.iter().flat_map(|list| {
                list.read(&mut places);
                places.iter().map(|&place| (list.kind, place)).collect::<Vec<_>>()
            });
            lists.collect()
        };
        blocks.iter().map(read).collect()
    }

    fn expected(processes: usize, updates: &[Vec<(usize, usize, u64)>]) -> Vec<Vec<(usize, u64)>> {
        let of = |process| {
            let own = updates.iter().flatten().filter(|&&(to, ..)| to == process);
            let mut own: Vec<(usize, u64)> = own.map(|&(_, kind, place)| (kind, place)).collect();
            own.sort_unstable();
            // Updates of odd kinds occur once each.
            own.dedup_by(|a, b| a == b && a.0 % 2 == 1);
            own
        };
        (0..processes).map(of).collect()
    }

    proptest! {
        #[test]
        fn updates_are_read_as_they_were_sent(
            cells in 1_u64..1 << 30,
            lists in prop::collection::vec(prop::collection::vec((0_usize..3, 0_usize..4, any::<u64>()), 0..40), 0..3),
        ) {
            let updates: Vec<Vec<_>> = lists
                .into_iter()
                .map(|list| list.into_iter().map(|(process, kind, place)| (process, kind, place % cells)).collect())
                .collect();
            prop_assert_eq!(sent(Sorting::new(3, 4, cells), &updates), expected(3, &updates));
        }

        /// Enough updates to be sorted by counting, some with the same place.
        #[test]
        fn dense_updates_are_read_as_they_were_sent(seed in any::<u64>()) {
            let mut at = seed;
            let mut next = || { at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); at >> 40 };
            let updates = [(0..9_000).map(|_| (0, (next() % 2) as usize, next() % 20_000)).collect()];
            prop_assert_eq!(sent(Sorting::new(2, 2, 20_000), &updates), expected(2, &updates));
        }
    }
}
