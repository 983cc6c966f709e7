#!/usr/bin/python3
"""Decodes bytes of serial sensors, slowly and plainly: what the program's decoders are compared with.

    Tests/rig/serial_reference.py witmotion|bno08x-rvc|xsens|vectornav FILE

Prints one JSON object a frame: first and last byte, time, counter, temperature, and for each quantity its values
in physical units. FILE is raw bytes, or a text of "name: hexadecimal" lines, which are joined.
"""

import binascii
import datetime
import json
import struct
import sys


def xsens(data):
    names = {0x4020: "accelerometer", 0x8020: "gyroscope", 0xC020: "magnetometer", 0x2020: "matrix", 0x2030: "euler"}
    for start in range(len(data) - 4):
        if data[start : start + 2] != b"\xfa\xff":
            continue
        length = data[start + 3]
        packet = data[start : start + length + 5]
        if len(packet) < length + 5 or sum(packet[1:]) % 256 or packet[2] != 0x36:
            continue
        frame = dict(start=start, end=start + len(packet), values={}, invalid={})
        items, status = packet[4:-1], 0
        while items:
            number, size = struct.unpack(">HB", items[:3])
            body, items = items[3 : 3 + size], items[3 + size :]
            kind = number - number % 16
            if kind == 0x1020:
                (frame["counter"],) = struct.unpack(">H", body)
            elif kind == 0x1060:
                frame["time"] = struct.unpack(">I", body)[0] * 100  # ticks of 100 µs
            elif kind == 0xE020 and size == 4:
                (status,) = struct.unpack(">I", body)
            elif kind in names or kind in (0x0810, 0x2010):
                values = xsens_numbers(number % 4, body)
                if kind == 0x0810:
                    frame["temperature"] = values[0]
                elif kind == 0x2010:
                    frame["values"]["attitude"] = values[1:] + values[:1]
                else:
                    frame["values"][names[kind]] = values
        for bit, name in ((8, "accelerometer"), (11, "gyroscope"), (14, "magnetometer")):
            axes = [axis for n, axis in enumerate("xyz") if status & (1 << (bit + n))]
            if axes and name in frame["values"]:
                frame["invalid"][name] = axes
        yield frame


def xsens_numbers(form, body):
    if form == 0:
        return list(struct.unpack(f">{len(body) // 4}f", body))
    if form == 1:
        return [n / 2**20 for n in struct.unpack(f">{len(body) // 4}i", body)]
    if form == 2:
        parts = [struct.unpack(">Ih", body[n : n + 6]) for n in range(0, len(body), 6)]
        return [whole + fraction / 2**32 for fraction, whole in parts]
    return list(struct.unpack(f">{len(body) // 8}d", body))


def vectornav(data):
    """Only the header of the recording: UncompMag, UncompAccel, UncompGyro, Temp, Pres; YawPitchRoll, DCM,
    MagNed, AccelNed."""
    header, position = bytes.fromhex("fa143e003a00"), 0
    while (start := data.find(header, position)) >= 0:
        message = data[start : start + 124]
        position = start + 1
        # CRC-CCITT with initial value 0 is what binascii calls crc_hqx.
        if len(message) < 124 or binascii.crc_hqx(message[1:], 0):
            continue
        f = struct.unpack("<29f", message[6:122])
        yield dict(
            start=start,
            end=start + 124,
            temperature=f[9],
            invalid={},
            values=dict(
                magnetometer=f[0:3],
                accelerometer=f[3:6],
                gyroscope=f[6:9],
                euler=f[13:10:-1],
                matrix=f[14:23],
            ),
        )


def witmotion(data):
    """One JSON object a frame; 53 and 59 stay apart."""
    position, clock = 0, None
    while position + 11 <= len(data):
        frame = data[position : position + 11]
        if frame[0] != 0x55 or sum(frame[:10]) % 256 != frame[10]:
            position += 1
            continue
        w = struct.unpack("<4h", frame[2:10])
        row = dict(start=position, end=position + 11, time=clock, invalid={}, values={})
        kind = frame[1]
        position += 11
        if kind == 0x50:
            year, month, day, hour, minute, second, ms = struct.unpack("<6BH", frame[2:10])
            date = datetime.datetime(2000 + year, month, day, hour, minute, second) - datetime.datetime(2000, 1, 1)
            clock = (date.days * 86400 + date.seconds) * 1000 + ms
            continue
        if kind == 0x51:
            row["values"]["accelerometer"] = [n / 32768 * 16 for n in w[:3]]
            row["temperature"] = w[3] / 100
        elif kind == 0x52:
            row["values"]["gyroscope"] = [n / 32768 * 2000 for n in w[:3]]
        elif kind == 0x53:
            row["values"]["euler"] = [n / 32768 * 180 for n in w[:3]]
        elif kind == 0x54:
            row["values"]["magnetometer"] = list(w[:3])
        elif kind == 0x59:
            row["values"]["attitude"] = [w[1] / 32768, w[2] / 32768, w[3] / 32768, w[0] / 32768]
        else:
            continue
        yield row


def bno08x_rvc(data):
    position = 0
    while position + 19 <= len(data):
        frame = data[position : position + 19]
        if frame[:2] != b"\xaa\xaa" or sum(frame[2:18]) % 256 != frame[18]:
            position += 1
            continue
        index, yaw, pitch, roll, x, y, z = struct.unpack("<B6h", frame[2:15])
        yield dict(
            start=position,
            end=position + 19,
            counter=index,
            invalid={},
            values=dict(accelerometer=[n / 1000 for n in (x, y, z)], euler=[n / 100 for n in (roll, pitch, yaw)]),
        )
        position += 19


def main():
    protocol, path = sys.argv[1:]
    data = open(path, "rb").read()
    if path.endswith(".txt"):
        lines = [line.split(b":") for line in data.splitlines() if not line.startswith(b"#")]
        data = b"".join(bytes.fromhex(line[1].decode()) for line in lines if len(line) == 2)
    decoders = {"xsens": xsens, "vectornav": vectornav, "witmotion": witmotion, "bno08x-rvc": bno08x_rvc}
    for frame in decoders[protocol](data):
        print(json.dumps(frame))


main()
