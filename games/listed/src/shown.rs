//! Listed games in the catalogue.

use crate::listed::Listed;
use crate::lists;
use crate::rules::Key;
use nexsolve_catalogue::picture::{Drawn, Picture, Piece, svg_size};
use nexsolve_catalogue::{
    AnyMove, AnyPosition, Extent, Numbered, Observed, Packed, Played, Purse, Shown, Spot,
};
use nexsolve_core::{Points, Side};

impl Packed for Listed {
    fn pack(position: &Key) -> AnyPosition {
        AnyPosition::of(&[position.0 as u64, (position.0 >> 64) as u64])
    }

    fn unpack(position: &AnyPosition) -> Key {
        Key(u128::from(position.0[0]) | u128::from(position.0[1]) << 64)
    }

    fn pack_move(mv: u32) -> AnyMove {
        AnyMove(mv.into())
    }

    fn unpack_move(mv: AnyMove) -> u32 {
        mv.0 as u32
    }
}

impl Played for Listed {
    type Searched = Self;
    type Tabled = Self;

    fn searcher(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn tables(&self, _: Extent) -> Option<Self> {
        Some(self.numbered(lists::of(self)?))
    }
}

impl Numbered for Listed {
    fn numbers(&self) -> u32 {
        self.rules().numbers()
    }

    fn number(&self, mv: u32) -> Option<u32> {
        Some(mv)
    }
}

impl Observed for Listed {
    fn grid(&self) -> (u32, u32) {
        self.rules().grid()
    }

    fn piece(&self, position: &Key, cell: u32) -> Option<Piece> {
        self.rules().piece(*position, cell)
    }
}

impl Shown for Listed {
    fn picture(&self, position: &Key) -> Picture {
        let (rows, cols) = self.rules().grid();
        if let Some(texts) = self.rules().texts().filter(|_| rows == 0) {
            return drawn(texts.shown(*position));
        }
        let place = |row, col| {
            let cell = row * cols + col;
            (self.cell_name(cell), self.piece(position, cell))
        };
        Picture::grid((rows, cols), |_, _| self.rules().outline(), place)
            .with_columns((0..cols as usize).map(|col| self.col_name(col)))
            .with_rows((0..rows as usize).map(|row| self.row_name(row)))
    }

    fn points(&self, position: &Key) -> Option<Purse> {
        let at_the_end = self.rules().points(*position).map(Points);
        let purse = Purse { lead: Some(Points(0)), rest: Points(0), at_the_end };
        (self.rules().stake() > 0).then_some(purse)
    }

    fn spot(&self, mv: u32) -> Spot {
        match self.rules().cells(mv)[..] {
            [cell] => Spot::One(cell as usize),
            _ => Spot::Nowhere,
        }
    }

    fn other_ways(&self, _: &Key, mv: u32) -> Vec<String> {
        self.other_name(mv).into_iter().collect()
    }

    fn chain(&self, position: &Key, winner: Side) -> Vec<String> {
        self.rules().line(*position, winner).into_iter().map(|cell| self.cell_name(cell)).collect()
    }

    fn what(&self, position: &Key, mv: u32, step: usize) -> &'static str {
        if self.rules().texts().is_some() {
            return "a cell";
        }
        let cell = self.rules().cells(mv).get(step).copied();
        let is_stone = cell.is_some_and(|cell| self.rules().piece(*position, cell).is_some());
        if is_stone { "a stone" } else { "an empty cell" }
    }
}

/// Draws lines of text, or an SVG picture.
fn drawn(text: &str) -> Picture {
    if let Some((width, height)) = svg_size(text) {
        let scale = 6.0 / f64::max(width, height);
        let size = (width * scale, height * scale);
        return Picture { size, drawn: Some(Drawn::Svg(text.to_owned())), ..Picture::default() };
    }
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let size = (0.3 * widest as f64 + 1.0, 0.6 * text.lines().count() as f64 + 0.9);
    Picture { size, drawn: Some(Drawn::Text(text.to_owned())), ..Picture::default() }
}
