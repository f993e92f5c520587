/// A log of which each line stands for itself, so that it can be read while it is being written.
///
/// One file adds one: a type that conforms, and its line in ``Logs/lines``.
protocol LineLog: Sendable {
  /// As `inspect` prints it.
  static var name: String { get }

  /// Whether times count from 1970, rather than from the beginning of the recording.
  static var countsFrom1970: Bool { get }

  /// Whether a file that begins like this is such a log.
  static func begins(_ start: String) -> Bool

  init()

  /// What a line says.
  mutating func read(_ line: String) -> LogLine

  /// A row that is held back, once there are no more lines.
  mutating func last() -> LogRow?
}

extension LineLog {
  mutating func last() -> LogRow? { nil }
}

/// A log that is read as a whole, since its rows are in no order of time or stand in several files.
///
/// One file adds one: a type that conforms, and its line in ``Logs/wholes``.
protocol WholeLog: Sendable {
  /// As `inspect` prints it.
  static var name: String { get }

  /// Whether a single file that begins like this is such a log.
  static func begins(_ start: String) -> Bool

  /// Those of a folder's files that are needed; empty where the folder is no such log.
  static func parts(among names: [String]) -> [String]

  /// The rows of a file, in any order.
  static func read(_ part: LogPart, into rows: inout LogRows) throws
}

/// The formats that are known.
enum Logs {
  static let lines: [any LineLog.Type] = [GetSensorDataLog.self, SensorReadoutLog.self, MQTTLog.self]
  static let wholes: [any WholeLog.Type] = [SensorLoggerLog.self, CheckpointLog.self]

  /// The names of all, as the end of a sentence.
  static var names: String {
    (lines.map { $0.name } + wholes.map { $0.name }).joined(separator: ", ")
  }
}
