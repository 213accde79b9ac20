//! Comma-separated values: a line a position.

use super::{Export, words};
use crate::fault::Fault;
use crate::{files, output};
use nexsolve_db::{Metric, Table};
use nexsolve_oracle::Part;
use std::fmt::{self, Display, Write as _};
use std::path::Path;
use std::sync::Arc;

/// Writes the tables into a file, or on standard output. Returns the number of lines.
pub(super) fn write(
    export: &Export<'_>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    out: Option<&Path>,
) -> Result<u64, Fault> {
    let mut rows = 0;
    let mut all = |put: &mut dyn FnMut(&str) -> Result<(), Fault>| {
        put(head(export.metric))?;
        let mut done = 0;
        for (layer, table) in tables {
            export.read(
                *layer,
                table,
                blocks,
                &mut done,
                |part| lines(export, &part),
                |parts| {
                    for (text, count) in parts {
                        put(&text)?;
                        rows += count;
                    }
                    Ok(())
                },
            )?;
        }
        Ok(())
    };
    match out {
        None => all(&mut |text| output::result(text))?,
        Some(path) => {
            files::check_folder(path)?;
            files::write(path, |file| {
                all(&mut |text| {
                    file.write_all(text.as_bytes()).map_err(|error| files::unwritable(path, &error))
                })
            })?;
        }
    }
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

/// A field, in quotation marks if it holds a comma. None holds a quotation mark.
struct Field(String);

impl Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.contains(',') { write!(f, "\"{}\"", self.0) } else { f.write_str(&self.0) }
    }
}

/// The lines of a part, and their number.
fn lines(export: &Export<'_>, part: &Part) -> (String, u64) {
    let (mut text, mut count) = (String::new(), 0);
    let name = export.name(part.layer);
    export.entries.positions(part, |rank, value, position| {
        let _ = write!(text, "{name},{rank},{},", Field(position()));
        if export.metric == Metric::Reach {
            text.push_str(if value == 0 { "false" } else { "true" });
        } else if export.metric == Metric::Score {
            let _ = write!(text, "{value}");
        } else {
            let (word, distance) = words(value);
            text.push_str(word);
            if export.metric == Metric::Dtw {
                text.push(',');
                if let Some(plies) = distance {
                    let _ = write!(text, "{plies}");
                }
            }
        }
        text.push('\n');
        count += 1;
    });
    (text, count)
}
