//! The card of a published database: a page for people who find it.

use super::args::PublishArgs;
use nexsolve_console::units::{grouped, size};
use nexsolve_db::Form;
use nexsolve_db::summary::{Summary, bits};
use nexsolve_games::listed::own::is_own;
use nexsolve_oracle::Opened;
use std::fmt::Write as _;

/// What a card describes.
pub(super) struct About<'a> {
    pub(super) opened: &'a Opened,
    /// Its name on the site.
    pub(super) name: &'a str,
    pub(super) args: &'a PublishArgs,
    /// The files of the sample, and their rows.
    pub(super) samples: &'a [(String, u64)],
    /// A position of the sample; `None` if the database has the start of a game.
    pub(super) example: Option<String>,
}

impl About<'_> {
    /// The title.
    pub(super) fn title(&self) -> String {
        format!("Perfect play on {}", self.opened.board.title())
    }

    /// What the database is, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let metrics: Vec<&str> =
            self.opened.database.manifest().tables.iter().map(|table| table.metric.word()).collect();
        let what = if metrics.contains(&"score") {
            "the points that the side to move wins from here on, minus those of the opponent"
        } else if metrics.contains(&"dtw") {
            "win, draw or loss for the side to move, and the number of plies to the end"
        } else {
            "win, draw or loss for the side to move"
        };
        format!("The value of every position of {} in the tables: {what}.", self.opened.board.title())
    }

    /// The card, in Markdown.
    pub(super) fn text(&self) -> String {
        let manifest = self.opened.database.manifest();
        let summary = Summary::new(&self.opened.layers, manifest);
        let (board, name) = (self.opened.board, self.name);
        let mut text = format!("# {}\n\n{}\n\n", self.title(), self.sentence());
        let whole = if summary.complete { "complete" } else { "not complete: some layers have no table" };
        let _ = writeln!(
            text,
            "Game and board `{board}`; {} tables, {}; {whole}. All values are exact, and every table can be checked.\n",
            manifest.tables.len(),
            size(summary.bytes()),
        );
        text.push_str("## Files\n\n");
        let form = match manifest.form {
            Form::Raw => "raw",
            Form::Compressed => "compressed in blocks with zstd",
            Form::Small => "in the small form",
        };
        let _ = writeln!(
            text,
            "`manifest.json` lists the tables. A table `LAYER.METRIC` has one entry for each rank of a layer, {form}. The file format is described byte by byte in \
             FORMAT.md of nexsolve. `SHA256SUMS` has the digests of all files, `datapackage.json` describes them to programs."
        );
        for (sample, rows) in self.samples {
            let _ = writeln!(
                text,
                "`{sample}` has the {} positions of the smallest tables with their values, to look at without nexsolve.",
                grouped(*rows)
            );
        }
        text.push_str("\n## Layers\n\n| layer | positions | lost | drawn | won | bytes | bits per position |\n|---|---:|---:|---:|---:|---:|---:|\n");
        for row in &summary.rows {
            let number = |n: Option<u64>| n.map_or_else(|| "–".to_owned(), grouped);
            let value = |at: usize| row.tally.values.map(|values| values[at]);
            let bytes: u64 = row.tables.iter().map(|table| table.bytes).sum();
            let per = bits(&row.tables).map_or_else(|| "–".to_owned(), |bits| format!("{bits:.2}"));
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {per} |",
                row.layer,
                number(row.tally.positions),
                number(value(0)),
                number(value(1)),
                number(value(2)),
                grouped(bytes),
            );
        }
        text.push_str("\nA position is lost, drawn or won for the side to move.\n\n## How it was made\n\n");
        for run in &manifest.runs {
            let _ = writeln!(text, "    {}  # {}", run.command, run.program);
        }
        if is_own(board) {
            text.push_str(
                "\nThe rules are in a program of their author; `game.graph` has the positions and moves.\n",
            );
        }
        let (position, state) = match &self.example {
            // Positions of own games are written as their authors like.
            Some(position) if position.contains('\'') => {
                (format!("{position:?}"), format!("state({position:?})"))
            }
            Some(position) => (format!("'{position}'"), format!("state({position:?})")),
            None => ("start".to_owned(), "new_initial_state()".to_owned()),
        };
        let played = board.over_the_board();
        let _ = write!(
            text,
            "\n## How to check it\n\nFrom the folder above this one:\n\n    (cd {name} && sha256sum -c --quiet SHA256SUMS)\n    nexsolve verify {name}\n\nThe second command derives every value again, with other code than the one that made the tables.\n\n\
             ## How to read it\n\n    nexsolve query {name} {position}\n\nIn Python:\n\n    import nexsolve\n    nexsolve.open(\"{name}\").get(nexsolve.load_game(\"{played}\").{state})\n\n\
             Both also read this folder where it is published: give its address, https://…/{name}, in place of the folder's name. They fetch only \
             the parts that they need.\n\n\
             ## Licence and citation\n\nLicence: {}. Cite as: {}, “{}”, made with {}.\n",
            self.args.licence,
            self.args.author,
            self.title(),
            manifest.runs.first().map_or("nexsolve", |run| run.program.as_str()),
        );
        text
    }
}
