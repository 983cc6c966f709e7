import Testing

@testable import IMUDriver

@Suite struct SensorSelectorTests {
  @Test(arguments: [
    ("auto", SensorSelector.auto),
    ("/dev/input/event21", .device("/dev/input/event21")),
    ("/dev/input/by-id/a=b:c", .device("/dev/input/by-id/a=b:c")),
    ("evdev-054c-0ce6-aabbccddeeff", .device("evdev-054c-0ce6-aabbccddeeff")),
    ("aa:bb:cc:dd:ee:ff", .device("aa:bb:cc:dd:ee:ff")),
    ("replay:/tmp/a bundle:1", .replay(path: "/tmp/a bundle:1")),
    ("csv:data/x=1.csv", .csv(path: "data/x=1.csv")),
    ("simulated", .simulated(seed: nil)),
    ("simulated:seed=18446744073709551615", .simulated(seed: .max)),
  ])
  func formsAreRead(text: String, selector: SensorSelector) throws {
    #expect(try SensorSelector(parsing: text) == selector)
    #expect(try SensorRequest(parsing: text) == SensorRequest(name: nil, selector: selector))
    #expect(
      try SensorRequest(parsing: "left-wrist_2=" + text)
        == SensorRequest(name: "left-wrist_2", selector: selector))
  }

  @Test(arguments: [
    ("", "empty"), ("replay:", "names no bundle"), ("csv", "names no file"),
    ("simulated:seed=-1", "whole number"),
    ("simulated:seed=", "whole number"), ("simulated:speed=1", "one option"),
    ("cereal:/dev/ttyUSB0", "kind of sensor"),
    ("2=auto", "must begin with a letter"), ("=auto", "must begin with a letter"), ("torso=", "empty"),
    ("my torso=auto", "must begin with a letter"),
  ])
  func badFormsSayWhatIsWrong(text: String, reason: String) throws {
    let error = try #require(throws: SensorSelectorError.self) { try SensorRequest(parsing: text) }
    #expect(error.cause.contains(reason))
    #expect(error.failure.contains("sensor selector"))
    #expect(error.remedy != nil)
  }

  @Test func anEmptySelectorIsSaidToBe() {
    #expect(throws: SensorSelectorError(selector: "", .empty)) { try SensorRequest(parsing: "") }
  }

  @Test(arguments: [
    ("atuo", "auto"), ("reply:/x", "replay:/x"), ("Simulated", "simulated"),
    ("simulate:seed=4", "simulated:seed=4"),
    ("cvs:a.csv", "csv:a.csv"),
  ])
  func aMisspelledKindIsCorrected(text: String, corrected: String) throws {
    let error = try #require(throws: SensorSelectorError.self) { try SensorSelector(parsing: text) }
    #expect(error.remedy == "did you mean \(corrected)?")
  }
}
