//! The values of a board's openings as shades.

use crate::ink::Fill;
use crate::picture::Note;
use crate::strip::legend;
use crate::svg::Drawing;
use crate::words::mark;
use nexsolve_core::{Bounds, Plies, Wdl};
use nexsolve_oracle::Reply;
use std::collections::BTreeSet;

/// The shades of a board's openings: the faster the win, the darker.
pub(crate) struct Shades {
    /// The distances of wins that occur, the fastest first.
    wins: Vec<Option<Plies>>,
    /// The values that occur.
    values: Vec<Wdl>,
}

impl Shades {
    pub(crate) fn of(all: &[Reply]) -> Self {
        let of = |value| all.iter().map(|reply| reply.worth.bounds).filter(move |b| b.wdl() == Some(value));
        let wins: BTreeSet<Option<Plies>> = of(Wdl::Win).map(Bounds::distance).collect();
        let occurs = |value: &Wdl| of(*value).next().is_some();
        let values = [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(occurs).collect();
        Self { wins: wins.into_iter().collect(), values }
    }

    pub(crate) fn note(&self, reply: &Reply) -> Note {
        let bounds = reply.worth.bounds;
        let fill =
            bounds.wdl().map(|value| match self.wins.iter().position(|win| *win == bounds.distance()) {
                Some(place) if value == Wdl::Win => Fill::of_win(place, self.wins.len()),
                _ => Fill::of_value(value),
            });
        Note { text: mark(bounds), fill }
    }

    /// The meanings of the shades.
    pub(super) fn legend(&self, width: f64) -> Drawing {
        let mut entries = Vec::new();
        for value in &self.values {
            match value {
                Wdl::Win => entries.extend(self.wins.iter().enumerate().map(|(place, distance)| {
                    let words = match distance {
                        Some(plies) => format!("+{plies} wins in {plies} plies"),
                        None => "+ wins".to_owned(),
                    };
                    (Fill::of_win(place, self.wins.len()), words)
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
