//! Openings that place a stone and a neutral stone: a board for each cell of the stone.

use super::shades::Shades;
use crate::files::Files;
use crate::ink::Tint;
use crate::page::{Page, PageTable};
use crate::picture::NotedPicture;
use crate::source::BoardDatabase;
use crate::strip::strip;
use crate::svg::Drawing;
use nexsolve_core::{Game, Side, Wdl};
use nexsolve_games::Spot;
use nexsolve_games::picture::{Picture, Piece};
use nexsolve_oracle::{Reply, tally};

/// On larger boards an opening and its rotation by 180° are shown once.
const MOST_CELLS_SHOWN: usize = 12;

/// An opening with the cells of its two stones.
struct Pair<'a> {
    stone: usize,
    neutral: usize,
    reply: &'a Reply,
}

/// The openings of a board.
pub(crate) struct Pairs<'a> {
    board: Picture,
    columns: u32,
    all: Vec<Pair<'a>>,
}

/// The pictures and the table of a board.
pub(super) fn add(files: &mut Files, page: &mut Page, source: &BoardDatabase, all: &[Reply]) {
    let board = source.board();
    let pairs = Pairs::of(source, all);
    let (title, slug) = (board.title(), board.slug());
    // If all openings have one value, counts of wins say nothing.
    let by_value = tally(all);
    if by_value.iter().filter(|n| **n > 0).count() > 1 {
        let about =
            format!("{title}: winning openings, counted by the stone's cell and by the neutral stone's");
        let stones = pairs.by_cell("stone on this cell", |pair| pair.stone);
        let neutrals = pairs.by_cell("neutral stone on this cell", |pair| pair.neutral);
        let summary = strip(&about, None, 900.0, vec![stones, neutrals]);
        let caption = format!(
            "Each cell shows how many of the {} openings with the stone on it win (left), and with the neutral stone on it (right). Darker cells have more.",
            pairs.board.places.len() - 1
        );
        files.picture(page, &format!("openings/{slug}-cells.svg"), &summary.captioned(caption));
    }
    let cells = pairs.board.places.len();
    let halves = cells > MOST_CELLS_SHOWN;
    let turned = if halves { " Boards for the other cells are these, rotated by 180°." } else { "" };
    let shown = if halves { cells.div_ceil(2) } else { cells };
    let about = format!("{title}: the value of each opening, a board for each cell of the stone");
    let shades = Shades::of(all);
    let maps = pairs.maps(&title, shown, &shades);
    let legend = shades.legend(maps.width().max(300.0));
    let maps = strip(&about, None, 0.0, vec![legend, maps]);
    let caption = format!(
        "One board for each cell of the stone. Each other cell shows the value of the opening with the neutral stone there.{turned}"
    );
    files.picture(page, &format!("openings/{slug}.svg"), &maps.captioned(caption));
    if by_value[0] > 0 && by_value[0] < all.len() as u64 {
        page.table(&pairs.table());
    }
}

impl<'a> Pairs<'a> {
    /// The openings of a board that place a stone and a neutral stone.
    pub(crate) fn of(source: &BoardDatabase, all: &'a [Reply]) -> Self {
        let game = source.game();
        Self {
            board: game.picture(&game.start()),
            columns: source.board().sides().map_or(1, |(_, cols)| cols),
            all: all
                .iter()
                .filter_map(|reply| match game.spot(reply.mv) {
                    Spot::Pair { stone, neutral } => Some(Pair { stone, neutral, reply }),
                    _ => None,
                })
                .collect(),
        }
    }

    /// Counts the winning openings by one of their cells.
    fn by_cell(&self, caption: &str, cell: fn(&Pair<'_>) -> usize) -> Drawing {
        let mut shown = NotedPicture::new(self.board.clone(), 26.0).caption(caption);
        for (i, note) in shown.notes.iter_mut().enumerate() {
            let here: Vec<&Reply> =
                self.all.iter().filter(|pair| cell(pair) == i).map(|pair| pair.reply).collect();
            let [win, ..] = tally(here.iter().copied());
            note.fill = Some(Tint::of(win as f64 / here.len().max(1) as f64 * 0.6).fill());
            note.text = win.to_string();
        }
        shown.draw(caption)
    }

    /// A board for each of the first cells of the stone.
    pub(crate) fn maps(&self, title: &str, cells: usize, shades: &Shades) -> Drawing {
        let scale = if self.board.places.len() <= 9 { 22.0 } else { 18.0 };
        let map = |i: usize| {
            let mut board = self.board.clone();
            board.places[i].piece = Some(Piece::Stone(Side::Black));
            let mut shown = NotedPicture::new(board, scale);
            for pair in self.all.iter().filter(|pair| pair.stone == i) {
                shown.notes[pair.neutral] = shades.note(pair.reply);
            }
            shown.draw(title)
        };
        let parts: Vec<Drawing> = (0..cells).map(map).collect();
        // As many in a row as the board has columns, if they fit: then each map lies where its stone is on
        // the board.
        let wide = parts.first().map_or(0.0, |part| part.width() + 14.0) * f64::from(self.columns) + 8.0;
        strip(title, None, wide.min(1000.0), parts)
    }

    /// Openings by the cell of the stone, up to symmetry.
    fn table(&self) -> PageTable {
        let mut table = PageTable::new(&["<stone", ">win", ">draw", ">lose", "<neutral stones that win"]);
        let name = |cell: usize| self.board.places[cell].name.clone();
        for i in 0..self.board.places.len().div_ceil(2) {
            let here: Vec<&Pair<'_>> = self.all.iter().filter(|pair| pair.stone == i).collect();
            let [win, draw, loss] = tally(here.iter().map(|pair| pair.reply));
            let winning: Vec<String> = here
                .iter()
                .filter(|pair| pair.reply.worth.bounds.wdl() == Some(Wdl::Win))
                .map(|pair| name(pair.neutral))
                .collect();
            let all = winning.len() == here.len();
            table.row([
                name(i),
                win.to_string(),
                draw.to_string(),
                loss.to_string(),
                if all { "all".to_owned() } else { winning.join(" ") },
            ]);
        }
        table
    }
}
