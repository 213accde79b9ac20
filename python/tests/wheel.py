"""The test of an installed wheel: known facts, and a database that is made, verified and read. Needs nothing but the package."""

import nexsolve

start = nexsolve.load_game("nex:3x3").new_initial_state()
assert str(nexsolve.solve(start).value) == "win in 7"
with nexsolve.generate("nex:3x3", "nex33", metric="dtw") as db:
    assert str(db.probe(start)) == "win in 7" and len(db.moves(start)) == 72 and db.layer(db.layers()[0].name).shape
assert nexsolve.verify("nex33")
assert start.svg().startswith("<svg")
print(f"nexsolve {nexsolve.__version__}: the wheel works")
