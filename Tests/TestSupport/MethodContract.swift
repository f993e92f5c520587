import Documents
import NumericalMethods
import Phone
package import Positioning
import World

/// What every positioning method promises beside its own formula.
package struct MethodContract {
  /// How many anchors the site has; 4 or more.
  private let anchors: Int
  private let model: RangingModel
  private let lap: LapPrior

  /// - Parameter site: on which the method is made, with the assumptions of the model.
  package init(on site: RangedSite) {
    anchors = site.site.anchors.count
    model = site.model
    let nowhere = PriorInformation(
      of: Site(name: "none", anchors: []), assumptions: RangingSettings { $0.carriedHeight = 1 },
      seed: Seed(1))
    lap = LapPrior(of: nowhere, number: 3)
  }

  /// The promises that a method breaks, a sentence each.
  ///
  /// - Parameter needed: how many anchors must be heard for a fix, 0 for a method that answers whatever is heard; nil for one
  ///   that answers by what it heard before.
  package func violations(of method: any PositioningMethod, needed: Int?) -> [String] {
    (needed.map { silence(method, needed: $0) } ?? []) + finite(method, needed: needed) + repeatable(method)
      + learning(method) + asking(method) + causality(method)
  }

  private func silence(_ method: any PositioningMethod, needed: Int) -> [String] {
    (0..<needed).compactMap { heard in
      let levels = (0..<anchors).map { $0 < heard ? DBm(-60 - Double($0)) : nil }
      switch answers(method, to: [epoch(levels)])[0] {
      case .success: return "gives a fix from \(heard) anchors"
      case .failure(.tooFewBeacons(heard: heard, needed: needed)): return nil
      case .failure(let why): return "says \(why) of \(heard)"
      }
    }
  }

  private func finite(_ method: any PositioningMethod, needed: Int?) -> [String] {
    let epochs = wandering(200)
    for (epoch, answer) in zip(epochs, answers(method, to: epochs)) {
      guard case .success(let fix) = answer else {
        let heard = epoch.levels.count { $0 != nil }
        if let needed, needed < 3, heard >= max(needed, 1) { return ["misses a fix"] }
        continue
      }
      let claim = fix.uncertainty ?? 0
      if !fix.position.isFinite || !claim.isFinite || claim < 0 { return ["gives \(fix)"] }
    }
    return []
  }

  /// The same session twice, with another lap between the two.
  private func repeatable(_ method: any PositioningMethod) -> [String] {
    let (first, other) = (wandering(40), wandering(30, from: 41))
    let once = answers(method, to: first)
    _ = answers(method, to: other)
    return answers(method, to: first) == once ? [] : ["remembers an earlier lap"]
  }

  private func learning(_ method: any PositioningMethod) -> [String] {
    let epochs = wandering(40)
    return answers(method, to: epochs, learning: true) == answers(method, to: epochs)
      ? [] : ["loses its state where it learns"]
  }

  /// Being asked for positions in between must change no fix.
  private func asking(_ method: any PositioningMethod) -> [String] {
    let epochs = wandering(40)
    return answers(method, to: epochs, asking: true) == answers(method, to: epochs)
      ? [] : ["changes its fixes when it is asked for positions in between"]
  }

  /// Fixes must not change with epochs that are further ahead than the method says.
  private func causality(_ method: any PositioningMethod) -> [String] {
    let epochs = wandering(40)
    var changed = epochs
    for (index, epoch) in wandering(20, from: 61).enumerated() {
      changed[20 + index] = epoch
      changed[20 + index].time = epochs[20 + index].time
    }
    let reach: Double
    switch method.lookAhead {
    case .none: reach = 0
    case .seconds(let seconds): reach = seconds
    case .wholeLap: return []
    }
    let same = epochs.prefix { $0.time + reach < epochs[20].time }.count
    return answers(method, to: changed).prefix(same) == answers(method, to: epochs).prefix(same)
      ? [] : ["looks ahead further than it says"]
  }

  /// What a fresh session answers.
  ///
  /// - Parameters:
  ///   - learning: whether it is given the model that it has, before each epoch.
  ///   - asking: whether it is asked for a position between any two epochs.
  private func answers(
    _ method: any PositioningMethod, to epochs: [Epoch], learning: Bool = false, asking: Bool = false
  ) -> [Result<Fix, NoFix>] {
    var session = method.begin(lap)
    session.learn(model)
    defer { session.end() }
    if var smoother = session as? any SmoothingSession {
      if learning { smoother.learn(model) }
      let ends = epochs.map(\.time)
      guard asking else { return smoother.fixes(for: epochs, at: ends) }
      let all = smoother.fixes(for: epochs, at: ends.flatMap { [$0, $0 + 0.4] })
      return ends.indices.map { all[2 * $0] }
    }
    return epochs.map { epoch in
      if learning { session.learn(model) }
      do throws(NoFix) {
        let fix = try session.fix(from: epoch)
        if asking { _ = try? session.position(at: epoch.time + 0.4) }
        return .success(fix)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Seconds of levels that wander, extremes and anchors that are not heard among them.
  private func wandering(_ count: Int, from first: Int = 0) -> [Epoch] {
    let extremes: [DBm] = [-127, 127, 0, -1e9, 1e9, -60]
    return (first..<first + count).map { round in
      let levels = (0..<anchors).map { anchor -> DBm? in
        let draw = (round * 7919 + anchor * 104_729) % 97
        if round % 4 == 0 { return extremes[draw % extremes.count] }
        return draw % 3 == 0 ? nil : DBm(-Double(30 + draw % 70))
      }
      return epoch(levels, at: Double(round - first + 1))
    }
  }

  private func epoch(_ levels: [DBm?], at time: Double = 1) -> Epoch {
    Epoch(
      time: time, levels: levels, readings: levels, ages: levels.map { $0 == nil ? .infinity : 0 },
      counts: levels.map { $0 == nil ? 0 : 5 },
      // An anchor that is heard is heard on two of the three channels.
      channelLevels: levels.flatMap { [$0, nil, $0] })
  }
}
