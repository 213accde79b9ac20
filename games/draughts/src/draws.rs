//! Draw rules over the board, which depend on the history of a game and not on the position.
//!
//! Databases and searches ignore them: for them, a position that neither side can win is a draw by endless
//! play. A [`History`] applies these rules to a game in progress.

use super::board::Position;
use super::masks::Squares;
use super::moves::Move;
use super::rules::Rules;
use super::{Draughts, Square};
use nexsolve_core::{Contest, Game, Side};
use std::collections::HashMap;

/// A rule that makes a game a draw (*Official rules of draughts-64*, 7.2). Moves are counted for each player:
/// ten plies are five moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The third occurrence of a position, with the same side to move.
    Repetition,
    /// Fifteen moves by kings only, without a capture.
    KingsOnly,
    /// Fifteen moves with three or more kings against a lone king and an unchanged balance.
    ThreeKings,
    /// Five moves with three pieces against a lone king that stays on the main road, a1 to h8.
    MainRoad,
    /// Five moves with two pieces against a lone king and an unchanged balance.
    LoneAgainstTwo,
    /// Thirty moves with kings on both sides, four or five pieces, and an unchanged balance (nothing
    /// captured, no man crowned): 7.2.6.
    BalanceOf4And5,
    /// The same with six or seven pieces, for sixty moves.
    BalanceOf6And7,
}

/// The squares from a1 to h8.
const MAIN_ROAD_SQUARES: Squares = 0x8844_2211;

impl DrawRule {
    /// Returns the draw rules of a game. For Brazilian draughts it is repetition alone, because its other
    /// counts differ between federations.
    pub const fn all(rules: Rules) -> &'static [Self] {
        match rules {
            Rules::Russian => &[
                Self::Repetition,
                Self::KingsOnly,
                Self::ThreeKings,
                Self::MainRoad,
                Self::LoneAgainstTwo,
                Self::BalanceOf4And5,
                Self::BalanceOf6And7,
            ],
            Rules::Brazilian => &[Self::Repetition],
        }
    }

    /// Returns the rule in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Repetition => "the same position 3 times",
            Self::KingsOnly => "15 moves by kings only",
            Self::ThreeKings => "15 moves of three kings against one",
            Self::MainRoad => "5 moves of three pieces against a king on the main road",
            Self::LoneAgainstTwo => "5 moves of two pieces against a king",
            Self::BalanceOf4And5 => "30 moves without capture or new king, with 4 to 5 pieces",
            Self::BalanceOf6And7 => "60 moves without capture or new king, with 6 to 7 pieces",
        }
    }
}

/// The part of a game's past that the draw rules need.
#[derive(Clone, Debug)]
pub struct History {
    game: Draughts,
    rules: &'static [DrawRule],
    position: Position,
    seen: HashMap<Position, u32>,
    /// Consecutive plies by kings without a capture.
    king_plies: u32,
    /// Plies since the last capture or new king.
    balance_plies: u32,
    /// Of these, the consecutive plies during which a lone king stayed on the main road.
    road_plies: u32,
}

impl History {
    /// Begins a game with `position`, with the draw rules of the game.
    #[inline]
    pub fn new(game: &Draughts, position: Position) -> Self {
        let (rules, seen) = (DrawRule::all(game.rules()), HashMap::from([(position, 1)]));
        Self { game: game.clone(), rules, position, seen, king_plies: 0, balance_plies: 0, road_plies: 0 }
    }

    /// Returns the current position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let before = self.position;
        let after = self.game.play(&before, mv);
        let kings = |position: &Position| position.kings().count_ones();
        let by_king = before.kings() & mv.from().bit() != 0;
        let unchanged = mv.captured() == 0 && kings(&before) == kings(&after);
        let on_road = lone_king(&before).is_some_and(is_on_road) && lone_king(&after).is_some_and(is_on_road);
        let count = |plies: u32, holds| if holds { plies + 1 } else { 0 };
        self.king_plies = count(self.king_plies, by_king && mv.captured() == 0);
        self.balance_plies = count(self.balance_plies, unchanged);
        self.road_plies = count(self.road_plies, unchanged && on_road);
        if self.game.is_irreversible(&before, mv) {
            self.seen.clear();
        }
        *self.seen.entry(after).or_insert(0) += 1;
        self.position = after;
    }

    /// Returns the first rule by which the game is now a draw.
    #[inline]
    pub fn draw(&self) -> Option<DrawRule> {
        self.rules.iter().copied().find(|rule| self.holds(*rule))
    }

    fn holds(&self, rule: DrawRule) -> bool {
        let position = &self.position;
        let pieces = position.occupied().count_ones();
        let is_lone = lone_king(position).is_some();
        let has_king = |side| position.pieces(side) & position.kings() != 0;
        let have_kings = has_king(Side::White) && has_king(Side::Black);
        let all_kings = position.kings() == position.occupied();
        let made = |plies: u32, moves: u32| plies >= 2 * moves;
        match rule {
            DrawRule::Repetition => self.seen.get(position).is_some_and(|&seen| seen >= 3),
            DrawRule::KingsOnly => made(self.king_plies, 15),
            DrawRule::ThreeKings => is_lone && all_kings && pieces >= 4 && made(self.balance_plies, 15),
            DrawRule::MainRoad => is_lone && pieces == 4 && made(self.road_plies, 5),
            DrawRule::LoneAgainstTwo => is_lone && pieces == 3 && made(self.balance_plies, 5),
            DrawRule::BalanceOf4And5 => have_kings && matches!(pieces, 4 | 5) && made(self.balance_plies, 30),
            DrawRule::BalanceOf6And7 => have_kings && matches!(pieces, 6 | 7) && made(self.balance_plies, 60),
        }
    }
}

/// Returns the king of a side that has nothing else, if there is one; White's if both sides have one.
#[inline]
fn lone_king(position: &Position) -> Option<Square> {
    let of = |side| {
        let own: Squares = position.pieces(side);
        (own.is_power_of_two() && own & position.kings() != 0).then(|| Square::all(own).next())?
    };
    of(Side::White).or_else(|| of(Side::Black))
}

#[inline]
fn is_on_road(square: Square) -> bool {
    square.bit() & MAIN_ROAD_SQUARES != 0
}

#[cfg(test)]
mod tests {
    use super::super::{BRAZILIAN, RUSSIAN};
    use super::DrawRule::*;
    use super::*;
    use nexsolve_core::Notation;

    /// Plays these moves in turn, repeatedly; returns the number of plies after which the game is a draw, and
    /// the rule.
    fn drawn(rules: &'static [DrawRule], fen: &str, moves: &str) -> Option<(u32, DrawRule)> {
        let game = Draughts::new(RUSSIAN);
        let mut history = History::new(&game, game.read_position(fen).expect(fen));
        history.rules = rules;
        for (ply, text) in (1..=200).zip(moves.split(' ').cycle()) {
            let mv = game.read_move(history.position(), text).expect(text);
            history.play(mv);
            if let Some(rule) = history.draw() {
                return Some((ply, rule));
            }
        }
        None
    }

    const ROUND: &str = "c1-b2 f8-e7 b2-c1 e7-f8";

    #[test]
    fn the_third_occurrence_is_a_draw() {
        assert_eq!(drawn(DrawRule::all(Rules::Russian), "W:WKc1:BKf8", ROUND), Some((8, Repetition)));
        assert_eq!(drawn(DrawRule::all(Rules::Brazilian), "W:WKc1:BKf8", ROUND), Some((8, Repetition)));
        assert_eq!(History::new(&Draughts::new(BRAZILIAN), Position::START).rules, [Repetition]);
    }

    #[test]
    fn each_rule_counts_its_moves() {
        const MEN: &str = "W:WKc1,h4:BKf8,h6";
        let one = |rule: &'static [DrawRule], fen: &str| drawn(rule, fen, ROUND).map(|(ply, _)| ply);
        assert_eq!(one(&[KingsOnly], MEN), Some(30));
        assert_eq!(one(&[BalanceOf4And5], MEN), Some(60));
        assert_eq!(one(&[BalanceOf6And7], MEN), None);
        assert_eq!(one(&[BalanceOf6And7], "W:WKc1,h4,h2:BKf8,h6,h8"), Some(120));
        assert_eq!(one(&[BalanceOf4And5], "W:WKc1,h4,h2:BKf8,h6,h8"), None);
        assert_eq!(one(&[ThreeKings], "W:WKc1,Kg1,Ke1:BKf8"), Some(30));
        assert_eq!(one(&[ThreeKings], "W:WKc1,Kg1,h2:BKf8"), None);
        assert_eq!(one(&[ThreeKings], "W:WKc1,Kg1:BKf8"), None);
        assert_eq!(one(&[LoneAgainstTwo], "W:WKc1,h4:BKf8"), Some(10));
        assert_eq!(one(&[LoneAgainstTwo], MEN), None);
        assert_eq!(one(&[MainRoad], "W:WKc1,h4,h2:BKf8"), None);
    }

    #[test]
    fn the_main_road_counts_while_the_king_stays_there() {
        let three = "W:WKg1,h2,h4:BKa1";
        assert_eq!(drawn(&[MainRoad], three, "g1-f2 a1-b2 f2-g1 b2-a1").map(|(ply, _)| ply), Some(10));
        for other in ["W:WKg1,h2:BKa1", "W:WKg1,h2,h4,h6:BKa1"] {
            assert_eq!(drawn(&[MainRoad], other, "g1-f2 a1-b2 f2-g1 b2-a1"), None, "{other}");
        }
        assert_eq!(drawn(&[MainRoad], "W:WKg1,h2,h4:BKh8", "g1-f2 h8-g7 f2-g1 g7-h8 g1-f2 h8-g7 f2-g1 g7-f8 g1-f2 f8-g7 f2-g1 g7-h8 g1-f2 h8-g7 f2-g1 g7-h8 g1-f2 h8-g7 f2-g1 g7-h8").map(|(ply, _)| ply), Some(20));
    }

    #[test]
    fn captures_new_kings_and_men_reset_the_counts() {
        // A man moves between the kings' moves: the balance is unchanged, but the count of king moves
        // restarts.
        let round = "c1-b2 f8-e7 b2-c1 e7-f8 h2-g3 f8-e7 c1-b2 e7-f8 b2-c1 f8-e7 c1-b2 e7-f8 b2-c1";
        let game = Draughts::new(RUSSIAN);
        let mut history = History::new(&game, game.read_position("W:WKc1,h2,h4:BKf8,h6").expect("a FEN"));
        for text in round.split(' ') {
            let mv = game.read_move(history.position(), text).expect(text);
            history.play(mv);
        }
        assert_eq!((history.king_plies, history.balance_plies, history.draw()), (8, 13, Some(Repetition)));
        // A new king.
        let mut history = History::new(&game, game.read_position("W:WKc1,c7:BKf8,h6").expect("a FEN"));
        for text in ["c1-b2", "f8-e7", "c7-b8", "e7-f8"] {
            let mv = game.read_move(history.position(), text).expect(text);
            history.play(mv);
        }
        assert_eq!((history.king_plies, history.balance_plies), (1, 1));
        // A capture by a king.
        let mut history = History::new(&game, game.read_position("W:WKb2,h2:BKf8,h6").expect("a FEN"));
        for (text, plies) in [("b2-a1", 1), ("f8-g7", 2), ("a1:h8", 0)] {
            let mv = game.read_move(history.position(), text).expect(text);
            history.play(mv);
            assert_eq!((history.king_plies, history.balance_plies), (plies, plies), "{text}");
        }
        // A capture.
        let mut history = History::new(&game, game.read_position("W:WKa1,h2:BKf8,h4").expect("a FEN"));
        for (text, plies) in [("a1-b2", 1), ("h4-g3", 2), ("h2:f4", 0)] {
            let mv = game.read_move(history.position(), text).expect(text);
            history.play(mv);
            assert_eq!(history.balance_plies, plies, "{text}");
        }
    }

    #[test]
    fn the_main_road_has_eight_squares() {
        let names: Vec<_> = Square::all(MAIN_ROAD_SQUARES).map(|square| square.to_string()).collect();
        assert_eq!(names.join(" "), "a1 b2 c3 d4 e5 f6 g7 h8");
        assert_eq!(KingsOnly.text(), "15 moves by kings only");
    }
}
