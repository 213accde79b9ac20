//! The interface as programs use it: documents in, documents out, and clients that mean harm.

mod ask;
mod awari;
mod connections;
mod databases;
mod draughts;
mod errors;
mod estimates;
mod guard;
mod hex;
mod lines;
mod nex;
mod players;
mod readme;
mod records;
mod sockets;
