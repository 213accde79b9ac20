"""Prints the value of a position and a best move: best_move.py LIBRARY FOLDER POSITION. (In Python, the package nexsolve does more.)"""

import ctypes
import sys


class Value(ctypes.Structure):
    _fields_ = [("value", ctypes.c_int32), ("plies", ctypes.c_int32), ("points", ctypes.c_int32)]


library, folder, position = sys.argv[1:]
nexsolve = ctypes.CDLL(library)
nexsolve.nexsolve_open.argtypes, nexsolve.nexsolve_open.restype = [ctypes.c_char_p, ctypes.c_uint64], ctypes.c_void_p
nexsolve.nexsolve_probe.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(Value)]
nexsolve.nexsolve_best_move.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Value)]
nexsolve.nexsolve_close.argtypes, nexsolve.nexsolve_error.restype = [ctypes.c_void_p], ctypes.c_char_p

database = nexsolve.nexsolve_open(folder.encode(), 0)
if not database:
    sys.exit(nexsolve.nexsolve_error().decode())
value, move = Value(), ctypes.create_string_buffer(64)
if nexsolve.nexsolve_probe(database, position.encode(), value) or nexsolve.nexsolve_best_move(database, position.encode(), move, 64, None):
    sys.exit(nexsolve.nexsolve_error().decode())
print(value.value, value.plies, move.value.decode())
nexsolve.nexsolve_close(database)
