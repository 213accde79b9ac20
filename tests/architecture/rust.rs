//! What Rust and JavaScript sources say, without their comments: names, texts and marks.

/// A word of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// A name or a mark as it is written; a text without its quotation marks.
    pub(crate) text: String,
    /// The line that it begins on, from 1.
    pub(crate) line: usize,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An identifier or a keyword.
    Name,
    /// A text in quotation marks.
    Text,
    /// A comment that becomes documentation.
    Doc,
    /// Any other character; a number is one mark.
    Mark,
}

impl Token {
    /// Returns whether it is this name or mark.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Name | Kind::Mark) && self.text == text
    }
}

/// The tokens of a Rust source.
pub(crate) fn rust(source: &str) -> Vec<Token> {
    Lexer::new(source, Language::Rust).all()
}

/// The tokens of a JavaScript source.
pub(crate) fn javascript(source: &str) -> Vec<Token> {
    Lexer::new(source, Language::JavaScript).all()
}

/// Rust without what only tests compile, and that alone: the items under `#[cfg(test)]` and `#[test]`.
pub(crate) fn split_tests(tokens: &[Token]) -> (Vec<Token>, Vec<Token>) {
    let (mut product, mut tests) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if is_test_attribute(&tokens[at..]) {
            let end = item_end(tokens, at);
            tests.extend_from_slice(&tokens[at..end]);
            at = end;
        } else {
            product.push(tokens[at].clone());
            at += 1;
        }
    }
    (product, tests)
}

fn is_test_attribute(tokens: &[Token]) -> bool {
    let begins = |words: &[&str]| words.iter().zip(tokens).all(|(word, token)| token.is(word));
    let long_enough = tokens.len() > 6;
    long_enough
        && (begins(&["#", "[", "cfg", "(", "test", ")", "]"])
            || begins(&["#", "[", "cfg", "(", "all", "(", "test"])
            || begins(&["#", "[", "test", "]"]))
}

/// Where the item ends whose first attribute is at `at`.
fn item_end(tokens: &[Token], mut at: usize) -> usize {
    while at < tokens.len() && (tokens[at].is("#") || tokens[at].kind == Kind::Doc) {
        at = if tokens[at].kind == Kind::Doc { at + 1 } else { closed(tokens, at + 1) };
    }
    while at < tokens.len() {
        if tokens[at].is(";") {
            return at + 1;
        }
        if tokens[at].is("{") {
            return closed(tokens, at);
        }
        at = if tokens[at].is("(") || tokens[at].is("[") { closed(tokens, at) } else { at + 1 };
    }
    at
}

/// One past the bracket that closes the one at `at`.
pub(crate) fn closed(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is(close)) {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return i + 1;
            }
        }
    }
    tokens.len()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Rust,
    JavaScript,
}

struct Lexer<'a> {
    rest: &'a str,
    language: Language,
    line: usize,
    tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn new(source: &'a str, language: Language) -> Self {
        Self { rest: source, language, line: 1, tokens: Vec::new() }
    }

    fn all(mut self) -> Vec<Token> {
        while let Some(first) = self.rest.chars().next() {
            let len = self.one(first);
            self.pass(len.max(first.len_utf8()));
        }
        self.tokens
    }

    fn pass(&mut self, len: usize) {
        self.line += self.rest[..len].matches('\n').count();
        self.rest = &self.rest[len..];
    }

    fn push(&mut self, kind: Kind, text: &str) {
        self.tokens.push(Token { kind, text: text.to_owned(), line: self.line });
    }

    /// Takes one token, or what lies between two; how many bytes it has.
    fn one(&mut self, first: char) -> usize {
        let rest = self.rest;
        if rest.starts_with("//") {
            let len = rest.find('\n').unwrap_or(rest.len());
            if rest.starts_with("///") || rest.starts_with("//!") {
                self.push(Kind::Doc, &rest[3..len]);
            }
            len
        } else if rest.starts_with("/*") {
            self.block_comment()
        } else if let Some(len) = self.raw_text() {
            len
        } else if first == '"' || self.language == Language::JavaScript && "'`".contains(first) {
            self.text(first)
        } else if first == '/' && self.language == Language::JavaScript && self.may_begin_pattern() {
            self.pattern()
        } else if first == '\'' {
            char_or_lifetime(rest)
        } else if first.is_ascii_digit() {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            self.push(Kind::Mark, &rest[..len]);
            len
        } else if first.is_alphabetic() || "_$".contains(first) {
            let len = rest.find(|c: char| !c.is_alphanumeric() && !"_$".contains(c)).unwrap_or(rest.len());
            // The prefix of a byte string or of a raw identifier is no name.
            if !(len == 1 && rest[len..].starts_with(['"', '#', '\'']) && self.language == Language::Rust) {
                self.push(Kind::Name, &rest[..len]);
            }
            len
        } else {
            if !first.is_whitespace() {
                self.push(Kind::Mark, &rest[..first.len_utf8()]);
            }
            first.len_utf8()
        }
    }

    fn block_comment(&self) -> usize {
        let (mut depth, mut at) = (0_usize, 0);
        loop {
            let rest = &self.rest[at..];
            if rest.is_empty() {
                return at;
            } else if rest.starts_with("/*") && (depth == 0 || self.language == Language::Rust) {
                depth += 1;
                at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            } else {
                at += rest.chars().next().map_or(0, char::len_utf8);
            }
        }
    }

    /// A text such as `r#"…"#`, if one begins here.
    fn raw_text(&mut self) -> Option<usize> {
        if self.language != Language::Rust {
            return None;
        }
        let rest = self.rest;
        let prefix = ["br", "cr", "r"].into_iter().find(|prefix| rest.starts_with(prefix))?;
        let hashes = rest[prefix.len()..].bytes().take_while(|&byte| byte == b'#').count();
        let begin = prefix.len() + hashes;
        let inner = rest[begin..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let len = inner.find(&end)?;
        self.push(Kind::Text, &inner[..len]);
        Some(begin + 1 + len + end.len())
    }

    fn text(&mut self, quote: char) -> usize {
        let mut escaped = false;
        for (i, c) in self.rest.char_indices().skip(1) {
            if !escaped && c == quote {
                self.push(Kind::Text, &self.rest[1..i]);
                return i + 1;
            }
            escaped = !escaped && c == '\\';
        }
        self.rest.len()
    }

    /// Returns whether a `/` begins a pattern here, and not a division.
    fn may_begin_pattern(&self) -> bool {
        self.tokens.last().is_none_or(|last| {
            last.kind == Kind::Mark && "(,=:[!&|?{};>+".contains(&last.text) || last.is("return")
        })
    }

    fn pattern(&mut self) -> usize {
        let (mut escaped, mut class) = (false, false);
        for (i, c) in self.rest.char_indices().skip(1) {
            match c {
                '\n' => return 1,
                '/' if !escaped && !class => {
                    self.push(Kind::Text, &self.rest[1..i]);
                    return i + 1;
                }
                '[' if !escaped => class = true,
                ']' if !escaped => class = false,
                _ => {}
            }
            escaped = !escaped && c == '\\';
        }
        1
    }
}

/// The length of the character or lifetime that begins with a `'`.
fn char_or_lifetime(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            let end = rest[3..].find('\'').map_or(rest.len(), |end| 3 + end + 1);
            end.min(rest.len())
        }
        Some((_, c)) => match chars.next() {
            Some((i, '\'')) => i + 1,
            _ if c.is_alphabetic() || c == '_' => {
                let name = &rest[1..];
                1 + name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())
            }
            _ => 1,
        },
        None => 1,
    }
}

#[test]
fn sources_are_taken_apart() {
    let source = "//! Doc.\nuse a::b; // not\n/* no /* nor */ this */ let x = 'a' + b'\\'' + r#\"raw \" text\"#;\n\
                  #[cfg(test)]\nmod tests { fn f<'a>(_: &'a str) {} }\nfn g() { \"te\\\"xt\" }";
    let (product, tests) = split_tests(&rust(source));
    let words = |tokens: &[Token], kind| -> Vec<String> {
        tokens.iter().filter(|token| token.kind == kind).map(|token| token.text.clone()).collect()
    };
    assert_eq!(words(&product, Kind::Doc), [" Doc."]);
    assert_eq!(words(&product, Kind::Text), ["raw \" text", "te\\\"xt"]);
    assert_eq!(words(&product, Kind::Name), ["use", "a", "b", "let", "x", "fn", "g"]);
    assert_eq!(words(&tests, Kind::Name), ["cfg", "test", "mod", "tests", "fn", "f", "_", "str"]);
    assert_eq!(product.iter().find(|token| token.is("g")).map(|token| token.line), Some(6));
    let page = javascript("import x from './x.js'; const y = a / b / 'c'; y.replace(/['\"/]/g, `t`);");
    assert_eq!(words(&page, Kind::Text), ["./x.js", "c", "['\"/]", "t"]);
}
