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

  /// Sensors and batteries are left to the tests of the judgement: umockdev cannot stand beside libasound's search for
  /// cards (each open that fails keeps a socket of it, and it has room for fifty).
  @Test("A sound server and logind are found fit")
  func withSoundAndLogind() throws {
    let scratch = try Scratch()
    let program = [Program.executable, "doctor", "--json", "--sessions", scratch.sessions]
    let result = try Program(Rigs.mockLogind([], Rigs.nullSink(program))).wait(limit: 90)
    let fitness = try fitness(result)
    for check in ["sound", "voice", "disk", "stays awake"] {
      #expect(fitness[check] == "fit", "\(check): \(result.all)")
    }
    #expect(fitness.count == 10)
    #expect(result.status == (fitness.values.contains("not_fit") ? 3 : 0))
  }

  @Test("What is missing is said with the next step, and the code is 3")
  func withNothing() throws {
    let scratch = try Scratch()
    let file = try scratch.write("", to: "file")
    let program = [Program.executable, "doctor", "--sessions", file + "/sessions"]
    let command = Rigs.mockLogind(
      ["--refuse", "sleep"],
      ["/usr/bin/env", "PATH=/nowhere", "ALSA_CONFIG_PATH=/nowhere"] + program)
    let result = try Program(command).wait(limit: 90)
    #expect(result.status == 3, "\(result.all)")
    for text in [
      "sound        NOT FIT", "voice        NOT FIT", "disk         NOT FIT",
      "stays awake  NOT FIT", "go to sleep", "NOT FIT in",
    ] { #expect(result.out.contains(text), "\(text): \(result.all)") }
    #expect(result.err.isEmpty || !result.err.contains("error"), "\(result.err)")
  }
}
