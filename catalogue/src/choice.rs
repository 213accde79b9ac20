//! Moves as choices of places, one after the other, like clicks on a board.

/// Moves that are chosen in the same way, place by place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveChoice {
    /// What to choose, in this order.
    pub steps: Vec<PlaceChoice>,
    /// The move, as [`Shown::format_in_full`](super::Shown::format_in_full) formats it; `None` if its text is
    /// the sign and the place of each step, one after the other.
    pub mv: Option<String>,
}

/// The choice of one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceChoice {
    /// What is chosen, to follow the word "choose": `an empty cell`.
    pub what: &'static str,
    /// The sign of the piece on the place after the move; empty for a piece of the player to move.
    pub sign: &'static str,
    /// The places that may be chosen. A move chooses no place twice.
    pub places: Vec<String>,
}

/// Adds a move that is written as `text`. Moves that are the name of their one place are one choice.
pub(super) fn push(choices: &mut Vec<MoveChoice>, steps: Vec<PlaceChoice>, text: &str) {
    if let [step] = &steps[..]
        && step.places[0] == text
    {
        match choices.iter_mut().find(|choice| choice.mv.is_none()) {
            Some(choice) => choice.steps[0].places.push(text.to_owned()),
            None => choices.push(MoveChoice { steps, mv: None }),
        }
    } else if !steps.is_empty() {
        choices.push(MoveChoice { steps, mv: Some(text.to_owned()) });
    }
}

/// Returns the names in a text, in order; if two names match at the same place, the longer one.
pub(super) fn named(names: &[String], text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let here = names.iter().filter(|name| !name.is_empty() && rest.starts_with(name.as_str()));
        let name = here.max_by_key(|name| name.len());
        found.extend(name.cloned());
        rest = &rest[name.map_or(first.len_utf8(), String::len)..];
    }
    found
}
