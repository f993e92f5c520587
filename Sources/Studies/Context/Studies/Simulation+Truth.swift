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

  /// Seconds of a lap from which on another transmitter uses the identity of each anchor.
  func copies(onLap lap: Int) -> [Double?] {
    site.anchors.map { anchor in
      let rogues = rogues.filter { $0.beacon == anchor.id }
      return seconds(lap, rogues.map(\.from) + faults(.cloned, of: anchor.id).map(\.from))
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

  /// Seconds of a lap from which on, and decibels by which, the measured power of each anchor is too high.
  func powerErrors(onLap lap: Int) -> [(from: Double, decibels: Double)?] {
    site.anchors.map { anchor in
      faults(.measuredPower, of: anchor.id).lazy.compactMap { fault in
        seconds(lap, [fault.from]).map { ($0, fault.decibels.value) }
      }.first
    }
  }

  /// Seconds of a lap from which on each anchor is silent.
  func silences(onLap lap: Int) -> [Double?] {
    site.anchors.map { anchor in
      let changes = beacons.changes.filter { $0.beacon == anchor.id }
      return seconds(lap, changes.compactMap(\.silence) + faults(.dead, of: anchor.id).map(\.from))
    }
  }
}
