//! The names of the players in records.

use super::record::{Broken, one_line};
use super::records::{GameRecord, RecordNote};
use std::fmt::Write;
use std::ops::Range;

/// Returns a player's name as records keep it, or `None` if it is empty.
pub fn name(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|name| !name.is_empty())
}

/// The maximum length, in characters, of a name that several games share. Every game has a copy, so with
/// longer names a small file could fill the memory.
const LONGEST_SHARED: usize = 200;

/// Returns whether a name is too long for several games to share it, so that a writer repeats it above each.
pub fn is_long(name: &str) -> bool {
    name.chars().nth(LONGEST_SHARED).is_some()
}

/// The players' names in a format in which they apply to all games below them. The first game below a long
/// name has it whole, the others have its beginning.
#[derive(Debug, Default)]
pub struct SharedNames {
    names: [Option<String>; 2],
    /// Whether a name has been shortened.
    is_cut: [bool; 2],
    /// The places of the names that no game has had so far.
    unused: [Option<Range<usize>>; 2],
}

impl SharedNames {
    /// Returns whether a player, 0 or 1, has a name.
    pub fn has(&self, player: usize) -> bool {
        self.names[player].is_some()
    }

    /// Names a player from the line at `span` on. Returns the fault of the name before if no game has had it.
    pub fn set(&mut self, player: usize, text: &str, span: Range<usize>) -> Option<Broken> {
        let before = self.unused[player].take();
        self.names[player] = name(text);
        self.is_cut[player] = false;
        self.unused[player] = self.names[player].as_ref().map(|_| span);
        before.map(unused_name)
    }

    /// Removes the names. Returns the faults of those that no game has had.
    pub fn end(&mut self) -> impl Iterator<Item = Broken> + use<> {
        std::mem::take(self).unused.into_iter().flatten().map(unused_name)
    }

    /// Notes that a game follows, valid or not.
    pub fn use_up(&mut self) {
        self.unused = [None, None];
    }

    /// Gives a game its names.
    pub fn give(&mut self, record: &mut GameRecord) {
        record.names.clone_from(&self.names);
        if self.is_cut.contains(&true) {
            let text = format!(
                "only the first game below a name of more than {LONGEST_SHARED} characters keeps it whole"
            );
            record.notes.push(RecordNote { line: record.line, text });
        }
        for (name, is_cut) in self.names.iter_mut().zip(&mut self.is_cut) {
            if let Some(name) = name.as_mut().filter(|name| is_long(name)) {
                *name = name.chars().take(LONGEST_SHARED - 1).chain(['…']).collect();
                *is_cut = true;
            }
        }
    }
}

/// Creates the fault of a name that no game has.
fn unused_name(span: Range<usize>) -> Broken {
    Broken::new(span, "no game has this name: expected moves and a result on a line below")
}

/// Writes each player's name under its key, unless it equals the name in the game before.
pub fn write_names(text: &mut String, keys: [&str; 2], last: &mut [String; 2], names: &[Option<String>; 2]) {
    for ((key, last), name) in keys.into_iter().zip(last).zip(names) {
        let name = one_line(name.as_deref().unwrap_or_default());
        if name != *last || is_long(&name) {
            let _ = writeln!(text, "{key}:{name}");
            *last = name;
        }
    }
}
