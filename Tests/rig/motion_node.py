#!/usr/bin/python3
"""Runs a program with a mock game controller: real libudev, real ioctls, real reads, no hardware.

    umockdev-wrapper /usr/bin/python3 Tests/rig/motion_node.py [options] -- PROGRAM [argument ...]

The program finds a motion node that answers like a DualSense, or like another --model, and sends reports as the
kernel would: unchanged axes left out, the kernel's fuzz applied until it is switched off, a queue of 128 events that
ends in SYN_DROPPED when it is not read. The feed begins when the program has asked for a clock and then asked
nothing for 200 ms, or reads: requests are so slow here that their order in time would not be a real device's.

The controller is strapped to the torso of a rider who sits still, who answers the cues of the session that the
program records (--answer-cues), or who only listens (--answer-words). Forward is the sensor's axis --forward, left and up follow it cyclically;
a lean turns gravity and gives the gyroscope its rate. The sensor sits on the axis of the lean, so that there is
no acceleration but gravity's.

Exits with the program's exit code (128 + n after signal n); SIGINT, SIGTERM and SIGHUP are passed on to it.
Needs the Debian packages umockdev, gir1.2-umockdev-1.0 and python3-gi.
"""

import argparse
import errno
import fcntl
import gc
import math
import os
import random
import shutil
import struct
import termios
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

from mock import Lines, deny, leave, run, run_ahead  # noqa: E402
from models import MODELS  # noqa: E402
from rider import CueFollower, Rider, WordFollower  # noqa: E402

NODE = "/dev/input/event21"
PHYSICAL, UNIQUE = "11:22:33:44:55:66", "aa:bb:cc:dd:ee:ff"
BUS, VERSION = 0x05, 0x8100


def hid_folder(model, serial):
    return f"/devices/virtual/misc/uhid/0005:{model.vendor:04X}:{model.product:04X}.{serial:04d}"


def parent_text(folder, name, model, unique, accelerometer):
    marks = "E: ID_INPUT_ACCELEROMETER=1\n" if accelerometer else ""
    properties = "40" if accelerometer else "0"
    return f"""P: {folder}
E: EV=19
E: ID_INPUT=1
{marks}E: NAME="{name}"
E: PHYS="{PHYSICAL}"
E: PRODUCT=5/{model.vendor:x}/{model.product:x}/8100
E: PROP={properties}
E: SUBSYSTEM=input
E: UNIQ="{unique}"
A: name={name}
A: phys={PHYSICAL}
A: properties={properties}
A: uniq={unique}
A: id/bustype=0005
A: id/vendor={model.vendor:04x}
A: id/product={model.product:04x}
A: id/version=8100
"""


def node_text(folder, node, mark):
    event = node.rsplit("/", 1)[1]
    minor = 64 + int(event.removeprefix("event"))
    marks = f"E: {mark}=1\n" if mark else ""
    return f"""P: {folder}/{event}
N: input/{event}
E: DEVNAME={node}
E: ID_BUS=bluetooth
E: ID_INPUT=1
{marks}E: MAJOR=13
E: MINOR={minor}
E: SUBSYSTEM=input
E: TAGS=:uaccess:seat:
A: dev=13:{minor}
L: device=../../{folder.rsplit("/", 1)[1]}
"""


# linux/input-event-codes.h
EV_SYN, EV_ABS, EV_MSC = 0, 3, 4
SYN_REPORT, SYN_DROPPED, MSC_TIMESTAMP, PROP_ACCELEROMETER = 0, 3, 5, 6
EVENT = struct.Struct("<qqHHi")
QUEUE_EVENTS = 128  # the kernel's queue for a device of six axes
GET, SET = 2, 1
INFO = struct.Struct("<6i")
VALUE, FUZZ = 0, 3


def arguments():
    parser = argparse.ArgumentParser(description="Runs a program with a mock game controller.")
    parser.add_argument("--model", default="dualsense", choices=MODELS)
    parser.add_argument("--second", choices=MODELS, help="another controller, at /dev/input/event22")
    parser.add_argument("--siblings", action="store_true", help="buttons, a touchpad and a battery beside the node")
    parser.add_argument(
        "--battery", default="capacity=80", metavar="ATTRIBUTES",
        help="attributes of the battery that --siblings has: capacity=80,status=Charging")
    parser.add_argument("--rate", type=float, help="reports a second; the model's own by default")
    parser.add_argument("--seconds", type=float, help="stop sending after this long")
    parser.add_argument("--msc-start", type=int, default=2**32 - 1_000_000, help="first device time, µs")
    parser.add_argument("--drift-ppm", type=float, default=0, help="how much faster the device's clock runs")
    parser.add_argument("--doubled-clock", action="store_true", help="the driver's clock runs at twice real time")
    parser.add_argument("--true-g", type=float, default=1, help="what the node says of one g, in g")
    parser.add_argument("--gap", type=float, nargs=2, metavar=("S", "SECONDS"), help="reports lost by the radio")
    parser.add_argument("--stall", type=float, nargs=2, metavar=("S", "SECONDS"), help="reports held back, then sent")
    parser.add_argument("--reset-at", type=float, metavar="S", help="the device's counter begins anew")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--forward", default="z", choices=["x", "y", "z", "standard"],
        help="sensor axis that points forward; standard: the controller is worn as docs/sensors.md says")
    parser.add_argument("--answer-cues", metavar="DIR", help="lean as the cues of the session in DIR ask")
    parser.add_argument("--answer-words", metavar="FILE", help="do what the words heard ask that listener.py writes")
    parser.add_argument("--reaction-ms", type=float, nargs=2, default=[180, 420], metavar=("LOW", "HIGH"))
    parser.add_argument("--lean-deg", type=float, default=20)
    parser.add_argument("--lean-seconds", type=float, default=1)
    parser.add_argument("--truth", metavar="FILE", help="write the rider's own onsets, one JSON object a line")
    parser.add_argument("--log", metavar="FILE", help="write the requests and every report sent, likewise")
    parser.add_argument("--log-late", action="store_true", help="write it when the program has ended, not at once")
    parser.add_argument(
        "--real-time", action="store_true",
        help="this node, not the program, runs ahead of all else, as a device would; where the system lets it")
    parser.add_argument("--unplug-at", type=float, metavar="S", help="seconds after the first report")
    parser.add_argument("--unplug-second-at", type=float, metavar="S", help="likewise, of the second controller")
    parser.add_argument("--replug-at", type=float, metavar="S", help="seconds after the first report")
    parser.add_argument("--replug-node", default="/dev/input/event23", metavar="NODE")
    parser.add_argument("--drop-at", type=int, metavar="N", help="lose reports after the Nth, with SYN_DROPPED")
    parser.add_argument("--drop-count", type=int, default=16)
    parser.add_argument(
        "--refuse", default="", metavar="LIST", help="requests, EVIOCSCLOCKID,EVIOCGABS:3,EVIOCGBIT:4 and so on"
    )
    parser.add_argument("--foreign-fuzz-at", type=float, metavar="S", help="another client sets the fuzz of ABS_X to 7")
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
    return options


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

    def __init__(self, testbed, options, rider, log, model=None, node=NODE, unique=UNIQUE, serial=3):
        self.testbed, self.options, self.rider, self.log = testbed, options, rider, log
        self.model, self.node, self.unique = model or MODELS[options.model], node, unique
        self.rate = options.rate or self.model.rate
        self.hid = hid_folder(self.model, serial)
        self.event = node.rsplit("/", 1)[1]
        self.parent = f"{self.hid}/input/input{6 + int(self.event.removeprefix('event'))}"
        self.clock = time.CLOCK_REALTIME
        self.emptied = 0  # when the queue was last seen empty
        self.is_gone = False
        self.configured = threading.Event()
        self.requested = time.monotonic()
        self.noise = random.Random(options.seed + 1)
        self.device_us, self.sampled_us = 0.0, 0.0
        self.axes = {}
        for codes, span, fuzz, unit in [
            (self.model.accelerometer, self.model.acceleration_range, self.model.acceleration_fuzz, self.model.per_g),
            (self.model.gyroscope, self.model.rate_range, self.model.rate_fuzz, self.model.per_degree_per_second),
        ]:
            resolution = round(unit) if self.model.has_resolution else 0
            for code in codes:
                self.axes[code] = [0, -span, span - 1, fuzz, 0, resolution]
        for axis, value in self.values(time.monotonic_ns()).items():
            self.axes[axis][VALUE] = value
        self.handler = UMockdev.IoctlBase()
        self.handler.connect("handle-ioctl", self.on_ioctl)
        self.handler.connect("handle-read", self.on_read)
        # Before the device is added: that announces it at once.
        testbed.attach_ioctl(node, self.handler)
        testbed.add_from_string(self.description())
        # A pipe in place of umockdev's pseudo-terminal, which hands bytes on by a worker of the kernel: on a busy
        # machine that one is late, and what it holds is in no count of unread bytes.
        path = testbed.get_root_dir() + node
        os.unlink(path)
        os.mkfifo(path)
        os.chmod(path, 0o666)
        self.reading_end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.master = os.open(path, os.O_WRONLY | os.O_NONBLOCK)

    def description(self):
        model, mark = self.model, "ID_INPUT_ACCELEROMETER" if self.model.declares else ""
        parts = [f"P: {self.hid}\nE: SUBSYSTEM=hid\n"]
        parts.append(parent_text(self.parent, model.name, model, self.unique, model.declares))
        parts.append(node_text(self.parent, self.node, mark))
        if self.options.siblings and self.node == NODE:
            for number, name, mark in [(30, "", "ID_INPUT_JOYSTICK"), (31, " Touchpad", "ID_INPUT_TOUCHPAD")]:
                folder = f"{self.hid}/input/input{6 + number}"
                plain = model.name.removesuffix(" Motion Sensors")
                parts.append(parent_text(folder, plain + name, model, self.unique, False))
                parts.append(node_text(folder, f"/dev/input/event{number}", mark))
            battery = f"{self.hid}/power_supply/ps-controller-battery-{self.unique}"
            attributes = "".join(f"A: {entry}\n" for entry in filter(None, self.options.battery.split(",")))
            parts.append(f"P: {battery}\nE: SUBSYSTEM=power_supply\n{attributes}")
        return "\n".join(parts)

    # The program's side

    def on_ioctl(self, _handler, client):
        request = client.get_request() & 0xFFFFFFFF
        way, kind, number, size = request >> 30, (request >> 8) & 0xFF, request & 0xFF, (request >> 16) & 0x3FFF
        if kind != ord("E"):
            return False  # the pipe's own
        self.requested = time.monotonic()
        name, argument = self.name(number)
        refused = not self.options.refuse.isdisjoint({name, f"{name}:{argument}"})
        if self.is_gone:
            client.complete(-1, errno.ENODEV)
        elif refused and way == GET:
            client.complete(-1, errno.EINVAL)
        elif way == GET:
            self.answer(client, self.read_request(number), size)
        elif number == 0xA0:
            self.set_clock(client, refused)
        elif 0xC0 <= number < 0xC6:
            self.set_axis(client, number - 0xC0, refused)
        else:
            client.complete(-1, errno.EINVAL)
        return True

    @staticmethod
    def name(number):
        for first, count, name in [(0x20, 0x20, "EVIOCGBIT"), (0x40, 0x40, "EVIOCGABS"), (0xC0, 0x40, "EVIOCSABS")]:
            if first <= number < first + count:
                return name, number - first
        names = {0x02: "EVIOCGID", 0x06: "EVIOCGNAME", 0x07: "EVIOCGPHYS", 0x08: "EVIOCGUNIQ", 0x09: "EVIOCGPROP"}
        return names.get(number, "EVIOCSCLOCKID" if number == 0xA0 else "?"), None

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
            stamps = (MSC_TIMESTAMP,) if self.model.stamp != "none" else ()
            codes = {0: (EV_SYN, EV_ABS, EV_MSC), EV_ABS: self.axes, EV_MSC: stamps}
            return bits(*codes.get(number - 0x20, ()))
        if 0x40 <= number < 0x46:
            return INFO.pack(*self.axes.get(number - 0x40, [0] * 6))
        return {
            0x01: struct.pack("<i", 0x010001),
            0x02: struct.pack("<4H", BUS, self.model.vendor, self.model.product, VERSION),
            0x06: self.model.name.encode() + b"\0",
            0x07: PHYSICAL.encode() + b"\0",
            0x08: self.unique.encode() + b"\0",
            0x09: bits(PROP_ACCELEROMETER) if self.model.declares else bits(),
        }.get(number)

    def set_clock(self, client, refused):
        (clock,) = struct.unpack("<i", bytes(client.get_arg().resolve(0, 4).retrieve()))
        self.log.write(event="set_clock", clock=clock, refused=refused)
        if refused or clock not in (0, 1, 7):
            client.complete(-1, errno.EINVAL)
        else:
            self.clock = clock
            client.complete(0, 0)
        self.configured.set()

    def set_axis(self, client, axis, refused):
        info = INFO.unpack(bytes(client.get_arg().resolve(0, INFO.size).retrieve()))
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
        """Raw values by axis for the rider's lean at an instant."""
        if self.options.forward == "standard":
            forward, left, up = self.model.standard
        else:
            first = "xyz".index(self.options.forward)
            forward, left, up = ([float(i == (first + n) % 3) for i in range(3)] for n in range(3))
        # Sideways about forward, then forward about left: up, and the rate of turn, in the torso's own axes.
        (side, ahead), (side_rate, ahead_rate) = self.rider.posture(now_ns)
        sine, cosine = math.sin(math.radians(side)), math.cos(math.radians(side))
        dip, level = math.sin(math.radians(ahead)), math.cos(math.radians(ahead))
        up_now = (-cosine * dip, sine, cosine * level)
        turn_now = (side_rate * level, ahead_rate, side_rate * dip)
        axes = (forward, left, up)
        raw = {}
        for number, code in enumerate(self.model.accelerometer):
            force = self.options.true_g * sum(axis[number] * part for axis, part in zip(axes, up_now))
            raw[code] = round(self.noise.gauss(force * self.model.per_g, max(1, self.model.per_g / 1024)))
        for number, code in enumerate(self.model.gyroscope):
            rate = sum(axis[number] * part for axis, part in zip(axes, turn_now))
            turn = rate * self.model.per_degree_per_second
            raw[code] = round(self.noise.gauss(turn, max(1, self.model.per_degree_per_second / 20)))
        return raw

    def device_time(self, number, elapsed):
        """The counter of report `number`, in µs since the first, sampled `elapsed` seconds after the first."""
        model, options = self.model, self.options
        if model.clock == "steps":
            step = 1e6 / self.rate
            burst, place = divmod(number, model.burst)
            return (burst * model.burst * (2 if options.doubled_clock else 1) + place) * step
        true_us = elapsed * 1e6 * (1 + options.drift_ppm * 1e-6)
        if model.clock == "narrow":
            # hid-playstation.c adds up the differences of a counter of 16 bits.
            ticks = round(true_us * 3 / 16) - round(self.sampled_us * 3 / 16)
            self.sampled_us, self.device_us = true_us, self.device_us + ticks % 65536 * 16 / 3
            return self.device_us
        return true_us

    def feed(self, unplug_at=None, replug=None):
        """Sends reports until the end of the feed. The device samples on its own regular clock; a report is
        stamped when it is sent, as the kernel stamps on arrival."""
        self.configured.wait()
        while time.monotonic() - self.requested < 0.2:
            time.sleep(0.005)
        if self.options.real_time:
            self.log.write(event="real_time", refused=run_ahead())
        options, began, number, lost = self.options, time.monotonic_ns(), 0, 0
        if replug:
            threading.Thread(target=replug, args=(began,), daemon=True).start()
        start, has_reset, is_foreign = options.msc_start, False, False
        burst = self.model.burst
        while True:
            # The samples of a burst are sent with the last of them.
            sampled = began + round(number * 1e9 / self.rate)
            sent = began + round((number // burst * burst + burst - 1) * 1e9 / self.rate)
            elapsed = (sampled - began) * 1e-9
            if unplug_at is not None and elapsed > unplug_at:
                break
            if options.seconds is not None and elapsed >= options.seconds:
                break
            if options.gap and options.gap[0] <= elapsed < sum(options.gap):
                number, lost = number + 1, lost + 1
                continue
            if options.stall and options.stall[0] <= elapsed < sum(options.stall):
                sent = began + round(sum(options.stall) * 1e9)
            behind = (time.monotonic_ns() - sent) * 1e-9
            # Reports that were held back come quickly, but not so quickly that the queue overflows: a device never
            # sends faster than its wire.
            catching_up = 0.001 if behind > 0.02 and options.stall else 0.0003 if behind > 0.002 else 0
            time.sleep(-behind if behind < 0 else catching_up)
            if options.reset_at is not None and elapsed >= options.reset_at and not has_reset:
                start, has_reset = -round(elapsed * 1e6), True
            if options.foreign_fuzz_at is not None and elapsed >= options.foreign_fuzz_at and not is_foreign:
                self.axes[0][FUZZ], is_foreign = 7, True
            device_us = (start + round(self.device_time(number, elapsed))) % 2**32
            lost += not self.report(number, sampled, device_us)
            number += 1
        self.log.write(event="end", reports=number, lost=lost)
        if unplug_at is not None:
            GLib.idle_add(self.unplug)

    def report(self, number, sampled, device_time):
        """Sends one report; false where it is lost."""
        fresh = self.values(sampled)
        events = []
        for axis in [*self.model.gyroscope, *self.model.accelerometer]:
            value = defuzz(fresh[axis], self.axes[axis][VALUE], self.axes[axis][FUZZ])
            if value != self.axes[axis][VALUE]:
                self.axes[axis][VALUE] = value
                events.append((EV_ABS, axis, value))
        stamp = (EV_MSC, MSC_TIMESTAMP, device_time - 2**32 if device_time >= 2**31 else device_time)
        if self.model.stamp == "before":
            events.insert(0, stamp)
        elif self.model.stamp == "after":
            events.append(stamp)
        elif not events:
            return False  # the input core sends nothing where nothing changed
        events.append((EV_SYN, SYN_REPORT, 0))
        drop = self.options.drop_at
        if drop is not None and drop < number <= drop + self.options.drop_count:
            if number < drop + self.options.drop_count:
                return False
            # What the kernel leaves of a full queue: the mark, and the end of the report that did not fit.
            self.write([(EV_SYN, SYN_DROPPED, 0)] + events[-2:])
            return False
        unread = struct.unpack("i", fcntl.ioctl(self.reading_end, termios.FIONREAD, b"\0" * 4))[0]
        now = time.monotonic_ns()
        if unread == 0:
            self.emptied = now
        if unread + len(events) * EVENT.size > QUEUE_EVENTS * EVENT.size:
            # Whose fault: how long nothing was read, and how much too late this report itself is.
            self.log.write(event="overflow", number=number, unread_ns=now - self.emptied, late_ns=now - sampled)
            os.read(self.reading_end, 2 * QUEUE_EVENTS * EVENT.size)
            self.write([(EV_SYN, SYN_DROPPED, 0)] + events[-2:])
            return False
        self.write(events)
        self.log.write(
            event="report",
            node=self.node,
            number=number,
            sampled_ns=sampled,
            msc=device_time,
            values=[self.axes[axis][VALUE] for axis in sorted(self.axes)],
        )
        return True

    def write(self, events):
        """Sends events."""
        seconds, ns = divmod(time.clock_gettime_ns(self.clock), 10**9)
        data = b"".join(EVENT.pack(seconds, ns // 1000, *event) for event in events)
        if os.write(self.master, data) != len(data):
            raise RuntimeError("the pipe took part of a report")

    def unplug(self):
        self.is_gone = True
        self.log.write(event="unplug", host_ns=time.monotonic_ns())
        self.testbed.uevent(f"/sys{self.parent}/{self.event}", "remove")
        self.testbed.uevent("/sys" + self.parent, "remove")
        os.close(self.reading_end)
        os.close(self.master)
        self.testbed.remove_device("/sys" + self.parent)
        return False


def main():
    options = arguments()
    testbed = UMockdev.Testbed.new()
    root = testbed.get_root_dir()
    log, truth = Lines(options.log, options.log_late), Lines(options.truth)
    # Looking through a long log for garbage would hold the reports up for a third of a second.
    gc.disable()
    try:
        how = {}
        if not options.no_device:
            rider = Rider(options, truth)
            controller = Controller(testbed, options, rider, log)
            controllers = [controller]
            if options.answer_cues:
                CueFollower(options.answer_cues, rider).start()
            if options.answer_words:
                WordFollower(options.answer_words, rider).start()

            def replug(began_ns):
                time.sleep(max(0, began_ns + round(options.replug_at * 1e9) - time.monotonic_ns()) * 1e-9)

                def add():
                    back = Controller(testbed, options, rider, log, node=options.replug_node, serial=4)
                    log.write(event="replug", host_ns=time.monotonic_ns())
                    controllers.append(back)
                    threading.Thread(target=back.feed, daemon=True).start()
                    return False

                GLib.idle_add(add)

            again = replug if options.replug_at is not None else None
            threading.Thread(target=controller.feed, args=(options.unplug_at, again), daemon=True).start()
            if options.second:
                second = Controller(
                    testbed,
                    options,
                    rider,
                    log,
                    model=MODELS[options.second],
                    node="/dev/input/event22",
                    unique="aa:bb:cc:dd:ee:00",
                    serial=5,
                )
                controllers.append(second)
                threading.Thread(target=second.feed, args=(options.unplug_second_at,), daemon=True).start()
            if options.deny:
                how = deny(root, [NODE])
        code = run(options.program, how)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    log.close()
    leave(code)


main()
