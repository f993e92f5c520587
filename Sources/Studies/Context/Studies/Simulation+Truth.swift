import Propagation
import Scenarios
import World

extension Simulation {
  /// The earliest second of a lap from which on something holds that begins at any of some moments; nil before them.
  private func seconds(_ lap: Int, _ begins: [LapMoment]) -> Double? {
    begins.compactMap { $0.lap < lap ? 0 : $0.lap == lap ? $0.time : nil }.min()
  }

  private func faults(_ kind: Fault.Kind, of beacon: String) -> [Fault] {
    faults.filter { $0.kind == kind && $0.beacon == beacon }
  }

  /// What holds of the beacons of some anchors, by anchor.
  private func byAnchor<Value>(_ value: (_ beacon: String) -> Value?) -> [Int: Value] {
    site.anchors.indices.reduce(into: [:]) { $0[$1] = value(site.anchors[$1].id) }
  }

  /// Seconds of a lap from which on another transmitter uses the identity of an anchor.
  func copies(onLap lap: Int) -> [Int: Double] {
    byAnchor { id in
      seconds(lap, rogues.filter { $0.beacon == id }.map(\.from) + faults(.cloned, of: id).map(\.from))
    }
  }

  /// The transmitters that use the identity of an anchor on a lap.
  ///
  /// - Parameter all: of all laps, with the clones among the faults.
  func rogues(onLap lap: Int, of all: [RogueBeacon]) -> [(anchor: Int, position: Point, from: Double)] {
    all.compactMap { rogue in
      guard let anchor = site.anchors.firstIndex(where: { $0.id == rogue.beacon }),
        let from = seconds(lap, [rogue.from])
      else { return nil }
      return (anchor, rogue.position, from)
    }
  }

  /// Seconds of a lap from which on, and decibels by which, the measured power of an anchor is too high.
  func powerErrors(onLap lap: Int) -> [Int: (from: Double, decibels: Double)] {
    byAnchor { id in
      faults(.measuredPower, of: id).lazy.compactMap { fault in
        seconds(lap, [fault.from]).map { ($0, fault.decibels.value) }
      }.first
    }
  }

  /// Seconds of a lap from which on an anchor is silent.
  func silences(onLap lap: Int) -> [Int: Double] {
    byAnchor { id in
      let changes = beacons.changes.filter { $0.beacon == id }
      return seconds(lap, changes.compactMap(\.silence) + faults(.dead, of: id).map(\.from))
    }
  }
}
