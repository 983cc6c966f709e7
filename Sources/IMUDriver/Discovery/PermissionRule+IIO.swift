extension PermissionRule {
  /// The rule for IMU chips. A chip is set up through files in sysfs, for which no login gives rights: they go
  /// to the group `input`, as do the node and the timers that may trigger a chip.
  public static let iio =
    #"ACTION!="remove", SUBSYSTEM=="iio", KERNEL=="iio:device*|trigger*", GROUP="input", MODE="0660", "#
    + #"TAG+="uaccess", RUN+="/usr/bin/find /sys%p -maxdepth 2 -type f -perm -200 "#
    + #"-exec /usr/bin/chgrp input {} + -exec /usr/bin/chmod g+w {} +""#

  /// What to do when an IMU chip may not be used.
  static func iioRemedy(for path: String) -> String {
    """
    allow the group `input` to use IMU chips such as \(path) with the rule in DrillRunner's \(file);
    to install it, run in DrillRunner's folder: \(installation)
    and join the group, then log in anew: sudo usermod -aG input "$USER"
    """
  }
}
