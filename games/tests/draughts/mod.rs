//! Draughts from outside: rules, notation, records, draws.

mod naive;
mod notation;
mod pdn;
mod positions;
mod rules;
