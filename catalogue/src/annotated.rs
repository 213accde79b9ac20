//! Variations and comments in line-based records, for games without an older notation for them.
//!
//! They follow the moves of their game, on lines of their own:
//!
//! ```text
//! Note:2:a comment after the second move; a second line of it is a second `Note:2:`
//! Variation:2:Wa1?b2;Ba3?c1;
//! Note:1.4:a comment after the fourth move of the first variation
//! Variation:1.3:Ba3?c2;
//! ```
//!
//! A place is the number of moves since the beginning of the record (0 is the beginning), on the main line
//! or, after the number of a variation and a dot, on that variation. Variations are numbered from 1 in the
//! order of the file. `Variation:2:` begins after two moves and replaces the third.

use super::board::Board;
use super::played::Packed;
use super::record::{Broken, RecordText};
use super::records::{GameRecord, MoveTree, ReadGame};
use super::values::{AnyMove, AnyPosition};
use nexsolve_core::Notation;
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

const NOTE: &str = "Note:";
const VARIATION: &str = "Variation:";
const ROOT: usize = MoveTree::<AnyMove>::ROOT;

/// Appends `mark` to the last game of a text if `is_ended` returns false for its line.
pub fn ended<'a>(text: &'a str, mark: &str, is_ended: impl Fn(&str) -> bool) -> Cow<'a, str> {
    let is_game = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && ![NOTE, VARIATION].iter().any(|key| line.starts_with(key))
    };
    match text.split_inclusive('\n').rev().find(is_game) {
        Some(line) if !is_ended(line.trim()) => {
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            let end = start + line.trim_end().len();
            let mark = if text[..end].ends_with(';') { mark.trim_start_matches(';') } else { mark };
            [&text[..end], mark, &text[end..]].concat().into()
        }
        _ => text.into(),
    }
}

/// Writes the variations and comments of a game on lines of their own; `variation` writes moves from a
/// position on.
pub fn write<G: Packed + Notation>(
    text: &mut String,
    game: &G,
    record: &GameRecord,
    mut variation: impl FnMut(&G::Position, &[G::Move]) -> String,
) {
    let tree = record.tree();
    let positions = positions(game, record.start, &tree);
    let notes = |text: &mut String, line: usize, ply: usize, node: usize| {
        let place = place_text(line, ply);
        if !tree.comment_at(node).is_empty() {
            for part in tree.comment_at(node).split('\n') {
                let _ = writeln!(text, "{NOTE}{place}:{part}");
            }
        }
    };
    for (number, line) in tree.lines().into_iter().enumerate() {
        if number == 0 {
            notes(text, 0, 0, ROOT);
        } else {
            let before = tree.parent(line.nodes[0]);
            let moves: Vec<_> =
                line.nodes.iter().filter_map(|&node| tree.mv(node)).map(G::unpack_move).collect();
            let moves = variation(&positions[before], &moves);
            let _ = writeln!(text, "{VARIATION}{}:{moves}", place_text(line.of, line.after));
        }
        for (ply, &node) in (line.after + 1..).zip(&line.nodes) {
            notes(text, number, ply, node);
        }
    }
}

fn place_text(line: usize, ply: usize) -> String {
    if line == 0 { ply.to_string() } else { format!("{line}.{ply}") }
}

/// Returns the position at each node of a tree.
fn positions<G: Packed + Notation>(game: &G, start: AnyPosition, tree: &MoveTree) -> Vec<G::Position> {
    let mut positions = vec![G::unpack(&start)];
    for node in 1..tree.size() {
        let before = positions[tree.parent(node)];
        positions.push(tree.mv(node).map_or(before, |mv| game.play(&before, G::unpack_move(mv))));
    }
    positions
}

/// Reads the annotations that follow the games of a file.
pub struct Annotations<G: Packed + Notation> {
    /// The index of the game that annotations belong to; `None` below a line that is neither a game nor an
    /// annotation.
    game: Option<usize>,
    /// This game, if it has annotations so far.
    open: Option<Annotated<G>>,
}

impl<G: Packed + Notation> Default for Annotations<G> {
    /// Begins a file.
    fn default() -> Self {
        Self { game: None, open: None }
    }
}

impl<G: Packed + Notation> Annotations<G> {
    /// Notes that the last of `found` is the game on the current line, so that annotations may follow.
    pub fn follow(&mut self, found: &[ReadGame]) {
        self.game = found.len().checked_sub(1);
    }

    /// Reads a line if it is an annotation, and returns whether it is; otherwise ends the annotations of the
    /// game above, unless the line is blank. `split` returns the places of the moves from a byte of the text
    /// to its end, `game` the game on the record's board. A fault loses the annotation, not the game.
    pub fn takes(
        &mut self,
        source: &mut RecordText<'_>,
        found: &mut Vec<ReadGame>,
        line: Range<usize>,
        split: impl Fn(&G, &str, usize) -> Vec<Range<usize>>,
        game: impl FnOnce(Board) -> Option<G>,
    ) -> bool {
        let text = &source.text[..line.end];
        let start = line.end - text[line.start..].trim_start().len();
        if ![NOTE, VARIATION].iter().any(|key| text[start..].starts_with(key)) {
            if start < line.end {
                self.close(found);
            }
            return false;
        }
        let Some(at) = self.game else {
            let orphan = Broken::new(start..line.end, "no game stands above this annotation");
            found.push(Err(source.fault(orphan)));
            return true;
        };
        // Annotations of a faulty game are skipped.
        if let (None, Ok(record)) = (&self.open, &found[at]) {
            self.open = game(record.board).map(|game| Annotated::of(game, record));
        }
        if let Some(open) = &mut self.open
            && let Err(broken) = open.line(text, start, split)
        {
            found.push(Err(source.fault(broken)));
        }
        true
    }

    /// Adds the annotations to their game. Call it at the end.
    pub fn close(&mut self, found: &mut [ReadGame]) {
        if let (Some(at), Some(open)) = (self.game.take(), self.open.take())
            && let Some(Ok(record)) = found.get_mut(at)
        {
            *record = record.clone().with_tree(&open.tree);
        }
    }
}

/// A game with its variations and comments so far.
struct Annotated<G: Packed + Notation> {
    game: G,
    tree: MoveTree,
    positions: Vec<G::Position>,
    /// For each line: the number of moves before it, and its nodes, up to a faulty move.
    lines: Vec<(usize, Vec<usize>)>,
}

impl<G: Packed + Notation> Annotated<G> {
    fn of(game: G, record: &GameRecord) -> Self {
        let tree = record.tree();
        let positions = positions(&game, record.start, &tree);
        let main = tree.line_after(ROOT).collect();
        Self { game, tree, positions, lines: vec![(0, main)] }
    }

    fn line(
        &mut self,
        text: &str,
        start: usize,
        split: impl Fn(&G, &str, usize) -> Vec<Range<usize>>,
    ) -> Result<(), Broken> {
        let is_note = text[start..].starts_with(NOTE);
        let key = if is_note { NOTE } else { VARIATION };
        let at = start + key.len();
        let place = text[at..].split(':').next().unwrap_or_default();
        let from = (at + place.len() + 1).min(text.len());
        let expected = || format!("a place and a colon, as in `{key}2:` or `{key}1.4:`");
        let (line, ply) = place_of(place)
            .filter(|_| text[at + place.len()..].starts_with(':'))
            .ok_or_else(|| Broken::expected(at..at + place.len(), &expected()))?;
        let missing = || {
            let what = if line == 0 { "the game".to_owned() } else { format!("variation {line}") };
            Broken::new(at..at + place.len(), format!("{what} has no move {ply}"))
        };
        let (begins, nodes) = self.lines.get(line).ok_or_else(missing)?;
        let node = match ply.checked_sub(*begins).ok_or_else(missing)? {
            0 if line == 0 => ROOT,
            0 => self.tree.parent(*nodes.first().ok_or_else(missing)?),
            i => *nodes.get(i - 1).ok_or_else(missing)?,
        };
        if is_note {
            self.tree.comment_line(node, &text[from..]);
            return Ok(());
        }
        let mut nodes = Vec::new();
        let read = self.variation(text, node, split(&self.game, text, from), &mut nodes);
        let is_empty = nodes.is_empty();
        // A faulty variation has a number too.
        self.lines.push((ply, nodes));
        read?;
        if is_empty {
            return Err(Broken::expected(from..text.len(), "the moves of a variation"));
        }
        Ok(())
    }

    /// Plays the moves at these places after a node; `nodes` receives the nodes after them.
    fn variation(
        &mut self,
        text: &str,
        mut after: usize,
        moves: Vec<Range<usize>>,
        nodes: &mut Vec<usize>,
    ) -> Result<(), Broken> {
        for span in moves {
            let position = &self.positions[after];
            let mv = self.game.read_move(position, &text[span.clone()]);
            let mv = mv.map_err(|error| Broken::read(error, span.start))?;
            let next = self.game.play(position, mv);
            after = self.tree.add(after, G::pack_move(mv));
            if after == self.positions.len() {
                self.positions.push(next);
            }
            nodes.push(after);
        }
        Ok(())
    }
}

/// Reads `2` or `1.4`: a line and a number of moves.
fn place_of(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| digits)
    };
    match text.split_once('.') {
        None => Some((0, number(text)?)),
        Some((line, ply)) => Some((number(line)?, number(ply)?)),
    }
}
