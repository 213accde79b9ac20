//! A picture of a board as markup, which a page shows until its scripts draw the same board.
//!
//! It has the measures and the classes of `page/board.js`; a browser test compares the two. Fine details that
//! come a moment later, such as seeds, are left out.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A point.
type At = (f64, f64);

/// The width of the edges of a board of hexagons, and how close names are to it (`page/board.js`).
const BAND: f64 = 0.6;
const CLOSE: f64 = 0.86;

/// How boards look: the space around the places, the radius of a piece, the height of coordinates, and the
/// width below which these are smaller (`LOOKS` in `page/board.js`).
const LOOKS: [(&str, [f64; 4]); 4] = [
    ("hexagon", [1.05, 0.62, 0.54, 24.0]),
    ("hole", [0.7, 0.4, 0.3, 9.0]),
    ("square", [0.92, 0.38, 0.25, 0.0]),
    ("pit", [1.5, 0.44, 0.2, 0.0]),
];

/// The element for a board in the answer of `/position` with its picture, and its width divided by its
/// height. Nothing for a game without cells.
pub(crate) fn still(position: &Value) -> Option<(String, f64)> {
    let (picture, cells) = (&position["picture"], &position["cells"]);
    let outline = picture["places"][0]["outline"].as_str()?;
    let look = match outline {
        _ if cells.is_string() => return None,
        _ if cells["pits"].is_array() => "pit",
        "light" | "dark" => "square",
        "cell" => "hole",
        other => other,
    };
    let (_, [room, stone, coordinate, wide]) = LOOKS.into_iter().find(|(name, _)| *name == look)?;
    let turn = |(x, y): At| if look == "pit" { (x, 1.55 * y) } else { (x, y) };
    let places: Vec<(&str, &str, At)> = list(&picture["places"])
        .filter_map(|place| {
            Some((place["name"].as_str()?, place["outline"].as_str()?, turn(point(&place["at"])?)))
        })
        .filter(|(_, outline, _)| *outline != "light")
        .collect();
    let labelled = |label: &'_ Value| {
        let at = turn(point(&label["at"])?);
        Some(if look == "hexagon" { nearer(at, &places) } else { at })
    };
    let labels: Vec<(At, &str)> = list(&picture["labels"])
        .filter(|_| look != "pit")
        .filter_map(|label| Some((labelled(label)?, label["text"].as_str()?)))
        .collect();
    let above = if look == "pit" { 0.95 } else { room };
    let corners = places.iter().flat_map(|&(_, _, (x, y))| [(x - room, y - above), (x + room, y + above)]);
    let named = labels
        .iter()
        .flat_map(|&((x, y), _)| [-0.7, 0.7].map(|part| (x + part * coordinate, y + part * coordinate)));
    let lines: Vec<(Option<&str>, Vec<At>)> = list(&picture["edges"])
        .map(|edge| (edge["side"].as_str(), list(&edge["line"]).filter_map(point).map(turn).collect()))
        .collect();
    let edges = lines.iter().filter(|_| look == "hexagon").flat_map(|(_, line)| line);
    let edges = edges.flat_map(|&(x, y)| [-BAND / 2.0, BAND / 2.0].map(|part| (x + part, y + part)));
    let bounds: Vec<At> = corners.chain(named).chain(edges).collect();
    let most = |of: fn(f64, f64) -> f64, axis: fn(&At) -> f64| bounds.iter().map(axis).reduce(of);
    let (left, top) = (most(f64::min, |at| at.0)?, most(f64::min, |at| at.1)?);
    let (width, height) = (most(f64::max, |at| at.0)? - left, most(f64::max, |at| at.1)? - top);
    let [left, top, width, height] = [left, top, width, height];
    let box_of = [left, top, width, height].map(number_of).join(" ");
    let mut ground = String::new();
    let frame = |kind: &str, gap: f64, round: f64| {
        let [x, y, w, h] = [left + gap, top + gap, width - 2.0 * gap, height - 2.0 * gap].map(number_of);
        format!(r#"<rect class="{kind}" x="{x}" y="{y}" width="{w}" height="{h}" rx="{round}"/>"#)
    };
    let around = |kind: &str| {
        lines
            .first()
            .map(|(_, line)| format!(r#"<polygon class="{kind}" points="{}"/>"#, points(line)))
            .unwrap_or_default()
    };
    match look {
        "hexagon" => {
            let mut lines = lines.clone();
            lines.sort_by(|a, b| b.0.cmp(&a.0));
            for (side, line) in lines {
                let kinds = match side {
                    Some("white") => ["band rim", "band W"],
                    Some("black") => ["band rim B", "band B"],
                    _ => continue,
                };
                for kind in kinds {
                    let _ = write!(ground, r#"<polyline class="{kind}" points="{}"/>"#, points(&line));
                }
            }
        }
        "hole" => ground.push_str(&around("frame")),
        "square" => ground.push_str(&(frame("frame", 0.03, 0.15) + &around("light-squares"))),
        _ => ground.push_str(&frame("tray", 0.03, 0.5)),
    }
    let letters = if wide > 0.0 { coordinate * (width / wide).min(1.0) } else { coordinate };
    for ((x, y), text) in &labels {
        let [x, y, size] = [*x, *y, letters].map(number_of);
        let _ = write!(
            ground,
            r#"<text x="{x}" y="{y}" class="coordinate" font-size="{size}">{}</text>"#,
            escaped(text)
        );
    }
    let contents = contents(cells, &places);
    let mut drawn = String::new();
    for &(name, outline, at) in &places {
        let _ = write!(
            drawn,
            r#"<g class="cell">{}{}</g>"#,
            under(outline, look, at, stone),
            piece(&contents, name, look, at, stone)
        );
    }
    let element = format!(
        r#"<svg class="board {look}" viewBox="{box_of}" preserveAspectRatio="xMidYMid meet" role="img" aria-label="{}"><g class="edges">{ground}</g><g class="cells">{drawn}</g></svg>"#,
        escaped(position["title"].as_str().unwrap_or_default())
    );
    Some((element, width / height))
}

/// A row's or column's name, moved closer to its hexagon (`nearer` in `page/board.js`).
fn nearer((x, y): At, places: &[(&str, &str, At)]) -> At {
    let far = |&(_, _, (u, v)): &(&str, &str, At)| (u - x).hypot(v - y);
    let nearest = places.iter().min_by(|one, other| far(one).total_cmp(&far(other)));
    nearest.map_or((x, y), |&(_, _, (u, v))| (u + CLOSE * (x - u), v + CLOSE * (y - v)))
}

/// What is drawn under a piece.
fn under(outline: &str, look: &str, (x, y): At, stone: f64) -> String {
    let circle = |kind: &str, r: f64| {
        let [x, y, r] = [x, y, r].map(number_of);
        format!(r#"<circle class="{kind}" cx="{x}" cy="{y}" r="{r}"/>"#)
    };
    match (look, outline) {
        ("hole", _) => circle("ground", 0.41),
        ("pit", _) => circle("ground hollow", stone),
        ("square", _) => {
            format!(
                r#"<rect class="ground" x="{}" y="{}" width="1" height="1"/>"#,
                number_of(x - 0.5),
                number_of(y - 0.5)
            )
        }
        _ => {
            let corner = |i: i32| {
                let (sin, cos) = (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
                (x + sin, y - cos)
            };
            format!(
                r#"<polygon class="ground" points="{}"/>"#,
                points(&(0..6).map(corner).collect::<Vec<_>>())
            )
        }
    }
}

/// The sign of the piece on each place that has one.
fn contents<'a>(cells: &'a Value, places: &[(&'a str, &str, At)]) -> BTreeMap<&'a str, &'a str> {
    let sign = |(at, (name, _, _)): (usize, &(&'a str, &str, At))| {
        let sign = if cells.is_array() { &cells[at] } else { &cells[*name] };
        Some((*name, sign.as_str()?))
    };
    places.iter().enumerate().filter_map(sign).filter(|(_, sign)| !sign.is_empty()).collect()
}

/// A piece.
fn piece(contents: &BTreeMap<&str, &str>, name: &str, look: &str, (x, y): At, stone: f64) -> String {
    let Some(sign) = contents.get(name).filter(|sign| !sign.starts_with('=')) else { return String::new() };
    let colour = if *sign == "?" { "N".to_owned() } else { sign.to_uppercase() };
    let [x, y] = [x, y].map(number_of);
    let circle = |kind: &str, r: f64| {
        format!(r#"<circle class="{kind} {}" cx="{x}" cy="{y}" r="{}"/>"#, escaped(&colour), number_of(r))
    };
    let groove = if look == "square" { circle("groove", 0.7 * stone) } else { String::new() };
    circle("stone", stone) + &groove
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn point(value: &Value) -> Option<At> {
    Some((value[0].as_f64()?, value[1].as_f64()?))
}

/// Points as an attribute.
fn points(line: &[At]) -> String {
    line.iter().map(|&(x, y)| format!("{},{}", number_of(x), number_of(y))).collect::<Vec<_>>().join(" ")
}

/// A number with at most two decimals.
fn number_of(number: f64) -> String {
    // Adding zero makes minus zero zero.
    format!("{}", (number * 100.0).round() / 100.0 + 0.0)
}

/// Text in markup.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
