public import NumericalMethods
import Radio
public import World

/// What can be told of a walker's place from the packets that the beacons send on one lap, at most.
///
/// Every transmitter is a series of packets. Its mean follows the laws of Radio, as the simulator's does; the direction
/// faced and what walls, people and floors take are told. Shadows, power and the mean of the three channels' offsets are
/// shared by all packets; fades and receiver noise are each packet's own. All that the receiver may do to a packet but
/// losing it by chance is left out, since it only takes from what can be told.
public struct LapSeries: Sendable {
  public let groups: [SeriesGroup]

  /// Why a channel cannot be bounded; nil when it can.
  public static func obstacle(
    of channel: ChannelSettings, beacons: BeaconSettings
  ) -> (key: String, reason: String)? {
    if channel.shadowing?.anchorDecorrelation != nil {
      return ("channel.shadowing.beaconDecorrelation", "the shadows of one beacon tell of another's")
    }
    if beacons.lossPerMetre > 0 {
      return ("beacons.lossPerMetre", "what is lost tells how far away a beacon is")
    }
    return beacons.loss < 1 ? nil : ("beacons.loss", "nothing is heard")
  }

  /// Whether nothing at all disturbs a level, so that places can be told exactly.
  ///
  /// The transmitters of a pillar share their shadow, so that what they differ by is disturbed by the packets' noise alone.
  public static func isNoiseFree(_ channel: ChannelSettings, _ receiver: ReceiverSettings, on site: Site)
    -> Bool
  {
    guard packetNoise(channel, receiver) == nil else { return false }
    return (channel.shadowing?.sigma.value ?? 0) == 0 || site.anchors.contains { $0.transmitters.count > 1 }
  }

  /// Whether packets have noise of their own that says nothing about how fast one walks.
  public static func hidesSpeed(_ channel: ChannelSettings, _ receiver: ReceiverSettings) -> Bool {
    if case .rician(_, .waves) = channel.fading { return false }
    return packetNoise(channel, receiver) != nil
  }

  /// Of one packet. Fades that are waves' are told, since what they tell together cannot be bounded by one packet's.
  private static func packetNoise(_ channel: ChannelSettings, _ receiver: ReceiverSettings) -> LocationNoise?
  {
    let normal = receiver.noise.value * receiver.noise.value
    if case .rician(let k, .independent) = channel.fading, k < RicianFading.largest {
      return RicianFading(k: k).noise?.adding(normal: normal)
    }
    return normal > 0 ? LocationNoise(variance: normal) : nil
  }

  /// - Parameters:
  ///   - bins: of the walk; all packets of one are taken to be sent from its middle.
  ///   - beaconWalks: where beacons that walk are, by anchor of the site. Those that the site says to be mobile are left
  ///     out, as no method takes them for a place.
  public init(
    _ building: Building, bins: WalkedBins, walk: Walk, hand: Hand, duration: Double,
    beacons: BeaconSettings, receiver: ReceiverSettings, beaconWalks: [Int: Walk] = [:]
  ) {
    let noise = Self.packetNoise(building.channel, receiver)
    let mean = MeanSlopes(building.channel, bins: bins, hand: hand)
    let sharing = SharedLevels(building, beacons, bins: bins, walk: walk, duration: duration)
    let changes = Dictionary(grouping: beacons.changes, by: \.beacon)
    // Transmitters of one pillar have one shadow.
    let pillars = Dictionary(grouping: building.senders, by: \.shadow).sorted { $0.key < $1.key }
    var kinds: [Kind] = []
    var members: [[[SIMD3<Double>]]] = []
    var groups: [SeriesGroup] = []
    for (_, pillar) in pillars {
      let anchor = building.site.anchors[pillar[0].anchor]
      guard !anchor.isMobile else { continue }
      let timing = beacons.changed(by: pillar[0].isRogue ? [] : changes[anchor.id] ?? [])
      let packets = bins.length / (timing.interval + timing.delay / 2)
      let track = pillar[0].isRogue ? nil : beaconWalks[pillar[0].anchor]
      let each = pillar.map { sender in mean.slopes { track?.position(at: $0) ?? sender.place } }
      let together = Self.mean(of: each)
      let kind = Kind(packets: packets, count: pillar.count, track: track)
      if let index = kinds.firstIndex(of: kind) {
        members[index].append(together)
      } else {
        kinds.append(kind)
        members.append([together])
      }
      guard pillar.count > 1 else { continue }
      // What its transmitters differ by, which has no shadow.
      let differences = each.map { slopes in zip(slopes, together).map { $0 - $1 } }
      groups.append(
        SeriesGroup(
          gradients: differences, covariance: nil, packets: packets, heard: 1 - beacons.loss, noise: noise))
    }
    self.groups =
      groups
      + zip(kinds, members).map { kind, gradients in
        SeriesGroup(
          gradients: gradients, covariance: sharing.covariance(of: kind.count, track: kind.track),
          packets: kind.packets * Double(kind.count), heard: 1 - beacons.loss, noise: noise)
      }
  }

  /// Series of one kind share a covariance.
  private struct Kind: Hashable {
    let packets: Double
    let count: Int
    let track: Walk?
  }

  private static func mean(of slopes: [[SIMD3<Double>]]) -> [SIMD3<Double>] {
    slopes[0].indices.map { bin in
      slopes.reduce(SIMD3<Double>.zero) { $0 + $1[bin] } / Double(slopes.count)
    }
  }
}
