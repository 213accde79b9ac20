//! No circular dependencies between files: no file of a crate needs itself through others.
//!
//! A file needs another if it names something defined there. Naming what a module re-exports with `pub use`
//! counts as an import of the file that defines it; declaring a module, and re-exporting what it contains,
//! does not count. `mod.rs` and `lib.rs` count like any other file.

use super::repository::{self, Package};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn no_files_import_each_other_in_a_circle() {
    let circles: Vec<String> =
        repository::packages().iter().flat_map(|package| Graph::of(package).circles()).collect();
    assert!(circles.is_empty(), "files that import each other in a circle:\n\n{}", circles.join("\n\n"));
}

/// The path of a module or of something in it, from the crate's root.
type Path = Vec<String>;

/// A name that a `use` brings into a module.
struct Import {
    /// The name in the module; `*` for all.
    name: String,
    /// The path that it stands for, as written.
    path: Path,
    /// Whether others may name it through this module.
    public: bool,
}

#[derive(Default)]
struct Module {
    file: String,
    imports: Vec<Import>,
    /// The paths that the code names, without those of `use`.
    paths: Vec<Path>,
    /// The names that the code defines.
    defined: BTreeSet<String>,
}

impl Module {
    /// Reads all code except tests.
    fn read(&mut self, code: TokenStream) {
        let trees: Vec<TokenTree> = code.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            match &trees[at] {
                TokenTree::Punct(mark) if mark.as_char() == '#' && is_of_tests(trees.get(at + 1)) => {
                    at = at + 2 + position(&trees[at + 2..], |tree| is(tree, ";") || is_braced(tree));
                }
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(word) if word == "use" => {
                    let public = at > 0
                        && (is(&trees[at - 1], "pub") || is_of(&trees[at - 1], Delimiter::Parenthesis));
                    let end = at + position(&trees[at..], |tree| is(tree, ";"));
                    self.import(&trees[at + 1..end], &[], public);
                    at = end;
                }
                TokenTree::Ident(word) => {
                    let kinds = ["fn", "struct", "enum", "trait", "type", "const", "static"];
                    if let Some(TokenTree::Ident(name)) = trees.get(at + 1)
                        && kinds.iter().any(|kind| word == kind)
                    {
                        self.defined.insert(name.to_string());
                    }
                    let path = path(&trees[at..]);
                    at += 3 * (path.len() - 1);
                    if path.len() > 1 {
                        self.paths.push(path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads one tree of a `use`.
    fn import(&mut self, trees: &[TokenTree], before: &[String], public: bool) {
        let mut names = before.to_vec();
        let mut alias = None;
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|tree| is(tree, ",")).filter(|part| !part.is_empty()) {
                        self.import(part, &names, public);
                    }
                    return;
                }
                TokenTree::Punct(mark) if mark.as_char() == '*' => alias = Some("*".to_owned()),
                TokenTree::Ident(word) if word == "as" => {
                    alias = Some(trees[at + 1].to_string());
                    break;
                }
                TokenTree::Ident(word) => names.push(word.to_string()),
                _ => {}
            }
        }
        if names.len() > 1 && names.last().is_some_and(|last| last == "self") {
            names.pop();
        }
        if let Some(name) = alias.or_else(|| names.last().cloned()) {
            self.imports.push(Import { name, path: names, public });
        }
    }
}

fn is(tree: &TokenTree, text: &str) -> bool {
    !matches!(tree, TokenTree::Group(_)) && tree.to_string() == text
}

fn is_of(tree: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(tree, TokenTree::Group(group) if group.delimiter() == delimiter)
}

fn is_braced(tree: &TokenTree) -> bool {
    is_of(tree, Delimiter::Brace)
}

/// Returns whether the brackets of an attribute say that only tests compile the item.
fn is_of_tests(brackets: Option<&TokenTree>) -> bool {
    let text = brackets.map_or(String::new(), |tree| tree.to_string().replace(' ', ""));
    ["[cfg(test)]", "[cfg(all(test", "[test]"].iter().any(|begin| text.starts_with(begin))
}

/// The place of the first tree of this kind; the end if there is none.
fn position(trees: &[TokenTree], of_kind: impl Fn(&TokenTree) -> bool) -> usize {
    trees.iter().position(of_kind).unwrap_or(trees.len())
}

/// The leading names of a path.
fn path(trees: &[TokenTree]) -> Path {
    let more = trees[1..].chunks_exact(3).take_while(|three| {
        is(&three[0], ":") && is(&three[1], ":") && matches!(three[2], TokenTree::Ident(_))
    });
    std::iter::once(&trees[0]).chain(more.map(|three| &three[2])).map(TokenTree::to_string).collect()
}

/// The files of a crate, and which file needs which other, with the names that make it so.
struct Graph {
    modules: BTreeMap<Path, Module>,
    arrows: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
}

impl Graph {
    fn of(package: &Package) -> Self {
        let mut modules = BTreeMap::new();
        for file in package.product() {
            let inside = file.strip_prefix(&package.folder).expect("a source").trim_start_matches('/');
            let mut path: Path =
                inside.trim_end_matches(".rs").split('/').skip(1).map(str::to_owned).collect();
            path.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
            let mut module = Module { file: file.clone(), ..Module::default() };
            module.read(repository::read(&file).parse().expect("Rust"));
            modules.insert(path, module);
        }
        let mut graph = Self { modules, arrows: BTreeMap::new() };
        graph.draw();
        graph
    }

    fn draw(&mut self) {
        let mut arrows: BTreeMap<_, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
        for (at, module) in &self.modules {
            // Re-exporting one's own items is not an import.
            let own = |import: &&Import| {
                !(import.public && self.resolved(at, &import.path).is_some_and(|to| to.starts_with(at)))
            };
            let imported = module.imports.iter().filter(own).map(|import| &import.path);
            for path in imported.chain(&module.paths) {
                let Some(to) = self.resolved(at, path) else { continue };
                let file = &self.modules[&to].file;
                if *file != module.file {
                    let from = arrows.entry(module.file.clone()).or_default();
                    from.entry(file.clone()).or_default().extend(path.last().cloned());
                }
            }
        }
        self.arrows = arrows;
    }

    /// The module that defines what a path names, seen from the module `at`; nothing if it is a module
    /// itself, or lies outside.
    fn resolved(&self, at: &Path, path: &[String]) -> Option<Path> {
        self.followed(at, path, 0).filter(|(_, inside)| *inside).map(|(place, _)| place)
    }

    /// Where a path leads: the module, and whether to something defined in it (or to the module itself).
    fn followed(&self, at: &Path, path: &[String], depth: u32) -> Option<(Path, bool)> {
        if depth > 16 {
            return None;
        }
        let mut place = at.clone();
        let relative = path.iter().take_while(|name| *name == "super").count();
        let rest = match path.first()?.as_str() {
            "crate" => {
                place.clear();
                &path[1..]
            }
            "self" => &path[1..],
            "super" => {
                place.truncate(place.len().checked_sub(relative)?);
                &path[relative..]
            }
            first => {
                let (to, inside) = self.member(at, first, Seen::Within, depth)?;
                // Ignore items of this module, and what follows a name that is not a module.
                if inside {
                    return (to != *at).then_some((to, true));
                }
                place = to;
                &path[1..]
            }
        };
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
            // A path that begins with its own name belongs to another crate, or to a module inside.
            if import.path.first().is_none_or(|first| first != name) || import.path.len() == 1 {
                return self.followed(at, &import.path, depth + 1);
            }
        }
        let inside: Path = at.iter().cloned().chain([name.to_owned()]).collect();
        if self.modules.contains_key(&inside) {
            return Some((inside, false));
        }
        for import in module.imports.iter().filter(|import| import.public && import.name == "*") {
            if seen == Seen::FromOutside {
                let (to, _) = self.followed(at, &import.path, depth + 1)?;
                if self.modules[&to].defined.contains(name) {
                    return Some((to, true));
                }
            }
        }
        None
    }

    /// The sets of files that need each other, each with the names that connect them.
    fn circles(&self) -> BTreeSet<String> {
        let reached: BTreeMap<&String, BTreeSet<&String>> =
            self.arrows.keys().map(|file| (file, self.reached(file))).collect();
        let in_circles = reached.iter().filter(|(file, far)| far.contains(*file));
        in_circles
            .map(|(file, far)| {
                let circle = |other: &String| {
                    far.contains(other) && reached.get(other).is_some_and(|far| far.contains(file))
                };
                let arrows = self.arrows.iter().filter(|(from, _)| circle(from)).flat_map(|(from, tos)| {
                    let inside = tos.iter().filter(|(to, _)| circle(to));
                    inside.map(move |(to, names)| format!("  {from} -> {to}: {names:?}"))
                });
                arrows.collect::<Vec<_>>().join("\n")
            })
            .collect()
    }

    fn reached<'a>(&'a self, from: &'a String) -> BTreeSet<&'a String> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(file) = waiting.pop() {
            let next = self.arrows.get(file).into_iter().flat_map(BTreeMap::keys);
            waiting.extend(next.filter(|to| seen.insert(*to)));
        }
        seen
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Within,
    FromOutside,
}
