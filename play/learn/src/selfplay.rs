//! Games that a network plays against itself, many at once, so that it evaluates positions together.

use crate::batch::Example;
use crate::inplay::{InPlay, answer};
use crate::planning::Play;
use nexsolve_games::Played;
use nexsolve_net::Network;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::sync::Arc;

/// Some games in progress.
pub(crate) struct SelfPlay<G: Played> {
    game: Arc<G>,
    play: Play,
    boards: Vec<InPlay<G>>,
    random: SmallRng,
}

impl<G: Played> SelfPlay<G> {
    /// Begins `count` games.
    pub(crate) fn new(game: &Arc<G>, play: Play, count: usize, seed: u64) -> Self {
        let mut random = SmallRng::seed_from_u64(seed);
        let boards = (0..count).map(|_| InPlay::new(game, 1, 0, &mut random)).collect();
        Self { game: Arc::clone(game), play, boards, random }
    }

    /// Plays until at least `wanted` positions of finished games have been collected. Returns them with their
    /// examples, and the number of these games. Ends early once `is_over` returns true.
    pub(crate) fn play(
        &mut self,
        network: &Network,
        wanted: usize,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> (Vec<(G::Position, Example)>, u64) {
        let (mut examples, mut games) = (Vec::new(), 0);
        while examples.len() < wanted && !is_over() {
            let mut questions = Vec::with_capacity(self.boards.len());
            for board in &mut self.boards {
                questions.push(loop {
                    if let Some(question) = board.advance(&self.play) {
                        break question;
                    }
                    examples.extend(board.finish());
                    games += 1;
                    *board = InPlay::new(&self.game, 1, 0, &mut self.random);
                });
            }
            answer(&*self.game, &mut self.boards, &questions, &[network], self.play.planning);
        }
        (examples, games)
    }
}

/// Lets two networks play `games` against each other; they begin in turn. Returns the points of the first, in
/// halves.
pub(crate) fn contest<G: Played>(
    game: &Arc<G>,
    play: Play,
    networks: [&Network; 2],
    games: usize,
    seed: u64,
) -> u32 {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut boards: Vec<_> = (0..games).map(|i| InPlay::new(game, 2, i % 2, &mut random)).collect();
    let mut halves = 0;
    while !boards.is_empty() {
        let mut questions = Vec::with_capacity(boards.len());
        boards.retain_mut(|board| {
            let question = board.advance(&play);
            let goes_on = question.is_some();
            questions.extend(question);
            halves += if goes_on { 0 } else { board.halves() };
            goes_on
        });
        answer(&**game, &mut boards, &questions, &networks, play.planning);
    }
    halves
}
