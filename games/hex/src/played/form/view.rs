//! How the colours of a file relate to those of the board: who moves first in it, and what its program means
//! by a swap.

use super::hexworld;
use super::tree::Node;
use super::words::{is_two_letters, side};
use nexsolve_core::Side;
use std::collections::BTreeSet;

/// What a game's colours and swaps mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) colours: Colours,
    pub(super) program: Program,
}

/// The program that wrote a file, if it has a swap of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// `HexGui` up to version 0.9 wrote `swap-pieces` for a swap of sides.
    OldHexGui,
    /// Links of `HexWorld` have a word of their own for a swap of pieces.
    HexWorld,
    /// Sabaki writes a swap of pieces as the reflected stone, even on the cell of the first one.
    Sabaki,
    Other,
}

/// What a file's colours mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    /// Black moves first and joins top and bottom.
    Usual,
    /// White moves first. On the board, the mirror image is played, with the colours exchanged.
    Mirrored,
    /// Little Golem marks the moves of the first player, `PB`, with `W`, but `B` is the result if this player
    /// wins. Its first player joins top and bottom.
    LittleGolem,
}

impl View {
    /// Finds what the colours of a game mean.
    pub(super) fn of(nodes: &[Node<'_>]) -> Self {
        let root = nodes.first();
        let value = |key: &str| root.and_then(|root| root.value(key)).map_or("", |value| value.text.trim());
        let program = Program::named(value("AP"));
        let first = first_move(nodes);
        let stones = stones_before(nodes, first.map_or(nodes.len(), |(node, _, _)| node));
        let is_golem = value("EV").starts_with("hex.")
            || value("SO").contains("littlegolem")
            || first.is_some_and(|(_, _, cell)| is_two_letters(cell));
        let colours = match (first, stones) {
            (Some((_, Side::White, _)), ([0, 0], _)) if is_golem => Colours::LittleGolem,
            (first, ([black, white], to_move)) => {
                let to_move = to_move.or(first.map(|(_, colour, _)| colour));
                let is_mirrored = match to_move {
                    Some(Side::White) => black == white,
                    Some(Side::Black) | None => white == black + 1,
                };
                if is_mirrored { Colours::Mirrored } else { Colours::Usual }
            }
        };
        Self { colours, program }
    }

    /// Returns the colour that the file would have for a colour written in it if its first player were Black;
    /// and back.
    pub(super) fn colour(self, written: Side) -> Side {
        if self.colours == Colours::LittleGolem { written.other() } else { written }
    }
}

/// Returns the colour of the first move in or below the first node after the node `number`.
pub(super) fn colour_after(nodes: &[Node<'_>], number: usize) -> Option<Side> {
    let mut parent = number;
    // A node comes after its parent, and the first with this parent is the first in the file.
    for (at, node) in nodes.iter().enumerate().skip(number + 1) {
        if node.parent != parent {
            return None;
        }
        match move_of(node) {
            Some((colour, _)) => return Some(colour),
            None => parent = at,
        }
    }
    None
}

/// Returns the first move of the file: its node, its colour and its cell. The moves of the main line come
/// first.
fn first_move<'n>(nodes: &'n [Node<'_>]) -> Option<(usize, Side, &'n str)> {
    nodes.iter().enumerate().find_map(|(at, node)| move_of(node).map(|(colour, cell)| (at, colour, cell)))
}

/// Returns the first move of a node.
fn move_of<'n>(node: &'n Node<'_>) -> Option<(Side, &'n str)> {
    node.properties.iter().find_map(|property| {
        let colour = match &*property.key {
            "B" => Side::Black,
            "W" => Side::White,
            _ => return None,
        };
        Some((colour, property.values[0].text.trim()))
    })
}

/// Returns the numbers of black and white stones that are set up before the node `end`, and the side that is
/// stated to move.
fn stones_before(nodes: &[Node<'_>], end: usize) -> ([usize; 2], Option<Side>) {
    let (mut stones, mut to_move) = ([BTreeSet::new(), BTreeSet::new()], None);
    for property in nodes[..end].iter().filter(|node| node.is_main).flat_map(|node| &node.properties) {
        let cells = property.values.iter().map(|value| value.text.trim().to_ascii_lowercase());
        match &*property.key {
            "AB" => stones[0].extend(cells),
            "AW" => stones[1].extend(cells),
            "AE" => cells.for_each(|cell| stones.iter_mut().for_each(|stones| _ = stones.remove(&cell))),
            "PL" => to_move = side(property.values[0].text.trim()),
            _ => {}
        }
    }
    (stones.map(|stones| stones.len()), to_move)
}

impl Program {
    /// Returns the program that `AP` names.
    fn named(text: &str) -> Self {
        let minor = text.strip_prefix("HexGui:0.").map_or("", |version| version);
        if minor.bytes().take_while(u8::is_ascii_digit).count() == 1 {
            Self::OldHexGui
        } else if text == hexworld::PROGRAM {
            Self::HexWorld
        } else if text.starts_with("Sabaki") {
            Self::Sabaki
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_name_and_version() {
        for (text, program) in [
            ("HexGui:0.2", Program::OldHexGui),
            ("HexGui:0.9.GIT", Program::OldHexGui),
            ("HexGui:0.9", Program::OldHexGui),
            ("HexGui:0.10", Program::Other),
            ("HexGui:1.0.", Program::Other),
            ("Sabaki:0.52.2", Program::Sabaki),
            ("KataHex", Program::Other),
        ] {
            assert_eq!(Program::named(text), program, "{text}");
        }
    }
}
