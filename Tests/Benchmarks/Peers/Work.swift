import Foundation
import Laps
import NumericalMethods
import Phone
import Positioning
import Scenarios
import World

/// A piece of work of which the time is compared.
struct Work {
  /// What it should not take longer than.
  enum Limit {
    /// So many times the peer's time.
    case ratio(Double)
    case nanoseconds(Double)

    /// - Parameter ratio: nil without a peer.
    func text(_ own: Double, _ ratio: Double?) -> String {
      switch self {
      case .ratio(let most):
        String(format: "%.2f", most) + (ratio.map { $0 <= most ? " kept" : " missed" } ?? "")
      case .nanoseconds(let most): "\(duration(most)) \(own <= most ? "kept" : "missed")"
      }
    }
  }

  let name: String
  /// As `peers.py` names it.
  let peer: String?
  let limit: Limit
  /// How many units one run goes through.
  let units: Int
  let run: () throws -> Void

  /// Nanoseconds of processor time of a unit: the least of several runs of a few milliseconds.
  func nanoseconds() throws -> Double {
    var times = 1
    var least = Double.infinity
    var repeats = 0
    while repeats < 5 {
      let start = Self.processorTime
      for _ in 0..<times { try run() }
      let spent = Self.processorTime - start
      guard spent > 0.02 || repeats > 0 else {
        times *= 2
        continue
      }
      least = min(least, spent)
      repeats += 1
    }
    return least / Double(times * units) * 1e9
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
