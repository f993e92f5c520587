package import World

extension FileProblem {
  /// A problem of a capture at an offset in bytes from its start.
  package init(file: String, offset: Int?, expected: String, found: String) {
    self.init(file: file, place: offset.map { .byte($0) }, expected: expected, found: found)
  }
}

/// A place in a capture that could not be read.
public struct CaptureDamage: Hashable, Sendable, CustomStringConvertible {
  /// Bytes from the start of the file.
  public let offset: Int
  /// As the end of "expected …".
  public let expected: String
  /// As the end of "found …".
  public let found: String

  /// For example `byte 24: expected a record, found the end`.
  public var description: String { "byte \(offset): expected \(expected), found \(found)" }
}

/// The damage found so far: how often, and the first places.
package struct DamageLog: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var first: [CaptureDamage] = []

  static let kept = 20

  package init() {}

  /// Counts one damaged place; its sentence is made only if it is kept.
  package mutating func add(
    at offset: Int, expected: @autoclosure () -> String, found: @autoclosure () -> String
  ) {
    count += 1
    guard first.count < Self.kept else { return }
    first.append(CaptureDamage(offset: offset, expected: expected(), found: found()))
  }

  /// Takes over the damage to one of several files.
  ///
  /// - Parameter name: of that file, which is shown; nil for the only one.
  package mutating func add(contentsOf other: DamageLog, of name: String? = nil) {
    count += other.count
    first += other.first.prefix(Self.kept - first.count).map { damage in
      CaptureDamage(
        offset: damage.offset, expected: damage.expected,
        found: damage.found + (name.map { " in \($0)" } ?? ""))
    }
  }
}

/// How to treat a capture that is damaged: truncated, or with invalid records.
public enum Strictness: Hashable, Sendable {
  /// Read what can be read, and count the rest with its byte offset.
  case lenient
  /// Throw a `FileProblem` at the first damage.
  case strict
}
