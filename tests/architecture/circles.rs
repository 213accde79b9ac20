//! No circles of files: no file of a crate needs itself by way of others.
//!
//! A file needs another if it names something that is defined there. What a module hands on by `pub use` counts as an import of the
//! file that defines it; declaring a module, and handing on what is inside it, is none. `mod.rs` and `lib.rs` count like any other
//! file.

use super::house::{self, Package};
use super::rust::{Kind, Token, closed, rust, split_tests};
use std::collections::{BTreeMap, BTreeSet};

/// Where files may still use what the `mod.rs` above them defines.
const SHARED: [&str; 8] =
    ["src/", "games/src/hex/", "games/src/nex/", "players/", "reports/", "research/", "tablegen/", "viewer/"];

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut found = Vec::new();
    for package in house::packages() {
        let graph = Graph::of(&package);
        found.extend(graph.circles().iter().map(|circle| graph.told(circle)));
    }
    assert!(found.is_empty(), "files that import each other in a circle:\n\n{}", found.join("\n\n"));
}

/// The path of a module or of something in it, from the crate's root.
type Path = Vec<String>;

/// What a `use` makes known in a module.
struct Import {
    /// The name that it has there; `*` for all.
    name: String,
    /// The path that it stands for, as written.
    path: Path,
    /// Whether others may name it through this module.
    public: bool,
}

struct Module {
    file: String,
    imports: Vec<Import>,
    /// The paths that the code names, without those of `use`.
    paths: Vec<Path>,
}

/// The files of a crate, and which needs which because of what.
struct Graph {
    modules: BTreeMap<Path, Module>,
    arrows: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

impl Graph {
    fn of(package: &Package) -> Self {
        let mut modules = BTreeMap::new();
        let source = package.path("src/");
        for file in package.sources("src") {
            let inner =
                file.strip_prefix(&source).and_then(|inner| inner.strip_suffix(".rs")).expect("a source");
            let mut path: Path = inner.split('/').map(str::to_owned).collect();
            if path.iter().any(|part| part == "tests") {
                continue;
            }
            if path.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
                path.pop();
            }
            let (tokens, _) = split_tests(&rust(&house::read(&file)));
            let (imports, paths) = taken_apart(&tokens);
            modules.insert(path, Module { file, imports, paths });
        }
        let mut graph = Self { modules, arrows: BTreeMap::new() };
        graph.draw();
        graph
    }

    fn draw(&mut self) {
        let mut arrows: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (at, module) in &self.modules {
            let own = module.imports.iter().filter(|import| {
                // Re-exporting one's own items is not an import.
                !(import.public && self.resolved(at, &import.path).is_some_and(|to| to.starts_with(at)))
            });
            for path in own.map(|import| &import.path).chain(&module.paths) {
                let Some(to) = self.resolved(at, path) else { continue };
                if at.starts_with(&to) && SHARED.iter().any(|folder| module.file.starts_with(folder)) {
                    continue;
                }
                let to = &self.modules[&to];
                if to.file != module.file {
                    let name = path.last().cloned().unwrap_or_default();
                    arrows
                        .entry(module.file.clone())
                        .or_default()
                        .entry(to.file.clone())
                        .or_default()
                        .insert(name);
                }
            }
        }
        self.arrows = arrows;
    }

    /// The module that defines what a path names, seen from the module `at`; nothing if it is a module itself, or lies outside.
    fn resolved(&self, at: &Path, path: &[String]) -> Option<Path> {
        let place = self.followed(at, path, 0)?;
        (place.1).then_some(place.0)
    }

    /// Where a path leads: the module, and whether to something defined in it (or to the module itself).
    fn followed(&self, at: &Path, path: &[String], depth: u32) -> Option<(Path, bool)> {
        if depth > 16 {
            return None;
        }
        let (first, mut rest) = path.split_first()?;
        let mut place = at.clone();
        match first.as_str() {
            "crate" => place.clear(),
            "self" => {}
            "super" => {
                place.pop()?;
                while let Some((next, more)) = rest.split_first()
                    && next == "super"
                {
                    place.pop()?;
                    rest = more;
                }
            }
            _ => {
                let (to, inside) = self.member(at, first, Seen::Within, depth)?;
                // An item of this module itself tells nothing, nor does what lies behind a name that is no module.
                if inside {
                    return (to != *at).then_some((to, true));
                }
                place = to;
            }
        }
        for name in rest {
            let (to, inside) = self.member(&place, name, Seen::FromOutside, depth).unwrap_or((place, true));
            place = to;
            if inside {
                return Some((place, true));
            }
        }
        Some((place, false))
    }

    /// The meaning of a name in a module.
    fn member(&self, at: &Path, name: &str, seen: Seen, depth: u32) -> Option<(Path, bool)> {
        let module = self.modules.get(at)?;
        let here = |import: &&Import| import.public || seen == Seen::Within;
        if let Some(import) = module.imports.iter().filter(here).find(|import| import.name == name) {
            // A path that begins with its own name is one of another crate, or of a module inside.
            if import.path.first().is_none_or(|first| first != name) || import.path.len() == 1 {
                return self.followed(at, &import.path, depth + 1);
            }
        }
        let inside: Path = at.iter().cloned().chain([name.to_owned()]).collect();
        if self.modules.contains_key(&inside) {
            return Some((inside, false));
        }
        if seen == Seen::FromOutside {
            for import in module.imports.iter().filter(here).filter(|import| import.name == "*") {
                let (to, _) = self.followed(at, &import.path, depth + 1)?;
                if self.defines(&to, name) {
                    return Some((to, true));
                }
            }
        }
        None
    }

    fn defines(&self, at: &Path, name: &str) -> bool {
        let text = house::read(&self.modules[at].file);
        let tokens = rust(&text);
        tokens.windows(2).any(|pair| {
            ["fn", "struct", "enum", "trait", "type", "const", "static"].iter().any(|word| pair[0].is(word))
                && pair[1].is(name)
        })
    }

    /// The sets of files that lead to each other.
    fn circles(&self) -> Vec<Vec<String>> {
        let reached: BTreeMap<&String, BTreeSet<&String>> =
            self.arrows.keys().map(|file| (file, self.reached(file))).collect();
        let mut circles: Vec<Vec<String>> = Vec::new();
        for (&file, far) in &reached {
            let told = circles.iter().flatten().any(|known| known == file);
            if far.contains(file) && !told {
                let back = |other: &&&String| reached.get(**other).is_some_and(|from| from.contains(file));
                circles.push(far.iter().filter(back).map(|&other| other.clone()).collect());
            }
        }
        circles
    }

    fn reached<'a>(&'a self, from: &'a String) -> BTreeSet<&'a String> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(file) = waiting.pop() {
            for to in self.arrows.get(file).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(to) {
                    waiting.push(to);
                }
            }
        }
        seen
    }

    /// A circle with what ties it.
    fn told(&self, circle: &[String]) -> String {
        let mut lines = vec![format!("{} files:", circle.len())];
        for from in circle {
            for (to, names) in
                self.arrows.get(from).into_iter().flatten().filter(|(to, _)| circle.contains(to))
            {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                lines.push(format!("  {from} -> {to}: {}", names.join(", ")));
            }
        }
        lines.join("\n")
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Within,
    FromOutside,
}

/// The imports and the paths of a source.
fn taken_apart(tokens: &[Token]) -> (Vec<Import>, Vec<Path>) {
    let (mut imports, mut paths) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].is("use") && tokens[at].kind == Kind::Name {
            let end =
                tokens[at..].iter().position(|token| token.is(";")).map_or(tokens.len(), |len| at + len);
            let public = at > 0 && (tokens[at - 1].is("pub") || tokens[at - 1].is(")"));
            tree(&tokens[at + 1..end], &[], public, &mut imports);
            at = end;
        } else if tokens[at].kind == Kind::Name
            && !(at > 1 && tokens[at - 1].is(":") && tokens[at - 2].is(":"))
        {
            let (path, len) = path(&tokens[at..]);
            if path.len() > 1 {
                paths.push(path);
            }
            at += len;
        } else {
            at += 1;
        }
    }
    (imports, paths)
}

/// A path of names with `::` between them, and how many tokens it takes.
fn path(tokens: &[Token]) -> (Path, usize) {
    let mut names = vec![tokens[0].text.clone()];
    let mut at = 1;
    while at + 2 < tokens.len()
        && tokens[at].is(":")
        && tokens[at + 1].is(":")
        && tokens[at + 2].kind == Kind::Name
    {
        names.push(tokens[at + 2].text.clone());
        at += 3;
    }
    (names, at)
}

/// The imports of one tree of a `use`.
fn tree(tokens: &[Token], before: &[String], public: bool, imports: &mut Vec<Import>) {
    let mut names = before.to_vec();
    let mut at = 0;
    let mut alias = None;
    while at < tokens.len() {
        if tokens[at].is("{") {
            let end = closed(tokens, at);
            for part in parts(&tokens[at + 1..end - 1]) {
                tree(part, &names, public, imports);
            }
            return;
        } else if tokens[at].is("as") {
            alias = tokens.get(at + 1).map(|token| token.text.clone());
            break;
        } else if tokens[at].kind == Kind::Name {
            names.push(tokens[at].text.clone());
        } else if tokens[at].is("*") {
            imports.push(Import { name: "*".to_owned(), path: names, public });
            return;
        }
        at += 1;
    }
    if names.last().is_some_and(|last| last == "self") && names.len() > 1 {
        names.pop();
    }
    if let Some(last) = names.last() {
        imports.push(Import { name: alias.unwrap_or_else(|| last.clone()), path: names, public });
    }
}

/// The parts between the commas of the outermost level.
fn parts(tokens: &[Token]) -> Vec<&[Token]> {
    let (mut parts, mut begin, mut at) = (Vec::new(), 0, 0);
    while at < tokens.len() {
        if tokens[at].is(",") {
            parts.push(&tokens[begin..at]);
            begin = at + 1;
        }
        at = if tokens[at].is("{") { closed(tokens, at) } else { at + 1 };
    }
    parts.push(&tokens[begin..]);
    parts.retain(|part| !part.is_empty());
    parts
}
