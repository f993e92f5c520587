import Calibrating
import Documents
import NumericalMethods
import Propagation
import Radio
import Scenarios
import World

/// The channel that was fitted to a recording, with a C for each anchor.
struct TwinChannel: Sendable {
  /// With the highest C of all anchors, for every anchor.
  let channel: ChannelSettings
  let beacons: BeaconSettings
  /// A receiver without a sensitivity limit: whether a level is too weak is known only once the C of its anchor is applied.
  let ear: ReceiverSettings
  private let receiver: ReceiverSettings
  /// By anchor: the difference between the highest C and its own.
  private let losses: [Decibels]

  /// - Parameter averageSeconds: the length of the windows of averages, in each of which one is then sent; nil for single
  ///   advertisements.
  /// - Throws: ``FileProblem`` when a fitted value is outside the range that a scenario allows.
  init(_ fit: ChannelFit, anchors: Int, averageSeconds: Double?) throws(FileProblem) {
    let resolved = try ChannelFile.schema.resolve(fit.channelDocument)
    var channel = try ChannelSettings(try resolved["channel"])
    // The fitted levels include the loss through walls.
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
    // The C of each anchor includes its power.
    beacons?.powerDeviation = 0
    self.beacons = beacons ?? BeaconSettings { $0.loss = 0 }
    self.receiver = receiver
    var ear = receiver
    ear.sensitivity = -1000
    ear.wholeDBm = false
    self.ear = ear
  }

  /// What the receiver reports for a level computed with the highest C; nil when it is too weak.
  func heard(_ level: DBm, fromAnchor anchor: Int) -> DBm? {
    let arrived = level - losses[anchor]
    guard arrived >= receiver.sensitivity else { return nil }
    return receiver.wholeDBm ? DBm(Elementary.nearestInteger(arrived.value) + 0) : arrived
  }
}
