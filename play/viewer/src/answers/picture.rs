//! The board as simple shapes for drawing, and how to enter its moves by clicks.

use nexsolve_core::Side;
use nexsolve_games::picture::{Outline, Picture, Place, Point};
use nexsolve_games::{MoveChoice, PlaceChoice};
use serde_json::{Value, json};

/// The shapes of a board, without the pieces on it.
pub(super) fn board(picture: &Picture) -> Value {
    let place = |Place { name, middle, outline, .. }: &Place| {
        let outline = match outline {
            Outline::Hexagon => "hexagon",
            Outline::Dark => "dark",
            Outline::Light => "light",
            Outline::Hole => "hole",
            Outline::Cell => "cell",
        };
        json!({ "name": name, "at": point(middle), "outline": outline })
    };
    let edge = |(line, side): &(Vec<Point>, Option<Side>)| json!({ "line": line.iter().map(point).collect::<Value>(), "side": side.map(Side::word) });
    json!({
        "size": point(&picture.size),
        "edges": picture.edges.iter().map(edge).collect::<Value>(),
        "places": picture.places.iter().map(place).collect::<Value>(),
        "labels": picture.labels.iter().map(|(at, text)| json!({ "at": point(at), "text": text })).collect::<Value>(),
    })
}

/// A point with three decimals.
fn point((x, y): &Point) -> Value {
    json!([x, y].map(|number| (number * 1e3).round() / 1e3))
}

/// The choices of places that make a move.
pub(super) fn choices(choices: &[MoveChoice]) -> Value {
    let step = |PlaceChoice { what, sign, places }: &PlaceChoice| json!({ "what": what, "sign": sign, "places": places });
    let choice = |MoveChoice { steps, mv }: &MoveChoice| json!({ "steps": steps.iter().map(step).collect::<Value>(), "move": mv });
    choices.iter().map(choice).collect()
}
