//! The description of a published database for programs: a Data Package (<https://datapackage.org>, version
//! 2).

use super::card::About;
use super::site::Written;
use nexsolve_console::units::counted;
use nexsolve_db::Metric;
use serde_json::{Value, json};
use std::path::Path;

/// The document. `written` are the files of the database, below the folder `own`.
pub(super) fn document(about: &About<'_>, written: &[Written], own: &str) -> Value {
    let manifest = about.opened.database.manifest();
    let resource = |file: &Written| {
        let path = &file.path[own.len() + 1..];
        // The name of a resource has no capitals.
        let name = path.to_lowercase();
        let mut resource = json!({
            "name": name,
            "path": path,
            "bytes": file.bytes,
            "hash": format!("sha256:{}", file.digest),
        });
        let format = Path::new(path).extension().and_then(|ending| ending.to_str());
        let table = manifest.tables.iter().find(|table| table.file == path);
        let fields = resource.as_object_mut().expect("an object");
        if let Some(table) = table {
            fields.insert(
                "description".into(),
                format!(
                    "{} of layer {}, {}",
                    table.metric,
                    table.layer,
                    counted(table.entries, "entry", "entries")
                )
                .into(),
            );
            fields.insert("mediatype".into(), "application/octet-stream".into());
        } else if format == Some("csv") {
            fields.insert("profile".into(), "tabular-data-resource".into());
            fields.insert("format".into(), "csv".into());
            fields.insert("mediatype".into(), "text/csv".into());
            fields.insert(
                "schema".into(),
                json!({ "fields": columns(manifest.tables.iter().map(|table| table.metric)) }),
            );
        } else if format == Some("parquet") {
            fields.insert("format".into(), "parquet".into());
            fields.insert("mediatype".into(), "application/vnd.apache.parquet".into());
        }
        resource
    };
    json!({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": about.name.to_lowercase(),
        "title": about.title(),
        "description": about.sentence(),
        "version": env!("CARGO_PKG_VERSION"),
        "licenses": [{ "name": about.args.licence }],
        "contributors": [{ "title": about.args.author, "roles": ["publisher"] }],
        "sources": manifest.runs.iter().map(|run| json!({ "title": format!("{}: {}", run.program, run.command) })).collect::<Value>(),
        "resources": written.iter().map(resource).collect::<Value>(),
    })
}

/// The columns of the sample.
fn columns(metrics: impl Iterator<Item = Metric>) -> Value {
    let metrics: Vec<Metric> = metrics.collect();
    let mut fields = vec![
        json!({ "name": "layer", "type": "string" }),
        json!({ "name": "rank", "type": "integer" }),
        json!({ "name": "position", "type": "string" }),
    ];
    if metrics.contains(&Metric::Score) {
        fields.push(json!({ "name": "score", "type": "integer", "description": "points of the side to move minus those of the opponent, from here on" }));
    } else {
        fields.push(json!({ "name": "value", "type": "string", "description": "for the side to move", "constraints": { "enum": ["win", "draw", "loss"] } }));
    }
    if metrics.contains(&Metric::Dtw) {
        fields.push(json!({ "name": "distance", "type": "integer", "description": "plies to the end" }));
    }
    fields.into()
}
