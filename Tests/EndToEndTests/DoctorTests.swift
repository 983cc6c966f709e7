import Foundation
import MotionCore
import Testing

/// `doctor` on machines that are made of mocks.
@Suite(.serialized) struct DoctorTests {
  private func fitness(_ result: Program.Result) throws -> [String: String] {
    let checks = try JSONValue.parse(Array(result.out.utf8)).object?["checks"]?.array ?? []
    return Dictionary(
      checks.compactMap { check in
        guard let name = check.object?["check"]?.string, let fitness = check.object?["fitness"]?.string else {
          return nil
        }
        return (name, fitness)
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test("A controller, its battery and logind are found fit")
  func withSensor() throws {
    let scratch = try Scratch()
    let command = Rigs.mockLogind(
      [],
      Rigs.motionNode(
        ["--siblings"], [Program.executable, "doctor", "--json", "--sessions", scratch.sessions]))
    // Without sound: umockdev has room for few open files, and trying every output takes more.
    let result = try Program(command, environment: ["ALSA_CONFIG_PATH": "/nowhere"]).wait(limit: 90)
    let fitness = try fitness(result)
    for check in ["sensor", "battery", "voice", "disk", "stays awake"] {
      #expect(fitness[check] == "fit", "\(check): \(result.all)")
    }
    #expect(fitness["sound"] == "not_fit" && fitness.count == 10)
    #expect(result.status == 3)
  }

  @Test("A sound server is found fit")
  func withSound() throws {
    let scratch = try Scratch()
    let command = Rigs.nullSink([Program.executable, "doctor", "--json", "--sessions", scratch.sessions])
    let result = try Program(command).wait(limit: 90)
    #expect(try fitness(result)["sound"] == "fit", "\(result.all)")
  }

  @Test("What is missing is said with the next step, and the code is 3")
  func withNothing() throws {
    let scratch = try Scratch()
    let file = try scratch.write("", to: "file")
    let program = [Program.executable, "doctor", "--sessions", file + "/sessions"]
    let command = Rigs.mockLogind(
      ["--refuse", "sleep"],
      Rigs.motionNode(
        ["--no-device"], ["/usr/bin/env", "PATH=/nowhere", "ALSA_CONFIG_PATH=/nowhere"] + program))
    let result = try Program(command).wait(limit: 90)
    #expect(result.status == 3, "\(result.all)")
    for text in [
      "sensor       NOT FIT", "sound        NOT FIT", "voice        NOT FIT", "disk         NOT FIT",
      "stays awake  NOT FIT", "go to sleep", "→ connect a controller", "NOT FIT in",
    ] { #expect(result.out.contains(text), "\(text): \(result.all)") }
    #expect(result.err.isEmpty || !result.err.contains("error"), "\(result.err)")
  }
}
