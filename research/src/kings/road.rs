//! Counts positions of kings against a lone king, by who is on the main road.

use crate::source::TypedDatabase;
use nexsolve_core::{Game, LayerId, Probe, Prober, Ranked, Score, Side, Wdl};
use nexsolve_games::draughts::{Draughts, Position, Squares};
use nexsolve_reports::ReportError;
use serde::Serialize;
use std::collections::BTreeMap;

/// The main road, a1 to h8: the longest line of the board.
pub const MAIN_ROAD: Squares = {
    let (mut road, mut i) = (0, 0);
    while i < 8 {
        // The squares of a row are on columns a, c, e, g or on b, d, f, h.
        road |= 1 << (4 * i + i / 2);
        i += 1;
    }
    road
};

/// Who is on the main road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Road {
    /// Only kings of the stronger side.
    Stronger,
    /// Nobody.
    Nobody,
    /// Only the lone king.
    Lone,
    /// Both sides.
    Both,
}

impl Road {
    /// All values, in the order of tables.
    pub const ALL: [Self; 4] = [Self::Stronger, Self::Nobody, Self::Lone, Self::Both];

    /// The name in tables.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stronger => "the stronger side",
            Self::Nobody => "nobody",
            Self::Lone => "the lone king",
            Self::Both => "both sides",
        }
    }

    fn of(stronger: Squares, lone: Squares) -> Self {
        match (stronger & MAIN_ROAD != 0, lone & MAIN_ROAD != 0) {
            (true, false) => Self::Stronger,
            (false, false) => Self::Nobody,
            (false, true) => Self::Lone,
            (true, true) => Self::Both,
        }
    }
}

/// Whether the side to move must capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Duty {
    /// It must.
    Capture,
    /// It need not, and cannot.
    Quiet,
}

/// A group of positions of an ending.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The numbers of positions that are lost, drawn and won for the side to move.
    pub values: [u64; 3],
    /// The number of wins of the stronger side by length in plies.
    pub plies: BTreeMap<u16, u64>,
}

impl Group {
    fn add(&mut self, score: Score, stronger_wins: bool) {
        self.values[score.wdl() as usize] += 1;
        if let Some(distance) = score.distance().filter(|_| stronger_wins) {
            *self.plies.entry(distance.0).or_default() += 1;
        }
    }

    /// The number of positions.
    pub fn all(&self) -> u64 {
        self.values.iter().sum()
    }

    fn join(&mut self, other: &Self) {
        self.values.iter_mut().zip(other.values).for_each(|(mine, theirs)| *mine += theirs);
        for (&plies, count) in &other.plies {
            *self.plies.entry(plies).or_default() += count;
        }
    }
}

/// An ending of kings against one king, with one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KingsEnding {
    /// The kings of the stronger side.
    pub kings: u32,
    /// Who is to move.
    pub to_move: Mover,
    /// Its positions, by who is on the road and whether a capture is due.
    pub groups: BTreeMap<(Road, Duty), Group>,
    /// The drawn positions without a capture due in which every move lets the opponent capture, by who is on
    /// the road.
    pub hanging: BTreeMap<Road, u64>,
    /// The longest wins of the stronger side by who is on the road: the positions, up to the board's
    /// symmetries.
    pub longest: BTreeMap<Road, Vec<Position>>,
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Mover {
    /// The side with more kings.
    Stronger,
    /// The lone king.
    Lone,
}

impl Mover {
    /// Returns whether this value, which is for the side to move, is a win for the stronger side.
    const fn stronger_wins(self, value: Wdl) -> bool {
        matches!((self, value), (Self::Stronger, Wdl::Win) | (Self::Lone, Wdl::Loss))
    }
}

/// Counts an ending; `None` if the database does not have its table of distances.
///
/// # Errors
/// If a table is damaged.
pub fn count(
    known: &TypedDatabase<'_, Draughts>,
    kings: u32,
    to_move: Mover,
) -> Result<Option<KingsEnding>, ReportError> {
    let strong = "K".repeat(kings as usize);
    let name = match to_move {
        Mover::Stronger => format!("{strong}vK"),
        Mover::Lone => format!("Kv{strong}"),
    };
    let layers = known.game.layers();
    let Some(layer) = LayerId::named(layers, &name) else { return Ok(None) };
    let mut positions = Vec::with_capacity(layers[layer].len as usize);
    known.game.unrank_range(layer, 0..layers[layer].len, |_, position| positions.push(position));
    let prober = known.prober();
    let mut ending = KingsEnding {
        kings,
        to_move,
        groups: BTreeMap::new(),
        hanging: BTreeMap::new(),
        longest: BTreeMap::new(),
    };
    let mut moves = Vec::new();
    let mut longest: BTreeMap<Road, (u16, Vec<Position>)> = BTreeMap::new();
    for (position, probe) in positions.iter().zip(prober.probe_all(&positions)?) {
        let score = match probe {
            Probe::Known(bounds) => bounds.score(),
            Probe::Absent => None,
        };
        let Some(score) = known.game.outcome(position).map(Score::of_outcome).or(score) else {
            return Ok(None);
        };
        let (stronger, lone) = match to_move {
            Mover::Stronger => (position.own(), position.other()),
            Mover::Lone => (position.other(), position.own()),
        };
        let road = Road::of(stronger, lone);
        let duty = if known.game.is_omitted(position) { Duty::Capture } else { Duty::Quiet };
        let wins = to_move.stronger_wins(score.wdl());
        if duty == Duty::Quiet && score.wdl() == Wdl::Draw {
            known.game.moves(position, &mut moves);
            let hangs = |&mv: &_| known.game.is_omitted(&known.game.play(position, mv));
            *ending.hanging.entry(road).or_default() += u64::from(moves.iter().all(hangs));
        }
        ending.groups.entry((road, duty)).or_default().add(score, wins);
        if let Some(distance) = score.distance().filter(|_| wins) {
            let (most, found) = longest.entry(road).or_default();
            if distance.0 > *most {
                (*most, *found) = (distance.0, Vec::new());
            }
            if distance.0 == *most {
                found.push(*position);
            }
        }
    }
    for (road, (_, found)) in longest {
        let mut first: Vec<Position> = found.iter().map(least_image).collect();
        first.sort_unstable();
        first.dedup();
        ending.longest.insert(road, first);
    }
    Ok(Some(ending))
}

impl KingsEnding {
    /// All positions together.
    pub fn together(&self) -> Group {
        let mut all = Group::default();
        self.groups.values().for_each(|group| all.join(group));
        all
    }

    /// All positions with this holder of the road and one of these duties.
    pub fn by_road(&self, road: Road, duties: &[Duty]) -> Group {
        let mut all = Group::default();
        duties.iter().filter_map(|&duty| self.groups.get(&(road, duty))).for_each(|group| all.join(group));
        all
    }
}

/// Returns the least image of a position under the symmetries of a board with only kings: reflections in both
/// long diagonals, and rotation by 180°. All of them keep the main road.
fn least_image(position: &Position) -> Position {
    let image = |turned: bool, mirrored: bool| {
        let map = |set: Squares| {
            let set = if mirrored { mirror(set) } else { set };
            if turned { set.reverse_bits() } else { set }
        };
        let (white, black) = (map(position.white()), map(position.black()));
        Position::new(white, black, white | black, Side::White).expect("kings on other squares")
    };
    let images = [image(false, false), image(true, false), image(false, true), image(true, true)];
    images.into_iter().min().expect("four images")
}

/// Reflects the squares in the main road.
fn mirror(set: Squares) -> Squares {
    use nexsolve_games::draughts::Square;
    Square::all(set).fold(0, |mirrored, square| {
        mirrored | Square::at(square.row(), square.col()).expect("dark squares stay dark").bit()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::draughts::Square;

    #[test]
    fn the_main_road_leads_from_a1_to_h8() {
        let names: Vec<String> = Square::all(MAIN_ROAD).map(|square| square.to_string()).collect();
        assert_eq!(names, ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"]);
        assert_eq!(mirror(MAIN_ROAD), MAIN_ROAD);
        assert_eq!(MAIN_ROAD.reverse_bits(), MAIN_ROAD);
        assert_eq!(mirror(mirror(0x1234_5678)), 0x1234_5678);
    }
}
