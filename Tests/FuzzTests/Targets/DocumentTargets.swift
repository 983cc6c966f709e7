import Foundation

@testable import MotionCore

extension FuzzTarget {
  static func readJSON(_ bytes: [UInt8]) {
    readLabels(bytes)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch {
      requirePrintable(error.description)
      return
    }
    // What was read is written and read again: nothing changes, and it can be shown.
    for layout in [JSONValue.Layout.line, .indented] {
      let text = value.text(layout)
      requirePrintable(text)
      let again = try? JSONValue.parse(text)
      precondition(again == value, "changed on its way: \(text)")
    }
    do throws(ParametersError) {
      let configuration = try AnalysisConfiguration(json: value)
      precondition((try? AnalysisConfiguration(json: configuration.json)) == configuration)
    } catch {
      requirePrintable("\(error)")
    }
    if let calibration = Calibration(json: value) {
      precondition(calibration.document == value)
    }
  }

  /// The same bytes as a label file, CSV or JSON.
  private static func readLabels(_ bytes: [UInt8]) {
    do throws(LabelFileError) {
      let file = try LabelFile(bytes, start: HostTime(nanoseconds: 1_000_000_000))
      precondition(zip(file.labels, file.labels.dropFirst()).allSatisfy { $0.onset <= $1.onset })
      let times = HostTime(nanoseconds: 0)...HostTime(nanoseconds: 1 << 60)
      let compared = LabelComparison(file, transitions: [], recorded: times, matchSeconds: 0.5)
      precondition(
        compared.missed.count + compared.unrecorded.count == file.labels.count && compared.hits == 0)
    } catch {
      requirePrintable("\(error)")
    }
  }

  static func readManifest(_ bytes: [UInt8]) {
    // The lock's state comes with the first byte, so that both are tried.
    let isHeld = bytes.first.map { $0 & 1 == 1 } ?? false
    let container = Container(bytes)
    let folder = MemoryFolder(
      container.entries.map { entry in
        var entry = entry
        if entry.name.isEmpty { entry.name = "manifest.json" }
        return entry
      } + [Container.Entry(name: ".lock", kind: isHeld ? .held : .file, bytes: [])])
    do {
      let (manifest, _) = try SessionReader.readManifest(MemoryFolder.path, fileSystem: folder)
      // Written again it is a manifest, and reads as the same one: what was out of range is gone.
      let written = manifest.fileBytes
      guard let json = try? JSONValue.parse(written) else {
        preconditionFailure("wrote what is not JSON: \(String(decoding: written, as: UTF8.self))")
      }
      requirePrintable(String(decoding: written, as: UTF8.self))
      var decoder = ManifestDecoder(path: MemoryFolder.path)
      guard let again = try? decoder.decode(json) else {
        preconditionFailure("cannot read again what was written")
      }
      precondition(again.fileBytes == written, "changed when it was written again")
    } catch {
      requirePrintable("\(error)")
    }
    for listing in (try? SessionStore(folder: MemoryFolder.store, fileSystem: folder).list()) ?? [] {
      if case .success(let summary) = listing.summary { _ = summary.duration?.inSeconds }
    }
  }
}
