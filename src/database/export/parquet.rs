//! Apache Parquet: the columns of csv, in one file.

use super::{Export, words};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::files;
use nexsolve_db::{Metric, Table};
use nexsolve_oracle::Part;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Writes the tables into a file. Returns the number of rows.
pub(super) fn write(
    export: &Export<'_>,
    tables: &[(usize, Arc<Table>)],
    blocks: u64,
    path: &Path,
) -> Result<u64, Fault> {
    files::check_folder(path)?;
    let failed = |error: ParquetError| {
        Fault::new(Exit::Fault, format!("{} cannot be written: {error}", files::name(path)))
    };
    let mut rows = 0;
    files::write(path, |out| {
        let pipe = Pipe::default();
        let schema = Arc::new(parse_message_type(schema(export.metric)).map_err(failed)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut writer =
            SerializedFileWriter::new(pipe.clone(), schema, Arc::new(properties)).map_err(failed)?;
        let mut drain = || pipe.drain(out).map_err(|error| files::unwritable(path, &error));
        let mut done = 0;
        for (layer, table) in tables {
            let make = |part: Part| Columns::of(export, &part);
            export.read(*layer, table, blocks, &mut done, make, |parts| {
                // As many blocks as are read at a time are a row group.
                let columns = parts.into_iter().fold(Columns::default(), Columns::and);
                rows += columns.ranks.len() as u64;
                if !columns.ranks.is_empty() {
                    let mut group = writer.next_row_group().map_err(failed)?;
                    columns.write(&mut group, export.metric).map_err(failed)?;
                    group.close().map_err(failed)?;
                }
                drain()
            })?;
        }
        writer.close().map_err(failed)?;
        drain()
    })?;
    Ok(rows)
}

fn schema(metric: Metric) -> &'static str {
    match metric {
        Metric::Reach => {
            "message positions {
                REQUIRED BYTE_ARRAY layer (UTF8); REQUIRED INT64 rank; REQUIRED BYTE_ARRAY position (UTF8);
                REQUIRED BOOLEAN reachable; }"
        }
        Metric::Dtw => {
            "message positions {
                REQUIRED BYTE_ARRAY layer (UTF8); REQUIRED INT64 rank; REQUIRED BYTE_ARRAY position (UTF8);
                REQUIRED BYTE_ARRAY value (UTF8); OPTIONAL INT32 distance (INT_16); }"
        }
        Metric::Score => {
            "message positions {
                REQUIRED BYTE_ARRAY layer (UTF8); REQUIRED INT64 rank; REQUIRED BYTE_ARRAY position (UTF8);
                REQUIRED INT32 score (INT_16); }"
        }
        Metric::Wdl => {
            "message positions {
                REQUIRED BYTE_ARRAY layer (UTF8); REQUIRED INT64 rank; REQUIRED BYTE_ARRAY position (UTF8);
                REQUIRED BYTE_ARRAY value (UTF8); }"
        }
    }
}

/// The columns of some rows. Of `reachable`, `scores`, `values` and `distances`, only those of the metric are filled.
#[derive(Default)]
struct Columns {
    layers: Vec<ByteArray>,
    ranks: Vec<i64>,
    positions: Vec<ByteArray>,
    reachable: Vec<bool>,
    scores: Vec<i32>,
    values: Vec<ByteArray>,
    /// Those that are there.
    distances: Vec<i32>,
    /// For each row 1 if it has a distance, else 0.
    has_distance: Vec<i16>,
}

impl Columns {
    fn of(export: &Export<'_>, part: &Part) -> Self {
        let mut columns = Self::default();
        let layer = ByteArray::from(export.name(part.layer));
        export.entries.positions(part, |rank, value, position| {
            columns.layers.push(layer.clone());
            columns.ranks.push(rank as i64);
            columns.positions.push(position().into_bytes().into());
            match export.metric {
                Metric::Reach => columns.reachable.push(value != 0),
                Metric::Score => columns.scores.push(value.into()),
                _ => {
                    let (word, distance) = words(value);
                    columns.values.push(word.into());
                    columns.has_distance.push(i16::from(distance.is_some()));
                    columns.distances.extend(distance.map(i32::from));
                }
            }
        });
        columns
    }

    fn and(mut self, other: Self) -> Self {
        let Self { layers, ranks, positions, reachable, scores, values, distances, has_distance } = other;
        self.layers.extend(layers);
        self.ranks.extend(ranks);
        self.positions.extend(positions);
        self.reachable.extend(reachable);
        self.scores.extend(scores);
        self.values.extend(values);
        self.distances.extend(distances);
        self.has_distance.extend(has_distance);
        self
    }

    fn write<W: Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
        metric: Metric,
    ) -> Result<(), ParquetError> {
        column::<ByteArrayType, W>(group, &self.layers, None)?;
        column::<Int64Type, W>(group, &self.ranks, None)?;
        column::<ByteArrayType, W>(group, &self.positions, None)?;
        if metric == Metric::Reach {
            return column::<BoolType, W>(group, &self.reachable, None);
        }
        if metric == Metric::Score {
            return column::<Int32Type, W>(group, &self.scores, None);
        }
        column::<ByteArrayType, W>(group, &self.values, None)?;
        if metric == Metric::Dtw {
            column::<Int32Type, W>(group, &self.distances, Some(&self.has_distance))?;
        }
        Ok(())
    }
}

/// Writes the next column; `present` tells which rows have a value, if not all have one.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    present: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("the schema has fewer columns".to_owned()));
    };
    column.typed::<T>().write_batch(values, present, None)?;
    column.close()
}

/// Where the Parquet writer writes: it wants an owner that can go to other threads, which the file beside is not.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    /// Passes on what has come in.
    fn drain(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(&bytes)?;
        bytes.clear();
        Ok(())
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
