import Foundation
import Testing

@testable import IMUDriver

/// USB serial adapters through the real libudev on a mock /sys.
@Suite(.serialized) struct SerialAdapterTests {
  /// An FTDI adapter with a number of its own, a CH340 without one, and the serial port of a main board.
  private static let record = """
    P: /devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0
    N: ttyUSB0
    E: DEVNAME=/dev/ttyUSB0
    E: ID_BUS=usb
    E: ID_MODEL=FT232R_USB_UART
    E: ID_MODEL_ID=6001
    E: ID_SERIAL_SHORT=A50285BI
    E: ID_USB_DRIVER=ftdi_sio
    E: ID_VENDOR=FTDI
    E: ID_VENDOR_ID=0403
    E: SUBSYSTEM=tty
    A: dev=188:0

    P: /devices/pci0000:00/0000:00:14.0/usb1/1-3/1-3:1.0/ttyUSB1/tty/ttyUSB1
    N: ttyUSB1
    E: DEVNAME=/dev/ttyUSB1
    E: ID_BUS=usb
    E: ID_MODEL=USB2.0-Serial
    E: ID_MODEL_ID=7523
    E: ID_PATH=pci-0000:00:14.0-usb-0:3:1.0
    E: ID_USB_DRIVER=ch341
    E: ID_VENDOR=1a86
    E: ID_VENDOR_ID=1a86
    E: SUBSYSTEM=tty
    A: dev=188:1

    P: /devices/platform/serial8250/tty/ttyS0
    N: ttyS0
    E: DEVNAME=/dev/ttyS0
    E: SUBSYSTEM=tty
    A: dev=4:64

    """

  /// Runs the probe with these adapters connected.
  private static func probe(_ faults: [String] = []) throws -> (code: Int32, out: String, err: String) {
    let folder = try TemporaryFolder()
    let record = try folder.write(record, to: "adapters.umockdev")
    let process = Process()
    let (out, err) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/umockdev-run")
    process.arguments =
      [
        "-d", record, "--",
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
          .appending(path: "imu-probe").path, "adapters",
      ] + faults
    process.standardOutput = out
    process.standardError = err
    try process.run()
    let text = try out.fileHandleForReading.readToEnd() ?? Data()
    let messages = try err.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self),
      String(decoding: messages, as: UTF8.self)
    )
  }

  @Test func adaptersAreListedByTheirNames() throws {
    let (code, out, err) = try SerialAdapterTests.probe()
    #expect(code == 0, "\(err)")
    let lines = out.split(separator: "\n")
    try #require(lines.count == 2, "\(out)")
    for part in [
      #""name":"FTDI FT232R USB UART""#, #""path":"/dev/ttyUSB0""#, #""driver":"ftdi_sio""#,
      #""stable_id":"serial-0403-6001-a50285bi""#, #""serial":"A50285BI""#, #""problem":null"#,
    ] {
      #expect(lines[0].contains(part), "\(part)")
    }
    // Without a number of its own the place where it is plugged in names it.
    #expect(lines[1].contains(#""stable_id":"serial-1a86-7523-port-pci00000014"#))
  }

  @Test(arguments: [
    "udev_new", "udev_enumerate_new", "udev_enumerate_add_match_subsystem", "udev_enumerate_scan_devices",
  ])
  func aFailureOfUdevIsSaid(call: String) throws {
    let (code, _, err) = try SerialAdapterTests.probe(["\(call),1,-12"])
    #expect(code == 4)
    #expect(err.contains("cannot look for sensors: \(call): Cannot allocate memory"))
  }
}
