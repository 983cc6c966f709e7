#!/usr/bin/env python3
"""Packs recordings into the fixtures of this folder: pack.py RECORDING.csv …, one RECORDING.i32.xz each.

Columns of the CSV: gyr_x,y,z [rad/s], acc_x,y,z [m/s^2], mag_x,y,z [uT], q_w,x,y,z, movement. Each column becomes 32-bit
integers in units of its last digit, a blank cell 2147483647; of these the differences modulo 2^32, as four planes of
bytes, lowest first; columns one after the other, then xz.
"""
import csv
import lzma
import pathlib
import struct
import sys

UNITS = [1e5] * 3 + [1e4] * 3 + [1e2] * 3 + [1e6] * 4 + [1]
BLANK = 2147483647

for name in sys.argv[1:]:
    with open(name, newline="") as file:
        rows = list(csv.reader(file))[1:]
    packed = b""
    for column, unit in enumerate(UNITS):
        values = [BLANK if row[column] == "" else round(float(row[column]) * unit) for row in rows]
        steps = [(b - a) % 2**32 for a, b in zip([0] + values, values)]
        plain = struct.pack(f"<{len(steps)}I", *steps)
        packed += b"".join(plain[plane::4] for plane in range(4))
    out = pathlib.Path(__file__).parent / (pathlib.Path(name).stem + ".i32.xz")
    out.write_bytes(lzma.compress(packed, preset=9 | lzma.PRESET_EXTREME))
