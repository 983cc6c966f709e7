"""Analyses one session by drillrunner and by a vectorised Python pipeline, each run in a process of its own.

    compare_analysis.py BUNDLE DRILLRUNNER [RUNS]

The pipeline does what `drillrunner analyze` does, with pandas or polars, NumPy, SciPy and VQF: reads gyroscope,
accelerometer and cues; takes bias and onset speed from the still phase; the main axis; Savitzky-Golay rate, its first and
second derivative; movements by threshold with onsets extrapolated; for each its angles, jerk measures, SPARC and
high-frequency share; latencies, distributions, bootstrap intervals, ex-Gaussian fits and asymmetry; and the Allan deviation of a
still phase. It is shorter than an analysis that must say why a value is missing, and takes even sampling for granted.
DrillRunner reads and hashes every file and writes its document. `--orientation` adds VQF to the pipeline, which `analyze`
does not compute.

Both must find the same number of answered cues, and the same median latency within 5 ms. Start of the process and
imports are stated apart, because a notebook pays for them once.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

READERS = ("polars", "pandas")


def read_columns(reader, path, wanted):
    if reader == "polars":
        import polars

        frame = polars.read_ndjson(path).select(wanted)
        return {key: frame[key].to_numpy() for key in wanted}
    import pandas

    frame = pandas.read_json(path, lines=True, engine="ujson", precise_float=True)
    return {key: frame[key].to_numpy() for key in wanted}


def pipeline(reader, bundle, with_orientation):
    import numpy as np
    from scipy import optimize, signal, stats

    np.random.seed(20261130)
    manifest = json.loads((bundle / "manifest.json").read_text())

    def stream(kind):
        entry = next(e for e in manifest["streams"].values() if e["kind"] == kind and e["file"])
        found = read_columns(reader, bundle / entry["file"], ["t", "h", "x", "y", "z"])
        scale, offset = np.broadcast_to(entry["scale"], 3), np.broadcast_to(entry["offset"], 3)
        values = (np.stack([found[key] for key in "xyz"], axis=1) + offset) * scale
        clock = manifest["clocks"][entry["clock"]]
        mapping = clock.get("mapping") or {"t0": 0, "t0_host_ns": 0, "drift_ppm": 0}
        if wraps := clock.get("wraps_at"):
            found["t"] = found["t"] + wraps * np.concatenate([[0], np.cumsum(np.diff(found["t"]) < -wraps / 2)])
        unit = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[clock["unit"]]
        host = mapping["t0_host_ns"] + (found["t"] - mapping["t0"]) * unit * (1 + mapping["drift_ppm"] * 1e-6)
        if entry["unit"] == "deg/s":
            values = np.radians(values)
        return host / 1e9, values

    times, rates = stream("gyroscope")
    force_times, force = stream("accelerometer")
    events = [json.loads(line) for line in (bundle / "events.jsonl").read_text().splitlines()]
    cues = [e for e in events if e["kind"] == "cue" and e["expect"] != "none" and e.get("audible_ns")]
    edges = [e["host_ns"] / 1e9 for e in events if e["kind"] == "phase" and e.get("name") == "stationary"]
    rest = (times >= edges[0]) & (times <= edges[1])
    hz = 1 / np.median(np.diff(times))

    bias = np.median(rates[rest], axis=0)
    turning = rates - bias
    if with_orientation:
        import vqf

        vqf.offlineVQF(np.ascontiguousarray(rates), np.ascontiguousarray(force[: len(rates)]) * 9.80665, None, 1 / hz)
    moving = np.linalg.norm(turning, axis=1) > np.radians(5)
    _, vectors = np.linalg.eigh(turning[moving].T @ turning[moving])
    axis = vectors[:, -1]
    audible = np.array([cue["audible_ns"] / 1e9 for cue in cues])
    expected = np.array([cue["expect"] for cue in cues])
    lateral = turning @ axis
    integral = np.concatenate([[0], np.cumsum((lateral[1:] + lateral[:-1]) / 2 * np.diff(times))])
    after = np.interp(audible + 2, times, integral) - np.interp(audible, times, integral)
    if after[expected == "left"].sum() < after[expected == "right"].sum():
        axis, lateral, integral = -axis, -lateral, -integral

    width = 2 * int(round(0.052 * hz)) + 1
    rate, change, jerk = (
        signal.savgol_filter(lateral, width, 3, deriv=order, delta=1 / hz) for order in (0, 1, 2)
    )
    jerks = np.stack([signal.savgol_filter(turning[:, k], width, 3, deriv=2, delta=1 / hz) for k in range(3)], axis=1)
    speeds = np.abs(rate[rest])
    median = np.median(speeds)
    onset_speed = max(np.radians(5), median + 6 * np.median(np.abs(speeds - median)))

    above = np.abs(rate) > onset_speed
    starts = np.flatnonzero(~above[:-1] & above[1:]) + 1
    movements = []
    settle_speed = np.radians(2)
    for start in starts:
        if movements and start < movements[-1]["end"]:
            continue
        sign = np.sign(rate[start])
        following = sign * rate[start : start + int(10 * hz)]
        ends = np.flatnonzero(following < settle_speed)
        end = start + (ends[0] if len(ends) else len(following))
        if end - start < 0.1 * hz or abs(integral[end - 1] - integral[start]) < np.radians(3):
            continue
        peak = start + int(np.argmax(sign * rate[start:end]))

        def crossing(step, level, limit):
            i = peak
            while abs(i - peak) < limit and sign * rate[i] > level:
                i += step
            part = (sign * rate[i - step] - level) / (sign * rate[i - step] - sign * rate[i])
            return times[i - step] + part * (times[i] - times[i - step])

        height = sign * rate[peak]
        rise = [crossing(-1, part * height, 3 * hz) for part in (0.8, 0.2)]
        fall = [crossing(1, part * height, 3 * hz) for part in (0.8, 0.2)]
        onset = rise[1] + 0.6128 * (rise[1] - rise[0])
        settle = fall[1] + 0.6128 * (fall[1] - fall[0])
        movements.append({"sign": sign, "onset": onset, "settle": settle, "peak": peak, "start": start, "end": end})

    def sparc(speed):
        length = 2 ** (int(np.ceil(np.log2(len(speed)))) + 4)
        magnitude = np.abs(np.fft.rfft(speed, length))
        frequency = np.arange(len(magnitude)) * hz / length
        magnitude = (magnitude / magnitude.max())[frequency <= 10]
        used = np.flatnonzero(magnitude >= 0.05)
        used = slice(used[0], used[-1] + 1)
        part = np.diff(frequency[: len(magnitude)][used]) / np.ptp(frequency[: len(magnitude)][used])
        return -np.sum(np.hypot(part, np.diff(magnitude[used])))

    for found in movements:
        rows = slice(*np.searchsorted(times, [found["onset"], found["settle"]]))
        t, v, j = times[rows], found["sign"] * rate[rows], jerk[rows]
        duration = found["settle"] - found["onset"]
        squared, reach = np.trapezoid(j**2, t), abs(np.trapezoid(v, t))
        vector = np.trapezoid(np.sum(jerks[rows] ** 2, axis=1), t)
        window = signal.detrend(lateral[rows]) * np.hanning(len(t))
        power = np.abs(np.fft.rfft(window, 4 * len(t))) ** 2
        frequency = np.fft.rfftfreq(4 * len(t), 1 / hz)
        band = (frequency >= 0.5) & (frequency <= min(20, 0.4 * hz))
        speed = np.linalg.norm(turning[rows], axis=1)
        found |= {
            "duration": duration, "range": reach, "squared": squared, "peak_jerk": np.abs(j).max(),
            "rms": np.sqrt(squared / duration), "nj": np.sqrt(0.5 * squared * duration**5 / reach**2),
            "ldlj": -np.log(duration**3 / v.max() ** 2 * squared), "vector": vector, "sparc": sparc(np.abs(v)),
            "sparc_vector": sparc(speed), "sparc_reference": sparc(np.abs(lateral[rows])),
            "share": power[band & (frequency >= 5)].sum() / power[band].sum(),
            "peaks": len(signal.find_peaks(v, prominence=0.05 * v.max())[0]),
        }

    onsets = np.array([found["onset"] for found in movements])
    latencies, sides = [], []
    for k, cue in enumerate(cues):
        end = min(audible[k] + 2.5, audible[k + 1] if k + 1 < len(cues) else np.inf)
        inside = np.flatnonzero((onsets >= audible[k] - 0.5) & (onsets < end))
        if len(inside):
            latencies.append(1e3 * (onsets[inside[0]] - audible[k]))
            sides.append((cue["expect"], movements[inside[0]]["sign"], inside[0]))

    def summary(values):
        values = np.asarray(values)
        draws = np.random.randint(0, len(values), (2000, len(values)))
        result = {
            "n": len(values), "median": float(np.median(values)), "iqr": float(stats.iqr(values)),
            "mean": float(values.mean()), "sd": float(values.std(ddof=1)),
            "interval": np.quantile(np.median(values[draws], axis=1), [0.025, 0.975]).tolist(),
        }
        if len(values) >= 40:
            middle, spread = values.mean(), values.std()

            def cost(point):
                mu, sigma, tau = point[0], np.exp(point[1]), np.exp(point[2])
                return -stats.exponnorm.logpdf(values, tau / sigma, mu, sigma).sum()

            start = [middle - 0.6 * spread, np.log(0.8 * spread), np.log(0.6 * spread)]
            result["ex_gaussian"] = optimize.minimize(cost, start, method="Nelder-Mead").x.tolist()
        return result

    latencies = np.array(latencies)
    groups = {key: [i for i, side in enumerate(sides) if side[:2] == key] for key in {side[:2] for side in sides}}
    result = {"all": summary(latencies), "groups": {str(key): summary(latencies[rows]) for key, rows in groups.items()}}
    names = ["duration", "range", "squared", "rms", "nj", "ldlj", "sparc", "share"]
    for name in names:
        by_side = [np.array([movements[side[2]][name] for side in sides if side[1] == sign]) for sign in (1, -1)]
        if min(map(len, by_side)):
            draws = [values[np.random.randint(0, len(values), (2000, len(values)))].mean(axis=1) for values in by_side]
            result[name] = np.quantile(draws[0] - draws[1], [0.025, 0.975]).tolist()

    allan = {}
    phase = np.vstack([np.zeros(3), np.cumsum(rates[rest], axis=0)])
    m = 1
    while 4 * m <= rest.sum():
        difference = phase[2 * m :] - 2 * phase[m:-m] + phase[: -2 * m]
        allan[m / hz] = np.sqrt(np.mean(difference**2, axis=0) / 2 / m**2).tolist()
        m *= 2
    result["allan"] = allan
    result["smoothness"] = [{k: float(v) for k, v in found.items()} for found in movements]
    text = json.dumps(result)
    return len(latencies), float(np.median(latencies)), len(text)


def run_once(reader, bundle, with_orientation):
    """Runs in a process of its own."""
    started = time.perf_counter()
    import numpy
    import scipy.optimize
    import scipy.signal
    import scipy.stats

    __import__(reader)
    if with_orientation:
        import vqf
    imports = time.perf_counter() - started
    wall, cpu = time.perf_counter(), time.process_time()
    answered, median, _ = pipeline(reader, Path(bundle), with_orientation)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"wall_s": wall, "cpu_s": cpu, "peak_mib": peak, "imports_s": imports, "answered": answered,
                      "median_ms": median}))


def run_drillrunner(program, bundle):
    """The whole process, from its start to its end."""
    started = time.perf_counter()
    process = subprocess.Popen([program, "analyze", bundle, "--json"], stdout=subprocess.PIPE)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if status != 0:
        sys.exit(f"{program} analyze ended with {status}")
    latency = json.loads(text)["summary"]["all"]["latency_ms"]
    return {"wall_s": wall, "cpu_s": usage.ru_utime + usage.ru_stime, "peak_mib": usage.ru_maxrss / 1024, "imports_s": 0,
            "answered": latency["n"], "median_ms": latency["median"]}


def main(bundle, program, runs=5):
    names = ["drillrunner", *READERS, *(f"{reader} + VQF" for reader in READERS)]
    results = {name: [] for name in names}
    for run in range(runs + 1):
        for name in names:
            if name == "drillrunner":
                result = run_drillrunner(program, bundle)
            else:
                reader, *orientation = name.split(" + ")
                command = [sys.executable, __file__, "--run", reader, bundle, *(["--orientation"] if orientation else [])]
                result = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            # The first round warms the caches.
            if run > 0:
                results[name].append(result)
    own = results["drillrunner"][0]
    for name, found in results.items():
        if abs(found[0]["answered"] - own["answered"]) > 0.01 * own["answered"] or (
            abs(found[0]["median_ms"] - own["median_ms"]) > 5
        ):
            sys.exit(f"{name} finds {found[0]}, drillrunner {own}")
    middle = {
        name: {key: statistics.median(result[key] for result in found) for key in ("wall_s", "cpu_s", "peak_mib", "imports_s")}
        for name, found in results.items()
    }
    print(f"{own['answered']} answered cues, median latency {own['median_ms']:.1f} ms; median of {runs} runs")
    print(f"{'analysis':<16}{'wall s':>8}{'CPU s':>8}{'imports s':>10}{'peak MiB':>10}{'wall ratio':>12}")
    for name in names:
        it = middle[name]
        print(f"{name:<16}{it['wall_s']:>8.2f}{it['cpu_s']:>8.2f}{it['imports_s']:>10.2f}{it['peak_mib']:>10.0f}"
              f"{it['wall_s'] / middle['drillrunner']['wall_s']:>12.1f}")


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        run_once(sys.argv[2], sys.argv[3], "--orientation" in sys.argv)
    else:
        main(*sys.argv[1:3], *map(int, sys.argv[3:]))
