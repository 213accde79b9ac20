//! The tables to verify, in order.

use crate::error::VerifyError;
use crate::groups::Group;
use nexsolve_core::{Layer, LayerId, Ranked};
use nexsolve_db::{Database, Metric, Table};
use std::sync::Arc;

/// A table to verify.
pub(crate) struct Task {
    pub(crate) layer: LayerId,
    /// The index of the layer's group.
    pub(crate) group: usize,
    pub(crate) table: Arc<Table>,
    /// The layers from which its values follow.
    pub(crate) needs: Vec<LayerId>,
}

impl Task {
    /// The layer's name.
    pub(crate) fn name(&self) -> &str {
        &self.table.spec().layer
    }
}

/// All tables in an order in which each comes after the tables that it needs. The tables of a group and one
/// metric are adjacent.
pub(crate) fn tasks<G: Ranked>(
    game: &G,
    groups: &[Group],
    database: &Database,
) -> Result<Vec<Task>, VerifyError> {
    let layers = game.layers();
    database.check_derived(layers)?;
    let mut tasks = Vec::new();
    for record in &database.manifest().tables {
        let Some(layer) = LayerId::named(layers, &record.layer) else {
            return Err(VerifyError::Foreign { file: record.file.clone(), layer: record.layer.clone() });
        };
        let group = groups.iter().position(|group| group.layers.contains(&layer)).expect("each has one");
        let needs: Vec<LayerId> = match record.metric {
            Metric::Reach if groups[group].cyclic => {
                return Err(VerifyError::Cyclic { layer: record.layer.clone() });
            }
            Metric::Reach => {
                LayerId::all(layers).filter(|&before| layers[before].successors.contains(&layer)).collect()
            }
            Metric::Wdl | Metric::Dtw | Metric::Score if G::OMITS => Layer::all_after(layers, layer),
            Metric::Wdl | Metric::Dtw | Metric::Score => layers[layer].successors.clone(),
        };
        let absent =
            |&&need: &&LayerId| database.manifest().table(&layers[need].name, record.metric).is_none();
        if let Some(&need) = needs.iter().find(absent) {
            let needed = format!("{}.{}", layers[need].name, record.metric);
            return Err(VerifyError::Absent { file: record.file.clone(), needed });
        }
        let table = database.table_of(&layers[layer], record.metric)?.expect("listed");
        tasks.push(Task { layer, group, table, needs });
    }
    tasks.sort_by_key(|task| match task.table.metric() {
        Metric::Reach => (Metric::Reach, task.layer.index()),
        metric => (metric, layers.len() - task.layer.index()),
    });
    Ok(tasks)
}
