//! A capability that a game does not have.

use crate::{
    Candidate, Candidates, Game, Glance, Layer, Notation, Plies, Ranked, ReadError, Score, Searchable, Side,
    Symmetric, Tabled, Unmoves, Wdl,
};
use std::marker::PhantomData;

/// The search, or the tables, of a game `G` that has none: a type without values, so that the code for it is never run.
#[derive(Clone, Debug)]
pub struct Absent<G> {
    never: Never,
    game: PhantomData<fn(G)>,
}

#[derive(Clone, Copy, Debug)]
enum Never {}

impl<G: Game> Game for Absent<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        match self.never {}
    }

    fn side_to_move(&self, _: &G::Position) -> Side {
        match self.never {}
    }

    fn outcome(&self, _: &G::Position) -> Option<Wdl> {
        match self.never {}
    }

    fn moves(&self, _: &G::Position, _: &mut Vec<G::Move>) {
        match self.never {}
    }

    fn play(&self, _: &G::Position, _: G::Move) -> G::Position {
        match self.never {}
    }

    fn longest(&self, _: &G::Position) -> Plies {
        match self.never {}
    }
}

impl<G: Game> Symmetric for Absent<G> {}

impl<G: Game> Notation for Absent<G> {
    fn read_move(&self, _: &G::Position, _: &str) -> Result<G::Move, ReadError> {
        match self.never {}
    }

    fn format_move(&self, _: &G::Position, _: G::Move) -> String {
        match self.never {}
    }

    fn read_position(&self, _: &str) -> Result<G::Position, ReadError> {
        match self.never {}
    }

    fn format_position(&self, _: &G::Position) -> String {
        match self.never {}
    }

    fn diagram(&self, _: &G::Position) -> String {
        match self.never {}
    }
}

impl<G: Game> Searchable for Absent<G> {
    type Insight = ();

    fn key_bits(&self) -> u32 {
        match self.never {}
    }

    fn key(&self, _: &G::Position) -> u128 {
        match self.never {}
    }

    fn pack_move(&self, _: G::Move) -> u32 {
        match self.never {}
    }

    fn history_slot(&self, _: G::Move) -> usize {
        match self.never {}
    }

    fn history_len(&self) -> usize {
        match self.never {}
    }

    fn glance(&self, _: &G::Position, _: Score) -> Glance<()> {
        match self.never {}
    }

    fn candidates(&self, _: &G::Position, _: Score, (): (), _: &mut Vec<Candidate<G::Move>>) -> Candidates {
        match self.never {}
    }
}

impl<G: Game> Unmoves for Absent<G> {
    fn predecessors(&self, _: &G::Position, _: &mut Vec<G::Position>) {
        match self.never {}
    }
}

impl<G: Game> Ranked for Absent<G> {
    fn layers(&self) -> &[Layer] {
        match self.never {}
    }

    fn rank(&self, _: &G::Position) -> (usize, u64) {
        match self.never {}
    }

    fn unrank(&self, _: usize, _: u64) -> Option<G::Position> {
        match self.never {}
    }
}

impl<G: Game + 'static> Tabled for Absent<G> {}
