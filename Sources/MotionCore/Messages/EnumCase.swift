/// The names of enum cases, as the Swift runtime knows them.
public enum EnumCase {
  /// The name of the case of an enum's value; nil for values of other types. Unlike a value's description, it does not
  /// depend on what the type prints.
  public static func name<Value>(of value: Value) -> String? {
    guard Mirror(reflecting: value).displayStyle == .enum else { return nil }
    return caseName(value).map { String(cString: $0) }
  }

  /// "noneFound" as "none-found"; capitals that follow each other stay together: "notJSON" is "not-json".
  public static func dashed(_ name: String) -> String {
    var words = ""
    var previousIsCapital = true
    for character in name {
      if character.isUppercase, !previousIsCapital { words.append("-") }
      previousIsCapital = character.isUppercase
      words.append(character == "_" ? "-" : Character(character.lowercased()))
    }
    return words
  }
}

/// The runtime's own function (swift_EnumCaseName, stdlib/public/stubs/ReflectionMirror.cpp), which `Mirror` uses.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
