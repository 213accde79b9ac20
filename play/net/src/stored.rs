//! The networks that come with the program.

/// Network files, each with its name: that of the board on which the network was trained, with `-` for `:`,
/// and `.safetensors`. `play/learn/README.md` says how they were made and how well they play.
pub const STORED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/stored.rs"));
