"""What the mock devices motion_node.py and iio_device.py have in common: their log, their user, their program."""

import json
import os
import pwd
import signal
import subprocess
import sys
import threading

from gi.repository import GLib


class Lines:
    """A file of JSON objects, one a line, each written at once or, `late`, when it is closed; or nothing."""

    def __init__(self, path, late=False):
        self.file = open(path, "w", buffering=1) if path else None
        self.lock = threading.Lock()
        self.held = [] if late else None

    def write(self, **row):
        if self.file:
            with self.lock:
                if self.held is None:
                    self.file.write(json.dumps(row) + "\n")
                else:
                    self.held.append(row)

    def close(self):
        if self.file:
            with self.lock:
                self.file.writelines(json.dumps(row) + "\n" for row in self.held or [])
                self.file.close()
                self.file = None


def run_ahead():
    """Puts every thread of this process before all ordinary ones: what plays hardware must not wait for a busy
    machine. Programs started later are ordinary again. Returns why not, where the system refuses."""
    try:
        for thread in os.listdir("/proc/self/task"):
            os.sched_setscheduler(int(thread), os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(20))
    except OSError as error:
        return str(error)
    return None


def deny(root, nodes):
    """Takes every permission from the nodes, and lets other users into the testbed's folder so far that this is
    what stops them. Returns how to run the program: root would be denied nothing."""
    for node in nodes:
        os.chmod(root + node, 0)
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


def run(program, how):
    """Runs the program to its end beside the main loop of the mock; SIGINT, SIGTERM and SIGHUP are passed on to it.
    Returns what a shell would: its exit code, or 128 + n after signal n."""
    loop = GLib.MainLoop()
    process = subprocess.Popen(program, **how)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        GLib.unix_signal_add(GLib.PRIORITY_HIGH, number, lambda n: process.send_signal(n) or True, number)

    def wait():
        process.wait()
        GLib.idle_add(loop.quit)

    threading.Thread(target=wait, daemon=True).start()
    loop.run()
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def leave(code):
    """Ends the mock. Threads still wait on the mock device: nothing is left to be done for them."""
    sys.stdout.flush()
    os._exit(code)
