//! Every kind of chart and picture, to look at: `cargo run -p nexsolve-reports --example gallery -- FOLDER`.

use nexsolve_core::{Game, Notation, Side, Wdl};
use nexsolve_games::awari::Pits;
use nexsolve_games::draughts::{Draughts, RUSSIAN};
use nexsolve_games::nex::Nex;
use nexsolve_games::rhombus::{Cell, Edges};
use nexsolve_reports::chart::{Axis, Bar, Bars, Plot, Series, Shape, Stacking};
use nexsolve_reports::ink::Ink;
use nexsolve_reports::picture::{Draught, Note, Rhombus, diagram, legend_of_values, pits, strip};
use nexsolve_reports::svg::Drawing;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("the folder to write into is missing")?;
    std::fs::create_dir_all(&folder)?;
    for (name, drawing) in [
        ("lines", lines()),
        ("points", points()),
        ("stacked", bars(Stacking::Stacked)),
        ("shares", bars(Stacking::Shares)),
        ("beside", bars(Stacking::Beside)),
        ("nex", nex()?),
        ("values", values()),
        ("draughts", draughts()?),
        ("awari", awari()?),
    ] {
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), drawing.to_svg())?;
    }
    Ok(())
}

fn lines() -> Drawing {
    let growth = |base: f64| (0..9).map(|i| (f64::from(i), base.powi(i))).collect();
    let series = (0..8).map(|i| {
        let shape = if i == 5 { Shape::Step } else { Shape::Line };
        Series::new(i, format!("series {i}"), shape, growth(2.0 + i as f64))
    });
    Plot {
        title: "Eight series on a logarithmic axis".into(),
        x: Axis::linear("stones on the board"),
        y: Axis::log("positions"),
        series: series.collect(),
    }
    .draw()
}

fn points() -> Drawing {
    let seen = (0..11).map(|i| (f64::from(i) / 10.0, (f64::from(i) / 10.0).powf(1.4))).collect();
    let guide = vec![(0.0, 0.0), (1.0, 1.0)];
    Plot {
        title: "Calibration: what was expected, and what came".into(),
        x: Axis::linear("expected share of wins").range(0.0, 1.0),
        y: Axis::linear("share of wins").range(0.0, 1.0),
        series: vec![
            Series::new(0, "as expected", Shape::Guide, guide),
            Series::new(1, "an evaluation", Shape::Points, seen),
        ],
    }
    .draw_in((480.0, 480.0))
}

fn bars(stacking: Stacking) -> Drawing {
    let bar = |value: Wdl, name: &str, values: [f64; 7]| Bar {
        name: name.into(),
        ink: Ink::of_value(value),
        values: values.to_vec(),
    };
    Bars {
        title: format!("Values by ply: {stacking:?}"),
        x: "stones on the board".into(),
        names: (0..7).map(|i| i.to_string()).collect(),
        y: Axis::linear(if stacking == Stacking::Shares { "share in %" } else { "positions" }),
        bars: vec![
            bar(Wdl::Win, "win", [1.0, 0.0, 300.0, 1200.0, 2000.0, 900.0, 0.0]),
            bar(Wdl::Draw, "draw", [0.0, 30.0, 20.0, 400.0, 700.0, 800.0, 300.0]),
            bar(Wdl::Loss, "loss", [0.0, 42.0, 500.0, 900.0, 600.0, 100.0, 200.0]),
        ],
        stacking,
    }
    .draw()
}

fn nex() -> Result<Drawing, Box<dyn Error>> {
    let game = Nex::<u64>::new(3, 3)?;
    let moves = ["Ba3?b1", "Wa1?a2", "Bc1?c2", "Wb2?b3", "Bb3Bc2?c1"];
    let (mut position, mut parts) = (game.start(), Vec::new());
    for text in moves {
        let mv = game.read_move(&position, text)?;
        position = game.play(&position, mv);
        parts.push(Rhombus::nex(3, 3, &position).caption(text).draw(text));
    }
    let mut wide = Rhombus::new(5, 11, Edges::BlackTopBottom).side(16.0).caption("5×11, marks");
    wide.cell(Cell(12)).note = Some(Note::Ring);
    wide.cell(Cell(13)).note = Some(Note::Cross);
    parts.push(wide.draw("an empty board"));
    Ok(strip("a game of Nex", Some("A game of Nex on 3×3"), 720.0, parts))
}

fn values() -> Drawing {
    let mut board = Rhombus::new(4, 5, Edges::BlackTopBottom).side(26.0);
    for (i, cell) in board.cells.iter_mut().enumerate() {
        let value = [Wdl::Win, Wdl::Draw, Wdl::Loss][i % 3];
        cell.value = Some(value);
        cell.text = match value {
            Wdl::Win => format!("+{}", 5 + i),
            Wdl::Draw => "=".into(),
            Wdl::Loss => format!("−{}", 2 + i),
        };
    }
    let legend =
        legend_of_values(&[(Wdl::Win, "wins"), (Wdl::Draw, "draws"), (Wdl::Loss, "loses, in so many plies")]);
    strip("values on cells", None, 400.0, vec![board.draw("values"), legend])
}

fn draughts() -> Result<Drawing, Box<dyn Error>> {
    let game = Draughts::new(RUSSIAN);
    let position = game.read_position("W:WKg1,a3,Kd4:Bb6,c7,Kh8")?;
    assert_eq!(position.side(), Side::White);
    let extra = Draught { marked: 1 << 12, caption: "White to move wins in 11 plies".into() };
    Ok(diagram(&position, &extra, "a diagram"))
}

fn awari() -> Result<Drawing, Box<dyn Error>> {
    Ok(pits(Pits::new([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0])?, "worth 0", "a position of Awari"))
}
