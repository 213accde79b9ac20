//! The game tree of Nex: the numbers of positions and moves, and the lengths of games.

use super::sample::{open_by_record, ply_of};
use super::tabled::Tabled;
use nexsolve_core::{Ranked, Score};
use nexsolve_db::Metric;
use nexsolve_reports::ReportError;
use serde::{Deserialize, Serialize};

/// The tree of a board, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// The board: `nex:3x3`.
    pub board: String,
    /// The number of cells.
    pub cells: u32,
    /// The plies.
    pub plies: Vec<Ply>,
    /// The number of nodes of the tree, root included, if a finished run has counted them.
    pub nodes: Option<String>,
}

/// The reachable positions of a ply. Symmetric positions count separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ply {
    /// The number of earlier moves.
    pub ply: u32,
    /// All reachable positions.
    pub positions: u64,
    /// The unfinished positions.
    pub open: u64,
    /// The positions that the player who has just moved has won.
    pub won: u64,
    /// The drawn final positions, in which the side to move has no move.
    pub stuck: u64,
    /// The number of moves from all unfinished positions.
    pub moves: u128,
}

impl Ply {
    /// Returns the mean number of moves in an unfinished position.
    pub fn branching(&self) -> Option<f64> {
        (self.open > 0).then(|| self.moves as f64 / self.open as f64)
    }
}

impl Tree {
    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.plies.iter().map(|ply| ply.positions).sum()
    }

    /// Returns the mean number of moves in an unfinished position, over all plies.
    pub fn branching(&self) -> f64 {
        let moves: u128 = self.plies.iter().map(|ply| ply.moves).sum();
        moves as f64 / self.plies.iter().map(|ply| ply.open).sum::<u64>() as f64
    }

    /// Returns the first ply at which a game can be over.
    pub fn shortest(&self) -> Option<u32> {
        self.plies.iter().find(|ply| ply.won + ply.stuck > 0).map(|ply| ply.ply)
    }

    /// Returns the last ply.
    pub fn longest(&self) -> Option<u32> {
        self.plies.iter().rev().find(|ply| ply.positions > 0).map(|ply| ply.ply)
    }

    /// Returns the approximate number of nodes of the tree.
    pub fn size(&self) -> Option<f64> {
        self.nodes.as_ref().and_then(|nodes| nodes.parse().ok())
    }
}

/// Computes the tree of a board from the manifest of its database. The number of nodes comes from a run, if
/// there is one. The number of moves in an unfinished position depends only on its ply p and its number n of
/// neutral stones. With e = cells − p − n empty cells and s = ⌊p/2⌋ stones of the side to move, there are e(e
/// − 1) generates and n(n − 1)/2 · s transforms.
///
/// # Errors
/// If the database lacks a table of distances, or counts of reachable positions.
pub fn tree(tabled: Tabled<'_>, runs: &[Run]) -> Result<Tree, ReportError> {
    let cells = tabled.board().len();
    let manifest = tabled.prober.database().manifest();
    let mut plies: Vec<Ply> = Vec::new();
    for layer in tabled.game.layers() {
        let missing = || {
            let what =
                format!("layer {} has no table of distances with counts of reachable positions", layer.name);
            ReportError::Missing { board: tabled.name(), what }
        };
        let record = manifest.table(&layer.name, Metric::Dtw).ok_or_else(missing)?;
        let reachable = record.counts.reachable.as_ref().ok_or_else(missing)?;
        let open = open_by_record(record, layer.successors.is_empty()).ok_or_else(missing)?;
        let over = Score::of_outcome(nexsolve_core::Wdl::Loss).to_raw();
        let won: u64 =
            record.values.iter().zip(reachable).filter(|(value, _)| **value == over).map(|(_, n)| n).sum();
        let ply = ply_of(&layer.name);
        let mut here = plies.pop_if(|last| last.ply == ply).unwrap_or(Ply { ply, ..Ply::default() });
        let positions: u64 = reachable.iter().sum();
        here.positions += positions;
        here.open += open;
        here.won += won;
        here.stuck += positions - open - won;
        here.moves += u128::from(open) * u128::from(moves(cells, ply, neutral_of(&layer.name)));
        plies.push(here);
    }
    let board = tabled.name();
    let nodes = runs.iter().find(|run| run.board == board).and_then(|run| run.tree_nodes.clone());
    Ok(Tree { board, cells, plies, nodes })
}

/// Returns the number of neutral stones in a layer's name.
fn neutral_of(layer: &str) -> u32 {
    layer.rsplit('n').next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn moves(cells: u32, ply: u32, neutral: u32) -> u64 {
    let (empty, neutral, stones) = (u64::from(cells - ply - neutral), u64::from(neutral), u64::from(ply / 2));
    empty * empty.saturating_sub(1) + neutral * neutral.saturating_sub(1) / 2 * stones
}

/// Returns the number of arrangements on `cells` cells with numbers of stones that a game can have: the sum
/// of cells!/(B! W! n! e!), with B black, W white and n neutral stones and e empty cells. Play can reach
/// nearly all of them.
pub fn arrangements(cells: u32) -> u128 {
    let choose = |from: u32, some: u32| {
        (0..u128::from(some)).fold(1_u128, |ways, i| ways * (u128::from(from) - i) / (i + 1))
    };
    let of_layer = |ply: u32, neutral: u32| {
        let (black, white) = (ply.div_ceil(2), ply / 2);
        choose(cells, black) * choose(cells - black, white) * choose(cells - ply, neutral)
    };
    // After g generates and t transforms, there are g + t stones and g − t neutral stones, and 2g cells are
    // not empty. The first move is a generate, and after a transform at least one neutral stone is left.
    let layers =
        (1..=cells / 2).flat_map(|generates| (0..generates).map(move |t| (generates + t, generates - t)));
    1 + layers.map(|(ply, neutral)| of_layer(ply, neutral)).sum::<u128>()
}

/// The fields used from the output of `nexsolve solve BOARD --tree --json`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Run {
    /// The board.
    pub board: String,
    /// The number of nodes of its tree, as a decimal string.
    pub tree_nodes: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::Game;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_games::nex::Nex;

    #[test]
    fn the_number_of_moves_depends_only_on_the_layer() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3)] {
            let game = Nex::<u64>::new(rows, cols).expect("a small board");
            let mut legal = Vec::new();
            for position in laws::positions(&game, Positions::All) {
                game.moves(&position, &mut legal);
                let (layer, _) = game.rank(&position);
                let name = &game.layers()[layer].name;
                let counted = moves(game.board().len(), ply_of(name), neutral_of(name));
                assert!(legal.is_empty() || legal.len() as u64 == counted);
                // By the layer's formula, a finished game without a winner has no moves either.
                let drawn = game.outcome(&position) == Some(nexsolve_core::Wdl::Draw);
                assert!(counted > 0 || game.outcome(&position).is_some());
                assert!(!drawn || counted == 0);
            }
        }
    }

    #[test]
    fn arrangements_have_possible_numbers_of_stones() {
        // `code` is an arrangement of the cells in base four. Count the cells of each kind.
        let fits = |cells: u32, code: u32| {
            let mut counts = [0; 4];
            (0..cells).for_each(|cell| counts[(code >> (2 * cell) & 3) as usize] += 1);
            let [empty, black, white, neutral] = counts;
            let (ply, used) = (black + white, cells - empty);
            // Each generate fills two cells; the other moves are transforms.
            let generates = used / 2;
            let transforms = i64::from(ply) - i64::from(generates);
            (black == white || black == white + 1)
                && used.is_multiple_of(2)
                && transforms >= 0
                && i64::from(neutral) == i64::from(generates) - transforms
                && (ply == 0 || neutral > 0)
        };
        for cells in 2..=9 {
            let counted = (0..1_u32 << (2 * cells)).filter(|&code| fits(cells, code)).count();
            assert_eq!(arrangements(cells), counted as u128, "{cells} cells");
        }
        // On 2×2, all arrangements can be reached.
        assert_eq!(arrangements(4), 37);
    }

    #[test]
    fn other_fields_of_a_run_are_ignored() {
        let text =
            r#"{"game":"nex","board":"nex:2x2","openings":[{}],"tree_nodes":"61","search":{"nodes":4}}"#;
        let run: Run = serde_json::from_str(text).expect("a document");
        assert_eq!(run, Run { board: "nex:2x2".into(), tree_nodes: Some("61".into()) });
    }
}
