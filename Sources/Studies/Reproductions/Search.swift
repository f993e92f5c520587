import Documents
import NumericalMethods
import World

/// What part of a scenario's settings is searched for those with which published figures come out.
package struct Search: Sendable {
  package let parameters: [SearchParameter]
  /// Of the laps: another than that with which what is found is tried again.
  package private(set) var seed: UInt64
  /// How many points, the first so many of ``SobolPoints``.
  package private(set) var points: Int
  /// The laps after which a point is looked at, ascending. After the last ones it has its verdict.
  package private(set) var stages: [Int]
  /// The chance that a point is stopped before the last stage although all its figures are inside.
  package let falseStops: Double
  /// With what the search sets for all points.
  let scenario: Document
  let path: String
  /// As the file has it, with every default.
  let document: Document

  /// The same with other numbers, where they are not nil.
  ///
  /// - Parameters:
  ///   - points: 1 or more.
  ///   - laps: of the last stage; later ones are left out.
  package func with(seed: UInt64? = nil, points: Int? = nil, laps: Int? = nil) -> Search {
    var search = self
    search.seed = seed ?? self.seed
    search.points = points ?? self.points
    if let laps { search.stages = stages.filter { $0 < laps } + [laps] }
    return search
  }

  /// The laps after which a point may be stopped.
  package var looks: [Int] { Array(stages.dropLast()) }
  /// The laps of a point that is not stopped.
  package var laps: Int { stages.last ?? 0 }

  /// All points, in their order.
  func allPoints() throws -> [SearchPoint] {
    try SobolPoints.first(points, dimensions: parameters.count).enumerated().map {
      SearchPoint($0, $1, of: parameters)
    }
  }
}

extension Search {
  /// Keys that all points share, or else they could not be compared.
  private static let shared = ["seed", "laps", "laps.count", "site", "name", "dataset"]

  /// - Parameter seed: of the reproduction, which the search must not have.
  init(_ document: Document, apartFrom seed: UInt64) throws(FileProblem) {
    self.document = document
    (scenario, path) = try Reproduction.scenario(of: document)
    self.seed = UInt64(try document.integer("seed"))
    guard self.seed != seed else {
      throw try document["seed"].problem(
        expected: "another seed than the reproduction's, with which what is found is tried again")
    }
    points = try document.integer("points")
    falseStops = try document.number("falseStops")
    var stages: [Int] = []
    for stage in try document.elements("stages") {
      guard try stage.integer > stages.last ?? 0 else {
        throw stage.problem(expected: "more laps than in the stage before it")
      }
      stages.append(try stage.integer)
    }
    self.stages = stages
    var parameters: [SearchParameter] = []
    for element in try document.elements("parameters") {
      let parameter = try SearchParameter(element, after: parameters)
      if parameters.contains(where: { $0.name == parameter.name }) {
        throw try element["name"].problem(expected: "a name that no other parameter has")
      }
      for key in try element.elements("set") {
        let text = try key.text
        if parameters.contains(where: { $0.keys.contains(text) }) {
          throw key.problem(expected: "a key that no other parameter sets")
        }
        if Self.shared.contains(text) {
          throw key.problem(expected: "a key in which points may differ")
        }
      }
      parameters.append(parameter)
    }
    self.parameters = parameters
  }
}

extension SearchParameter {
  fileprivate init(_ document: Document, after others: [SearchParameter]) throws(FileProblem) {
    name = try document.text("name")
    unit = try document.optional("unit").map { value throws(FileProblem) in try value.text }
    var keys: [String] = []
    for key in try document.elements("set") { keys.append(try key.text) }
    self.keys = keys
    values = try Values(document)
    guard let times = document.optional("times") else {
      factor = .number(1)
      return
    }
    if case .listed = values {
      throw times.problem(expected: "no factor for values of a list", found: times.summary)
    }
    guard case .text(let other) = times.content else {
      factor = .number(try times.number)
      return
    }
    guard let index = others.firstIndex(where: { $0.name == other && $0.isNumber }) else {
      throw times.problem(expected: "a number, or the name of an earlier parameter with a range")
    }
    factor = .parameter(index)
  }
}

extension SearchParameter.Values {
  fileprivate init(_ document: Document) throws(FileProblem) {
    if let values = document.optional("values") {
      let elements = try values.elements
      for (index, element) in elements.enumerated() where elements[..<index].contains(element) {
        throw element.problem(expected: "each value once")
      }
      self = .listed(elements.map { Document($0.content) })
      return
    }
    let isLogarithmic = document.has("logarithmic")
    let range = try document[isLogarithmic ? "logarithmic" : "linear"]
    let (from, to) = (try range[0].number, try range[1].number)
    guard from < to else {
      throw try range[1].problem(expected: "more than where the range begins, \(from)")
    }
    self = isLogarithmic ? .logarithmic(from: from, to: to) : .linear(from: from, to: to)
  }
}
