/// The cases that an enum really has, read from its runtime metadata: what no list by hand can forget. The layout is
/// that of the Swift ABI (docs/ABI/TypeMetadata.rst; include/swift/ABI/Metadata.h, TargetEnumDescriptor;
/// include/swift/RemoteInspection/Records.h, FieldDescriptor).
enum EnumMetadata {
  /// The names of the cases of `type`; nil where it is no enum.
  static func cases(of type: Any.Type) -> [String]? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    // MetadataKind::Enum is 0x201, Optional 0x202.
    guard metadata.load(as: UInt.self) == 0x201 else { return nil }
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    // Flags, parent, name, access function, fields: the fields are a pointer relative to itself.
    let fields = relative(descriptor + 16)
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).map { index in
      // Flags, type name, field name.
      String(cString: relative(fields + 16 + index * recordSize + 8).assumingMemoryBound(to: CChar.self))
    }
  }

  private static func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer {
    place + Int(place.load(as: Int32.self))
  }
}
