package import ArgumentParser
import Documents
import Evaluation
import Scenarios
package import World

/// How the value of an option is read, what the help calls it, and what shells complete it with.
///
/// A value that may begin with a dash, such as a negative number, is taken for one whatever follows.
package struct OptionForm<Value>: Sendable {
  fileprivate let valueName: String?
  fileprivate let completion: CompletionKind?
  fileprivate let parsing: SingleValueParsingStrategy
  fileprivate let read: @Sendable (String) throws -> Value

  /// - Parameters:
  ///   - valueName: nil for the name of the option.
  ///   - read: throws a `ValidationError` that says what was expected.
  package init(
    _ valueName: String?, completion: CompletionKind? = nil, parsing: SingleValueParsingStrategy = .next,
    _ read: @escaping @Sendable (String) throws -> Value
  ) {
    (self.valueName, self.completion, self.parsing, self.read) = (valueName, completion, parsing, read)
  }

  fileprivate func help(_ about: String, as name: String?) -> ArgumentHelp {
    ArgumentHelp(about, valueName: name ?? valueName)
  }
}

extension OptionForm<String> {
  /// The path of a file; `-` is none.
  package static let file = OptionForm("file", completion: .file(), OptionValue.path)
  /// The path of a file that is read, which may be a scenario of this project.
  package static let input = OptionForm("file", completion: .file(), OptionValue.input)
  /// The path of a recording; `-` is standard input.
  package static let recording = OptionForm("file", completion: .file(), OptionValue.recording)
  /// The path of a folder.
  package static let folder = OptionForm("folder", completion: .directory, OptionValue.path)
  /// The path of a folder that is there.
  static let folderToRead = OptionForm("folder", completion: .directory, OptionValue.folder)
}

extension OptionForm<String> {
  /// A text as it is.
  package static let text = OptionForm(nil) { $0 }
}

extension OptionForm<JudgedPlace> {
  /// A results folder, or one pipeline of it as FOLDER:PIPELINE.
  package static let place = OptionForm(nil, completion: .directory, JudgedPlace.init)
}

extension OptionForm {
  /// What a reader of the verb's own makes of the text.
  package static func read(_ read: @escaping @Sendable (String) throws -> Value) -> OptionForm {
    OptionForm(nil, read)
  }

  /// The same of a text that may begin with a dash.
  package static func dashed(_ read: @escaping @Sendable (String) throws -> Value) -> OptionForm {
    OptionForm(nil, parsing: .unconditional, read)
  }
}

extension OptionForm<[UInt64]> {
  /// Different seeds, such as `1-10`.
  package static let seeds = OptionForm("seeds", parsing: .unconditional, OptionValue.seeds)
}

extension OptionForm<UInt64> {
  /// A seed as a scenario may have it.
  package static let seed = OptionForm(nil, parsing: .unconditional, OptionValue.seed)
}

extension OptionForm<Int> {
  /// The number of a lap in a table.
  package static let lap = OptionForm(nil, parsing: .unconditional, OptionValue.lap)
}

extension OptionForm<[String]> {
  /// Names with commas between.
  package static let names = OptionForm("a,b,...", OptionValue.names)
}

extension OptionForm where Value: FixedWidthInteger & Sendable {
  /// A whole number of a range.
  package static func whole(_ range: ClosedRange<Value>) -> OptionForm {
    OptionForm(nil, parsing: .unconditional, OptionValue.integer(range))
  }
}

extension OptionForm<Double> {
  /// A number of a range, in a unit that both the help and a refusal name.
  package static func number(_ range: ClosedRange<Double>, _ unit: String) -> OptionForm {
    number(
      range, expected: "\(unit) from \(short(range.lowerBound)) to \(short(range.upperBound))", unit)
  }

  /// - Parameter expected: what a refusal calls the range.
  package static func number(_ range: ClosedRange<Double>, expected: String, _ name: String?) -> OptionForm {
    OptionForm(name, parsing: .unconditional, OptionValue.number(range, expected: expected))
  }

  /// Seconds by which times that mean the same moment may differ.
  package static let timeTolerance = OptionForm("seconds", parsing: .unconditional, OptionValue.timeTolerance)
}

extension Option {
  /// An option that need not be given.
  ///
  /// - Parameter valueName: what the help calls the value; nil for the name that its form has.
  package init<T>(
    _ form: OptionForm<T>, _ about: String, name: NameSpecification = .long, as valueName: String? = nil
  ) where Value == T? {
    self.init(
      name: name, parsing: form.parsing, help: form.help(about, as: valueName), completion: form.completion,
      transform: form.read)
  }

  /// An option that must be given.
  package init(
    _ form: OptionForm<Value>, _ about: String, name: NameSpecification = .long, as valueName: String? = nil
  ) {
    self.init(
      name: name, parsing: form.parsing, help: form.help(about, as: valueName), completion: form.completion,
      transform: form.read)
  }

  /// An option with a default.
  package init(
    wrappedValue: Value, _ form: OptionForm<Value>, _ about: String, name: NameSpecification = .long,
    as valueName: String? = nil
  ) {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: form.parsing, help: form.help(about, as: valueName),
      completion: form.completion, transform: form.read)
  }
}

extension Option {
  /// An option that may be repeated, whose values may begin with a dash.
  package init<T>(
    wrappedValue: [T], each form: OptionForm<T>, _ about: String, name: NameSpecification = .long,
    as valueName: String? = nil
  ) where Value == [T] {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: .unconditionalSingleValue,
      help: form.help(about, as: valueName), completion: form.completion, transform: form.read)
  }
}

extension Argument {
  /// One argument or more.
  package init<T>(_ form: OptionForm<T>, _ about: String, as valueName: String?) where Value == [T] {
    self.init(help: form.help(about, as: valueName), completion: form.completion, transform: form.read)
  }

  /// An argument that must be given.
  package init(_ form: OptionForm<Value>, _ about: String, as valueName: String) {
    self.init(help: form.help(about, as: valueName), completion: form.completion, transform: form.read)
  }

  /// An argument with a default.
  package init(wrappedValue: Value, _ form: OptionForm<Value>, _ about: String, as valueName: String) {
    self.init(
      wrappedValue: wrappedValue, help: form.help(about, as: valueName), completion: form.completion,
      transform: form.read)
  }
}

/// Refuses the first of some options that is given, for a reason that follows its name.
package func refuse(_ options: KeyValuePairs<String, Bool>, _ reason: String) throws(ValidationError) {
  if let option = options.first(where: \.value) { throw ValidationError("\(option.key) \(reason)") }
}

/// Refuses the first of some options that is given, where what was read has no use for it.
package func refuse(
  _ options: KeyValuePairs<String, Bool>, expected: String, found: String
) throws(FileProblem) {
  guard let option = options.first(where: \.value) else { return }
  throw FileProblem(file: option.key, expected: expected, found: found)
}

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
