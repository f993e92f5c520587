import Phone
import Positioning
import TestSupport
import World

/// Small methods that are not built in.
enum TestMethods {
  /// Remembers: halfway from its last fix to the nearest beacon.
  struct Trailing: PositioningMethod, PositioningSession {
    var nearest: NearestBeacon
    private var last: Point?

    init(_ prior: PriorInformation) { nearest = NearestBeacon(RangedSite(prior)) }

    mutating func learn(_ model: RangingModel) { nearest.learn(model) }

    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      var fix = try nearest.fix(from: epoch)
      fix.position = last.map { $0.moved(towards: fix.position, by: 0.5) } ?? fix.position
      last = fix.position
      return fix
    }
  }

  /// Looks ahead: the middle of the nearest beacons of this and the next epoch.
  struct Halfway: PositioningMethod, SmoothingSession {
    var nearest: NearestBeacon
    var lookAhead: LookAhead { .seconds(1) }

    init(_ prior: PriorInformation) { nearest = NearestBeacon(RangedSite(prior)) }

    mutating func learn(_ model: RangingModel) { nearest.learn(model) }

    mutating func fixes(for epochs: [Epoch], at times: [Double]) -> [Result<Fix, NoFix>] {
      let found = epochs.map { epoch in Result { () throws(NoFix) in try nearest.fix(from: epoch) } }
      return times.map { time in
        guard let index = epochs.lastIndex(where: { $0.time <= time }) else { return .failure(.noCallback) }
        guard index + 1 < found.count, case .success(let next) = found[index + 1] else { return found[index] }
        return found[index].map { fix in
          Fix(position: fix.position.moved(towards: next.position, by: 0.5), floor: fix.floor)
        }
      }
    }
  }

  /// Fails at every third epoch.
  struct Failing: PositioningMethod, PositioningSession {
    private var epochs = 0

    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      epochs += 1
      if epochs % 3 == 0 { throw .failed("out of breath") }
      return Fix(position: .zero)
    }
  }

  static let trailing = MethodChoice(OwnMethod("trailing") { Trailing($0) })
  static let halfway = MethodChoice(OwnMethod("halfway") { Halfway($0) })
  static let failing = MethodChoice(OwnMethod("failing") { _ in Failing() })
}
