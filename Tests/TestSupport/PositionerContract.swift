package import Positioning
import World

/// What every positioning method promises beside its own formula.
package enum PositionerContract {
  /// The promises that a method breaks, a sentence each.
  ///
  /// - Parameters:
  ///   - anchors: how many the site has; 4 or more.
  ///   - needed: how many must be heard for a fix; 0 for a method that answers whatever is heard.
  package static func violations(of fresh: some Positioner, anchors: Int, needed: Int) -> [String] {
    silence(fresh, anchors: anchors, needed: needed) + finite(fresh, anchors: anchors, needed: needed)
      + repeatable(fresh, anchors: anchors)
  }

  private static func silence(_ fresh: some Positioner, anchors: Int, needed: Int) -> [String] {
    var broken: [String] = []
    for heard in 0..<needed {
      var method = fresh
      let levels = (0..<anchors).map { $0 < heard ? DBm(-60 - Double($0)) : nil }
      do throws(NoFix) {
        _ = try method.fix(from: epoch(levels))
        broken.append("gives a fix from \(heard) anchors")
      } catch {
        if error != .tooFewBeacons(heard: heard, needed: needed) {
          broken.append("says \(error) of \(heard)")
        }
      }
    }
    return broken
  }

  private static func finite(_ fresh: some Positioner, anchors: Int, needed: Int) -> [String] {
    var method = fresh
    let extremes: [DBm] = [-127, 127, 0, -1e9, 1e9, -60]
    for round in 0..<200 {
      let levels = (0..<anchors).map { anchor -> DBm? in
        let draw = (round * 7919 + anchor * 104_729) % 97
        if round % 4 == 0 { return extremes[draw % extremes.count] }
        return draw % 3 == 0 ? nil : DBm(-Double(30 + draw % 70))
      }
      guard let fix = try? method.fix(from: epoch(levels)) else {
        if levels.count(where: { $0 != nil }) >= max(needed, 1), needed < 3 { return ["misses a fix"] }
        continue
      }
      let claim = fix.uncertainty ?? 0
      if !fix.position.isFinite || !claim.isFinite || claim < 0 { return ["gives \(fix)"] }
    }
    return []
  }

  private static func repeatable(_ fresh: some Positioner, anchors: Int) -> [String] {
    var (one, other) = (fresh, fresh)
    let first = epoch((0..<anchors).map { DBm(-60 - Double($0 * $0 % 17)) })
    let second = epoch((0..<anchors).map { DBm(-80 + Double($0 * 3 % 11)) })
    _ = try? one.fix(from: second)
    return (try? one.fix(from: first)) == (try? other.fix(from: first)) ? [] : ["remembers earlier epochs"]
  }

  private static func epoch(_ levels: [DBm?]) -> Epoch {
    Epoch(
      time: 1, levels: levels, readings: levels, ages: levels.map { $0 == nil ? .infinity : 0 },
      counts: levels.map { $0 == nil ? 0 : 5 })
  }
}
