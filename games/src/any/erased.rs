//! The object behind [`AnyGame`](super::AnyGame): a game's contracts, asked through small values.

use super::values::{AnyMemory, AnyMove, AnyPosition};
use crate::picture::Picture;
use crate::played::{Cells, Played, Purse, Spot};
use nexsolve_core::{Course, Draw, Ending, Playout, Plies, ReadError, Side, SplitMix, Wdl};

/// What surfaces ask of a game.
pub(super) trait Erased: Send + Sync {
    fn start(&self) -> AnyPosition;
    fn side_to_move(&self, position: &AnyPosition) -> Side;
    fn outcome(&self, position: &AnyPosition) -> Option<Wdl>;
    fn moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>);
    fn play(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition;
    fn longest(&self, position: &AnyPosition) -> Plies;
    fn canonical(&self, position: &AnyPosition) -> AnyPosition;
    fn copies(&self, position: &AnyPosition) -> u64;

    fn read_move(&self, position: &AnyPosition, text: &str) -> Result<AnyMove, ReadError>;
    fn format_move(&self, position: &AnyPosition, mv: AnyMove) -> String;
    fn read_position(&self, text: &str) -> Result<AnyPosition, ReadError>;
    fn format_position(&self, position: &AnyPosition) -> String;
    fn diagram(&self, position: &AnyPosition) -> String;

    fn begin(&self, position: &AnyPosition) -> AnyMemory;
    fn remember(&self, memory: &mut AnyMemory, before: &AnyPosition, mv: AnyMove);
    fn ending(&self, memory: &AnyMemory, position: &AnyPosition) -> Option<Ending>;
    fn reason(&self, outcome: Wdl) -> &'static str;
    fn is_irreversible(&self, before: &AnyPosition, mv: AnyMove) -> bool;
    fn value_of_repetition(&self, position: &AnyPosition) -> Wdl;
    fn kind(&self, mv: AnyMove) -> usize;
    fn changes_colours(&self, mv: AnyMove) -> bool;
    fn kinds(&self) -> usize;
    fn draw(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Option<AnyMove>;
    fn playout(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Playout;

    fn is_searched(&self) -> bool;
    fn is_about(&self, text: &str) -> bool;
    fn tells_side(&self) -> bool;
    fn evaluations(&self) -> Vec<(&'static str, &'static str)>;
    fn points(&self, position: &AnyPosition) -> Option<Purse>;
    fn count(&self, position: &AnyPosition) -> u32;
    fn spot(&self, mv: AnyMove) -> Spot;
    fn row_name(&self, row: usize) -> String;
    fn col_name(&self, col: usize) -> String;
    fn may_swap(&self, position: &AnyPosition) -> bool;
    fn cells(&self, position: &AnyPosition) -> Cells;
    fn picture(&self, position: &AnyPosition) -> Picture;
    fn chain(&self, position: &AnyPosition, winner: Side) -> Vec<String>;
    fn why(&self, position: &AnyPosition, ending: &Ending) -> String;
    fn format_in_full(&self, position: &AnyPosition, mv: AnyMove) -> String;
    fn hint(&self, text: &str) -> Option<&'static str>;
    fn word(&self, position: &AnyPosition, mv: AnyMove) -> String;
    fn respelt(&self, position: &AnyPosition, word: &str) -> String;
    fn margin(&self, start: &AnyPosition, moves: &[AnyMove]) -> Option<String>;
    fn mirrored(&self, position: &AnyPosition) -> Option<AnyPosition>;
    fn mirrored_word(&self, word: &str) -> Option<String>;
}

/// A game behind the object.
pub(super) struct Adapter<G>(pub(super) G);

impl<G: Played> Adapter<G> {
    fn memory(memory: &AnyMemory) -> &G::Memory {
        (*memory.0).any().downcast_ref().expect("a memory that this game has begun")
    }
}

/// Methods whose arguments and result need no conversion but for positions and moves.
macro_rules! forwarded {
    ($($name:ident($($arg:ident: $kind:tt),*) -> $result:ty $(, $pack:expr)?;)*) => {
        $(fn $name(&self, $($arg: forwarded!(@type $kind)),*) -> $result {
            let result = self.0.$name($(forwarded!(@value $arg $kind)),*);
            $(let result = $pack(result);)?
            result
        })*
    };
    (@type position) => { &AnyPosition };
    (@type mv) => { AnyMove };
    (@type text) => { &str };
    (@type side) => { Side };
    (@type ending) => { &Ending };
    (@type outcome) => { Wdl };
    (@type line) => { usize };
    (@value $arg:ident position) => { &G::unpack($arg) };
    (@value $arg:ident mv) => { G::unpack_move($arg) };
    (@value $arg:ident $other:tt) => { $arg };
}

impl<G: Played> Erased for Adapter<G> {
    forwarded! {
        start() -> AnyPosition, |position| G::pack(&position);
        side_to_move(position: position) -> Side;
        outcome(position: position) -> Option<Wdl>;
        play(position: position, mv: mv) -> AnyPosition, |position| G::pack(&position);
        longest(position: position) -> Plies;
        canonical(position: position) -> AnyPosition, |position| G::pack(&position);
        copies(position: position) -> u64;
        read_move(position: position, text: text) -> Result<AnyMove, ReadError>,
            |read: Result<G::Move, ReadError>| read.map(G::pack_move);
        format_move(position: position, mv: mv) -> String;
        read_position(text: text) -> Result<AnyPosition, ReadError>,
            |read: Result<G::Position, ReadError>| read.map(|position| G::pack(&position));
        format_position(position: position) -> String;
        diagram(position: position) -> String;
        begin(position: position) -> AnyMemory, |memory| AnyMemory(Box::new(memory));
        reason(outcome: outcome) -> &'static str;
        is_irreversible(before: position, mv: mv) -> bool;
        value_of_repetition(position: position) -> Wdl;
        kind(mv: mv) -> usize;
        changes_colours(mv: mv) -> bool;
        kinds() -> usize;
        is_about(text: text) -> bool;
        points(position: position) -> Option<Purse>;
        count(position: position) -> u32;
        spot(mv: mv) -> Spot;
        row_name(row: line) -> String;
        col_name(col: line) -> String;
        may_swap(position: position) -> bool;
        cells(position: position) -> Cells;
        picture(position: position) -> Picture;
        chain(position: position, winner: side) -> Vec<String>;
        why(position: position, ending: ending) -> String;
        format_in_full(position: position, mv: mv) -> String;
        hint(text: text) -> Option<&'static str>;
        word(position: position, mv: mv) -> String;
        respelt(position: position, word: text) -> String;
        mirrored(position: position) -> Option<AnyPosition>,
            |position: Option<G::Position>| position.map(|position| G::pack(&position));
        mirrored_word(word: text) -> Option<String>;
    }

    fn moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
        let mut list = Vec::new();
        self.0.moves(&G::unpack(position), &mut list);
        moves.clear();
        moves.extend(list.into_iter().map(G::pack_move));
    }

    fn remember(&self, memory: &mut AnyMemory, before: &AnyPosition, mv: AnyMove) {
        let memory = (*memory.0).any_mut().downcast_mut().expect("a memory that this game has begun");
        self.0.remember(memory, &G::unpack(before), G::unpack_move(mv));
    }

    fn ending(&self, memory: &AnyMemory, position: &AnyPosition) -> Option<Ending> {
        self.0.ending(Self::memory(memory), &G::unpack(position))
    }

    fn draw(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Option<AnyMove> {
        self.0.draw(&G::unpack(position), how, random).map(G::pack_move)
    }

    fn playout(&self, position: &AnyPosition, how: Draw, random: &mut SplitMix) -> Playout {
        self.0.playout(&G::unpack(position), how, random)
    }

    fn is_searched(&self) -> bool {
        self.0.searcher().is_some()
    }

    fn tells_side(&self) -> bool {
        G::TELLS_SIDE
    }

    fn evaluations(&self) -> Vec<(&'static str, &'static str)> {
        G::evaluations().iter().map(|evaluation| (evaluation.name(), evaluation.what())).collect()
    }

    fn margin(&self, start: &AnyPosition, moves: &[AnyMove]) -> Option<String> {
        let mut course = Course::from(&self.0, G::unpack(start));
        for &mv in moves {
            course.play(G::unpack_move(mv));
        }
        G::margin(&course)
    }
}
