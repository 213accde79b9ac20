//! A game with a list, and the contracts of search and tables.

use crate::edges::Edges;
use crate::files::{LIST, list_file};
use crate::list::List;
use crate::rules::{Key, Rules, Typed};
use crate::simple::Simple;
use nexsolve_catalogue::Board;
use nexsolve_core::{
    Beside, Bound, Candidate, Candidates, Chance, Contest, Ending, Game, Glance, Layer, LayerId, Plies,
    Ranked, Score, Searchable, Side, Symmetric, Tabled, Unmoves, Wdl,
};
use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};

/// The number of occurrences of a position that ends a game over the board in a draw, where play can repeat.
const OCCURRENCES: usize = 3;

/// A game of which only the rules are written. One type stands for all such games, so that engines and
/// interfaces are compiled only once for them. Clones share the rules and the list.
#[derive(Clone)]
pub struct Listed {
    board: Board,
    pub(crate) rules: Arc<dyn Rules>,
    /// The list, in a game whose positions tables number.
    numbers: Option<Arc<Numbers>>,
}

/// A list, and its moves backwards once they are needed.
struct Numbers {
    list: Arc<List>,
    before: OnceLock<Edges>,
}

impl fmt::Debug for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listed").field("board", &self.board).finish_non_exhaustive()
    }
}

impl Listed {
    /// Wraps the rules of the game on `board`.
    pub fn new(board: Board, rules: impl Simple) -> Self {
        Self::of(board, Arc::new(Typed::new(rules)))
    }

    /// The same for rules whose type is not known.
    pub fn of(board: Board, rules: Arc<dyn Rules>) -> Self {
        Self { board, rules, numbers: None }
    }

    /// Returns the board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the rules.
    pub fn rules(&self) -> &dyn Rules {
        &*self.rules
    }

    /// Returns the game with its positions numbered by `list`, which was walked by the same rules.
    pub fn numbered(&self, list: Arc<List>) -> Self {
        let numbers = Numbers { list, before: OnceLock::new() };
        Self { numbers: Some(Arc::new(numbers)), ..self.clone() }
    }

    /// Returns whether play can repeat positions.
    pub(crate) fn repeats(&self) -> bool {
        self.rules.longest(self.rules.start()) == Plies::ENDLESS
    }

    /// Returns the list.
    ///
    /// # Panics
    /// If the positions are not numbered.
    pub fn list(&self) -> &List {
        &self.numbers().list
    }

    fn numbers(&self) -> &Numbers {
        self.numbers.as_ref().expect("a game whose positions are numbered")
    }
}

impl Game for Listed {
    type Position = Key;
    type Move = u32;

    fn start(&self) -> Key {
        self.rules.start()
    }

    fn side_to_move(&self, position: &Key) -> Side {
        self.rules.side(*position)
    }

    fn outcome(&self, position: &Key) -> Option<Wdl> {
        self.rules.outcome(*position)
    }

    fn moves(&self, position: &Key, moves: &mut Vec<u32>) {
        self.rules.moves(*position, moves);
    }

    fn play(&self, position: &Key, mv: u32) -> Key {
        self.rules.play(*position, mv)
    }

    fn longest(&self, position: &Key) -> Plies {
        self.rules.longest(*position)
    }
}

impl Symmetric for Listed {
    fn canonical(&self, position: &Key) -> Key {
        self.rules.canonical(*position)
    }

    fn copies(&self, position: &Key) -> u64 {
        self.rules.copies(*position)
    }
}

impl Ranked for Listed {
    fn layers(&self) -> &[Layer] {
        self.list().layers()
    }

    fn is_ranked(&self, position: &Key) -> bool {
        self.list().rank(self.rules.canonical(*position), self.rules.stage(*position)).is_some()
    }

    fn rank(&self, position: &Key) -> (LayerId, u64) {
        let rank = self.list().rank(self.rules.canonical(*position), self.rules.stage(*position));
        rank.expect("a position that play can reach")
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Key> {
        Some(self.list().unrank(layer, rank))
    }

    fn at_the_end(&self, position: &Key) -> Option<i16> {
        self.rules.points(*position)
    }
}

impl Unmoves for Listed {
    fn predecessors(&self, position: &Key, positions: &mut Vec<Key>) {
        positions.clear();
        let list = self.list();
        let before = self.numbers().before.get_or_init(|| Edges::after(self.rules(), list).reversed());
        let canonical = self.rules.canonical(*position);
        let Some(place) = list.place_of(canonical, self.rules.stage(canonical)) else { return };
        let mut images = Vec::new();
        for &earlier in before.of(place) {
            self.rules.images(list.at(earlier as usize), &mut images);
            images.retain(|image| self.continuations(image).any(|(_, after)| after == *position));
            positions.append(&mut images);
        }
    }
}

impl Tabled for Listed {
    const ALL_REACHABLE: bool = true;

    fn has_points(&self) -> bool {
        self.rules.stake() > 0
    }

    fn beside(&self) -> io::Result<Option<Beside>> {
        Ok(Some(match self.rules.file()? {
            Some(file) => file,
            None => (LIST, list_file(&self.board.to_string(), self.list())?),
        }))
    }
}

impl Searchable for Listed {
    type Insight = ();

    fn key_bits(&self) -> u32 {
        self.rules.key_bits()
    }

    fn key(&self, position: &Key) -> u128 {
        position.0
    }

    fn pack_move(&self, mv: u32) -> u32 {
        mv + 1
    }

    fn history_slot(&self, mv: u32) -> usize {
        mv as usize
    }

    fn history_len(&self) -> usize {
        self.rules.numbers() as usize
    }

    /// Settles finished games. If play can repeat positions, questions must be bounded: a game that is not
    /// over takes at least one more ply.
    fn glance(&self, position: &Key, threshold: Score) -> Glance<()> {
        if let Some(outcome) = self.outcome(position) {
            return Glance::Settled(Bound::new(Score::of_outcome(outcome)));
        }
        let (worst, best) = (Score::loss_in(Plies(1)), Score::win_in(Plies(1)));
        let settled = if threshold > best { best } else { worst };
        let is_settled = self.repeats() && (threshold > best || threshold <= worst);
        if is_settled { Glance::Settled(Bound::new(settled)) } else { Glance::Open(()) }
    }

    fn candidates(&self, position: &Key, _: Score, (): (), moves: &mut Vec<Candidate<u32>>) -> Candidates {
        moves.clear();
        moves.extend(self.legal_moves(position).into_iter().map(|mv| Candidate { mv, prior: 0 }));
        Candidates::Search { rest: Bound::new(Score::MIN) }
    }
}

impl Contest for Listed {
    /// The positions so far, if play can repeat them.
    type Memory = Vec<Key>;

    fn begin(&self, position: &Key) -> Vec<Key> {
        if self.repeats() { vec![*position] } else { Vec::new() }
    }

    fn remember(&self, memory: &mut Vec<Key>, before: &Key, mv: u32) {
        if !memory.is_empty() {
            memory.push(self.play(before, mv));
        }
    }

    fn ending(&self, memory: &Vec<Key>, position: &Key) -> Option<Ending> {
        if let Some(outcome) = self.outcome(position) {
            return Some(Ending::of_outcome(outcome, self.side_to_move(position), self.reason(outcome)));
        }
        let occurrences = memory.iter().filter(|&before| before == position).count();
        let repeated = || Ending { winner: None, reason: "the position has occurred three times".to_owned() };
        (occurrences >= OCCURRENCES).then(repeated)
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        self.rules.reason(outcome)
    }

    fn is_irreversible(&self, before: &Key, mv: u32) -> bool {
        !self.repeats() || self.rules.stage(*before) < self.rules.stage(self.play(before, mv))
    }
}

impl Chance for Listed {}
