//! A page in Markdown.

use std::fmt::Write as _;

/// A page under construction. Paths are those of the report's folder, with `/` between their parts.
#[derive(Clone, Debug)]
pub struct Page {
    path: String,
    text: String,
}

/// A table.
#[derive(Clone, Debug)]
pub struct PageTable {
    /// The names, each with the Markdown below it that aligns the column.
    columns: Vec<(String, &'static str)>,
    rows: Vec<Vec<String>>,
}

impl PageTable {
    /// Creates a table with these columns: `<` before a name aligns the column to the left, `>` to the right.
    ///
    /// ```
    /// use nexsolve_reports::PageTable;
    /// let mut table = PageTable::new(&["<board", ">openings"]);
    /// table.row(["3×3 Nex", "72"]);
    /// assert_eq!(table.to_markdown(), "| board | openings |\n|:---|---:|\n| 3×3 Nex | 72 |\n");
    /// ```
    ///
    /// # Panics
    /// If a name begins with neither character.
    pub fn new(columns: &[&str]) -> Self {
        let column = |name: &&str| match name.split_at(1) {
            ("<", name) => (name.to_owned(), "|:---"),
            (">", name) => (name.to_owned(), "|---:"),
            _ => panic!("`{name}` does not begin with `<` or `>`"),
        };
        Self { columns: columns.iter().map(column).collect(), rows: Vec::new() }
    }

    /// A further row.
    ///
    /// # Panics
    /// If the number of cells is not the number of columns.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "a cell for each column");
        self.rows.push(cells);
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table in Markdown.
    pub fn to_markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.columns.iter().map(|(name, _)| name));
        text.extend(self.columns.iter().map(|(_, line)| *line));
        text.push_str("|\n");
        for row in &self.rows {
            text.push_str(&line(&mut row.iter()));
        }
        text
    }
}

impl Page {
    /// A page with its title.
    pub fn new(path: impl Into<String>, title: impl Into<String>) -> Self {
        Self { path: path.into(), text: format!("# {}\n", title.into()) }
    }

    /// The path of the page.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// A paragraph directly below the title, before what has been added so far: the answer, once it is known.
    pub fn lead(&mut self, text: &str) {
        let title = self.text.find('\n').map_or(self.text.len(), |end| end + 1);
        self.text.insert_str(title, &format!("\n{}\n", text.trim()));
    }

    /// A heading; 2 is a section, 3 a part of one.
    pub fn heading(&mut self, level: usize, text: &str) {
        let _ = write!(self.text, "\n{} {text}\n", "#".repeat(level));
    }

    /// A paragraph, in Markdown.
    pub fn text(&mut self, text: &str) {
        let _ = write!(self.text, "\n{}\n", text.trim());
    }

    /// A list in Markdown, one item per line.
    pub fn list<T: AsRef<str>>(&mut self, items: impl IntoIterator<Item = T>) {
        self.text.push('\n');
        for item in items {
            let _ = writeln!(self.text, "- {}", item.as_ref().trim());
        }
    }

    /// A table.
    pub fn table(&mut self, table: &PageTable) {
        let _ = write!(self.text, "\n{}", table.to_markdown());
    }

    /// Unformatted text.
    pub fn code(&mut self, text: &str) {
        let _ = write!(self.text, "\n```text\n{}\n```\n", text.trim_end());
    }

    /// A picture with an alternative text, and its caption below.
    pub fn image(&mut self, path: &str, alt: &str, caption: &str) {
        let _ = write!(self.text, "\n![{}]({})\n", escape(alt), self.to(path));
        if !caption.is_empty() {
            let _ = write!(self.text, "\n*{}*\n", escape(caption));
        }
    }

    /// A link in Markdown to another file of the report.
    pub fn link(&self, text: &str, path: &str) -> String {
        format!("[{}]({})", escape(text), self.to(path))
    }

    /// The relative path from this page to another file of the report.
    fn to(&self, path: &str) -> String {
        let here: Vec<&str> = self.path.split('/').collect();
        let there: Vec<&str> = path.split('/').collect();
        let folders = &here[..here.len() - 1];
        let same = folders.iter().zip(&there[..there.len() - 1]).take_while(|(a, b)| a == b).count();
        let up = vec![".."; folders.len() - same];
        up.into_iter().chain(there[same..].iter().copied()).collect::<Vec<_>>().join("/")
    }

    /// The page's file.
    pub fn to_markdown(&self) -> &str {
        &self.text
    }
}

/// Escapes text for Markdown.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '[' | ']' | '*' | '_' | '`' | '<' | '>' | '#' | '|') {
            escaped.push('\\');
        }
        escaped.push(if c == '\n' { ' ' } else { c });
    }
    escaped
}

/// A part's entry in the index of a report.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its title.
    pub title: &'static str,
    /// Its page.
    pub path: String,
    /// A summary, in a sentence or two of Markdown.
    pub lead: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_folder_to_folder() {
        let page = Page::new("openings/nex-3x3.md", "Openings");
        assert_eq!(page.link("Atlas", "atlas.md"), "[Atlas](../atlas.md)");
        assert_eq!(page.link("a", "openings/a.svg"), "[a](a.svg)");
        assert_eq!(page.link("a", "openings/more/a.svg"), "[a](more/a.svg)");
        assert_eq!(page.link("a", "weak/a.svg"), "[a](../weak/a.svg)");
        assert_eq!(Page::new("index.md", "I").link("[x]", "a/b.md"), "[\\[x\\]](a/b.md)");
    }

    #[test]
    fn the_answer_comes_first() {
        let mut page = Page::new("a.md", "Question");
        page.text("Reasons.");
        page.lead("Answer.");
        assert_eq!(page.to_markdown(), "# Question\n\nAnswer.\n\nReasons.\n");
    }

    #[test]
    fn tables_keep_their_columns() {
        let mut table = PageTable::new(&["<a", ">b"]);
        table.row(["x|y", "1"]);
        assert_eq!(table.to_markdown(), "| a | b |\n|:---|---:|\n| x\\|y | 1 |\n");
    }
}
