//! Nex.

use super::{Cells, Viewed, rhombus};
use crate::problem::Problem;
use crate::search::{Search, Searched};
use nexsolve_core::{Ending, Prober, Side};
use nexsolve_games::nex::{Nex, NexMove, NexPosition};
use nexsolve_games::rhombus::Wide;

macro_rules! seen {
    ($set:ty) => {
        const WORD: &'static str = "nex";

        fn sides(&self) -> Option<(u32, u32)> {
            Some((self.board().rows(), self.board().cols()))
        }

        fn cells(&self, position: &NexPosition<$set>) -> Cells {
            rhombus::cells(self.board(), position.black, position.white, position.neutral)
        }

        fn why(&self, _: &NexPosition<$set>, ending: &Ending) -> String {
            rhombus::why(self.board(), ending)
        }

        fn chain(&self, position: &NexPosition<$set>, winner: Side) -> Vec<String> {
            rhombus::chain(self.board(), position.stones(winner), winner)
        }
    };
}

impl Viewed for Nex<u64> {
    seen!(u64);

    fn search(
        &self,
        position: &NexPosition<u64>,
        tables: &dyn Prober<Self>,
        search: &Search<'_>,
    ) -> Option<Result<Searched<NexMove>, Problem>> {
        Some(search.run(self, position, tables))
    }
}

impl Viewed for Nex<Wide> {
    const SEARCHES: bool = false;
    seen!(Wide);
}
