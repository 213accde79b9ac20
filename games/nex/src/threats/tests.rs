//! Every claimed win is compared with the rules.

use crate::{Nex, NexMove, NexPosition};
use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Forcing, Game, Notation, Plies, SplitMix, Wdl};
use nexsolve_rhombus::{CellSet, Wide};

#[test]
fn claims_hold_in_all_positions_of_small_boards() {
    for (rows, cols) in [(1, 5), (8, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2)] {
        for has_final_moves in [false, true] {
            let game = Nex::<u64>::of(rows, cols, has_final_moves, false).expect("a small board");
            let all = laws::positions(&game, Positions::All);
            let claims = laws::forcing(&game, &all, 1_000);
            eprintln!("{rows}x{cols}: {claims} claims, {} positions", all.len());
            assert!(claims > 0);
        }
    }
}

#[test]
fn claims_hold_with_the_swap_rule() {
    let game = Nex::<u64>::new(2, 3).expect("a small board").with_swap();
    assert!(laws::forcing(&game, &laws::positions(&game, Positions::All), 1_000) > 0);
}

#[test]
fn claims_hold_in_late_positions() {
    const SEED: u64 = 11;
    for (rows, cols, longest, games) in [
        (3, 4, 6, 20),
        (4, 3, 6, 20),
        (4, 4, 5, 60),
        (3, 5, 5, 10),
        (5, 3, 5, 10),
        (4, 5, 4, 20),
        (5, 5, 3, 10),
    ] {
        let game = Nex::<u64>::new(rows, cols).expect("a small board");
        let all = laws::endings(&game, games, Plies(longest), SEED);
        let claims = laws::forcing(&game, &all, 1_000);
        eprintln!("{rows}x{cols}, seed {SEED}: {claims} claims, {} positions", all.len());
        assert!(claims > 0);
    }
}

/// Positions of 11×11 Nex with Black to move; the moves that force the win (`g` generates, `t` transforms),
/// and their plies, the answers included. The stones were put down at random.
const FORCED: [(&str, u16, &str); 10] = [
    (
        "..BBB.WBBB./B.WB?BWWWB./.BW.WW..B.B/B.B.W.WW.WB/B.W.BW.B.../BB.WB.W.??B/WB.WW...?../.B.BB.WWWWW/?WB..BW.WB./...BWWWWB?./B..B.W.WW..",
        5,
        "ggg",
    ),
    (
        "WW..BB..W.?/WWBB.W??W.B/W.B.BWBWBBW/?WB.B.W.WBW/B?B.B...WWB/.WB?.BB..BW/WW.BW.WWW../BBBBW..W.BB/.W.WW?W?WBB/BBW...B.W.B/.WW.B.BWWBB",
        7,
        "gggg",
    ),
    (
        "..BWWBW...B/.WW..B.WWBW/BB??W....BB/.WW.WBWW.BW/.B..W.?BB?W/..WB..B...W/BBB.BW.WW../BBWWB..BWWB/?...W.BBBWB/..BW?.W.W.W/.BWBBW....B",
        9,
        "ggggg",
    ),
    (
        ".?B.W..?..W/WWW.W..BB.B/?...WWW?WBB/..??.WB...B/WWW.B.BBB../..?WWBBB?W?/W..WBB.B.../B.W..B..??B/..W.WB?.WBW/..W?W..WBWB/B?.WB.WBBB.",
        5,
        "ttt",
    ),
    (
        "B?BBWB.?B.W/..BB?B?.BW./WWB.WWW..WB/?.B?BW.WW.B/.W....W..B?/..?.BB?B.W./W?WWWBWBWB./?.WW?..W.W./.BB.B.?..W./B.BB.W.WW../.B?.B..BW..",
        7,
        "tttt",
    ),
    (
        "W.WBWB..BBB/WW.BWWW.WB?/.?.BBB.B.B./WBWBBW..BWW/WWWBBB.W.B./.WW?.WW.?W./BWBBW.WBB.W/W.W.BBBWBB./.?BW.B..BWB/B?.BWB..W../W.W?W?..WB.",
        7,
        "gtgt",
    ),
    (
        "WWB.......B/WWW...WB.?./.B.B.....B./B..W..B..../W..B.WWB?.B/W?B.?.BBB?W/.WB?BBWW?.W/?.BBB..B.../B..W.W?B?WW/.BBWBWB.W??/WWBW?WWWW?B",
        9,
        "ggggt",
    ),
    (
        "W.B.WBB..B./.BW.B.BB..W/..W..BB.W.?/.B.W..?BB.?/...?W.W.?.B/..WBW?.?.WB/BWBBBBW.?BW/..WW.BW.WW?/BW.WB.?WW.?/..BBWWB?B.W/..?W.W.B?.W",
        9,
        "ttggt",
    ),
    (
        "...WWW...WW/.?.W?.BWWW./?BWWW.B.BB./BBWWBW.BB../BB.B.BBWB.W/BBW.B?WWW.W/BW..BBWBB../B.WB..B.BBW/WB.WW.BW.WB/BW.WB?W.BW?/B.W?B?B.W.W",
        11,
        "gggggt",
    ),
    (
        "BB?..BBWB.B/BW?B...WW.?/W.W...BWWBW/.?B.BB?B.WW/...BBBB?.W./W...W?..?.W/..WBBWBW.BW/W..B?..?.W./....?W.?.WW/BBB.WB.WWW./WB?.?.B.B.W",
        11,
        "ggggtt",
    ),
];

#[test]
fn wins_of_five_to_eleven_plies_are_found_on_large_boards() {
    let game = Nex::<Wide>::new(11, 11).expect("fits");
    for (text, plies, kinds) in FORCED {
        let position = game.read_position(text).expect(text);
        let found = game.forced_win(&position, 50_000, &|| false).expect(text);
        let kind = |mv: &NexMove| if matches!(mv, NexMove::Generate { .. }) { 'g' } else { 't' };
        let own: String = found.line.iter().step_by(2).map(kind).collect();
        assert_eq!((found.plies, own.as_str()), (Plies(plies), kinds), "{text}");
        assert!(game.forced_win(&position, 2, &|| false).is_none(), "it takes more than two positions");
        assert!(game.forced_win(&position, 50_000, &|| true).is_none() || found.nodes < 256, "it stops");
        against_answers(&game, &position, Plies(plies), &[4, 2, 1, 1], &mut SplitMix(plies.into()));
    }
}

/// Plays the claimed win of the side to move against all answers that lose at once, and against as many of
/// the others as `samples` says for each of the opponent's turns.
fn against_answers<S: CellSet>(
    game: &Nex<S>,
    position: &NexPosition<S>,
    plies: Plies,
    samples: &[usize],
    random: &mut SplitMix,
) {
    let found = game.forced_win(position, 50_000, &|| false);
    let found = found.unwrap_or_else(|| panic!("no win in {}", game.format_position(position)));
    assert!(found.plies <= plies, "{}", game.format_position(position));
    let after = game.play(position, found.line[0]);
    if found.plies == Plies(1) {
        assert_eq!(game.outcome(&after), Some(Wdl::Loss), "{}", game.format_position(position));
        return;
    }
    let left = Plies(found.plies.0 - 2);
    let mut longer = Vec::new();
    for mv in game.legal_moves(&after) {
        let next = game.play(&after, mv);
        assert_eq!(game.outcome(&next), None, "{}", game.format_position(&next));
        match game.forced_win(&next, 1, &|| false) {
            Some(at_once) => assert_eq!(game.outcome(&game.play(&next, at_once.line[0])), Some(Wdl::Loss)),
            None => longer.push(next),
        }
    }
    let Some((&sample, samples)) = samples.split_first() else { return };
    for _ in 0..sample.min(longer.len()) {
        let next = longer.swap_remove(random.below(longer.len()));
        against_answers(game, &next, left, samples, random);
    }
}

#[test]
fn the_width_of_sets_does_not_matter() {
    let (narrow, wide) = (Nex::<u64>::new(7, 7).expect("fits"), Nex::<Wide>::new(7, 7).expect("fits"));
    for position in laws::positions(&wide, Positions::Games { count: 5, seed: 3 }) {
        if wide.outcome(&position).is_none() {
            let found = wide.forced_win(&position, 300, &|| false);
            assert_eq!(found, narrow.forced_win(&position.over(), 300, &|| false));
        }
    }
}
