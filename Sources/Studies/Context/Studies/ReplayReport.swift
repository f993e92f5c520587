import Foundation
import World

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
struct ReplayReport {
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
