import Files
import Foundation
import Glibc
import Laps
import Rendering
import Results
import Sites
import World

/// What happened, in the time of hosts: seconds since 1970-01-01 00:00 UTC by this machine's clock. Rows are written as they happen.
struct AirRecord {
  private var truth: GrowingFile?
  private var presses: GrowingFile?
  private var events: GrowingFile?
  private let lap: SimulatedLap?
  private let site: Site?
  /// Knots and presses of this pass that have been written.
  private var written = (knots: 0, presses: 0)
  /// The moment of the latest row of the truth.
  private var latest = -Double.infinity

  /// - Parameter lap: nil for a recording, of which nothing is known.
  /// - Throws: `FileProblem` when a file cannot be written.
  init(
    _ lap: SimulatedLap?, on site: Site?, truth: String?, presses: String?, events: String?
  ) throws(FileProblem) {
    (self.lap, self.site) = (lap, site)
    self.truth = try truth.map { path throws(FileProblem) in
      try GrowingFile(path, beginning: "time_s,x_m,y_m,z_m,floor\n")
    }
    self.presses = try presses.map { path throws(FileProblem) in
      try GrowingFile(path, beginning: "time_s,point\n")
    }
    self.events = try events.map { path throws(FileProblem) in
      try GrowingFile(path, beginning: "time_s,event,detail\n")
    }
  }

  /// A lap begins.
  mutating func beginPass() { written = (0, 0) }

  /// Writes what has happened until a moment of the lap.
  ///
  /// - Parameters:
  ///   - seconds: of the lap.
  ///   - unix: the moment of a time of the lap.
  mutating func advance(to seconds: Double, unix: (Double) -> Double) throws(FileProblem) {
    guard let lap, let site else { return }
    let knots = lap.walk.knots
    while written.knots < knots.count, knots[written.knots].time <= seconds {
      try write(knots[written.knots], at: unix(knots[written.knots].time))
      written.knots += 1
    }
    while written.presses < lap.presses.count, lap.presses[written.presses].time <= seconds {
      let press = lap.presses[written.presses]
      let point = csvField(site.testPoints[press.testPoint].id.description)
      try presses?.append("\(unix(press.time)),\(point)\n")
      written.presses += 1
    }
  }

  /// Ends a lap before its end.
  mutating func cut(at seconds: Double, unix: Double) throws(FileProblem) {
    guard let lap, written.knots > 0, written.knots < lap.walk.knots.count else { return }
    try write(
      Walk.Knot(time: seconds, position: lap.walk.position(at: seconds), floor: lap.walk.floor(at: seconds)),
      at: unix)
  }

  private mutating func write(_ knot: Walk.Knot, at unix: Double) throws(FileProblem) {
    guard unix > latest else { return }
    latest = unix
    try truth?.append("\(unix),\(knot.position.x),\(knot.position.y),\(knot.position.z),\(knot.floor)\n")
  }

  /// Writes an event.
  func note(_ event: AirEvent) throws(FileProblem) {
    try events?.append("\(event.seconds),\(event.event),\(csvField(event.detail))\n")
  }
}

/// Something that a host did, or that happened to it.
struct AirEvent: Sendable {
  /// Since 1970-01-01 00:00 UTC.
  let seconds: Double
  /// In a word or two.
  let event: String
  /// Empty where there is none.
  let detail: String

  /// On a line for people.
  var line: String { detail.isEmpty ? event : "\(event): \(detail)" }
}

// docs/air.md lists the keys.

extension AirEvent: Described {
  /// What `air --json` prints of each.
  static let figures: [Figure<AirEvent>] = [
    .init("seconds", \.seconds), .init("event", \.event), .init("detail", \.detail),
  ]
}

/// A table that grows by whole rows. A class, since its descriptor is closed when it is no longer needed.
private final class GrowingFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String, beginning: String) throws(FileProblem) {
    self.path = path
    try OutputFile.write(beginning, to: path)
    descriptor = open(path.fileName, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
  }

  deinit { close(descriptor) }

  func append(_ row: String) throws(FileProblem) {
    if let code = Octets(row).write(to: descriptor) { throw FileProblem(file: path, systemError: code) }
  }
}
