"""Runs the virtual machine: QEMU with software emulation, its console, and its monitor."""

import contextlib
import json
import os
import select
import socket
import subprocess
import time

# Seconds of this machine's time for the machine to fall asleep.
WAKE_LIMIT = 600
CARDS = ("hda", "ac97", "usb")


class Machine:
    """One boot of one scenario. Records what each card plays in FOLDER/CARD.wav, the console in FOLDER/console.

    The machine's time is counted in its own instructions (-icount): two nanoseconds each, and where it has nothing
    to do its time jumps to the next event. A busy host makes it slow, but no second of it longer than another.
    """

    def __init__(self, folder, kernel, initramfs, scenario):
        self.folder = folder
        folder.mkdir(parents=True)
        share = folder / "share"
        share.mkdir()
        self.monitor_path = os.path.relpath(folder / "monitor")
        audio = []
        for card in CARDS:
            audio += ["-audiodev", f"wav,id={card},path={folder / card}.wav,out.frequency=48000"]
        self.command = [
            "qemu-system-x86_64", "-accel", "tcg", "-icount", "shift=1,sleep=off",
            # The machine's own clock stands still while it sleeps; its calendar shall not.
            "-rtc", "clock=host" if scenario == "sleep" else "clock=vm",
            "-m", "1024", "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-serial", "stdio", "-qmp", f"unix:{self.monitor_path},server=on,wait=off",
            "-kernel", str(kernel), "-initrd", str(initramfs),
            "-append", "console=ttyS0 quiet panic=-1 mitigations=off no_console_suspend "
            f"scenario={scenario}",
            "-virtfs", f"local,path={share},mount_tag=share,security_model=none,id=share",
            *audio,
            "-device", "intel-hda", "-device", "hda-output,audiodev=hda", "-device", "AC97,audiodev=ac97",
            "-device", "qemu-xhci,id=usbbus", "-device", "usb-audio,bus=usbbus.0,audiodev=usb,id=usbsound",
        ]

    def run(self, limit):
        """Boots, and answers the machine's requests, until it ends by itself or `limit` seconds are over. Returns
        whether it ended by itself. QEMU is ended in any case."""
        deadline = time.monotonic() + limit
        process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            with open(self.folder / "console", "wb") as console:
                rest = b""
                while time.monotonic() < deadline:
                    readable, _, _ = select.select([process.stdout], [], [], 1)
                    if not readable:
                        continue
                    piece = os.read(process.stdout.fileno(), 65536)
                    if not piece:
                        return process.wait(timeout=30) == 0
                    console.write(piece)
                    console.flush()
                    *lines, rest = (rest + piece).split(b"\n")
                    for line in lines:
                        self.take(line.decode("utf-8", "replace").strip())
            return False
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()

    def take(self, line):
        # The AC97 card also wants to record, which QEMU's recorder of a file cannot serve.
        if not line.startswith("audio: Failed to create voice `ac97."):
            print("  " + line, flush=True)
        if line == "@host unplug":
            self.monitor("device_del", id="usbsound")
        elif line == "@host wake":
            self.wake()
        elif line == "@host plug":
            self.monitor("device_add", driver="usb-audio", bus="usbbus.0", audiodev="usb", id="usbsound")

    def wake(self):
        """Waits until the machine sleeps, lets it for two seconds, and wakes it as its power button would."""
        deadline = time.monotonic() + WAKE_LIMIT
        while self.monitor("query-status")["status"] != "suspended":
            if time.monotonic() > deadline:
                print("  The machine does not go to sleep.", flush=True)
                return
            time.sleep(0.5)
        time.sleep(2)
        self.monitor("system_wakeup")

    def monitor(self, command, **arguments):
        """One command of the QEMU Machine Protocol; what it returns."""
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.settimeout(10)
            connection.connect(self.monitor_path)
            file = connection.makefile("rw")
            file.readline()
            for request in ({"execute": "qmp_capabilities"}, {"execute": command, "arguments": arguments}):
                file.write(json.dumps(request) + "\n")
                file.flush()
                reply = json.loads(file.readline())
                while "event" in reply:
                    reply = json.loads(file.readline())
            if "error" in reply:
                print(f"  QEMU refuses {command}: {reply['error']['desc']}", flush=True)
            return reply.get("return")
