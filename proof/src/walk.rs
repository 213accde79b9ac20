//! The check of a strategy: every position that can arise, by the rules alone.

use crate::read::line_of_entry;
use crate::write::root_text;
use crate::{Certificate, CheckError, Claim, Evidence, PlayFault, Proof, Theorem};
use nexsolve_core::{Game, Notation, Plies, Side, Wdl};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

impl Certificate {
    /// Proves the claim, or finds the place where the proof fails: walks every position that can arise while
    /// the side follows the strategy, or has the game check that each lemma follows from those before it.
    ///
    /// For a strategy only the rules are used: moves, play, outcome, and the game's reading of positions and
    /// moves. Time and memory grow with the number of positions, or of lemmas; nothing recurses.
    ///
    /// # Errors
    /// If a position or move cannot be read, a position that can arise has no move, one that has a move
    /// cannot arise, a game ends worse or later than claimed, or a lemma does not follow or is not needed.
    pub fn check<G: Notation>(&self, game: &G) -> Result<Theorem, CheckError> {
        let read = |line: usize, text: &str| {
            game.read_position(text).map_err(|error| {
                let (text, error) = (text.to_owned(), Box::new(error));
                CheckError::Position { line, text, error }
            })
        };
        let spelled = |line: usize, text: &str, expected: String| {
            if text == expected {
                return Ok(());
            }
            Err(CheckError::Spelling { line, text: text.to_owned(), expected })
        };
        let root = read(3, &self.position)?;
        spelled(3, &self.position, root_text(game, &root))?;
        let (claim, written) = match &self.proof {
            Proof::Strategy { claim, entries } => (*claim, entries),
            Proof::Lemmas(lemmas) => return self.check_lemmas(game, &root, lemmas),
        };
        let mut entries = HashMap::with_capacity(written.len());
        for (index, (position, written)) in written.iter().enumerate() {
            let line = line_of_entry(index);
            let at = read(line, position)?;
            let mv = game.read_move(&at, written).map_err(|error| {
                let text = written.clone();
                CheckError::Move { line, text, error: Box::new(error), diagram: game.diagram(&at) }
            })?;
            spelled(line, position, game.format_position(&at))?;
            spelled(line, written, game.format_move(&at, mv))?;
            match entries.entry(at) {
                Entry::Vacant(slot) => slot.insert(Planned { mv, line }),
                Entry::Occupied(slot) => {
                    let (earlier, diagram) = (slot.get().line, game.diagram(&at));
                    return Err(CheckError::Duplicate { line, earlier, diagram });
                }
            };
        }
        let mut walk = Walk::new(game, &entries, Some(claim));
        let longest = walk.run(root, self.side)?;
        let unreached = entries
            .iter()
            .filter(|(at, _)| !walk.found.contains_key(&(**at, Turn::Own)))
            .min_by_key(|(_, planned)| planned.line);
        if let Some((at, planned)) = unreached {
            return Err(CheckError::Unreached { line: planned.line, diagram: game.diagram(at) });
        }
        let (positions, replies_checked) = (entries.len() as u64, walk.replies);
        Ok(self.verified(Evidence::Strategy { positions, replies_checked, longest }))
    }
}

/// How long the longest game is that can arise from `position` while `side` follows the strategy: the number
/// to claim for a win.
///
/// # Errors
/// If a position that can arise has no move, or a game ends otherwise than in a win for the side.
pub fn length<G: Notation>(
    game: &G,
    position: &G::Position,
    side: Side,
    moves: &[(G::Position, G::Move)],
) -> Result<Plies, CheckError> {
    let planned = |(index, (at, mv)): (usize, &(G::Position, G::Move))| {
        (*at, Planned { mv: *mv, line: line_of_entry(index) })
    };
    let entries: HashMap<_, _> = moves.iter().enumerate().map(planned).collect();
    Walk::new(game, &entries, None).run(*position, side)
}

struct Planned<M> {
    mv: M,
    line: usize,
}

/// Who moves: the side that follows the strategy, or the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Turn {
    Own,
    Other,
}

impl Turn {
    fn next(self) -> Self {
        match self {
            Self::Own => Self::Other,
            Self::Other => Self::Own,
        }
    }
}

/// How far the walk has dealt with a position.
#[derive(Clone, Copy)]
enum Visit {
    /// The position is on the path to the current one.
    Open,
    /// All games from it were walked; the longest takes this many plies.
    Done(u16),
}

/// A position on the path.
struct PathPosition<G: Game> {
    position: G::Position,
    turn: Turn,
    moves: Vec<G::Move>,
    /// The number of moves tried so far.
    taken: usize,
    /// Plies of the longest game found from here.
    longest: u16,
}

struct Walk<'a, G: Notation> {
    game: &'a G,
    entries: &'a HashMap<G::Position, Planned<G::Move>>,
    /// The claim to compare each game with; `None` for a win of any length.
    claim: Option<Claim>,
    found: HashMap<(G::Position, Turn), Visit>,
    replies: u64,
    path: Vec<PathPosition<G>>,
}

impl<'a, G: Notation> Walk<'a, G> {
    fn new(game: &'a G, entries: &'a HashMap<G::Position, Planned<G::Move>>, claim: Option<Claim>) -> Self {
        Self { game, entries, claim, found: HashMap::new(), replies: 0, path: Vec::new() }
    }

    /// Walks depth first, with its own stack instead of recursion. Returns the plies of the longest game.
    fn run(&mut self, root: G::Position, side: Side) -> Result<Plies, CheckError> {
        let turn = if self.game.side_to_move(&root) == side { Turn::Own } else { Turn::Other };
        if let Some(length) = self.enter(root, turn)? {
            return Ok(Plies(length));
        }
        loop {
            let step = self.path.last_mut().expect("ends when the root is done");
            if let Some(&mv) = step.moves.get(step.taken) {
                step.taken += 1;
                if step.turn == Turn::Other {
                    self.replies += 1;
                }
                let (child, turn) = (self.game.play(&step.position, mv), step.turn.next());
                if let Some(length) = self.enter(child, turn)? {
                    let step = self.path.last_mut().expect("as before");
                    step.longest = step.longest.max(length + 1);
                }
            } else {
                let done = self.path.pop().expect("as before");
                self.found.insert((done.position, done.turn), Visit::Done(done.longest));
                match self.path.last_mut() {
                    Some(step) => step.longest = step.longest.max(done.longest + 1),
                    None => return Ok(Plies(done.longest)),
                }
            }
        }
    }

    /// Enters a position. Returns the plies of the longest game from it if they are known already; otherwise
    /// puts it on the path.
    fn enter(&mut self, position: G::Position, turn: Turn) -> Result<Option<u16>, CheckError> {
        let depth = self.path.len();
        if let Some(outcome) = self.game.outcome(&position) {
            self.judge(&position, turn, outcome)?;
            self.found.insert((position, turn), Visit::Done(0));
            return Ok(Some(0));
        }
        match self.found.get(&(position, turn)) {
            Some(Visit::Done(length)) => {
                let length = *length;
                // The longest game through here has been walked from elsewhere; from here it may be too long.
                return self.within(depth + usize::from(length), &position).map(|()| Some(length));
            }
            Some(Visit::Open) => return Err(self.fault(PlayFault::Cycle, &position)),
            None => {}
        }
        // The game is not over: it takes a ply more at least.
        self.within(depth + 1, &position)?;
        let mut moves = Vec::new();
        match turn {
            Turn::Other => self.game.moves(&position, &mut moves),
            Turn::Own => {
                let Some(planned) = self.entries.get(&position) else {
                    return Err(self.fault(PlayFault::Missing, &position));
                };
                moves.push(planned.mv);
            }
        }
        self.found.insert((position, turn), Visit::Open);
        self.path.push(PathPosition { position, turn, moves, taken: 0, longest: 0 });
        Ok(None)
    }

    /// Compares the end of a game with the claim.
    fn judge(&self, position: &G::Position, turn: Turn, outcome: Wdl) -> Result<(), CheckError> {
        let outcome = match turn {
            Turn::Own => outcome,
            Turn::Other => -outcome,
        };
        let wanted = if self.claim == Some(Claim::Draws) { Wdl::Draw } else { Wdl::Win };
        if outcome < wanted {
            return Err(self.fault(PlayFault::Worse(outcome), position));
        }
        Ok(())
    }

    /// Compares the length of a game with the claim.
    fn within(&self, length: usize, position: &G::Position) -> Result<(), CheckError> {
        match self.claim {
            Some(Claim::Wins(claimed)) if length > usize::from(claimed.0) => {
                Err(self.fault(PlayFault::TooLong(claimed), position))
            }
            _ => Ok(()),
        }
    }

    /// Describes a fault in a position under the end of the path.
    fn fault(&self, fault: PlayFault, position: &G::Position) -> CheckError {
        let taken = |step: &PathPosition<G>| {
            let mv = step.moves[step.taken - 1];
            self.game.format_move(&step.position, mv)
        };
        let play: Vec<_> = self.path.iter().map(taken).collect();
        CheckError::Play { fault, play: play.join("; "), diagram: self.game.diagram(position) }
    }
}
