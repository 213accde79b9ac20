//! The players in records, and the one whose mistakes are wanted.

use nexsolve_console::{Fault, fault::safe};
use nexsolve_core::words;
use nexsolve_games::records::GameRecord;
use std::collections::BTreeMap;

/// The greatest number of names in an error.
const MOST: usize = 20;

/// Returns the name in the records that `wanted` means: the same, or the only one that contains it, whatever
/// the case of its letters.
pub(super) fn player(records: &[&GameRecord], wanted: &str) -> Result<String, Fault> {
    let mut names: BTreeMap<&str, u64> = BTreeMap::new();
    for name in records.iter().flat_map(|record| record.names.iter().flatten()) {
        *names.entry(name).or_default() += 1;
    }
    if names.contains_key(wanted) {
        return Ok(wanted.to_owned());
    }
    let part = wanted.to_lowercase();
    let fits: Vec<&str> = names.keys().copied().filter(|name| name.to_lowercase().contains(&part)).collect();
    match fits[..] {
        [name] => Ok(name.to_owned()),
        [] if names.is_empty() => Err(Fault::usage("the records do not name their players")),
        [] => {
            let mut all: Vec<(&str, u64)> = names.into_iter().collect();
            all.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
            let all: Vec<&str> = all.into_iter().map(|(name, _)| name).collect();
            let message = format!("the records have no player `{}`", safe(wanted));
            Err(Fault::usage(message).hint(format!("the players are {}", listed(&all))))
        }
        _ => {
            let message = format!("`{}` can be {}", safe(wanted), listed(&fits));
            Err(Fault::usage(message).hint("give more of the name"))
        }
    }
}

/// Lists names, the first of many.
fn listed(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(MOST).map(|name| safe(name)).collect();
    if names.len() > MOST {
        shown.push(format!("{} others", names.len() - MOST));
    }
    words::list(&shown)
}
