import NumericalMethods
import World

/// Effects on packets that depend on others or on the air, in order of time: collisions, bursts of interference, and
/// duplicates that a receiver omits.
struct Reception: Sendable {
  private let capture: Float?
  /// Whether packets on other channels are out of the receiver's hearing. A receiver is on one channel at a time, so without a scan,
  /// which tells which, whatever reaches it at one time is on the same channel.
  private let tellsChannelsApart: Bool
  private var bursts: [InterferenceBursts]
  private let duplicatePeriod: Int64?
  /// By transmitter, the period in which it was last reported; -1 before.
  private var reported: [Int64]
  /// The latest of the previous packets, which may still be in the air.
  private var recent: [Heard] = []

  /// Microseconds that an iBeacon's advertisement is in the air: 46 octets at 1 Mbit/s (Bluetooth Core, volume 6,
  /// part B, 2.1: preamble 1, access address 4, header 2, address 6, data 30, CRC 3).
  static let airTime: Int64 = 368

  /// Nil where the settings request none of these effects.
  init?(_ settings: ReceiverSettings, transmitters: Int, lap: Seed) {
    guard settings.hasReception else { return nil }
    capture = settings.capture.map { Float($0.value) }
    tellsChannelsApart = settings.scan != nil
    bursts = (37...39).compactMap { channel in
      settings.interference.map { InterferenceBursts($0, seed: lap.derived("interference", channel)) }
    }
    duplicatePeriod = settings.duplicatePeriod.map { Int64(($0 * 1e6).rounded()) }
    reported = [Int64](repeating: -1, count: transmitters)
  }

  /// Microseconds that must be known beyond a packet to judge it.
  var foresight: Int64 { capture == nil ? 0 : Reception.airTime }

  /// The first packets, without those that are lost or not reported.
  ///
  /// - Parameter heard: in order of time, with all that are in the air during the first ones.
  mutating func passed(_ heard: [Heard], first count: Int, counts: inout TransmissionCounts) -> [Heard] {
    var passed: [Heard] = []
    passed.reserveCapacity(count)
    for index in 0..<count {
      let packet = heard[index]
      if packet.isMarked(Heard.outsideScan) {
        counts.outsideScan += 1
      } else if packet.isMarked(Heard.lost) {
        counts.lost += 1
      } else if packet.isMarked(Heard.faint) {
        counts.belowSensitivity += 1
      } else if isDrowned(index, in: heard) {
        counts.collided += 1
      } else if isTaken(packet) {
        counts.interfered += 1
      } else if isDuplicate(packet) {
        counts.duplicates += 1
      } else {
        passed.append(packet)
      }
    }
    if capture != nil { remember(heard, first: count) }
    return passed
  }

  private mutating func remember(_ heard: [Heard], first count: Int) {
    guard count > 0 else { return }
    let from = heard[count - 1].microseconds - Reception.airTime
    recent.removeAll { $0.microseconds <= from }
    let start = heard[..<count].lastIndex { $0.microseconds <= from }.map { $0 + 1 } ?? 0
    recent += heard[start..<count]
  }

  /// Whether another packet that the receiver hears at the same time is so strong that this packet is lost.
  private func isDrowned(_ index: Int, in heard: [Heard]) -> Bool {
    guard let capture else { return false }
    let packet = heard[index]
    func drowns(_ other: Heard) -> Bool {
      (!tellsChannelsApart || other.channel == packet.channel) && packet.level < other.level + capture
    }
    var before = index - 1
    while before >= 0, packet.microseconds - heard[before].microseconds < Reception.airTime {
      if drowns(heard[before]) { return true }
      before -= 1
    }
    if before < 0 {
      for other in recent where packet.microseconds - other.microseconds < Reception.airTime && drowns(other)
      { return true }
    }
    var after = index + 1
    while after < heard.count, heard[after].microseconds - packet.microseconds < Reception.airTime {
      if drowns(heard[after]) { return true }
      after += 1
    }
    return false
  }

  private mutating func isTaken(_ packet: Heard) -> Bool {
    bursts.isEmpty ? false : bursts[Int(packet.channel) - 37].takes(at: packet.microseconds)
  }

  private mutating func isDuplicate(_ packet: Heard) -> Bool {
    guard let duplicatePeriod else { return false }
    let period = packet.microseconds / duplicatePeriod
    if reported[packet.transmitter] == period { return true }
    reported[packet.transmitter] = period
    return false
  }
}

/// The bursts on one advertising channel, followed forward in time.
struct InterferenceBursts: Sendable {
  private let settings: InterferenceSettings
  private var moments: RandomStream
  private var chances: RandomStream
  private var isOn: Bool
  /// Microseconds at which the current burst or quiet time ends.
  private var change: Double

  /// - Parameter seed: the lap's and the channel's.
  init(_ settings: InterferenceSettings, seed: Seed) {
    self.settings = settings
    (moments, chances) = (RandomStream(seed.derived("moments")), RandomStream(seed.derived("chances")))
    isOn = moments.uniform() < settings.burst / (settings.burst + settings.quiet)
    change = 0
    change = length()
  }

  private mutating func length() -> Double {
    -Elementary.log(1 - moments.uniform()) * (isOn ? settings.burst : settings.quiet) * 1e6
  }

  /// Whether interference destroys a packet. Packets must be given in order of the moments at which they begin.
  mutating func takes(at microseconds: Int64) -> Bool {
    while Double(microseconds) >= change {
      isOn.toggle()
      change += length()
    }
    return isOn && chances.uniform() < settings.loss
  }
}
