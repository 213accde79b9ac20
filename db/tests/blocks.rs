//! Tests of blocks that are made without their table's file.

use crate::fixtures::{provenance, subject};
use nexsolve_db::{
    BlockMaker, Blocks, BuildError, Builder, Counts, Form, Metric, TableSpec, TableWriter, packed,
};
use std::fs;
use std::path::Path;

fn builder(folder: &Path, form: Form) -> Builder {
    Builder::open(folder, subject(), form, provenance()).expect("a folder of ours")
}

/// A table with constant codes, codes that compress and codes that do not; the last block is not full.
fn table() -> (TableSpec, Vec<u8>) {
    let codes: Vec<u8> = (0..300_001_u64)
        .map(|i| match i {
            0..100_000 => 1,
            100_000..200_000 => u8::from(i % 97 == 0),
            _ => (i * i % 7 % 3) as u8,
        })
        .collect();
    let spec = TableSpec {
        layer: "p05n3".into(),
        metric: Metric::Wdl,
        entries: codes.len() as u64,
        values: vec![-1, 0, 1],
    };
    (spec, packed::pack(&codes, 2))
}

/// Returns the bytes of the table's file.
fn written(form: Form, write: impl FnOnce(&mut TableWriter) -> Result<(), BuildError>) -> Vec<u8> {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let mut builder = builder(scratch.path(), form);
    let mut writer = builder.begin(table().0).expect("not there yet");
    write(&mut writer).expect("room");
    let table = writer.finish().expect("all codes");
    builder.commit(vec![(table, Counts { positions: vec![0; 3], reachable: None })]).expect("room");
    fs::read(scratch.path().join("p05n3.wdl")).expect("a table")
}

/// Makes the blocks of the table, `each` at a time, from the last to the first.
fn blocks(form: Form, each: usize) -> Vec<Blocks> {
    let (spec, codes) = table();
    let maker = BlockMaker::new(Path::new("elsewhere"), subject(), form, spec).expect("a table");
    let runs: Vec<_> = codes.chunks(each * maker.block_bytes()).enumerate().collect();
    let make = |&(run, codes): &(usize, &[u8])| maker.blocks((run * each) as u64, codes).expect("good codes");
    let mut made: Vec<Blocks> = runs.iter().rev().map(make).collect();
    made.reverse();
    made
}

#[test]
fn blocks_made_elsewhere_give_the_same_bytes() {
    for form in [Form::Compressed, Form::Raw] {
        let expected = written(form, |writer| writer.append(&table().1));
        for each in [1, 2, 5] {
            let found = written(form, |writer| {
                blocks(form, each).iter().try_for_each(|blocks| writer.append_blocks(blocks))
            });
            assert!(found == expected, "{form}, {each} at a time");
        }
    }
}

#[test]
fn blocks_that_are_not_the_next_ones_are_refused() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let builder = builder(scratch.path(), Form::Compressed);
    let made = blocks(Form::Compressed, 1);
    let refused = |spoil: &dyn Fn(&mut Blocks), before: usize| {
        let mut writer = builder.begin(table().0).expect("not there yet");
        for blocks in &made[..before] {
            writer.append_blocks(blocks).expect("the next ones");
        }
        let mut next = made[before].clone();
        spoil(&mut next);
        matches!(writer.append_blocks(&next), Err(BuildError::Blocks { .. }))
    };
    let last = made.len() - 1;
    assert!(!refused(&|_| (), last), "the last one is correct");
    assert!(refused(&|blocks| blocks.first += 1, 1), "another number");
    assert!(refused(&|blocks| blocks.bytes.push(0), last), "more bytes than the index says");
    assert!(refused(&|blocks| blocks.entries.truncate(7), last), "half an entry");
    assert!(
        refused(&|blocks| blocks.entries.extend(made[0].entries.clone()), last),
        "more blocks than there are"
    );
    let mut writer = builder.begin(table().0).expect("not there yet");
    writer.append(&table().1[..5]).expect("room");
    assert!(
        matches!(writer.append_blocks(&made[0]), Err(BuildError::Blocks { .. })),
        "codes wait to fill a block"
    );
}
