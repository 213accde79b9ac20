//! The tags of a game: its rules, the numbering of squares, its start, its players and its result.

use super::entries::Stated;
use super::tokens::Tag;
use super::words::{
    GAME_TYPES, ORIGINAL_RESULT, OTHER_GAME_TYPES, OWN_TAGS, TERMINATION, WAYS, other_result,
};
use crate::played::rules;
use crate::{Naming, Position, Rules, fen};
use nexsolve_catalogue::record::{Broken, one_line};
use nexsolve_catalogue::records::{Given, How};

/// The information in a game's tags.
pub(super) struct Head {
    /// The rules to try, the likeliest first: one if the record names them.
    pub(super) rules: Vec<Rules>,
    /// Whether the rules are assumed: neither the record names them nor does the reader's caller.
    pub(super) is_assumed: bool,
    /// The numberings and starts to try, the likeliest first.
    pub(super) starts: Vec<(Naming, Position)>,
    pub(super) names: [Option<String>; 2],
    pub(super) number: Option<u32>,
    pub(super) result: Option<Stated>,
    pub(super) how: How,
    pub(super) tags: Vec<(String, String)>,
    /// What could not be used, and where.
    pub(super) notes: Vec<(usize, String)>,
}

impl Head {
    /// Interprets the tags; `given` supplies the rules of games without a `GameType`.
    pub(super) fn of(tags: &[Tag], given: Given) -> Result<Self, Broken> {
        let find = |name: &str| tags.iter().find(|tag| tag.is(name));
        let value = |name: &str| find(name).map(|tag| one_line(&tag.value));
        let mut notes = Vec::new();
        let game_type = find("GameType").filter(|tag| !matches!(tag.value.trim(), "" | "?"));
        let named = game_type.map(|tag| game_type_of(tag, &mut notes)).transpose()?;
        let (rules, is_assumed) = match (named.as_ref(), given) {
            (Some((rules, _)), _) => (vec![*rules], false),
            (None, Given::Is(board)) => (vec![rules_of(board)], false),
            (None, Given::Perhaps(board)) => (usual_first(rules_of(board)), true),
            (None, Given::Nothing) => (usual_first(Rules::Russian), true),
        };
        let namings = named.map_or(vec![Naming::Algebraic], |(_, namings)| namings);
        let fen = find("FEN").filter(|tag| !matches!(tag.value.trim(), "" | "?"));
        let starts = match fen {
            Some(tag) => starts(tag, &namings, &mut notes)?,
            None => namings.into_iter().map(|naming| (naming, Position::START)).collect(),
        };
        let name = |side| value(side).filter(|name| !matches!(name.as_str(), "" | "?"));
        let stated = value(TERMINATION).unwrap_or_default();
        let way = WAYS.iter().find(|(way, _)| stated.eq_ignore_ascii_case(way));
        let number = value("Round").and_then(|round| round.parse().ok());
        // Rounds such as 2.1 and endings without a word of their own are kept as they are.
        let is_kept = |tag: &&Tag| match () {
            () if tag.is("Round") => number.is_none() && !tag.value.trim().is_empty(),
            () if tag.is(TERMINATION) => way.is_none() && !tag.value.trim().is_empty(),
            () => !OWN_TAGS.iter().any(|name| tag.is(name)),
        };
        let mut kept: Vec<_> =
            tags.iter().filter(is_kept).map(|tag| (tag.name.clone(), one_line(&tag.value))).collect();
        let result = find("Result").and_then(|tag| Stated::of_tag(&tag.value));
        if let (Some(Stated::Other(text)), Some(tag)) = (&result, find("Result")) {
            notes.push((tag.span.start, other_result(text)));
            kept.push((ORIGINAL_RESULT.to_owned(), text.clone()));
        }
        Ok(Self {
            rules,
            is_assumed,
            starts,
            names: [name("Black"), name("White")],
            number,
            result,
            how: way.map_or(How::Rules, |&(_, how)| how),
            tags: kept,
            notes,
        })
    }
}

fn rules_of(board: nexsolve_catalogue::Board) -> Rules {
    rules(board.spec)
}

/// Returns all rules, these first.
fn usual_first(first: Rules) -> Vec<Rules> {
    let mut all = vec![first];
    all.extend(GAME_TYPES.iter().map(|(_, rules)| *rules).filter(|rules| *rules != first));
    all
}

/// Reads a `GameType`: the rules, and the numberings to try. Its other parts describe a board that the rules
/// know already.
fn game_type_of(tag: &Tag, notes: &mut Vec<(usize, String)>) -> Result<(Rules, Vec<Naming>), Broken> {
    let parts: Vec<&str> = tag.value.split(',').map(str::trim).collect();
    let number = parts[0];
    let word = |rules: &Rules| number.to_ascii_lowercase().split_whitespace().next() == Some(rules.word());
    let Some(&(_, rules)) = GAME_TYPES.iter().find(|(of, rules)| *of == number || word(rules)) else {
        let other = OTHER_GAME_TYPES.iter().find(|(of, _)| *of == number);
        let number: String = number.chars().take(24).collect();
        let what = other.map_or_else(|| "unknown".to_owned(), |(_, title)| (*title).to_owned());
        let reason = format!(
            "game type {number} ({what}) cannot be read: Russian draughts is 25, Brazilian draughts 26"
        );
        return Err(Broken::new(tag.span.clone(), reason));
    };
    let mut note = |text: String| notes.push((tag.span.start, text));
    let usual = "1 is b8, 32 is g1";
    let namings = match parts.get(4).map(|part| part.to_ascii_uppercase()).as_deref() {
        None | Some("" | "A0") => vec![Naming::Algebraic],
        Some("N0") => vec![Naming::NumericFromA1],
        Some("N2") => vec![Naming::Numeric],
        // The standard counts from the other corner, but the site that writes N1 does not.
        Some("N1") => vec![Naming::Numeric, Naming::NumericFromG1],
        Some("N3") => vec![Naming::NumericFromH8, Naming::Numeric],
        Some(other) => {
            note(format!("GameType has the notation {other}: squares read as usual ({usual})"));
            vec![Naming::Algebraic]
        }
    };
    let expected = [
        (1, "W", "the side that begins"),
        (2, "8", "the width"),
        (3, "8", "the height"),
        (5, "0", "the corner a1"),
    ];
    for (at, value, what) in expected {
        if let Some(part) = parts.get(at).filter(|part| !part.is_empty() && !part.eq_ignore_ascii_case(value))
        {
            note(format!(
                "GameType says {part} for {what}; {rules_title} has {value}",
                rules_title = rules.word()
            ));
        }
    }
    if parts.len() > 6 {
        note("GameType has more than six parts: the others are not used".to_owned());
    }
    Ok((rules, namings))
}

/// Reads the start in each numbering; if the record does not say who moves, for either side.
fn starts(
    tag: &Tag,
    namings: &[Naming],
    notes: &mut Vec<(usize, String)>,
) -> Result<Vec<(Naming, Position)>, Broken> {
    let text = &tag.value;
    let sides = match text.trim_start().strip_prefix('?') {
        Some(rest) => {
            notes.push((
                tag.span.start,
                "the FEN does not say who is to move: the moves decide, otherwise White".to_owned(),
            ));
            vec![format!("W{rest}"), format!("B{rest}")]
        }
        None => vec![text.clone()],
    };
    let mut found = Vec::new();
    let mut broken = None;
    for (&naming, text) in namings.iter().flat_map(|naming| sides.iter().map(move |text| (naming, text))) {
        match fen::read(text, naming) {
            Ok(position) => found.push((naming, position)),
            Err(error) => {
                // An escape before a character takes space only in the file.
                let within = |at: usize| (tag.span.start + at).min(tag.span.end);
                let span = within(error.span.start)..within(error.span.end);
                broken = broken.or(Some(Broken::new(span, error.fault.to_string())));
            }
        }
    }
    match broken {
        Some(broken) if found.is_empty() => Err(broken),
        _ => Ok(found),
    }
}
