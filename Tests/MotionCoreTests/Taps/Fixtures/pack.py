#!/usr/bin/env python3
"""Packs recordings into the fixtures of this folder; README.md says where they come from and what was changed.

Each NAME.i32.xz has the columns t [µs], acc_x,y,z [1e-4 g, +1 g up at rest] and, where the recording has them,
gyr_x,y,z [1e-3 rad/s], as 32-bit integers: of these the differences modulo 2^32, as four planes of bytes, lowest first;
columns one after the other, then xz.
"""
import csv
import lzma
import math
import pathlib
import struct
import sys

G = 9.80665


def rows(name, header=True):
    with open(name, newline="") as file:
        lines = list(csv.reader(file))[1 if header else 0 :]
    return [[float(cell) for cell in line] for line in lines if line and line[0] not in ("", "NaN")]


def ximu(folder):
    return [[r[0], *r[4:7], *(math.radians(v) for v in r[1:4])] for r in rows(folder / "devices/ximu_fusion_sensor_data_100hz.csv")]


def phyphox(folder):
    return [[r[0], *(v / G for v in r[1:4])] for r in rows(folder / "devices/phyphox/Accelerometer.csv")]


def lumbar(folder):
    found = rows(folder / "devices/lumbar_sit2stand_accel.csv", header=False)
    return [[(r[0] - found[0][0]) * 1e-6, *(v / G for v in r[1:4])] for r in found]


def iphone(folder):
    # Gravity and user acceleration are Core Motion's, -1 g up at rest. Row 0 is stale.
    found = rows(folder / "devices/coremotion_balance_iphone_100hz.csv")[1:]
    return [[r[0], *(-(r[5 + n] + r[11 + n]) for n in range(3)), *r[8:11]] for r in found]


def rider(folder):
    return [[r[0], *(v / G for v in r[4:7]), *r[1:4]] for r in rows(folder / "rider-sim/imu.csv") if r[0] < 120]


def ds4(folder):
    found = rows(folder / "devices/ds4_usb_decoded.csv")
    # The gyroscope's scale is the nominal one of its raw values, 16.4 per degree/s.
    return [[r[0], *(v / 8192 for v in r[6:9]), *(math.radians(v / 16.4) for v in r[3:6])] for r in found]


source = pathlib.Path(sys.argv[1])
for name, read in [("ximu3", ximu), ("phyphox", phyphox), ("lumbar", lumbar), ("iphone", iphone),
                   ("rider", rider), ("dualshock4", ds4)]:
    table = read(source)
    packed = b""
    for column in range(len(table[0])):
        unit = 1e6 if column == 0 else 1e4 if column < 4 else 1e3
        values = [round(row[column] * unit) for row in table]
        steps = [(b - a) % 2**32 for a, b in zip([0] + values, values)]
        plain = struct.pack(f"<{len(steps)}I", *steps)
        packed += b"".join(plain[plane::4] for plane in range(4))
    head = struct.pack("<2I", len(table), len(table[0]))
    out = pathlib.Path(__file__).parent / (name + ".i32.xz")
    out.write_bytes(lzma.compress(head + packed, preset=9 | lzma.PRESET_EXTREME))
