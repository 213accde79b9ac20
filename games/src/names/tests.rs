//! Names of boards, read and written.

#[test]
fn boards_are_read_as_written() {
    for text in [
        "nex:4x4",
        "hex:5x5",
        "hex:course:6x6",
        "hex:swap:5x5",
        "hex:course+swap:4x4",
        "nex:2x19",
        "nex:8x8",
        "nex:swap:4x4",
        "nex:final:4x4",
        "nex:final+swap:4x4",
        "awari:1",
        "awari:48",
        "draughts:russian:2",
        "draughts:brazilian:8",
        "connect4:6x7",
        "tictactoe:3x3",
        "tictactoe:four:4x4",
        "domineering:4x5",
        "dodgem:3x3",
    ] {
        assert_eq!(crate::board(text).expect(text).to_string(), text);
    }
    for (text, same) in [
        ("nex:3", "nex:3x3"),
        ("HEX:Swap+course:3x4", "hex:course+swap:3x4"),
        ("nex:swap:final:3", "nex:final+swap:3x3"),
        ("nex:3×4", "nex:3x4"),
    ]
    .into_iter()
    .chain([("Awari:12", "awari:12"), ("draughts:4", "draughts:russian:4")])
    .chain([("DRAUGHTS:Brazilian:3", "draughts:brazilian:3"), ("awari:012", "awari:12")])
    {
        assert_eq!(crate::board(text).expect(text).to_string(), same);
    }
    let title = |text| crate::board(text).expect(text).title();
    assert_eq!(title("nex:3x2"), "3×2 Nex");
    assert_eq!(title("hex:swap:3x3"), "3×3 Hex with swap");
    assert_eq!(title("nex:swap:3x3"), "3×3 Nex with swap");
    assert_eq!(title("nex:final:3x3"), "3×3 Nex with final moves");
    assert_eq!(title("connect4:6x7"), "6×7 Connect Four");
    assert_eq!(title("tictactoe:four:4x4"), "4×4 Tic-tac-toe with lines of four");
    assert_eq!(title("awari:12"), "Awari with up to 12 seeds");
    assert_eq!(title("draughts:4"), "Russian draughts with up to 4 pieces");
}

#[test]
fn invalid_boards_are_rejected_with_hints() {
    let bad = [
        "",
        ":",
        "nex",
        "nex:",
        "nex:x",
        "nex:3x",
        "nex:x3",
        "nex:3x3x3",
        "nex:+3",
        "nex:-3x3",
        "nex:0x3",
        "nex:0",
        "nex:20",
        "nex:26",
        "nex:9x9",
        "nex:99999999999x1",
        "nex:course:3x3",
        "hex:swop:3x3",
        "hex:swap+swap:3x3",
        "hex::3x3",
        "chess:8x8",
        "néx:3x3",
        "slove",
        "awari",
        "awari:",
        "awari:0",
        "awari:49",
        "awari:4x4",
        "awari:-1",
        "awari:swap:4",
        "draughts",
        "draughts:",
        "draughts:1",
        "draughts:9",
        "draughts:english:4",
        "draughts:russian",
        "draughts:russian:brazilian:4",
        "draughts:russian:8x8",
        "nex:3x3 ",
        "connect4",
        "connect4:9x4",
        "connect4:swap:6x7",
        "tictactoe:5x5",
        "tictactoe:five:4x4",
        "domineering:9x2",
        "domineering:8x8",
        "dodgem:6x6",
    ];
    for text in bad {
        let fault = crate::board(text).expect_err(text);
        assert!(!fault.hints.is_empty(), "{text}");
    }
}

#[test]
fn played_boards_are_read_as_written() {
    let written = [
        "nex:3x3",
        "nex:13x13",
        "nex:swap:11x11",
        "hex:11x11",
        "hex:course+swap:6x6",
        "awari",
        "draughts:russian",
        "connect4:6x7",
    ];
    for text in written {
        assert_eq!(crate::played(text, None).expect(text).to_string(), text);
    }
    let sized = |text: &str| crate::played(text, Some((3, 4))).expect(text).to_string();
    assert_eq!((sized("nex"), sized("hex:swap")), ("nex:3x4".into(), "hex:swap:3x4".into()));
    assert_eq!(crate::played("draughts", None).expect("draughts").title(), "Russian draughts");
    for wrong in ["nex", "go", "awari:12", "draughts:russian:4", "nex:3x", "hex:swap", "", ":"] {
        let error = crate::played(wrong, None).expect_err(wrong);
        assert!(error.place.is_some() && !error.hints.is_empty(), "{wrong}");
    }
    assert!(crate::played("awari", Some((3, 3))).is_err());
}
