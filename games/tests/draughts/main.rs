//! Draughts from outside: rules, notation, records, draws.

mod naive;
mod notation;
mod positions;
mod rules;
