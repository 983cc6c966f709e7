/// Why the rows of a stream cannot be turned into vectors.
public enum UnusableStream: Error, Hashable, Sendable {
  case noRows(stream: String)
  case wrongUnit(stream: String, unit: String)
  case noAxes(stream: String)
  case fewRows(stream: String)
  case slowAttitude(stream: String)
}

extension UnusableStream: CatalogueMessage {
  public static let section = MessageSection("stream", "Streams that cannot be used", .result, .file, .view)
  public static let examples: [UnusableStream] = [
    .noRows(stream: "gyroscope"), .wrongUnit(stream: "gyroscope", unit: "g"),
    .noAxes(stream: "accelerometer"),
    .fewRows(stream: "gyroscope"), .slowAttitude(stream: "motion"),
  ]

  public var wording: MessageWording {
    let verify = "`drillrunner verify` tells whether the files are as they were sealed"
    let test = "look at the sensor with `drillrunner devices --test` before the next run"
    return switch self {
    case .noRows(let stream):
      MessageWording(
        "the stream \(stream) has no rows", cause: "the sensor delivered nothing on it", next: test)
    case .wrongUnit(let stream, let unit):
      MessageWording(
        "the stream \(stream) is in \(unit), which is no unit of its quantity",
        cause: "the manifest says so, and the numbers cannot be what it calls them", next: verify)
    case .noAxes(let stream):
      MessageWording(
        "the stream \(stream) has no x, y, z, or its scale, offset, gain or mount matrix is "
          + "not one number or three",
        cause: "the manifest does not say how raw numbers become values", next: verify)
    case .fewRows(let stream):
      MessageWording(
        "the stream \(stream) has fewer than two valid rows",
        cause: "its rows are invalid, not finite, or out of order", next: test)
    case .slowAttitude(let stream):
      MessageWording(
        "the attitude of \(stream) comes too slowly to be differentiated",
        cause: "too few attitudes lie within the half-width of the local polynomial",
        next: "raise local_polynomial_half_width_s in the configuration, or record the rotation rate, too")
    }
  }
}
