//! The moves of a whole list, as places in it.

use crate::list::List;
use crate::rules::Rules;
use nexsolve_core::parallel;
use std::ops::Range;

/// The number of positions that a thread works on at a time.
const PART: usize = 1 << 12;

/// For each place of a list, some other places: those after its moves, or those before it. A place occurs
/// once, however many moves lead there.
#[derive(Debug)]
pub struct Edges {
    /// For each place, where its part of `to` begins; then the end.
    starts: Vec<u64>,
    to: Vec<u32>,
}

impl Edges {
    /// Returns the places after the moves of each position.
    ///
    /// # Panics
    /// If a move leads out of the list.
    pub fn after(rules: &dyn Rules, list: &List) -> Self {
        let len = list.len();
        let parts = parallel::map(len.div_ceil(PART), |part| {
            let (mut counts, mut to, mut children) = (Vec::new(), Vec::new(), Vec::new());
            for place in part * PART..len.min((part + 1) * PART) {
                rules.children(list.at(place), &mut children);
                counts.push(children.len() as u32);
                let place =
                    |&(child, stage)| list.place_of(child, stage).expect("a position of the list") as u32;
                to.extend(children.iter().map(place));
            }
            (counts, to)
        });
        Self::new(parts.iter().map(|(counts, to)| (&counts[..], &to[..])))
    }

    /// Joins parts: for each place, a number of other places; and these.
    pub fn new<'a>(parts: impl Iterator<Item = (&'a [u32], &'a [u32])>) -> Self {
        let (mut starts, mut to, mut end) = (vec![0], Vec::new(), 0);
        for (counts, part) in parts {
            starts.extend(counts.iter().map(|&count| {
                end += u64::from(count);
                end
            }));
            to.extend_from_slice(part);
        }
        Self { starts, to }
    }

    /// Returns the places before each place.
    pub fn reversed(&self) -> Self {
        let mut starts = vec![0; self.starts.len()];
        for &to in &self.to {
            starts[to as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let (mut next, mut to) = (starts.clone(), vec![0; self.to.len()]);
        for from in 0..self.starts.len() - 1 {
            for &at in self.of(from) {
                let next = &mut next[at as usize];
                to[*next as usize] = from as u32;
                *next += 1;
            }
        }
        Self { starts, to }
    }

    /// Returns the places that belong to `place`.
    pub fn of(&self, place: usize) -> &[u32] {
        let Range { start, end } = self.starts[place]..self.starts[place + 1];
        &self.to[start as usize..end as usize]
    }
}
