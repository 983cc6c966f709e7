import CLinux
import Glibc
import MotionCore

/// The system calls on IIO devices, one thin function each. All return what the call returns, or −errno.
///
/// Plain reads and writes rather than libiio: the receipt must be taken right after read(2), and libiio 0.24
/// reads inside its own call.
struct IIOCalls: DescriptorCalls {
  static let word = "iio"
  /// Also known to the plan: `iio_get NAME` and `iio_set NAME=VALUE` for an attribute, where NAME is its path from
  /// the device on ("iio:device0/buffer/enable").
  var faults: FaultPlan?

  /// open(2) of a device node, for reading. The kernel lets one program in (iio_chrdev_open,
  /// drivers/iio/industrialio-core.c): EBUSY for the next.
  func open(_ path: String) -> Int32 { open(path, flags: O_RDONLY) }

  /// read(2) of a whole attribute, which has one page at most. `name` is its path from the device on.
  func get(_ path: String, name: String, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let code = faults?.note("iio_get \(name)") { return Int(code) }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return -Int(errno) }
    defer { close(descriptor) }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    return count < 0 ? -Int(errno) : count
  }

  /// write(2) of a whole attribute: sysfs takes a value in one piece. 0, or −errno.
  func set(_ path: String, name: String, _ value: String) -> Int32 {
    if let code = faults?.note("iio_set \(name)=\(value)") { return code }
    let descriptor = Glibc.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { return -errno }
    defer { close(descriptor) }
    // With a line's end, as echo(1) writes it: without one an empty value would write nothing.
    let bytes = Array((value + "\n").utf8)
    let count = Glibc.write(descriptor, bytes, bytes.count)
    return count < 0 ? -errno : count < bytes.count ? -EIO : 0
  }

  /// access(2): whether the file is there.
  func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// The names in a folder (readdir(3)), sorted; empty where it cannot be read.
  func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
