import CLinux

/// The kernel's bus number (BUS_* in linux/input.h) in a word.
enum BusName {
  static func word(_ bus: UInt16) -> String {
    switch Int32(bus) {
    case BUS_USB: "usb"
    case BUS_BLUETOOTH: "bluetooth"
    case BUS_VIRTUAL: "virtual"
    case BUS_I2C: "i2c"
    case BUS_SPI: "spi"
    case BUS_HOST: "host"
    default: "bus \(bus)"
    }
  }
}
