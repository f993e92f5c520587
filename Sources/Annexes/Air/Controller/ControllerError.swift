import Captures

/// Why a controller refuses a command.
///
/// Source: Bluetooth Core 5.4, volume 1, part F, 1.3.
enum ControllerError: UInt8, Error {
  case unknownCommand = 0x01
  case memoryExceeded = 0x07
  case disallowed = 0x0C
  case unsupported = 0x11
  case invalidParameters = 0x12
  case unknownAdvertiser = 0x42
}
