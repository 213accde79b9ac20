//! The values of a board's openings as shades, and their counts.

use crate::ink::Fill;
use crate::picture::Note;
use crate::source::{Judged, mark};
use crate::strip::legend;
use crate::svg::Drawing;
use nexsolve_core::{Plies, Wdl};
use std::collections::BTreeSet;

/// The shades of a board's openings: the faster the win, the darker.
pub(crate) struct Shades {
    /// The distances of wins that occur, the fastest first.
    wins: Vec<Option<Plies>>,
    /// The values that occur.
    values: Vec<Wdl>,
}

impl Shades {
    pub(crate) fn of(all: &[Judged]) -> Self {
        let wins = all.iter().filter(|judged| judged.value == Wdl::Win).map(|judged| judged.distance);
        let wins: BTreeSet<Option<Plies>> = wins.collect();
        let occurs = |value: &Wdl| all.iter().any(|judged| judged.value == *value);
        let values = [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(occurs).collect();
        Self { wins: wins.into_iter().collect(), values }
    }

    fn fill(&self, value: Wdl, distance: Option<Plies>) -> Fill {
        match self.wins.iter().position(|win| *win == distance) {
            Some(place) if value == Wdl::Win => Fill::of_win(place, self.wins.len()),
            _ => Fill::of_value(value),
        }
    }

    pub(crate) fn note(&self, judged: &Judged) -> Note {
        Note { text: judged.mark(), fill: Some(self.fill(judged.value, judged.distance)) }
    }

    /// The meanings of the shades.
    pub(super) fn legend(&self, width: f64) -> Drawing {
        let mut entries = Vec::new();
        for value in &self.values {
            match value {
                Wdl::Win => entries.extend(self.wins.iter().map(|distance| {
                    let words = match distance {
                        Some(plies) => format!("{} wins in {plies} plies", mark(Wdl::Win, Some(*plies))),
                        None => "+ wins".to_owned(),
                    };
                    (self.fill(Wdl::Win, *distance), words)
                })),
                Wdl::Draw => entries.push((Fill::of_value(Wdl::Draw), "= draws".to_owned())),
                Wdl::Loss => {
                    entries.push((Fill::of_value(Wdl::Loss), "− loses, in this number of plies".to_owned()));
                }
            }
        }
        legend(&entries, width)
    }
}

/// Counts the openings that win, draw and lose.
pub(crate) fn tally<'a>(all: impl IntoIterator<Item = &'a Judged>) -> [u64; 3] {
    let mut tally = [0; 3];
    for judged in all {
        tally[2 - judged.value as usize] += 1;
    }
    tally
}
