//! Databases of earlier versions still open and give the same answers, and the commands that made them still
//! write the same bytes.

use crate::support::{entries, fed, files, json, list, manifest, path, place, said, scratch};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn there_is_one_of_each_kind_and_each_answers_as_recorded() {
    let mut kinds = BTreeSet::new();
    for database in entries("tests/databases").iter().filter(|path| path.is_dir()) {
        let name = path(database);
        let manifest = manifest(database);
        let form = manifest["form"].as_str().expect("a form");
        kinds.insert(manifest["subject"]["game"].as_str().expect("a game").to_owned());
        for table in list(&manifest["tables"]) {
            kinds.insert(format!("{form} {}", table["metric"].as_str().expect("a metric")));
        }
        let answers = fs::read_to_string(database.with_extension("answers")).expect("answers");
        let positions = answers.lines().filter_map(|line| line.split('\t').next());
        let positions: String = positions.flat_map(|line| [line, "\n"]).collect();
        assert!(answers.lines().count() > 100, "{name}");
        assert_eq!(fed(&format!("query --db {name} -"), positions), (0, answers, String::new()), "{name}");
        assert_eq!(json(&format!("verify {name}"))["right"], true, "{name}");
        // Shrunk databases are written in version 3; those of version 2 are read.
        if form == "small" && manifest["format_version"] == 2 {
            continue;
        }
        let made_by = manifest["runs"][0]["command"].as_str().expect("a command");
        let made_by = made_by.strip_prefix("nexsolve ").expect("this program");
        let scratch = scratch();
        let [mut made, small] = ["made", "small"].map(|name| place(&scratch, name));
        said(&format!("{made_by} --out {made} --quiet"));
        if form == "small" {
            said(&format!("shrink {made} --out {small} --quiet"));
            made = small;
        }
        assert!(files(database) == files(made), "{made_by} makes other bytes than {name}");
    }
    for kind in ["nex", "hex", "awari", "draughts"] {
        assert!(kinds.contains(kind), "{kind}");
    }
    for metric in ["wdl", "dtw", "reach", "score"] {
        for form in ["raw", "compressed", "small"] {
            assert!(kinds.contains(&format!("{form} {metric}")), "{form} {metric}");
        }
    }
}
