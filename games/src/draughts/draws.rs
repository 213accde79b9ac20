//! Draws over the board: rules that end a game for what has been played, and not for the position.
//!
//! Databases and searches leave them out: to them a position that neither side can win is a draw by endless play. A
//! [`History`] counts them for a game that is played.

use super::board::Position;
use super::masks::Squares;
use super::moves::Move;
use super::rules::Variant;
use super::{Draughts, Square};
use nexsolve_core::{Contest, Game, Side};
use std::collections::HashMap;
use std::fmt;

/// A rule that makes a game a draw. A number of moves is counted for each player: ten plies are five moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The same position, with the same side to move, for this time.
    Repetition {
        /// The occurrences, the first included.
        times: u32,
    },
    /// Both sides moved kings alone, and nothing was taken.
    KingsOnly {
        /// For so many moves.
        moves: u32,
    },
    /// Three kings or more against a lone king, the balance unchanged.
    ThreeKings {
        /// For so many moves.
        moves: u32,
    },
    /// Three pieces against a lone king that stands on the main road, a1 to h8, and stays there.
    MainRoad {
        /// For so many moves.
        moves: u32,
    },
    /// Two pieces against a lone king, the balance unchanged.
    LoneAgainstTwo {
        /// For so many moves.
        moves: u32,
    },
    /// Both sides have kings, and the balance is unchanged: nothing taken, no man become a king.
    Balance {
        /// The least number of pieces, of both sides together, that the rule is for.
        from: u32,
        /// And the greatest.
        to: u32,
        /// For so many moves.
        moves: u32,
    },
}

/// Draughts-64, 7.2: the third occurrence of a position.
pub const REPETITION: DrawRule = DrawRule::Repetition { times: 3 };
/// Draughts-64, 7.2: fifteen moves by kings alone, without a capture.
pub const KINGS_ONLY: DrawRule = DrawRule::KingsOnly { moves: 15 };
/// Draughts-64, 7.2: three kings or more against one, fifteen moves.
pub const THREE_KINGS: DrawRule = DrawRule::ThreeKings { moves: 15 };
/// Draughts-64, 7.2: a lone king on the main road against three pieces, five moves.
pub const MAIN_ROAD: DrawRule = DrawRule::MainRoad { moves: 5 };
/// Draughts-64, 7.2: a lone king against two pieces, five moves.
pub const LONE_AGAINST_TWO: DrawRule = DrawRule::LoneAgainstTwo { moves: 5 };
/// Draughts-64, 7.2.6: kings on both sides and the balance unchanged, thirty moves in endings of four and five pieces.
pub const BALANCE_OF_4_AND_5: DrawRule = DrawRule::Balance { from: 4, to: 5, moves: 30 };
/// Draughts-64, 7.2.6: sixty moves in endings of six and seven.
pub const BALANCE_OF_6_AND_7: DrawRule = DrawRule::Balance { from: 6, to: 7, moves: 60 };

/// The rules of Russian draughts.
pub const RUSSIAN: &[DrawRule] = &[
    REPETITION,
    KINGS_ONLY,
    THREE_KINGS,
    MAIN_ROAD,
    LONE_AGAINST_TWO,
    BALANCE_OF_4_AND_5,
    BALANCE_OF_6_AND_7,
];

/// Of Brazilian draughts repetition alone: their other counts differ between federations.
pub const BRAZILIAN: &[DrawRule] = &[REPETITION];

/// The squares from a1 to h8.
const MAIN_ROAD_SQUARES: Squares = 0x8844_2211;

impl DrawRule {
    /// The rules of a game.
    pub const fn all(variant: Variant) -> &'static [Self] {
        match variant {
            Variant::Russian => RUSSIAN,
            Variant::Brazilian => BRAZILIAN,
        }
    }
}

impl fmt::Display for DrawRule {
    /// The rule in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition { times } => write!(f, "the same position {times} times"),
            Self::KingsOnly { moves } => write!(f, "{moves} moves by kings alone"),
            Self::ThreeKings { moves } => write!(f, "{moves} moves of three kings against one"),
            Self::MainRoad { moves } => {
                write!(f, "{moves} moves of three pieces against a king on the main road")
            }
            Self::LoneAgainstTwo { moves } => write!(f, "{moves} moves of two pieces against a king"),
            Self::Balance { from, to, moves } => {
                write!(f, "{moves} moves without capture or new king, with {from} to {to} pieces")
            }
        }
    }
}

/// A game as far as it has been played.
#[derive(Clone, Debug)]
pub struct History {
    game: Draughts,
    rules: &'static [DrawRule],
    position: Position,
    seen: HashMap<Position, u32>,
    /// Plies in a row by kings, without a capture.
    king_plies: u32,
    /// Plies since the last capture or new king.
    balance_plies: u32,
    /// Plies of these since a lone king has been on the main road, before and after each.
    road_plies: u32,
}

impl History {
    /// A game that begins here, with the draws that its rules know.
    pub fn new(game: &Draughts, position: Position) -> Self {
        Self::with_rules(game, position, DrawRule::all(game.rules().variant))
    }

    /// A game that begins here, with these draws.
    pub fn with_rules(game: &Draughts, position: Position, rules: &'static [DrawRule]) -> Self {
        let seen = HashMap::from([(position, 1)]);
        Self { game: game.clone(), rules, position, seen, king_plies: 0, balance_plies: 0, road_plies: 0 }
    }

    /// The position now.
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

    /// The first of the rules by which the game is a draw now.
    pub fn draw(&self) -> Option<DrawRule> {
        self.rules.iter().copied().find(|rule| self.holds(*rule))
    }

    fn holds(&self, rule: DrawRule) -> bool {
        let position = &self.position;
        let lone = lone_king(position);
        let pieces = position.occupied().count_ones();
        let made = |plies: u32, moves: u32| plies >= 2 * moves;
        match rule {
            DrawRule::Repetition { times } => self.seen.get(position).is_some_and(|&seen| seen >= times),
            DrawRule::KingsOnly { moves } => made(self.king_plies, moves),
            DrawRule::ThreeKings { moves } => {
                let all_kings = position.kings() == position.occupied();
                lone.is_some() && all_kings && pieces >= 4 && made(self.balance_plies, moves)
            }
            DrawRule::MainRoad { moves } => lone.is_some() && pieces == 4 && made(self.road_plies, moves),
            DrawRule::LoneAgainstTwo { moves } => {
                lone.is_some() && pieces == 3 && made(self.balance_plies, moves)
            }
            DrawRule::Balance { from, to, moves } => {
                let has_king = |side| position.pieces(side) & position.kings() != 0;
                let both = has_king(Side::White) && has_king(Side::Black);
                both && (from..=to).contains(&pieces) && made(self.balance_plies, moves)
            }
        }
    }
}

/// The king that is all that a side has, if there is one; of two such kings White's.
fn lone_king(position: &Position) -> Option<Square> {
    let of = |side| {
        let own: Squares = position.pieces(side);
        (own.is_power_of_two() && own & position.kings() != 0).then(|| Square::all(own).next())?
    };
    of(Side::White).or_else(|| of(Side::Black))
}

fn is_on_road(square: Square) -> bool {
    square.bit() & MAIN_ROAD_SQUARES != 0
}

#[cfg(test)]
mod tests {
    use super::super::{BRAZILIAN as BRAZILIAN_GAME, RUSSIAN as RUSSIAN_GAME};
    use super::*;
    use nexsolve_core::Notation;

    /// Plays these moves in turn, round and round; after how many plies which rule makes it a draw.
    fn drawn(rules: &'static [DrawRule], fen: &str, moves: &str) -> Option<(u32, DrawRule)> {
        let game = Draughts::new(RUSSIAN_GAME);
        let mut history = History::with_rules(&game, game.read_position(fen).expect(fen), rules);
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
        assert_eq!(drawn(RUSSIAN, "W:WKc1:BKf8", ROUND), Some((8, REPETITION)));
        assert_eq!(drawn(BRAZILIAN, "W:WKc1:BKf8", ROUND), Some((8, REPETITION)));
        assert_eq!(History::new(&Draughts::new(BRAZILIAN_GAME), Position::START).rules, BRAZILIAN);
    }

    #[test]
    fn each_rule_counts_its_moves() {
        const MEN: &str = "W:WKc1,h4:BKf8,h6";
        let one = |rule: &'static [DrawRule], fen: &str| drawn(rule, fen, ROUND).map(|(ply, _)| ply);
        assert_eq!(one(&[KINGS_ONLY], MEN), Some(30));
        assert_eq!(one(&[BALANCE_OF_4_AND_5], MEN), Some(60));
        assert_eq!(one(&[BALANCE_OF_6_AND_7], MEN), None);
        assert_eq!(one(&[BALANCE_OF_6_AND_7], "W:WKc1,h4,h2:BKf8,h6,h8"), Some(120));
        assert_eq!(one(&[BALANCE_OF_4_AND_5], "W:WKc1,h4,h2:BKf8,h6,h8"), None);
        assert_eq!(one(&[THREE_KINGS], "W:WKc1,Kg1,Ke1:BKf8"), Some(30));
        assert_eq!(one(&[THREE_KINGS], "W:WKc1,Kg1,h2:BKf8"), None);
        assert_eq!(one(&[THREE_KINGS], "W:WKc1,Kg1:BKf8"), None);
        assert_eq!(one(&[LONE_AGAINST_TWO], "W:WKc1,h4:BKf8"), Some(10));
        assert_eq!(one(&[LONE_AGAINST_TWO], MEN), None);
        assert_eq!(one(&[MAIN_ROAD], "W:WKc1,h4,h2:BKf8"), None);
    }

    #[test]
    fn the_main_road_counts_while_the_king_stays_there() {
        let three = "W:WKg1,h2,h4:BKa1";
        assert_eq!(drawn(&[MAIN_ROAD], three, "g1-f2 a1-b2 f2-g1 b2-a1").map(|(ply, _)| ply), Some(10));
        for other in ["W:WKg1,h2:BKa1", "W:WKg1,h2,h4,h6:BKa1"] {
            assert_eq!(drawn(&[MAIN_ROAD], other, "g1-f2 a1-b2 f2-g1 b2-a1"), None, "{other}");
        }
        assert_eq!(drawn(&[MAIN_ROAD], "W:WKg1,h2,h4:BKh8", "g1-f2 h8-g7 f2-g1 g7-h8 g1-f2 h8-g7 f2-g1 g7-f8 g1-f2 f8-g7 f2-g1 g7-h8 g1-f2 h8-g7 f2-g1 g7-h8 g1-f2 h8-g7 f2-g1 g7-h8").map(|(ply, _)| ply), Some(20));
    }

    #[test]
    fn captures_new_kings_and_men_set_the_counts_back() {
        // A man goes between the kings' moves: the balance is unchanged, but the kings have begun anew.
        let round = "c1-b2 f8-e7 b2-c1 e7-f8 h2-g3 f8-e7 c1-b2 e7-f8 b2-c1 f8-e7 c1-b2 e7-f8 b2-c1";
        let game = Draughts::new(RUSSIAN_GAME);
        let mut history = History::new(&game, game.read_position("W:WKc1,h2,h4:BKf8,h6").expect("a FEN"));
        for text in round.split(' ') {
            let mv = game.read_move(history.position(), text).expect(text);
            history.play(mv);
        }
        assert_eq!((history.king_plies, history.balance_plies, history.draw()), (8, 13, Some(REPETITION)));
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
        assert_eq!(RUSSIAN[1].to_string(), "15 moves by kings alone");
    }
}
