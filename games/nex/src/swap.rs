//! The swap rule, for any game on the rhombus: after the first move, the second player may answer `swap`. The
//! players exchange colours, the board stays the same, and the player who moved first continues as White.
//!
//! [`Swapped`] adds the rule to a game without it. Once no swap can follow, it forwards everything to that
//! game.
//!
//! With the swap rule, the board after the first move can mean that a swap may follow or that it has been
//! made. A position in which the swap may follow ends with ` swap?` (in a diagram, on a line of its own):
//! `B?/.. swap?`.

use nexsolve_catalogue::picture::{Picture, Piece};
use nexsolve_catalogue::scan::{illegal, play_moves, trimmed_span};
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Choice, Extent, Numbered, Observed, Packed, Played, Shown, Spot,
};
use nexsolve_core::{
    After, Answer, Candidate, Candidates, Chance, Contest, Draw, EVERYWHERE, Ending, Evaluation, Fault,
    ForcedWin, Forcing, Game, Glance, Layer, LayerId, Notation, Playout, Plies, Ranked, ReadError, Region,
    Score, Searchable, Side, SplitMix, Symmetric, Tabled, Unmoves, Wdl, choose,
};
use nexsolve_rhombus::shown::LAST;
use nexsolve_rhombus::text::TextForm;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

/// A game without a swap rule that can be played with one. A position determines how many moves have been
/// made.
pub trait Swappable: Notation {
    /// Returns the number of moves made so far.
    fn ply(&self, position: &Self::Position) -> u32;
}

/// A game with the swap rule.
///
/// ```
/// use nexsolve_core::{Game, Notation, Side};
/// use nexsolve_nex::{Nex, Swapped};
///
/// let game = Swapped::new(Nex::<u64>::new(3, 3).expect("a board"));
/// let before = game.read_position("Ba1?a2")?;
/// assert_eq!(game.format_position(&before), "B?./.../... swap?");
/// let after = game.play(&before, game.read_move(&before, "swap")?);
/// assert_eq!(game.format_position(&after), "B?./.../...");
/// assert_eq!(game.side_to_move(&after), Side::White); // played by the player who began
/// # Ok::<(), nexsolve_core::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Swapped<G> {
    plain: G,
    /// The layers of a game that numbers its positions, computed when first needed.
    layers: OnceLock<Vec<Layer>>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SwapPosition<P> {
    /// The position in the game without the swap rule.
    pub plain: P,
    /// Whether the first move has just been made, so that a swap may answer it.
    pub may_swap: bool,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SwapMove<M> {
    /// A move of the game without the swap rule.
    Play(M),
    /// The players exchange colours.
    Swap,
}

impl<G> Swapped<G> {
    /// Adds the swap rule to a game.
    pub const fn new(plain: G) -> Self {
        Self { plain, layers: OnceLock::new() }
    }

    /// Returns the game without the swap rule.
    pub const fn plain(&self) -> &G {
        &self.plain
    }
}

impl<G: Swappable> Swapped<G> {
    /// Returns whether no swap can follow, neither now nor after the next move.
    #[inline]
    fn is_past_swap(&self, position: &SwapPosition<G::Position>) -> bool {
        !position.may_swap && self.plain.ply(&position.plain) > 0
    }
}

impl<G: Swappable> Game for Swapped<G> {
    type Position = SwapPosition<G::Position>;
    type Move = SwapMove<G::Move>;

    fn start(&self) -> Self::Position {
        SwapPosition { plain: self.plain.start(), may_swap: false }
    }

    #[inline]
    fn side_to_move(&self, position: &Self::Position) -> Side {
        self.plain.side_to_move(&position.plain)
    }

    #[inline]
    fn outcome(&self, position: &Self::Position) -> Option<Wdl> {
        self.plain.outcome(&position.plain)
    }

    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        moves.clear();
        moves.extend(self.plain.legal_moves(&position.plain).into_iter().map(SwapMove::Play));
        if position.may_swap && !moves.is_empty() {
            moves.push(SwapMove::Swap);
        }
    }

    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        match mv {
            SwapMove::Play(mv) => self.plain.is_legal(&position.plain, mv),
            SwapMove::Swap => position.may_swap && self.outcome(position).is_none(),
        }
    }

    #[inline]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        match mv {
            SwapMove::Play(mv) => SwapPosition {
                plain: self.plain.play(&position.plain, mv),
                may_swap: self.plain.ply(&position.plain) == 0,
            },
            SwapMove::Swap => SwapPosition { may_swap: false, ..*position },
        }
    }

    fn changes_colours(&self, mv: Self::Move) -> bool {
        mv == SwapMove::Swap
    }

    fn longest(&self, position: &Self::Position) -> Plies {
        let Plies(plain) = self.plain.longest(&position.plain);
        Plies(plain + u16::from(!self.is_past_swap(position)))
    }
}

impl<G: Swappable + Symmetric> Symmetric for Swapped<G> {
    #[inline]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        SwapPosition { plain: self.plain.canonical(&position.plain), ..*position }
    }

    #[inline]
    fn copies(&self, position: &Self::Position) -> u64 {
        self.plain.copies(&position.plain)
    }
}

/// The end of the text of a position in which the next move may be a swap.
const MARK: &str = "swap?";

/// Splits off the mark of a position in which the next move may be a swap.
pub(crate) fn unmarked(text: &str) -> Option<&str> {
    text.trim_end().strip_suffix(MARK)
}

impl<G: Swappable> Notation for Swapped<G> {
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, ReadError> {
        if text.trim() != "swap" {
            return self.plain.read_move(&position.plain, text).map(SwapMove::Play);
        }
        let whole = trimmed_span(text);
        if self.outcome(position).is_some() {
            Err(ReadError::new(whole, Fault::GameOver))
        } else if position.may_swap {
            Ok(SwapMove::Swap)
        } else {
            Err(illegal(whole, "no swap is possible here: it answers the first move of a game"))
        }
    }

    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        match mv {
            SwapMove::Play(mv) => self.plain.format_move(&position.plain, mv),
            SwapMove::Swap => "swap".to_owned(),
        }
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError> {
        let marked = unmarked(text).filter(|rest| TextForm::of(rest) == TextForm::Diagram);
        let rows = marked.unwrap_or(text);
        match TextForm::of(rows) {
            TextForm::Start => Ok(self.start()),
            TextForm::Moves => play_moves(self, text),
            TextForm::Diagram => {
                let plain = self.plain.read_position(rows)?;
                let may_swap = marked.is_some();
                if may_swap && self.plain.ply(&plain) != 1 {
                    let reason = format!("`{MARK}` is for a position directly after the first move");
                    return Err(illegal(trimmed_span(text), reason));
                }
                Ok(SwapPosition { plain, may_swap })
            }
        }
    }

    fn format_position(&self, position: &Self::Position) -> String {
        let text = self.plain.format_position(&position.plain);
        if position.may_swap { format!("{text} {MARK}") } else { text }
    }

    fn diagram(&self, position: &Self::Position) -> String {
        let text = self.plain.diagram(&position.plain);
        if position.may_swap { format!("{text}{MARK}\n") } else { text }
    }
}

/// The layer after the start has the positions in which a swap may follow. A copy of it, with an `x` after
/// its name, has the positions in which it has been made, unless every first move ends the game. The other
/// layers are those of the plain game.
pub const SWAPPED: usize = 2;

impl<G: Swappable + Ranked> Swapped<G> {
    fn has_swapped_layer(&self) -> bool {
        self.plain.layers().len() > SWAPPED
    }

    /// Returns the layer of a position that has this one in the plain game.
    #[inline]
    fn layer_of(&self, plain: LayerId, may_swap: bool) -> LayerId {
        let is_later = plain.index() + usize::from(!may_swap) >= SWAPPED;
        LayerId::new(plain.index() + usize::from(is_later && self.has_swapped_layer()))
    }

    /// Returns the layer in the plain game.
    fn plain_layer(&self, layer: LayerId) -> LayerId {
        LayerId::new(layer.index() - usize::from(layer.index() >= SWAPPED && self.has_swapped_layer()))
    }

    /// Returns the position of `layer` that corresponds to `plain`, a position of the plain game; `None` in
    /// the layer after a swap if the game is over.
    fn of_plain(&self, layer: LayerId, plain: G::Position) -> Option<SwapPosition<G::Position>> {
        let position = SwapPosition { plain, may_swap: layer.index() == 1 };
        let is_swapped = layer.index() == SWAPPED && self.has_swapped_layer();
        (!is_swapped || self.outcome(&position).is_none()).then_some(position)
    }
}

impl<G: Swappable + Ranked> Ranked for Swapped<G> {
    fn layers(&self) -> &[Layer] {
        self.layers.get_or_init(|| {
            let moved = |layer: &Layer| {
                let successors = layer.successors.iter().map(|&next| self.layer_of(next, next.index() == 1));
                Layer { successors: successors.collect(), ..layer.clone() }
            };
            let mut layers: Vec<Layer> = self.plain.layers().iter().map(moved).collect();
            if self.has_swapped_layer() {
                let first = &mut layers[1];
                let swapped = Layer { name: format!("{}x", first.name), ..first.clone() };
                first.successors.insert(0, LayerId::new(SWAPPED));
                layers.insert(SWAPPED, swapped);
            }
            layers
        })
    }

    fn is_ranked(&self, position: &Self::Position) -> bool {
        self.plain.is_ranked(&position.plain)
    }

    fn strip(&self, layer: LayerId) -> u64 {
        self.plain.strip(self.plain_layer(layer))
    }

    #[inline]
    fn rank(&self, position: &Self::Position) -> (LayerId, u64) {
        let (layer, rank) = self.plain.rank(&position.plain);
        (self.layer_of(layer, position.may_swap), rank)
    }

    fn unrank(&self, layer: LayerId, rank: u64) -> Option<Self::Position> {
        let plain = self.plain.unrank(self.plain_layer(layer), rank)?;
        self.of_plain(layer, plain)
    }

    fn unrank_range(&self, layer: LayerId, ranks: Range<u64>, mut visit: impl FnMut(u64, Self::Position)) {
        self.plain.unrank_range(self.plain_layer(layer), ranks, |rank, plain| {
            if let Some(position) = self.of_plain(layer, plain) {
                visit(rank, position);
            }
        });
    }

    #[inline]
    fn ranks_after(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(After) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let may_swap = self.plain.ply(&position.plain) == 0;
        self.plain.ranks_after(&position.plain, |after| {
            visit(match after {
                After::Ranked { layer, rank } => {
                    After::Ranked { layer: self.layer_of(layer, may_swap), rank }
                }
                After::Over(_) => after,
            })
        })?;
        if self.is_legal(position, SwapMove::Swap) {
            let (layer, rank) = self.rank(&SwapPosition { may_swap: false, ..*position });
            visit(After::Ranked { layer, rank })?;
        }
        ControlFlow::Continue(())
    }
}

/// To take back a swap, allow it again.
impl<G: Swappable + Unmoves> Unmoves for Swapped<G> {
    fn predecessors(&self, position: &Self::Position, positions: &mut Vec<Self::Position>) {
        positions.clear();
        let ply = self.plain.ply(&position.plain);
        if ply == 1 && !position.may_swap {
            let before = SwapPosition { may_swap: true, ..*position };
            positions.extend(self.outcome(position).is_none().then_some(before));
            return;
        }
        let mut before = Vec::new();
        self.plain.predecessors(&position.plain, &mut before);
        for plain in before {
            positions.push(SwapPosition { plain, may_swap: false });
            if ply == 2 {
                positions.push(SwapPosition { plain, may_swap: true });
            }
        }
    }
}

impl<G: Swappable + Tabled> Tabled for Swapped<G> {
    const DRAWS: bool = G::DRAWS;
    const POINTS: bool = G::POINTS;
}

/// Packed moves of the plain game are below this number.
const PACKED_SWAP: u32 = 1 << 23;

impl<G: Swappable + Searchable> Searchable for Swapped<G> {
    const REGIONS: bool = G::REGIONS;
    const ASKS_OPENLY: bool = G::ASKS_OPENLY;

    /// `None` while a swap may follow.
    type Insight = Option<G::Insight>;

    fn key_bits(&self) -> u32 {
        self.plain.key_bits()
    }

    /// While a swap may follow, the complement of the plain game's key: Black has one stone, so that the
    /// complement is White's stone without one of Black's, which is not a position of the plain game.
    #[inline]
    fn key(&self, position: &Self::Position) -> u128 {
        let key = self.plain.key(&position.plain);
        if position.may_swap { !key & u128::MAX >> (u128::BITS - self.key_bits()) } else { key }
    }

    #[inline]
    fn pack_move(&self, mv: Self::Move) -> u32 {
        match mv {
            SwapMove::Play(mv) => self.plain.pack_move(mv),
            SwapMove::Swap => PACKED_SWAP,
        }
    }

    #[inline]
    fn history_slot(&self, mv: Self::Move) -> usize {
        match mv {
            SwapMove::Play(mv) => self.plain.history_slot(mv),
            SwapMove::Swap => self.plain.history_len(),
        }
    }

    fn history_len(&self) -> usize {
        self.plain.history_len() + 1
    }

    #[inline]
    fn glance(&self, position: &Self::Position, threshold: Score) -> Glance<Self::Insight> {
        if self.is_past_swap(position) {
            return self.plain.glance(&position.plain, threshold).map(Some);
        }
        match self.outcome(position) {
            Some(outcome) => Glance::Settled(Answer::new(Score::of_outcome(outcome))),
            None => Glance::Open(None),
        }
    }

    fn candidates(
        &self,
        position: &Self::Position,
        threshold: Score,
        insight: Self::Insight,
        moves: &mut Vec<Candidate<Self::Move>>,
    ) -> Candidates {
        moves.clear();
        let mut known = Vec::new();
        let of_plain = |Candidate { mv, prior }| Candidate { mv: SwapMove::Play(mv), prior };
        if let Some(insight) = insight {
            let found = self.plain.candidates(&position.plain, threshold, insight, &mut known);
            moves.extend(known.into_iter().map(of_plain));
            return found;
        }
        // The plain game may leave out moves that lose there, but its order serves here too.
        if let Glance::Open(insight) = self.plain.glance(&position.plain, Score::DRAW) {
            self.plain.candidates(&position.plain, Score::DRAW, insight, &mut known);
        }
        let priors: HashMap<_, _> = known.iter().map(|candidate| (candidate.mv, candidate.prior)).collect();
        let prior_of = |&mv: &G::Move| priors.get(&mv).copied().unwrap_or(0);
        let legal = self.plain.legal_moves(&position.plain);
        let best = legal.iter().map(prior_of).max().unwrap_or(0);
        if position.may_swap {
            moves.push(Candidate { mv: SwapMove::Swap, prior: best + 1 });
        }
        moves.extend(legal.into_iter().map(|mv| of_plain(Candidate { mv, prior: prior_of(&mv) })));
        Candidates::Search { rest: Answer { score: Score::MIN, region: 0 } }
    }

    #[inline]
    fn region_before(&self, mv: Self::Move, region: Region, wins: bool) -> Region {
        match mv {
            SwapMove::Play(mv) => self.plain.region_before(mv, region, wins),
            SwapMove::Swap => EVERYWHERE,
        }
    }

    #[inline]
    fn carries_over(&self, region: Region, lost: Self::Move, mv: Self::Move) -> bool {
        match (lost, mv) {
            (SwapMove::Play(lost), SwapMove::Play(mv)) => self.plain.carries_over(region, lost, mv),
            _ => false,
        }
    }

    #[inline]
    fn region_from_canonical(&self, position: &Self::Position, region: Region) -> Region {
        self.plain.region_from_canonical(&position.plain, region)
    }
}

/// The plain game has no memory. A swap is a move of the first kind, like all moves that can be made instead
/// of it.
impl<G: Swappable + Contest<Memory = ()>> Contest for Swapped<G> {
    type Memory = ();

    fn begin(&self, _position: &Self::Position) {}

    fn reason(&self, outcome: Wdl) -> &'static str {
        self.plain.reason(outcome)
    }

    fn kind(&self, mv: Self::Move) -> usize {
        match mv {
            SwapMove::Play(mv) => self.plain.kind(mv),
            SwapMove::Swap => 0,
        }
    }

    fn kinds(&self) -> usize {
        self.plain.kinds()
    }
}

impl<G: Swappable + Chance<Memory = ()>> Chance for Swapped<G> {
    fn draw(&self, position: &Self::Position, how: Draw, random: &mut SplitMix) -> Option<Self::Move> {
        if position.may_swap {
            return choose(self, &self.legal_moves(position), how, random);
        }
        self.plain.draw(&position.plain, how, random).map(SwapMove::Play)
    }

    fn playout(&self, position: &Self::Position, how: Draw, random: &mut SplitMix) -> Playout {
        let (mut position, mut begun) = (*position, 0);
        while !self.is_past_swap(&position) {
            let Some(mv) = self.draw(&position, how, random) else { break };
            position = self.play(&position, mv);
            begun += 1;
        }
        let Playout { value, plies } = self.plain.playout(&position.plain, how, random);
        // Every move, even a swap, passes the turn to the other player.
        Playout { value: if begun % 2 == 0 { value } else { -value }, plies: begun + plies }
    }

    fn forcing(&self) -> Option<&dyn Forcing<Self::Position, Self::Move>> {
        self.plain.forcing().is_some().then_some(self)
    }
}

impl<G: Swappable + Chance<Memory = ()>> Forcing<SwapPosition<G::Position>, SwapMove<G::Move>>
    for Swapped<G>
{
    /// Finds nothing before the last move that a swap can follow or be.
    fn forced_win(
        &self,
        position: &SwapPosition<G::Position>,
        nodes: u64,
        is_over: &dyn Fn() -> bool,
    ) -> Option<ForcedWin<SwapMove<G::Move>>> {
        if !self.is_past_swap(position) {
            return None;
        }
        let ForcedWin { line, plies, nodes } =
            self.plain.forcing()?.forced_win(&position.plain, nodes, is_over)?;
        Some(ForcedWin { line: line.into_iter().map(SwapMove::Play).collect(), plies, nodes })
    }
}

/// The bit of the last word of a packed position that says whether a swap may follow.
const MAY_SWAP: u64 = 1 << 63;

/// The packed swap: greater than all moves of the plain game.
const SWAP: AnyMove = AnyMove(1 << 63);

impl<G: Swappable + Packed> Packed for Swapped<G> {
    fn pack(position: &Self::Position) -> AnyPosition {
        let mut packed = G::pack(&position.plain);
        packed.0[LAST] |= if position.may_swap { MAY_SWAP } else { 0 };
        packed
    }

    fn unpack(position: &AnyPosition) -> Self::Position {
        let mut plain = *position;
        plain.0[LAST] &= !MAY_SWAP;
        SwapPosition { plain: G::unpack(&plain), may_swap: plain != *position }
    }

    fn pack_move(mv: Self::Move) -> AnyMove {
        match mv {
            SwapMove::Play(mv) => G::pack_move(mv),
            SwapMove::Swap => SWAP,
        }
    }

    fn unpack_move(mv: AnyMove) -> Self::Move {
        if mv == SWAP { SwapMove::Swap } else { SwapMove::Play(G::unpack_move(mv)) }
    }
}

impl<G> Played for Swapped<G>
where
    G: Played<Memory = (), Searched: Swappable, Tabled: Swappable> + Swappable,
{
    type Searched = Swapped<G::Searched>;
    type Tabled = Swapped<G::Tabled>;

    /// The evaluations of the plain game, for the better side while a swap may follow.
    const EVALUATIONS: &'static [Evaluation<Self>] = {
        const { assert!(G::EVALUATIONS.len() <= MOST_EVALUATIONS) };
        Evaluations::<G>::ALL.split_at(G::EVALUATIONS.len()).0
    };

    fn searcher(&self) -> Option<Self::Searched> {
        self.plain.searcher().map(Swapped::new)
    }

    fn tables(&self, extent: Extent) -> Option<Self::Tabled> {
        self.plain.tables(extent).map(Swapped::new)
    }
}

/// The greatest number of a game's evaluations.
const MOST_EVALUATIONS: usize = 8;

struct Evaluations<G>(G);

impl<G: Played<Memory = (), Searched: Swappable, Tabled: Swappable> + Swappable> Evaluations<G> {
    const ALL: &'static [Evaluation<Swapped<G>>; MOST_EVALUATIONS] = &[
        Self::of::<0>(),
        Self::of::<1>(),
        Self::of::<2>(),
        Self::of::<3>(),
        Self::of::<4>(),
        Self::of::<5>(),
        Self::of::<6>(),
        Self::of::<7>(),
    ];

    /// Returns the evaluation with this number; the first one if there are fewer.
    const fn of<const I: usize>() -> Evaluation<Swapped<G>> {
        let Evaluation { name, what, .. } = &G::EVALUATIONS[if I < G::EVALUATIONS.len() { I } else { 0 }];
        Evaluation { name, what, points: Self::points::<I> }
    }

    fn points<const I: usize>(game: &Swapped<G>, position: &SwapPosition<G::Position>) -> i32 {
        let points = G::EVALUATIONS[I].evaluate(&game.plain, &position.plain);
        if position.may_swap { points.abs() } else { points }
    }
}

/// The swap comes after all moves of the game.
impl<G: Swappable + Numbered> Numbered for Swapped<G> {
    fn numbers(&self) -> u32 {
        self.plain.numbers() + 1
    }

    fn number(&self, mv: Self::Move) -> Option<u32> {
        match mv {
            SwapMove::Play(mv) => self.plain.number(mv),
            SwapMove::Swap => Some(self.plain.numbers()),
        }
    }
}

impl<G: Swappable + Observed> Observed for Swapped<G> {
    fn grid(&self) -> (u32, u32) {
        self.plain.grid()
    }

    fn turns(&self) -> bool {
        self.plain.turns()
    }

    fn piece(&self, position: &Self::Position, cell: u32) -> Option<Piece> {
        self.plain.piece(&position.plain, cell)
    }
}

impl<G: Swappable + Shown<Memory = ()>> Shown for Swapped<G> {
    fn picture(&self, position: &Self::Position) -> Picture {
        self.plain.picture(&position.plain)
    }

    fn chain(&self, position: &Self::Position, winner: Side) -> Vec<String> {
        self.plain.chain(&position.plain, winner)
    }

    fn spot(&self, mv: Self::Move) -> Spot {
        match mv {
            SwapMove::Play(mv) => self.plain.spot(mv),
            SwapMove::Swap => Spot::Nowhere,
        }
    }

    fn row_name(&self, row: usize) -> String {
        self.plain.row_name(row)
    }

    fn col_name(&self, col: usize) -> String {
        self.plain.col_name(col)
    }

    fn why(&self, position: &Self::Position, ending: &Ending) -> String {
        self.plain.why(&position.plain, ending)
    }

    fn format_in_full(&self, position: &Self::Position, mv: Self::Move) -> String {
        match mv {
            SwapMove::Play(mv) => self.plain.format_in_full(&position.plain, mv),
            SwapMove::Swap => self.format_move(position, mv),
        }
    }

    /// A swap names no place.
    fn choices(&self, position: &Self::Position) -> Vec<Choice> {
        self.plain.choices(&position.plain)
    }

    fn word(&self, position: &Self::Position, mv: Self::Move) -> String {
        match mv {
            SwapMove::Play(mv) => self.plain.word(&position.plain, mv),
            SwapMove::Swap => self.format_move(position, mv),
        }
    }

    fn respelt(&self, position: &Self::Position, word: &str) -> String {
        if ["swap", "swap-sides"].iter().any(|swap| word.eq_ignore_ascii_case(swap)) {
            return "swap".to_owned();
        }
        self.plain.respelt(&position.plain, word)
    }

    fn may_swap(&self, position: &Self::Position) -> bool {
        if position.may_swap {
            return self.outcome(position).is_none();
        }
        *position == self.start()
            && self.continuations(position).any(|(_, after)| self.outcome(&after).is_none())
    }

    fn mirrored(&self, position: &Self::Position) -> Option<Self::Position> {
        self.plain.mirrored(&position.plain).map(|plain| SwapPosition { plain, ..*position })
    }

    fn mirrored_word(&self, word: &str) -> Option<String> {
        self.plain.mirrored_word(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nex;
    use nexsolve_core::Score;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_rhombus::Wide;
    use std::collections::HashSet;

    const SMALL: [(u32, u32); 9] = [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)];

    fn nex(rows: u32, cols: u32) -> Swapped<Nex<u64>> {
        Swapped::new(Nex::new(rows, cols).expect("a board"))
    }

    #[test]
    fn the_laws_hold_on_small_boards() {
        for (rows, cols) in SMALL {
            let with_final_moves = Nex::with_final_moves(rows, cols).expect("a board");
            for game in [nex(rows, cols), Swapped::new(with_final_moves)] {
                laws::check(&game, Positions::All);
                laws::ranked_unmoves(&game);
                laws::unrank_range(&game, 1);
                if rows * cols < 9 {
                    laws::search(&game);
                }
            }
        }
    }

    #[test]
    fn the_laws_hold_in_random_games() {
        let game = nex(4, 4);
        laws::check(&game, Positions::Games { count: 5, seed: 1 });
        laws::search_among(&game, &laws::endings(&game, 5, Plies(6), 2));
        let wide = Swapped::new(Nex::<Wide>::new(9, 8).expect("a board"));
        laws::rules(&wide, &laws::positions(&wide, Positions::Games { count: 1, seed: 3 }));
        laws::notation(&wide, &laws::positions(&wide, Positions::Games { count: 1, seed: 3 })[..9]);
    }

    #[test]
    fn random_play_follows_the_rules() {
        let game = nex(2, 3);
        let mut positions = laws::positions(&game, Positions::Games { count: 2, seed: 5 });
        positions.push(game.read_position("Ba1?a2;swap").expect("moves"));
        laws::chance(&game, &positions, 4_000, 0.12, 1);
    }

    /// For the second player, each opening is worth the better of two values: that of the plain game for the
    /// second player, and that for the first.
    #[test]
    fn values_follow_from_those_of_the_plain_game() {
        for (rows, cols, value) in
            [(1, 1, Wdl::Draw), (2, 2, Wdl::Draw), (2, 3, Wdl::Loss), (3, 2, Wdl::Loss), (3, 3, Wdl::Draw)]
        {
            let (game, plain) = (nex(rows, cols), Nex::<u64>::new(rows, cols).expect("a board"));
            let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
            let all = laws::positions(&plain, Positions::All);
            let plain_scores = laws::scores(&plain, &all);
            let mut best = plain.outcome(&plain.start());
            for (_, opened) in plain.continuations(&plain.start()) {
                let before = SwapPosition { plain: opened, may_swap: true };
                let second = plain_scores[&opened].wdl();
                let is_over = plain.outcome(&opened).is_some();
                let with_swap = if is_over { second } else { second.max(-second) };
                assert_eq!(scores[&before].wdl(), with_swap, "{rows}x{cols} {opened:?}");
                best = best.max(Some(-with_swap));
            }
            assert_eq!((scores[&game.start()].wdl(), best), (value, Some(value)), "{rows}x{cols}");
            // Once no swap can follow, the position has the score of the same position in the plain game.
            let same = |position: &Nexes| scores[position] == plain_scores[&position.plain];
            let past: Vec<_> = scores.keys().filter(|position| game.is_past_swap(position)).collect();
            assert!(past.iter().all(|position| same(position)));
            let met: HashSet<_> = past.iter().map(|position| position.plain).collect();
            let expected =
                all.iter().filter(|at| at.ply() > 1 || at.ply() == 1 && plain.outcome(at).is_none());
            assert_eq!(met.len(), expected.count(), "{rows}x{cols}");
        }
    }

    type Nexes = SwapPosition<crate::NexPosition<u64>>;

    /// If the swap answers the opening, the opening's winner is the second player, one ply later.
    #[test]
    fn a_swap_takes_a_ply() {
        let game = nex(3, 3);
        let scores = laws::scores(&game, &laws::positions(&game, Positions::All));
        let before = game.read_position("Bb2?c3").expect("a move");
        let after = game.play(&before, SwapMove::Swap);
        assert_eq!(scores[&after], Score::loss_in(Plies(6)));
        assert_eq!(scores[&before], Score::win_in(Plies(7)));
    }

    #[test]
    fn positions_before_and_after_a_swap_are_distinguished() {
        let game = nex(2, 2);
        let read = |text: &str| game.read_position(text);
        let (before, after) = (read("Ba1?b2").expect("a move"), read("Ba1?b2;swap").expect("moves"));
        assert_eq!(game.format_position(&before), "B./.? swap?");
        assert_eq!(game.format_position(&after), "B./.?");
        assert!(game.diagram(&before).ends_with("\nswap?\n"));
        assert_eq!(game.read_move(&before, " swap "), Ok(SwapMove::Swap));
        assert!(game.read_move(&after, "swap").is_err() && game.read_move(&game.start(), "swap").is_err());
        for wrong in ["../.. swap?", "BW/?? swap?", "B./.. swap?", "Ba1?b2 swap?", "Ba1?b2;swap;swap"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let plain = Nex::<u64>::new(2, 2).expect("a board");
        assert!(plain.read_position("B./.? swap?").is_err() && plain.read_position("Ba1?b2;swap").is_err());
    }

    #[test]
    fn positions_of_the_largest_board_are_packed() {
        let game = Swapped::new(Nex::<Wide>::new(19, 19).expect("a board"));
        for text in ["Ba1?s19", "Bs19?s18", "Ba1?s19;swap", "Ba1?r14;Wb1?s19"] {
            let position = game.read_position(text).expect(text);
            assert_eq!(Swapped::<Nex<Wide>>::unpack(&Swapped::<Nex<Wide>>::pack(&position)), position);
        }
    }

    #[test]
    fn a_layer_holds_the_positions_after_a_swap() {
        let names = |game: &Swapped<Nex<u64>>| {
            game.layers().iter().map(|layer| layer.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&nex(2, 2)), ["p00n0", "p01n1", "p01n1x", "p02n2", "p03n1"]);
        assert_eq!(nex(2, 2).layers()[1].successors, [2, 3].map(LayerId::new));
        assert_eq!(names(&nex(1, 2)), ["p00n0", "p01n1"]);
        assert!(nex(8, 8).layers().is_empty());
    }
}
