//! Nex with final moves: the rules against an implementation that shares no code with the game's, and the
//! notation.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game, Notation, Plies, ReadError, Score, Side, Wdl};
use nexsolve_games::AnyGame;
use nexsolve_games::nex::Nex;
use nexsolve_games::records::read;
use std::collections::HashMap;

/// A board as text, cell by cell: `B`, `W`, `?` or `.`; then the side to move.
type Plain = (Vec<char>, char);

struct Naive {
    rows: usize,
    cols: usize,
}

impl Naive {
    fn beside(&self, cell: usize) -> Vec<usize> {
        let (row, col) = ((cell / self.cols) as i32, (cell % self.cols) as i32);
        let near = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)].map(|(r, c)| (row + r, col + c));
        let is_on =
            |&(r, c): &(i32, i32)| (0..self.rows as i32).contains(&r) && (0..self.cols as i32).contains(&c);
        near.into_iter().filter(is_on).map(|(r, c)| r as usize * self.cols + c as usize).collect()
    }

    fn connects(&self, cells: &[char], colour: char) -> bool {
        let line = |cell: usize| if colour == 'B' { cell / self.cols } else { cell % self.cols };
        let last = if colour == 'B' { self.rows } else { self.cols } - 1;
        let mut open: Vec<usize> =
            (0..cells.len()).filter(|&cell| cells[cell] == colour && line(cell) == 0).collect();
        let mut seen = open.clone();
        while let Some(cell) = open.pop() {
            if line(cell) == last {
                return true;
            }
            for next in self.beside(cell) {
                if cells[next] == colour && !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
        false
    }

    /// The positions after each legal move, in any order.
    fn after(&self, (cells, mover): &Plain) -> Vec<Plain> {
        let mover = *mover;
        let other = if mover == 'B' { 'W' } else { 'B' };
        if self.connects(cells, 'B') || self.connects(cells, 'W') {
            return Vec::new();
        }
        let with = |sign| (0..cells.len()).filter(|&cell| cells[cell] == sign).collect::<Vec<_>>();
        let (empty, neutral, own) = (with('.'), with('?'), with(mover));
        let mut found = Vec::new();
        let mut push = |changes: &[(usize, char)]| {
            let mut cells = cells.clone();
            for &(cell, sign) in changes {
                cells[cell] = sign;
            }
            found.push((cells, other));
        };
        for &stone in &empty {
            for &put in empty.iter().filter(|&&put| put != stone) {
                push(&[(stone, mover), (put, '?')]);
            }
        }
        for (i, &first) in neutral.iter().enumerate() {
            for &second in &neutral[i + 1..] {
                for &given in &own {
                    push(&[(first, mover), (second, mover), (given, '?')]);
                }
            }
        }
        if empty.len() == 1 && neutral.len() < 2 {
            push(&[(empty[0], mover)]);
        }
        if empty.is_empty() && neutral.len() == 1 {
            push(&[(neutral[0], mover)]);
        }
        found
    }

    /// The winner with best play and the number of nodes of the game tree, for each position that play can
    /// reach.
    fn solve(&self, position: &Plain, known: &mut HashMap<Plain, (char, u64)>) -> (char, u64) {
        if let Some(&found) = known.get(position) {
            return found;
        }
        let (cells, mover) = position;
        let other = if *mover == 'B' { 'W' } else { 'B' };
        let after: Vec<_> = self.after(position).iter().map(|next| self.solve(next, known)).collect();
        let winner = match (self.connects(cells, 'B'), self.connects(cells, 'W')) {
            (true, false) => 'B',
            (false, true) => 'W',
            (true, true) => panic!("both sides have connected"),
            _ => {
                assert!(!after.is_empty(), "{cells:?}: nobody has won, and there is no move");
                if after.iter().any(|&(winner, _)| winner == *mover) { *mover } else { other }
            }
        };
        let found = (winner, 1 + after.iter().map(|&(_, nodes)| nodes).sum::<u64>());
        known.insert(position.clone(), found);
        found
    }
}

/// Positions, nodes of the game tree, and the winner.
const KNOWN: [(usize, usize, usize, u64, char); 9] = [
    (1, 1, 2, 2, 'B'),
    (2, 1, 5, 5, 'W'),
    (3, 1, 13, 13, 'W'),
    (1, 4, 13, 13, 'B'),
    (4, 1, 25, 37, 'W'),
    (2, 2, 40, 73, 'B'),
    (2, 3, 575, 7_807, 'B'),
    (3, 2, 597, 10_879, 'W'),
    (3, 3, 36_901, 219_979_945, 'B'),
];

#[test]
fn positions_moves_and_winners_are_those_of_plain_code() {
    for (rows, cols, positions, nodes, winner) in KNOWN {
        let naive = Naive { rows, cols };
        let start = (vec!['.'; rows * cols], 'B');
        let mut known = HashMap::new();
        let found = naive.solve(&start, &mut known);
        let game = Nex::<u64>::with_final_moves(rows as u32, cols as u32).expect("a small board");
        let all = laws::positions(&game, Positions::All);
        let scores = laws::scores(&game, &all);
        assert_eq!(all.len(), known.len());
        let plain = |position: &_| {
            let text: String = game.format_position(position).chars().filter(|&c| c != '/').collect();
            let side = game.side_to_move(position);
            (text.chars().collect::<Vec<_>>(), if side == Side::Black { 'B' } else { 'W' })
        };
        for position in &all {
            let expected = known[&plain(position)].0;
            let won = scores[position].wdl() == Wdl::Win;
            assert_eq!(won, expected == plain(position).1, "{rows}x{cols} {position:?}");
            let mut after: Vec<_> = game.continuations(position).map(|(_, next)| plain(&next)).collect();
            let mut expected = naive.after(&plain(position));
            after.sort();
            expected.sort();
            assert_eq!(after, expected);
        }
        assert_eq!((known.len(), found.1, found.0), (positions, nodes, winner), "{rows}x{cols}");
    }
}

#[test]
fn final_moves_are_read_as_written() {
    for (rows, cols) in [(1, 1), (2, 2), (2, 3), (1, 5), (3, 3)] {
        let game = Nex::<u64>::with_final_moves(rows, cols).expect("a small board");
        laws::notation(&game, &laws::positions(&game, Positions::All));
    }
    let game = Nex::<u64>::with_final_moves(3, 3).expect("a small board");
    let reason = |position: &str, mv: &str| {
        let at = game.read_position(position).expect(position);
        game.read_move(&at, mv)
            .map(|mv| game.format_move(&at, mv))
            .map_err(|error: ReadError| error.to_string())
    };
    let (one_empty, full) = ("WB./BW?/WBB", "BWB/B?W/WBW");
    assert_eq!(reason(one_empty, " Wa3 "), Ok("Wa3".to_owned()));
    assert_eq!(reason(full, "B?b2"), Ok("B?b2".to_owned()));
    for (position, mv) in [
        (one_empty, "Ba3"),
        (one_empty, "Wa1"),
        (one_empty, "W?b3"),
        (one_empty, "Wa3?b3"),
        (full, "Bb2"),
        (full, "W?b2"),
        (full, "B?a1"),
        (full, "B?b2x"),
        (full, "Bb2?b2"),
        ("start", "Ba1"),
        ("start", "B?a1"),
        ("Ba1?a2", "W?a2"),
        ("BWB/BBW/WBW", "Wa1"),
    ] {
        let error = reason(position, mv).expect_err(mv);
        assert!(!error.is_empty(), "{position} {mv}");
    }
    // Without final moves, none of this exists.
    let without = Nex::<u64>::new(3, 3).expect("a small board");
    assert!(without.read_position(full).is_err());
    let at = without.read_position(one_empty).expect("a drawn position");
    assert!(without.read_move(&at, "Wa3").is_err() && without.read_move(&without.start(), "B?a1").is_err());
}

#[test]
fn records_tell_the_rules() {
    let moves = "Bb1?a1;Wa2?b2;Ba1Bb2?b1;W?b1;";
    let file = format!("Board:r2-c2\nRules:final\n{moves}W\n");
    let games = read(file.as_bytes(), None);
    let record = games[0].as_ref().expect("a game");
    assert_eq!(record.board.to_string(), "nex:final:2x2");
    let written = nexsolve_games::records::of(record.board.card())
        .write(std::slice::from_ref(record))
        .expect("a record");
    assert!(written.contains("\nRules:final\n") && written.contains(&format!("{moves}W")), "{written}");
    assert_eq!(read(written.as_bytes(), None)[0].as_ref().expect("a game").moves, record.moves);
    let with_swap = file.replace("final", "swap+final").replace("Bb1?a1;", "Bb1?a1;swap;");
    assert_eq!(
        read(with_swap.as_bytes(), None)[0].as_ref().expect("a game").board.to_string(),
        "nex:final+swap:2x2"
    );
    let without = format!("Board:r2-c2\n{moves}W\n");
    assert!(read(without.as_bytes(), None)[0].is_err());
    let given = nexsolve_games::board("nex:final:2x2").expect("a board");
    assert_eq!(read(without.as_bytes(), Some(given))[0].as_ref().expect("a game").board, given);
    // The form that all games share.
    let shared = format!("Board:nex:final:2x2\n{}White\n", moves.replace(';', " "));
    assert_eq!(read(shared.as_bytes(), None)[0].as_ref().expect("a game").moves, record.moves);
}

#[test]
fn people_choose_final_moves() {
    let game = AnyGame::on(nexsolve_games::board("nex:final:3x3").expect("a board")).expect("a game");
    for (position, mv) in [("WB./BW?/WBB", "Wa3"), ("BWB/B?W/WBW", "B?b2")] {
        let position = game.read_position(position).expect("a position");
        let choices = game.choices(&position);
        assert_eq!((choices.len(), choices[0].mv.as_deref()), (1, Some(mv)));
        assert_eq!(game.respelt(&position, &mv.to_lowercase()), mv);
    }
    assert_eq!(game.mirrored_word("B?b3").as_deref(), Some("W?c2"));
    assert_eq!(game.mirrored_word("Wa3").as_deref(), Some("Bc1"));
}

/// A win never needs a final move: whoever wins without them wins in as many plies with them. On a board with
/// an even number of cells, White turns the last stone, and so wins whatever is drawn without final moves.
#[test]
fn only_draws_are_decided_otherwise() {
    for (rows, cols) in [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (2, 4), (4, 2), (3, 3)] {
        let [without, with] = [Nex::<u64>::new, Nex::<u64>::with_final_moves]
            .map(|new: fn(u32, u32) -> _| new(rows, cols).expect("a small board"));
        let all = laws::positions(&without, Positions::All);
        let scores = laws::scores(&without, &all);
        let more = laws::scores(&with, &laws::positions(&with, Positions::All));
        let mut drawn = 0;
        for (position, score) in &scores {
            let with = more[position];
            if score.wdl() != Wdl::Draw {
                assert_eq!(with, *score, "{rows}x{cols} {position:?}");
                continue;
            }
            drawn += 1;
            let plies = u16::try_from(rows * cols - position.ply()).expect("few");
            let white = without.side_to_move(position) == Side::White;
            if rows * cols % 2 == 0 {
                let expected = if white { Score::win_in(Plies(plies)) } else { Score::loss_in(Plies(plies)) };
                assert_eq!(with, expected, "{rows}x{cols} {position:?}");
            }
        }
        assert!(drawn > 0 || rows.min(cols) == 1, "{rows}x{cols}");
    }
}
