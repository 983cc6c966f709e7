# make drill runs the main job; make test runs the tests. Each does all its own set-up.
SWIFT_BUILD = swift build -c release --product drillrunner
DRILL = .build/release/drillrunner run protocols/center-left-right.yaml --imu simulated --yes

# Where `make install` puts the program and what belongs to it; DESTDIR goes before every path.
PREFIX = /usr/local
STATIC_BUILD = $(SWIFT_BUILD) --static-swift-stdlib --scratch-path .build/static

.PHONY: help drill build install deb check-deb test test-long fuzz crash bench accuracy timing messages \
  screens voices vm-test lint format setup setup-test setup-bench clean

help:
	@echo "make drill      install what is missing, build, and run the short drill with a simulated rider"
	@echo "make build      the program, optimised: .build/release/drillrunner"
	@echo "make install    the program, its man page, completions, udev rules and drills: PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)"
	@echo "make deb        a Debian package for this architecture: .build/package"
	@echo "make check-deb  installs that package into a scratch folder and uses it from there"
	@echo "make test       lint, build without warnings, and all tests"
	@echo "make test-long  the long campaigns, in real time"
	@echo "make bench      cost of recording, reading (beside pandas, polars, orjson) and analysing"
	@echo "make accuracy   the errors of orientation, onset and intervals against truths that are known: docs/accuracy.md"
	@echo "make messages   the page of every message: docs/messages.md"
	@echo "make fuzz       the fuzzers of every reader, FUZZ_SECONDS (default 180) each"
	@echo "make crash      the long crash campaigns: kills, disk states, failing calls (docs/durability.md)"
	@echo "make timing     deviation of the logged audible times from a recording, beside other players (20 min)"
	@echo "make screens    what stands on the terminal at each stage and in each failure: docs/screens.md"
	@echo "make voices     which words a recogniser mistakes for which, by voice: docs/voices.md"
	@echo "make vm-test    real kernel sound cards and their faults, in a virtual machine (docs/timing.md)"
	@echo "make lint       swift format, strict"

setup:
	@scripts/setup build

setup-test:
	@scripts/setup test

setup-bench:
	@scripts/setup bench

build: setup
	$(SWIFT_BUILD)

# Alone, so that what `make build` has built is installed without building anything as root.
install:
	@test -x .build/release/drillrunner || { echo "error: nothing is built; run make build first" >&2; exit 1; }
	scripts/install-files .build/release/drillrunner $(PREFIX) $(DESTDIR)

deb: setup
	$(STATIC_BUILD)
	scripts/make-deb .build/static/release/drillrunner

check-deb: setup-test deb
	scripts/check-deb .build/package/drillrunner_*_$$(dpkg --print-architecture).deb

drill: build
	@if reason=$$(.build/release/drillrunner --sound); then $(DRILL); else \
	  echo; echo "No sound output works here: $$reason."; \
	  echo "The drill runs silent (--audio none). drillrunner devices lists the outputs and what to do."; echo; \
	  $(DRILL) --audio none; \
	fi

lint: setup
	swift format lint --strict --recursive --parallel Sources Tests Benchmarks Package.swift \
	  Fuzz/Package.swift Fuzz/Sources/FuzzEntry

format: setup
	swift format --in-place --recursive --parallel Sources Tests Benchmarks Package.swift \
	  Fuzz/Package.swift Fuzz/Sources/FuzzEntry

test: setup-test lint
	swift build --build-tests -Xswiftc -warnings-as-errors
	swift test --skip-build --disable-xctest

# Real-time campaigns: captures of ten minutes, one of them at 1 kHz on a busy machine, spoken drills, the whole garage
# protocol with a rider who only listens, and 300 cues over 15 minutes against a recording.
test-long: setup-test build
	swift build --build-tests
	DRILLRUNNER_LONG=1 swift test --skip-build --disable-xctest --filter LongTests

# Kills of the real program, and crashes of a simulated disk: optimised, for there are hundreds of thousands.
crash: setup-test
	swift build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/crash
	DRILLRUNNER_CRASH=1 swift test -c release --skip-build --scratch-path .build/crash --disable-xctest \
	  --filter 'MotionCoreTests.(CrashStateTests|FaultSweepTests)|EndToEndTests.KillTests'

# docs/messages.md, written anew from the catalogue in the sources.
messages: setup
	swift build --product drillrunner
	.build/debug/drillrunner --messages > docs/messages.md

# docs/hostile-input.md: what the fuzzers do, and what they have found.
FUZZ_SECONDS = 180
fuzz: setup
	Fuzz/run.sh $(FUZZ_SECONDS)

bench: setup-test build
	swift build -c release --product session-bench
	swift build -c release --product orientation-bench
	@Benchmarks/hour.sh
	@echo; echo "The orientation filter:"; .build/release/orientation-bench

# The tables of docs/accuracy.md, written anew; optimised, for there are thousands of simulated movements.
accuracy: setup-test
	swift build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/crash
	DRILLRUNNER_ACCURACY=1 swift test -c release --skip-build --scratch-path .build/crash --disable-xctest \
	  --filter 'MotionCoreTests.(Orientation|Onset|Interval|Tap)AccuracyPageTests'

# Twenty minutes; docs/timing.md. TIMING_CUES=60 TIMING_MS=1200 is a short one.
TIMING_CUES = 300
TIMING_MS = 3000
timing: setup-bench
	swift build -c release --product cue-timing
	$(SWIFT_BUILD)
	Tests/rig/null_sink.sh Benchmarks/timing.sh .build/release $(TIMING_CUES) $(TIMING_MS)

# docs/screens.md, drawn by the program in an emulated terminal: about five minutes. SCENES="busy muted" draws these alone.
screens: setup-test build
	/usr/bin/python3 Tests/screens/capture.py .build/release/drillrunner docs/screens.md docs/images $(SCENES)

# The tables of docs/voices.md.
voices: setup-bench
	$(SWIFT_BUILD)
	.build/bench-python/bin/python Benchmarks/voices/intelligibility.py .build/release/drillrunner \
	  flite:slt flite:rms flite:kal16 espeak-ng:en-us

# QEMU emulates the processor and the cards; each scenario is one boot.
VM_SCENARIOS = timing load faults sleep unplug
vm-test:
	@scripts/setup vm
	swift build -c release --static-swift-stdlib --product drillrunner
	swift build -c release --static-swift-stdlib --product cue-timing
	/usr/bin/python3 Tests/vm/run.py .build/release .build/vm $(VM_SCENARIOS)

clean:
	rm -rf .build
