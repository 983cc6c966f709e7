#!/usr/bin/python3
"""A private system bus with a mock logind that gives inhibitor locks, and takes note of them.

    /usr/bin/python3 Tests/rig/mock_logind.py [--refuse sleep,idle] [--absent] [--hang] [--log FILE] -- PROGRAM [argument ...]

PROGRAM runs with DBUS_SYSTEM_BUS_ADDRESS. Without PROGRAM the address is printed, and the bus lives until standard input
ends. The log has one JSON object a line: each Inhibit with what was asked and whether it was given, and the release of a
lock, when its last descriptor is closed. --refuse: a lock that is to hold any of these is refused as polkit does;
--absent: there is a bus and nobody on it; --hang: no answer comes.

Needs the Debian packages dbus-daemon and python3-gi.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name='org.freedesktop.login1.Manager'><method name='Inhibit'>
<arg type='s' name='what' direction='in'/><arg type='s' name='who' direction='in'/><arg type='s' name='why' direction='in'/>
<arg type='s' name='mode' direction='in'/><arg type='h' name='pipe_fd' direction='out'/></method></interface></node>"""

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=FOLDER/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/>
</policy></busconfig>"""


def main():
    parser = argparse.ArgumentParser(description="A private system bus with a mock logind.")
    parser.add_argument("--refuse", default="")
    parser.add_argument("--absent", action="store_true")
    parser.add_argument("--hang", action="store_true")
    parser.add_argument("--log")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    program = options.program[1:] if options.program[:1] == ["--"] else options.program
    refused = set(filter(None, options.refuse.split(",")))
    log = open(options.log, "w", buffering=1) if options.log else None
    lock = threading.Lock()

    def note(**row):
        if log:
            with lock:
                log.write(json.dumps(dict(row, host_ns=time.monotonic_ns())) + "\n")

    def watch(descriptor, what):
        os.read(descriptor, 1)
        os.close(descriptor)
        note(event="released", what=what)

    def on_call(_connection, _sender, _path, _interface, _method, parameters, invocation):
        what, who, why, mode = parameters.unpack()
        given = refused.isdisjoint(what.split(":"))
        note(event="inhibit", what=what, who=who, why=why, mode=mode, given=given)
        if options.hang:
            return
        if not given:
            invocation.return_dbus_error("org.freedesktop.DBus.Error.AccessDenied", "Permission denied by the mock")
            return
        ours, theirs = os.pipe()
        threading.Thread(target=watch, args=(ours, what), daemon=True).start()
        descriptors = Gio.UnixFDList.new()
        number = descriptors.append(theirs)
        os.close(theirs)
        invocation.return_value_with_unix_fd_list(GLib.Variant("(h)", (number,)), descriptors)

    folder = tempfile.mkdtemp()
    daemon = None
    code = 1
    try:
        with open(folder + "/bus.conf", "w") as file:
            file.write(CONFIG.replace("FOLDER", folder))
        daemon = subprocess.Popen(
            ["dbus-daemon", "--nofork", "--config-file", folder + "/bus.conf", "--print-address=1"],
            stdout=subprocess.PIPE, text=True)
        address = daemon.stdout.readline().strip()
        loop = GLib.MainLoop()
        if not options.absent:
            connection = Gio.DBusConnection.new_for_address_sync(
                address,
                Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
                None, None)
            node = Gio.DBusNodeInfo.new_for_xml(INTERFACE)
            connection.register_object("/org/freedesktop/login1", node.interfaces[0], on_call, None, None)
            connection.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                GLib.Variant("(su)", ("org.freedesktop.login1", 0)), None, Gio.DBusCallFlags.NONE, -1, None)

        def wait():
            nonlocal code
            if program:
                running = subprocess.Popen(program, env=dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=address))
                code = running.wait()
                # The release of a lock is seen when the program has gone.
                time.sleep(0.2)
            else:
                print(address, flush=True)
                sys.stdin.read()
                code = 0
            GLib.idle_add(loop.quit)

        threading.Thread(target=wait, daemon=True).start()
        loop.run()
    finally:
        if daemon:
            # Whoever started this may have had SIGTERM blocked, which the daemon inherits.
            daemon.kill()
            daemon.wait()
        shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.flush()
    os._exit(code if code >= 0 else 128 - code)


main()
