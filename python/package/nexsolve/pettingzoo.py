"""The games as PettingZoo environments: `env("nex:4x4")`.

An observation has the planes of `State.observation_tensor`, seen by the player whose turn it is, and the mask of legal actions. The result of a game is 1, 0 or -1.
"""

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import load_game

AGENTS = ["player_0", "player_1"]


class Env(AECEnv):
    """A game of two players who move in turn."""

    metadata = {"name": "nexsolve_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, board: str, render_mode: str | None = None):
        super().__init__()
        self.game = load_game(board)
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        shape, actions = self.game.observation_tensor_shape(), self.game.num_distinct_actions()
        highest = np.ones(shape, np.float32)
        highest[self.game.observation_planes().index("seeds")] = 48
        observed = spaces.Dict({
            "observation": spaces.Box(0, highest, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        })
        self._spaces = {agent: (observed, spaces.Discrete(actions)) for agent in AGENTS}

    def observation_space(self, agent):
        return self._spaces[agent][0]

    def action_space(self, agent):
        return self._spaces[agent][1]

    def reset(self, seed=None, options=None):
        self.state_ = self.game.new_initial_state()
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.state_.current_player()]

    def observe(self, agent):
        planes = self.state_.observation_tensor()
        mask = np.zeros(self.game.num_distinct_actions(), np.int8)
        if agent == self.agent_selection:
            mask[self.state_.legal_actions()] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action):
        if self.terminations[self.agent_selection]:
            return self._was_dead_step(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.state_.apply_action(int(action))
        if self.state_.is_terminal():
            self.rewards = dict(zip(AGENTS, self.state_.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        else:
            self.agent_selection = AGENTS[self.state_.current_player()]
        self._accumulate_rewards()

    def render(self):
        return str(self.state_) if self.render_mode == "ansi" else None

    def close(self):
        """Nothing to close."""


def env(board: str, **options) -> Env:
    """Returns the environment of a game on a board."""
    return Env(board, **options)
