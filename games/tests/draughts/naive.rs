//! A slow second implementation of the rules, written literally from their text: squares by column and row,
//! one at a time. It shares no code with the game except the position type and the numbers of squares.

use nexsolve_core::Side;
use nexsolve_games::draughts::{Position, Rules, Square};
use std::collections::HashMap;

type At = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    side: Side,
    is_king: bool,
}

/// A board by column and row.
type Board = HashMap<At, Piece>;

/// A move with its path: the squares the piece stands on, what it captures in which order, and the position
/// after it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) way: Vec<At>,
    pub(crate) taken: Vec<At>,
    pub(crate) after: Position,
}

impl Played {
    /// From, to, captured pieces.
    pub(crate) fn result(&self) -> (u32, u32, u32) {
        let taken = self.taken.iter().map(|&at| 1 << index(at)).sum();
        (index(self.way[0]), index(self.way[self.way.len() - 1]), taken)
    }
}

const DIAGONALS: [At; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

fn index((col, row): At) -> u32 {
    (row * 4 + col / 2) as u32
}

fn on_board((col, row): At) -> bool {
    (0..8).contains(&col) && (0..8).contains(&row)
}

fn to((col, row): At, (right, up): At, steps: i32) -> At {
    (col + right * steps, row + up * steps)
}

fn board(position: &Position) -> Board {
    let mut board = Board::new();
    for side in [Side::White, Side::Black] {
        for square in Square::all(position.pieces(side)) {
            let is_king = position.kings() & square.bit() != 0;
            board.insert((square.col() as i32, square.row() as i32), Piece { side, is_king });
        }
    }
    board
}

fn position(board: &Board, side: Side) -> Position {
    let set = |wanted: &dyn Fn(&Piece) -> bool| {
        board.iter().filter(|(_, piece)| wanted(piece)).map(|(&at, _)| 1 << index(at)).sum()
    };
    let white = set(&|piece| piece.side == Side::White);
    let black = set(&|piece| piece.side == Side::Black);
    Position::new(white, black, set(&|piece| piece.is_king), side).expect("moves lead to positions")
}

/// The row where men of this side become kings.
fn far(side: Side) -> i32 {
    if side == Side::White { 7 } else { 0 }
}

/// Generates all moves; a capture is listed once per path.
pub(crate) fn moves(rules: Rules, from: &Position) -> Vec<Played> {
    let board = board(from);
    let side = from.side();
    let mut captures = Vec::new();
    let mut quiet = Vec::new();
    for (&at, &piece) in board.iter().filter(|(_, piece)| piece.side == side) {
        // The piece leaves its square empty while it captures.
        let mut others = board.clone();
        others.remove(&at);
        capture(rules, &others, piece, &[at], &[], &mut captures);
        quiet.extend(steps(&board, at, piece).into_iter().map(|end| (at, end)));
    }
    if rules.takes_most() {
        let most = captures.iter().map(|(_, taken, _)| taken.len()).max();
        captures.retain(|(_, taken, _)| Some(taken.len()) == most);
    }
    let mut played = Vec::new();
    for (way, taken, mut piece) in captures {
        let mut after = board.clone();
        after.remove(&way[0]);
        for at in &taken {
            after.remove(at);
        }
        let end = way[way.len() - 1];
        piece.is_king |= end.1 == far(side);
        after.insert(end, piece);
        played.push(Played { way, taken, after: position(&after, side.other()) });
    }
    if !played.is_empty() {
        return played;
    }
    for (at, end) in quiet {
        let mut after = board.clone();
        let mut piece = after.remove(&at).expect("a piece that moves");
        piece.is_king |= end.1 == far(side);
        after.insert(end, piece);
        played.push(Played { way: vec![at, end], taken: Vec::new(), after: position(&after, side.other()) });
    }
    played
}

fn steps(board: &Board, at: At, piece: Piece) -> Vec<At> {
    let mut ends = Vec::new();
    for diagonal in DIAGONALS {
        let is_forward = (diagonal.1 > 0) == (piece.side == Side::White);
        if !piece.is_king && !is_forward {
            continue;
        }
        for n in 1..=(if piece.is_king { 7 } else { 1 }) {
            let end = to(at, diagonal, n);
            if !on_board(end) || board.contains_key(&end) {
                break;
            }
            ends.push(end);
        }
    }
    ends
}

/// Returns what a piece can capture next: each piece to capture, and the squares to land on.
fn next_captures(board: &Board, piece: Piece, at: At, taken: &[At]) -> Vec<(At, Vec<At>)> {
    let mut found = Vec::new();
    for diagonal in DIAGONALS {
        let reach = if piece.is_king { 7 } else { 1 };
        let Some(n) = (1..=reach).find(|&n| board.contains_key(&to(at, diagonal, n))) else { continue };
        let victim = to(at, diagonal, n);
        if board[&victim].side == piece.side || taken.contains(&victim) {
            continue;
        }
        let landings = (n + 1..=n + reach)
            .map(|n| to(at, diagonal, n))
            .take_while(|&end| on_board(end) && !board.contains_key(&end))
            .collect::<Vec<_>>();
        if !landings.is_empty() {
            found.push((victim, landings));
        }
    }
    found
}

fn capture(
    rules: Rules,
    board: &Board,
    piece: Piece,
    way: &[At],
    taken: &[At],
    found: &mut Vec<(Vec<At>, Vec<At>, Piece)>,
) {
    let at = way[way.len() - 1];
    for (victim, landings) in next_captures(board, piece, at, taken) {
        let taken: Vec<At> = taken.iter().copied().chain([victim]).collect();
        let land = |end: At| {
            let mut piece = piece;
            piece.is_king |= rules.crowns_in_passing() && end.1 == far(piece.side);
            let way: Vec<At> = way.iter().copied().chain([end]).collect();
            let goes_on = !next_captures(board, piece, end, &taken).is_empty();
            (way, piece, goes_on)
        };
        let all: Vec<_> = landings.into_iter().map(land).collect();
        let must_go_on = all.iter().any(|(_, _, goes_on)| *goes_on);
        for (way, piece, goes_on) in all {
            // Under the majority rule, a capture that stops early is never the largest.
            if !goes_on && (!must_go_on || rules.takes_most()) {
                found.push((way.clone(), taken.clone(), piece));
            }
            if goes_on {
                capture(rules, board, piece, &way, &taken, found);
            }
        }
    }
}
