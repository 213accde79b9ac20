//! Commands about connections, with the names that Hex interfaces know from Benzene's programs.
//!
//! Ends are cells, or the edges `north`, `south`, `east`, `west`. Cells are separated by spaces. Each carrier
//! has a line of its own.

use super::line::read_side;
use super::session::{Answer, GtpSession};
use nexsolve_core::{Connected, Edge, Game, Hold, Joint, Side, Strength, Wire};
use nexsolve_games::Spot;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// The analyses of connections offered to graphical interfaces.
pub(super) const ANALYSES: &str = "\
plist/Must play/vc-get-mustplay %c
string/Who is connected/vc-build %c
plist/Connected to, opponent first/vc-connected-to-full %c %p
plist/Connected to, own move first/vc-connected-to-semi %c %p
string/Carriers between two cells, opponent first/vc-between-cells-full %c %P
string/Carriers between two cells, own move first/vc-between-cells-semi %c %P
string/Cells to fill in/compute-fillin";

const NONE: &str = "cannot tell: the game is over, a swap is possible, or the game is not won by connections";

/// The names of the edges as they lie on the board.
const EDGES: [(&str, Edge); 4] =
    [("north", Edge::North), ("south", Edge::South), ("east", Edge::East), ("west", Edge::West)];

impl GtpSession<'_> {
    /// Returns the best connection of a side: `full` or `semi` with the cells it needs, or `none`.
    pub(super) fn connection(&self, colour: &str) -> Answer {
        let side = read_side(colour)?;
        let connected = self.connected()?;
        let hold = if side == self.side() { connected.own } else { connected.other };
        Ok(match hold {
            Hold::Open => "none".to_owned(),
            Hold::First(cells) => format!("semi {}", self.cells(&cells)).trim_end().to_owned(),
            Hold::Always(cells) => format!("full {}", self.cells(&cells)).trim_end().to_owned(),
        })
    }

    /// Returns the cells where the side to move must play.
    pub(super) fn must_play(&self, colour: &str) -> Answer {
        if read_side(colour)? != self.side() {
            return Err(format!("cannot tell: it is {}'s turn", self.game().side(self.side())));
        }
        let connected = self.connected()?;
        Ok(self.cells(&connected.must_play))
    }

    /// Returns the ends that a side connects with `from`.
    pub(super) fn connected_to(&self, strength: Strength, colour: &str, from: &str) -> Answer {
        let wires = self.wires(colour, from, None)?;
        let ends: BTreeSet<String> = wires
            .iter()
            .filter(|wire| wire.strength == strength)
            .map(|wire| self.joint_word(wire.to))
            .collect();
        Ok(ends.into_iter().collect::<Vec<_>>().join(" "))
    }

    /// Returns the carriers of a side's connections between two ends.
    pub(super) fn between(&self, strength: Strength, colour: &str, from: &str, to: &str) -> Answer {
        let wires = self.wires(colour, from, Some(to))?;
        let of_strength = wires.iter().filter(|wire| wire.strength == strength);
        let carrier = |wire: &Wire| format!("carrier {}", self.cells(&wire.carrier)).trim_end().to_owned();
        Ok(of_strength.map(carrier).collect::<Vec<_>>().join("\n"))
    }

    /// Returns the empty cells that fill-in assigns to each side.
    pub(super) fn fill_in(&self) -> Answer {
        let connections = self.game().connections().ok_or(NONE)?;
        let filled = connections.filled_in(self.course.position()).ok_or(NONE)?;
        let line = |side: Side| {
            format!("{} {}", side.word(), self.cells(&filled[self.turned(side) as usize]))
                .trim_end()
                .to_owned()
        };
        Ok([Side::Black, Side::White].map(line).join("\n"))
    }

    fn wires(&self, colour: &str, from: &str, to: Option<&str>) -> Result<Vec<Wire>, String> {
        let side = self.turned(read_side(colour)?);
        let (from, to) = (self.joint(from)?, to.map(|to| self.joint(to)).transpose()?);
        self.connected()?;
        let wires =
            self.game().connections().and_then(|all| all.wires(self.course.position(), side, from, to));
        wires.ok_or_else(|| format!("{colour} does not own this end; the opponent does"))
    }

    fn connected(&self) -> Result<Connected, &'static str> {
        let connections = self.game().connections().ok_or(NONE)?;
        connections.connected(self.course.position(), &AtomicBool::new(false)).ok_or(NONE)
    }

    fn joint(&self, word: &str) -> Result<Joint, String> {
        if let Some(&(_, edge)) = EDGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
            return Ok(Joint::Edge(self.turned_edge(edge)));
        }
        let cell = self.cell_words().into_iter().position(|cell| cell.eq_ignore_ascii_case(word));
        cell.map(Joint::Cell).ok_or_else(|| format!("`{word}` is not a cell, nor north, south, east or west"))
    }

    fn joint_word(&self, joint: Joint) -> String {
        match joint {
            Joint::Cell(cell) => self.cells(&[cell]),
            Joint::Edge(edge) => {
                let edge = self.turned_edge(edge);
                EDGES
                    .iter()
                    .find(|(_, known)| *known == edge)
                    .map_or_else(String::new, |(name, _)| (*name).to_owned())
            }
        }
    }

    /// Converts an edge between the board and the controller's view: the mirror swaps rows and columns.
    fn turned_edge(&self, edge: Edge) -> Edge {
        match (self.mirrored, edge) {
            (None, edge) => edge,
            (_, Edge::North) => Edge::West,
            (_, Edge::West) => Edge::North,
            (_, Edge::South) => Edge::East,
            (_, Edge::East) => Edge::South,
        }
    }

    fn cells(&self, cells: &[usize]) -> String {
        let words = self.cell_words();
        let named: Vec<&str> = cells.iter().filter_map(|&cell| words.get(cell).map(String::as_str)).collect();
        named.join(" ")
    }

    /// Returns the name of each cell, by number.
    fn cell_words(&self) -> Vec<String> {
        let (game, start) = (self.game(), self.game().start());
        let mut words = Vec::new();
        for mv in game.legal_moves(&start) {
            if let Spot::One(cell) = game.spot(mv) {
                words.resize(words.len().max(cell + 1), String::new());
                words[cell] = self.seen(&game.word(&start, mv));
            }
        }
        words
    }
}
