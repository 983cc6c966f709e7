/// The version of the program, as it stands in every session and every derived result.
enum Version {
  static let number = "0.1.0"
}
