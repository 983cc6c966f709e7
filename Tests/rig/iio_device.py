#!/usr/bin/python3
"""Runs a program with a mock IMU chip of the IIO subsystem: real libudev, real reads, no hardware.

    umockdev-wrapper /usr/bin/python3 Tests/rig/iio_device.py [options] -- PROGRAM [argument ...]

The program finds the chip --chip with its attributes in /sys. While `buffer/enable` holds 1 each device sends scans
at the rate that its attribute says, packed by hand from the enabled channels, stamped by the chosen clock. Every
change of an attribute is logged in the order in which it was made (inotify), every scan as it was sent, and the
attributes as they are at the end.

The chip is strapped to the torso of a rider who sits still, or who answers the cues of the session that the program
records (--answer-cues). Forward is the chip's axis z, left x, up y; there is no acceleration but gravity's.

The kernel refuses what a chip cannot do; files in a folder cannot. Such refusals are left to the tests of the call
layer. Exits with the program's exit code (128 + n after signal n); SIGINT, SIGTERM and SIGHUP are passed on.
Needs the Debian packages umockdev, gir1.2-umockdev-1.0 and python3-gi.
"""

import argparse
import ctypes
import errno
import functools
import math
import os
import random
import shutil
import struct
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

from iio_chips import CHIPS  # noqa: E402
from mock import Lines, deny, leave, run  # noqa: E402
from rider import CueFollower, Rider  # noqa: E402

BUS = "/devices/platform/soc/fe804000.i2c/i2c-1"
CHIP = BUS + "/1-0068"
GRAVITY = 9.80665

CLOCKS = {
    "realtime": time.CLOCK_REALTIME,
    "monotonic": time.CLOCK_MONOTONIC,
    "boottime": time.CLOCK_BOOTTIME,
}
IN_CLOSE_WRITE = 8


def arguments():
    parser = argparse.ArgumentParser(description="Runs a program with a mock IMU chip.")
    parser.add_argument("--chip", default="mpu6050", choices=CHIPS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answer-cues", metavar="DIR", help="lean as the cues of the session in DIR ask")
    parser.add_argument("--reaction-ms", type=float, nargs=2, default=[180, 420], metavar=("LOW", "HIGH"))
    parser.add_argument("--lean-deg", type=float, default=20)
    parser.add_argument("--lean-seconds", type=float, default=1)
    parser.add_argument("--truth", metavar="FILE", help="write the rider's own onsets, one JSON object a line")
    parser.add_argument("--log", metavar="FILE", help="write changes of attributes and every scan sent, likewise")
    parser.add_argument("--unplug-at", type=float, metavar="S", help="seconds after the first scan")
    parser.add_argument("--quiet-unplug", action="store_true", help="without an event of udev, and without ENODEV")
    parser.add_argument("--event-only", action="store_true", help="with the event of udev, but reads never fail")
    parser.add_argument("--overflow-at", type=int, metavar="N", help="fill the buffer after the Nth scan")
    parser.add_argument("--overflow-count", type=int, default=10, help="scans lost then")
    parser.add_argument("--gap-at", type=int, metavar="N", help="make no scan for ten intervals after the Nth")
    parser.add_argument("--freeze-at", type=int, metavar="N", help="the values stand still after the Nth scan")
    parser.add_argument("--zero", action="store_true", help="all values are zero")
    parser.add_argument("--silent", action="store_true", help="no scan is ever made")
    parser.add_argument("--trigger", action="append", default=[], metavar="KIND", help="another: own, timer or program")
    parser.add_argument("--no-own-trigger", action="store_true")
    parser.add_argument("--no-timestamp", action="store_true")
    parser.add_argument("--lie", action="store_true", help="stamp with the wall clock, whatever was asked for")
    parser.add_argument("--no-buffer", action="store_true")
    parser.add_argument("--set", action="append", default=[], metavar="ATTRIBUTE=VALUE", help="another first value")
    parser.add_argument("--without", action="append", default=[], metavar="ATTRIBUTE")
    parser.add_argument(
        "--deny", action="store_true", help="nobody may read the node; root runs the program as the user nobody"
    )
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.program[:1] == ["--"]:
        options.program = options.program[1:]
    if not options.program:
        parser.error("no program")
    return options


def product(a, b):
    """The product of two quaternions x, y, z, w: the rotation b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


class Device:
    """One mock IIO device: attributes in a folder, scans through its node."""

    def __init__(self, testbed, number, chip, options, rider, log):
        self.testbed, self.number, self.chip, self.options = testbed, number, chip, options
        self.rider, self.log = rider, log
        self.node, self.path = f"/dev/iio:device{number}", f"{CHIP}/iio:device{number}"
        self.folder = testbed.get_root_dir() + "/sys" + self.path
        self.is_gone = False
        self.noise = random.Random(options.seed + number)
        self.handler = UMockdev.IoctlBase()
        self.handler.connect("handle-read", self.on_read)
        # Before the device is added: that announces it at once.
        testbed.attach_ioctl(self.node, self.handler)
        testbed.add_from_string(self.description())
        self.initial = self.attributes()
        self.master = testbed.get_dev_fd(self.node)
        os.set_blocking(self.master, False)

    def description(self):
        attributes = dict(self.chip["attributes"], name=self.chip["name"], current_timestamp_clock="realtime")
        attributes.update({"buffer/enable": "0", "buffer/length": "2", "buffer/watermark": "1"})
        for name, (index, kind, _, _) in self.chip["channels"].items():
            if name == "in_timestamp" and self.options.no_timestamp:
                del attributes["current_timestamp_clock"]
                continue
            on = name in self.chip.get("on", [])
            for key, value in (("en", int(on)), ("index", index), ("type", kind)):
                attributes[f"scan_elements/{name}_{key}"] = value
        if self.options.no_own_trigger and "trigger/current_trigger" in attributes:
            attributes["trigger/current_trigger"] = ""
        for text in self.options.set:
            name, value = text.split("=", 1)
            attributes[name] = value
        for name in self.options.without:
            attributes.pop(name, None)
        if self.options.no_buffer:
            attributes = {k: v for k, v in attributes.items() if not k.startswith(("buffer", "scan_elements"))}
            attributes.update({name + "_raw": 1 for name in self.chip["channels"] if name != "in_timestamp"})
        lines = [f"P: {self.path}", f"N: iio:device{self.number}", f"E: DEVNAME={self.node}"]
        lines += ["E: DEVTYPE=iio_device", "E: MAJOR=246", f"E: MINOR={self.number}", "E: SUBSYSTEM=iio"]
        lines += [f"A: dev=246:{self.number}\\n"] + [f"A: {k}={v}\\n" for k, v in attributes.items()]
        return "\n".join(lines) + "\n"

    def get(self, name):
        try:
            with open(f"{self.folder}/{name}") as file:
                return file.read().strip("\0\n ")
        except OSError:
            return None

    def attributes(self):
        found = {}
        for folder, _, files in os.walk(self.folder):
            for file in files:
                name = os.path.relpath(os.path.join(folder, file), self.folder)
                if name != "dev" and name != "uevent":
                    found[name] = self.get(name)
        return found

    def on_read(self, _handler, client):
        if not self.is_gone:
            return False
        client.complete(-1, errno.ENODEV)
        return True

    def rate(self):
        trigger = self.get("trigger/current_trigger")
        timer = self.testbed.get_root_dir() + "/sys/devices/iio_trigger9/sampling_frequency"
        if trigger == "drillrunner" and os.path.exists(timer):
            return float(open(timer).read())
        names = ["sampling_frequency", "in_anglvel_sampling_frequency", "in_accel_sampling_frequency"]
        return float(next(filter(None, (self.get(name) for name in names))))

    def values(self, number, now_ns):
        """Raw values by channel, for the rider's lean at an instant."""
        frozen = self.options.freeze_at
        if self.options.zero:
            return {name: (0,) * 4 if "quaternion" in name else 0 for name in self.chip["channels"]}
        if frozen is not None and number > frozen:
            return dict(self.frozen)
        angle, rate = self.rider.lean(now_ns)
        lean = math.radians(angle)
        force = {"x": math.sin(lean) * GRAVITY, "y": math.cos(lean) * GRAVITY, "z": 0.0}
        turn = {"x": 0.0, "y": 0.0, "z": math.radians(rate)}
        raw = {"in_temp": -521, "in_temp0": 25, "in_pressure": 101325}
        for axis in "xyz":
            raw["in_accel_" + axis] = self.raw("in_accel", axis, force[axis], 3)
            raw["in_anglvel_" + axis] = self.raw("in_anglvel", axis, turn[axis], 5)
            raw["in_magn_" + axis] = 32768 + round(self.noise.gauss(200, 3))
        # From the chip's axes to those of the ground: the lean undone, up from y to z, then a heading of 60°.
        turns = [(0, 0, math.sin(math.pi / 6), math.cos(math.pi / 6))]
        turns += [(math.sin(math.pi / 4), 0, 0, math.cos(math.pi / 4)), (0, 0, math.sin(lean / 2), math.cos(lean / 2))]
        x, y, z, w = functools.reduce(product, turns)
        raw["in_rot_quaternion"] = tuple(round(part * 16384) for part in (w, x, y, z))
        self.frozen = raw
        return dict(raw)

    def raw(self, what, axis, value, noise):
        if f"{what}_{axis}" not in self.chip["channels"]:
            return 0
        attributes = self.chip["attributes"]
        scale = float(attributes.get(f"{what}_scale") or attributes.get(f"{what}_{axis}_scale"))
        limit = 2047 if "s12" in self.chip["channels"][f"{what}_{axis}"][1] else 32767
        return max(-limit - 1, min(limit, round(self.noise.gauss(value / scale, noise))))

    def pack(self, enabled, raw):
        """One scan: by index, each value aligned to its own size, the time last, padded to the largest."""
        data, largest = b"", 1
        for name in enabled:
            _, kind, layout, shift = self.chip["channels"][name]
            size = struct.calcsize(layout)
            data += b"\0" * (-len(data) % size)
            if isinstance(raw[name], tuple):
                data += struct.pack(layout, *raw[name])
            elif layout[-1] in "HI" and shift:
                # Bits that do not belong to the value are not zero on real chips.
                bits = int(kind.split(":")[1][1:].split("/")[0])
                data += struct.pack(layout, (raw[name] & ((1 << bits) - 1)) << shift | ((1 << shift) - 1))
            else:
                data += struct.pack(layout, raw[name])
            largest = max(largest, size)
        return data + b"\xa5" * (-len(data) % largest)

    def feed(self):
        """Sends scans while the buffer is on, until the end."""
        options, number, held, lost = self.options, 0, b"", 0
        while not self.is_gone:
            if self.get("buffer/enable") != "1" or options.silent:
                time.sleep(0.002)
                continue
            enabled = [
                name
                for name, (index, *_) in sorted(self.chip["channels"].items(), key=lambda c: c[1][0])
                if self.get(f"scan_elements/{name}_en") == "1"
            ]
            hz = self.rate()
            length = int(self.get("buffer/length"))
            name = "realtime" if options.lie else self.get("current_timestamp_clock")
            clock = CLOCKS[name or "realtime"]
            self.log.write(event="enabled", device=self.number, hz=hz, channels=enabled, length=length)
            began, first = time.monotonic_ns(), number
            while self.get("buffer/enable") == "1":
                pause = 10 if options.gap_at is not None and number > options.gap_at else 0
                due = began + round((number - first + pause) * 1e9 / hz)
                if options.unplug_at is not None and (due - began) * 1e-9 > options.unplug_at:
                    self.is_gone = True
                    GLib.idle_add(self.unplug)
                    return
                time.sleep(max(0, due - time.monotonic_ns()) * 1e-9)
                raw = self.values(number, time.monotonic_ns())
                raw["in_timestamp"] = time.clock_gettime_ns(clock)
                sent = {}
                for name in enabled:
                    if isinstance(raw[name], tuple):
                        sent.update({f"{name}_{part}": value for part, value in enumerate(raw[name])})
                    else:
                        sent[name] = raw[name]
                number += 1
                start = options.overflow_at
                if start is not None and start + length <= number - 1 < start + length + options.overflow_count:
                    lost += 1
                    continue
                held += self.pack(enabled, raw)
                self.log.write(event="scan", device=self.number, number=number - 1, scan=sent)
                if start is not None and start <= number - 1 < start + length - 1:
                    continue  # the reader is held up, and the buffer fills
                self.send(held)
                held = b""
            self.log.write(event="disabled", device=self.number, scans=number, lost=lost)

    def send(self, data):
        if os.write(self.master, data) != len(data):
            raise RuntimeError("the pseudo-terminal took part of a scan")

    def unplug(self):
        self.log.write(event="unplug", device=self.number)
        if self.options.event_only:
            self.is_gone = False
            self.testbed.uevent("/sys" + self.path, "remove")
            return False
        if not self.options.quiet_unplug:
            self.testbed.uevent("/sys" + self.path, "remove")
        else:
            self.is_gone = False
            shutil.rmtree(self.folder)
            return False
        os.close(self.master)
        self.testbed.remove_device("/sys" + self.path)
        return False


class Watch(threading.Thread):
    """Logs every attribute that is written, in order."""

    def __init__(self, devices, extra, log):
        super().__init__(daemon=True)
        self.log, self.folders = log, {}
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = self.libc.inotify_init1(os.O_CLOEXEC)
        for base, prefix in [(d.folder, f"{d.number}:") for d in devices] + extra:
            for folder, _, _ in os.walk(base):
                watch = self.libc.inotify_add_watch(self.descriptor, folder.encode(), IN_CLOSE_WRITE)
                self.folders[watch] = prefix + os.path.relpath(folder, base)

    def run(self):
        while True:
            data = os.read(self.descriptor, 65536)
            while data:
                watch, mask, _, length = struct.unpack_from("iIII", data)
                name = data[16 : 16 + length].rstrip(b"\0").decode()
                data = data[16 + length :]
                if not mask & IN_CLOSE_WRITE:
                    continue
                label = self.folders.get(watch, "")
                self.log.write(event="write", attribute=f"{label}/{name}".replace(":./", ":"))


def add_triggers(testbed, options):
    """The chip's own trigger and others. Returns their folders, to be watched."""
    triggers = []
    if options.chip == "mpu6050" and not options.no_own_trigger:
        triggers.append((f"{CHIP}/trigger0", "mpu6050-dev0", []))
    for kind in options.trigger:
        if kind == "timer":
            triggers.append(("/devices/iio_trigger9", "drillrunner", ["sampling_frequency=100.000000"]))
        elif kind == "own":
            triggers.append((f"{CHIP}/trigger1", "odd-dev0", []))
        else:
            triggers.append(("/devices/iio_sysfs_trigger/trigger7", "sysfstrig1", ["trigger_now=0"]))
    for path, name, attributes in triggers:
        lines = [f"P: {path}", "E: DEVTYPE=iio_trigger", "E: SUBSYSTEM=iio", f"A: name={name}\\n"]
        testbed.add_from_string("\n".join(lines + [f"A: {a}\\n" for a in attributes]) + "\n")
        # The kernel names them triggerN; the bus folder has their links.
        bus = testbed.get_root_dir() + "/sys/bus/iio/devices"
        os.makedirs(bus, exist_ok=True)
        link = os.path.join(bus, os.path.basename(path).replace("iio_trigger", "trigger"))
        if not os.path.lexists(link):
            os.symlink(testbed.get_root_dir() + "/sys" + path, link)
    return [(testbed.get_root_dir() + "/sys" + path, name + ":") for path, name, _ in triggers]


def main():
    options = arguments()
    testbed = UMockdev.Testbed.new()
    root = testbed.get_root_dir()
    log, truth = Lines(options.log), Lines(options.truth)
    try:
        rider = Rider(options, truth)
        testbed.add_from_string(f"P: {BUS}\nE: SUBSYSTEM=i2c\n")
        testbed.add_from_string(f"P: {CHIP}\nE: SUBSYSTEM=i2c\nE: DRIVER=mock\n")
        triggers = add_triggers(testbed, options)
        devices = [
            Device(testbed, number, chip, options, rider, log) for number, chip in enumerate(CHIPS[options.chip])
        ]
        Watch(devices, triggers, log).start()
        if options.answer_cues:
            CueFollower(options.answer_cues, rider).start()
        for device in devices:
            threading.Thread(target=device.feed, daemon=True).start()
        how = deny(root, [device.node for device in devices]) if options.deny else {}
        code = run(options.program, how)
        for device in devices:
            left = device.attributes()
            changed = {k: [v, left[k]] for k, v in device.initial.items() if k in left and left[k] != v}
            log.write(event="final", device=device.number, changed=changed)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    leave(code)


main()
