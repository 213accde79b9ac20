//! Hex.

use super::{Cells, Viewed, rhombus};
use crate::problem::Problem;
use crate::search::{Search, Searched};
use nexsolve_core::{Ending, Prober, Side};
use nexsolve_games::hex::{Hex, HexMove, HexPosition};
use nexsolve_games::rhombus::text::cell_name;
use nexsolve_games::rhombus::{CellSet, Wide};

macro_rules! seen {
    ($set:ty) => {
        const WORD: &'static str = "hex";

        fn sides(&self) -> Option<(u32, u32)> {
            Some((self.board().rows(), self.board().cols()))
        }

        fn cells(&self, position: &HexPosition<$set>) -> Cells {
            rhombus::cells(self.board(), position.black, position.white, <$set>::EMPTY)
        }

        fn why(&self, _: &HexPosition<$set>, ending: &Ending) -> String {
            rhombus::why(self.board(), ending)
        }

        fn chain(&self, position: &HexPosition<$set>, winner: Side) -> Vec<String> {
            rhombus::chain(self.board(), position.stones(winner), winner)
        }

        /// Cells have letters in the course sheet's variant too, where they are read as well: a page has one way to name them.
        fn write_move(&self, _: &HexPosition<$set>, mv: HexMove) -> String {
            match mv {
                HexMove::Place(cell) => cell_name(self.board().cols(), cell),
                HexMove::Swap => "swap".to_owned(),
            }
        }
    };
}

impl Viewed for Hex<u64> {
    seen!(u64);

    fn search(
        &self,
        position: &HexPosition<u64>,
        tables: &dyn Prober<Self>,
        search: &Search<'_>,
    ) -> Option<Result<Searched<HexMove>, Problem>> {
        Some(search.run(self, position, tables))
    }
}

impl Viewed for Hex<Wide> {
    const SEARCHES: bool = false;
    seen!(Wide);
}
