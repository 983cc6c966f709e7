"""compare.py on recordings and sessions that are made here, with known places of every word: no machine is started.

Every expected value is the frame at which this file puts a clip, or a deviation that it adds to a logged time.
"""

import array
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
import wave

import compare

RATE = 48000


def clip(seed, frames=9600):
    """Noise with a quiet first 5 ms: like a word, it resembles itself at one place alone."""
    noise = random.Random(seed)
    return array.array("h", [noise.randint(-9000, 9000) // (4 if index < 240 else 1) for index in range(frames)])


CLIPS = {name: clip(seed) for seed, name in enumerate(("CENTER", "LEFT", "RIGHT"))}
SPEECH = clip(9, 14400)
ORDER = ["CENTER", "LEFT", "CENTER", "RIGHT", "CENTER", "LEFT"]


def sha256(samples):
    return hashlib.sha256(samples.tobytes()).hexdigest()


class CompareTests(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        for name, samples in {**CLIPS, "Saved.": SPEECH}.items():
            header = f"drillrunner-clip 1 {sha256(samples)}\n".encode()
            (self.folder / f"{name}.clip").write_bytes(header + samples.tobytes())
        # The words at odd frames, about half a second apart, then speech that is no cue.
        self.frames = [12_001 + index * RATE // 2 + index * 37 for index in range(len(ORDER))]
        self.sound = array.array("h", bytes(2 * 4 * RATE))
        for name, frame in zip(ORDER, self.frames):
            self.put(CLIPS[name], frame)
        self.put(SPEECH, 7 * RATE // 2)

    def put(self, samples, frame, gain=1.0):
        self.sound[frame : frame + len(samples)] = array.array("h", [round(gain * sample) for sample in samples])

    def session(self, deviations_ns, start_ns=5_000_000_000, breaks=(), name="session"):
        """A session that logs each word `deviations_ns` before it is in the recording, and a constant before that."""
        folder = self.folder / name
        folder.mkdir()
        events = [{"n": 99, "kind": "incident", "label": "underrun", "host_ns": at} for at in breaks]
        for number, (word, frame, deviation) in enumerate(zip(ORDER, self.frames, deviations_ns)):
            frame0 = start_ns + round(frame * 1e9 / RATE) - deviation
            events.append({
                "n": number, "kind": "cue", "cue": word, "status": "played", "scheduled_ns": frame0 + 5_000_000,
                "frame0_ns": frame0 + 1_000_000 * (number % 2), "audible_ns": frame0 + 5_000_000,
                "clip_sha256": sha256(CLIPS[word]),
            })
            events.append({"n": 50 + number, "kind": "cue_timing", "cue_n": number, "frame0_ns": frame0})
        (folder / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
        return folder

    def recording(self):
        path = self.folder / "sound.wav"
        stereo = array.array("h", [sample for sample in self.sound for _ in range(2)])
        with wave.open(str(path), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(stereo.tobytes())
        return path

    def compare(self, *sessions):
        return compare.compare(sessions, self.recording(), compare.load_clips(self.folder))

    def test_exact_times_have_no_deviation(self):
        result = self.compare(self.session([0] * 6))
        self.assertEqual((result["played"], result["heard"], result["other_speech"], result["damaged"]), (6, 6, 1, 0))
        self.assertEqual(result["problems"], [])
        self.assertLess(result["refined"]["max"], 0.001)
        # The predicted times are off by 1 ms in every other cue: half a millisecond about their median.
        self.assertAlmostEqual(result["predicted"]["max"], 0.5, delta=0.001)

    def test_known_deviations_are_found(self):
        deviations = [300_000, 0, 0, -200_000, 0, 0]
        refined = self.compare(self.session(deviations))["refined"]
        self.assertAlmostEqual(refined["max"], 0.3, delta=0.001)
        self.assertAlmostEqual(refined["first_minus_rest"], 0.3, delta=0.001)
        self.assertAlmostEqual(refined["p95"], 0.275, delta=0.001)  # 0, 0, 0, 0, 0.2, 0.3 at position 4.75

    def test_a_slope_is_drift(self):
        # 20 ppm: 20 µs more in each second.
        deviations = [round(20e-6 * (frame - self.frames[0]) * 1e9 / RATE) for frame in self.frames]
        refined = self.compare(self.session(deviations))["refined"]
        self.assertAlmostEqual(refined["slope_ppm"], 20, delta=0.1)
        self.assertLess(refined["sd_without_slope"], 0.001)

    def test_each_side_of_an_underrun_has_its_own_constant(self):
        deviations = [0, 0, 0, 7_000_000, 7_000_000, 7_000_000]
        at = 5_000_000_000 + round((self.frames[3] - 6_000) * 1e9 / RATE)
        whole = self.compare(self.session(deviations))["refined"]
        pieces = self.compare(self.session(deviations, breaks=[at], name="broken"))["refined"]
        self.assertGreater(whole["max"], 3)
        self.assertLess(pieces["max"], 0.001)

    def test_a_quieter_output_is_the_same(self):
        for name, frame in zip(ORDER, self.frames):
            self.put(CLIPS[name], frame, gain=0.3)
        result = self.compare(self.session([0] * 6))
        self.assertEqual(result["problems"], [])
        self.assertLess(result["refined"]["max"], 0.001)

    def test_two_sessions_in_one_recording(self):
        first = self.session([0] * 6)
        self.sound.extend(self.sound)
        second = self.session([0] * 6, start_ns=90_000_000_000, name="second")
        result = self.compare(first, second)
        self.assertEqual((result["heard"], result["problems"]), (12, []))
        self.assertLess(result["refined"]["max"], 0.001)

    def test_a_word_that_was_not_heard(self):
        self.sound[self.frames[2] : self.frames[2] + 9600] = array.array("h", bytes(19200))
        result = self.compare(self.session([0] * 6))
        self.assertEqual((result["played"], result["heard"]), (6, 5))
        self.assertIn("played 6", result["problems"][0])
        self.assertNotIn("refined", result)

    def test_a_word_with_a_hole(self):
        start = self.frames[1] + 2400
        self.sound[start : start + 4800] = array.array("h", bytes(9600))
        result = self.compare(self.session([0] * 6))
        self.assertEqual((result["heard"], result["damaged"]), (5, 1))

    def test_a_word_too_many_or_another(self):
        self.put(CLIPS["RIGHT"], self.frames[1])
        result = self.compare(self.session([0] * 6))
        self.assertEqual(result["heard"], 6)
        self.assertIn("heard 6: CENTER RIGHT CENTER RIGHT", result["problems"][0])

    def test_the_exit_code(self):
        def run(*options):
            command = [sys.executable, compare.__file__, str(self.recording()), *options, "--clips", str(self.folder)]
            return subprocess.run(command, capture_output=True, text=True, timeout=60)

        good = run(str(self.session([0] * 6)), "--limit-ms", "0.1")
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        bad = run(str(self.session([0, 0, 0, 0, 0, 900_000], name="bad")), "--limit-ms", "0.1")
        self.assertEqual(bad.returncode, 1)
        self.assertIn("p95 over 0.1 ms", bad.stdout)
        (self.folder / "sound.wav").write_bytes(b"RIFF")
        none = run(str(self.folder / "nothing"))
        self.assertEqual(none.returncode, 1)
        self.assertIn("compare.py:", none.stderr)


if __name__ == "__main__":
    unittest.main()
