#!/usr/bin/python3
"""Runs a command while another program plays on ALSA's default output, so that it cannot be opened: EBUSY.

    busy_output.py COMMAND [ARGUMENT...]     exits with the command's code

The output is alsa-plugins' oss, which opens a device file and passes on what open(2) says. The file is a terminal that
this process holds open in exclusive mode (TIOCEXCL, tty_ioctl(4)): its driver answers another open(2) as that of a sound
card does, with EBUSY, unless it comes with CAP_SYS_ADMIN, which the command therefore does not get. Needs
libasound2-plugins, and setpriv where it runs as root.
"""

import fcntl
import os
import subprocess
import sys
import tempfile
import termios


def main():
    # Both ends stay open until the command has ended.
    _, device = os.openpty()
    fcntl.ioctl(device, termios.TIOCEXCL)
    name = os.ttyname(device)
    with tempfile.TemporaryDirectory(prefix="busy-output.") as folder:
        configuration = os.path.join(folder, "asound.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(
                "</usr/share/alsa/alsa.conf>\n"
                f'pcm.!default {{ type oss device "{name}" }}\n'
                f'ctl.!default {{ type oss device "{name}" }}\n'
            )
        command = sys.argv[1:]
        if os.geteuid() == 0:
            command = ["setpriv", "--bounding-set", "-sys_admin", *command]
        done = subprocess.run(command, env=os.environ | {"ALSA_CONFIG_PATH": configuration}, check=False)
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


if __name__ == "__main__":
    sys.exit(main())
