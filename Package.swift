// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "DrillRunner",
  products: [.executable(name: "drillrunner", targets: ["DrillRunner"])],
  targets: [
    // System libraries: a module map each, and a shim only for what Swift cannot import.
    .systemLibrary(
      name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(
      name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(
      name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CFyaml", pkgConfig: "libfyaml", providers: [.apt(["libfyaml-dev"])]),
    .systemLibrary(
      name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "CLinux"),
    .target(
      name: "CSimdjson",
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))],
      linkerSettings: [.linkedLibrary("simdjson")]),

    // The program.
    .target(
      name: "MotionCore",
      dependencies: [
        "CSimdjson", "CCrypto", "CArchive", .target(name: "CLinux", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "IMUDriver", dependencies: ["MotionCore", "CUdev", "CEvdev", "CLinux"]),
    .target(
      name: "CueAudio",
      dependencies: ["MotionCore", "CALSA", "CSndfile", "CSampleRate", "CCrypto"],
      // Matched filters, and a thread that must keep up with a sound card.
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .executableTarget(
      name: "DrillRunner",
      dependencies: ["MotionCore", "IMUDriver", "CueAudio", "CFyaml", "CSystemd", "CLinux"]),
    .executableTarget(
      name: "cue-timing", dependencies: ["CueAudio", "MotionCore"], path: "Benchmarks/cue-timing"),
    .executableTarget(
      name: "session-bench", dependencies: ["MotionCore"], path: "Benchmarks/session-bench"),
    .executableTarget(
      name: "orientation-bench", dependencies: ["MotionCore"], path: "Benchmarks/orientation-bench"),

    // Helper of IMUDriverTests: opens a sensor under mock devices and prints what it delivers.
    .executableTarget(
      name: "imu-probe", dependencies: ["IMUDriver", "MotionCore"], path: "Tests/imu-probe"),

    .testTarget(
      name: "MotionCoreTests", dependencies: ["MotionCore", "CArchive"],
      exclude: ["Analysis/Fixtures", "Orientation/Fixtures", "Taps/Fixtures"]),
    .testTarget(
      name: "IMUDriverTests", dependencies: ["IMUDriver", "CLinux", "imu-probe"],
      exclude: ["Fixtures"]),
    .testTarget(name: "CueAudioTests", dependencies: ["CueAudio", "CALSA"]),
    .testTarget(name: "DrillRunnerTests", dependencies: ["DrillRunner"]),
    .testTarget(name: "EndToEndTests", dependencies: ["MotionCore", "DrillRunner"]),
    // The corpus of Fuzz/, and mutations of it, without the fuzzer.
    .testTarget(name: "FuzzTests", dependencies: ["MotionCore", "IMUDriver", "DrillRunner"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
