import Calibrating
import Documents
import Laps
import NumericalMethods
import Propagation
import Radio
import Scenarios
import World

/// The channel that was fitted to a recording, with the C of each anchor.
struct TwinChannel: Sendable {
  /// With the highest C of all anchors for every one.
  let channel: ChannelSettings
  let beacons: BeaconSettings
  /// Hears everything, since what is too weak is only known once the anchor's own C is in.
  let ear: ReceiverSettings
  private let receiver: ReceiverSettings
  /// By anchor: how far its C is below the highest.
  private let losses: [Decibels]

  /// - Parameter averageSeconds: how long the windows of averages are, of which one is then sent in each; nil for
  ///   single advertisements.
  /// - Throws: ``FileProblem`` when the fit gave what no scenario may hold.
  init(_ fit: ChannelFit, anchors: Int, averageSeconds: Double?) throws(FileProblem) {
    let resolved = try ChannelFile.schema.resolve(fit.channelDocument)
    var channel = try ChannelSettings(try resolved["channel"])
    // What walls take is in the fitted levels.
    channel.obstacles = false
    channel.shadowing?.extent = .floor
    let fade = if case .rician(let k, _) = channel.fading { RicianFading(k: k).mean } else { Decibels(0) }
    let law = fit.robustByBeacon ?? fit.robust
    let common = fit.robust.solution.level(of: 0) ?? 0
    let levels = (0..<anchors).map { (law.solution.level(of: $0) ?? common) - fade.value }
    let highest = levels.max() ?? common
    channel.pathLoss = .logDistance(
      LogDistance(exponent: min(max(law.solution.slope, 0.5), 20), levelAtOneMetre: DBm(highest)))
    losses = levels.map { Decibels(highest - $0) }
    self.channel = channel
    var beacons = try resolved.optional("beacons").map { value throws(FileProblem) in
      try BeaconSettings(value)
    }
    var receiver = try ReceiverSettings(try resolved["receiver"])
    if let averageSeconds {
      beacons = BeaconSettings {
        ($0.interval, $0.delay, $0.loss) = (max(averageSeconds, 0.02), 0, beacons?.loss ?? 0)
      }
      receiver.wholeDBm = fit.readings.isWhole
    }
    // Each anchor's own power is in its C.
    beacons?.powerDeviation = 0
    self.beacons = beacons ?? BeaconSettings { $0.loss = 0 }
    self.receiver = receiver
    var ear = receiver
    ear.sensitivity = -1000
    ear.wholeDBm = false
    self.ear = ear
  }

  /// What the receiver makes of a level that has the highest C; nil when it is too weak.
  func heard(_ level: DBm, fromAnchor anchor: Int) -> DBm? {
    let arrived = level - losses[anchor]
    guard arrived >= receiver.sensitivity else { return nil }
    return receiver.wholeDBm ? DBm(Elementary.nearestInteger(arrived.value) + 0) : arrived
  }
}
