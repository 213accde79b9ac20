//! Lines of the protocol: a command and its arguments.

use nexsolve_core::words::shortened;

/// A command with its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) command: String,
    args: Vec<(String, String)>,
}

impl Request {
    /// Parses a line. Control characters count as spaces. Returns `None` for an empty line.
    ///
    /// # Errors
    /// If the line is not a command with arguments `name`, `name=value` or `name="value"`; with a message.
    pub(super) fn parse(line: &[u8]) -> Result<Option<Self>, String> {
        let text = String::from_utf8_lossy(line).replace(char::is_control, " ");
        let (command, mut rest) = name(text.trim());
        if command.is_empty() && rest.is_empty() {
            return Ok(None);
        }
        if command.is_empty() {
            return Err(format!("expected a command, found `{}`", shortened(rest)));
        }
        let mut request = Self { command: command.to_owned(), args: Vec::new() };
        while !rest.is_empty() {
            let (arg, after) = name(rest);
            if arg.is_empty() {
                return Err(format!("expected the name of an argument, found `{}`", shortened(rest)));
            }
            let (value, after) = match after.strip_prefix('=') {
                Some(after) => value(after.trim_start())?,
                None => ("", after),
            };
            request.args.push((arg.to_owned(), value.to_owned()));
            rest = after.trim_start();
        }
        Ok(Some(request))
    }

    /// Returns the value of an argument, empty if the argument has none; `None` without the argument. The
    /// first of several counts.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(arg, _)| arg == name).map(|(_, value)| value.as_str())
    }

    /// Returns whether there are no arguments.
    pub(super) fn is_bare(&self) -> bool {
        self.args.is_empty()
    }
}

/// Splits a name from the text after it and its spaces.
fn name(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_whitespace() || c == '=' || c == '"').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// Splits a value, in quotation marks or up to the next space, from the text after it.
fn value(text: &str) -> Result<(&str, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return Ok((&text[..end], &text[end..]));
    };
    let open = || format!("the quotation mark before `{}` is not closed", shortened(quoted));
    quoted.split_once('"').ok_or_else(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(text: &str) -> Result<Option<Request>, String> {
        Request::parse(text.as_bytes())
    }

    #[test]
    fn lines_are_read_as_the_protocol_specifies() {
        let line = |command: &str, args: &[(&str, &str)]| {
            let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            Ok(Some(Request { command: command.to_owned(), args }))
        };
        assert_eq!(parsed("hub"), line("hub", &[]));
        assert_eq!(parsed("  go\tthink \r"), line("go", &[("think", "")]));
        assert_eq!(
            parsed("pos pos=We moves=\"1-2 3x4\""),
            line("pos", &[("pos", "We"), ("moves", "1-2 3x4")])
        );
        assert_eq!(parsed("a b = \"\" c= d"), line("a", &[("b", ""), ("c", "d")]));
        assert_eq!(parsed("a b=uct(9,c=1)"), line("a", &[("b", "uct(9,c=1)")]));
        assert_eq!(parsed(" \t\0"), Ok(None));
        for (wrong, says) in [
            ("=", "expected a command, found `=`"),
            ("\"hub\"", "expected a command"),
            ("pos=W", "expected the name of an argument, found `=W`"),
            ("go \"think\"", "expected the name of an argument"),
            ("pos moves=\"1-2", "the quotation mark before `1-2` is not closed"),
        ] {
            assert!(parsed(wrong).expect_err(wrong).contains(says), "{wrong}");
        }
        let request = Request::parse(b"level time=3 time=4 infinite").expect("right").expect("a command");
        assert_eq!(["time", "infinite", "moves"].map(|name| request.get(name)), [Some("3"), Some(""), None]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_line_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            match Request::parse(&bytes) {
                Ok(Some(line)) => prop_assert!(!line.command.is_empty() && !line.command.contains(char::is_whitespace)),
                Ok(None) => prop_assert!(bytes.iter().all(|byte| *byte <= b' ' || *byte >= 0x7f)),
                Err(message) => prop_assert!(!message.is_empty()),
            }
        }
    }
}
