//! Checks an SVG picture: it has a title and a description, and letters do not overlap each other or the edge
//! of their cell.

use nexsolve_reports::svg::text_width;
use roxmltree::{Document, Node};

/// Left, top, right and bottom.
type Rect = [f64; 4];

/// Checks a picture.
///
/// # Panics
/// With the picture's name, if it breaks a rule.
pub(crate) fn check(name: &str, document: &Document<'_>) {
    let said = |tag: &str| {
        let node = document.root_element().children().find(|node| node.tag_name().name() == tag);
        let said = node.and_then(|node| node.text()).unwrap_or_default().trim();
        assert!(said.len() > 8, "{name}: <{tag}> says {said:?}");
        said.to_owned()
    };
    assert_ne!(said("title"), said("desc"), "{name}: the description repeats the title");
    let tagged = |tag: &'static str| document.descendants().filter(move |node| node.has_tag_name((SVG, tag)));
    let hexagons: Vec<Rect> = tagged("polygon").filter_map(hexagon).collect();
    let letters: Vec<(Rect, &str)> =
        tagged("text").filter_map(|node| Some((letters(node)?, node.text()?.trim()))).collect();
    for (i, (rect, text)) in letters.iter().enumerate() {
        for (other, other_text) in &letters[..i] {
            let apart =
                rect[0] >= other[2] || other[0] >= rect[2] || rect[1] >= other[3] || other[1] >= rect[3];
            assert!(apart, "{name}: {text:?} lies over {other_text:?}");
        }
        let middle = [f64::midpoint(rect[0], rect[2]), f64::midpoint(rect[1], rect[3])];
        let holds = |cell: &&Rect| {
            cell[0] < middle[0] && middle[0] < cell[2] && cell[1] < middle[1] && middle[1] < cell[3]
        };
        // Corners of a hexagon lie in the rectangles of its neighbours: the nearest cell is the text's.
        let far = |cell: &Rect| {
            (f64::midpoint(cell[0], cell[2]) - middle[0]).abs()
                + (f64::midpoint(cell[1], cell[3]) - middle[1]).abs()
        };
        if let Some(cell) = hexagons.iter().filter(holds).min_by(|a, b| far(a).total_cmp(&far(b))) {
            let room = cell[2] - cell[0] - 2.0;
            assert!(rect[2] - rect[0] < room, "{name}: {text:?} is wider than its cell");
        }
    }
}

const SVG: &str = "http://www.w3.org/2000/svg";

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// How far the drawings around a node move it.
fn moved(node: Node<'_, '_>) -> (f64, f64) {
    let part = |node: Node<'_, '_>| {
        let numbers = node.attribute("transform")?.strip_prefix("translate(")?.split_once(')')?.0;
        let (x, y) = numbers.split_once(' ')?;
        Some((x.parse::<f64>().ok()?, y.parse::<f64>().ok()?))
    };
    node.ancestors().filter_map(part).fold((0.0, 0.0), |(x, y), (dx, dy)| (x + dx, y + dy))
}

/// The rectangle around a hexagon; none for other polygons.
fn hexagon(node: Node<'_, '_>) -> Option<Rect> {
    let points = node.attribute("points")?.split(' ').filter_map(|point| point.split_once(','));
    let points: Vec<(f64, f64)> =
        points.filter_map(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?))).collect();
    let (dx, dy) = moved(node);
    let ends = |pick: fn(&(f64, f64)) -> f64| {
        points
            .iter()
            .map(pick)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)))
    };
    let ((left, right), (top, bottom)) = (ends(|point| point.0), ends(|point| point.1));
    (points.len() == 6).then_some([left + dx, top + dy, right + dx, bottom + dy])
}

/// The rectangle of a text's letters, about; none for one that reads upward.
fn letters(node: Node<'_, '_>) -> Option<Rect> {
    let is_upward = node.attribute("transform").is_some_and(|transform| transform.contains("rotate"));
    let size = number(node, "font-size");
    let width = text_width(node.text()?.trim(), size);
    let ((dx, dy), x, y) = (moved(node), number(node, "x"), number(node, "y"));
    let left = x + dx
        - width
            * match node.attribute("text-anchor") {
                Some("middle") => 0.5,
                Some("end") => 1.0,
                _ => 0.0,
            };
    (!is_upward).then_some([left, y + dy - size * 0.7, left + width, y + dy])
}
