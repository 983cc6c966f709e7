#!/usr/bin/python3
"""Runs a program with mock key devices: real libudev, real ioctls, real reads, no hardware.

    umockdev-wrapper /usr/bin/python3 Tests/rig/key_node.py --script FILE [--log FILE] [--refuse-clock] -- PROGRAM [argument ...]

FILE has one JSON object a line:

    {"plug": "pad", "node": 40}                             a device that is there from the start
    {"at": 0.2, "press": "pad", "key": 304}                 down, and up 50 ms later
    {"at": 0.2, "write": "pad", "events": [[1, 304, 1], [0, 0, 0]]}    these events, all with one stamp
    {"at": 0.5, "unplug": "pad"}
    {"at": 0.8, "plug": "pad", "node": 42}                  it comes, or comes back

`at` counts seconds from the moment at which the program has asked a node for its clock, or with "after": FILE from the
moment at which that file is there. The log has one JSON object a line: the clocks that were asked for, EVIOCGRAB (which
no program should use), and each press with the stamp that was written.

Needs the Debian packages umockdev, gir1.2-umockdev-1.0 and python3-gi.
"""

import argparse
import errno
import glob
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

# linux/input-event-codes.h
EV_SYN, EV_KEY, EV_REP = 0, 1, 20
PAD = [*range(0x130, 0x13F), *range(0x220, 0x224)]
LETTERS = [*range(16, 26), *range(30, 39), *range(44, 51)]
DEVICES = {
    # name, vendor, product, unit number, place, keys
    "pad": ("Mock Pad", 0x054C, 0x0CE6, "aa:bb:cc:dd:ee:ff", "usb-1/input0", PAD),
    "presenter": ("Mock Presenter", 0x1234, 0x0001, "", "usb-2/input0", [104, 109, 52, 63]),
    "typing-presenter": ("Mock R400", 0x046D, 0xC52D, "", "usb-3/input0", [104, 109, 1, 63, *LETTERS]),
    "keyboard": ("Mock Keyboard", 0x1234, 0x0002, "", "usb-4/input0", [1, 28, 57, 104, 109, *LETTERS]),
    "mouse": ("Mock Mouse", 0x1234, 0x0003, "", "usb-5/input0", [0x110, 0x111, 0x112]),
    "power": ("Power Button", 0, 1, "", "LNXPWRBN/button/input0", [116]),
    "headset": ("Mock Headset", 0x1234, 0x0004, "", "usb-6/input0", [114, 115, 164]),
}
EVENT = struct.Struct("<qqHHi")


def mask(keys):
    bits = sum(1 << key for key in keys)
    words = []
    while bits:
        words.append(f"{bits & (2**64 - 1):x}")
        bits >>= 64
    return " ".join(reversed(words or ["0"]))


class Log:
    def __init__(self, path):
        self.file = open(path, "w", buffering=1) if path else None
        self.lock = threading.Lock()

    def write(self, **row):
        if self.file:
            with self.lock:
                self.file.write(json.dumps(row) + "\n")


class Keys:
    """A mock node."""

    def __init__(self, testbed, kind, number, options, log, asked):
        self.testbed, self.kind, self.options, self.log, self.asked = testbed, kind, options, log, asked
        self.name, self.vendor, self.product, self.unit, self.place, self.keys = DEVICES[kind]
        self.clock, self.is_gone = time.CLOCK_REALTIME, False
        self.node = f"/dev/input/event{number}"
        self.parent = f"/devices/virtual/input/input{number}"
        self.handler = UMockdev.IoctlBase()
        self.handler.connect("handle-ioctl", self.on_ioctl)
        self.handler.connect("handle-read", self.on_read)
        # Before the device is added: that announces it at once.
        testbed.attach_ioctl(self.node, self.handler)
        testbed.add_from_string(f"""P: {self.parent}
E: SUBSYSTEM=input
E: NAME="{self.name}"
A: name={self.name}
A: phys={self.place}
A: uniq={self.unit}
A: id/bustype=0003
A: id/vendor={self.vendor:04x}
A: id/product={self.product:04x}
A: id/version=0001
A: capabilities/key={mask(self.keys)}

P: {self.parent}/event{number}
N: input/event{number}
E: DEVNAME={self.node}
E: SUBSYSTEM=input
E: MAJOR=13
E: MINOR={64 + number}
A: dev=13:{64 + number}
L: device=../../input{number}
""")
        self.master = testbed.get_dev_fd(self.node)
        os.set_blocking(self.master, False)
        # Kept when the device goes: umockdev does not forget the number of a pseudo-terminal, so that none may be
        # used again.
        self.reading_end = os.open(testbed.get_root_dir() + self.node, os.O_RDWR | os.O_NOCTTY)

    def on_ioctl(self, _handler, client):
        request = client.get_request() & 0xFFFFFFFF
        kind, number, size = (request >> 8) & 0xFF, request & 0xFF, (request >> 16) & 0x3FFF
        if kind != ord("E"):
            return False
        if self.is_gone:
            client.complete(-1, errno.ENODEV)
        elif number == 0xA0:
            (clock,) = struct.unpack("<i", bytes(client.get_arg().resolve(0, 4).retrieve()))
            self.log.write(event="set_clock", device=self.kind, clock=clock)
            if self.options.refuse_clock:
                client.complete(-1, errno.EINVAL)
            else:
                self.clock = clock
                client.complete(0, 0)
            self.asked.set()
        elif number == 0x90:
            self.log.write(event="grab", device=self.kind)
            client.complete(0, 0)
        else:
            client.complete(-1, errno.EINVAL)
        return True

    def on_read(self, _handler, client):
        if not self.is_gone:
            return False
        client.complete(-1, errno.ENODEV)
        return True

    def write(self, events):
        stamp = time.clock_gettime_ns(self.clock) // 1000
        seconds, microseconds = divmod(stamp, 10**6)
        for kind, code, value in events:
            if kind == EV_KEY and value == 1:
                self.log.write(
                    event="press", device=self.kind, key=code, stamp_ns=stamp * 1000, clock=self.clock,
                    host_ns=time.monotonic_ns())
        os.write(self.master, b"".join(EVENT.pack(seconds, microseconds, *event) for event in events))

    def unplug(self):
        self.is_gone = True
        event = self.node.rsplit("/", 1)[1]
        self.testbed.uevent(f"/sys{self.parent}/{event}", "remove")
        self.testbed.uevent("/sys" + self.parent, "remove")
        os.close(self.master)
        self.testbed.remove_device("/sys" + self.parent)


def main():
    parser = argparse.ArgumentParser(description="Runs a program with mock key devices.")
    parser.add_argument("--script", required=True)
    parser.add_argument("--log")
    parser.add_argument("--after", help="time begins when a file matches this pattern")
    parser.add_argument("--refuse-clock", action="store_true")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    program = options.program[1:] if options.program[:1] == ["--"] else options.program
    with open(options.script) as file:
        steps = [json.loads(line) for line in file if line.strip()]
    testbed = UMockdev.Testbed.new()
    root, log, asked, devices = testbed.get_root_dir(), Log(options.log), threading.Event(), {}

    def plug(step):
        devices[step["plug"]] = Keys(testbed, step["plug"], step["node"], options, log, asked)
        return False

    def play():
        asked.wait()
        while options.after and not glob.glob(options.after):
            time.sleep(0.01)
        began = time.monotonic()
        for step in steps:
            if "at" not in step:
                continue
            time.sleep(max(0, began + step["at"] - time.monotonic()))
            if "press" in step:
                device, key = devices[step["press"]], step["key"]
                device.write([(EV_KEY, key, 1), (EV_SYN, 0, 0)])
                time.sleep(0.05)
                device.write([(EV_KEY, key, 0), (EV_SYN, 0, 0)])
            elif "write" in step:
                devices[step["write"]].write([tuple(event) for event in step["events"]])
            elif "unplug" in step:
                GLib.idle_add(devices.pop(step["unplug"]).unplug)
            else:
                GLib.idle_add(plug, step)

    try:
        for step in steps:
            if "at" not in step:
                plug(step)
        threading.Thread(target=play, daemon=True).start()
        loop = GLib.MainLoop()
        running = subprocess.Popen(program)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            GLib.unix_signal_add(GLib.PRIORITY_HIGH, number, lambda n: running.send_signal(n) or True, number)

        def wait():
            running.wait()
            GLib.idle_add(loop.quit)

        threading.Thread(target=wait, daemon=True).start()
        loop.run()
    finally:
        shutil.rmtree(root, ignore_errors=True)
    code = running.returncode
    sys.stdout.flush()
    os._exit(code if code >= 0 else 128 - code)


main()
