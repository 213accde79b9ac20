//! Whole tables in rank order.

use nexsolve_core::{Layer, Notation};
use nexsolve_db::Metric;
use nexsolve_kernels::generate_briefly;
use nexsolve_oracle::{Entries, Oracle, Small};

#[test]
fn entries_agree_with_look_ups() {
    for (board, metric) in [("nex:2x2", Metric::Dtw), ("awari:3", Metric::Score), ("draughts:2", Metric::Dtw)]
    {
        let board = nexsolve_games::board(board).expect("a board");
        let small = Small::new(Small::ENOUGH, generate_briefly);
        small.make(board).expect("a small database");
        let held = small.all();
        let oracle = Oracle::new(board, &held).expect("a game");
        let opened = &held[0].opened;
        let entries = Entries::of(opened, metric).expect("a board").expect("it has tables");
        for (id, layer) in Layer::with_ids(entries.layers()) {
            let table = opened.database.table(&layer.name, metric).expect("whole").expect("made");
            for block in 0..table.blocks() {
                let part = entries.read(id, &table, block).expect("whole");
                entries.positions(&part, |_, value, text| {
                    let position = oracle.game().read_position(&text()).expect("as it is written");
                    let found = oracle.look(&[position]).expect("whole")[0].expect("in the table");
                    let (worth, _) = found;
                    let entry = worth.points.map_or_else(|| worth.bounds.lo.to_raw(), |points| points.0);
                    assert_eq!(entry, value, "{board}, {}", text());
                });
            }
        }
    }
}
