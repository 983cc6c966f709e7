#!/usr/bin/env python3
"""Packs a simulated session: pack.py IMU.csv writes imu.i32.xz here.

Columns: t [s], gyroscope x, y, z [rad/s], specific force x, y, z [m/s^2]. Each column becomes 32-bit integers of 1 µs,
1e-5 rad/s and 1e-3 m/s^2; of these the differences modulo 2^32, as four planes of bytes, lowest first; columns one
after the other, then xz.
"""
import csv
import lzma
import pathlib
import struct
import sys

UNITS = [1e6] + [1e5] * 3 + [1e3] * 3

with open(sys.argv[1], newline="") as file:
    rows = list(csv.reader(file))[1:]
packed = b""
for column, unit in enumerate(UNITS):
    values = [round(float(row[column]) * unit) for row in rows]
    steps = [(b - a) % 2**32 for a, b in zip([0] + values, values)]
    plain = struct.pack(f"<{len(steps)}I", *steps)
    packed += b"".join(plain[plane::4] for plane in range(4))
(pathlib.Path(__file__).parent / "imu.i32.xz").write_bytes(
    lzma.compress(packed, preset=9 | lzma.PRESET_EXTREME))
