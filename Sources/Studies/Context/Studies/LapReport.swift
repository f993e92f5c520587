import Foundation
package import Laps
import NumericalMethods
import Propagation
import Scenarios
package import Sites
package import World

/// One lap through all applications, and what the phones report of it.
struct ReportedLap: Sendable {
  /// By walker, and then by application.
  var outcomes: [[ApplicationOutcome]] = []
  var records: [ReportRecord] = []
}

/// How laps become records: laps follow each other without a pause, and the last one ends when the command begins.
struct LapReport: Sendable {
  private let plan: ReportPlan
  private let name: String
  /// Microseconds of Unix time at the beginning of each lap.
  private let beginnings: [Int64]

  init(_ plan: ReportPlan, of scenario: ContextScenario) throws {
    self.plan = plan
    name = try ReportPlan.name(of: scenario)
    var sum: Int64 = 0
    let offsets = (0..<scenario.laps).map { lap in
      defer { sum += scenario.duration(ofLap: lap) }
      return sum
    }
    let first = Date().microseconds - sum
    beginnings = offsets.map { first + $0 }
  }

  /// - Parameter logs: of one walker's phone.
  func records(
    of logs: [ContextLog], lap: Int, walker: (index: Int, name: String)?
  ) -> [ReportRecord] {
    var report = StreamReport(plan, of: name, lap: lap, walker: walker, began: beginnings[lap])
    return report.records(of: logs)
  }
}

extension ContextScenario {
  /// Microseconds, of the longest walk where there are several walkers.
  fileprivate func duration(ofLap lap: Int) -> Int64 {
    switch study {
    case .simulated(let study):
      let longest = (0..<max(study.walkers.count, 1)).map { study.walk(ofLap: lap, walker: $0).duration }
        .max()
      return (longest ?? 0).rounded(.up).microseconds
    case .recorded(let study): return study.walks[lap].source.end ?? 0
    }
  }
}

extension Date {
  /// Microseconds of Unix time.
  var microseconds: Int64 { timeIntervalSince1970.microseconds }
}

/// What names a recording by itself: its first advertisements, which no other recording has at the same times, so that a recording
/// that is replayed once more, from a file or live, has the keys that it had.
struct RecordingBeginning: Sendable {
  private static let length = 32
  private var text = ""
  private var count = 0

  /// Whether no further advertisement changes the name.
  var isComplete: Bool { count == Self.length }

  /// 16 hexadecimal digits.
  var name: String { ReportPlan.digits(of: text) }

  mutating func read(_ stream: AdvertisementStream, _ directory: StreamDirectory) {
    for index in 0..<min(stream.count, Self.length - count) {
      text +=
        "\(stream.microseconds[index]) \(directory.anchors[Int(stream.anchors[index])].id) \(stream.levels[index].value)\n"
      count += 1
    }
  }
}

/// What is reported of a recording, as it is read.
struct RecordingReport {
  private let plan: ReportPlan
  private let scenario: String
  private let reporter: Reporter
  /// Nil until the recording has a name.
  private var report: StreamReport?

  /// - Parameter scenario: its name for keys.
  init(_ plan: ReportPlan, of scenario: String, to reporter: Reporter) {
    (self.plan, self.scenario, self.reporter) = (plan, scenario, reporter)
  }

  /// Reports what the applications have noticed since the last time.
  mutating func add(_ replay: ContextReplay) throws {
    if report == nil, let (name, time) = replay.beginning(now: Date().microseconds) {
      report = StreamReport(plan, of: "\(scenario).\(name)", began: time)
    }
    if let records = report?.records(of: replay.logs) { try reporter.add(records) }
  }
}

/// Latitude and longitude of the places of a site that has a geodetic origin.
package struct GeodeticPlaces: Sendable {
  package typealias Coordinates = GeographicOrigin

  private let site: Site
  private let origin: Coordinates

  /// Nil for a site without an origin.
  package init?(of study: Study) {
    switch study {
    case .simulated(let study):
      guard let origin = GeographicOrigin(ofSite: study.simulation.siteDocument) else { return nil }
      self.init(study.simulation.site, at: origin)
    case .recorded(let study): self.init(of: study.dataset.site)
    }
  }

  /// The same of a site's file.
  package init?(of file: SiteFile) {
    guard let origin = file.origin else { return nil }
    self.init(file.site, at: origin)
  }

  /// - Parameter site: whose x axis points east and y axis north.
  package init(_ site: Site, at origin: Coordinates) { (self.site, self.origin) = (site, origin) }
  /// Of the middle of a room's corners, or of an anchor; nil for another name.
  ///
  /// On a sphere of 6371 km about the origin, with x to the east and y to the north, which is right to a centimetre over the
  /// length of a building.
  package func coordinates(of place: String) -> Coordinates? {
    let corners = site.rooms.first { $0.name == place }?.corners
    guard let points = corners ?? site.anchors.first(where: { $0.id == place }).map({ [$0.position] }) else {
      return nil
    }
    let count = Double(points.count)
    let east = points.reduce(0) { $0 + $1.x } / count
    let north = points.reduce(0) { $0 + $1.y } / count
    let degrees = 180 / Double.pi / 6_371_000
    return Coordinates(
      latitude: origin.latitude + north * degrees,
      longitude: origin.longitude + east * degrees / Elementary.cos(origin.latitude * .pi / 180))
  }
}
