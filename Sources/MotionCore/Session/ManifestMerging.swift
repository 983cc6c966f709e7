/// The document that a manifest was decoded from. When the manifest is written again, what was not changed stays
/// as it stood there: members that this version does not know, at every level, and ones that it could not read.
///
/// Two manifests that say the same are equal, whatever document they came from.
struct ManifestSource: Hashable, Sendable {
  /// nil for a manifest that was not decoded.
  var json: JSONValue?

  /// Members that are written even where the document lacked them: without these it says nothing.
  private static let always: Set = ["schema", "state"]

  static func == (_: ManifestSource, _: ManifestSource) -> Bool { true }
  func hash(into _: inout Hasher) {}

  /// The document with the changes that lead from what this version reads in it to `changed`.
  func merged(into changed: JSONValue) -> JSONValue {
    var decoder = ManifestDecoder(path: "")
    // A document that is no object has nothing to keep.
    guard let json, json.object != nil, let understood = try? decoder.decode(json) else { return changed }
    return ManifestSource.merge(original: json, understood: understood.ownJSON, changed: changed)
  }

  /// A three-way merge. Members stand in the order of `changed`; those that were not understood follow them.
  private static func merge(original: JSONValue, understood: JSONValue, changed: JSONValue) -> JSONValue {
    switch (original, understood, changed) {
    case (.object(let original), .object(let understood), .object(let changed)):
      var result = JSONObject()
      for member in changed.members {
        switch (original[member.key], understood[member.key]) {
        case (let before?, let known?):
          result.append(member.key, merge(original: before, understood: known, changed: member.value))
        // What was filled in for a member that is missing is not written.
        case (nil, member.value) where !always.contains(member.key): break
        default: result.append(member.key, member.value)
        }
      }
      for member in original.members where understood[member.key] == nil && changed[member.key] == nil {
        result.append(member.key, member.value)
      }
      return .object(result)
    case (.array(let original), .array(let understood), .array(let changed))
    where original.count == understood.count:
      let kept = min(original.count, changed.count)
      return .array(
        (0..<kept).map {
          merge(original: original[$0], understood: understood[$0], changed: changed[$0])
        } + changed[kept...])
    default:
      return understood == changed ? original : changed
    }
  }
}
