//! Where a game went wrong, by tables of perfect play.
//!
//! Every move is judged by the value of the position before it and after it, both for the player who makes it. A player gives value
//! away with a move after which he has less than before. He could have if any legal move would have: from a lost position nobody
//! can, nor where all moves are worth the same.
//!
//! Values are those of the tables, which know a position and nothing of the moves before it: draws that are counted over the
//! board, and repetition, are left out, so that a move can be found to hold a win that the count of moves had already made a draw.

use nexsolve_core::{Bounds, Contest, Game, ProbeError, Prober, Side, Wdl, known_bounds};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};

/// A move, judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The colour that made it.
    pub colour: Side,
    /// Who made it, by the colour that the player began with.
    pub player: Side,
    /// What the position was worth for the player, if the tables know.
    pub before: Option<Wdl>,
    /// What it was worth for the player after the move, if the tables know.
    pub after: Option<Wdl>,
    /// Whether a legal move would have given value away, if the tables know.
    pub could: Option<bool>,
    /// The first legal move that keeps the value; `None` where the tables know none.
    pub keeps: Option<AnyMove>,
}

/// Value given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gift {
    /// A win for a draw.
    WinToDraw,
    /// A win for a loss.
    WinToLoss,
    /// A draw for a loss.
    DrawToLoss,
}

impl Judged {
    /// What the move gave away, if it did and the tables know.
    pub fn gift(&self) -> Option<Gift> {
        match (self.before?, self.after?) {
            (Wdl::Win, Wdl::Draw) => Some(Gift::WinToDraw),
            (Wdl::Win, Wdl::Loss) => Some(Gift::WinToLoss),
            (Wdl::Draw, Wdl::Loss) => Some(Gift::DrawToLoss),
            _ => None,
        }
    }
}

/// Why a game cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] ProbeError),
    /// The tables cannot be right.
    #[error("the tables contradict themselves: a position that is a {before} has a move that is a {after}")]
    Contradiction {
        /// What the position is worth by its own entry.
        before: Wdl,
        /// What the move is worth for the same player.
        after: Wdl,
    },
}

/// Judges the moves of a game that begins with this position.
///
/// All positions that the game could have come to are looked up at once.
///
/// # Errors
/// If a table cannot be read, or the tables contradict themselves.
///
/// # Panics
/// If a move is not legal.
pub fn audit(
    game: &AnyGame,
    start: &AnyPosition,
    moves: &[AnyMove],
    tables: &dyn Prober<AnyGame>,
) -> Result<Vec<Judged>, AuditError> {
    let mut position = *start;
    let mut asked = Vec::new();
    // For each move: where its position stands among those asked for, those after all legal moves behind it; and the legal moves.
    let mut places = Vec::new();
    let mut exchanged = false;
    for &mv in moves {
        let mut legal = Vec::new();
        game.moves(&position, &mut legal);
        let at = asked.len();
        asked.push(position);
        asked.extend(legal.iter().map(|&mv| game.play(&position, mv)));
        let made = legal.iter().position(|&legal| legal == mv).expect("a legal move");
        let colour = game.side_to_move(&position);
        let player = if exchanged { colour.other() } else { colour };
        places.push((at, at + 1 + made, legal, colour, player));
        exchanged ^= game.changes_colours(mv);
        position = asked[at + 1 + made];
    }
    let known = known_bounds(tables, game, &asked)?;
    let values: Vec<Option<Wdl>> = known.into_iter().map(|bounds| bounds.and_then(Bounds::wdl)).collect();
    let judge = |(at, made, legal, colour, player): (usize, usize, Vec<AnyMove>, Side, Side)| {
        // After any move, a swap too, another player chooses: the value there is his.
        let options: Vec<Option<Wdl>> =
            values[at + 1..][..legal.len()].iter().map(|value| value.map(|value| -value)).collect();
        let after = values[made].map(|value| -value);
        let all: Option<Vec<Wdl>> = options.iter().copied().collect();
        let before = values[at].or_else(|| all.as_ref().and_then(|all| all.iter().copied().max()));
        let could = before.and_then(|before| {
            let worse = options.iter().flatten().any(|&option| option < before);
            (worse || all.is_some() || before == Wdl::Loss).then_some(worse)
        });
        match before.zip(after) {
            Some((before, after)) if after > before => Err(AuditError::Contradiction { before, after }),
            _ => {
                let first = before.and_then(|_| options.iter().position(|&option| option == before));
                let keeps = first.map(|place| legal[place]);
                Ok(Judged { colour, player, before, after, could, keeps })
            }
        }
    };
    places.into_iter().map(judge).collect()
}

/// What the moves of a player come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Moves made.
    pub moves: u64,
    /// Moves of which the tables do not know whether they gave value away, or could have: they count nowhere below.
    pub unknown: u64,
    /// Moves that could have given a win away.
    pub could_lose_win: u64,
    /// Moves that could have given a draw away.
    pub could_lose_draw: u64,
    /// Moves that gave a win away for a draw.
    pub win_to_draw: u64,
    /// Moves that gave a win away for a loss.
    pub win_to_loss: u64,
    /// Moves that gave a draw away for a loss.
    pub draw_to_loss: u64,
}

impl Tally {
    /// Adds a move.
    pub fn add(&mut self, judged: &Judged) {
        self.moves += 1;
        let (Some(before), Some(_), Some(could)) = (judged.before, judged.after, judged.could) else {
            self.unknown += 1;
            return;
        };
        if could {
            *match before {
                Wdl::Win => &mut self.could_lose_win,
                _ => &mut self.could_lose_draw,
            } += 1;
        }
        match judged.gift() {
            Some(Gift::WinToDraw) => self.win_to_draw += 1,
            Some(Gift::WinToLoss) => self.win_to_loss += 1,
            Some(Gift::DrawToLoss) => self.draw_to_loss += 1,
            None => {}
        }
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            unknown: self.unknown + other.unknown,
            could_lose_win: self.could_lose_win + other.could_lose_win,
            could_lose_draw: self.could_lose_draw + other.could_lose_draw,
            win_to_draw: self.win_to_draw + other.win_to_draw,
            win_to_loss: self.win_to_loss + other.win_to_loss,
            draw_to_loss: self.draw_to_loss + other.draw_to_loss,
        }
    }

    /// Moves that could have given value away.
    pub fn could(&self) -> u64 {
        self.could_lose_win + self.could_lose_draw
    }

    /// Moves that gave value away.
    pub fn gave(&self) -> u64 {
        self.win_to_draw + self.win_to_loss + self.draw_to_loss
    }

    /// Moves that gave value away, as share of those that could; `None` if none could.
    pub fn share(&self) -> Option<f64> {
        (self.could() > 0).then(|| self.gave() as f64 / self.could() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::laws::{self, Reach};
    use nexsolve_core::{Notation, Probe, Score, SplitMix};
    use nexsolve_games::Board;
    use std::collections::HashMap;

    /// What a search through all of a game knows, of the positions that `knows` names.
    struct FullSearch<F> {
        scores: HashMap<AnyPosition, Score>,
        knows: F,
    }

    fn any(board: &str) -> AnyGame {
        AnyGame::on(Board::played(board, None).expect(board)).expect(board)
    }

    impl<F: Fn(&AnyPosition) -> bool + Send + Sync> Prober<AnyGame> for FullSearch<F> {
        fn probe(&self, position: &AnyPosition) -> Result<Probe, ProbeError> {
            if !(self.knows)(position) {
                return Ok(Probe::Absent);
            }
            Ok(Probe::Known(Bounds::exact(self.scores[position])))
        }
    }

    fn known(game: &AnyGame) -> FullSearch<impl Fn(&AnyPosition) -> bool + Send + Sync> {
        let scores = laws::scores(game, &laws::positions(game, Reach::All));
        FullSearch { scores, knows: |_: &AnyPosition| true }
    }

    fn moves(game: &AnyGame, text: &str) -> Vec<AnyMove> {
        let mut position = game.start();
        let play = |text: &str| {
            let mv = game.read_move(&position, text).expect(text);
            position = game.play(&position, mv);
            mv
        };
        text.split(';').map(play).collect()
    }

    fn tally(judged: &[Judged], player: Side) -> Tally {
        let mut tally = Tally::default();
        judged.iter().filter(|judged| judged.player == player).for_each(|judged| tally.add(judged));
        tally
    }

    #[test]
    fn the_openings_of_the_smallest_board_are_judged_as_published() {
        let game = any("nex:2x2");
        let tables = known(&game);
        let mut all = Vec::new();
        game.moves(&game.start(), &mut all);
        let mut wins = 0;
        for mv in all {
            let judged = audit(&game, &game.start(), &[mv], &tables).expect("known");
            let [Judged { before: Some(Wdl::Win), could: Some(true), after, .. }] = judged[..] else {
                panic!("{judged:?}");
            };
            let text = game.format_move(&game.start(), mv);
            let winning = ["Ba1?a2", "Bb2?b1"].contains(&text.as_str());
            assert_eq!(after, Some(if winning { Wdl::Win } else { Wdl::Draw }), "{text}");
            wins += u32::from(winning);
            assert_eq!(tally(&judged, Side::Black).win_to_draw, u64::from(!winning));
        }
        assert_eq!(wins, 2);
    }

    #[test]
    fn a_game_is_judged_move_by_move() {
        let game = any("nex:2x2");
        // Black gives the win away, and White had no choice that was worse.
        let line = moves(&game, "Ba1?b1;Wa2?b2;Bb1Bb2?a1");
        let judged = audit(&game, &game.start(), &line, &known(&game)).expect("known");
        let words: Vec<_> = judged.iter().map(|j| (j.colour, j.before, j.after)).collect();
        let (black, white) = (Side::Black, Side::White);
        let draw = Some(Wdl::Draw);
        assert_eq!(words[0], (black, Some(Wdl::Win), draw));
        assert_eq!(words[1..], [(white, draw, draw), (black, draw, draw)]);
        let (first, second) = (tally(&judged, black), tally(&judged, white));
        assert_eq!((first.moves, first.gave(), first.unknown), (2, 1, 0));
        assert_eq!((second.moves, second.gave(), second.share().unwrap_or(0.0)), (1, 0, 0.0));
    }

    #[test]
    fn a_swap_is_the_opponents_view_too() {
        let game = any("hex:swap:3x3");
        let tables = known(&game);
        // With the swap the second player wins: he takes a winning opening over, and leaves a losing one.
        let judge = |text: &str| audit(&game, &game.start(), &moves(&game, text), &tables).expect("known");
        let taken = judge("b2;swap;a1;b1");
        let values: Vec<_> = taken.iter().map(|j| (j.player, j.colour, j.before, j.after)).collect();
        let (black, white, win, loss) = (Side::Black, Side::White, Some(Wdl::Win), Some(Wdl::Loss));
        assert_eq!(values[0], (black, black, loss, loss));
        assert_eq!(values[1], (white, white, win, win));
        assert_eq!(values[2], (black, white, loss, loss));
        assert_eq!((values[3].0, values[3].1, values[3].2), (white, black, win));
        let left = judge("b2;a1");
        assert_eq!(left[1].gift(), Some(Gift::WinToLoss));
        assert_eq!(judge("a1;swap")[1].gift(), Some(Gift::WinToLoss));
        assert_eq!(judge("a1;b2")[1].gift(), None);
    }

    #[test]
    fn what_the_tables_do_not_know_is_unknown() {
        let game = any("nex:2x2");
        let line = moves(&game, "Ba1?b1;Wa2?b2;Bb1Bb2?a1");
        let scores = || known(&game).scores;
        // Only the start is missing: its value follows from its moves.
        let tables = FullSearch { scores: scores(), knows: |position: &_| *position != game.start() };
        let judged = audit(&game, &game.start(), &line, &tables).expect("known");
        assert_eq!(judged, audit(&game, &game.start(), &line, &known(&game)).expect("known"));
        let tables = FullSearch { scores: scores(), knows: |_: &_| false };
        let judged = audit(&game, &game.start(), &line, &tables).expect("known");
        assert_eq!((judged[0].before, judged[0].after, judged[0].could), (None, None, None));
        // The last move ends the game, but what else there was is not known.
        assert_eq!(tally(&judged, Side::Black).unknown, 1);
        assert_eq!(tally(&judged, Side::White).unknown, 1);
    }

    #[test]
    fn tables_that_cannot_be_right_are_told() {
        let game = any("nex:2x2");
        let mut tables = known(&game);
        tables.scores.insert(game.start(), Score::LOSS);
        let judged = audit(&game, &game.start(), &moves(&game, "Ba1?a2"), &tables);
        assert_eq!(judged, Err(AuditError::Contradiction { before: Wdl::Loss, after: Wdl::Win }));
    }

    #[test]
    fn counts_agree_with_a_count_by_hand() {
        let game = any("nex:2x3");
        let tables = known(&game);
        let mut random = SplitMix(2);
        for _ in 0..200 {
            let (mut position, mut line, mut by_hand) = (game.start(), Vec::new(), [[0; 2]; 2]);
            let mut legal = Vec::new();
            loop {
                game.moves(&position, &mut legal);
                if legal.is_empty() {
                    break;
                }
                let value = |position: &_| tables.scores[position].wdl();
                let mv = legal[random.below(legal.len())];
                let (before, after) = (value(&position), game.play(&position, mv));
                let gave = -value(&after) < before;
                let could = legal.iter().any(|&mv| -value(&game.play(&position, mv)) < before);
                let side = game.side_to_move(&position) as usize;
                by_hand[side][0] += u64::from(could);
                by_hand[side][1] += u64::from(gave);
                line.push(mv);
                position = after;
            }
            let judged = audit(&game, &game.start(), &line, &tables).expect("known");
            for side in [Side::Black, Side::White] {
                let tally = tally(&judged, side);
                assert_eq!([tally.could(), tally.gave()], by_hand[side as usize]);
            }
        }
    }
}
