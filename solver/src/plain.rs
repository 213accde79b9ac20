//! A game without its knowledge: what a search is checked and measured against.

use nexsolve_core::{
    Answer, Candidate, Candidates, Game, Glance, Plies, Probe, ProbeError, Prober, Score, Searchable, Side,
    Symmetric, Wdl,
};

/// The same game, of which a search knows the rules alone: every legal move, in the game's order, and no win before it
/// is on the board.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a, G>(pub &'a G);

/// A game's database, for the same game without its knowledge: the positions are the same.
pub struct PlainProber<'a, G: Game>(pub &'a dyn Prober<G>);

impl<G: Game> Prober<Plain<'_, G>> for PlainProber<'_, G> {
    fn probe(&self, position: &G::Position) -> Result<Probe, ProbeError> {
        self.0.probe(position)
    }
}

impl<G: Game> Game for Plain<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn side_to_move(&self, position: &G::Position) -> Side {
        self.0.side_to_move(position)
    }

    fn outcome(&self, position: &G::Position) -> Option<Wdl> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.0.play(position, mv)
    }

    fn longest(&self, position: &G::Position) -> Plies {
        self.0.longest(position)
    }
}

impl<G: Symmetric> Symmetric for Plain<'_, G> {
    fn canonical(&self, position: &G::Position) -> G::Position {
        self.0.canonical(position)
    }
}

impl<G: Searchable> Searchable for Plain<'_, G> {
    type Insight = ();

    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn key(&self, position: &G::Position) -> u128 {
        self.0.key(position)
    }

    fn pack_move(&self, mv: G::Move) -> u32 {
        self.0.pack_move(mv)
    }

    fn history_slot(&self, mv: G::Move) -> usize {
        self.0.history_slot(mv)
    }

    fn history_len(&self) -> usize {
        self.0.history_len()
    }

    fn glance(&self, position: &G::Position, threshold: Score) -> Glance<()> {
        if let Some(outcome) = self.0.outcome(position) {
            return Glance::Settled(Answer::new(Score::of_outcome(outcome)));
        }
        // Where play has no end the question must have one: what is not over takes one more ply.
        let (worst, best) = (Score::loss_in(Plies(1)), Score::win_in(Plies(1)));
        let settled = if threshold > best {
            best
        } else if threshold <= worst {
            worst
        } else {
            return Glance::Open(());
        };
        if self.0.longest(position) == Plies::ENDLESS {
            Glance::Settled(Answer::new(settled))
        } else {
            Glance::Open(())
        }
    }

    fn candidates(
        &self,
        position: &G::Position,
        _: Score,
        (): (),
        moves: &mut Vec<Candidate<G::Move>>,
    ) -> Candidates {
        let mut list = Vec::new();
        self.0.moves(position, &mut list);
        moves.clear();
        moves.extend(list.into_iter().map(|mv| Candidate { mv, prior: 0 }));
        Candidates::Search { rest: Answer { score: Score::MIN, region: 0 } }
    }
}
