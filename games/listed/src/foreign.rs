//! Any game in Rust as a [`Graph`], by its rules alone.

use crate::graph::{About, Graph, GraphError, Node};
use nexsolve_core::{Game, Plies, Side};
use std::collections::HashMap;
use std::fmt::Debug;

/// Walks all positions of a game, each written as `Debug` writes it, without spaces. Returns the game, and
/// the text of each position.
///
/// # Errors
/// As [`Graph::new`].
pub fn walk<G: Game>(game: &G, title: &str) -> Result<(Graph, HashMap<G::Position, String>), GraphError> {
    let (start, mut words) = (game.start(), HashMap::new());
    let (mut found, mut numbers) = (vec![start], HashMap::from([(start, 0)]));
    let (mut nodes, mut texts) = (Vec::new(), HashMap::new());
    while let Some(&position) = found.get(nodes.len()) {
        let outcome = game.outcome(&position);
        let mut moves = Vec::new();
        for (mv, after) in game.continuations(&position).filter(|_| outcome.is_none()) {
            let next = words.len() as u32;
            let word = *words.entry(text(&mv)).or_insert(next);
            let number = *numbers.entry(after).or_insert(found.len() as u32);
            if number as usize == found.len() {
                found.push(after);
            }
            moves.push((word, number));
        }
        let is_second = game.side_to_move(&position) == Side::White;
        texts.insert(position, text(&position));
        nodes.push(Node {
            text: text(&position),
            shown: String::new(),
            is_second,
            outcome,
            moves,
            points: 0,
        });
    }
    let mut in_order: Vec<(String, u32)> = words.into_iter().collect();
    in_order.sort_by_key(|(_, number)| *number);
    let is_kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let about = About {
        name: title.chars().map(is_kept).take(60).collect(),
        title: title.to_owned(),
        sides: ["First".to_owned(), "Second".to_owned()],
        repeats: game.longest(&start) == Plies::ENDLESS,
        has_sides: nodes.iter().any(|node| node.is_second),
        grid: None,
        points: false,
    };
    Ok((Graph::new(about, nodes, in_order.into_iter().map(|(word, _)| word).collect())?, texts))
}

fn text(value: &impl Debug) -> String {
    format!("{value:?}").split_whitespace().collect::<String>().replace(';', ",")
}
