package import Documents
public import Filtering
public import Positioning
package import World

/// One row of a study's table: filters, a method, and what they are given.
public struct PipelineDefinition: Hashable, Sendable {
  /// What somebody published for the same row.
  public struct Published: Hashable, Sendable {
    public let mean: Double
    public let deviation: Double?
    public let source: String
  }

  public let name: String
  public let filters: [FilterChoice]
  public let method: PositionerChoice
  public let snap: Bool
  /// Seconds; a beacon not heard for longer counts as not heard.
  public let maximumAge: Double
  /// How to tell the direction of travel; nil for not at all.
  public let direction: DirectionOfTravel.Settings?
  public let assumptions: Assumptions
  /// Whether a press moves later fixes.
  public let adapts: Bool
  public let told: [Given]
  public let published: Published?

  /// The same pipeline with other assumptions, of which nil leaves one as it is, and with what is published for it
  /// where it then runs.
  package func assuming(n: Double?, c: DBm?, published: Published?) -> PipelineDefinition {
    PipelineDefinition(
      name: name, filters: filters, method: method, snap: snap, maximumAge: maximumAge, direction: direction,
      assumptions: assumptions.replacing(n: n, c: c), adapts: adapts, told: told, published: published)
  }

  /// The same row with another method, such as one of your own, and nothing that was published for it.
  public func replacing(_ method: PositionerChoice, name: String) -> PipelineDefinition {
    PipelineDefinition(
      name: name, filters: filters, method: method, snap: snap, maximumAge: maximumAge, direction: direction,
      assumptions: assumptions, adapts: adapts, told: told, published: nil)
  }

  /// Whether the method hears anything.
  public var hasSignal: Bool { method.hasSignal }

  /// How a table names the method and what follows it.
  public var methodSummary: String {
    method.summary + (snap ? ", snap" : "") + (adapts ? ", offset at presses" : "")
  }

  /// What the settings use beyond stream and site.
  var used: [Given] { adapts ? [.presses] : [] }

  /// `kalman(q 20, r 5) + feedback(0.75, literal)`, or `none`.
  public var filterSummary: String {
    let names = filters.map(\.summary) + (method.smoothsAsPhone ? ["phone's smoothing"] : [])
    return names.isEmpty ? "none" : names.joined(separator: " + ")
  }
}

extension PipelineDefinition {
  /// Reads one element of `pipelines`.
  package init(_ document: Document, assumptions: Assumptions) throws(FileProblem) {
    name = try document.text("name")
    var filters: [FilterChoice] = []
    for filter in try document.elements("filters") { filters.append(try FilterChoice(filter)) }
    self.filters = filters
    method = try PositionerChoice(try document["method"])
    snap = try document.flag("snap")
    maximumAge = try document.number("maximumAge")
    direction = try document.optional("direction").map { value throws(FileProblem) in
      DirectionOfTravel.Settings(
        beacons: try value.integer("beacons"), seconds: try value.number("seconds"),
        leastSlope: try value.number("leastSlope"))
    }
    self.assumptions =
      try document.optional("assumes").map { value throws(FileProblem) in try Assumptions(value) }
      ?? assumptions
    adapts = try document.text("adapt") == "offset"
    var told: [Given] = []
    for given in try document.elements("told") { told.append(try given.choice(of: Given.self)) }
    self.told = told
    published = try document.optional("published").map { value throws(FileProblem) in
      Published(
        mean: try value.number("mean"),
        deviation: try value.optional("std").map { std throws(FileProblem) in try std.number },
        source: try value.text("source"))
    }
    guard Set(told) == Set(used) else {
      let names = used.map(\.rawValue)
      throw try document["told"].problem(
        expected: names.isEmpty
          ? "an empty list, since \(method.summary) uses nothing beyond stream and site"
          : "exactly what the settings use, \(WordList.text(names))",
        found: told.isEmpty ? "an empty list" : WordList.text(told.map(\.rawValue)))
    }
  }
}
