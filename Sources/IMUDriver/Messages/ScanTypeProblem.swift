import MotionCore

/// Why the type of a channel in a scan cannot be read.
public enum ScanTypeProblem: Error, Hashable, Sendable {
  case noIndex
  case noType
  case noByteOrder
  case noSign
  case noStorageBits
  case notANumber(String)
  case storage(bits: Int)
  case doesNotFit(bits: Int, shift: Int, storage: Int)
  case repeats(Int)
  case unsigned64
  case realBits(Int)
}

extension ScanTypeProblem: CatalogueMessage {
  public static let section = MessageSection(
    "scan-type", "Channels of a chip that cannot be read", .error, .file)
  public static let examples: [ScanTypeProblem] = [
    .noIndex, .noType, .noByteOrder, .noSign, .noStorageBits, .notANumber("x6"), .storage(bits: 24),
    .doesNotFit(bits: 16, shift: 8, storage: 16), .repeats(3), .unsigned64, .realBits(16),
  ]

  public var wording: MessageWording {
    let next = "update the kernel, or use another sensor: the channel is left out where that is possible"
    func driver(_ text: String) -> MessageWording {
      MessageWording(
        text, cause: "the driver's _type attribute is no type that the kernel documents", next: next)
    }
    return switch self {
    case .noIndex:
      MessageWording("it has no index", cause: "the driver's _index attribute is missing", next: next)
    case .noType:
      MessageWording("it has no type", cause: "the driver's _type attribute is missing", next: next)
    case .noByteOrder: driver("it does not begin with be: or le:")
    case .noSign: driver("the sign is neither s, u nor f")
    case .noStorageBits: driver("it has no /storagebits")
    case .notANumber(let text): driver("“\(text)” is no number")
    case .storage(let bits): driver("a storage of \(bits) bits is not 8, 16, 32 or 64")
    case .doesNotFit(let bits, let shift, let storage):
      driver("\(bits) bits shifted by \(shift) do not fit into \(storage)")
    case .repeats(let count): driver("an element of \(count) values is not 1, 2, 4, …")
    case .unsigned64: driver("a row cannot hold an unsigned value of 64 bits")
    case .realBits(let bits): driver("a real number of \(bits) bits is neither f32 nor f64")
    }
  }
}

/// Why a mount matrix cannot be taken as a rotation.
public enum MountMatrixProblem: Error, Hashable, Sendable {
  case notNineNumbers
  case notARotation
  case reflection
}

extension MountMatrixProblem: CatalogueMessage {
  public static let section = MessageSection("mount-matrix", "Mount matrices that are not applied", .file)
  public static let examples: [MountMatrixProblem] = [.notNineNumbers, .notARotation, .reflection]

  public var wording: MessageWording {
    let cause = "the device tree or ACPI table of this machine is wrong"
    let next = "put calibrate: axes into the drill: it finds the axes of any rigid mounting"
    return switch self {
    case .notNineNumbers: MessageWording("it is not three rows of three numbers", cause: cause, next: next)
    case .notARotation:
      MessageWording(
        "it is not a rotation: its rows are not of length 1 and at right angles", cause: cause, next: next)
    case .reflection:
      MessageWording("it is a reflection, which would make the sensor left-handed", cause: cause, next: next)
    }
  }
}
