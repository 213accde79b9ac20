//! Judges the moves of a game by tables of perfect play.
//!
//! Each move is judged by the values of the positions before and after it, both for the player who makes it.
//! A player gives value away by a move that leaves less than the position was worth. A move could give value
//! away if any legal move would have done so; it could not in a lost position, nor where all moves are worth
//! the same.
//!
//! The values are those of the tables, which consider a position without the moves before it. Repetition and
//! move-count draws are ignored, so the audit can report that a move kept a win although a move count had
//! already made the game a draw.

use nexsolve_core::parallel::in_pool;
use nexsolve_core::{Bounds, Game, Notation, Plies, Side, Wdl};
use nexsolve_games::records::GameRecord;
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_oracle::{Answer, Oracle, OracleError};
use nexsolve_solver::{Goal, Options};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// A judged move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveJudgement {
    /// The colour that made the move.
    pub colour: Side,
    /// The player who made the move, named by the colour that the player began with.
    pub player: Side,
    /// The value for the player before the move; `None` if unknown.
    pub before: Option<Wdl>,
    /// The value for the player after the move; `None` if unknown.
    pub after: Option<Wdl>,
    /// Whether any legal move would have given value away; `None` if unknown.
    pub could: Option<bool>,
    /// The first legal move that keeps the value; `None` if no such move is known.
    pub keeps: Option<AnyMove>,
    /// The number of moves known to keep the value.
    pub good: usize,
    /// The number of legal moves.
    pub moves: usize,
    /// By how many plies the move wins later, or loses sooner, than the best one. `None` if it changes the
    /// value, for a draw, and if a distance is unknown.
    pub wasted: Option<Plies>,
}

impl MoveJudgement {
    /// Judges a move of a position, which a player who began with `colour` makes.
    pub(crate) fn new(answer: &Answer, mv: AnyMove, colour: Side) -> Result<Self, OracleError> {
        let (best, made) = (bounds(answer), answer.moves.iter().find(|reply| reply.mv == mv));
        let made = made.expect("a legal move").worth.bounds;
        let (before, after) = (best.wdl(), made.wdl());
        if let Some((before, after)) = before.zip(after).filter(|(before, after)| after > before) {
            let tables = "the tables".to_owned();
            return Err(OracleError::Contradiction { tables, position: before, mv: after });
        }
        let values = || answer.moves.iter().map(|reply| reply.worth.bounds.wdl());
        let could = before.and_then(|before| {
            let worse = values().flatten().any(|value| value < before);
            let is_settled = worse || values().all(|value| value.is_some()) || before == Wdl::Loss;
            is_settled.then_some(worse)
        });
        let is_good = |value: &Option<Wdl>| value.is_some() && *value == before;
        let keeps = values().position(|value| is_good(&value)).map(|index| answer.moves[index].mv);
        let (good, moves) = (values().filter(is_good).count(), answer.moves.len());
        let plies = best.distance().zip(made.distance()).filter(|_| before == after);
        let wasted = plies.map(|(best, made)| Plies(made.0.abs_diff(best.0)));
        Ok(Self { colour, player: colour, before, after, could, keeps, good, moves, wasted })
    }

    /// Returns what the player had, and what the move left of it, if it gave value away; `None` if a value is
    /// unknown.
    pub fn gift(&self) -> Option<(Wdl, Wdl)> {
        self.before.zip(self.after).filter(|(before, after)| after < before)
    }
}

/// Returns the bounds of a position. If no table stores it, they follow from its moves, if all are known.
fn bounds(answer: &Answer) -> Bounds {
    let mut moves = answer.moves.iter().map(|reply| reply.worth.bounds);
    if answer.worth.is_known() || moves.any(|bounds| bounds.wdl().is_none()) {
        return answer.worth.bounds;
    }
    let moves = answer.moves.iter().map(|reply| reply.worth.bounds);
    Bounds::of_moves(moves).unwrap_or(answer.worth.bounds)
}

/// Judges a move of one position.
pub(crate) fn judge(
    oracle: &Oracle,
    position: &AnyPosition,
    mv: AnyMove,
) -> Result<MoveJudgement, OracleError> {
    let answer = oracle.answers(std::slice::from_ref(position))?.remove(0);
    MoveJudgement::new(&answer, mv, oracle.game().side_to_move(position))
}

/// Judges one move of a position by a search of at most `nodes` positions, which proves values without
/// distances. Nothing is known if the game has no search.
pub(crate) fn judge_by_search(
    oracle: &Oracle,
    position: &AnyPosition,
    mv: AnyMove,
    nodes: u64,
    stop: &AtomicBool,
) -> Result<MoveJudgement, OracleError> {
    let mut answer = oracle.answers(std::slice::from_ref(position))?.remove(0);
    if oracle.game().is_searched() {
        let options = Options { nodes: Some(nodes), ..Options::within(SEARCH_BYTES) };
        let work = || -> Result<Answer, OracleError> {
            let mut searcher = oracle.searcher(options, stop, &())?.expect("a game that is searched");
            Ok(searcher.solve(position, Goal::Moves)?)
        };
        answer = in_pool(1, work).map_err(|error| OracleError::Search(error.to_string()))??;
    }
    MoveJudgement::new(&answer, mv, oracle.game().side_to_move(position))
}

/// Memory of such a search.
const SEARCH_BYTES: u64 = 64 << 20;

/// Judges the moves of a game that begins with `start`. It looks up the positions after all legal moves in
/// one batch.
///
/// # Errors
/// If a table cannot be read, or the tables contradict each other.
///
/// # Panics
/// If a move is not legal.
pub fn audit(
    oracle: &Oracle,
    start: &AnyPosition,
    moves: &[AnyMove],
) -> Result<Vec<MoveJudgement>, OracleError> {
    let turns = turns(oracle.game(), start, moves);
    let positions: Vec<AnyPosition> = turns.iter().map(|turn| turn.position).collect();
    let answers = oracle.answers(&positions)?;
    let judge = |(turn, answer): (&Turn, &Answer)| {
        Ok(MoveJudgement { player: turn.player, ..MoveJudgement::new(answer, turn.mv, turn.colour)? })
    };
    turns.iter().zip(&answers).map(judge).collect()
}

/// A move of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The position before the move.
    pub(crate) position: AnyPosition,
    pub(crate) mv: AnyMove,
    /// The colour to move.
    pub(crate) colour: Side,
    /// The player to move, named by the colour that the player began with.
    pub(crate) player: Side,
}

/// Returns the moves of a game that begins with `start`.
///
/// # Panics
/// If a move is not legal.
pub(crate) fn turns(game: &AnyGame, start: &AnyPosition, moves: &[AnyMove]) -> Vec<Turn> {
    let (mut position, mut is_exchanged) = (*start, false);
    let turn = |&mv: &AnyMove| {
        let colour = game.side_to_move(&position);
        let player = if is_exchanged { colour.other() } else { colour };
        let turn = Turn { position, mv, colour, player };
        is_exchanged ^= game.changes_colours(mv);
        position = game.play(&position, mv);
        turn
    };
    moves.iter().map(turn).collect()
}

/// The combined judgement of one player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MoveTally {
    /// All moves.
    pub moves: u64,
    /// Moves for which the tables do not determine whether they gave value away or could have. They count
    /// nowhere below.
    pub unknown: u64,
    /// Moves that could have given value away, by the value before: of lost, drawn and won positions.
    could: [u64; 3],
    /// Moves that gave value away, by the value before and after.
    gave: [[u64; 3]; 3],
}

impl MoveTally {
    /// Counts a move.
    pub fn add(&mut self, judged: &MoveJudgement) {
        self.add_times(judged, 1);
    }

    /// Counts a move as this many moves.
    pub fn add_times(&mut self, judged: &MoveJudgement, times: u64) {
        self.moves += times;
        let (Some(before), Some(_), Some(could)) = (judged.before, judged.after, judged.could) else {
            self.unknown += times;
            return;
        };
        self.could[before as usize] += u64::from(could) * times;
        if let Some((before, after)) = judged.gift() {
            self.gave[before as usize][after as usize] += times;
        }
    }

    /// Adds two tallies.
    pub fn and(mut self, other: Self) -> Self {
        self.moves += other.moves;
        self.unknown += other.unknown;
        for value in 0..3 {
            self.could[value] += other.could[value];
            (0..3).for_each(|after| self.gave[value][after] += other.gave[value][after]);
        }
        self
    }

    /// Returns the number of moves that could have given value away.
    pub fn could(&self) -> u64 {
        self.could.iter().sum()
    }

    /// Returns the number of moves that could have given value away in positions of this value.
    pub fn could_lose(&self, value: Wdl) -> u64 {
        self.could[value as usize]
    }

    /// Returns the number of moves that gave value away.
    pub fn gave(&self) -> u64 {
        self.gave.iter().flatten().sum()
    }

    /// Returns the numbers of moves that turned a win into a draw, a win into a loss, and a draw into a loss.
    pub fn gifts(&self) -> [u64; 3] {
        let [_, [draw_to_loss, ..], [win_to_loss, win_to_draw, _]] = self.gave;
        [win_to_draw, win_to_loss, draw_to_loss]
    }

    /// Returns the share of moves that gave value away among those that could have; `None` if none could.
    pub fn share(&self) -> Option<f64> {
        (self.could() > 0).then(|| self.gave() as f64 / self.could() as f64)
    }
}

/// Returns the judged moves of a game between these players, for a document or a list.
pub fn document(
    game: &AnyGame,
    record: &GameRecord,
    names: &[String; 2],
    judged: &[MoveJudgement],
) -> Vec<Value> {
    let mut position = record.start;
    let one = |((ply, &mv), judged): ((u64, &AnyMove), &MoveJudgement)| {
        let keeps = judged.keeps.filter(|_| judged.gift().is_some());
        let mut document = json!({
            "ply": ply,
            "player": names[judged.player as usize],
            // The colour that made the move.
            "colour": judged.colour.word(),
            "move": game.format_move(&position, mv),
            // The values for the player before and after the move; null if the tables do not know them.
            "before": judged.before.map(Wdl::word),
            "after": judged.after.map(Wdl::word),
            // Whether a legal move would have given value away.
            "could": judged.could,
        });
        if let Some(keeps) = keeps {
            // A move that would have kept the value, if this move gave some away.
            document["instead"] = game.format_move(&position, keeps).into();
        }
        position = game.play(&position, mv);
        document
    };
    (1_u64..).zip(&record.moves).zip(judged).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_core::laws::{self, Positions};
    use nexsolve_core::{Notation, SplitMix};
    use nexsolve_games::AnyGame;
    use nexsolve_oracle::{Small, Worth};

    /// The oracle of a board with tables of the whole game, and the value that keeps the files.
    fn known(board: &str) -> (Oracle, Small) {
        let small = Small::new(Small::ENOUGH, nexsolve_kernels::generate_briefly);
        let board = nexsolve_games::board(board).expect("a board");
        small.make(board).expect("tables");
        (Oracle::new(board, &small.all()).expect("a board"), small)
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

    fn tally(judged: &[MoveJudgement], player: Side) -> MoveTally {
        let mut tally = MoveTally::default();
        judged.iter().filter(|judged| judged.player == player).for_each(|judged| tally.add(judged));
        tally
    }

    #[test]
    fn the_openings_of_the_smallest_board_are_judged_as_published() {
        let (oracle, _small) = known("nex:2x2");
        let game = oracle.game();
        let mut wins = 0;
        for mv in game.legal_moves(&game.start()) {
            let judged = audit(&oracle, &game.start(), &[mv]).expect("known");
            let [MoveJudgement { before: Some(Wdl::Win), could: Some(true), after, .. }] = judged[..] else {
                panic!("{judged:?}");
            };
            let text = game.format_move(&game.start(), mv);
            let winning = ["Ba1?a2", "Bb2?b1"].contains(&text.as_str());
            assert_eq!(after, Some(if winning { Wdl::Win } else { Wdl::Draw }), "{text}");
            wins += u32::from(winning);
            assert_eq!(tally(&judged, Side::Black).gifts(), [u64::from(!winning), 0, 0]);
        }
        assert_eq!(wins, 2);
    }

    #[test]
    fn a_game_is_judged_move_by_move() {
        let (oracle, _small) = known("nex:2x2");
        // Black gives the win away; White's moves were all worth the same.
        let line = moves(oracle.game(), "Ba1?b1;Wa2?b2;Bb1Bb2?a1");
        let judged = audit(&oracle, &oracle.game().start(), &line).expect("known");
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
        let (oracle, _small) = known("hex:swap:3x3");
        let game = oracle.game();
        // With the swap, the second player wins by taking over a winning opening and leaving a losing one.
        let judge = |text: &str| audit(&oracle, &game.start(), &moves(game, text)).expect("known");
        let taken = judge("b2;swap;a1;b1");
        let values: Vec<_> = taken.iter().map(|j| (j.player, j.colour, j.before, j.after)).collect();
        let (black, white, win, loss) = (Side::Black, Side::White, Some(Wdl::Win), Some(Wdl::Loss));
        assert_eq!(values[0], (black, black, loss, loss));
        assert_eq!(values[1], (white, white, win, win));
        assert_eq!(values[2], (black, white, loss, loss));
        assert_eq!((values[3].0, values[3].1, values[3].2), (white, black, win));
        let left = judge("b2;a1");
        assert_eq!(left[1].gift(), Some((Wdl::Win, Wdl::Loss)));
        assert_eq!(judge("a1;swap")[1].gift(), Some((Wdl::Win, Wdl::Loss)));
        assert_eq!(judge("a1;b2")[1].gift(), None);
    }

    #[test]
    fn positions_without_a_table_are_unknown() {
        let (oracle, _small) = known("nex:2x2");
        let game = oracle.game();
        let line = moves(game, "Ba1?b1;Wa2?b2;Bb1Bb2?a1");
        // Only the start is missing: its value follows from its moves.
        let mut answer = oracle.answers(&[game.start()]).expect("known").remove(0);
        answer.worth = Worth::UNKNOWN;
        assert_eq!(MoveJudgement::new(&answer, line[0], Side::Black), judge(&oracle, &game.start(), line[0]));
        let judged = audit(&Oracle::new(oracle.board(), &[]).expect("a board"), &game.start(), &line);
        let judged = judged.expect("no table");
        assert_eq!((judged[0].before, judged[0].after, judged[0].could), (None, None, None));
        // The last move ends the game, but the values of the alternatives are unknown.
        assert_eq!(tally(&judged, Side::Black).unknown, 1);
        assert_eq!(tally(&judged, Side::White).unknown, 1);
    }

    #[test]
    fn contradictory_tables_are_reported() {
        let (oracle, _small) = known("nex:2x2");
        let mv = moves(oracle.game(), "Ba1?a2")[0];
        let mut answer = oracle.answers(&[oracle.game().start()]).expect("known").remove(0);
        answer.worth = Worth::of_value(Wdl::Loss);
        let judged = MoveJudgement::new(&answer, mv, Side::Black);
        let (tables, position, mv) = ("the tables".to_owned(), Wdl::Loss, Wdl::Win);
        assert_eq!(judged, Err(OracleError::Contradiction { tables, position, mv }));
    }

    #[test]
    fn counts_agree_with_a_count_by_hand() {
        let (oracle, _small) = known("nex:2x3");
        let game = oracle.game();
        let scores = laws::scores(game, &laws::positions(game, Positions::All));
        let mut random = SplitMix(2);
        for _ in 0..200 {
            let (mut position, mut line, mut by_hand) = (game.start(), Vec::new(), [[0; 2]; 2]);
            let mut legal = Vec::new();
            loop {
                game.moves(&position, &mut legal);
                if legal.is_empty() {
                    break;
                }
                let value = |position: &_| scores[position].wdl();
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
            let judged = audit(&oracle, &game.start(), &line).expect("known");
            for side in [Side::Black, Side::White] {
                let tally = tally(&judged, side);
                assert_eq!([tally.could(), tally.gave()], by_hand[side as usize]);
            }
        }
    }
}
