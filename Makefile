# make drill runs the main job; make test runs the tests. Each does all its own set-up.
SWIFT_BUILD = swift build -c release --product drillrunner
DRILL = .build/release/drillrunner run protocols/center-left-right.yaml --imu simulated --yes

.PHONY: help drill build test test-long fuzz crash bench accuracy timing lint format setup setup-test clean

help:
	@echo "make drill      install what is missing, build, and run the short drill with a simulated rider"
	@echo "make build      the program, optimised: .build/release/drillrunner"
	@echo "make test       lint, build without warnings, and all tests"
	@echo "make test-long  the long campaigns, in real time"
	@echo "make bench      cost of recording, reading (beside pandas, polars, orjson) and analysing"
	@echo "make accuracy   the errors of the orientation filter against optical truth: docs/accuracy.md"
	@echo "make fuzz       the fuzzers of every reader, FUZZ_SECONDS (default 180) each"
	@echo "make crash      the long crash campaigns: kills, disk states, failing calls (docs/durability.md)"
	@echo "make timing     deviation of the logged audible times from a recording"
	@echo "make lint       swift format, strict"

setup:
	@scripts/setup build

setup-test:
	@scripts/setup test

build: setup
	$(SWIFT_BUILD)

drill: build
	@status=0; $(DRILL) || status=$$?; \
	if [ $$status -eq 5 ]; then \
	  echo; echo "There is no usable sound output here, so the drill runs silent (--audio none)."; echo; \
	  status=0; $(DRILL) --audio none || status=$$?; \
	fi; exit $$status

lint: setup
	swift format lint --strict --recursive --parallel Sources Tests Benchmarks Package.swift \
	  Fuzz/Package.swift Fuzz/Sources/FuzzEntry

format: setup
	swift format --in-place --recursive --parallel Sources Tests Benchmarks Package.swift \
	  Fuzz/Package.swift Fuzz/Sources/FuzzEntry

test: setup-test lint
	swift build --build-tests -Xswiftc -warnings-as-errors
	swift test --skip-build --disable-xctest

# Real-time campaigns: a ten-minute capture, the short drill, and the whole garage protocol with a rider who only listens.
test-long: setup-test
	swift build --build-tests
	DRILLRUNNER_LONG=1 swift test --skip-build --disable-xctest --filter LongTests

# Kills of the real program, and crashes of a simulated disk: optimised, for there are hundreds of thousands.
crash: setup-test
	swift build -c release --build-tests -Xswiftc -enable-testing --scratch-path .build/crash
	DRILLRUNNER_CRASH=1 swift test -c release --skip-build --scratch-path .build/crash --disable-xctest \
	  --filter 'MotionCoreTests.(CrashStateTests|FaultSweepTests)|EndToEndTests.KillTests'

# docs/hostile-input.md: what the fuzzers do, and what they have found.
FUZZ_SECONDS = 180
fuzz: setup
	Fuzz/run.sh $(FUZZ_SECONDS)

bench: setup-test build
	swift build -c release --product session-bench
	swift build -c release --product orientation-bench
	@Benchmarks/hour.sh
	@echo; echo "The orientation filter:"; .build/release/orientation-bench

# The tables of docs/accuracy.md, written anew.
accuracy: setup-test
	swift build --build-tests
	DRILLRUNNER_ACCURACY=1 swift test --skip-build --disable-xctest --filter OrientationAccuracyPageTests

timing: setup-test
	swift build -c release --product cue-timing
	Tests/rig/null_sink.sh .build/release/cue-timing --cues 60

clean:
	rm -rf .build
