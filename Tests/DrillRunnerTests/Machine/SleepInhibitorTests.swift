import MotionCore
import Testing

@testable import DrillRunner

/// The inhibitor on a private bus with a mock logind: real sd-bus, real descriptors. Expected are the words of
/// org.freedesktop.login1(5).
@Suite(.serialized) struct SleepInhibitorTests {
  private static let all = "sleep:idle:handle-lid-switch"

  @Test func allIsHeldUntilItIsReleased() throws {
    let logind = try MockLogind()
    let inhibitor = SleepInhibitor(why: "a test", address: logind.address)
    #expect(inhibitor.held == SleepInhibitor.Hold.allCases && inhibitor.refusal == nil)
    #expect(logind.log(of: 1) == ["inhibit \(SleepInhibitorTests.all) block yes"])
    inhibitor.release()
    inhibitor.release()
    #expect(
      logind.log(of: 2) == [
        "inhibit \(SleepInhibitorTests.all) block yes", "released \(SleepInhibitorTests.all)",
      ])
  }

  @Test func whatNobodyHoldsAnyMoreIsGivenBack() throws {
    let logind = try MockLogind()
    do { _ = SleepInhibitor(why: "a test", address: logind.address) }
    #expect(logind.log(of: 2).last == "released \(SleepInhibitorTests.all)")
  }

  @Test func ofARefusalWhatIsAllowedIsHeldAllTheSame() throws {
    let logind = try MockLogind(["--refuse", "sleep"])
    let inhibitor = SleepInhibitor(why: "a test", address: logind.address)
    defer { inhibitor.release() }
    #expect(inhibitor.held == [.idle, .lid])
    let refusal = try #require(inhibitor.refusal)
    #expect(refusal.holds == [.sleep] && !refusal.hasNoLogind)
    #expect(refusal.messageID == "sleep.refused")
    #expect(refusal.failure == "the machine may go to sleep")
    #expect(refusal.cause == "logind: Permission denied by the mock")
    #expect(refusal.remedy != nil)
    #expect(
      logind.log(of: 4) == [
        "inhibit \(SleepInhibitorTests.all) block no", "inhibit sleep block no", "inhibit idle block yes",
        "inhibit handle-lid-switch block yes",
      ])
  }

  @Test func allRefusedIsSaidOnce() throws {
    let logind = try MockLogind(["--refuse", "sleep,idle,handle-lid-switch"])
    let inhibitor = SleepInhibitor(why: "a test", address: logind.address)
    #expect(inhibitor.held.isEmpty && inhibitor.refusal?.holds == SleepInhibitor.Hold.allCases)
    #expect(inhibitor.refusal?.hasNoLogind == false)
  }

  @Test func aBusWithoutLogindAndNoBusAreToldApartFromARefusal() throws {
    let logind = try MockLogind(["--absent"])
    for address in [logind.address, "unix:path=/nonexistent/bus"] {
      let inhibitor = SleepInhibitor(why: "a test", address: address)
      #expect(inhibitor.held.isEmpty)
      #expect(inhibitor.refusal?.messageID == "sleep.no-logind")
      #expect(
        inhibitor.refusal?.hasNoLogind == true, "\(inhibitor.refusal.map(String.init(describing:)) ?? "")")
    }
  }

  /// It takes three seconds, and not for ever; logind is not asked again for each lock.
  @Test func aLogindThatHangsHoldsNobodyUp() throws {
    let logind = try MockLogind(["--hang"])
    let inhibitor = SleepInhibitor(why: "a test", address: logind.address)
    #expect(inhibitor.held.isEmpty && inhibitor.refusal?.hasNoLogind == true)
    #expect(logind.log(of: 1).count == 1)
  }

  /// Each call that can fail, and what is said.
  @Test(
    arguments: [
      ("sd_bus_open_system", -111, "there is no system bus: Connection refused"),
      ("sd_bus_message_new_method_call", -12, "sd_bus_message_new_method_call: Cannot allocate memory"),
      ("sd_bus_message_append_basic", -12, "sd_bus_message_append_basic: Cannot allocate memory"),
      ("sd_bus_call", -104, "logind: Connection reset by peer"),
      ("sd_bus_message_read_basic", -74, "sd_bus_message_read_basic: Bad message"),
      ("fcntl", -24, "fcntl: Too many open files"),
    ] as [(String, Int32, String)])
  func aFailedCallIsARefusalWithItsReason(call: String, code: Int32, cause: String) throws {
    let logind = try MockLogind()
    let faults = FaultPlan([.init(call, code: code)])
    let inhibitor = SleepInhibitor(why: "a test", address: logind.address, faults: faults)
    #expect(inhibitor.held.isEmpty)
    #expect(inhibitor.refusal?.cause == cause && inhibitor.refusal?.hasNoLogind == true)
    #expect(faults.count(of: "close") == 0, "nothing was given that could be given back")
    // A lock that could not be taken over was given back with the message that held it.
    if call == "fcntl" { #expect(logind.log(of: 2).last == "released \(SleepInhibitorTests.all)") }
  }
}
