/// Whether a sensor is opened with all that it can give beside acceleration and rate of turn, and with the settings
/// that a recording wants: the field and the temperature of a chip, the fuzz of a controller switched off.
public enum SensorExtras: String, Sendable {
  case all
  /// Acceleration and rate alone, settings as they are: what `devices --test --matched` compares with.
  case none
}
