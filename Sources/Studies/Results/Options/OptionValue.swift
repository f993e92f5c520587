import ArgumentParser
import Documents
import Evaluation
import Scenarios

/// Readers of an option's value, which say what it must be when it is something else.
package enum OptionValue {
  /// A whole number of a range.
  package static func integer<Number: FixedWidthInteger & Sendable>(_ range: ClosedRange<Number>)
    -> @Sendable (String)
    throws -> Number
  {
    { text in
      guard let number = Number(text), range.contains(number) else {
        throw ValidationError("expected a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// A finite number of a range.
  ///
  /// - Parameter expected: what a sentence calls the range.
  package static func number(_ range: ClosedRange<Double>, expected: String)
    -> @Sendable (String) throws -> Double
  {
    { text in
      guard let number = Double(text), range.contains(number) else {
        throw ValidationError("expected \(expected)")
      }
      return number
    }
  }

  /// Seconds by which times that mean the same moment may differ.
  package static let timeTolerance = number(
    0...TimeDifferences.largestTolerance,
    expected: "seconds from 0 to \(Int(TimeDifferences.largestTolerance))")

  /// The path of a file or folder. `-` is none: it is neither standard output nor a file of that name.
  package static let path: @Sendable (String) throws -> String = { text in
    guard text != "-" else { throw ValidationError("expected a path (./- for the name -)") }
    guard !text.isEmpty else { throw ValidationError("expected a path") }
    return text
  }

  /// The path of a file that is read, which may be one of the scenarios of this project or its name.
  package static let input: @Sendable (String) throws -> String = { text in
    let path = ShippedFile.path(try path(text))
    let nearest = ShippedFile.nearest(to: path)
    guard nearest.isEmpty else { throw ValidationError("expected a file or a shipped scenario\(nearest)") }
    return path
  }

  /// The same of a recording, where `-` is standard input.
  package static let recording: @Sendable (String) throws -> String = { $0 == "-" ? $0 : try input($0) }

  /// The path of a folder that is read.
  package static let folder: @Sendable (String) throws -> String = { text in
    let path = try path(text)
    guard Entry(following: path) == .folder else { throw ValidationError("expected a folder") }
    return path
  }

  /// Different names with commas between.
  package static let names: @Sendable (String) throws -> [String] = { text in
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.trimmingPrefix { $0 == " " })
    }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError("expected distinct names separated by commas")
    }
    return names
  }

  /// What the YAML files hold too.
  package static let seed: @Sendable (String) throws -> UInt64 = integer(Scenario.seeds)

  /// Different seeds, such as `1-10` or `1,4,7-9`.
  package static let seeds: @Sendable (String) throws -> [UInt64] = { text in
    guard let seeds = SeedList.seeds(in: text) else { throw ValidationError("expected \(SeedList.expected)") }
    return seeds
  }

  /// The number of a lap in a table.
  package static let lap: @Sendable (String) throws -> Int = integer(0...1_000_000_000)
}
