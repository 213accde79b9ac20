"""Databases at an address on the web: of a server that sends parts of files, and of one that does not."""

import http.server
import re
import threading
import warnings
from functools import partial

import numpy as np
import pytest

import nexsolve


class Whole(http.server.SimpleHTTPRequestHandler):
    """Sends whole files."""

    def log_message(self, *_):
        pass


class Parts(Whole):
    """Sends the parts of files that are asked for."""

    def do_GET(self):
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        try:
            with open(self.translate_path(self.path), "rb") as file:
                contents = file.read()
        except OSError:
            return self.send_error(404)
        part = contents[int(asked[1]) : int(asked[2]) + 1] if asked else contents
        self.server.sent += len(part)
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {asked[1]}-{asked[2]}/{len(contents)}")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    nexsolve.generate("nex:3x4", folder, metric="dtw", raw=True).close()
    return folder


@pytest.fixture(params=[Parts, Whole])
def site(request, folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(request.param, directory=folder))
    server.sent, server.kind = 0, request.param
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_site_answers_like_its_folder(site, folder):
    server, address = site
    with nexsolve.open(folder) as local, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with nexsolve.open(address) as remote:
            start = local.game.new_initial_state()
            assert remote.game == local.game and remote.probe(start) == local.probe(start)
            assert list(remote.moves(start)) == list(local.moves(start)) and remote.line(start) == local.line(start)
            if server.kind is Parts:
                assert 0 < server.sent < sum(path.stat().st_size for path in folder.iterdir()) / 2
            layer = max(local.layers(), key=lambda layer: layer.size)
            ranks = np.arange(0, layer.size, 997, dtype=np.uint64)
            assert (remote.probe_many(ranks, layer.name) == local.probe_many(ranks, layer.name)).all()
            assert (remote.layer(layer.name) == local.layer(layer.name)).all()
    assert [str(warning.message).endswith("when it is first needed") for warning in told] == [True] * (server.kind is Whole)


def test_what_cannot_be_read_is_said(site):
    _, address = site
    with pytest.raises(nexsolve.NexsolveError, match="not a database: the server has no manifest"):
        nexsolve.open(f"{address}/none")
    with pytest.raises(nexsolve.NexsolveError, match="cannot be read"):
        nexsolve.open("http://127.0.0.1:1/none")
    with pytest.raises(nexsolve.NexsolveError, match="not a valid address"):
        nexsolve.open("http://")
    with pytest.raises((nexsolve.NexsolveError, ValueError), match="is an address"):
        nexsolve.verify(address)
