/// The udev rule that lets the person at the machine read motion sensors, and how to install it.
public enum PermissionRule {
  /// The file of this project that holds the rule, and its name in /etc/udev/rules.d. Its number puts it after
  /// 60-input-id.rules, which finds the accelerometers, and before 73-seat-late.rules, which acts on the tag.
  public static let file = "udev/70-drillrunner.rules"

  /// The rule for the motion sensors of game controllers.
  public static let evdev =
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_ACCELEROMETER}=="1", TAG+="uaccess""#

  /// The rule for devices with buttons that udev does not take for a keyboard.
  public static let keys =
    #"SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_KEY}=="1", ENV{ID_INPUT_KEYBOARD}!="1", TAG+="uaccess""#

  /// Shows the file, asks, installs it and applies it to what is connected.
  public static let installation = "scripts/install-udev-rules"

  /// What to do when `path` may not be read, or the settings of its device not changed.
  public static func remedy(for path: String) -> String {
    if path.contains("/iio:") { return iioRemedy(for: path) }
    return """
      allow the person at this machine to read motion sensors such as \(path) with the rule
      \(evdev)
      It is in DrillRunner's \(file); to install it, run in DrillRunner's folder: \(installation)
      In a session without a seat (ssh) join the group `input` instead: sudo usermod -aG input "$USER", log in anew
      """
  }
}
