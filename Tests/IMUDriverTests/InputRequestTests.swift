import CLinux
import Testing

@testable import IMUDriver

/// The expected values are the macros of linux/input.h, through CLinux.
@Suite struct InputRequestTests {
  @Test func fixedRequestsEqualTheHeader() {
    #expect(InputRequest.getVersion.code == clinux_eviocgversion())
    #expect(InputRequest.getID.code == clinux_eviocgid())
    #expect(InputRequest.setClock.code == clinux_eviocsclockid())
  }

  @Test(arguments: [1, 8, 96, 256, 1023])
  func requestsWithALengthEqualTheHeader(length: Int) {
    let header = UInt32(length)
    #expect(InputRequest.getName(length: length).code == clinux_eviocgname(header))
    #expect(InputRequest.getPhysicalPath(length: length).code == clinux_eviocgphys(header))
    #expect(InputRequest.getUniqueID(length: length).code == clinux_eviocguniq(header))
    #expect(InputRequest.getProperties(length: length).code == clinux_eviocgprop(header))
    for type in [0, EV_ABS, EV_MSC] {
      #expect(
        InputRequest.getBits(ofType: type, length: length).code == clinux_eviocgbit(UInt32(type), header))
    }
  }

  @Test(arguments: MotionAxis.allCases)
  func axisRequestsEqualTheHeader(axis: MotionAxis) {
    #expect(InputRequest.getAxis(axis.code).code == clinux_eviocgabs(UInt32(axis.code)))
    #expect(InputRequest.setAxis(axis.code).code == clinux_eviocsabs(UInt32(axis.code)))
  }

  /// 16 bytes of time on a 64-bit machine, and 8 of type, code and value.
  @Test func anEventHas24Bytes() {
    #expect(EvdevEvent.size == 24)
  }

  @Test func anEventIsReadFromTheKernelsStructure() {
    let event = input_event(
      time: timeval(tv_sec: 12, tv_usec: 345_678), type: UInt16(EV_ABS), code: UInt16(ABS_RZ), value: -7)
    #expect(
      EvdevEvent(event) == EvdevEvent(timeNs: 12_345_678_000, type: EV_ABS, code: ABS_RZ, value: -7))
  }
}
