//! Listed games in the catalogue.

use crate::listed::Listed;
use crate::lists;
use crate::rules::Key;
use nexsolve_catalogue::picture::{Picture, Piece, Point};
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
        let texts = self.rules().texts();
        if let Some(texts) = texts.filter(|_| rows == 0) {
            return written(texts.shown(*position));
        }
        let place = |row, col| {
            let cell = row * cols + col;
            (self.cell_name(cell), self.piece(position, cell))
        };
        let mut picture = Picture::grid((rows, cols), |_, _| self.rules().outline(), place)
            .with_columns((0..cols as usize).map(|col| self.col_name(col)))
            .with_rows((0..rows as usize).map(|row| self.row_name(row)));
        let signs = picture.places.iter().zip(0..).filter_map(|(place, cell)| {
            let sign = texts?
                .sign(*position, cell)
                .filter(|sign| place.piece.is_none() && !['.', ' '].contains(sign))?;
            Some((place.middle, sign.to_string()))
        });
        let signs: Vec<(Point, String)> = signs.collect();
        picture.labels.extend(signs);
        picture
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
        let cell = self.rules().cells(mv).get(step).copied();
        let is_stone = cell.is_some_and(|cell| self.rules().piece(*position, cell).is_some());
        if is_stone { "a stone" } else { "an empty cell" }
    }
}

/// Draws lines of text.
fn written(text: &str) -> Picture {
    let lines: Vec<&str> = text.lines().collect();
    let most = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = 0.2 * most as f64 + 1.0;
    let labels = lines
        .iter()
        .zip(0..)
        .map(|(line, at)| ((width / 2.0, 0.5 * f64::from(at) + 0.7), (*line).to_owned()));
    Picture { size: (width, 0.5 * lines.len() as f64 + 0.9), labels: labels.collect(), ..Picture::default() }
}
