#!/usr/bin/python3
"""Runs the program in an emulated terminal, at each stage and in each failure, and keeps what stood on its screen.

    capture.py PROGRAM PAGE IMAGES [SCENE ...]

PROGRAM is the built drillrunner, PAGE the page to be written (docs/screens.md), IMAGES the folder for the pictures. With
scenes named only those are played, their screens are printed, and they take their places on the page; the other scenes
stay there as they are. The sensor is the mock controller of Tests/rig, strapped to a rider who only hears; the sound goes
to the null sink there. Needs umockdev, pulseaudio and python3-pyte (scripts/setup test), and .build/python for the
rider's ears.
"""

import datetime
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from xml.sax.saxutils import escape

PROJECT = pathlib.Path(__file__).resolve().parents[2]
RIG = PROJECT / "Tests" / "rig"
sys.path.insert(0, str(RIG))

from terminal import Terminal, play  # noqa: E402

CUES = """
rate: 100 Hz
seed: 5
cues:
  CENTER:  { say: Center,  expect: center }
  LEFT:    { say: Left,    expect: left }
"""

GARAGE = (
    "drill: 1\ntitle: Garage, a short cut"
    + CUES
    + """  RIGHT:   { say: Right,   expect: right }
  FORWARD: { say: Forward, expect: forward }
steps:
  - say: Welcome. Get on the bike, feet on the pegs. I begin in a few seconds.
  - countdown: 6 s
  - calibrate: neutral
  - calibrate: axes
  - wait: still
  - stationary: 6 s
  - block: { name: turns, intent: plain, say: Follow the voice., cues: [LEFT, CENTER, RIGHT, CENTER], interval: 3.4 s .. 4.2 s exponential }
  - rest: 6 s
  - block: { name: forward, intent: slow, cues: [FORWARD, CENTER], interval: 3.4 s .. 4.2 s exponential }
  - say: That was all.
"""
)

STILL = (
    "drill: 1\ntitle: Sitting still"
    + CUES
    + """on_loss: { sensor: wait 30 s then stop, sound: SOUND }
steps:
  - stationary: SECONDS
  - block: { name: one, intent: plain, cues: [LEFT, CENTER], interval: 3 s }
"""
)

QUESTION = (
    "drill: 1\ntitle: A question"
    + CUES
    + """steps:
  - ask: Was anything wrong? Press good or bad. Two taps on the sensor mean bad.
    name: trouble
    tap: BAD
    within: 60 s
  - stationary: 20 s
  - block: { name: one, intent: plain, cues: [LEFT, CENTER], interval: 3 s }
"""
)

LEAN = (
    "drill: 1\ntitle: A calibration"
    + CUES
    + """steps:
  - calibrate: neutral
  - calibrate: axes
  - block: { name: one, intent: plain, cues: [LEFT, CENTER], interval: 3 s }
"""
)

WORDS = {
    "voice": "slt",
    "words": {
        "LEFT": {"text": "Left"},
        "RIGHT": {"text": "Right"},
        "CENTER": {"text": "Center"},
        "FORWARD": {"text": "Forward"},
        "now": {"text": "Now.", "stretch": 1.15},
        "ask left": {"text": "At the word now: Lean to the left, and come back.", "from": 1.15, "stretch": 1.15},
        "ask forward": {"text": "At the word now: Lean forward, and come back.", "from": 1.15, "stretch": 1.15},
    },
}


def still(seconds="40 s", sound="stop"):
    return STILL.replace("SECONDS", seconds).replace("SOUND", sound)


class Scene:
    """One run: its command, what is done to it, and which screens of it go on the page."""

    def __init__(self, name, title, text, drill, steps, shown, **how):
        self.name, self.title, self.text, self.drill = name, title, text, drill
        self.steps, self.shown, self.how = steps, shown, how

    def command(self, program, folder):
        how = self.how
        drill = folder / "drill.yaml"
        drill.write_text(self.drill, encoding="utf-8")
        command = [program, "run", str(drill), "--sessions", str(folder / "sessions")]
        command += how.get("options", ["--yes"])
        if "mount" in how:
            return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", how["mount"], *command]
        if "sensor" in how:
            command = [
                "/usr/bin/umockdev-wrapper",
                "/usr/bin/python3",
                str(RIG / "motion_node.py"),
                *how["sensor"],
                "--",
                *command,
            ]
        if how.get("listens"):
            (folder / "words.json").write_text(json.dumps(WORDS), encoding="utf-8")
            script = (
                '"$0" "$1" "$2" > "$3" & listener=$!; shift 3; '
                'for n in $(seq 300); do [ -s "$HEARD" ] && break; sleep 0.1; done; '
                '"$@"; status=$?; kill $listener; exit $status'
            )
            ears = [str(PROJECT / ".build/python/bin/python"), str(RIG / "listener.py"), str(folder / "words.json")]
            command = ["/bin/sh", "-c", script, *ears, str(folder / "heard.jsonl"), *command]
        if how.get("busy"):
            command = [str(RIG / "busy_output.py"), *command]
        if how.get("muted"):
            command = ["/bin/sh", "-c", 'pactl set-sink-mute cuesink 1; exec "$@"', "sh", *command]
        if how.get("sound", True):
            command = [str(RIG / "null_sink.sh"), *command]
        return command

    def play(self, program):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="drillrunner-screens-"))
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "LD_LIBRARY_PATH", "USER") if name in os.environ}
        environment = kept | {
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "HOME": str(folder),
            "HEARD": str(folder / "heard.jsonl"),
            "FOLDER": str(folder),
        }
        environment |= self.how.get("environment", {})
        columns, rows = self.how.get("size", (80, 24))
        captures, measured = {}, []
        try:
            self.how["sensor"] = [part.replace("FOLDER", str(folder)) for part in self.how["sensor"]]
        except KeyError:
            pass
        steps = json.loads(json.dumps(self.steps).replace("FOLDER", str(folder)))
        terminal = Terminal(self.command(program, folder), columns, rows, environment)
        failed = play(terminal, steps, captures, measured)
        if failed is not None:
            captures["failed"] = terminal.capture()
        terminal.end(60 if failed is None else 5)
        captures["end"] = terminal.capture()
        # The terminal may have broken the folder's name at its right edge.
        name = re.compile("\n?".join(re.escape(character) for character in str(folder)))
        for capture in captures.values():
            capture["lines"] = name.sub("~", "\n".join(capture["lines"])).split("\n")
        subprocess.run(["chmod", "-R", "u+w", str(folder)], check=False)
        shutil.rmtree(folder, ignore_errors=True)
        return captures, measured, terminal.status, failed


RIDER = ["--real-time", "--answer-words", "FOLDER/heard.jsonl", "--seed", "3", "--reaction-ms", "200", "400", "--siblings"]
FILL = """mkdir -p "$FOLDER/sessions" && mount -t tmpfs -o size=SIZE tmpfs "$FOLDER/sessions" && exec "$0" "$@" """


def scenes():
    """All scenes, in the order of the page."""
    yield Scene(
        "stages",
        "A run from the start to the end",
        "A short cut of the garage protocol. The rider hears the words and leans; nobody touches a key, but for `p`, which "
        "pauses and goes on.",
        GARAGE,
        [
            {"until": "Press Return", "within": 60},
            {"wait": 0.5},
            {"capture": "asked"},
            {"type": "\n"},
            {"until": "SPEAKING", "within": 20},
            {"wait": 2},
            {"capture": "preparing"},
            {"until": "starts in [2-4]\\.", "within": 30},
            {"capture": "ready"},
            {"until": "CALIBRATING", "within": 20},
            {"wait": 1.5},
            {"capture": "calibrating"},
            {"until": "HOLD STILL", "within": 120},
            {"until": "free to move in [1-3]\\."},
            {"capture": "still"},
            {"until": "next +CENTER in [1-2]\\.", "within": 60},
            {"wait": 0.6},
            {"capture": "recording"},
            {"type": "p"},
            {"until": "PAUSED"},
            {"wait": 1.5},
            {"capture": "paused"},
            {"type": "p"},
            {"until": "REST", "within": 90},
            {"wait": 1.5},
            {"capture": "resting"},
            {"until": "SAVED", "within": 120},
            {"wait": 1.5},
            {"capture": "saved"},
            {"end": 60},
        ],
        [
            ("asked", "Before the start: what is used, and the question"),
            ("preparing", "Preparing: the welcome is being said"),
            ("ready", "Ready: the countdown"),
            ("calibrating", "Calibrating"),
            ("still", "The stationary phase; the angles are known now"),
            ("recording", "Recording: the next cue, and the body on its way"),
            ("paused", "Paused by a key; capture goes on"),
            ("resting", "Resting"),
            ("saved", "Saved, while the result is being said"),
        ],
        sensor=RIDER,
        listens=True,
        options=[],
        picture=["recording", "paused"],
    )
    yield Scene(
        "question",
        "A question, without sound",
        "`--audio none`: what the voice would say is read. LEFT is none of the answers; GOOD is. Then the run is stopped.",
        QUESTION,
        [
            {"until": "QUESTION", "within": 60},
            {"wait": 1},
            {"type": "l"},
            {"until": "marker LEFT"},
            {"wait": 0.5},
            {"capture": "asked"},
            {"type": "g"},
            {"until": "HOLD STILL", "within": 30},
            {"wait": 1},
            {"capture": "answered"},
            {"type": "q"},
            {"until": "q ends now", "within": 30},
            {"capture": "stopped"},
            {"end": 60},
        ],
        [
            ("asked", "Asked, and a marker that is no answer"),
            ("answered", "Answered; the drill goes on"),
            ("stopped", "Stopped: the reason, and the last words, which `q` cuts short"),
        ],
        options=["--yes", "--imu", "simulated:seed=1", "--audio", "none"],
        sound=False,
    )
    yield Scene(
        "sensor",
        "The sensor is lost, and comes back",
        "The controller is unplugged, and comes back after a while.",
        still("60 s"),
        [
            {"until": "SENSOR LOST", "within": 90},
            {"wait": 1.5},
            {"capture": "lost"},
            {"until": "back", "within": 30},
            {"wait": 1},
            {"capture": "back"},
            {"type": "q"},
            {"end": 60},
        ],
        [("lost", "Lost: the run waits"), ("back", "Back: the phase begins anew")],
        sensor=["--unplug-at", "25", "--replug-at", "33", "--real-time"],
        picture=["lost"],
    )
    yield Scene(
        "silent",
        "The sensor falls silent",
        "Its node is there, and nothing comes from it.",
        still("60 s"),
        [{"until": "SENSOR LOST", "within": 90}, {"wait": 1}, {"capture": "silent"}, {"type": "q"}, {"end": 60}],
        [("silent", "Nothing for two seconds counts as lost")],
        sensor=["--seconds", "25", "--real-time"],
    )
    yield Scene(
        "sound",
        "The sound is lost",
        "The sound server dies. This drill says `on_loss: { sound: continue }`; by default the run would end and be saved.",
        still(sound="continue"),
        [
            {"until": "free to move in 3[0-7]\\.", "within": 60},
            {"signal": "KILL", "to": "pulseaudio"},
            {"until": "no word is heard", "within": 30},
            {"wait": 1},
            {"capture": "sound"},
            {"type": "q"},
            {"end": 60},
        ],
        [("sound", "Without sound")],
        sensor=["--real-time"],
    )
    yield Scene(
        "disk",
        "The disk is nearly full",
        "A file system with little room. What is recorded is saved while there is room to do so.",
        still("60 s"),
        [
            {"until": "free to move in 5[0-8]\\.", "within": 60},
            {"wait": 1},
            {"shell": "pid=$(pgrep -n -f 'FOLDER/[d]rill.yaml') && nsenter -t $pid -m sh -c 'dd if=/dev/zero of=FOLDER/sessions/fill bs=1k count=27500 2>/dev/null; true'"},
            {"until": "^! ", "within": 30},
            {"wait": 1},
            {"capture": "disk"},
            {"type": "q"},
            {"end": 60},
        ],
        [("disk", "Little room is left")],
        mount=FILL.replace("SIZE", "30m"),
        options=["--yes", "--imu", "simulated:seed=1", "--audio", "none"],
        sound=False,
    )
    yield Scene(
        "save",
        "The session cannot be saved at first",
        "The session's folder is taken away while the drill ends, and put back: the seal is tried again.",
        still("4 s").replace("  - block: { name: one, intent: plain, cues: [LEFT, CENTER], interval: 3 s }\n", ""),
        [
            {"until": "free to move in [0-2]\\.", "within": 60},
            {"shell": "cd FOLDER/sessions && mkdir ../away && mv [0-9]* ../away/"},
            {"until": "NOT SAVED", "within": 60},
            {"wait": 0.5},
            {"capture": "retry"},
            {"shell": "mv FOLDER/away/* FOLDER/sessions/"},
            {"until": "SAVED  |Session complete", "within": 60},
            {"end": 60},
        ],
        [("retry", "Not saved yet"), ("end", "Afterwards: the report")],
        sensor=["--real-time"],
    )
    yield Scene(
        "calibration",
        "The calibration fails",
        "This rider never leans. After three attempts the run ends.",
        LEAN,
        [
            {"until": "CALIBRATING", "within": 60},
            {"until": "attempt 2 of 3", "within": 90},
            {"wait": 4},
            {"capture": "again"},
            {"until": "SAV|STOPP", "within": 120},
            {"wait": 0.5},
            {"capture": "ended"},
            {"end": 90},
        ],
        [("again", "The second attempt"), ("ended", "The run ends, and is saved"), ("end", "Afterwards: the report")],
        sensor=["--real-time", "--siblings", "--battery", "capacity=12,status=Discharging"],
    )
    yield Scene(
        "signal",
        "Stopped by a signal",
        "SIGTERM, as a shutdown sends it. What was recorded is saved as interrupted, and the terminal is given back.",
        still(),
        [{"until": "free to move in 3[0-6]\\.", "within": 60}, {"signal": "TERM"}, {"end": 60}],
        [("end", "Afterwards")],
        sensor=["--real-time"],
    )
    yield Scene(
        "nosensor",
        "No sensor",
        "Before anything is recorded.",
        still(),
        [{"end": 60}],
        [("end", "Exit code 4")],
        sensor=["--no-device"],
        sound=False,
    )
    yield Scene(
        "nosound",
        "No sound",
        "The sound server is not there. Silence would have to be asked for.",
        still(),
        [{"end": 60}],
        [("end", "Exit code 5")],
        sound=False,
        options=["--yes", "--imu", "simulated"],
    )
    yield Scene(
        "busy",
        "The sound device is in use by another program",
        "Another program plays on the card, and does not share it.",
        still(),
        [{"end": 60}],
        [("end", "Exit code 5")],
        sound=False,
        busy=True,
        options=["--yes", "--imu", "simulated"],
    )
    yield Scene(
        "muted",
        "The output is muted",
        "Said before the start; the mixer is never changed.",
        still(),
        [{"until": "Press Return", "within": 60}, {"capture": "muted"}, {"signal": "TERM"}, {"end": 60}],
        [("muted", "Before the start")],
        sensor=["--real-time"],
        options=[],
        muted=True,
    )
    for name, title, text, size, environment in [
        ("small", "A small window", "60 columns, 20 rows. The least important lines are left out first.", (60, 20), {}),
        ("large", "A large window", "120 columns, 40 rows.", (120, 40), {}),
        (
            "ascii",
            "Without colour and without block characters",
            "`NO_COLOR=1 LANG=C`.",
            (80, 24),
            {"NO_COLOR": "1", "LANG": "C"},
        ),
    ]:
        yield Scene(
            name,
            title,
            text,
            GARAGE,
            [
                {"until": "next +(CENTER|RIGHT) in [1-2]\\.", "within": 120},
                {"wait": 0.5},
                {"measure": 5},
                {"capture": "view"},
                {"type": "q"},
                {"end": 60},
            ],
            [("view", "Recording, with the simulated rider")],
            size=size,
            environment=environment,
            options=["--yes", "--imu", "simulated:seed=4", "--audio", "none"],
            sound=False,
        )
    yield Scene(
        "plain",
        "As lines: `--plain`",
        "For logs and screen readers; also where TERM is `dumb` or the output is no terminal. Each line is written at once.",
        still("3 s"),
        [{"until": "state: saved", "within": 90}, {"capture": "lines"}, {"end": 60}],
        [("lines", "One line a change")],
        sensor=["--siblings"],
        options=["--yes", "--plain"],
        size=(80, 40),
    )


# Pictures

PALETTE = {"red": "#ff5f56", "brown": "#ffbd2e", "yellow": "#ffbd2e", "green": "#27c93f"}
INK, GROUND = "#e6e6e6", "#1e1e1e"
WIDTH, HEIGHT = 8.4, 17


def picture(capture, title):
    """The screen as SVG; block characters are drawn, so that no font is needed for them."""
    columns, rows = capture["columns"], capture["rows"]
    width, height = columns * WIDTH + 16, rows * HEIGHT + 16
    looks = {}
    for row, first, end, look in capture["colours"]:
        for column in range(first, end):
            looks[row, column] = look
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{GROUND}"/>',
        f'<g font-family="monospace" font-size="14" fill="{INK}" xml:space="preserve">',
    ]

    def colours(row, column):
        look = looks.get((row, column), [])
        ink = next((PALETTE[name] for name in look if name in PALETTE), INK)
        return (GROUND, ink) if "reverse" in look else (ink, None)

    def box(column, row, count, ink, top=0.0, size=1.0):
        parts.append(
            f'<rect x="{8 + column * WIDTH:.1f}" y="{8 + (row + top) * HEIGHT:.1f}" '
            f'width="{count * WIDTH:.1f}" height="{size * HEIGHT:.1f}" fill="{ink}"/>'
        )

    for row, line in enumerate(capture["lines"]):
        line = line.ljust(columns)
        column = 0
        while column < columns:
            ink, ground = colours(row, column)
            end = column
            kind = line[column] in "█▀▄"
            while end < columns and colours(row, end) == (ink, ground):
                if kind and line[end] != line[column] or not kind and line[end] in "█▀▄":
                    break
                end += 1
            run = line[column:end]
            if ground:
                box(column, row, end - column, ground)
            if kind:
                box(column, row, end - column, ink, 0.5 if run[0] == "▄" else 0.0, 1.0 if run[0] == "█" else 0.5)
            elif run.strip():
                left = len(run) - len(run.lstrip())
                text = run.strip()
                fill = "" if ink == INK else f' fill="{ink}"'
                parts.append(
                    f'<text x="{8 + (column + left) * WIDTH:.1f}" y="{8 + row * HEIGHT + 13}" '
                    f'textLength="{len(text) * WIDTH:.1f}"{fill}>{escape(text)}</text>'
                )
            column = end
    return "\n".join(parts + ["</g>", "</svg>", ""])


HEAD = """# Screens

What stands on the terminal while a run goes on, at each stage and in each failure. Every screen here was drawn by the
real program in an emulated terminal, and looked at; none is made by hand. **All of them are synthetic**: the sensor is a mock
DualSense ([Tests/rig](../Tests/rig)) on a mock rider who hears the words and leans, or the simulated rider where the top
line says SYNTHETIC; the sound goes to a null sink. No person was measured. Made by `make screens` on {date} with version
{version}.

The view is for whoever stands beside the rider, three metres off: one large word for what goes on, the next cue with the
seconds left, the lean in degrees (L left, R right, F forward, B back). The sentence that is said stands there in words until
the next one, and a question with its answers. Below are the same values exactly, and whether
the instrument works: measured and requested rate, age of the rows on arrival, rows, losses, disk, battery, and the latest
messages. `● REC` stands at the top whenever rows go into the session, also in a pause.

It works over a remote shell: only the columns that change are written, about {rate} bytes a second. A window can be
resized at any time; in a small one the least important lines are left out first. Without UTF-8 (`LANG=C`) it is ASCII,
with `NO_COLOR` it has no colour. The terminal is given back after a signal and after a crash; only SIGKILL leaves it (`reset`
puts it right). Ctrl-Z does nothing in a run: a recording that is suspended would have a hole; `p` pauses.
"""


def sections(page):
    """The head of the page, and its scenes by their titles, each with its heading."""
    head, *rest = page.split("\n## ")
    return head, {part.split("\n", 1)[0]: "\n## " + part for part in rest}


def main():
    program, page, images = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    wanted = sys.argv[4:]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    rates, failures = [], []
    head, bodies = sections(page.read_text(encoding="utf-8")) if wanted else ("", {})
    for scene in scenes():
        if wanted and scene.name not in wanted:
            continue
        body = []
        if "mount" in scene.how and subprocess.run(["unshare", "--mount", "true"], check=False).returncode != 0:
            print(f"{scene.name}: left out, this machine does not let it mount", flush=True)
            continue
        print(f"{scene.name}: {scene.title}", flush=True)
        captures, measured, status, failed = scene.play(program)
        rates += measured
        if failed is not None or wanted:
            for name, capture in captures.items():
                print(f"--- {name} {capture['columns']}x{capture['rows']}, status {status}")
                print("\n".join(capture["lines"]))
        if failed is not None:
            print(f"failed: {shlex.join(map(str, failed.items()))}")
            failures.append(scene.name)
            if wanted:
                continue
        body.append(f"\n## {scene.title}\n\n{scene.text}\n")
        for name, caption in scene.shown:
            if name not in captures:
                continue
            lines = captures[name]["lines"]
            while lines and not lines[-1]:
                lines = lines[:-1]
            body.append(f"\n{caption}:\n")
            if name in scene.how.get("picture", []):
                image = images / f"screen-{name}.svg"
                image.write_text(picture(captures[name], f"{scene.title}: {caption}"), encoding="utf-8")
                body.append(f"\n![{caption}](images/{image.name})\n")
            text = "\n".join(unicodedata.normalize("NFC", line) for line in lines)
            body.append(f"\n```\n{text}\n```\n")
        bodies[scene.title] = "".join(body)
    if not wanted:
        rate = max(rates) if rates else 0
        head = HEAD.format(date=datetime.date.today().isoformat(), version=version, rate=round(rate, -2) or rate)
    titles = [scene.title for scene in scenes()]
    page.write_text(head + "".join(bodies[title] for title in titles if title in bodies), encoding="utf-8")
    print(f"written: {page}")
    if failures:
        print(f"error: not all of it could be played: {', '.join(failures)}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
