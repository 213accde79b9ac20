//! The worst mistakes as pictures.

use super::report::Graded;
use nexsolve_console::units::counted;
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_judging::exam::Mistake;
use nexsolve_oracle::words::verb;
use nexsolve_reports::ink::{Fill, Hatch};
use nexsolve_reports::picture::{NotedPicture, changed};
use nexsolve_reports::strip::{legend, strip};
use nexsolve_reports::svg::Drawing;

/// The size of one unit of a picture, in points.
const SCALE: f64 = 22.0;
/// The width of the drawing, in points.
const WIDTH: f64 = 900.0;

/// The places that the player's move changes, that a good move changes, and that both change, if not
/// necessarily to the same.
const FILLS: [Fill; 3] = [Fill::Hatched(Hatch::Loss), Fill::of_value(Wdl::Win), Fill::Hatched(Hatch::Rising)];

impl Graded<'_> {
    /// Draws the worst mistakes, each with a move that keeps the value.
    pub(super) fn picture(&self) -> String {
        let about = format!("{} on {}", self.player, self.board.title());
        if self.report.all.once.gave() == 0 {
            let examined = counted(self.report.all.once.moves, "position", "positions");
            let says = format!("{about}: no mistakes in {examined}");
            return strip(&says, Some(&says), WIDTH, Vec::new()).to_svg();
        }
        let title = format!("The worst mistakes of {about}");
        let boards = self.report.worst.iter().map(|mistake| self.drawn(mistake)).collect();
        let boards = strip("the positions", None, WIDTH, boards);
        let marks = ["changed by the player's move", "changed by a good move", "changed by both"];
        let marks: Vec<_> = FILLS.into_iter().zip(marks.map(str::to_owned)).collect();
        // Nothing has room beside another in a width of 0.
        let drawing = strip(&title, Some(&title), 0.0, vec![boards, legend(&marks, WIDTH)]);
        drawing
            .captioned("Positions before the move, with the player's move and one that keeps the value.")
            .to_svg()
    }

    fn drawn(&self, mistake: &Mistake) -> Drawing {
        let game = self.judge.game();
        let Mistake { position, mv, instead, before, after, .. } = mistake;
        let board = game.picture(position);
        let [played, good] =
            [mv, instead].map(|&mv| changed(&board, &game.picture(&game.play(position, mv))));
        let mut shown = NotedPicture::new(board, SCALE);
        for ((note, played), good) in shown.notes.iter_mut().zip(played).zip(good) {
            note.fill = match (played, good) {
                (true, false) => Some(FILLS[0]),
                (false, true) => Some(FILLS[1]),
                (true, true) => Some(FILLS[2]),
                (false, false) => None,
            };
        }
        let [mv, instead] = [mv, instead].map(|&mv| game.format_move(position, mv));
        let side = game.side(game.side_to_move(position));
        let caption = format!("{side}: {mv} {}, {instead} {}", verb(*after), verb(*before));
        shown.caption(&caption).draw(caption)
    }
}
