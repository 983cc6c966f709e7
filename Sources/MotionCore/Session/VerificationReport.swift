/// What `BundleVerification` found.
public struct VerificationReport: Sendable {
  /// What is compared.
  public enum Check: String, Sendable, CaseIterable {
    /// Size and SHA-256 of a file against the manifest.
    case hash
    /// Rows and events against the manifest.
    case count
    /// Holes in sequence numbers.
    case sequence
    /// Receipts that go backwards.
    case time
    /// Members, lines and files that the session schema does not allow, or that are missing.
    case schema
    /// Whether the bundle was sealed.
    case seal
  }

  /// A place where the bundle is not what was sealed, or not what the schema says.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    public var check: Check
    public var file: String
    public var what: SessionDifference

    public var text: String { what.text }
    public var description: String { "\(file): \(text)" }
  }

  /// One file that the manifest lists, or that is in the folder.
  public struct File: Hashable, Sendable {
    public var name: String
    /// As found; nil where it cannot be read.
    public var bytes: Int64?
    /// Rows or events; nil for files that have none.
    public var rows: Int?
    /// Its bytes are those that were sealed.
    public var isAsSealed: Bool
  }

  public var path: String
  public var state: SessionState
  public var files: [File]
  public var differences: [Difference]
  /// What is worth knowing and is no difference: device times that go backwards as delivered, permissions.
  public var notes: [BundleNote]

  public var isVerified: Bool { differences.isEmpty }
}
