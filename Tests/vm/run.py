"""The program on real kernel sound cards, in a virtual machine: `make vm-test`.

    run.py PRODUCTS WORK [SCENARIO...]

PRODUCTS holds the built programs, WORK keeps the kernel, the clips and the last results. Boots one machine for each
scenario, prints what every check saw, and exits with 1 when one fails.
"""

import pathlib
import shutil
import signal
import sys

import fault_checks
import guest_image
import machine
import timing_checks

SCENARIOS = {
    "timing": timing_checks.judge,
    "load": timing_checks.judge_load,
    "faults": fault_checks.judge_faults,
    "sleep": fault_checks.judge_sleep,
    "unplug": fault_checks.judge_unplug,
}
# Seconds of this machine's time for one boot: minutes where it is idle, most of an hour where it is not.
LIMIT = 3000


class Report:
    """What was checked, and what was seen."""

    def __init__(self):
        self.failed = 0
        self.passed = 0

    def check(self, name, good, seen):
        """One line; what was seen stands there whether it is good or not."""
        self.passed += bool(good)
        self.failed += not good
        print(f"{'ok    ' if good else 'FAILED'} {name}: {seen}", flush=True)

    def note(self, text):
        print(text, flush=True)


def main():
    sys.stdout.reconfigure(line_buffering=True)
    # However this is ended, QEMU is ended with it.
    for stop in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(stop, lambda number, _: sys.exit(128 + number))
    products, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    wanted = sys.argv[3:] or list(SCENARIOS)
    unknown = [name for name in wanted if name not in SCENARIOS]
    if unknown:
        print(f"run.py: there is no scenario {unknown[0]}; there are {', '.join(SCENARIOS)}", file=sys.stderr)
        return 2
    (work / "clips").mkdir(parents=True, exist_ok=True)
    report = Report()
    for name in wanted:
        try:
            kernel, root, version = guest_image.kernel(work)
            archive = guest_image.initramfs(work, products, root, version)
        except (guest_image.Failure, OSError) as error:
            print(f"run.py: the machine cannot be built: {error}", file=sys.stderr)
            return 1
        folder = work / name
        make_writable(folder)
        shutil.rmtree(folder, ignore_errors=True)
        print(f"\n{name}: Linux {version} in QEMU; its console:")
        ended = machine.Machine(folder, kernel, archive, name).run(LIMIT)
        print()
        console = (folder / "console").read_text(errors="replace")
        report.check(f"{name}: the machine ends by itself", ended and f"scenario {name}: done" in console,
                     f"see {folder}/console")
        share = folder / "share"
        if (share / "clips").is_dir():
            shutil.copytree(share / "clips", work / "clips", dirs_exist_ok=True)
        SCENARIOS[name](folder, report)
    print(f"\n{report.passed} checks passed, {report.failed} failed")
    return 1 if report.failed or not report.passed else 0


def make_writable(folder):
    """Sealed sessions are read-only; old results are deleted."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_dir():
            path.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
