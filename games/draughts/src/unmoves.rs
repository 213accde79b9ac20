//! Unmoves: moves taken back.
//!
//! A capture is walked backward square by square, with every set of pieces that it can have captured, men and
//! kings. A result is kept if the rules, played forward, lead here. This is simple and slow: the number of
//! such sets grows exponentially with the number of missing pieces, so only positions of few pieces are
//! considered.

use super::Draughts;
use super::board::{MOST_PIECES, Position, Square};
use super::masks::{self, Direction, Squares};
use super::rules::Rules;
use nexsolve_core::{Game, Side, Unmoves};

/// Lists predecessors with at most as many pieces as [`Draughts::endings`] covers. The whole game has no
/// ranked positions, so it has no predecessors.
impl Unmoves for Draughts {
    fn predecessors(&self, position: &Position, positions: &mut Vec<Position>) {
        positions.clear();
        let mover = position.side().other();
        let own = position.pieces(mover);
        let most = self.endings.as_ref().map_or(0, |endings| endings.pieces);
        let present = position.occupied().count_ones();
        if present > most {
            return;
        }
        for square in Square::all(own) {
            let back = Back { rules: self.rules, position, mover, to: square.bit() };
            // If the opponent has no pieces, no quiet move led here: the game was already over before it.
            if position.own() != 0 {
                back.quiet(positions);
            }
            let missing = (MOST_PIECES - position.own().count_ones()).min(most - present);
            back.captures(missing, positions);
        }
        positions.sort_unstable();
        positions.dedup();
        let mut forward = Vec::new();
        positions.retain(|before| {
            self.moves(before, &mut forward);
            forward.iter().any(|&mv| self.play(before, mv) == *position)
        });
    }
}

/// A last move to the square `to`, to be taken back.
#[derive(Clone, Copy, Debug)]
struct Back<'a> {
    rules: Rules,
    position: &'a Position,
    mover: Side,
    to: Squares,
}

/// A capture taken back as far as the square `at`.
#[derive(Clone, Copy, Debug)]
struct Walk {
    at: Squares,
    /// Whether the piece was a king there.
    is_king: bool,
    /// The squares of the pieces captured from here on.
    taken: Squares,
}

impl Back<'_> {
    /// Returns whether a king stands on the square now.
    fn is_king(self) -> bool {
        self.position.kings() & self.to != 0
    }

    fn far(self) -> Squares {
        masks::far_row(self.mover)
    }

    /// Adds the positions before a quiet move.
    fn quiet(self, positions: &mut Vec<Position>) {
        let empty = !self.position.occupied();
        let behind = masks::forward(self.mover)
            .into_iter()
            .map(|direction| masks::step(self.to, direction.opposite()) & empty)
            .fold(0, |all, one| all | one);
        if self.is_king() {
            let from = masks::king_steps(self.to, empty);
            positions.extend(Square::all(from).map(|from| self.before(from.bit(), true, 0, 0)));
        }
        if !self.is_king() || self.to & self.far() != 0 {
            positions.extend(Square::all(behind).map(|from| self.before(from.bit(), false, 0, 0)));
        }
    }

    /// Adds the positions before a capture of at most `missing` pieces, and perhaps others.
    fn captures(self, missing: u32, positions: &mut Vec<Position>) {
        let walk = Walk { at: self.to, is_king: self.is_king(), taken: 0 };
        self.walk(walk, missing, positions);
        // By rules without promotion in passing, a man becomes a king only at the end of a capture.
        if !self.rules.crowns_in_passing() && self.is_king() && self.to & self.far() != 0 {
            self.walk(Walk { is_king: false, ..walk }, missing, positions);
        }
    }

    /// Takes back one captured piece, and then further ones.
    fn walk(self, walk: Walk, missing: u32, positions: &mut Vec<Position>) {
        if missing == 0 {
            return;
        }
        let free = (!self.position.occupied() | self.to) & !walk.taken;
        let crowned = walk.is_king && self.rules.crowns_in_passing() && walk.at & self.far() != 0;
        let kinds: &[bool] = if crowned { &[true, false] } else { &[walk.is_king] };
        for (&is_king, direction) in
            kinds.iter().flat_map(|kind| Direction::ALL.map(|direction| (kind, direction)))
        {
            let reach = |from| if is_king { masks::slide(from, free, direction) } else { from };
            for taken in Square::all(masks::step(reach(walk.at), direction) & free & !self.to) {
                let taken = taken.bit();
                let next = masks::step(taken, direction) & free;
                if next == 0 {
                    continue;
                }
                for from in Square::all(reach(next)) {
                    let earlier = Walk { at: from.bit(), is_king, taken: walk.taken | taken };
                    self.add(earlier, positions);
                    self.walk(earlier, missing - 1, positions);
                }
            }
        }
    }

    /// Adds the positions in which the capture begins here, with men or kings as the captured pieces.
    fn add(self, walk: Walk, positions: &mut Vec<Position>) {
        if !walk.is_king && walk.at & self.far() != 0 {
            return;
        }
        // Men of the other side never stand on their far row.
        let always = walk.taken & masks::far_row(self.mover.other());
        let choice = walk.taken & !always;
        let mut kings = 0;
        loop {
            positions.push(self.before(walk.at, walk.is_king, walk.taken, kings | always));
            kings = kings.wrapping_sub(choice) & choice;
            if kings == 0 {
                return;
            }
        }
    }

    /// Returns the position before the piece left `from`, with the pieces `taken`, of which `taken_kings` are
    /// kings.
    fn before(self, from: Squares, is_king: bool, taken: Squares, taken_kings: Squares) -> Position {
        let own = self.position.pieces(self.mover) & !self.to | from;
        let other = self.position.own() | taken;
        let king = if is_king { from } else { 0 };
        let kings = self.position.kings() & !self.to | king | taken_kings;
        match self.mover {
            Side::White => Position::of_parts(own, other, kings, self.mover),
            Side::Black => Position::of_parts(other, own, kings, self.mover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BRAZILIAN, RUSSIAN};
    use super::*;
    use nexsolve_core::laws::{self, SplitMix};

    /// A random position of this many pieces; if only one side has pieces, the opponent is to move.
    fn random(dice: &mut SplitMix, pieces: usize) -> Position {
        loop {
            let (mut sides, mut kings): ([Squares; 2], Squares) = ([0, 0], 0);
            for _ in 0..pieces {
                let bit = 1 << dice.below(32);
                sides[dice.below(2)] |= bit;
                kings |= if dice.below(2) == 0 { bit } else { 0 };
            }
            let side = if dice.below(2) == 0 { Side::White } else { Side::Black };
            let all = sides[0] | sides[1];
            if all.count_ones() as usize == pieces
                && let Ok(position) = Position::new(sides[0], sides[1], kings & all, side)
            {
                return position;
            }
        }
    }

    #[test]
    fn moves_of_few_pieces_are_taken_back() {
        const SEED: u64 = 4;
        for rules in [RUSSIAN, BRAZILIAN] {
            for (pieces, count) in [(2, 2_000), (3, 3_000), (4, 1_000), (5, 200)] {
                let game = Draughts::endings(rules, pieces as u32);
                let mut dice = SplitMix(SEED);
                let all: Vec<_> = (0..count)
                    .map(|_| {
                        let present = 2 + dice.below(pieces - 1);
                        random(&mut dice, present)
                    })
                    .collect();
                eprintln!("seed {SEED}");
                laws::unmoves(&game, &all);
            }
        }
    }

    /// All positions of one or two pieces; with one piece, the other side is to move.
    fn two_pieces() -> Vec<Position> {
        let mut all = Vec::new();
        let sets: Vec<(Squares, Squares)> =
            (0..32).flat_map(|i| [(1 << i, 0), (1 << i, 1 << i)]).chain([(0, 0)]).collect();
        for &(white, white_kings) in &sets {
            for &(black, black_kings) in &sets {
                for side in [Side::White, Side::Black] {
                    all.extend(Position::new(white, black, white_kings | black_kings, side).ok());
                }
            }
        }
        all
    }

    #[test]
    fn there_are_as_many_unmoves_as_moves() {
        for rules in [RUSSIAN, BRAZILIAN] {
            let game = Draughts::endings(rules, 2);
            let all = two_pieces();
            // The known number of placements, with either side to move, plus the positions of one piece
            // alone: 60 of each colour.
            assert_eq!(all.len(), 2 * 3_488 + 120);
            let (mut forward, mut backward, mut list) = (0, 0, Vec::new());
            let mut positions = Vec::new();
            for position in &all {
                game.moves(position, &mut list);
                forward += list.len();
                game.predecessors(position, &mut positions);
                backward += positions.len();
            }
            assert_eq!(forward, backward);
        }
    }

    #[test]
    fn long_captures_are_taken_back() {
        for (rules, fen) in [
            (RUSSIAN, "W:WKc3:BKb2,Kd2,Kd4"),
            (RUSSIAN, "W:Wc3:Bd4,b4,b6,d6"),
            (RUSSIAN, "W:Wc5:Bd6,f6,b4"),
            (RUSSIAN, "W:We5:Bd6,b6,c3"),
            (BRAZILIAN, "W:We5:Bd6,d8,b6"),
        ] {
            let pieces = 5;
            let game = Draughts::endings(rules, pieces);
            let position = super::super::fen::read(fen, super::super::Naming::Algebraic).expect(fen);
            laws::unmoves(&game, &[position]);
        }
    }

    #[test]
    fn the_whole_game_has_no_unmoves() {
        let mut positions = vec![Position::START];
        Draughts::new(RUSSIAN).predecessors(&Position::START.mirrored(), &mut positions);
        assert!(positions.is_empty());
    }
}
