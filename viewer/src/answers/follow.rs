//! Best play from a move on, as far as it is known.

use super::position;
use super::way::{Way, Ways};
use crate::games::Viewed;
use crate::known::{Known, KnownMove, best, know};
use crate::problem::Problem;
use crate::tables::Stack;
use crate::work::Share;
use nexsolve_core::{Plies, Prober, Wdl};
use nexsolve_players::{Budget, Course, Roster, Spec};
use std::sync::atomic::Ordering::Relaxed;

/// No line is longer.
const LONGEST: usize = 400;

/// Positions among which the way on is sought for a line that is told at once.
const QUICK_POSITIONS: usize = 20_000;

/// The same from one capture to the next for a line that waits its turn.
const MOST_POSITIONS: usize = 500_000;

/// Where a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// What comes next is not known.
    Unknown,
    /// The game is over.
    Over,
    /// Play goes round from there, and comes to what was told.
    Round,
    /// The tables' value holds no more: what came before decides over the board.
    Past,
    /// No way was found that brings the end nearer.
    NoWay,
}

/// The game with the line played on.
pub(super) struct Line<'g, G: Viewed> {
    pub(super) course: Course<'g, G>,
    pub(super) moves: Vec<G::Move>,
    pub(super) stop: Stop,
    /// The moves of ways on that have been found.
    ways: Ways<G>,
    /// Positions among which ways have been sought.
    looked: usize,
}

impl<'g, G: Viewed> Line<'g, G> {
    /// No move so far.
    pub(super) fn new(course: Course<'g, G>) -> Self {
        Self { course, moves: Vec::new(), stop: Stop::Unknown, ways: Ways::<G>::new(), looked: 0 }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.stop == Stop::Over
    }

    pub(super) fn play(&mut self, mv: G::Move) {
        self.course.play(mv);
        self.moves.push(mv);
        if self.course.ending().is_some() {
            self.stop = Stop::Over;
        }
    }

    /// A best move; of several one that leads on, where going round would lose points. `None` if none is known.
    pub(super) fn first<'k>(
        &mut self,
        known: &'k Known<G::Move>,
        tables: &Stack<'_, G>,
        share: Option<&Share>,
    ) -> Result<Option<&'k KnownMove<G::Move>>, Problem> {
        let Some(best) = best(&known.moves) else { return Ok(None) };
        let mv = self.way_on(best, tables, share)?.unwrap_or(best.mv);
        Ok(known.moves.iter().find(|known| known.mv == mv))
    }

    /// Of a game for points: the best move, or where going round would lose points, one as good that begins a shortest way to a
    /// capture; `None` if that is not found. With each capture there is less left of the game.
    fn way_on(
        &mut self,
        best: &KnownMove<G::Move>,
        tables: &Stack<'_, G>,
        share: Option<&Share>,
    ) -> Result<Option<G::Move>, Problem> {
        let (Some(1..), Some(margin)) = (best.worth.points, best.worth.margin) else {
            return Ok(Some(best.mv));
        };
        let position = *self.course.position();
        if let Some(&mv) = self.ways.get(&position) {
            return Ok(Some(mv));
        }
        // Without a share of its own time it is told at once.
        let most = if share.is_some() { MOST_POSITIONS } else { QUICK_POSITIONS.saturating_sub(self.looked) };
        let is_over = || share.is_some_and(|share| share.stop.load(Relaxed));
        let (ways, looked) = Way::new(self.course.game(), tables, margin).find(position, most, &is_over)?;
        self.looked += looked;
        self.ways.extend(ways);
        Ok(self.ways.get(&position).copied())
    }

    /// Plays on, from a move whose worth is known. Where tables tell values alone, and play can go round, it takes thought to find
    /// a way on: without a share of it the line ends there.
    pub(super) fn follow(
        &mut self,
        first: &KnownMove<G::Move>,
        tables: &Stack<'_, G>,
        share: Option<&Share>,
    ) -> Result<(), Problem> {
        let game = self.course.game();
        let endless = game.longest(self.course.position()) == Plies::ENDLESS;
        let value = first.worth.bounds.wdl();
        let begun = self.course.positions().len() - 1;
        let mut player = None;
        self.play(first.mv);
        // What a search has found, while the rules agree that the game goes on.
        for &mv in first.line.iter().skip(1) {
            if self.is_complete() || !self.course.legal().contains(&mv) {
                break;
            }
            self.play(mv);
        }
        let is_over = || share.is_some_and(|share| share.stop.load(Relaxed));
        while !self.is_complete() && self.moves.len() < LONGEST && !is_over() {
            let known = know(&self.course, tables, None)?;
            // From one ply to the next a value is the other's.
            let wanted = if self.moves.len().is_multiple_of(2) { value } else { value.map(|value| -value) };
            let Some(next) =
                best(&known.moves).filter(|next| known.worth.is_known() && next.worth.bounds.wdl() == wanted)
            else {
                if known.worth.is_known() {
                    self.stop = Stop::Past;
                }
                return Ok(());
            };
            let points = next.worth.points;
            if endless && wanted == Some(Wdl::Draw) && points.is_none() {
                self.stop = Stop::Round;
                return Ok(());
            }
            let has_way = !endless || points.is_some() || next.worth.bounds.score().is_some();
            let mv = if has_way {
                let Some(mv) = self.way_on(next, tables, share)? else {
                    self.stop = Stop::NoWay;
                    return Ok(());
                };
                mv
            } else {
                let Some(share) = share else { return Ok(()) };
                // Values alone do not say what brings a win nearer: the player of tables looks for that.
                let player = if let Some(player) = &mut player {
                    player
                } else {
                    let roster = Roster { game, table: Some(tables as &dyn Prober<G>) };
                    let made = roster.player(&Spec::named("table"), 0);
                    player.insert(made.map_err(|error| Problem::server(error.to_string()))?)
                };
                let budget = Budget { stop: Some(&share.stop), ..Budget::default() };
                player.choose(&self.course, &budget)?.mv
            };
            let after = game.play(self.course.position(), mv);
            if endless && has_way && self.course.positions()[begun..].contains(&after) {
                // Going round wins nothing more.
                let is_told = match points {
                    Some(points) => points == 0,
                    None => wanted == Some(game.value_of_repetition(self.course.position())),
                };
                self.stop = if is_told { Stop::Round } else { Stop::NoWay };
                return Ok(());
            }
            self.play(mv);
        }
        Ok(())
    }

    /// The moves of the line as they are written.
    pub(super) fn written(&self) -> Vec<String> {
        let all = position::written(&self.course);
        all[all.len() - self.moves.len()..].to_vec()
    }
}
