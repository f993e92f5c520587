public import Filtering
public import Positioning
import SiteFiles
import World

/// One row of a study's table: filters, a method, and what they are given.
public struct PipelineDefinition: Hashable, Sendable {
  /// What a method may be given beyond the stream and the site.
  public enum Given: String, Hashable, Sendable, CaseIterable {
    case channel
    case map
    case direction
  }

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
  public let told: [Given]
  public let published: Published?

  /// The same pipeline with other assumptions, of which nil leaves one as it is, and with what is published for it
  /// where it then runs.
  func assuming(n: Double?, c: DBm?, published: Published?) -> PipelineDefinition {
    PipelineDefinition(
      name: name, filters: filters, method: method, snap: snap, maximumAge: maximumAge, direction: direction,
      assumptions: assumptions.replacing(n: n, c: c), told: told, published: published)
  }

  /// Whether the method hears anything.
  public var hasSignal: Bool { method != .roomCentre }

  /// How a table names the method and what follows it.
  public var methodSummary: String { method.summary + (snap ? ", snap" : "") }

  /// `kalman(q 20, r 5) + feedback(0.75, literal)`, or `none`.
  public var filterSummary: String {
    let names = filters.map(\.summary) + (method == .proximity ? ["phone's smoothing"] : [])
    return names.isEmpty ? "none" : names.joined(separator: " + ")
  }
}

extension PipelineDefinition {
  /// Reads one element of `pipelines`.
  init(_ document: Document, assumptions: Assumptions) throws(FileProblem) {
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
    var told: [Given] = []
    for given in try document.elements("told") { told.append(try given.choice(of: Given.self)) }
    self.told = told
    published = try document.optional("published").map { value throws(FileProblem) in
      Published(
        mean: try value.number("mean"),
        deviation: try value.optional("std").map { std throws(FileProblem) in try std.number },
        source: try value.text("source"))
    }
    if let first = told.first {
      throw try document["told"].problem(
        expected: "an empty list, since \(method.summary) uses nothing beyond stream and site",
        found: first.rawValue)
    }
  }
}
