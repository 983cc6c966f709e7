#!/usr/bin/python3
"""Runs a program with a mock WitMotion sensor on a pseudo-terminal, at the pace of its wire.

    Tests/rig/serial_device.py [options] -- PROGRAM [argument ...]

The word PTY in an argument stands for the port. The sensor is strapped to the torso of the rider of rider.py: it
sends bursts of 50, 51, 52, 53 and 59 at --rate, x forward, y left, z up, and garbage while the port is set to
another rate than --baud. --log takes one JSON object a frame sent: its bytes in hexadecimal and when.

Exits with the program's exit code; SIGINT, SIGTERM and SIGHUP are passed on to it.
"""

import argparse
import fcntl
import json
import math
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import threading
import time
import tty

from rider import CueFollower, Rider

TCGETS2 = 0x802C542A


class Lines:
    """A file of JSON objects, one a line; or nothing."""

    def __init__(self, path):
        self.file = open(path, "w", buffering=1) if path else None

    def write(self, **row):
        if self.file:
            self.file.write(json.dumps(row) + "\n")


def arguments():
    parser = argparse.ArgumentParser(description="Runs a program with a mock WitMotion sensor.")
    parser.add_argument("--rate", type=float, default=100, help="bursts a second")
    parser.add_argument("--baud", type=int, default=115200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unplug-at", type=float, metavar="S", help="seconds after the first burst")
    parser.add_argument("--pause", type=float, nargs=2, metavar=("S", "LENGTH"), help="send nothing for a while")
    parser.add_argument("--damage-every", type=int, metavar="N", help="flip a bit of every Nth frame")
    parser.add_argument("--answer-cues", metavar="DIR", help="lean as the cues of the session in DIR ask")
    parser.add_argument("--reaction-ms", type=float, nargs=2, default=[180, 420], metavar=("LOW", "HIGH"))
    parser.add_argument("--lean-deg", type=float, default=20)
    parser.add_argument("--lean-seconds", type=float, default=1)
    parser.add_argument("--truth", metavar="FILE")
    parser.add_argument("--log", metavar="FILE")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.program[:1] == ["--"]:
        options.program = options.program[1:]
    if not options.program:
        parser.error("no program to run")
    return options


def frame(kind, words):
    body = struct.pack("<BB4h", 0x55, kind, *words)
    return body + bytes([sum(body) % 256])


def time_frame(ms):
    body = struct.pack("<8BH", 0x55, 0x50, 25, 11, 30, 2, 15 + ms // 60000 % 45, ms // 1000 % 60, ms % 1000)
    return body + bytes([sum(body) % 256])


class Sensor:
    def __init__(self, options, rider, log, master):
        self.options, self.rider, self.log, self.master = options, rider, log, master
        self.noise = random.Random(options.seed + 1)
        self.number = 0

    def burst(self, sampled_ns, elapsed_ms):
        angle, rate = self.rider.lean(sampled_ns)
        lean = math.radians(angle)
        gauss = self.noise.gauss
        force = [gauss(f * 2048, 2) for f in (0, math.sin(lean), math.cos(lean))]
        turn = [gauss(w * 32768 / 2000, 1) for w in (rate, 0, 0)]
        half = lean / 2
        rounded = lambda values: [round(v) for v in values]
        return [
            time_frame(elapsed_ms),
            frame(0x51, rounded(force) + [2550]),
            frame(0x52, rounded(turn) + [0]),
            frame(0x53, [round(angle / 180 * 32768), 0, 0, 0]),
            frame(0x59, rounded([math.cos(half) * 32767, math.sin(half) * 32767, 0, 0])),
        ]

    def speed(self):
        settings = fcntl.ioctl(self.master, TCGETS2, bytes(64))
        return struct.unpack_from("<I", settings, 40)[0]

    def feed(self):
        began, burst = time.monotonic_ns(), 0
        while True:
            sampled = began + round(burst * 1e9 / self.options.rate)
            time.sleep(max(0, sampled - time.monotonic_ns()) * 1e-9)
            elapsed = (sampled - began) * 1e-9
            if self.options.unplug_at is not None and elapsed > self.options.unplug_at:
                os.close(self.master)
                return
            pause = self.options.pause
            if pause and pause[0] <= elapsed < pause[0] + pause[1]:
                burst += 1
                continue
            tuned = self.speed() == self.options.baud
            frames = self.burst(sampled, round(elapsed * 1000))
            sent = b""
            for body in frames:
                self.number += 1
                every = self.options.damage_every
                damaged = bool(every) and self.number % every == 0
                if damaged:
                    body = body[:4] + bytes([body[4] ^ 0x10]) + body[5:]
                self.log.write(frame=body.hex(), damaged=damaged, tuned=tuned, burst=burst, sampled_ns=sampled)
                sent += body
            if not tuned:
                sent = self.noise.randbytes(len(sent))
            # A burst arrives when its last byte is over the wire.
            time.sleep(len(sent) * 10 / self.options.baud)
            try:
                if os.write(self.master, sent) != len(sent):
                    raise RuntimeError("the pseudo-terminal took part of a burst")
            except BlockingIOError:
                self.log.write(lost=burst)
            burst += 1


def main():
    options = arguments()
    log, truth = Lines(options.log), Lines(options.truth)
    master, port = pty.openpty()
    tty.setraw(port)
    os.set_blocking(master, False)
    path = os.ttyname(port)
    rider = Rider(options, truth)
    if options.answer_cues:
        CueFollower(options.answer_cues, rider).start()
    program = subprocess.Popen([word.replace("PTY", path) for word in options.program])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda n, _: program.send_signal(n))
    sensor = Sensor(options, rider, log, master)
    threading.Thread(target=sensor.feed, daemon=True).start()
    code = program.wait()
    sys.stdout.flush()
    os._exit(code if code >= 0 else 128 - code)


main()
