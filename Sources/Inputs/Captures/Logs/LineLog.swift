import Synchronization

/// A log of which each line stands for itself, so that it can be read while it is being written.
///
/// One file adds one: a type that conforms, and its place in ``Logs/add(lines:wholes:)``.
package protocol LineLog: Sendable {
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
  package mutating func last() -> LogRow? { nil }
}

/// A log that is read as a whole, since its rows are in no order of time or stand in several files.
///
/// One file adds one: a type that conforms, and its place in ``Logs/add(lines:wholes:)``.
package protocol WholeLog: Sendable {
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
///
/// A program adds those that it is to read, before it reads anything.
package enum Logs {
  /// Octets; MQTT messages are the longest.
  package static let longestLine = 1 << 18

  private struct Known {
    var lines: [any LineLog.Type] = []
    var wholes: [any WholeLog.Type] = []
  }

  private static let known = Mutex(Known())

  static var lines: [any LineLog.Type] { known.withLock(\.lines) }
  static var wholes: [any WholeLog.Type] { known.withLock(\.wholes) }

  /// Adds formats; those that are known already stay as they are.
  package static func add(lines: [any LineLog.Type], wholes: [any WholeLog.Type]) {
    known.withLock { known in
      known.lines += lines.filter { new in !known.lines.contains { $0.name == new.name } }
      known.wholes += wholes.filter { new in !known.wholes.contains { $0.name == new.name } }
    }
  }

  /// The names of all, as the end of a sentence; nil without any.
  static var names: String? {
    let names = lines.map { $0.name } + wholes.map { $0.name }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
