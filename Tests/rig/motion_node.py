#!/usr/bin/python3
"""Runs a program with a mock game controller: real libudev, real ioctls, real reads, no hardware.

    umockdev-wrapper /usr/bin/python3 Tests/rig/motion_node.py [options] -- PROGRAM [argument ...]

The program finds one motion node that answers like a DualSense and sends 250 reports a second as the kernel
would: unchanged axes left out, the kernel's fuzz applied until it is switched off, a queue of 128 events that
ends in SYN_DROPPED when it is not read. The feed begins when the program has asked for a clock and then asked
nothing for 50 ms, or reads: requests are so slow here that their order in time would not be a real device's.

The controller is strapped to the torso of a rider who sits still, or who answers the cues of the session that
the program records (--answer-cues). Forward is the sensor's axis --forward, left and up follow it cyclically;
a lean turns gravity and gives the gyroscope its rate. The sensor sits on the axis of the lean, so that there is
no acceleration but gravity's.

Exits with the program's exit code (128 + n after signal n); SIGINT, SIGTERM and SIGHUP are passed on to it.
Needs the Debian packages umockdev, gir1.2-umockdev-1.0 and python3-gi.
"""

import argparse
import errno
import fcntl
import json
import math
import os
import pwd
import random
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

from rider import CueFollower, Rider  # noqa: E402

NODE = "/dev/input/event21"
PARENT = "/devices/virtual/misc/uhid/0005:054C:0CE6.0003/input/input27"
NAME = "DualSense Wireless Controller Motion Sensors"
PHYSICAL, UNIQUE = "11:22:33:44:55:66", "aa:bb:cc:dd:ee:ff"
BUS, VENDOR, PRODUCT, VERSION = 0x05, 0x054C, 0x0CE6, 0x8100
PARENT_TEXT = f"""P: {PARENT}
E: ABS=3f
E: EV=19
E: ID_INPUT=1
E: ID_INPUT_ACCELEROMETER=1
E: MSC=20
E: NAME="{NAME}"
E: PHYS="{PHYSICAL}"
E: PRODUCT=5/54c/ce6/8100
E: PROP=40
E: SUBSYSTEM=input
E: UNIQ="{UNIQUE}"
A: name={NAME}
A: phys={PHYSICAL}
A: properties=40
A: uniq={UNIQUE}
A: capabilities/abs=3f
A: capabilities/ev=19
A: capabilities/msc=20
A: id/bustype=0005
A: id/vendor=054c
A: id/product=0ce6
A: id/version=8100
"""
NODE_TEXT = f"""P: {PARENT}/event21
N: input/event21
E: DEVNAME={NODE}
E: ID_BUS=bluetooth
E: ID_INPUT=1
E: ID_INPUT_ACCELEROMETER=1
E: MAJOR=13
E: MINOR=85
E: SUBSYSTEM=input
E: TAGS=:uaccess:seat:
A: dev=13:85
L: device=../../input27
"""

# linux/input-event-codes.h
EV_SYN, EV_ABS, EV_MSC = 0, 3, 4
SYN_REPORT, SYN_DROPPED, MSC_TIMESTAMP, PROP_ACCELEROMETER = 0, 3, 5, 6
EVENT = struct.Struct("<qqHHi")
QUEUE_EVENTS = 128  # the kernel's queue for a device of six axes
PER_G, PER_DEGREE_PER_SECOND = 8192, 1024
GET, SET = 2, 1
INFO = struct.Struct("<6i")
VALUE, FUZZ = 0, 3


def arguments():
    parser = argparse.ArgumentParser(description="Runs a program with a mock game controller.")
    parser.add_argument("--rate", type=float, default=250, help="reports a second")
    parser.add_argument("--seconds", type=float, help="stop sending after this long")
    parser.add_argument("--msc-start", type=int, default=2**32 - 1_000_000, help="first device time, µs")
    parser.add_argument("--drift-ppm", type=float, default=0, help="how much faster the device's clock runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forward", default="z", choices=["x", "y", "z"], help="sensor axis that points forward")
    parser.add_argument("--answer-cues", metavar="DIR", help="lean as the cues of the session in DIR ask")
    parser.add_argument("--reaction-ms", type=float, nargs=2, default=[180, 420], metavar=("LOW", "HIGH"))
    parser.add_argument("--lean-deg", type=float, default=20)
    parser.add_argument("--lean-seconds", type=float, default=1)
    parser.add_argument("--truth", metavar="FILE", help="write the rider's own onsets, one JSON object a line")
    parser.add_argument("--log", metavar="FILE", help="write the requests and every report sent, likewise")
    parser.add_argument("--unplug-at", type=float, metavar="S", help="seconds after the first report")
    parser.add_argument("--drop-at", type=int, metavar="N", help="lose reports after the Nth, with SYN_DROPPED")
    parser.add_argument("--drop-count", type=int, default=16)
    parser.add_argument("--refuse", default="", metavar="LIST", help="of clockid,sabs")
    parser.add_argument(
        "--deny", action="store_true", help="nobody may read the node; root runs the program as the user nobody"
    )
    parser.add_argument("--no-device", action="store_true")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.program[:1] == ["--"]:
        options.program = options.program[1:]
    if not options.program:
        parser.error("no program to run")
    options.refuse = set(filter(None, options.refuse.split(",")))
    if not options.refuse <= {"clockid", "sabs"}:
        parser.error("--refuse takes clockid and sabs")
    return options


class Lines:
    """A file of JSON objects, one a line, each written at once; or nothing."""

    def __init__(self, path):
        self.file = open(path, "w", buffering=1) if path else None
        self.lock = threading.Lock()

    def write(self, **row):
        if self.file:
            with self.lock:
                self.file.write(json.dumps(row) + "\n")


def defuzz(value, old, fuzz):
    """drivers/input/input.c, input_defuzz_abs_event."""
    if fuzz:
        if old - fuzz // 2 < value < old + fuzz // 2:
            return old
        if old - fuzz < value < old + fuzz:
            return int((old * 3 + value) / 4)
        if old - fuzz * 2 < value < old + fuzz * 2:
            return int((old + value) / 2)
    return value


class Controller:
    """The mock node: answers requests, sends reports."""

    def __init__(self, testbed, options, rider, log):
        self.testbed, self.options, self.rider, self.log = testbed, options, rider, log
        self.clock = time.CLOCK_REALTIME
        self.is_gone = False
        self.configured = threading.Event()
        self.requested = time.monotonic()
        self.noise = random.Random(options.seed + 1)
        self.axes = [[0, -32768, 32767, 16, 0, PER_G] for _ in range(3)]
        self.axes += [[0, -2097152, 2097151, 16, 0, PER_DEGREE_PER_SECOND] for _ in range(3)]
        for axis, value in enumerate(self.values(time.monotonic_ns())):
            self.axes[axis][VALUE] = value
        self.handler = UMockdev.IoctlBase()
        self.handler.connect("handle-ioctl", self.on_ioctl)
        self.handler.connect("handle-read", self.on_read)
        # Before the device is added: that announces it at once.
        testbed.attach_ioctl(NODE, self.handler)
        testbed.add_from_string(PARENT_TEXT + "\n" + NODE_TEXT)
        self.master = testbed.get_dev_fd(NODE)
        os.set_blocking(self.master, False)
        self.reading_end = os.open(testbed.get_root_dir() + NODE, os.O_RDWR | os.O_NOCTTY)

    # The program's side

    def on_ioctl(self, _handler, client):
        request = client.get_request() & 0xFFFFFFFF
        way, kind, number, size = request >> 30, (request >> 8) & 0xFF, request & 0xFF, (request >> 16) & 0x3FFF
        if kind != ord("E"):
            return False  # the pseudo-terminal's own
        self.requested = time.monotonic()
        if self.is_gone:
            client.complete(-1, errno.ENODEV)
        elif way == GET:
            self.answer(client, self.read_request(number), size)
        elif number == 0xA0:
            self.set_clock(client)
        elif 0xC0 <= number < 0xC6:
            self.set_axis(client, number - 0xC0)
        else:
            client.complete(-1, errno.EINVAL)
        return True

    def answer(self, client, data, size):
        if data is None:
            client.complete(-1, errno.EINVAL)
            return
        client.get_arg().resolve(0, size).update(0, data[:size])
        client.complete(min(len(data), size), 0)

    def read_request(self, number):
        def bits(*numbers):
            return sum(1 << n for n in numbers).to_bytes(96, "little")

        if 0x20 <= number < 0x40:
            codes = {0: (EV_SYN, EV_ABS, EV_MSC), EV_ABS: range(6), EV_MSC: (MSC_TIMESTAMP,)}
            return bits(*codes.get(number - 0x20, ()))
        if 0x40 <= number < 0x46:
            return INFO.pack(*self.axes[number - 0x40])
        return {
            0x01: struct.pack("<i", 0x010001),
            0x02: struct.pack("<4H", BUS, VENDOR, PRODUCT, VERSION),
            0x06: NAME.encode() + b"\0",
            0x07: PHYSICAL.encode() + b"\0",
            0x08: UNIQUE.encode() + b"\0",
            0x09: bits(PROP_ACCELEROMETER),
        }.get(number)

    def set_clock(self, client):
        (clock,) = struct.unpack("<i", bytes(client.get_arg().resolve(0, 4).retrieve()))
        refused = "clockid" in self.options.refuse
        self.log.write(event="set_clock", clock=clock, refused=refused)
        if refused or clock not in (0, 1, 7):
            client.complete(-1, errno.EINVAL)
        else:
            self.clock = clock
            client.complete(0, 0)
        self.configured.set()

    def set_axis(self, client, axis):
        info = INFO.unpack(bytes(client.get_arg().resolve(0, INFO.size).retrieve()))
        refused = "sabs" in self.options.refuse
        self.log.write(event="set_axis", axis=axis, fuzz=info[FUZZ], refused=refused)
        if refused:
            client.complete(-1, errno.EINVAL)
            return
        self.axes[axis] = list(info)
        client.complete(0, 0)

    def on_read(self, _handler, client):
        self.configured.set()
        if not self.is_gone:
            return False
        client.complete(-1, errno.ENODEV)
        return True

    # The sensor's side

    def values(self, now_ns):
        """Raw values of the six axes for the rider's lean at an instant."""
        angle, rate = self.rider.lean(now_ns)
        forward = "xyz".index(self.options.forward)
        left, up = (forward + 1) % 3, (forward + 2) % 3
        force, turn = [0.0] * 3, [0.0] * 3
        force[left], force[up] = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        turn[forward] = rate
        raw = [round(self.noise.gauss(f * PER_G, 8)) for f in force]
        return raw + [round(self.noise.gauss(w * PER_DEGREE_PER_SECOND, 50)) for w in turn]

    def feed(self):
        """Sends reports until the end of the feed. The device samples on its own regular clock; a report is
        stamped when it is sent, as the kernel stamps on arrival."""
        self.configured.wait()
        while time.monotonic() - self.requested < 0.05:
            time.sleep(0.005)
        options, began, number, lost = self.options, time.monotonic_ns(), 0, 0
        while True:
            sampled = began + round(number * 1e9 / options.rate)
            elapsed = (sampled - began) * 1e-9
            if options.unplug_at is not None and elapsed > options.unplug_at:
                break
            if options.seconds is not None and elapsed >= options.seconds:
                break
            time.sleep(max(0, sampled - time.monotonic_ns()) * 1e-9)
            device_us = round(elapsed * 1e6 * (1 + options.drift_ppm * 1e-6))
            lost += not self.report(number, sampled, (options.msc_start + device_us) % 2**32)
            number += 1
        self.log.write(event="end", reports=number, lost=lost)
        if options.unplug_at is not None:
            GLib.idle_add(self.unplug)

    def report(self, number, sampled, device_time):
        """Sends one report; false where it is lost."""
        fresh = self.values(sampled)
        events = []
        for axis in [3, 4, 5, 0, 1, 2]:
            value = defuzz(fresh[axis], self.axes[axis][VALUE], self.axes[axis][FUZZ])
            if value != self.axes[axis][VALUE]:
                self.axes[axis][VALUE] = value
                events.append((EV_ABS, axis, value))
        events.append((EV_MSC, MSC_TIMESTAMP, device_time - 2**32 if device_time >= 2**31 else device_time))
        events.append((EV_SYN, SYN_REPORT, 0))
        drop = self.options.drop_at
        if drop is not None and drop < number <= drop + self.options.drop_count:
            if number < drop + self.options.drop_count:
                return False
            # What the kernel leaves of a full queue: the mark, and the end of the report that did not fit.
            self.write([(EV_SYN, SYN_DROPPED, 0)] + events[-2:])
            return False
        unread = struct.unpack("i", fcntl.ioctl(self.reading_end, termios.FIONREAD, b"\0" * 4))[0]
        if unread + len(events) * EVENT.size > QUEUE_EVENTS * EVENT.size:
            termios.tcflush(self.reading_end, termios.TCIFLUSH)
            self.write([(EV_SYN, SYN_DROPPED, 0)] + events[-2:])
            return False
        self.write(events)
        self.log.write(
            event="report", number=number, sampled_ns=sampled, msc=device_time, values=[a[VALUE] for a in self.axes]
        )
        return True

    def write(self, events):
        seconds, ns = divmod(time.clock_gettime_ns(self.clock), 10**9)
        data = b"".join(EVENT.pack(seconds, ns // 1000, *event) for event in events)
        if os.write(self.master, data) != len(data):
            raise RuntimeError("the pseudo-terminal took part of a report")

    def unplug(self):
        self.is_gone = True
        self.log.write(event="unplug", host_ns=time.monotonic_ns())
        self.testbed.uevent("/sys" + PARENT + "/event21", "remove")
        self.testbed.uevent("/sys" + PARENT, "remove")
        os.close(self.reading_end)
        os.close(self.master)
        self.testbed.remove_device("/sys" + PARENT)
        return False


def deny(root):
    """Takes every permission from the node, and lets other users into the testbed's folder so far that this is
    what stops them. Returns how to run the program: root would be denied nothing."""
    os.chmod(root + NODE, 0)
    for folder, _, files in os.walk(root):
        os.chmod(folder, 0o755)
        for file in files:
            path = os.path.join(folder, file)
            if not os.path.islink(path) and folder.startswith(root + "/ioctl"):
                os.chmod(path, 0o666)
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return dict(user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])


def main():
    options = arguments()
    testbed = UMockdev.Testbed.new()
    root = testbed.get_root_dir()
    log, truth = Lines(options.log), Lines(options.truth)
    try:
        how = {}
        if not options.no_device:
            rider = Rider(options, truth)
            controller = Controller(testbed, options, rider, log)
            if options.answer_cues:
                CueFollower(options.answer_cues, rider).start()
            threading.Thread(target=controller.feed, daemon=True).start()
            if options.deny:
                how = deny(root)
        loop = GLib.MainLoop()
        program = subprocess.Popen(options.program, **how)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            GLib.unix_signal_add(GLib.PRIORITY_HIGH, number, lambda n: program.send_signal(n) or True, number)

        def wait():
            program.wait()
            GLib.idle_add(loop.quit)

        threading.Thread(target=wait, daemon=True).start()
        loop.run()
    finally:
        shutil.rmtree(root, ignore_errors=True)
    code = program.returncode
    # Threads still wait on the mock device: nothing is left to be done for them.
    sys.stdout.flush()
    os._exit(code if code >= 0 else 128 - code)


main()
