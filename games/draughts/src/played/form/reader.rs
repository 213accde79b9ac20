//! Reads a file of games, and replays each of them by the rules.

use super::entries::{Entries, Item, NotatedGame, Stated};
use super::head::Head;
use super::lines::Lines;
use super::words::{ORIGINAL_RESULT, comment_text, other_result, result_text};
use crate::played::board;
use crate::{Draughts, Position};
use nexsolve_catalogue::Packed;
use nexsolve_catalogue::record::{Broken, RecordText};
use nexsolve_catalogue::records::{Beside, GameRecord, Given, How, ReadGame, RecordNote, Verdict};
use nexsolve_core::{Course, Game};
use std::ops::Range;

/// Reads a file of games; `given` supplies the rules of games without a `GameType`.
pub(super) fn read(text: &str, given: Given) -> Vec<ReadGame> {
    let mut source = RecordText::new(text);
    let mut entries = Entries::new(source.text);
    let mut found: Vec<ReadGame> = Vec::new();
    while let Some(mut entry) = entries.next() {
        if entry.is_empty() && entry.broken.is_none() && !entry.items.is_empty() && !found.is_empty() {
            // Comments at the end of the file belong to the last game.
            if let Some(Ok(record)) = found.last_mut() {
                *record = with_comments(record, &entry);
                record.notes.extend(notes_of(&mut source, std::mem::take(&mut entry.notes)));
            }
            continue;
        }
        if entry.is_empty() && entry.broken.is_none() {
            continue;
        }
        let line = source.line_of(entry.begin);
        found.push(match game(source.text, &mut entry, given) {
            Ok((record, mut notes)) => {
                if entry.is_without_result() && entries.has_more() {
                    notes.push((entry.begin, "the game has no result: read as unfinished".to_owned()));
                }
                notes.sort_by_key(|(at, _)| *at);
                Ok(GameRecord { line, notes: notes_of(&mut source, notes), ..record })
            }
            Err(broken) => Err(source.fault(broken)),
        });
    }
    if found.is_empty() {
        let reason = "no game here: expected tags such as `[White \"…\"]`, or moves";
        found.push(Err(source.fault(Broken::new(0..0, reason))));
    }
    found
}

/// Adds comments to the end of a game.
fn with_comments(record: &GameRecord, entry: &NotatedGame<'_>) -> GameRecord {
    let mut tree = record.tree();
    let last = tree.line_after(0).last().unwrap_or(0);
    for (item, _) in &entry.items {
        if let Item::Comment(text) = item {
            tree.comment(last, &comment_text(text));
        }
    }
    record.clone().with_tree(&tree)
}

type Notes = Vec<(usize, String)>;

fn notes_of(source: &mut RecordText<'_>, notes: Notes) -> Vec<RecordNote> {
    notes.into_iter().map(|(at, text)| RecordNote { line: source.line_of(at), text }).collect()
}

/// Reads a game: by the first rules, numbering and start by which all moves are legal.
fn game(text: &str, entry: &mut NotatedGame<'_>, given: Given) -> Result<(GameRecord, Notes), Broken> {
    if let Some(broken) = entry.broken.take() {
        return Err(broken);
    }
    let head = Head::of(&entry.tags, given)?;
    let mut found: Option<(GameRecord, Notes)> = None;
    let mut broken = None;
    for &rules in &head.rules {
        let mut read = None;
        for &(naming, start) in &head.starts {
            match replay(text, entry, &head, &Draughts::new(rules).named(naming), start) {
                Ok(record) => {
                    read = Some(record);
                    break;
                }
                Err(fault) => broken = broken.or(Some(fault)),
            }
        }
        if let Some(read) = read {
            let (record, _) = found.get_or_insert(read);
            if head.is_assumed {
                record.fits.push(board(rules));
            }
        }
    }
    match (found, broken) {
        (Some(found), _) => Ok(found),
        (None, Some(broken)) if head.is_assumed => {
            let assumed = board(head.rules[0]).game_title();
            Err(broken.because(&format!("GameType is not given: read as {assumed}")))
        }
        (None, broken) => Err(broken.expect("the fault of each way to read the game")),
    }
}

/// The rest of a variation that cannot be played.
struct Skipped {
    from: usize,
    /// The variations that have begun in it.
    depth: usize,
}

/// Replays a game.
fn replay(
    text: &str,
    entry: &NotatedGame<'_>,
    head: &Head,
    game: &Draughts,
    start: Position,
) -> Result<(GameRecord, Notes), Broken> {
    let mut notes: Notes = entry.notes.iter().chain(&head.notes).cloned().collect();
    if head.starts.iter().any(|(other, _)| *other != game.naming()) {
        let first = game.naming().numbered(1).map_or_else(String::new, |square| square.to_string());
        notes.push((
            entry.begin,
            format!("GameType does not say clearly how squares are numbered: 1 is read as {first}"),
        ));
    }
    let mut lines = Lines::new(game, start);
    let mut skipped: Option<Skipped> = None;
    // The depth of the line in which a move is unknown: no move can follow.
    let mut unknown = None;
    for (item, span) in &entry.items {
        if let Some(rest) = &mut skipped {
            match item {
                Item::Open => rest.depth += 1,
                Item::Close if rest.depth > 0 => rest.depth -= 1,
                Item::Close => {
                    lines.comment(text[rest.from..span.start].trim_end());
                    lines.end();
                    skipped = None;
                }
                _ => {}
            }
            continue;
        }
        let fault = match item {
            Item::Comment(text) => {
                lines.comment(&comment_text(text));
                None
            }
            Item::Open => {
                lines.begin(span.start);
                None
            }
            Item::Close => {
                unknown = unknown.filter(|&depth| depth < lines.depth());
                lines.end();
                None
            }
            Item::Unknown => {
                unknown = unknown.or(Some(lines.depth()));
                None
            }
            Item::Move(_) | Item::Word(_) if unknown == Some(lines.depth()) => {
                Some(Broken::new(span.clone(), "the move before this one is unknown"))
            }
            Item::Word("/FEN") => Some(Broken::new(
                span.clone(),
                "a position is set up within the game; only moves can follow moves",
            )),
            Item::Word(word) => lines.play(word).err().map(|error| Broken::read(error, span.start)),
            Item::Move(squares) => lines.play(squares).err().map(|error| {
                // The file may write the move otherwise.
                let is_same = text[span.clone()].eq_ignore_ascii_case(squares);
                if is_same {
                    Broken::read(error, span.start)
                } else {
                    Broken::new(span.clone(), error.fault.to_string())
                }
            }),
        };
        match fault {
            Some(fault) if lines.depth() == 0 => return Err(fault),
            Some(fault) => {
                let reason = fault.reason();
                notes
                    .push((span.start, format!("the rest of this variation is kept as a comment: {reason}")));
                skipped = Some(Skipped { from: span.start, depth: 0 });
            }
            None => {}
        }
    }
    if let Some(begin) = lines.open() {
        return Err(Broken::new(begin..begin + 1, "`(` and `)` do not match"));
    }
    let (tree, course) = lines.finish();
    let mut tags = head.tags.clone();
    let verdict = verdict(entry, head, &course, &mut notes, &mut tags)?;
    let (_, beside) = tree.finish(Draughts::pack_move);
    let beside = Beside { tags, ..beside };
    let record = GameRecord::of(board(game.rules()), &course, verdict);
    Ok((GameRecord { names: head.names.clone(), number: head.number, beside, ..record }, notes))
}

/// Returns how a game ended: by its last result, or that of its tags.
fn verdict(
    entry: &NotatedGame<'_>,
    head: &Head,
    course: &Course<'_, Draughts>,
    notes: &mut Notes,
    tags: &mut Vec<(String, String)>,
) -> Result<Verdict, Broken> {
    let mut known: Option<(Verdict, Range<usize>)> = None;
    for (stated, span) in &entry.results {
        match (stated, &known) {
            (Stated::Other(text), _) => {
                if head.result.as_ref() != Some(stated) {
                    notes.push((span.start, other_result(text)));
                    tags.push((ORIGINAL_RESULT.to_owned(), text.clone()));
                }
            }
            // The game was broken off, and its result was added.
            (Stated::Known(verdict), None | Some((Verdict::BROKEN_OFF, _))) => {
                known = Some((*verdict, span.clone()));
            }
            (Stated::Known(Verdict::BROKEN_OFF), _) => {}
            (Stated::Known(verdict), Some((first, _))) if verdict == first => {}
            (Stated::Known(verdict), Some((first, _))) => {
                let [first, second] = [*first, *verdict].map(result_text);
                return Err(Broken::new(
                    span.clone(),
                    format!("the game ends with {first} and with {second}"),
                ));
            }
        }
    }
    let end = entry.end..entry.end;
    let (verdict, span) = match (known, &head.result) {
        // The game was broken off, or its result was added later: use the known one.
        (Some((Verdict::BROKEN_OFF, span)), Some(Stated::Known(tag))) => (*tag, span),
        (Some((stated, span)), Some(Stated::Known(tag))) if stated != *tag && *tag != Verdict::BROKEN_OFF => {
            let [stated, tag] = [stated, *tag].map(result_text);
            return Err(Broken::new(span, format!("the moves end with {stated}, but the tag says {tag}")));
        }
        (Some(known), _) => known,
        (None, Some(Stated::Known(tag))) => (*tag, end),
        (None, _) => (Verdict::BROKEN_OFF, end),
    };
    if verdict == Verdict::BROKEN_OFF {
        return Ok(verdict);
    }
    let loser = course.side();
    let is_over = course.game().outcome(course.position()).is_some();
    if is_over && verdict.winner != Some(loser.other()) {
        let claimed = result_text(verdict);
        let reason = format!("the record claims {claimed}, but {loser} cannot move and has lost");
        return Err(Broken::new(span, reason));
    }
    // A game with a result was not broken off, whatever its tags say.
    let how = if head.how == How::BrokenOff { How::Rules } else { head.how };
    Ok(Verdict { how, ..verdict })
}
