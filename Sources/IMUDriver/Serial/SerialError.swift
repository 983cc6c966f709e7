import Glibc
import MotionCore

/// Why a serial sensor cannot be opened or read, and what to do next.
public enum SerialError: DiagnosedError, Hashable {
  /// What was heard at one baud rate.
  public struct Attempt: Hashable, Sendable {
    public var baud: Int
    public var bytes: Int
    /// The first bytes that came.
    public var first: [UInt8]
    /// Frames whose checksum was right, of any protocol: too few to decide.
    public var frames: Int

    /// "115200 (480 bytes, no valid frame, beginning 3f 00 …)"
    var text: String {
      guard bytes > 0 else { return "\(baud) (nothing came)" }
      let frames = self.frames == 0 ? "no valid frame" : "\(self.frames) valid frames, too few"
      return "\(baud) (\(bytes) bytes, \(frames), beginning \(SerialError.shown(first)))"
    }
  }

  case permissionDenied(path: String)
  /// Another program has the port.
  case busy(path: String)
  case cannotOpen(path: String, errno: Int32)
  /// No connected port has this stable id.
  case notFound(port: String, found: [String])
  /// A call on the port failed.
  case callFailed(path: String, call: String, errno: Int32)
  /// Nothing came at all.
  case silent(path: String, seconds: Double)
  /// Bytes came, and no protocol made frames of them. `asText`: they look like lines of text.
  case notUnderstood(path: String, tried: [Attempt], asText: String?)
  /// The columns of CSV lines cannot be read from what the user said.
  case declaration(path: String, CSVProblem)
  /// The sensor cannot be told what the user asks for.
  case cannotConfigure(path: String, SerialRefusal)

  public var failure: String {
    switch self {
    case .permissionDenied(let path), .busy(let path), .cannotOpen(let path, _): "cannot open \(path)"
    case .notFound(let port, _): "cannot find the serial port \(port)"
    case .callFailed(let path, _, _), .silent(let path, _), .notUnderstood(let path, _, _):
      "cannot read a sensor on \(path)"
    case .declaration(let path, _): "cannot read the columns of the lines on \(path)"
    case .cannotConfigure(let path, _): "cannot configure the sensor on \(path)"
    }
  }

  public var cause: String {
    switch self {
    case .permissionDenied: "permission denied"
    case .busy: "another program has it open"
    case .cannotOpen(_, let errno):
      errno == ENOTTY ? "it is not a serial port" : systemErrorText(errno)
    case .notFound(_, let found):
      found.isEmpty
        ? "no USB serial adapter is connected" : "connected are \(found.joined(separator: ", "))"
    case .callFailed(_, let call, let errno): "\(call): \(systemErrorText(errno))"
    case .silent(_, let seconds): "no byte came in \(Int(seconds.rounded())) s"
    case .notUnderstood(_, let tried, _):
      "no valid frames at any rate; tried "
        + tried.map(\.text).joined(separator: ", ")
    case .declaration(_, let problem): problem.text
    case .cannotConfigure(_, let refusal): refusal.text
    }
  }

  public var remedy: String? {
    switch self {
    case .permissionDenied(let path):
      """
      join the group that may use serial ports, then log in anew: sudo usermod -aG dialout "$USER"
      (`ls -l \(path)` shows the group; on some systems it is uucp)
      """
    case .busy: "close the other program (a serial monitor, ModemManager, another run), then try again"
    case .cannotOpen(_, let errno):
      errno == ENOTTY
        ? "name the port of the sensor, such as serial:/dev/ttyUSB0"
        : "connect the sensor; `drillrunner devices` lists the serial adapters that are connected"
    case .notFound: "connect the sensor; `drillrunner devices` lists the serial adapters that are connected"
    case .callFailed(_, _, let errno):
      errno == EIO || errno == ENODEV || errno == ENXIO
        ? "reconnect the sensor" : "reconnect the sensor; `dmesg` may say more"
    case .silent:
      """
      check that the sensor has power, that its TX is wired to the adapter's RX and the grounds are joined, \
      and that it is set to send by itself
      """
    case .notUnderstood(_, _, let text?):
      """
      at one rate the bytes are lines of text: \(text)
      say what the columns are: serial:PORT,columns=t_us+accel_x_g+accel_y_g+accel_z_g+gyro_x_deg_s+…
      """
    case .notUnderstood:
      """
      give the baud rate of the sensor if it is another one (baud=…); the protocols that are known: \
      \(SerialProtocol.allCases.map(\.rawValue).joined(separator: ", "))
      """
    case .declaration:
      """
      name every column in its order, measured ones with their unit, others as you like: \
      columns=t_us+accel_x_g+accel_y_g+accel_z_g+gyro_x_deg_s+gyro_y_deg_s+gyro_z_deg_s; \
      or declare them in a file: declaration=FILE
      """
    case .cannotConfigure(_, let refusal): refusal.wording.nextStep
    }
  }

  /// Bytes in hexadecimal.
  static func shown(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: " ")
  }
}

extension SerialError: CatalogueMessage {
  public static let section = MessageSection("serial", "Sensors on serial ports", .error)
  public static let examples: [SerialError] = [
    .permissionDenied(path: port), .busy(path: port), .cannotOpen(path: port, errno: ENOENT),
    .notFound(port: "serial-0403-6001-a50285bi", found: []),
    .callFailed(path: port, call: "read", errno: EIO), .silent(path: port, seconds: 3),
    .notUnderstood(
      path: port, tried: [Attempt(baud: 115_200, bytes: 480, first: [0x3F, 0x00], frames: 0)], asText: nil),
    .declaration(path: port, .noTime(columns: "\"ax\", \"ay\"")),
    .cannotConfigure(path: port, .baudUnchanged(told: 115_200, sends: 9600)),
  ]

  private static let port = "/dev/ttyUSB0"
}
