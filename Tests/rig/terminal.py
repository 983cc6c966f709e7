#!/usr/bin/python3
"""Runs a program in an emulated terminal and looks at its screen.

    terminal.py SCRIPT -- PROGRAM [argument ...]

SCRIPT is a JSON file: {"columns": 80, "rows": 24, "environment": {...}, "steps": [...]}. Steps, in order:

    {"until": REGEX, "within": 20}       wait until the screen's text matches (rows joined by line feeds)
    {"capture": NAME}                    keep the screen
    {"type": "p"}                        keys
    {"resize": [60, 20]}                 another size of the window
    {"signal": "TERM", "to": NAME}       to the descendant of that name (default: drillrunner)
    {"shell": COMMAND}                   by /bin/sh
    {"wait": 0.5}                        seconds
    {"measure": 5}                       count the bytes of so many seconds
    {"end": 20}                          wait for the end of the program

Prints one JSON document: the captures (lines without trailing spaces, and which columns of which colour), the program's status as a shell
has it (128 + n after signal n), whether the terminal's settings are as before, whether its screen was given back, the rates measured in bytes a second, and the
step that failed, if one did. The emulator is pyte (Debian package python3-pyte); what it lacks, the alternate screen, is
done here. Nothing is killed but what was started here.
"""

import copy
import fcntl
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pyte

ALTERNATE = re.compile(rb"\x1b\[\?1049([hl])")


class Terminal:
    """A program, the screen that it draws, and what was seen of it."""

    def __init__(self, command, columns=80, rows=24, environment=None):
        self.columns, self.rows = columns, rows
        self.main = self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.is_alternate, self.held, self.count, self.status = False, b"", 0, None
        # Its other end stays open here too, so that the terminal can be looked at after its program.
        self.master, self.terminal = os.openpty()
        self.set_size()
        self.settings = termios.tcgetattr(self.terminal)
        self.process = os.fork()
        if self.process == 0:
            # Whoever started this may have blocked signals; a shell starts its programs with none blocked.
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.setsid()
            fcntl.ioctl(self.terminal, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(self.terminal, number)
            os.closerange(3, 256)
            os.execvpe(command[0], command, environment if environment is not None else dict(os.environ))

    def set_size(self):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("4H", self.rows, self.columns, 0, 0))

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        if self.screen is not self.main:
            self.main.resize(rows, columns)
        self.set_size()

    def look(self, seconds):
        """Takes what the program writes for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and select.select([self.master], [], [], left)[0]:
            data = os.read(self.master, 65536)
            self.count += len(data)
            self.feed(data)

    def has_ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.process, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                self.status = code if code >= 0 else 128 - code
        return self.status is not None

    def feed(self, data):
        data = self.held + data
        # A sequence that is cut by the end of what was read is completed by the next.
        cut = data.rfind(b"\x1b", max(0, len(data) - 8))
        complete = cut < 0 or ALTERNATE.match(data, cut) or re.match(rb"\x1b[^\[]|\x1b\[[0-9;?]*[@-~]", data[cut:])
        data, self.held = (data, b"") if complete else (data[:cut], data[cut:])
        start = 0
        for match in ALTERNATE.finditer(data):
            self.stream.feed(data[start : match.start()])
            self.switch(match.group(1) == b"h")
            start = match.end()
        self.stream.feed(data[start:])

    def switch(self, is_alternate):
        if is_alternate == self.is_alternate:
            return
        self.is_alternate = is_alternate
        self.screen = pyte.Screen(self.columns, self.rows) if is_alternate else self.main
        self.stream = pyte.ByteStream(self.screen)

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def until(self, pattern, within):
        wanted, end = re.compile(pattern, re.MULTILINE), time.monotonic() + within
        while time.monotonic() < end:
            has_ended = self.has_ended()
            self.look(0.05)
            if wanted.search("\n".join(self.lines())):
                return True
            if has_ended:
                return False
        return False

    def colours(self):
        """Runs of columns that are not plain: [row, first column, after the last, attributes]."""
        runs = []
        for row in range(self.rows):
            for column in range(self.columns):
                cell = self.screen.buffer[row][column]
                look = [name for name in ("bold", "reverse") if getattr(cell, name)]
                look += [colour for colour in (cell.fg, cell.bg) if colour != "default"]
                if not look:
                    continue
                if runs and runs[-1][0] == row and runs[-1][2] == column and runs[-1][3] == look:
                    runs[-1][2] = column + 1
                else:
                    runs.append([row, column, column + 1, look])
        return runs

    def capture(self):
        return {
            "columns": self.columns,
            "rows": self.rows,
            "lines": self.lines(),
            "colours": self.colours(),
            "cursor_hidden": self.screen.cursor.hidden,
        }

    def descendants(self):
        parents = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    command, rest = file.read().split("(", 1)[1].rsplit(")", 1)
                parents[int(name)] = (int(rest.split()[1]), command)
            except OSError:
                continue
        found, ours = [], {self.process}
        while True:
            more = {pid for pid, (parent, _) in parents.items() if parent in ours} - ours
            if not more:
                return [(pid, parents[pid][1]) for pid in sorted(ours) if pid in parents]
            ours |= more

    def send(self, number, name):
        for pid, command in self.descendants():
            if command == name:
                os.kill(pid, number)
                return True
        return False

    def end(self, within):
        """Waits for the program's end; one that hangs is killed."""
        end = time.monotonic() + within
        while not self.has_ended():
            self.look(0.05)
            if time.monotonic() > end:
                for pid, _ in reversed(self.descendants()):
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        continue  # it went with another
                os.waitpid(self.process, 0)
                self.status = -1
        self.look(0.2)
        return self.status != -1

    def settings_now(self):
        return termios.tcgetattr(self.terminal)


def play(terminal, steps, captures, measured):
    """Returns the step that failed, or none."""
    for step in steps:
        kind = next(iter(step))
        done = True
        if kind == "until":
            done = terminal.until(step["until"], step.get("within", 20))
        elif kind == "capture":
            captures[step["capture"]] = copy.deepcopy(terminal.capture())
        elif kind == "type":
            os.write(terminal.master, step["type"].encode())
        elif kind == "resize":
            terminal.resize(*step["resize"])
        elif kind == "signal":
            number = getattr(signal, "SIG" + step["signal"])
            done = terminal.send(number, step.get("to", "drillrunner"))
        elif kind == "shell":
            done = subprocess.run(["/bin/sh", "-c", step["shell"]], check=False).returncode == 0
        elif kind == "wait":
            terminal.look(step["wait"])
        elif kind == "measure":
            before, began = terminal.count, time.monotonic()
            terminal.look(step["measure"])
            measured.append(round((terminal.count - before) / (time.monotonic() - began)))
        elif kind == "end":
            done = terminal.end(step["end"])
        else:
            raise SystemExit(f"terminal.py: no such step: {step}")
        if not done:
            return step
    return None


def main():
    end = sys.argv.index("--")
    with open(sys.argv[1], encoding="utf-8") as file:
        script = json.load(file)
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    kept = ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "USER")
    environment |= {name: os.environ[name] for name in os.environ if name in kept or name.startswith("XDG_")}
    environment |= script.get("environment", {})
    terminal = Terminal(sys.argv[end + 1 :], script.get("columns", 80), script.get("rows", 24), environment)
    captures, measured = {}, []
    failed = play(terminal, script["steps"], captures, measured)
    if failed is not None:
        captures["failed"] = terminal.capture()
    terminal.end(5 if failed is not None else 30)
    captures["end"] = terminal.capture()
    json.dump(
        {
            "captures": captures,
            "status": terminal.status,
            "settings_restored": terminal.settings_now() == terminal.settings,
            "screen_restored": not terminal.is_alternate and not terminal.screen.cursor.hidden,
            "bytes_a_second": measured,
            "failed": failed,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
