//! Rules, notations and records of the games.

mod awari_rules;
mod awari_text;
mod catalogue;
mod connect4;
mod dodgem;
mod domineering;
mod draughts;
mod lines;
mod listed;
mod nex_final;
mod nex_records;
mod notation;
mod records;

mod tictactoe;
mod words;
