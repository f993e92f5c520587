import Foundation
import Laps
import Propagation
import Sites
import World

/// One lap through all applications, and what the phones report of it.
struct ReportedLap: Sendable {
  /// By walker, and then by application.
  let outcomes: [[ApplicationOutcome]]
  let records: [ReportRecord]
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
