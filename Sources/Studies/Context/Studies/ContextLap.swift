import Evaluation
package import Laps
import NumericalMethods
import Propagation
import Scenarios
import Sites
package import World

/// The outcome of one application on one lap, on the phone of one walker.
package struct ApplicationOutcome: Sendable {
  /// The walker's name; nil where there is only one.
  package var walker: String?
  /// What the application noticed, claimed and measured.
  package var log = ContextLog()
  /// Its notices against the true events.
  package var matching: EventMatching
  /// The same by ``RadiusScore/factors`` of the radius of the truth; empty where the truth has none.
  var matchingByRadius: [EventMatching] = []
  /// The number of advertisements that the phone received.
  var received = 0
  /// Seconds of the lap.
  package var seconds: Double
  /// Its claims against the true states.
  package var states = StateTally()
  /// The true states in the seconds with a claim; empty for an application without states.
  var trueStates: [Int32] = []
  /// By published zone; empty for other applications.
  package var zones: [ZoneTally] = []
}

/// How many seconds the right state was claimed.
package struct StateTally: Hashable, Sendable {
  /// Seconds at which the state was known.
  package private(set) var seconds = 0
  /// Of these, the seconds at which the claim was the true state.
  package private(set) var right = 0
  /// Seconds at which the true state was among those offered.
  package private(set) var offered = 0
  /// Changes from one claimed state to another.
  package private(set) var flips = 0

  package init() {}

  /// - Parameter width: how many states were offered each second.
  init(_ claims: [Int32], width: Int, truth: (@Sendable (Double) -> Int32?)?) {
    guard let truth, width > 0 else { return }
    var last: Int32?
    for second in 0..<claims.count / width {
      let own = claims[second * width..<(second + 1) * width]
      let claim = claims[second * width]
      if claim >= 0 {
        if let last, last != claim { flips += 1 }
        last = claim
      }
      guard let state = truth(Double(second + 1)) else { continue }
      seconds += 1
      if claim == state { right += 1 }
      if own.contains(state) { offered += 1 }
    }
  }

  static func + (a: StateTally, b: StateTally) -> StateTally {
    var sum = a
    sum.seconds += b.seconds
    sum.right += b.right
    sum.offered += b.offered
    sum.flips += b.flips
    return sum
  }
}

/// The ranging measurements while the true distance of the closest beacon was in one band.
package struct ZoneTally: Hashable, Sendable {
  /// The number of seconds measured with the right zone.
  package private(set) var right = 0
  /// The levels in dBm, and the errors of the distance in metres.
  private(set) var levels = LapFigure.Part.zero
  private(set) var errors = LapFigure.Part.zero

  mutating func add(_ measure: RangedMeasure, trueDistance: Double, zone: ProximityZone) {
    if measure.zone == zone { right += 1 }
    let miss = (measure.distance ?? trueDistance) - trueDistance
    levels += LapFigure.Part(measure.level, measure.level * measure.level, 1)
    errors += LapFigure.Part(miss, miss * miss, 1)
  }

  /// The number of seconds measured.
  package var count: Int { Int(levels[2]) }
  /// The standard deviation of the levels, in dB; nil for fewer than two.
  package var levelDeviation: Double? { deviation(levels) }
  /// The standard deviation of the errors of the distance, in metres; nil for fewer than two.
  package var distanceDeviation: Double? { deviation(errors) }

  private func deviation(_ whole: LapFigure.Part) -> Double? {
    count > 1 ? LapFigure.Statistic.deviation.value(of: whole) : nil
  }

  static func + (a: ZoneTally, b: ZoneTally) -> ZoneTally {
    var sum = a
    sum.right += b.right
    sum.levels += b.levels
    sum.errors += b.errors
    return sum
  }
}

extension ApplicationDefinition {
  /// Scores the events that were noticed on one lap.
  func outcome(_ log: ContextLog, of lap: ContextTruth, walker: String?, received: Int) -> ApplicationOutcome
  {
    let settings = application.settings
    let truth = settings.truth(of: lap)
    var zones: [ZoneTally] = []
    if let ranging = settings as? RangingApplication {
      zones = ranging.published.map { band in
        var tally = ZoneTally()
        for measure in log.measures {
          let distance = lap.distance(to: measure.anchor, at: measure.microseconds.seconds - 0.5)
          if distance > band.from, distance <= band.to {
            tally.add(measure, trueDistance: distance, zone: band.zone)
          }
        }
        return tally
      }
    }
    func matching(_ truth: ApplicationTruth) -> EventMatching {
      EventMatching(log.events, truth: truth.events, early: early) { settings.window(of: $0) ?? window }
    }
    let own = matching(truth)
    return ApplicationOutcome(
      walker: walker, log: log, matching: own,
      matchingByRadius: RadiusScore.factors.compactMap { factor in
        factor == 1
          ? settings.radius(times: 1).map { _ in own }
          : settings.radius(times: factor).map { matching($0.application.truth(of: lap)) }
      },
      received: received, seconds: lap.end.seconds,
      states: StateTally(log.claims, width: settings.offered, truth: truth.state),
      trueStates: truth.state.map { state in
        (0..<log.claims.count / settings.offered).map { state(Double($0 + 1)) ?? -1 }
      } ?? [], zones: zones)
  }
}

extension ContextScenario {
  /// One lap through all applications: by walker, and then by application.
  package func outcomes(ofLap lap: Int) throws -> [[ApplicationOutcome]] {
    try reported(ofLap: lap, of: study, by: nil).outcomes
  }

  /// One lap in a study of other beacons, perhaps with what the phones report.
  func reported(ofLap lap: Int, of study: Study, by report: LapReport? = nil) throws -> ReportedLap {
    var reported = ReportedLap()
    func read(
      _ source: inout some AdvertisementSource, _ truth: ContextTruth, _ walker: (index: Int, name: String)?
    ) throws {
      var engine = ContextEngine(
        settings.applications, handset: settings.handset, site: truth.site,
        messages: messages(of: truth, lap: lap, walker: walker?.name), isReported: report != nil)
      try engine.readAll(of: &source)
      engine.listen(until: truth.end)
      reported.records += report?.records(of: engine.logs, lap: lap, walker: walker) ?? []
      reported.outcomes.append(
        zip(settings.applications, engine.logs).map {
          $0.outcome($1, of: truth, walker: walker?.name, received: engine.heard)
        })
    }
    switch study {
    case .simulated(let study):
      for walker in 0..<max(study.walkers.count, 1) {
        var source = try study.source(ofLap: lap, walker: walker)
        let truth = study.groundTruth(ofLap: lap, walker: walker)
        try read(&source, truth, study.name(ofWalker: walker).map { (walker, $0) })
      }
    case .recorded(let study):
      var source = study.walks[lap].source
      let truth = ContextTruth(
        site: study.dataset.site.site, walk: study.walks[lap].truth, end: source.end ?? 0)
      try read(&source, truth, nil)
    }
    return reported
  }

  /// What reaches the applications on a simulated lap beside advertisements: by application, in the order of time.
  package func messages(ofLap lap: Int, of study: SimulatedStudy, walker: Int = 0) -> [[ContextMessage]] {
    messages(
      of: study.groundTruth(ofLap: lap, walker: walker), lap: lap, walker: study.name(ofWalker: walker))
  }

  /// All applications have the same draws, so that those which differ in a setting are compared in pairs.
  private func messages(of truth: ContextTruth, lap: Int, walker: String?) -> [[ContextMessage]] {
    let seed = scenario.studySeed.derived("lap", lap).derived("messages").derived(walker ?? "")
    return settings.applications.map { definition in
      var random = RandomStream(seed)
      return definition.application.settings.messages(of: truth, using: &random)
    }
  }
}

extension SimulatedStudy {
  /// Nil where there is only one walker.
  fileprivate func name(ofWalker walker: Int) -> String? { walkers.isEmpty ? nil : walkers[walker] }

  fileprivate func groundTruth(ofLap lap: Int, walker: Int) -> ContextTruth {
    let walk = walk(ofLap: lap, walker: walker)
    return ContextTruth(
      site: simulation.site, walk: walk.walk, beaconWalks: beaconWalks(ofLap: lap),
      nearables: simulation.nearables, silences: simulation.silences(onLap: lap),
      copies: simulation.copies(onLap: lap), powerErrors: simulation.powerErrors(onLap: lap),
      rogues: simulation.rogues(onLap: lap, of: building.rogues),
      end: (walk.duration * 1e6).rounded(.up).microsecondsExactly)
  }
}

extension ContextEngine {
  /// Reads a source to its end, a piece at a time.
  package mutating func readAll(of source: inout some AdvertisementSource) throws {
    var piece = AdvertisementStream()
    var hasMore = true
    while hasMore {
      piece.removeAll()
      hasMore = try source.next(into: &piece)
      read(piece, directory: source.directory)
    }
  }
}

extension Double {
  /// This number of microseconds, to which a lap's length was rounded up, as an integer.
  fileprivate var microsecondsExactly: Int64 { (self / 1e6).microseconds }
}
