import Calibrating
import Documents
import NumericalMethods
import Propagation
import Scenarios
import Sites
import SyntheticChannels
import TestSupport
import Testing
import World

/// Fits to channels whose every number is known.
@Suite struct ChannelFitTests {
  private let recordings = SyntheticRecordings()

  /// Over 20 seeds n has a standard error of 0.1 / sqrt(20) = 0.023 (0.1: the root mean square over 300 seeds, see
  /// docs/calibrate.md), so a mean further than 0.12 from the truth comes by chance once in 2e7 times.
  @Test func `what was too weak to be heard does not bend the fit, as it bends plain least squares`() throws {
    var (plain, normal, ignoring) = (0.0, 0.0, 0.0)
    for seed in 1...UInt64(20) {
      let stream = try recordings.stream(seed: seed, sensitivity: -82)
      let fit = try recordings.fit(stream, seed: seed)
      plain += try #require(fit.plain?.exponent) / 20
      normal += try #require(fit.normal.exponent?.value) / 20
      let other = try recordings.fit(stream, seed: seed, options: .init(censoring: false))
      ignoring += try #require(other.normal.exponent?.value) / 20
      #expect(other.silence == .ignored && other.normal.loss == nil && other.losses == nil)
    }
    #expect(abs(normal - SyntheticRecordings.exponent) < 0.12, "\(normal)")
    // A third of the readings beyond 15 m are missing from these.
    #expect(plain < SyntheticRecordings.exponent - 0.4, "\(plain)")
    #expect(abs(ignoring - plain) < 1e-6)
  }

  /// One reading in twenty is thrown up to 40 dB up, near beacons more than far ones.
  @Test func `outliers hardly move the robust fit`() throws {
    let stream = try recordings.stream(seed: 3)
    var spoilt = AdvertisementStream()
    for (index, advertisement) in stream.enumerated() {
      var advertisement = advertisement
      if index % 20 == 7 { advertisement.level = DBm(-45) }
      spoilt.append(advertisement)
    }
    let (clean, fit) = (try recordings.fit(stream, seed: 3), try recordings.fit(spoilt, seed: 3))
    func moved(_ law: (ChannelFit) -> ChannelLaw) throws -> Double {
      abs(try #require(law(fit).exponent?.value) - (try #require(law(clean).exponent?.value)))
    }
    let (robust, normal) = (try moved(\.robust), try moved(\.normal))
    #expect(robust < 0.5 * normal, "\(robust), \(normal)")
    #expect(fit.robust.errorDegrees == 4)
    #expect(fit.residuals.count { $0.isOutlier } > 20)
    #expect(clean.residuals.count { $0.isOutlier } < 5)
  }

  /// Twelve beacons have 24 independent differences, so that their standard deviation is known to 1 / sqrt(48) =
  /// 14 %; 5.5 of that is passed once in 2e7 times.
  @Test func `tells how far the channels are apart, and takes it off before looking at fading`() throws {
    let fit = try recordings.fit(
      try recordings.stream(seed: 5, offsets: 3, sensitivity: -110, interval: 0.1), seed: 5)
    let channels = try #require(fit.channels)
    #expect(channels.links == 12 && channels.means.count == 3)
    #expect(abs(channels.deviation.value / 3 - 1) < 0.79, "\(channels.deviation)")
    #expect(abs(channels.means.reduce(0) { $0 + $1.value }) < 1e-9)
    let nugget = try #require(fit.correlation.nugget?.value)
    // Noise of 3 dB and rounding; the offsets would add 9.
    #expect(abs(nugget - 9.08) < 4, "\(nugget)")
  }

  /// Over ten seeds the mean of log K is as sure as the intervals say: further than 5.3 standard errors from the
  /// truth once in 9e6 times.
  @Test(arguments: [1.0, 4, 10]) func `finds the K of fading that is all there is`(k: Double) throws {
    var (sum, variance) = (0.0, 0.0)
    for seed in 1...UInt64(10) {
      let stream = try recordings.stream(
        seed: seed, fading: .rician(k: k), noise: 0, sensitivity: -120, interval: 0.1)
      let estimate = try #require(try recordings.fit(stream, seed: seed).fadingK)
      let (lower, upper) = (try #require(estimate.lower), try #require(estimate.upper))
      sum += Elementary.log(estimate.value / k) / 10
      let error = Elementary.log(upper / lower) / (2 * 2.2)
      variance += error * error / 100
    }
    #expect(sum.magnitude < 5.3 * variance.squareRoot(), "\(sum), \(variance.squareRoot())")
  }

  @Test func `the fitted channel takes the place of a scenario's`() throws {
    let fit = try recordings.fit(seed: 1)
    let file = try ChannelFile(fit.channelDocument)
    let scenario = try #require(ScenarioDocuments.documents(ScenarioDocuments.simulatedTexts).first)
    let placed = try ScenarioSchema.simulated.resolve(file.placed(in: scenario))
    let law = try placed["channel"]["pathLoss"]["logDistance"]
    #expect(try law.number("n") == fit.best.exponent?.value)
    #expect(try placed["beacons"].number("loss") == fit.best.loss?.value)
    #expect(try placed["receiver"].number("sensitivity") == fit.limit?.value)
    // Keys that the channel file does not have stay as they were.
    #expect(try placed["beacons"].number("delay") == 0.005)
    #expect(try placed["receiver"].number("offsetDeviation") == 1)
    let recorded = try #require(ScenarioDocuments.documents(ScenarioDocuments.recordedTexts).first)
    #expect(throws: FileProblem.self) { try file.placed(in: recorded) }
  }

  @Test(arguments: [
    ("receiver: {saturation: -99}", "ch.yaml:2: receiver.saturation: expected at least receiver.sensitivity"),
    (
      "beacons: {changes: [{beacon: nix}]}",
      "ch.yaml:2: beacons.changes[0].beacon: expected the id of a beacon"
    ),
    (
      "receiver: {sensitivity: -10}",
      "s.yaml:6: receiver.saturation: expected at least receiver.sensitivity, -10.0"
    ),
  ])
  func `a fault names the file in which the value stands`(keys: String, sentence: String) throws {
    let site = Checkout.path("scenarios/sites/initial-loop.yaml")
    let scenario = try Document(
      yaml: """
        name: s
        site: \(site)
        laps: {count: 4}
        channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
        assumes: {n: 2}
        receiver: {saturation: -20}
        pipelines: [{name: p, method: nearest}]
        """, file: "s.yaml")
    let channel = "channel: {pathLoss: {logDistance: {n: 2, c: -50}}}\n\(keys)\n"
    let file = try ChannelFile(Document(yaml: channel, file: "ch.yaml"))
    do throws(FileProblem) {
      _ = try Scenario(file.placed(in: scenario), path: "s.yaml")
      Issue.record("\(keys) was accepted")
    } catch {
      #expect(error.description.hasPrefix(sentence), "\(error)")
    }
  }

  @Test func `every heard reading has a row of what the law leaves`() throws {
    let fit = try recordings.fit(seed: 1)
    let rows = fit.residualsTable.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == fit.readings.heard.count + 1)
    #expect(rows.allSatisfy { $0.count == 10 })
    var sum = 0.0
    for row in rows.dropFirst() {
      let numbers = (row[4], row[6], row[7])
      let (level, expected, left) = (
        try #require(Double(numbers.0)), try #require(Double(numbers.1)), try #require(Double(numbers.2))
      )
      #expect(abs(level - expected - left) < 1e-9)
      sum += left
    }
    // Censored: the strong ones of far beacons are heard, and lie above the law.
    #expect(sum / Double(rows.count - 1) > 0)
  }

  @Test func `fewer than ten readings give no numbers, and say so`() throws {
    let stream = try recordings.stream(seed: 1)
    var few = AdvertisementStream()
    for advertisement in stream.prefix(9) { few.append(advertisement) }
    let problem = try #require(throws: CalibrationProblem.self) { try recordings.fit(few, seed: 1) }
    #expect(
      "\(problem)"
        == "seed 1: expected at least 10 readings from different distances to fit a channel, found 9"
    )
  }

  @Test func `readings that are all the same tell no intervals`() throws {
    var same = AdvertisementStream()
    for advertisement in try recordings.stream(seed: 1) where advertisement.anchor == 0 {
      var advertisement = advertisement
      advertisement.level = -60
      same.append(advertisement)
    }
    let fit = try ChannelFit(
      ChannelReadings(standing: [(same, "one metre", 0, 1)], beacon: "b0"), source: "same")
    for estimate in [fit.normal.deviation, fit.robust.deviation] + fit.normal.levels.compactMap(\.self) {
      #expect(estimate.lower == nil && estimate.upper == nil)
    }
    #expect(fit.normal.levels.first??.value == -60)
    #expect(fit.withoutInterval.contains { $0.numbers.contains("normal.c") })
  }

  /// A third is too weak at -86 dBm, seven in ten at -78 dBm, though of the first some 400 readings lie far above the limit.
  @Test(arguments: [-86.0, -78]) func `where too much was too weak, the spread of the rest has no intervals`(
    sensitivity: Double
  ) throws {
    let fit = try recordings.fit(try recordings.stream(seed: 1, sensitivity: sensitivity), seed: 1)
    #expect(fit.isCutOff)
    #expect(fit.correlation.nugget?.lower == nil && fit.correlation.shadowing?.lower == nil)
    #expect(fit.correlation.decorrelation?.lower == nil && fit.fadingK?.lower == nil)
    #expect(fit.withoutInterval.contains { $0.numbers.contains("correlation.shadowing") })
  }

  @Test func `readings that do not show whether they fade tell no interval of sigma and loss`() throws {
    let fit = try recordings.fit(
      try recordings.stream(seed: 1, fading: .rician(k: 2), noise: 0), seed: 1)
    #expect(!fit.tellsFades)
    for law in [fit.normal, fit.robust, fit.faded].compactMap(\.self) {
      #expect(law.deviation.lower == nil && law.loss?.lower == nil)
    }
    #expect(fit.robustByBeacon?.exponent?.lower == nil && fit.robustByBeacon?.loss?.lower == nil)
    // n takes in what the law with fades has.
    let (normal, faded) = (try #require(fit.normal.exponent), try #require(fit.faded?.exponent))
    #expect(normal.lower == faded.lower && normal.upper == faded.upper)
    let numbers = fit.withoutInterval.flatMap(\.numbers)
    #expect(["normal.sigma", "faded.loss", "robustByBeacon.n"].allSatisfy { numbers.contains($0) })
  }

  @Test func `a level below the sensitivity is a contradiction`() throws {
    let problem = try #require(throws: CalibrationProblem.self) {
      try recordings.fit(seed: 1, options: .init(sensitivity: -70))
    }
    #expect("\(problem)".hasPrefix("seed 1: expected no RSSI below the sensitivity of -70.0 dBm, found -8"))
  }
}
