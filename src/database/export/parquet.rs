//! Apache Parquet: the columns of csv, in one file.

use super::reader::{Export, at_a_time, words};
use nexsolve_console::{Exit, Fault, files, memory};
use nexsolve_db::{Metric, Table};
use nexsolve_oracle::EntrySlice;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// A position's rank, its text, and its value.
type Row = (u64, String, i16);

/// The memory for a row: the row itself, its text, and its entries in the columns until its row group is
/// written.
const ROW_BYTES: u64 = 512;

/// The memory for a written row group until the file is finished.
const GROUP_BYTES: u64 = 8 << 10;

/// Checks that the memory is enough. Less memory means smaller and so more row groups, and each needs
/// [`GROUP_BYTES`] until the file is finished.
fn check_groups(export: &Export) -> Result<(), Fault> {
    let kept = |work: u64| {
        let rows = at_a_time(work, ROW_BYTES);
        let groups = |(_, table): &(_, Arc<Table>)| table.entries().div_ceil(rows);
        export.tables.iter().map(groups).sum::<u64>().saturating_mul(GROUP_BYTES)
    };
    let mut least = export.memory_bytes;
    while kept(least) > least && least < 1 << 48 {
        least += least / 8;
    }
    if least == export.memory_bytes {
        return Ok(());
    }
    let instead = ", or export some layers with --layer";
    Err(Fault::memory("a Parquet file of these tables needs", memory::for_work(least), instead))
}

/// Writes the tables to a file. Returns the number of rows.
pub(super) fn write(export: &Export, path: &Path) -> Result<u64, Fault> {
    files::check_folder(path)?;
    check_groups(export)?;
    let failed = |error: ParquetError| {
        let reason = match error {
            // The system's error.
            ParquetError::External(error) => error.to_string(),
            other => other.to_string(),
        };
        Fault::new(Exit::System, format!("{} cannot be written: {reason}", files::name(path)))
    };
    let mut rows = 0;
    files::write(path, |out| {
        let schema = Arc::new(parse_message_type(&schema(export.metric)).map_err(failed)?);
        // Groups are small, so their pages need no index, and less of each group has to be kept until the
        // end.
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let mut writer = SerializedFileWriter::new(out, schema, Arc::new(properties)).map_err(failed)?;
        for (layer, table) in &export.tables {
            let make = |part: EntrySlice| {
                let mut rows: Vec<Row> = Vec::with_capacity(part.values.len());
                export.entries.positions(&part, |rank, value, text| rows.push((rank, text(), value)));
                rows
            };
            export.read(*layer, table, ROW_BYTES, make, |parts| {
                // The rows that are processed together become one row group.
                let group: Vec<Row> = parts.into_iter().flatten().collect();
                rows += group.len() as u64;
                if !group.is_empty() {
                    let mut columns = writer.next_row_group().map_err(failed)?;
                    fill(&mut columns, export.name(*layer), export.metric, &group).map_err(failed)?;
                    columns.close().map_err(failed)?;
                }
                Ok(())
            })?;
        }
        writer.close().map_err(failed)?;
        Ok(())
    })?;
    Ok(rows)
}

fn schema(metric: Metric) -> String {
    let values = match metric {
        Metric::Reach => "REQUIRED BOOLEAN reachable;",
        Metric::Dtw => "REQUIRED BYTE_ARRAY value (UTF8); OPTIONAL INT32 distance (INT_16);",
        Metric::Score => "REQUIRED INT32 score (INT_16);",
        Metric::Wdl => "REQUIRED BYTE_ARRAY value (UTF8);",
    };
    format!(
        "message positions {{
            REQUIRED BYTE_ARRAY layer (UTF8); REQUIRED INT64 rank; REQUIRED BYTE_ARRAY position (UTF8);
            {values} }}"
    )
}

/// Writes rows of a layer, column by column.
fn fill<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    layer: &str,
    metric: Metric,
    rows: &[Row],
) -> Result<(), ParquetError> {
    let layer = ByteArray::from(layer);
    column::<ByteArrayType, W>(group, rows.iter().map(|_| layer.clone()), None)?;
    column::<Int64Type, W>(group, rows.iter().map(|(rank, ..)| *rank as i64), None)?;
    column::<ByteArrayType, W>(group, rows.iter().map(|(_, text, _)| text.as_str().into()), None)?;
    let values = rows.iter().map(|&(.., value)| value);
    match metric {
        Metric::Reach => column::<BoolType, W>(group, values.map(|value| value != 0), None),
        Metric::Score => column::<Int32Type, W>(group, values.map(i32::from), None),
        Metric::Dtw => {
            column::<ByteArrayType, W>(group, values.clone().map(|value| words(value).0.into()), None)?;
            let distances = values.map(|value| words(value).1);
            let present: Vec<i16> = distances.clone().map(|plies| i16::from(plies.is_some())).collect();
            column::<Int32Type, W>(group, distances.flatten().map(i32::from), Some(&present))
        }
        Metric::Wdl => column::<ByteArrayType, W>(group, values.map(|value| words(value).0.into()), None),
    }
}

/// Writes the next column. `present` marks the rows that have a value; `None` if all have one.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: impl Iterator<Item = T::T>,
    present: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer columns".to_owned()));
    };
    column.typed::<T>().write_batch(&values.collect::<Vec<_>>(), present, None)?;
    column.close()
}
