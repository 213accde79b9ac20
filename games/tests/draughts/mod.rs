//! Integration tests of draughts: rules, notation, records, draws.

mod dialects;
mod naive;
mod notation;
mod pdn;
mod positions;
mod rules;
