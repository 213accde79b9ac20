"""Speed from Python: `python bench.py DATABASE`, a folder with a database of 4×4 Nex."""

import random
import sys
import time

import nexsolve


def plies_per_second(board, seconds=2.0):
    """Random games: the legal actions of each position, and one of them played."""
    rng, plies, begun = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = nexsolve.load_game(board).new_initial_state()
        for _ in range(60):
            actions = state.legal_actions()
            if not actions:
                break
            state.apply_action(rng.choice(actions))
            plies += 1
    return plies / (time.perf_counter() - begun)


def positions(board, count):
    """Positions of random games that are not over."""
    rng, found = random.Random(1), []
    while len(found) < count:
        state = nexsolve.load_game(board).new_initial_state()
        while not state.is_terminal() and len(found) < count:
            found.append(state.clone())
            state.apply_action(rng.choice(state.legal_actions()))
    return found


def timed(name, work):
    """Runs work, and prints its time and the processor time of all threads, which other programs do not lengthen so much."""
    begun, used = time.perf_counter(), time.process_time()
    found = work()
    print(f"{name}: {time.perf_counter() - begun:.2f} s, processor {time.process_time() - used:.2f} s")
    return found


def main():
    for board in ["nex:4x4", "hex:11x11", "awari", "draughts", "connect4:6x7"]:
        print(f"{board}: {plies_per_second(board):,.0f} plies/s (legal_actions and apply_action)")
    if len(sys.argv) > 1:
        with nexsolve.open(sys.argv[1]) as database:
            states = positions(database.game.name, 1_000_000)
            for name in ["cold", "warm"]:
                values = timed(f"probe_many of {len(states):,} positions, {name}", lambda: database.probe_many(states).values)
            assert (values != nexsolve.UNKNOWN).all()
            timed(f"rank of {len(states):,} positions", lambda: database.rank(states))
            layer = max(database.layers(), key=lambda layer: layer.size)
            scores = timed(f"layer {layer.name}, {layer.size:,} scores", lambda: database.layer(layer.name))
            assert len(scores) == layer.size


main()
