"""Reads what a run in the virtual machine left behind."""

import json


class Run:
    """The folder of one `drill` of the guest's scripts."""

    def __init__(self, share, name):
        self.folder = share / name
        self.name = name

    def text(self, name):
        try:
            return (self.folder / name).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""

    def number(self, name):
        text = self.text(name)
        return int(text) if text.lstrip("-").isdigit() else None

    def seconds(self, first, last):
        """Time of the machine between two marks; None where one is missing."""
        marks = self.number(first), self.number(last)
        return None if None in marks else (marks[1] - marks[0]) / 100

    @property
    def status(self):
        return self.number("status")

    @property
    def session(self):
        """The folder of the only session; None where there is not exactly one."""
        manifests = list(self.folder.glob("sessions/*/manifest.json"))
        return manifests[0].parent if len(manifests) == 1 else None

    @property
    def manifest(self):
        return json.loads((self.session / "manifest.json").read_text(encoding="utf-8")) if self.session else {}

    @property
    def events(self):
        if not self.session:
            return []
        with open(self.session / "events.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def incidents(self, label):
        return [event for event in self.events if event["kind"] == "incident" and event["label"] == label]

    def cues(self):
        """The last row of each cue, by status."""
        last = {}
        for event in self.events:
            if event["kind"] == "cue":
                last[(event["cue"], event["scheduled_ns"], event["n"] if event["scheduled_ns"] is None else 0)] = event
        counts = {}
        for event in last.values():
            counts[event["status"]] = counts.get(event["status"], 0) + 1
        return counts
