//! Networks compute what their definition says, and files hold what was written.

use nexsolve_core::laws::{self, Positions};
use nexsolve_core::{Game as _, Notation as _, Side, SplitMix};
use nexsolve_games::picture::Piece;
use nexsolve_games::{AnyGame, Observed as _, PLANES};
use nexsolve_net::{Change, ChangeKind, INPUTS, NetError, Network, NetworkFile, NetworkShape, Seen};
use std::collections::{BTreeSet, HashMap, HashSet};

fn any(board: &str) -> AnyGame {
    AnyGame::on(nexsolve_games::played(board, None).expect(board)).expect(board)
}

/// Positions of random games that are not over, each with what a network sees.
fn seen(game: &AnyGame) -> Vec<Seen> {
    let positions = laws::positions(game, Positions::Games { count: 2, seed: 5 });
    let open = positions.into_iter().filter(|position| game.outcome(position).is_none());
    open.map(|position| Seen::of(game, &position, &game.legal_moves(&position))).collect()
}

/// The kinds of changes in some positions.
fn kinds(all: &[Seen]) -> Vec<ChangeKind> {
    let kinds: BTreeSet<ChangeKind> =
        all.iter().flat_map(|seen| &seen.changes).map(|change| change.kind).collect();
    kinds.into_iter().collect()
}

/// Random weights.
fn tensors(shape: &NetworkShape, seed: u64) -> Vec<Vec<f32>> {
    let mut random = SplitMix(seed);
    let mut number = move || random.below(2_001) as f32 / 1_000.0 - 1.0;
    let one = |(_, shape): &(String, Vec<usize>)| {
        let inputs: usize = shape[1..].iter().product();
        (0..shape.iter().product()).map(|_| number() / (inputs as f32).sqrt()).collect()
    };
    shape.tensors().iter().map(one).collect()
}

/// Evaluates one position by the definition, number by number.
struct ByHand<'a> {
    shape: &'a NetworkShape,
    tensors: &'a [Vec<f32>],
}

impl ByHand<'_> {
    fn convolution(&self, layer: usize, cells: &[Vec<f64>], (rows, cols): (usize, usize)) -> Vec<Vec<f64>> {
        let (weight, bias) = (&self.tensors[2 * layer], &self.tensors[2 * layer + 1]);
        let inputs = cells[0].len();
        let one = |cell: usize, out: usize| {
            let mut sum = f64::from(bias[out]);
            for (row, col) in (0..3).flat_map(|row| (0..3).map(move |col| (row, col))) {
                let (r, c) = (cell / cols + row, cell % cols + col);
                if (1..=rows).contains(&r) && (1..=cols).contains(&c) {
                    for (input, x) in cells[(r - 1) * cols + c - 1].iter().enumerate() {
                        let at = ((out * inputs + input) * 3 + row) * 3 + col;
                        sum += f64::from(weight[at]) * x;
                    }
                }
            }
            sum
        };
        (0..cells.len()).map(|cell| (0..bias.len()).map(|out| one(cell, out)).collect()).collect()
    }

    fn full(&self, layer: usize, inputs: &[f64]) -> Vec<f64> {
        let (weight, bias) = (&self.tensors[2 * layer], &self.tensors[2 * layer + 1]);
        let sum = |out: usize| -> f64 {
            inputs.iter().enumerate().map(|(i, x)| x * f64::from(weight[out * inputs.len() + i])).sum()
        };
        (0..bias.len()).map(|out| f64::from(bias[out]) + sum(out)).collect()
    }

    fn evaluate(&self, seen: &Seen) -> ([f64; 3], Vec<f64>) {
        let relu = |cells: Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            cells.into_iter().map(|cell| cell.into_iter().map(|x| x.max(0.0)).collect()).collect()
        };
        let inputs: Vec<Vec<f64>> =
            seen.inputs.chunks(INPUTS).map(|cell| cell.iter().map(|&x| x.into()).collect()).collect();
        let mut board = relu(self.convolution(0, &inputs, seen.grid));
        for block in 0..self.shape.blocks {
            let inner = relu(self.convolution(1 + 2 * block, &board, seen.grid));
            let added = self.convolution(2 + 2 * block, &inner, seen.grid);
            let sum = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| a + b).collect();
            board = relu(board.iter().zip(&added).map(sum).collect());
        }
        let after = 2 * self.shape.blocks + 1;
        let numbers: Vec<Vec<f64>> = board.iter().map(|cell| self.full(after, cell)).collect();
        let channel = |c: usize| board.iter().map(move |cell| cell[c]);
        let mut pooled: Vec<f64> =
            (0..self.shape.channels).map(|c| channel(c).sum::<f64>() / board.len() as f64).collect();
        pooled.extend((0..self.shape.channels).map(|c| channel(c).fold(0.0, f64::max)));
        let hidden: Vec<f64> = self.full(after + 1, &pooled).into_iter().map(|x| x.max(0.0)).collect();
        let value: Vec<f64> = self.full(after + 2, &hidden).into_iter().map(f64::exp).collect();
        let total: f64 = value.iter().sum();
        let width = 1 + self.shape.dims;
        let of = |change: &Change| {
            let place = self.shape.kinds.iter().position(|&kind| kind == change.kind)?;
            Some(&numbers[usize::from(change.cell)][place * width..(place + 1) * width])
        };
        let weight = |mv: usize| {
            let all: Vec<&[f64]> = seen.changes_of(mv).iter().filter_map(of).collect();
            let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let product = |(i, j): (usize, usize)| -> f64 {
                all[i][1..].iter().zip(&all[j][1..]).map(|(a, b)| a * b).sum()
            };
            all.iter().map(|numbers| numbers[0]).sum::<f64>() + pairs.map(product).sum::<f64>()
        };
        ([0, 1, 2].map(|i| value[i] / total), (0..seen.moves()).map(weight).collect())
    }
}

#[test]
fn evaluations_are_those_of_the_definition() {
    for (board, blocks, dims) in
        [("nex:3x4", 2, 3), ("hex:4x4", 1, 0), ("connect4:5x6", 0, 2), ("draughts", 1, 4), ("awari", 1, 2)]
    {
        let all = seen(&any(board));
        // A network that knows all kinds of changes but one.
        let kinds = kinds(&all)[usize::from(board == "draughts")..].to_vec();
        let shape = NetworkShape { channels: 5, blocks, dims, hidden: 4, kinds };
        let tensors = tensors(&shape, 3);
        let network = Network::new(shape.clone(), &tensors);
        let by_hand = ByHand { shape: &shape, tensors: &tensors };
        let together = network.evaluate(&all);
        for (seen, opinion) in all.iter().zip(&together) {
            let (value, weights) = by_hand.evaluate(seen);
            let near = |a: f32, b: f64| (f64::from(a) - b).abs() < 1e-3 * (1.0 + b.abs());
            assert!(
                opinion.value.iter().zip(value).all(|(&a, b)| near(a, b)),
                "{board}: {opinion:?} {value:?}"
            );
            assert!(opinion.weights.iter().zip(&weights).all(|(&a, &b)| near(a, b)), "{board}");
            assert_eq!(opinion.weights.len(), weights.len());
            let alone = network.evaluate(std::slice::from_ref(seen));
            assert!((alone[0].share() - opinion.share()).abs() < 1e-5, "{board}");
            let total: f32 = opinion.priors().iter().sum();
            assert!((total - 1.0).abs() < 1e-4);
        }
    }
}

#[test]
fn a_position_and_its_moves_are_seen_by_the_side_to_move() {
    let game = any("nex:3x3");
    let mut sides = BTreeSet::new();
    for position in laws::positions(&game, Positions::Games { count: 3, seed: 9 }) {
        let (own, moves) = (game.side_to_move(&position), game.legal_moves(&position));
        let seen = Seen::of(&game, &position, &moves);
        let on = |plane: usize, cell: usize| seen.inputs[cell * INPUTS + plane];
        for cell in 0..9 {
            let expected = match game.piece(&position, cell as u32) {
                None => None,
                Some(Piece::Stone(side)) => Some(usize::from(side != own)),
                Some(_) => Some(4),
            };
            for plane in 0..PLANES.len() {
                assert_eq!(on(plane, cell) > 0.5, expected == Some(plane));
            }
            assert_eq!(on(PLANES.len(), cell) > 0.0, own == Side::Black);
        }
        // Generates fill two cells, transforms change three; no two moves change the same.
        let kinds =
            |mv: usize| seen.changes_of(mv).iter().map(|change| (change.kind.before, change.kind.after));
        let all: HashSet<Vec<Change>> = (0..moves.len()).map(|mv| seen.changes_of(mv).to_vec()).collect();
        assert_eq!(all.len(), moves.len());
        for mv in 0..moves.len() {
            let mut kinds: Vec<_> = kinds(mv).collect();
            kinds.sort_unstable();
            assert!([vec![(0, 1), (0, 5)], vec![(1, 5), (5, 1), (5, 1)]].contains(&kinds), "{kinds:?}");
        }
        sides.insert(own == Side::Black);
    }
    assert_eq!(sides.len(), 2);
}

/// From the start, the first pit is sown into the next four, all on the mover's side; the mover sees them in
/// the row below.
#[test]
fn changes_are_seen_from_the_side_of_the_mover() {
    let game = any("awari");
    let start = game.start();
    let moves = game.legal_moves(&start);
    let first = moves.iter().position(|&mv| game.format_move(&start, mv).starts_with('a')).expect("a move");
    let seen = Seen::of(&game, &start, &moves);
    let mut changes: Vec<(u16, u8, u8)> = seen
        .changes_of(first)
        .iter()
        .map(|change| (change.cell, change.kind.before, change.kind.after))
        .collect();
    changes.sort_unstable();
    assert_eq!(changes, [(6, 6, 0), (7, 6, 6), (8, 6, 6), (9, 6, 6), (10, 6, 6)]);
}

#[test]
fn a_possible_swap_and_points_are_seen() {
    let plane = |game: &AnyGame, position: &str, plane: usize| {
        let position = game.read_position(position).expect(position);
        Seen::of(game, &position, &[]).inputs[PLANES.len() + plane]
    };
    let hex = any("hex:swap:3x3");
    let after = |text: &str| {
        let mut position = hex.start();
        for mv in text.split(';') {
            position = hex.play(&position, hex.read_move(&position, mv).expect(mv));
        }
        Seen::of(&hex, &position, &[]).inputs[PLANES.len() + 1]
    };
    assert!(after("b2") > 0.5 && after("b2;swap") < 0.5 && after("b2;a1") < 0.5);
    let awari = any("awari");
    assert!((plane(&awari, "1 1 1 1 1 2 | 4 2 3 0 0 0 | 22 10", 2) - 1.0).abs() < 1e-6);
    assert!((plane(&awari, "1 1 1 1 1 2 | 4 2 3 0 0 0 | 10 22", 2) + 1.0).abs() < 1e-6);
}

fn small() -> (NetworkShape, Vec<Vec<f32>>) {
    let kinds = [(0, 1), (0, 5), (5, 1), (1, 5)].map(|(before, after)| ChangeKind { before, after }).to_vec();
    let shape = NetworkShape { channels: 2, blocks: 1, dims: 1, hidden: 2, kinds };
    let tensors = tensors(&shape, 1);
    (shape, tensors)
}

#[test]
fn files_hold_the_network_and_its_notes() {
    let (shape, tensors) = small();
    let notes = HashMap::from([("board".to_owned(), "nex:3x3".to_owned())]);
    let bytes = Network::write(&shape, &tensors, notes.clone()).expect("small numbers");
    let network = Network::read(&bytes).expect("just written");
    let stored = NetworkFile::read(&bytes).expect("just written");
    assert_eq!((network.shape(), &stored.shape, &stored.notes), (&shape, &shape, &notes));
    // Rounded once, weights stay as they are.
    let rounded: Vec<Vec<f32>> =
        tensors.iter().map(|all| all.iter().map(|&x| half::f16::from_f32(x).to_f32()).collect()).collect();
    assert_eq!(network, Network::new(shape.clone(), &rounded));
    assert_eq!(stored.tensors, rounded);
    assert_eq!(Network::write(&shape, &rounded, notes).expect("small numbers").len(), bytes.len());
    let mut large = tensors.clone();
    large[0][0] = 1e6;
    assert!(matches!(Network::write(&shape, &large, HashMap::new()), Err(NetError::Damaged(_))));
}

/// Whatever the bytes, reading ends in a network or an error.
#[test]
fn damaged_files_are_refused() {
    let (shape, tensors) = small();
    let bytes = Network::write(&shape, &tensors, HashMap::new()).expect("small numbers");
    for length in 0..bytes.len() {
        assert!(Network::read(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
    for at in 0..header {
        for flip in [1, 2, 16, 128, 255] {
            let mut bytes = bytes.clone();
            bytes[at] ^= flip;
            if let Ok(network) = Network::read(&bytes) {
                network.evaluate(&seen(&any("nex:3x3"))[..1]);
            }
        }
    }
    // A changed weight has another digest.
    let mut changed = bytes.clone();
    *changed.last_mut().expect("a weight") ^= 1;
    assert!(matches!(Network::read(&changed), Err(NetError::Damaged(_))));
    // Older files have none.
    let mut older = bytes.clone();
    let at = bytes.windows(8).position(|word| word == b"\"digest\"").expect("it has one");
    older[at..at + 8].copy_from_slice(b"\"legacy\"");
    assert_eq!(Network::read(&older).expect("whole"), Network::read(&bytes).expect("whole"));
    // A number that is not finite.
    let mut infinite = older;
    infinite[header..header + 2].copy_from_slice(&half::f16::INFINITY.to_le_bytes());
    assert!(matches!(Network::read(&infinite), Err(NetError::Damaged(_))));
    // Other kinds of files.
    assert!(matches!(Network::read(b"PNG"), Err(NetError::Foreign(_))));
    let text = String::from_utf8_lossy(&bytes[8..header]).replace("\"version\":\"1\"", "\"version\":\"2\"");
    let mut later = bytes[..8].to_vec();
    later.extend_from_slice(text.as_bytes());
    later.extend_from_slice(&bytes[header..]);
    assert!(matches!(Network::read(&later), Err(NetError::Version(_))), "{:?}", Network::read(&later));
    let text = text.replace("\"version\":\"2\"", "\"version\":\"1\"").replace("01 05", "01 01");
    let mut twice = bytes[..8].to_vec();
    twice.extend_from_slice(text.as_bytes());
    twice.extend_from_slice(&bytes[header..]);
    assert!(matches!(Network::read(&twice), Err(NetError::Damaged(_))));
}

/// A short file can claim any size, which would take memory for each position.
#[test]
fn the_size_of_a_network_is_bounded() {
    let kind = ChangeKind { before: 0, after: 1 };
    let most = NetworkShape { channels: 1, blocks: 0, dims: 4_095, hidden: 1, kinds: vec![kind] };
    for (shape, is_read) in [
        (most.clone(), true),
        (NetworkShape { dims: 4_096, ..most.clone() }, false),
        (NetworkShape { hidden: 4_097, ..most.clone() }, false),
        (NetworkShape { channels: 1_025, dims: 0, ..most.clone() }, false),
        (NetworkShape { blocks: 1_025, dims: 0, ..most }, false),
    ] {
        let bytes = Network::write(&shape, &tensors(&shape, 1), HashMap::new()).expect("small numbers");
        match Network::read(&bytes) {
            Ok(_) => assert!(is_read, "{shape:?}"),
            Err(error) => assert!(!is_read && error.to_string().contains("too large"), "{shape:?}: {error}"),
        }
    }
}

#[test]
fn a_changed_kind_is_noticed() {
    let (shape, tensors) = small();
    let bytes = Network::write(&shape, &tensors, HashMap::new()).expect("small numbers");
    let at = bytes.windows(11).position(|text| text == b"01 05 51 15").expect("the kinds");
    for place in [0, 1, 3, 9] {
        let mut changed = bytes.clone();
        changed[at + place] = b'3';
        let error = Network::read(&changed).expect_err("another network").to_string();
        assert!(error.contains("digest"), "{error}");
    }
    // Files of earlier programs have no such digest.
    let mut older = bytes.clone();
    let key = bytes.windows(17).position(|word| word == b"digest_with_kinds").expect("it has one");
    older[key..key + 17].copy_from_slice(b"legacy_with_kinds");
    assert_eq!(Network::read(&older).expect("whole"), Network::read(&bytes).expect("whole"));
}

/// A tensor or a note listed twice in the header (safetensors, issue 401) is refused: readers differ in which
/// of them they take.
#[test]
fn a_header_with_two_equal_keys_is_refused() {
    let (shape, tensors) = small();
    let notes = HashMap::from([("board".to_owned(), "nex:3x3".to_owned())]);
    let bytes = Network::write(&shape, &tensors, notes).expect("small numbers");
    let (text, weights) = parts(&bytes);
    assert_eq!(Network::read(&file(&text, &weights)), Network::read(&bytes));
    let metadata = r#""__metadata__":{"#;
    for (place, twice) in [
        ("{", r#"{"tower.0.bias":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},"#.to_owned()),
        ("{", r#"{"__metadata__":{},"#.to_owned()),
        (metadata, format!(r#"{metadata}"kinds":"01 05 51 13","#)),
        (metadata, format!(r#"{metadata}"board":"nex:3x3","#)),
    ] {
        let error = Network::read(&file(&text.replacen(place, &twice, 1), &weights)).expect_err("refused");
        let says = error.to_string();
        assert!(says.contains("is there twice") || says.contains("duplicate field"), "{twice}: {says}");
    }
}

/// A file written by another program is not called damaged.
#[test]
fn a_network_of_other_numbers_is_named() {
    let (shape, tensors) = small();
    let bytes = Network::write(&shape, &tensors, HashMap::new()).expect("small numbers");
    let (text, weights) = parts(&bytes);
    let halves = weights.chunks_exact(2).map(|pair| half::f16::from_le_bytes([pair[0], pair[1]]));
    let floats: Vec<u8> = halves.flat_map(|half| half.to_f32().to_le_bytes()).collect();
    let mut wide = String::new();
    for (number, part) in text.replace("\"F16\"", "\"F32\"").split("\"data_offsets\":[").enumerate() {
        if number == 0 {
            wide.push_str(part);
            continue;
        }
        let (offsets, rest) = part.split_once(']').expect("two offsets");
        let doubled: Vec<String> =
            offsets.split(',').map(|at| (2 * at.parse::<u64>().expect("a number")).to_string()).collect();
        wide.extend(["\"data_offsets\":[", doubled.join(",").as_str(), "]", rest]);
    }
    let error = Network::read(&file(&wide, &floats)).expect_err("other numbers");
    assert!(matches!(error, NetError::Numbers { .. }), "{error}");
    assert!(error.to_string().contains("is made of F32, not of 16-bit floats"), "{error}");
}

/// Returns the header and the weights of a file.
fn parts(bytes: &[u8]) -> (String, Vec<u8>) {
    let header = 8 + u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
    (String::from_utf8_lossy(&bytes[8..header]).trim_end().to_owned(), bytes[header..].to_vec())
}

/// Returns the file with this header and these weights.
fn file(header: &str, weights: &[u8]) -> Vec<u8> {
    let header = format!("{header:width$}", width = header.len().next_multiple_of(8));
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), weights].concat()
}
