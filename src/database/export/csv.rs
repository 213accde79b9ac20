//! Comma-separated values, one line per position.

use super::reader::{Export, words};
use nexsolve_console::{Fault, files, output};
use nexsolve_db::Metric;
use nexsolve_oracle::EntrySlice;
use std::fmt::Write as _;
use std::path::Path;

/// The approximate memory for a line, in bytes.
const LINE_BYTES: u64 = 256;

/// Writes the tables to a file, or to standard output. Returns the number of positions.
pub(super) fn write(export: &Export, out: Option<&Path>) -> Result<u64, Fault> {
    let mut rows = 0;
    let mut all = |put: &mut dyn FnMut(&str) -> Result<(), Fault>| {
        put(head(export.metric))?;
        for (layer, table) in &export.tables {
            let make = |part: EntrySlice| lines(export, &part);
            export.read(*layer, table, LINE_BYTES, make, |parts| {
                for (text, count) in parts {
                    put(&text)?;
                    rows += count;
                }
                Ok(())
            })?;
        }
        Ok(())
    };
    let Some(path) = out else {
        all(&mut output::result)?;
        return Ok(rows);
    };
    files::check_folder(path)?;
    files::write(path, |file| {
        all(&mut |text| file.write_all(text.as_bytes()).map_err(|error| files::unwritable(path, &error)))
    })?;
    Ok(rows)
}

fn head(metric: Metric) -> &'static str {
    match metric {
        Metric::Reach => "layer,rank,position,reachable\n",
        Metric::Dtw => "layer,rank,position,value,distance\n",
        Metric::Score => "layer,rank,position,score\n",
        Metric::Wdl => "layer,rank,position,value\n",
    }
}

/// Returns the lines of a part, and their number.
fn lines(export: &Export, part: &EntrySlice) -> (String, u64) {
    let (mut text, mut count) = (String::new(), 0);
    let name = export.name(part.layer);
    export.entries.positions(part, |rank, value, position| {
        let position = position();
        // A field with a comma is quoted. None contains a quotation mark.
        let mark = if position.contains(',') { "\"" } else { "" };
        let _ = write!(text, "{name},{rank},{mark}{position}{mark},");
        match export.metric {
            Metric::Reach => text.push_str(if value == 0 { "false" } else { "true" }),
            Metric::Score => {
                let _ = write!(text, "{value}");
            }
            Metric::Dtw => {
                let (word, distance) = words(value);
                let _ = match distance {
                    Some(plies) => write!(text, "{word},{plies}"),
                    None => write!(text, "{word},"),
                };
            }
            Metric::Wdl => text.push_str(words(value).0),
        }
        text.push('\n');
        count += 1;
    });
    (text, count)
}
