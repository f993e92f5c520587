package import Documents
import Sites
package import World

/// A parameter as the command line gives it: `channel.pathLoss.logDistance.n=1.6,1.8,2.0`.
package struct VaryOption: Hashable, Sendable {
  let key: String
  let values: [Document]
  private let option: String

  /// Reads a key and its values in YAML with commas between, or a range with a number of values: `n=1.6..2.4/5`.
  ///
  /// - Throws: One sentence, which names the text as an argument of `--vary`.
  package init(_ text: String) throws(FileProblem) {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
      throw FileProblem(
        file: "--vary",
        expected: "KEY=VALUES, such as channel.pathLoss.logDistance.n=1.6,1.8 or assumes.n=1.6..2.0/5",
        found: text.isEmpty ? "nothing" : text)
    }
    key = String(text[..<sign])
    option = "--vary \(text)"
    let list = String(text[text.index(after: sign)...])
    if let range = try Self.range(list, option) {
      values = range
    } else {
      values = try Self.list(list, option)
    }
  }

  /// `1.6..2.4/5`; nil for a list.
  private static func range(_ text: String, _ option: String) throws(FileProblem) -> [Document]? {
    guard let match = text.wholeMatch(of: /(.+?)\.\.(.+)\/(\d+)/) else { return nil }
    guard let from = Double(match.1), let to = Double(match.2), let steps = Int(match.3), from < to,
      from.isFinite, to.isFinite, 2...10_000 ~= steps
    else {
      throw FileProblem(
        file: option, expected: "a range such as 1.6..2.0/5, with 2 to 10000 values", found: text)
    }
    return SweptParameter {
      $0.linear = [from, to]
      $0.steps = steps
    }.values
  }

  /// Values in YAML with commas between.
  private static func list(_ text: String, _ option: String) throws(FileProblem) -> [Document] {
    guard let read = try? Document(yaml: "[\(text)]", file: ""), let elements = try? read.elements,
      elements.count > 1, Set(elements).count == elements.count
    else {
      throw FileProblem(
        file: option,
        expected: "at least two different values with commas between, or a range such as 1.6..2.0/5",
        found: text.isEmpty ? "nothing" : text)
    }
    return elements.map { Document($0.content) }
  }

  /// As a sweep's file has it.
  ///
  /// - Parameter names: of the parameters before it.
  func document(after names: [String]) -> Document {
    let last = key.split { ".[]".contains($0) }.last.map(String.init) ?? key
    let isTaken = names.contains(last) || Sweep.ownColumns.contains(last) || Int(last) != nil
    let document: Document = [
      "name": Document(isTaken ? key : last), "set": [Document(key)], "values": Document(values),
    ]
    return document.moved(to: Document.Location(file: option))
  }
}

extension Document {
  /// The sweep of a scenario by options alone.
  ///
  /// - Parameters:
  ///   - path: of the scenario.
  ///   - name: of the scenario.
  package static func sweep(
    ofScenario path: String, named name: String, _ options: [VaryOption]
  ) -> Document {
    var parameters: [Document] = []
    var names: [String] = []
    for option in options {
      let parameter = option.document(after: names)
      parameters.append(parameter)
      if let name = try? parameter.text("name") { names.append(name) }
    }
    // A relative path means it from the working folder, in which no file lies that names it.
    return ["name": Document(name), "scenario": Document(path), "parameters": Document(parameters)]
  }
}
