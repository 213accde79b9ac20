//! Notation of draughts: moves such as `c3-d4` and `c3:e5`; positions as FEN, as moves, or as a diagram.

use super::board::{Position, Square};
use super::fen::Pieces;
use super::moves::{self, Move, Stops, Way};
use super::naming::Naming;
use super::{Draughts, fen};
use nexsolve_catalogue::scan::{Scanner, illegal, is_start, play_moves, trimmed_span};
use nexsolve_core::{Game, Notation, ReadError, ReadFault, Side};
use std::ops::Range;

impl Notation for Draughts {
    /// Reads `c3-d4`, `c3:e5` and `c3xe5`, also with numbers. A capture may name as many squares on its path
    /// as are needed to distinguish it from others.
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, ReadError> {
        let written = Written::read(text, self.naming)?;
        let whole = trimmed_span(text);
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        if legal.is_empty() {
            return Err(ReadError::new(whole, ReadFault::GameOver));
        }
        written.check_piece(position)?;
        let found = match written.kind {
            MoveKind::Quiet => {
                let fits = |mv: &&Move| mv.captured() == 0 && written.names(**mv);
                return legal
                    .iter()
                    .find(fits)
                    .copied()
                    .ok_or_else(|| illegal(whole, self.why_not_quiet(position, &legal, &written)));
            }
            MoveKind::Capture => {
                let ways = self.ways(position, &legal);
                let exact: Vec<_> = ways.iter().filter(|(_, stops)| written.is(stops)).collect();
                let mut found: Vec<Move> = match exact.first() {
                    Some((mv, _)) => vec![*mv],
                    None => ways.iter().filter(|(_, stops)| written.fits(stops)).map(|(mv, _)| *mv).collect(),
                };
                found.sort_unstable();
                found.dedup();
                found
            }
        };
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(illegal(whole, self.why_no_capture(position, &legal, &written))),
            [first, second, ..] => {
                let [first, second] = [first, second].map(|mv| self.format_move(position, mv));
                let reason = format!(
                    "{} is ambiguous: {first} or {second}; name the squares on the path",
                    text.trim()
                );
                Err(illegal(whole, reason))
            }
        }
    }

    /// Writes a capture with all squares on its path if another capture has the same first and last square.
    fn format_move(&self, position: &Position, mv: Move) -> String {
        self.format_squares(position, mv).join(if mv.captured() == 0 {
            "-"
        } else {
            self.naming.capture_sign()
        })
    }

    /// Reads a FEN, a diagram in the form of [`Notation::diagram`], moves from the start joined by `;`, or
    /// `start`.
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        if is_start(text) {
            Ok(self.start())
        } else if fen::is_fen(text) {
            fen::read(text, self.naming)
        } else if text.trim().contains('\n') {
            read_board(text)
        } else {
            play_moves(self, text)
        }
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position, self.naming)
    }

    /// Draws the board from White's view: men are `w` and `b`, kings `W` and `B`, empty dark squares `.`.
    fn diagram(&self, position: &Position) -> String {
        let mut board = String::new();
        for row in (0..8).rev() {
            let squares = (0..8).map(|col| Square::at(col, row).map_or(' ', |square| sign(position, square)));
            let line = squares.flat_map(|sign| [' ', sign]).collect::<String>();
            board += format!("{} {}", row + 1, line).trim_end();
            board.push('\n');
        }
        board + "   a b c d e f g h\n" + &format!("{} to move\n", position.side())
    }
}

/// Returns the sign for the contents of a square.
fn sign(position: &Position, square: Square) -> char {
    let bit = square.bit();
    let sign = if position.white() & bit != 0 {
        'w'
    } else if position.black() & bit != 0 {
        'b'
    } else {
        return '.';
    };
    if position.kings() & bit != 0 { sign.to_ascii_uppercase() } else { sign }
}

/// Reads a board of eight lines, with the side to move above or below.
fn read_board(text: &str) -> Result<Position, ReadError> {
    let mut pieces = Pieces::default();
    let (mut rows, mut to_move, mut at) = (0, None, 0);
    for part in text.split_inclusive('\n') {
        let Range { start, end } = trimmed_span(part);
        let (line, start) = (&part[start..end], at + start);
        at += part.len();
        let mut words = line.split_whitespace();
        let letters: String = words.clone().flat_map(str::chars).take(9).collect();
        let word = words.next().unwrap_or_default();
        let named =
            [Side::White, Side::Black].into_iter().find(|side| word.eq_ignore_ascii_case(side.word()));
        if named.is_some() {
            to_move = named;
        } else if line.is_empty() || letters.eq_ignore_ascii_case("abcdefgh") {
        } else if rows == 8 {
            let what = "the letters of the columns, or `White to move` or `Black to move`";
            return Err(ReadError::new(start..start + line.len(), ReadFault::expected(what, line)));
        } else {
            read_row(line, 7 - rows, &mut pieces).map_err(|error| error.shifted(start))?;
            rows += 1;
        }
    }
    let end = text.len()..text.len();
    if rows < 8 {
        return Err(ReadError::new(end, ReadFault::expected(format!("row {}, one of 8", 8 - rows), "")));
    }
    let Some(side) = to_move else {
        return Err(ReadError::new(end, ReadFault::expected("`White to move` or `Black to move`", "")));
    };
    pieces.position(side, trimmed_span(text))
}

/// Reads the pieces of a row: its four dark squares alone, or all eight squares.
fn read_row(line: &str, row: u32, pieces: &mut Pieces) -> Result<(), ReadError> {
    let mut scanner = Scanner::new(line);
    let label = (row + 1).to_string();
    let margin = scanner.at;
    let digits = scanner.digits();
    if !digits.is_empty() && digits != label {
        let fault = ReadFault::expected(format!("row {label}"), digits);
        return Err(ReadError::new(margin..scanner.at, fault));
    }
    let mut signs = Vec::new();
    loop {
        scanner.skip_space();
        let Some(sign) = scanner.peek().filter(|&c| "wWbB.-_".contains(c)) else { break };
        signs.push((sign, scanner.at));
        scanner.skip();
    }
    scanner.digits();
    scanner.end_or(|| format!("a square of row {label} (one of wWbB.)"))?;
    if !matches!(signs.len(), 4 | 8) {
        let n = signs.len();
        let reason = format!("row {label} has {n} squares: expected its 4 dark squares, or all 8");
        return Err(illegal(0..line.len(), reason));
    }
    let is_whole = signs.len() == 8;
    for ((sign, at), place) in signs.into_iter().zip(0..).filter(|((sign, _), _)| sign.is_ascii_alphabetic())
    {
        let col = if is_whole { place } else { 2 * place + row % 2 };
        let Some(square) = Square::at(col, row) else {
            return Err(illegal(at..at + 1, "a piece on a light square"));
        };
        let (side, far) = if sign.eq_ignore_ascii_case(&'w') { (Side::White, 7) } else { (Side::Black, 0) };
        let is_king = sign.is_ascii_uppercase();
        if !is_king && row == far {
            let reason =
                format!("a man cannot stand on {square}, where men become kings; a king is `W` or `B`");
            return Err(illegal(at..at + 1, reason));
        }
        pieces.add(square, at..at + 1, side, is_king)?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveKind {
    Quiet,
    Capture,
}

/// A move as written.
#[derive(Debug)]
struct Written {
    kind: MoveKind,
    squares: Vec<(Square, Range<usize>)>,
}

impl Written {
    fn read(text: &str, naming: Naming) -> Result<Self, ReadError> {
        let mut scanner = Scanner::new(text);
        let mut squares = vec![naming.read(&mut scanner)?];
        let mut kind = None;
        loop {
            scanner.skip_space();
            let next = match scanner.peek() {
                Some('-' | '–') if kind.is_none() => MoveKind::Quiet,
                Some(':' | 'x' | 'X' | '×') if kind != Some(MoveKind::Quiet) => MoveKind::Capture,
                None if squares.len() > 1 => break,
                _ => {
                    return Err(scanner.expected(match kind {
                        None => "`-` and a square, or for a capture `:` and a square",
                        Some(MoveKind::Quiet) => "the end of the move",
                        Some(MoveKind::Capture) => "`:` and a square, or the end of the move",
                    }));
                }
            };
            scanner.skip();
            kind = Some(next);
            squares.push(naming.read(&mut scanner)?);
        }
        Ok(Self { kind: kind.unwrap_or(MoveKind::Quiet), squares })
    }

    fn from(&self) -> Square {
        self.squares[0].0
    }

    fn to(&self) -> Square {
        self.squares[self.squares.len() - 1].0
    }

    fn names(&self, mv: Move) -> bool {
        (mv.from(), mv.to()) == (self.from(), self.to())
    }

    /// Returns whether these squares are exactly the path.
    fn is(&self, stops: &Stops) -> bool {
        stops.squares().eq(self.squares.iter().map(|(square, _)| *square))
    }

    /// Returns whether the path leads over these squares, and perhaps others.
    fn fits(&self, stops: &Stops) -> bool {
        let mut way = stops.squares();
        let mut given = self.squares.iter().map(|(square, _)| *square);
        stops.squares().next() == Some(self.from())
            && stops.squares().next_back() == Some(self.to())
            && given.all(|square| way.any(|at| at == square))
    }

    /// Checks that the side to move has a piece on the first square.
    fn check_piece(&self, position: &Position) -> Result<(), ReadError> {
        let (square, place) = &self.squares[0];
        if position.own() & square.bit() != 0 {
            return Ok(());
        }
        let fault = if position.other() & square.bit() != 0 {
            ReadFault::WrongColour { to_move: position.side() }
        } else {
            let needs = match position.side() {
                Side::White => "a white piece",
                Side::Black => "a black piece",
            };
            ReadFault::WrongCell { cell: square.to_string(), holds: "empty", needs }
        };
        Err(ReadError::new(place.clone(), fault))
    }
}

impl Draughts {
    /// Returns the squares that name a legal move: the first and the last one, or of a capture all on its
    /// path if another capture has the same first and last square.
    pub(crate) fn format_squares(&self, position: &Position, mv: Move) -> Vec<String> {
        let ends = vec![self.naming.format(mv.from()), self.naming.format(mv.to())];
        if mv.captured() == 0 {
            return ends;
        }
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        let between = |other: &&Move| other.from() == mv.from() && other.to() == mv.to();
        if legal.iter().filter(between).count() == 1 && mv.from() != mv.to() {
            return ends;
        }
        let ways = self.ways(position, &[mv]);
        ways.first()
            .map_or(ends, |(_, stops)| stops.squares().map(|square| self.naming.format(square)).collect())
    }

    /// Writes a legal move with every square on which a capture lands, `c3:e5:g7`. If several paths capture
    /// the same pieces and end on the same square, it writes one of them.
    pub fn format_in_full(&self, position: &Position, mv: Move) -> String {
        let name = |square| self.naming.format(square);
        if mv.captured() == 0 {
            return format!("{}-{}", name(mv.from()), name(mv.to()));
        }
        let sign = self.naming.capture_sign();
        let ways = self.ways(position, &[mv]);
        let squares = ways.first().map(|(_, stops)| stops.squares().map(name).collect::<Vec<_>>());
        squares.unwrap_or_else(|| vec![name(mv.from()), name(mv.to())]).join(sign)
    }

    /// Returns at most `most` other ways to write a legal capture with every square on which it lands. Each
    /// captures the same pieces and ends on the same square as [`Draughts::format_in_full`].
    pub fn other_ways(&self, position: &Position, mv: Move, most: usize) -> Vec<String> {
        if mv.captured() == 0 {
            return Vec::new();
        }
        let sign = self.naming.capture_sign();
        let ways = self.ways(position, &[mv]).into_iter().skip(1).take(most);
        let name = |square| self.naming.format(square);
        ways.map(|(_, stops)| stops.squares().map(name).collect::<Vec<_>>().join(sign)).collect()
    }

    /// Returns the paths of all legal captures.
    fn ways(&self, position: &Position, legal: &[Move]) -> Vec<(Move, Stops)> {
        let mut ways = Vec::new();
        moves::each_way(self.rules, position, &mut |from, way: Way<Stops>| {
            let is =
                |mv: &&Move| mv.from() == from && mv.to().bit() == way.at && mv.captured() == way.captured;
            ways.extend(legal.iter().find(is).map(|&mv| (mv, way.trail)));
        });
        ways
    }

    /// Explains why a quiet move is not legal.
    fn why_not_quiet(&self, position: &Position, legal: &[Move], written: &Written) -> String {
        let side = position.side();
        if let Some(&capture) = legal.iter().find(|mv| mv.captured() != 0) {
            let example = self.format_move(position, capture);
            return format!("{side} must capture, for example {example}");
        }
        let (from, to) = (written.from(), written.to());
        if position.occupied() & to.bit() != 0 {
            return format!("{to} is occupied");
        }
        if position.kings() & from.bit() != 0 {
            return format!("the king on {from} cannot go to {to}: it moves along free diagonals");
        }
        format!("the man on {from} cannot go to {to}: men move one square forward, along a diagonal")
    }

    /// Explains why a capture is not legal.
    fn why_no_capture(&self, position: &Position, legal: &[Move], written: &Written) -> String {
        let Some(&capture) = legal.iter().find(|mv| mv.captured() != 0) else {
            return format!("{} cannot capture anything here", position.side());
        };
        let from = written.from();
        let mut all = false;
        moves::each_way(self.rules, position, &mut |at, way: Way<Stops>| {
            all |= at == from && written.fits(&way.trail);
        });
        if all {
            let most = capture.captured().count_ones();
            return format!("a capture must take the greatest possible number of pieces, {most}");
        }
        let example = legal.iter().find(|mv| mv.from() == from).unwrap_or(&capture);
        format!(
            "no legal capture follows this path to its end; one that does is {}",
            self.format_move(position, *example)
        )
    }
}
