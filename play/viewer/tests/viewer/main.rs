//! Tests of the JSON interface: requests, answers, and hostile clients.

mod ask;
mod awari;
mod connections;
mod databases;
mod draughts;
mod errors;
mod estimates;
mod guard;
mod hex;
mod interface;
mod lines;
mod nex;
mod players;
mod progress;
mod puzzles;
mod records;
mod sockets;
