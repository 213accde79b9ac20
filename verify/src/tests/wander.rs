//! A game in which positions repeat, of any shape.

use super::*;
use nexsolve_core::{Game, Plies, Side, Symmetric};

/// A game of wandering: a position is a rank of a layer, and its moves are a list. Layers with the same
/// letter lead to each other.
#[derive(Clone, Debug)]
pub(crate) struct Wander {
    pub(crate) layers: Vec<Layer>,
    /// By layer and rank: where moves lead, and who wins if there are none. Free ranks have neither.
    pub(crate) places: Vec<Vec<Option<Place>>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) moves: Vec<At>,
    pub(crate) outcome: Option<Wdl>,
}

/// A layer and a rank.
pub(crate) type At = (u8, u16);

/// Positions without a rank: the start, and ends of the game.
const NOWHERE: At = (u8::MAX, 0);
pub(crate) const LOST: At = (u8::MAX, 1);
pub(crate) const DRAWN: At = (u8::MAX, 2);

impl Wander {
    pub(crate) fn place(&self, at: At) -> &Place {
        self.places[usize::from(at.0)][usize::from(at.1)].as_ref().expect("a place")
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = At> {
        let numbers = |(layer, places): (usize, &Vec<Option<Place>>)| {
            let there: Vec<u16> =
                (0..).zip(places).filter(|(_, place)| place.is_some()).map(|(rank, _)| rank).collect();
            there.into_iter().map(move |rank| (u8::try_from(layer).expect("few"), rank))
        };
        self.places.iter().enumerate().flat_map(numbers)
    }

    /// Layers with these names and stakes, those of one letter leading to each other, and each to all later
    /// ones; numbers that are free, over, or have some moves, as chance decides.
    pub(crate) fn random(about: &[(&str, u16)], len: usize, random: &mut SplitMix) -> Self {
        let leads = |from: usize, to: usize| to > from || about[from].0[..1] == about[to].0[..1];
        let layer = |(number, &(name, stake)): (usize, &(&str, u16))| {
            let cyclic = name.len() > 1;
            let next = (0..about.len()).filter(|&to| leads(number, to) && (to != number || cyclic));
            Layer {
                name: name.to_owned(),
                len: len as u64,
                successors: next.map(LayerId::new).collect(),
                stake,
            }
        };
        let layers: Vec<Layer> = about.iter().enumerate().map(layer).collect();
        let mut places: Vec<Vec<Option<Place>>> = layers
            .iter()
            .map(|_| (0..len).map(|_| (random.below(8) > 0).then(Place::default)).collect())
            .collect();
        for (number, layer) in Layer::with_ids(&layers) {
            for rank in 0..len {
                if places[number.index()][rank].is_none() {
                    continue;
                }
                let mut moves = Vec::new();
                for _ in 0..random.below(4) {
                    // Mostly back and forth.
                    let next = &layer.successors;
                    let leads_back = |to: &LayerId| layers[to.index()].successors.contains(&number);
                    let near: Vec<LayerId> = next.iter().copied().filter(leads_back).collect();
                    let choice = if random.below(5) > 0 && !near.is_empty() { &near } else { next };
                    let Some(&to) = choice.get(random.below(choice.len().max(1))) else { continue };
                    let place = random.below(len);
                    if places[to.index()][place].is_some() {
                        moves.push((
                            u8::try_from(to.index()).expect("few"),
                            u16::try_from(place).expect("few"),
                        ));
                    }
                }
                moves.extend([LOST, DRAWN].into_iter().filter(|_| random.below(20) == 0));
                moves.sort_unstable();
                moves.dedup();
                let outcome = [Wdl::Loss, Wdl::Loss, Wdl::Draw, Wdl::Win][random.below(4)];
                let outcome = moves.is_empty().then_some(outcome);
                places[number.index()][rank] = Some(Place { moves, outcome });
            }
        }
        Self { layers, places }
    }
}

impl Game for Wander {
    type Position = At;
    type Move = At;

    fn start(&self) -> At {
        NOWHERE
    }
    fn side_to_move(&self, _: &At) -> Side {
        Side::Black
    }
    fn outcome(&self, at: &At) -> Option<Wdl> {
        match *at {
            LOST => Some(Wdl::Loss),
            DRAWN => Some(Wdl::Draw),
            at => self.place(at).outcome,
        }
    }
    fn moves(&self, at: &At, moves: &mut Vec<At>) {
        moves.clone_from(&self.place(*at).moves);
    }
    fn play(&self, _: &At, mv: At) -> At {
        mv
    }
    fn longest(&self, _: &At) -> Plies {
        Plies::ENDLESS
    }
}

impl Symmetric for Wander {}

impl Ranked for Wander {
    fn layers(&self) -> &[Layer] {
        &self.layers
    }
    fn is_ranked(&self, at: &At) -> bool {
        at.0 != u8::MAX
    }
    fn rank(&self, at: &At) -> (LayerId, u64) {
        assert!(self.is_ranked(at), "asked for the number of what has none");
        (LayerId::new(at.0.into()), at.1.into())
    }
    fn unrank(&self, layer: LayerId, rank: u64) -> Option<At> {
        let at = (u8::try_from(layer.index()).expect("few"), u16::try_from(rank).expect("few"));
        self.places[layer.index()][usize::from(at.1)].as_ref().map(|_| at)
    }
}

impl Unmoves for Wander {
    fn predecessors(&self, to: &At, before: &mut Vec<At>) {
        before.clear();
        before.extend(self.all().filter(|&at| self.place(at).moves.contains(to)));
    }
}
