//! Descriptions of players: `random`, `mcts(1000)`, `alphabeta(3, eval=better)`.

use nexsolve_core::Evaluation;
use nexsolve_games::Played;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A description of a player: a name and, in brackets, at most one file, at most one number, and options.
///
/// ```
/// use nexsolve_players::Spec;
/// let spec: Spec = "uct(10_000, c=0.4, fresh)".parse()?;
/// assert_eq!((spec.name.as_str(), spec.number), ("uct", Some(10_000)));
/// assert_eq!(spec.to_string(), "uct(10000, c=0.4, fresh)");
/// let spec: Spec = "net(nets/4x4.net, 100)".parse()?;
/// assert_eq!((spec.file.as_deref(), spec.number), (Some("nets/4x4.net"), Some(100)));
/// let error = "uct(c=1, c=2)".parse::<Spec>().expect_err("a repeated option");
/// assert_eq!(error.span, 9..12);
/// # Ok::<(), nexsolve_players::PlayerSpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spec {
    /// The name, in lower case.
    pub name: String,
    /// The file: the first part, if it has a dot or a slash and no `=`.
    pub file: Option<String>,
    /// The number: simulations, plies, positions, …, depending on the name.
    pub number: Option<u64>,
    /// The options in the given order; a word without `=` has an empty value.
    pub options: Vec<(String, String)>,
}

/// What is wrong with a description of a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct PlayerSpecError {
    /// The faulty bytes.
    pub span: Range<usize>,
    /// What is wrong there.
    pub reason: String,
}

impl PlayerSpecError {
    /// Creates an error that covers all of `text`.
    pub fn whole(text: &str, reason: impl Into<String>) -> Self {
        Self { span: 0..text.len(), reason: reason.into() }
    }
}

impl Spec {
    /// Creates a description that consists of a name alone.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), file: None, number: None, options: Vec::new() }
    }

    /// Creates an error that covers the whole description.
    pub(crate) fn wrong(&self, reason: impl Into<String>) -> PlayerSpecError {
        PlayerSpecError::whole(&self.to_string(), reason)
    }

    /// Removes an option and returns its value. Options left at the end are unknown to the player.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.options.iter().position(|(option, _)| option == name)?;
        Some(self.options.remove(at).1)
    }

    /// Removes a word; returns whether it was present.
    ///
    /// # Errors
    /// If the word has a value.
    pub fn take_word(&mut self, name: &str) -> Result<bool, PlayerSpecError> {
        match self.take(name) {
            None => Ok(false),
            Some(value) if value.is_empty() => Ok(true),
            Some(value) => Err(PlayerSpecError::whole(
                &value,
                format!("{name} takes no value, but `={value}` follows it"),
            )),
        }
    }

    /// Removes an option and parses its value.
    ///
    /// # Errors
    /// If the value does not parse; `expected` describes it in the message.
    pub fn take_as<T: FromStr>(&mut self, name: &str, expected: &str) -> Result<Option<T>, PlayerSpecError> {
        let Some(text) = self.take(name) else { return Ok(None) };
        let wrong = |_| PlayerSpecError::whole(&text, format!("{name} must be {expected}, not `{text}`"));
        text.parse().map(Some).map_err(wrong)
    }

    /// Removes the option `eval` and returns the game's evaluation of that name; without the option, the
    /// game's default.
    ///
    /// # Errors
    /// If the game has no such evaluation; the message lists those it has.
    pub fn take_evaluation<G: Played>(&mut self) -> Result<&'static Evaluation<G>, PlayerSpecError> {
        let all = G::EVALUATIONS;
        let Some(name) = self.take("eval") else {
            let none = || self.wrong("this game has no evaluations");
            return all.first().ok_or_else(none);
        };
        all.iter().find(|evaluation| evaluation.name == name).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|evaluation| evaluation.name).collect();
            let reason =
                format!("this game has no evaluation `{name}`; expected one of {}", names.join(", "));
            PlayerSpecError::whole(&name, reason)
        })
    }
}

impl FromStr for Spec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let trimmed = text.trim();
        let start = text.len() - text.trim_start().len();
        let wrong = |span: Range<usize>, reason: &str| PlayerSpecError { span, reason: reason.to_owned() };
        let (name, inside) = match trimmed.find('(') {
            None => (trimmed, None),
            Some(open) => {
                let Some(inside) = trimmed[open + 1..].strip_suffix(')') else {
                    let end = start + trimmed.len();
                    return Err(wrong(end..end, "expected `)` at the end"));
                };
                (trimmed[..open].trim_end(), Some((inside, start + open + 1)))
            }
        };
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        if !is_word(name) {
            let reason = "expected a player such as random, mcts(1000) or alphabeta(3, eval=better)";
            return Err(wrong(start..start + name.len(), reason));
        }
        let mut spec = Self::named(&name.to_ascii_lowercase());
        let Some((inside, mut at)) = inside else { return Ok(spec) };
        if inside.trim().is_empty() {
            return Ok(spec);
        }
        let file = file_bytes(inside);
        let rest = inside[file..].split(',');
        let parts = (file > 0).then_some(&inside[..file]).into_iter();
        for (i, part) in parts.chain(rest.skip(usize::from(file > 0))).enumerate() {
            let span = at + part.len() - part.trim_start().len()..at + part.trim_end().len();
            at += part.len() + 1;
            let part = part.trim();
            if i == 0
                && part.contains(['.', '/', '\\'])
                && !part.contains('=')
                && part.parse::<f64>().is_err()
            {
                spec.file = Some(part.to_owned());
                continue;
            }
            let is_first = i == usize::from(spec.file.is_some());
            if part.bytes().all(|b| b.is_ascii_digit() || b == b'_') && is_first && !part.is_empty() {
                let number = part.replace('_', "").parse();
                spec.number = Some(number.map_err(|_| wrong(span, "the number is too large"))?);
                continue;
            }
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let (key, value) = (key.trim(), value.trim());
            if !is_word(key) || key.starts_with(|c: char| c.is_ascii_digit()) {
                return Err(wrong(span, "expected an option such as c=0.7"));
            }
            if spec.options.iter().any(|(option, _)| option == key) {
                return Err(wrong(span, "the option is given twice"));
            }
            spec.options.push((key.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }
}

/// Returns the length of the name of a network's file at the start of the parts in brackets, which may have
/// commas; 0 if the first part is something else.
fn file_bytes(parts: &str) -> usize {
    let ends = parts.match_indices(NETWORK).map(|(at, end)| at + end.len());
    ends.filter(|&end| matches!(parts[end..].trim_start().chars().next(), None | Some(',')))
        .last()
        .unwrap_or(0)
}

/// The end of the name of a network's file.
const NETWORK: &str = ".safetensors";

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let number = self.number.map(|number| number.to_string());
        let option = |(key, value): &(String, String)| {
            if value.is_empty() { key.clone() } else { format!("{key}={value}") }
        };
        let first = self.file.iter().cloned().chain(number);
        let parts: Vec<String> = first.chain(self.options.iter().map(option)).collect();
        if parts.is_empty() { Ok(()) } else { write!(f, "({})", parts.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nexsolve_games::hex::Hex;

    #[test]
    fn descriptions_are_read_as_written() {
        for text in [
            "random",
            "mcts(1000)",
            "uct(10000, c=0.7, threads=2)",
            "mcts(5, generate-first)",
            "x(a=b)",
            "net(a.net)",
            "net(a/b, 7, c=2)",
            "net(./n,1.safetensors)",
            "net(a, b/n (1).safetensors, 100, c=2)",
        ] {
            assert_eq!(text.parse::<Spec>().expect(text).to_string(), text);
        }
        assert_eq!(" Random ( ) ".parse::<Spec>(), Ok(Spec::named("random")));
        assert_eq!("mcts(10_000)".parse::<Spec>().expect("a number").number, Some(10_000));
    }

    #[test]
    fn faults_have_places() {
        let cases = [
            ("", 0..0),
            ("mcts(10", 7..7),
            ("a b", 0..3),
            ("uct(1, c=1, c=2)", 12..15),
            ("uct(=)", 4..5),
            ("m(9, 9)", 5..6),
        ];
        for (text, span) in cases {
            assert_eq!(text.parse::<Spec>().map_err(|error| error.span), Err(span), "{text}");
        }
        assert!("m(99999999999999999999)".parse::<Spec>().is_err());
    }

    #[test]
    fn evaluations_are_found_by_name() {
        let find = |text: &str| text.parse::<Spec>().expect(text).take_evaluation::<Hex<u64>>();
        assert_eq!(find("minimax").expect("a default").name, "better");
        assert_eq!(find("minimax(eval=basic)").expect("there is one").name, "basic");
        let Err(error) = find("minimax(eval=mobility)") else { panic!("Hex has no mobility") };
        assert!(error.reason.contains("better") && error.reason.contains("`mobility`"), "{error}");
    }
}
