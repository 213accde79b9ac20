//! Moves: which are legal, and their results.

use super::board::{MOST_PIECES, Position, Square};
use super::masks::{self, Direction, Squares};
use super::rules::Rules;
use nexsolve_core::{Side, SplitMix, pdep};

/// A move, defined by its result: a piece moves from one square to another, and these pieces are captured.
/// Captures that differ only in their path are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
    /// The index among the captures between these squares, in the order of [`generate`].
    nth: u16,
    captured: Squares,
}

impl Move {
    /// Returns the square where the piece stands before the move.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the square where the piece stands after the move; a king can return to where it was.
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns the captured pieces; none in a quiet move.
    pub const fn captured(self) -> Squares {
        self.captured
    }

    /// Packs the move into one word, in the order of moves.
    pub(super) const fn to_word(self) -> u64 {
        (self.from.index() as u64) << 56
            | (self.to.index() as u64) << 48
            | (self.nth as u64) << 32
            | self.captured as u64
    }

    /// The inverse of [`Move::to_word`].
    pub(super) fn of_word(word: u64) -> Self {
        let square = |shift: u32| Square::new((word >> shift) as u32 & 0xff).expect("a packed square");
        Self { from: square(56), to: square(48), nth: (word >> 32) as u16, captured: word as u32 }
    }

    /// Returns the index among the captures between these squares, from 0: the two squares and this index
    /// identify a move of a position.
    pub const fn nth(self) -> u16 {
        self.nth
    }
}

/// Adds all legal moves of a position, each once.
#[inline]
pub(crate) fn generate(rules: Rules, position: &Position, moves: &mut Vec<Move>) {
    let (own, other) = (position.own(), position.other());
    if masks::can_capture(own, other, own & position.kings()) {
        captures(rules, position, moves);
    } else {
        match position.side() {
            Side::White => quiet(Side::White, own, other, own & position.kings(), moves),
            Side::Black => quiet(Side::Black, own, other, own & position.kings(), moves),
        }
    }
}

/// Returns whether there is a legal move.
pub(crate) fn any(position: &Position) -> bool {
    let (own, other) = (position.own(), position.other());
    let (kings, empty) = (own & position.kings(), !(own | other));
    let near = |set, direction| masks::step(set, direction) & empty;
    masks::forward(position.side()).into_iter().any(|direction| near(own & !kings, direction) != 0)
        || Direction::ALL.into_iter().any(|direction| near(kings, direction) != 0)
        || masks::can_capture(own, other, kings)
}

/// Returns the position after a legal move.
#[inline]
pub(crate) fn play(rules: Rules, position: &Position, mv: Move) -> Position {
    let (from, to) = (mv.from.bit(), mv.to.bit());
    let side = position.side();
    let own = position.own() & !from | to;
    let other = position.other() & !mv.captured;
    let crowned = position.kings() & from != 0 || is_crowned(rules, side, to, mv.captured);
    let kings = position.kings() & !from & !mv.captured | if crowned { to } else { 0 };
    match side {
        Side::White => Position::of_parts(own, other, kings, Side::Black),
        Side::Black => Position::of_parts(other, own, kings, Side::White),
    }
}

/// Returns whether a man that moves to `to` and captures `captured` is a king afterwards. A capture reaches
/// the far row only over a piece on the row before it.
#[inline]
pub(crate) const fn is_crowned(rules: Rules, side: Side, to: Squares, captured: Squares) -> bool {
    let far = masks::far_row(side);
    let before_far = match side {
        Side::White => far >> 4,
        Side::Black => far << 4,
    };
    to & far != 0 || rules.crowns_in_passing() && captured & before_far != 0
}

/// Adds all quiet moves.
#[inline]
fn quiet(side: Side, own: Squares, other: Squares, own_kings: Squares, moves: &mut Vec<Move>) {
    let empty = !(own | other);
    let mut push = |from: Squares, to: Squares| {
        if let (Some(from), Some(to)) = (Square::new(from.trailing_zeros()), Square::new(to.trailing_zeros()))
        {
            moves.push(Move { from, to, nth: 0, captured: 0 });
        }
    };
    for direction in masks::forward(side) {
        let mut to = masks::step(own & !own_kings, direction) & empty;
        while to != 0 {
            let one = to & to.wrapping_neg();
            push(masks::step(one, direction.opposite()), one);
            to ^= one;
        }
    }
    let mut kings = own_kings;
    while kings != 0 {
        let king = kings & kings.wrapping_neg();
        let mut to = masks::king_steps(king, empty);
        while to != 0 {
            push(king, to);
            to &= to - 1;
        }
        kings ^= king;
    }
}

/// Draws a random quiet move, all equally likely, even if there are captures; `None` if there is none.
#[inline]
pub(crate) fn draw_quiet(position: &Position, random: &mut SplitMix) -> Option<Move> {
    let (own, other, kings) = (position.own(), position.other(), position.own() & position.kings());
    let (men, empty) = (own & !kings, !(own | other));
    let quiet = |from: Squares, to: Squares| {
        let (from, to) = (Square::new(from.trailing_zeros())?, Square::new(to.trailing_zeros())?);
        Some(Move { from, to, nth: 0, captured: 0 })
    };
    let count = masks::count_quiet(own, other, kings, position.side());
    let mut number = random.below(count.max(1) as usize) as u32;
    for direction in masks::forward(position.side()) {
        let to = masks::step(men, direction) & empty;
        if number < to.count_ones() {
            let to = nth(to, number);
            return quiet(masks::step(to, direction.opposite()), to);
        }
        number -= to.count_ones();
    }
    let mut rest = kings;
    while rest != 0 {
        let king = rest & rest.wrapping_neg();
        let to = masks::king_steps(king, empty);
        if number < to.count_ones() {
            return quiet(king, nth(to, number));
        }
        number -= to.count_ones();
        rest ^= king;
    }
    None
}

/// Returns the square of a set that has `n` squares before it.
#[inline]
fn nth(set: Squares, n: u32) -> Squares {
    pdep(1 << n, set.into()) as Squares
}

/// Adds all captures.
pub(crate) fn captures(rules: Rules, position: &Position, moves: &mut Vec<Move>) {
    let before = moves.len();
    each_way::<()>(rules, position, &mut |from, way| {
        let (to, captured) = (way.at, way.captured);
        let mut nth = 0;
        for earlier in moves[before..].iter().rev().take_while(|mv| mv.from == from) {
            if earlier.to.bit() == to {
                if earlier.captured == captured {
                    return;
                }
                nth += 1;
            }
        }
        if let Some(to) = Square::new(to.trailing_zeros()) {
            moves.push(Move { from, to, nth, captured });
        }
    });
    if rules.takes_most() {
        let count = |mv: &Move| mv.captured.count_ones();
        let most = moves[before..].iter().map(count).max().unwrap_or(0);
        let mut kept = before;
        for i in before..moves.len() {
            if count(&moves[i]) == most {
                moves[kept] = moves[i];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }
}

/// A record of the squares on a capture's path.
pub(crate) trait Trail: Copy {
    /// Begins at this square.
    fn begin(from: Squares) -> Self;
    /// Continues to this square.
    fn then(self, at: Squares) -> Self;
}

/// Records nothing.
impl Trail for () {
    fn begin(_from: Squares) -> Self {}
    fn then(self, _at: Squares) -> Self {}
}

/// All squares on which a piece stands during a capture, the first and the last included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stops {
    squares: [u8; 1 + MOST_PIECES as usize],
    len: u8,
}

impl Stops {
    /// Returns the squares in the order of the path.
    pub(crate) fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + Clone + '_ {
        self.squares[..usize::from(self.len)].iter().filter_map(|&index| Square::new(index.into()))
    }
}

impl Trail for Stops {
    fn begin(from: Squares) -> Self {
        Self { squares: [0; 1 + MOST_PIECES as usize], len: 0 }.then(from)
    }

    fn then(mut self, at: Squares) -> Self {
        self.squares[usize::from(self.len)] = at.trailing_zeros() as u8;
        self.len += 1;
        self
    }
}

/// A capture in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<T> {
    /// The current square of the piece.
    pub(crate) at: Squares,
    /// The pieces captured so far.
    pub(crate) captured: Squares,
    /// Whether it is a king by now.
    pub(crate) is_king: bool,
    /// The path so far.
    pub(crate) trail: T,
}

/// Calls `end` for each path by which the side to move can complete a capture, with the square on which it
/// begins. It reports every path, even several with the same result, and ignores the majority rule.
pub(crate) fn each_way<T: Trail>(rules: Rules, position: &Position, end: &mut impl FnMut(Square, Way<T>)) {
    let (own, other, kings) = (position.own(), position.other(), position.kings());
    let empty = !(own | other);
    // Most men cannot capture; most kings can, and checking takes as long as trying.
    let mut able = own & kings;
    for direction in Direction::ALL {
        let taken = masks::step(own & !kings, direction) & other & masks::step(empty, direction.opposite());
        able |= masks::step(taken, direction.opposite()) & own;
    }
    for from in Square::all(able) {
        let is_king = kings & from.bit() != 0;
        ways(rules, position.side(), from, is_king, other, empty, &mut |way| end(from, way));
    }
}

/// Calls `end` for each path by which this piece of `side` can complete a capture, as [`each_way`] does.
pub(crate) fn ways<T: Trail>(
    rules: Rules,
    side: Side,
    from: Square,
    is_king: bool,
    other: Squares,
    empty: Squares,
    end: &mut impl FnMut(Way<T>),
) {
    let at = from.bit();
    let way = Way { at, captured: 0, is_king, trail: T::begin(at) };
    // The square that the piece has left is empty; captured pieces stay until the end.
    Captures { rules, other, empty: empty | at, far: masks::far_row(side) }.go_on(way, end);
}

/// The board during the capture of one piece.
#[derive(Clone, Copy, Debug)]
struct Captures {
    rules: Rules,
    other: Squares,
    empty: Squares,
    far: Squares,
}

impl Captures {
    /// Captures each piece that can be captured next. Returns whether there is one.
    fn go_on<T: Trail>(self, way: Way<T>, end: &mut impl FnMut(Way<T>)) -> bool {
        let mut any = false;
        for direction in Direction::ALL {
            let line = if way.is_king { masks::slide(way.at, self.empty, direction) } else { way.at };
            let taken = masks::step(line, direction) & self.other & !way.captured;
            let behind = masks::step(taken, direction) & self.empty;
            if behind != 0 {
                any = true;
                let way = Way { captured: way.captured | taken, ..way };
                self.land(way, behind, direction, end);
            }
        }
        any
    }

    /// Lands beyond a captured piece and continues.
    fn land<T: Trail>(
        self,
        way: Way<T>,
        behind: Squares,
        direction: Direction,
        end: &mut impl FnMut(Way<T>),
    ) {
        let to = |at| Way { at, trail: way.trail.then(at), ..way };
        if !way.is_king {
            let is_king = self.rules.crowns_in_passing() && behind & self.far != 0;
            let way = Way { is_king, ..to(behind) };
            if !self.go_on(way, end) {
                end(way);
            }
            return;
        }
        let squares = masks::slide(behind, self.empty, direction);
        let landings = || Square::all(squares).map(|square| to(square.bit()));
        // The capture usually continues from none of them; one check for all of them shows this.
        if masks::taken_by_kings(squares, self.other & !way.captured, self.empty) == 0 {
            landings().for_each(end);
            return;
        }
        // A king must land where the capture continues, if it continues from any square beyond this piece.
        let mut any = false;
        for way in landings() {
            any |= self.go_on(way, end);
        }
        if !any {
            landings().for_each(end);
        }
    }
}
