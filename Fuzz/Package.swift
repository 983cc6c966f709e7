// swift-tools-version: 6.0
import PackageDescription

// The fuzzers: the same sources as the program's, through links in Sources/, built with libFuzzer's coverage and
// AddressSanitizer. A package of its own, so that nothing of this touches the ordinary build. `make fuzz` builds
// and runs it; docs/hostile-input.md says what it does.
let swift: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])]
/// The targets' own checks are no code to be explored.
let plain: [SwiftSetting] = [.unsafeFlags(["-sanitize=address", "-enable-testing"])]
let cxx: [CXXSetting] = [.unsafeFlags(["-O1", "-g", "-fsanitize=fuzzer-no-link,address"])]
let c: [CSetting] = [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]

let package = Package(
  name: "DrillRunnerFuzz",
  products: [.executable(name: "drillrunner-fuzz", targets: ["drillrunner-fuzz"])],
  targets: [
    .systemLibrary(name: "CALSA", pkgConfig: "alsa"),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev"),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev"),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),
    .systemLibrary(name: "CFyaml", pkgConfig: "libfyaml"),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile"),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate"),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CArchive", pkgConfig: "libarchive"),
    .target(name: "CLinux"),
    .target(name: "CSimdjson", cxxSettings: cxx, linkerSettings: [.linkedLibrary("simdjson")]),
    .target(
      name: "MotionCore", dependencies: ["CSimdjson", "CCrypto", "CArchive", "CLinux"], swiftSettings: swift),
    .target(
      name: "IMUDriver", dependencies: ["MotionCore", "CUdev", "CEvdev", "CLinux"], swiftSettings: swift),
    .target(
      name: "CueAudio", dependencies: ["MotionCore", "CALSA", "CSndfile", "CSampleRate", "CCrypto"],
      swiftSettings: swift),
    // The program as a library: all but its main.
    .target(
      name: "DrillRunner",
      dependencies: ["MotionCore", "IMUDriver", "CueAudio", "CFyaml", "CSystemd", "CLinux"],
      exclude: ["DrillRunner.swift"], swiftSettings: swift),
    .target(
      name: "FuzzTargets", dependencies: ["MotionCore", "IMUDriver", "DrillRunner"], swiftSettings: plain),
    .target(name: "FuzzEntry", dependencies: ["FuzzTargets"], swiftSettings: plain),
    .executableTarget(
      name: "drillrunner-fuzz", dependencies: ["FuzzEntry"], cSettings: c,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
