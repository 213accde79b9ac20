"""Arguments that lie, servers that do not answer, and threads that share a state."""

import _thread
import copy
import http.server
import itertools
import sys
import threading

import pytest

import nexsolve


class Claims:
    """A sequence that says that it has many items."""

    def __init__(self, length, items=()):
        self.length, self.items = length, items

    def __len__(self):
        return self.length

    def __getitem__(self, at):
        return self.items[at]


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    with nexsolve.generate("nex:2x2", tmp_path_factory.mktemp("faults"), metric="dtw") as db:
        yield db


LENGTHS = [2**40, 2**45, 2**62, sys.maxsize]


@pytest.mark.parametrize("length", LENGTHS)
def test_a_length_is_a_hint(db, tmp_path, length):
    state = db.game.new_initial_state()
    moves = [("Ba1?a2", db.moves(state)[0][1])]
    assert list(db.rank(Claims(length, [state])).ranks) == list(db.rank([state]).ranks)
    assert list(db.probe_many(Claims(length, [state])).values) == list(db.probe_many([state]).values)
    assert state.svg(Claims(length, moves)) == state.svg(moves)
    nexsolve.generate("nex:2x2", tmp_path).close()
    name = db.layers()[0].name
    assert nexsolve.verify(tmp_path, layers=Claims(length, [name]))
    assert copy.copy(state) == nexsolve._nexsolve._restore("nex:2x2", "start", Claims(length, []))


def test_other_items_are_refused_at_the_first(db):
    for wrong in [range(10**13), itertools.repeat(0), [None], "state", 7]:
        with pytest.raises(TypeError):
            db.rank(wrong)
        with pytest.raises(TypeError):
            db.probe_many(wrong)


def test_an_error_of_an_iterator_is_raised(db):
    def states():
        yield db.game.new_initial_state()
        raise LookupError("no more")

    with pytest.raises(LookupError):
        db.rank(states())


def test_numbers_out_of_range_are_wrong_values(db, tmp_path):
    state = db.game.new_initial_state()
    for number in [-1, 2**32, 2**70, 10**5000]:
        for call in [state.child, state.apply_action, state.action_to_string]:
            with pytest.raises(ValueError):
                call(number)
        with pytest.raises(ValueError):
            nexsolve.load_game("nex", rows=number, cols=3)
    for number in [-1, 2**70]:
        for name in ["nodes", "memory", "threads"]:
            with pytest.raises(ValueError):
                nexsolve.solve(state, **{name: number})
        with pytest.raises(ValueError):
            nexsolve.open(tmp_path, cache=number)
        for name in ["sample", "seed", "memory", "threads"]:
            with pytest.raises(ValueError):
                nexsolve.verify(tmp_path, **{name: number})
        for name in ["memory", "threads"]:
            with pytest.raises(ValueError):
                nexsolve.generate("nex:2x2", tmp_path, **{name: number})
    with pytest.raises(ValueError):
        nexsolve.solve(state, time=10**400)
    with pytest.raises(TypeError):
        state.child("a1")


def test_a_state_may_change_while_others_look_it_up(db):
    state, errors = db.game.new_initial_state(), []
    ended = threading.Event()

    def look():
        try:
            while not ended.is_set():
                db.probe(state)
                db.moves(state)
                db.line(state)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(2_000):
        state.apply_action(state.legal_actions()[0])
        state.undo()
    ended.set()
    for thread in threads:
        thread.join()
    assert errors == []


class Silent(http.server.BaseHTTPRequestHandler):
    """Reads the request, and says nothing until the server ends."""

    def do_GET(self):
        self.server.asked.set()
        self.server.over.wait()

    def log_message(self, *_):
        pass


def test_ctrl_c_ends_the_wait_for_a_server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent)
    server.asked, server.over = threading.Event(), threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def interrupt():
        server.asked.wait()
        _thread.interrupt_main()

    threading.Thread(target=interrupt, daemon=True).start()
    # Without the interruption, it would wait for 30 seconds and raise NexsolveError.
    with pytest.raises(KeyboardInterrupt):
        nexsolve.open(f"http://127.0.0.1:{server.server_port}/db")
    server.over.set()
    server.shutdown()
    server.server_close()


def test_no_exception_repeats_a_password():
    address = "http://anna:secret@127.0.0.1:1/db?sig=secret"
    for call in [nexsolve.open, nexsolve.verify]:
        with pytest.raises(Exception) as raised:
            call(address)
        text = str(raised.value)
        assert "***@127.0.0.1:1" in text and "secret" not in text and "anna" not in text
