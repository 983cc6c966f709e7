"""Runs a program whose standard input is a terminal, and types keys.

    keyboard.py SECONDS:KEY ... -- PROGRAM [argument ...]

The first key waits until the program reads single keys; each comes SECONDS after the one before. Exits with the program's
code, or with 99 where the terminal is not left as it was.
"""

import os
import subprocess
import sys
import termios
import time

LOCAL = 3  # the index of the local modes


def main():
    end = sys.argv.index("--")
    keys = [argument.split(":", 1) for argument in sys.argv[1:end]]
    keyboard, terminal = os.openpty()
    before = termios.tcgetattr(terminal)
    program = subprocess.Popen(sys.argv[end + 1 :], stdin=terminal)
    while termios.tcgetattr(terminal)[LOCAL] & termios.ICANON and program.poll() is None:
        time.sleep(0.01)
    if program.poll() is None and termios.tcgetattr(terminal)[LOCAL] & termios.ECHO:
        return 98
    for seconds, key in keys:
        time.sleep(float(seconds))
        os.write(keyboard, key.encode())
    code = program.wait()
    return code if termios.tcgetattr(terminal) == before else 99


if __name__ == "__main__":
    sys.exit(main())
