public import NumericalMethods
import Radio
public import World

/// An upper bound of the information on a walker's position in the packets that the beacons send on one lap.
///
/// Every transmitter is a series of packets. Its mean follows the laws of the module Radio, as in the simulator; the walker's
/// heading and the losses through walls, people and floors are taken as known. Shadowing, power and the mean of the three
/// channels' offsets are common to all packets; fading and receiver noise are independent for each packet. Everything that the
/// receiver may do to a packet, other than losing it by chance, is left out, since it only removes information.
public struct LapSeries: Sendable {
  /// By covariance of their packets: series of one group share it.
  public let groups: [SeriesGroup]

  /// The most beacons that may have correlated shadowing.
  static let mostAlike = 200

  /// What the bounds require and what the scenario has instead; nil when they can be computed.
  ///
  /// - Parameters:
  ///   - building: its site, channel and faults.
  ///   - beacons: their loss, and changes of single ones.
  ///   - walking: whether beacons walk.
  public static func obstacle(
    of building: Building, beacons: BeaconSettings, walking: Bool
  ) -> (expected: String, found: String)? {
    guard beacons.loss < 1 else { return ("beacons.loss below 1", "1, with which nothing is received") }
    guard building.faults.isEmpty else {
      return ("a scenario without faults", "faults, which no bound takes into account")
    }
    guard building.channel.shadowing?.anchorDecorrelation != nil else { return nil }
    let correlated = "with channel.shadowing.beaconDecorrelation"
    if walking { return ("beacons at rest \(correlated)", "beacons that move") }
    let anchors = building.site.anchors
    guard anchors.count <= mostAlike else {
      return ("at most \(mostAlike) beacons \(correlated)", "\(anchors.count)")
    }
    if anchors.contains(where: { $0.transmitters.count > 1 }) {
      return ("one transmitter for each beacon \(correlated)", "several")
    }
    return beacons.changes.contains { $0.interval != nil || $0.delay != nil }
      ? ("the same interval and delay for all beacons \(correlated)", "different ones") : nil
  }

  /// Whether levels are free of noise, so that positions can be determined exactly.
  ///
  /// The transmitters of a pillar share their shadowing, so that their differences are disturbed by the packets' noise
  /// alone.
  public static func isNoiseFree(_ channel: ChannelSettings, _ receiver: ReceiverSettings, on site: Site)
    -> Bool
  {
    guard packetNoise(channel, receiver) == nil else { return false }
    return (channel.shadowing?.sigma.value ?? 0) == 0 || site.anchors.contains { $0.transmitters.count > 1 }
  }

  /// Whether packets have independent noise that does not depend on the walking speed, and the shadowing of beacons is
  /// independent, so that the information on the speed can be bounded.
  public static func hidesSpeed(_ channel: ChannelSettings, _ receiver: ReceiverSettings) -> Bool {
    if case .rician(_, .waves) = channel.fading { return false }
    if channel.shadowing?.anchorDecorrelation != nil { return false }
    return packetNoise(channel, receiver) != nil
  }

  /// The noise of one packet. Correlated fading is taken as known, since its joint information cannot be bounded from single
  /// packets.
  static func packetNoise(_ channel: ChannelSettings, _ receiver: ReceiverSettings) -> LocationNoise? {
    let normal = receiver.noise.value * receiver.noise.value
    if case .rician(let k, .independent) = channel.fading, k < RicianFading.largest {
      return RicianFading(k: k).noise?.adding(normal: normal)
    }
    return normal > 0 ? LocationNoise(variance: normal) : nil
  }

  /// - Parameters:
  ///   - building: its site and channel.
  ///   - bins: of the walk; all packets of a bin are taken to be sent from its middle.
  ///   - walk: the walker's on this lap.
  ///   - hand: the hand that carries the phone, for the body's loss.
  ///   - duration: seconds that the stream lasts.
  ///   - beacons: their timing and loss.
  ///   - receiver: its noise.
  ///   - beaconWalks: where beacons that walk are, by anchor of the site. Those that the site says to be mobile are left
  ///     out, as no method takes them for a place.
  public init(
    _ building: Building, bins: WalkedBins, walk: Walk, hand: Hand, duration: Double,
    beacons: BeaconSettings, receiver: ReceiverSettings, beaconWalks: [Int: Walk] = [:]
  ) {
    let mean = MeanSlopes(building.channel, bins: bins, hand: hand)
    let pillars = Self.pillars(of: building, beacons, bins, mean, beaconWalks)
    let (heard, noise) = (1 - beacons.loss, Self.packetNoise(building.channel, receiver))
    var kinds: [(kind: Kind, members: [Member])] = []
    for pillar in pillars {
      if let index = kinds.firstIndex(where: { $0.kind == pillar.kind }) {
        kinds[index].members.append(pillar.member)
      } else {
        kinds.append((pillar.kind, [pillar.member]))
      }
    }
    let own = pillars.flatMap {
      [$0.differences(heard: heard, noise: noise), $0.chances(mean, beacons)].compactMap(\.self)
    }
    let sharing = SharedLevels(building, beacons, bins: bins, walk: walk, duration: duration)
    let decorrelation = building.channel.shadowing?.anchorDecorrelation
    groups =
      own
      + kinds.flatMap { kind, members in
        let shared = sharing.shared(by: kind.count, track: kind.track)
        return Self.independent(members, alike: decorrelation).map { slopes, weight in
          SeriesGroup(
            gradients: slopes, covariance: shared.covariance, weight: shared.weight * weight,
            constant: shared.constant, packets: kind.packets * Double(kind.count), heard: heard, noise: noise)
        }
      }
  }

  /// The beacons and pillars that stay on the site, by their shadows.
  private static func pillars(
    of building: Building, _ beacons: BeaconSettings, _ bins: WalkedBins, _ mean: MeanSlopes,
    _ beaconWalks: [Int: Walk]
  ) -> [Pillar] {
    let changes = Dictionary(grouping: beacons.changes, by: \.beacon)
    // Transmitters of one pillar have one shadow.
    let pillars = Dictionary(grouping: building.senders, by: \.shadow).sorted { $0.key < $1.key }
    return pillars.map(\.value).compactMap { senders in
      let anchor = building.site.anchors[senders[0].anchor]
      guard !anchor.isMobile else { return nil }
      let isRogue = senders[0].isRogue
      let timing = beacons.changed(by: isRogue ? [] : changes[anchor.id] ?? [])
      return Pillar(
        senders, packets: bins.length / (timing.interval + timing.delay / 2),
        track: isRogue ? nil : beaconWalks[senders[0].anchor], mean)
    }
  }

  /// The transmitters that share one shadow: a beacon, or those of a pillar.
  private struct Pillar {
    let senders: [Sender]
    let kind: Kind
    /// By transmitter.
    let slopes: [[SIMD3<Double>]]
    let member: Member

    init(_ senders: [Sender], packets: Double, track: Walk?, _ mean: MeanSlopes) {
      self.senders = senders
      kind = Kind(packets: packets, count: senders.count, track: track)
      slopes = senders.map { sender in mean.slopes { track?.position(at: $0) ?? sender.place } }
      member = Member(slopes: LapSeries.mean(of: slopes), place: senders[0].place)
    }

    /// The differences of its transmitters, which contain no shadowing; nil for a single one.
    func differences(heard: Double, noise: LocationNoise?) -> SeriesGroup? {
      guard senders.count > 1 else { return nil }
      let differences = slopes.map { slopes in zip(slopes, member.slopes).map { $0 - $1 } }
      return SeriesGroup(
        gradients: differences, covariance: nil, packets: kind.packets, heard: heard, noise: noise)
    }

    /// What the share of lost packets says of the distance; nil where it does not depend on it.
    func chances(_ mean: MeanSlopes, _ beacons: BeaconSettings) -> SeriesGroup? {
      guard beacons.lossPerMetre > 0 else { return nil }
      let chances = senders.map { sender in
        mean.lossSlopes(beacons) { kind.track?.position(at: $0) ?? sender.place }
      }
      // Scaled to noise of the variance 1.
      return SeriesGroup(
        gradients: chances, covariance: nil, packets: kind.packets, noise: LocationNoise(variance: 1))
    }
  }

  /// One beacon or pillar.
  private struct Member {
    let slopes: [SIMD3<Double>]
    let place: Point
  }

  /// Series with independent shadowing, and its variances: the beacons' own series or, where the shadowing of near beacons
  /// is correlated, their combinations along the eigenvectors of the correlation matrix. The packets' noise has the same
  /// variance for all beacons, so the rotation does not change it.
  private static func independent(
    _ members: [Member], alike decorrelation: Double?
  ) -> [(slopes: [[SIMD3<Double>]], weight: Double)] {
    guard let decorrelation else { return [(members.map(\.slopes), 1)] }
    let axes = SymmetricEigenvectors(size: members.count) {
      Elementary.exp(-members[$0].place.distance(to: members[$1].place) / decorrelation)
    }
    return zip(axes.values, axes.vectors).map { value, vector in
      let sum = members[0].slopes.indices.map { bin in
        zip(members, vector).reduce(SIMD3<Double>.zero) { $0 + $1.0.slopes[bin] * $1.1 }
      }
      return ([sum], max(value, 0))
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
