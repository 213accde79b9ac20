//! Suggestions for mistyped names.

use crate::{GAMES, Measure};

/// Returns the word nearest to `text`; `None` if all words are more than two slips away (one, if `text` is
/// short).
pub fn nearest<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    let most = if text.chars().count() < 4 { 1 } else { 2 };
    let near = words.into_iter().map(|word| (slips(&text, word), word)).filter(|(slips, _)| *slips <= most);
    near.min_by_key(|(slips, _)| *slips).map(|(_, word)| word)
}

/// Returns the least number of edits: inserting, removing or changing a letter, or swapping two neighbours.
fn slips(from: &str, to: &str) -> usize {
    let end = from.char_indices().nth(40).map_or(from.len(), |(end, _)| end);
    strsim::osa_distance(&from[..end], to)
}

/// Returns the board that a text may mean: `nex:3x3` for `3x3`; `hex:3x3` for `hex3x3` or `hexx:3x3`;
/// `hex:7x7` for `hex`.
pub fn board(text: &str, is_board: impl Fn(&str) -> bool) -> Option<String> {
    if let Some(sized) = sized(text) {
        return is_board(&sized).then_some(sized);
    }
    let (name, size) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    let words = GAMES.map(|card| card.word);
    let name = match name.trim_end_matches(|c: char| !c.is_alphanumeric()) {
        "" => words[0],
        name => nearest(name, words)?,
    };
    let meant = format!("{name}:{}", size.replace(['*', '-', ',', ' '], "x"));
    (meant != text && is_board(&meant)).then_some(meant)
}

/// Returns the usual board of a game that is named without its size, perhaps with a slip: `hex:swap:7x7` for
/// `hexx:swap`.
fn sized(text: &str) -> Option<String> {
    let (name, options) = text.split_once(':').map_or((text, ""), |(name, options)| (name, options));
    let name = nearest(name, GAMES.map(|card| card.word))?;
    let spec = if options.is_empty() { name.to_owned() } else { format!("{name}:{options}") };
    let spec = crate::spec(spec.trim_end_matches(':')).ok()?;
    Some(match spec.card().measure {
        Measure::Sides { first: (rows, cols), .. } => format!("{spec}:{rows}x{cols}"),
        Measure::Count { example, .. } => format!("{spec}:{}", example.rsplit(':').next()?),
    })
}

/// Returns the position or move that a text may mean, with capitals for the colours.
pub fn position(text: &str, is_read: impl Fn(&str) -> bool) -> Option<String> {
    if text.len() > 1_000 {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let is_colour = |i: usize| {
        let next = |n: usize| chars.get(i + n).copied().unwrap_or(' ');
        ['b', 'w'].contains(&chars[i]) && next(1).is_ascii_lowercase() && next(2).is_ascii_digit()
    };
    let capital = |i: usize| if is_colour(i) { chars[i].to_ascii_uppercase() } else { chars[i] };
    let meant: String = (0..chars.len()).map(capital).collect();
    (meant != text && is_read(&meant)).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (text, word, number) in [
            ("slove", "solve", 1),
            ("", "ab", 2),
            ("solve", "solve", 0),
            ("genrate", "generate", 1),
            ("abc", "xyz", 3),
        ] {
            assert_eq!((slips(text, word), slips(word, text)), (number, number), "{text} {word}");
        }
        assert_eq!(nearest("Slove", ["serve", "solve"]), Some("solve"));
        assert_eq!(nearest("chess", ["nex", "hex"]), None);
    }

    #[test]
    fn a_game_alone_means_its_usual_board() {
        let any = |text: &str| board(text, |_| true);
        for (text, meant) in [
            ("tictactoe", "tictactoe:3x3"),
            ("connect4", "connect4:6x7"),
            ("conect4", "connect4:6x7"),
            ("HEX", "hex:7x7"),
            ("hex:swap", "hex:swap:7x7"),
            ("nex:", "nex:4x4"),
            ("draughts:brazilian", "draughts:brazilian:4"),
            ("hex3x3", "hex:3x3"),
        ] {
            assert_eq!(any(text).as_deref(), Some(meant), "{text}");
        }
        assert!(any("awari").is_some_and(|meant| meant.starts_with("awari:")));
        assert_eq!([any("chess"), any("hex:swop"), board("hex", |_| false)], [None, None, None]);
    }

    #[test]
    fn colours_are_capitals() {
        let any = |text: &str| position(text, |_| true);
        assert_eq!(any("ba1?b2;wa2wc3?b1").as_deref(), Some("Ba1?b2;Wa2Wc3?b1"));
        assert_eq!([any("Ba1?b2"), any("b2;b12"), position("ba1?b2", |_| false)], [None, None, None]);
    }
}
