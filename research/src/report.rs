//! The studies as a report.

use crate::input::Input;
use crate::{games, kings, play, questions, weak};
use nexsolve_reports::{Chapter, Files, InputFile, Origin, ReportError, bind};
use serde_json::Value;

/// A study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Study {
    /// The openings of Nex that do not win, and how they are refuted.
    Weak,
    /// The old project's five questions on N×N Nex.
    Questions,
    /// How small boards of Nex are played: zugzwang, transforms, broken chains, the pie rule.
    Play,
    /// Recorded games of Nex, judged.
    Games,
    /// Draughts: published counts, and the king endings that every player knows.
    Kings,
}

impl Study {
    /// All studies, in the order of the index.
    pub const ALL: [Self; 5] = [Self::Weak, Self::Questions, Self::Play, Self::Games, Self::Kings];

    /// The study's name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Weak => "weak",
            Self::Questions => "questions",
            Self::Play => "play",
            Self::Games => "games",
            Self::Kings => "kings",
        }
    }

    fn add(self, files: &mut Files, input: &Input) -> Result<Chapter, ReportError> {
        match self {
            Self::Weak => weak::add(files, &input.sources),
            Self::Questions => questions::add(files, input),
            Self::Play => play::add(files, input),
            Self::Games => games::add(files, input),
            Self::Kings => kings::add(files, &input.sources),
        }
    }
}

/// Returns the part that is the same in every run of the same command: the board, its value and its tree.
/// Times, counters and bounds of other openings depend on the machine and its threads.
fn facts(run: &str) -> String {
    const FIELDS: [&str; 5] = ["board", "value", "distance", "tree_nodes", "tree_by_ply"];
    let document: Value = serde_json::from_str(run).expect("read before");
    let facts = FIELDS.map(|field| format!("{field} {}\n", document[field]));
    facts.concat()
}

/// Makes these studies. The same input gives the same bytes.
///
/// # Errors
/// If a table is missing or damaged.
pub fn report(input: &Input, studies: &[Study], program: &str) -> Result<Files, ReportError> {
    let mut files = Files::default();
    let made: Vec<Study> = Study::ALL.into_iter().filter(|study| studies.contains(study)).collect();
    let chapters = made.iter().map(|study| study.add(&mut files, input)).collect::<Result<Vec<_>, _>>()?;
    let parts: Vec<&str> = made.iter().map(|study| study.word()).collect();
    let mut command = "nexsolve-research --out DIR --databases DIR".to_owned();
    for (given, option) in [(&input.records, " --records FILE…"), (&input.run_files, " --run FILE…")] {
        if !given.is_empty() {
            command.push_str(option);
        }
    }
    if made.len() < Study::ALL.len() {
        command.push_str(" --only ");
        command.push_str(&parts.join(","));
    }
    let records = input.records.iter().map(|(name, text)| InputFile::new("records of games", name, text));
    let stated: Vec<(&str, String)> =
        input.run_files.iter().map(|(name, text)| (name.as_str(), facts(text))).collect();
    let runs = stated.iter().map(|(name, text)| {
        InputFile::new("run of nexsolve solve: board, value, distance, tree", name, text)
    });
    let inputs = records.chain(runs).collect();
    let built =
        [("commit", env!("NEXSOLVE_COMMIT").to_owned()), ("compiler", env!("NEXSOLVE_COMPILER").to_owned())];
    let built = built.into_iter().chain(nexsolve_reports::built()).collect();
    bind(&mut files, &chapters, &Origin { program, command, parts, sources: &input.sources, inputs, built });
    Ok(files)
}
