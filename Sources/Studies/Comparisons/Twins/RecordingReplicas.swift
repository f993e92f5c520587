import Calibrating
import Documents
import Laps
import NumericalMethods
import Propagation
import Radio
import Scenarios
import World

/// Simulates replicas of a recording: its walks through the channel that was fitted to them.
///
/// All walks of one replica are parts of one long walk, so that they share the same shadowing. Each anchor transmits on its own:
/// where receivers on the walls hear one carried beacon, each link has the same path loss but packets of its own.
struct RecordingReplicas: Sendable {
  private let site: Site
  let fitted: TwinChannel
  @Shared private(set) var building: Building
  private let journey: Walk
  private let duration: Double
  private let parts: [Part]
  private let kind: AdvertisementStream.Kind
  /// Whether the recording states advertising channels; its replicas then state them too.
  private let hasChannels: Bool

  /// One recorded walk as a part of the long one.
  private struct Part: Sendable {
    /// Its beginning and duration in microseconds.
    let start: Int64
    let length: Int64
    /// For a recording of averages: the time of each.
    let moments: [Int64]
  }

  /// Seconds between the end of one walk and the start of the next.
  private static let pause = 1.0

  /// - Parameters:
  ///   - walks: with the microseconds at which each recording ends, where that is known.
  ///   - recorded: the streams of the walks.
  init(
    _ fitted: TwinChannel, site: Site, walks: [(truth: Walk, end: Int64?)], recorded: [AdvertisementStream]
  ) throws(SettingFault) {
    self.site = site
    self.fitted = fitted
    kind = recorded.first?.kind ?? .advertisements
    hasChannels = recorded.contains { $0.channels.contains { $0 != 0 } }
    var isOfAverages = false
    if case .averages = kind { isOfAverages = true }
    var parts: [Part] = []
    var knots: [Walk.Knot] = []
    var start = 0.0
    for (walk, stream) in zip(walks, recorded) {
      let last = max(stream.microseconds.max() ?? 0, walk.end ?? 0)
      let moments = isOfAverages ? Set(stream.microseconds).sorted() : []
      parts.append(Part(start: Int64(start * 1e6), length: last, moments: moments))
      knots += walk.truth.knots.map {
        Walk.Knot(time: $0.time + start, position: $0.position, floor: $0.floor)
      }
      let end = max(Double(last) / 1e6, walk.truth.span.upperBound)
      start = (start + end + Self.pause).rounded(.up)
    }
    self.parts = parts
    journey = Walk(knots: knots)
    duration = start
    building = try Building(
      site: Self.ground(of: walks.map(\.truth), on: site), channel: fitted.channel, seed: Seed(0))
  }

  /// The site without its path, so that shadowing covers the whole floor, and with test points at the corners of the area that
  /// the walks cover.
  private static func ground(of walks: [Walk], on site: Site) -> Site {
    let (low, high) = walks.flatMap { $0.knots.map(\.position) }.box
    return Site(
      name: site.name, floors: site.floors,
      testPoints: [low, high].enumerated().map { TestPoint(id: .number($0 + 1), position: $1) },
      obstacles: site.obstacles.filter { $0.loss > 0 }, anchors: site.anchors)
  }

  /// What is received on each walk of one replica, and the directory that the streams' indices refer to.
  func streams(seed: Seed) throws -> (streams: [AdvertisementStream], directory: StreamDirectory) {
    var source = try SimulatedSource(
      building: building, walk: journey, hand: .left, duration: duration, beacons: fitted.beacons,
      receiver: fitted.ear, tellsChannel: hasChannels, seed: seed)
    try source.shadowMemory.check()
    let stream = try source.stream()
    var byPart = parts.map { _ in [[Advertisement]](repeating: [], count: site.anchors.count) }
    for advertisement in stream {
      guard let part = parts.lastIndex(where: { $0.start <= advertisement.microseconds }),
        advertisement.microseconds - parts[part].start <= parts[part].length,
        let level = fitted.heard(advertisement.level, fromAnchor: advertisement.anchor)
      else { continue }
      var moved = advertisement
      moved.microseconds -= parts[part].start
      moved.level = level
      byPart[part][advertisement.anchor].append(moved)
    }
    let streams = parts.indices.map { part in
      let heard = byPart[part].flatMap { atMoments($0, parts[part].moments) }
      var stream = AdvertisementStream(kind: kind)
      for index in heard.indices.sorted(by: { (heard[$0].microseconds, $0) < (heard[$1].microseconds, $1) }) {
        stream.append(heard[index])
      }
      return stream
    }
    return (streams, source.directory)
  }

  /// For averages, the last of each window with the time stamp of the recorded one; windows in which nothing was received are
  /// absent.
  private func atMoments(_ heard: [Advertisement], _ moments: [Int64]) -> [Advertisement] {
    guard case .averages(let seconds) = kind else { return heard }
    // The two clocks differ by no more than rounding.
    let window = Int64((seconds * 1.02 * 1e6).rounded(.up))
    var next = 0
    return moments.compactMap { moment in
      while next + 1 < heard.count, heard[next + 1].microseconds <= moment { next += 1 }
      guard next < heard.count, moment - window < heard[next].microseconds,
        heard[next].microseconds <= moment
      else { return nil }
      var stamped = heard[next]
      stamped.microseconds = moment
      return stamped
    }
  }
}

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
    channel.shadowing?.extent = .floor
    let fade = if case .rician(let k, _) = channel.fading { RicianFading(k: k).mean } else { Decibels(0) }
    let law = fit.robustByBeacon ?? fit.robust
    let common = fit.robust.solution.level(of: 0) ?? 0
    let levels = (0..<anchors).map { (law.solution.level(of: $0) ?? common) - fade.value }
    let highest = levels.max() ?? common
    channel.pathLoss = .logDistance(
      LogDistance(exponent: min(max(law.solution.slope, 0.5), 20), levelAtOneMetre: DBm(highest)))
    // What the recording hardly heard, and the fit left out, a replica does not hear.
    let rare = Set(fit.readings.rare.map(\.beacon))
    losses = zip(levels, fit.readings.beacons).map { Decibels(rare.contains($1) ? .infinity : highest - $0) }
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
