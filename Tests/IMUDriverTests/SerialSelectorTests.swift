import Testing

@testable import IMUDriver

@Suite struct SerialSelectorTests {
  private func selector(_ text: String) throws -> SerialSelector? {
    if case .serial(let serial) = try SensorSelector(parsing: text) { serial } else { nil }
  }

  @Test func aPortAloneHasNoOptions() throws {
    for text in ["serial:/dev/ttyUSB0", "/dev/ttyUSB0"] {
      #expect(try selector(text) == SerialSelector(port: "/dev/ttyUSB0"))
    }
    #expect(
      try selector("/dev/serial/by-id/usb-FTDI_X-if00-port0")?.port
        == "/dev/serial/by-id/usb-FTDI_X-if00-port0")
    #expect(try selector("serial-0403-6001-a50285bi")?.port == "serial-0403-6001-a50285bi")
    #expect(try SensorSelector(parsing: "/dev/input/event3") == .device("/dev/input/event3"))
  }

  @Test func optionsAreRead() throws {
    let wit = try #require(
      try selector("serial:/dev/ttyUSB0,baud=9600,rate=100Hz,set-baud=115200,content=time+gyroscope,save=yes")
    )
    #expect(wit.language == .witMotion && wit.baud == 9600 && wit.rate == 100 && wit.newBaud == 115_200)
    #expect(wit.content == [.time, .gyroscope] && wit.save)
    let lines = try #require(try selector("/dev/ttyACM0,columns=t_us+accel_x_g+accel_y_g+accel_z_g"))
    #expect(lines.language == .csv && lines.columns == ["t_us", "accel_x_g", "accel_y_g", "accel_z_g"])
    let request = try SensorRequest(parsing: "wrist=serial:/dev/ttyUSB1,protocol=xsens")
    #expect(request.name == "wrist")
    var expected = SerialSelector(port: "/dev/ttyUSB1")
    expected.language = .xsens
    #expect(request.selector == .serial(expected))
  }

  @Test(arguments: [
    ("serial:", "names no port"), ("serial:/dev/ttyUSB0,baud=fast", "whole number of baud"),
    ("serial:/dev/ttyUSB0,baud", "not option=value"),
    ("serial:/dev/ttyUSB0,speed=1", "no option “speed”"),
    ("serial:/dev/ttyUSB0,protocol=mpu", "not a protocol"),
    ("serial:/dev/ttyUSB0,protocol=csv", "what their columns are"),
    ("serial:/dev/ttyUSB0,protocol=xsens,columns=t_us", "for protocol=csv"),
    ("serial:/dev/ttyUSB0,protocol=xsens,rate=100", "WitMotion"),
    ("serial:/dev/ttyUSB0,rate=-1", "number of Hz"),
    ("serial:/dev/ttyUSB0,content=pressure", "not a content"),
    ("serial:/dev/ttyUSB0,save=yes", "nothing to save"),
  ])
  func badOptionsSayWhatIsWrong(text: String, reason: String) throws {
    let error = try #require(throws: SensorSelectorError.self) { try SensorSelector(parsing: text) }
    #expect(error.cause.contains(reason), "\(error)")
    #expect(error.remedy != nil)
  }

  @Test func aMisspelledOptionIsCorrected() throws {
    let error = try #require(throws: SensorSelectorError.self) {
      try SensorSelector(parsing: "serial:/dev/ttyUSB0,buad=9600")
    }
    #expect(error.remedy == "did you mean baud=9600?")
  }
}
