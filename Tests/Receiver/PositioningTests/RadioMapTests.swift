import Documents
import Foundation
import NumericalMethods
import Phone
import Positioning
import TestSupport
import Testing
import World

/// What is made of a radio map: other distances, likelihoods, and levels between its points.
@Suite struct RadioMapTests {
  private static let site = Sites.site([Point(x: 0, y: 0, z: 2), Point(x: 8, y: 0, z: 2)])

  private static func map(_ points: [(x: Double, levels: [SurveyedLevel?])]) -> RadioMap {
    RadioMap(
      anchors: site.anchors.map(\.id),
      points: points.map { RadioMap.SurveyPoint(position: Point(x: $0.x, y: 0), levels: $0.levels) })
  }

  private static func level(_ mean: Double, _ deviation: Double? = nil) -> SurveyedLevel {
    SurveyedLevel(level: DBm(mean), deviation: deviation.map { Decibels($0) }, count: 5)
  }

  private func nearest(
    _ levels: [DBm?], in map: RadioMap, _ change: (inout NearestFingerprints.Settings) -> Void
  ) throws -> Point {
    var method = NearestFingerprints(map, of: KnownSite(Self.site), .init(change))
    return try method.fix(from: Sites.epoch(levels)).position
  }

  private func likely(
    _ levels: [DBm?], in map: RadioMap, _ change: (inout FingerprintLikelihood.Settings) -> Void = { _ in }
  ) throws -> Point {
    var method = FingerprintLikelihood(map, of: KnownSite(Self.site), .init(change))
    return try method.fix(from: Sites.epoch(levels)).position
  }

  /// 4 dB from the first point, which are half a standard deviation there, and 3 dB from the second, which are 1.5.
  @Test func `the distance of Mahalanobis divides by the standard deviation of the survey`() throws {
    let map = Self.map([
      (0, [Self.level(-50, 8), Self.level(-60, 2)]), (2, [Self.level(-57, 2), Self.level(-60, 2)]),
    ])
    #expect(try nearest([-54, -60], in: map) { _ in } == Point(x: 2, y: 0))
    #expect(try nearest([-54, -60], in: map) { $0.metric = .mahalanobis } == Point(x: 0, y: 0))
    // With at least 8 dB, 4 are half a standard deviation and 3 are less.
    #expect(
      try nearest([-54, -60], in: map) { ($0.metric, $0.leastDeviation) = (.mahalanobis, 8) }
        == Point(x: 2, y: 0))
  }

  /// Three points at 0, 1 and 10 m that fit equally well: their mean is 11/3, and with weights of one over 11/3, 8/3 and 19/3 it is
  /// 1089/449.
  @Test func `weights that are iterated move a fix towards neighbours that lie together`() throws {
    let map = Self.map([0, 1, 10].map { ($0, [Self.level(-50), Self.level(-60)]) })
    #expect(abs(try nearest([-54, -60], in: map) { $0.points = 3 }.x - 11.0 / 3) < 1e-12)
    let once = try nearest([-54, -60], in: map) { ($0.points, $0.iterations) = (3, 1) }
    #expect(abs(once.x - 1089.0 / 449) < 1e-12)
    let settled = try nearest([-54, -60], in: map) { ($0.points, $0.iterations) = (3, 1000) }
    #expect(settled.x < 1.1 && settled.x > 0.5)
  }

  /// Its logarithms are -ln 4 - 1/8 at the first point and, with at least 3 dB, -ln 3 - 1/18 at the second.
  @Test func `a Gaussian likelihood weighs both how near and how certain a point is`() throws {
    let map = Self.map([(0, [Self.level(-62, 4), nil]), (2, [Self.level(-61, 1), nil])])
    #expect(try likely([-60, nil], in: map) == Point(x: 2, y: 0))
    let mean = try likely([-60, nil], in: map) { $0.estimate = .mean }
    let odds = exp(-log(4.0) - 1.0 / 8 + log(3.0) + 1.0 / 18)
    #expect(abs(mean.x - 2 / (1 + odds)) < 1e-12)
    // 5 dB off are nothing at 9 dB, but much at 3 dB.
    let wide = Self.map([(0, [Self.level(-65, 9), nil]), (2, [Self.level(-65, 3), nil])])
    #expect(try likely([-72, nil], in: wide) == Point(x: 0, y: 0))
  }

  /// Five points in a row at -60, -62, -61, -65 and -60 dBm, each of which differs from the four others by 2, 1, 5, 0; 2, 1, 3, 2;
  /// 1, 1, 4, 1; 5, 3, 4, 5 and 0, 2, 1, 5 dB, with squares that add up to 30 + 18 + 19 + 75 + 30 = 172. With readings of 2 dB,
  /// σ² = 172 / 20 + 4. A point of another floor and a beacon that was heard at one point only add nothing.
  @Test func `the deviation of a survey is that of readings about their neighbours`() {
    let levels = [-60.0, -62, -61, -65, -60]
    let row = levels.enumerated().map { index, level in
      RadioMap.SurveyPoint(
        position: Point(x: Double(index), y: 0),
        levels: [Self.level(level, 2), index == 0 ? Self.level(-90, 2) : nil])
    }
    let above = RadioMap.SurveyPoint(
      position: Point(x: 0, y: 0, z: 4), floor: 1, levels: [Self.level(-99, 2), nil])
    let map = RadioMap(anchors: Self.site.anchors.map(\.id), points: row + [above])
    #expect(abs(map.deviationOfNeighbours - (172.0 / 20 + 4).squareRoot()) < 1e-12)
    // Four points have no four neighbours.
    #expect(RadioMap(anchors: map.anchors, points: Array(row.dropLast())).deviationOfNeighbours == 3)
    // It is what the likelihood assumes unless the settings state another.
    let mean = try? likely([-60, nil], in: map) { $0.estimate = .mean }
    let stated = try? likely([-60, nil], in: map) {
      ($0.estimate, $0.leastDeviation) = (.mean, (172.0 / 20 + 4).squareRoot())
    }
    #expect(mean != nil && mean == stated)
  }

  @Test func `a histogram is that of the survey's readings`() throws {
    let (a, b): ([DBm?], [DBm?]) = ([-60, -60, -61, -60], [-61, -61, nil, -61])
    let first = try #require(SurveyedLevel(of: a))
    #expect(first.histogram == [.init(level: -61, count: 1), .init(level: -60, count: 3)])
    let map = Self.map([(0, [first, nil]), (2, [SurveyedLevel(of: b), nil])])
    let settings: (inout FingerprintLikelihood.Settings) -> Void = {
      ($0.likelihood, $0.bin) = (.histogram, 1)
    }
    #expect(try likely([-60, nil], in: map, settings) == Point(x: 0, y: 0))
    #expect(try likely([-61, nil], in: map, settings) == Point(x: 2, y: 0))
    // 1.5 of 4 + 140 / 2 readings there, 3.5 of 3 + 140 / 2 here.
    let mean = try likely([-61, nil], in: map) {
      settings(&$0)
      $0.estimate = .mean
    }
    #expect(abs(mean.x - 2 * (3.5 / 73) / (3.5 / 73 + 1.5 / 74)) < 1e-12)
  }

  private static func prior(_ survey: RadioMap) -> PriorInformation {
    PriorInformation(
      of: site, assumptions: RangingSettings { $0.carriedHeight = 1 }, seed: Seed(1), given: [.survey],
      study: .init(survey: survey))
  }

  /// The level of n 2.2 and C -55 and -61 at a place.
  private static func law(_ x: Double, _ anchor: Int) -> Double {
    let across = x - 8 * Double(anchor)
    return (anchor == 0 ? -55 : -61) - 11 * log10(across * across + 1)
  }

  @Test func `a map of a path-loss law has the law's levels between the points of the survey`() throws {
    let survey = Self.map([1, 3, 7].map { x in (x, [0, 1].map { Self.level(Self.law(x, $0)) }) })
    var cells = RadioMapForm.Cells()
    (cells.cell, cells.ground) = (1, .plan)
    let map = try RadioMapForm.pathLoss(cells).radioMap(Self.prior(survey))
    #expect(map.points.count == 12 * 4)
    for point in map.points {
      let across = [0.0, 8].map { Point(x: $0, y: 0).horizontalDistance(to: point.position) }
      let levels = zip([-55.0, -61], across).map { $0 - 11 * log10($1 * $1 + 1) }
      #expect(zip(point.levels, levels).allSatisfy { abs(($0?.level.value ?? 0) - $1) < 1e-9 })
    }
  }

  /// The same equations by numpy: least squares for the law, and Rasmussen & Williams' equations 2.23 and 2.24.
  @Test(.enabled(if: (try? Python.run("import numpy").status) == 0, "Python has no numpy"))
  func `a Gaussian process interpolates as numpy does`() throws {
    let levels = [(1.0, -58.0, -72.0), (3, -66, -73), (5, -64, -66), (7, -75, -62)]
    let survey = Self.map(levels.map { ($0.0, [Self.level($0.1), Self.level($0.2)]) })
    var process = RadioMapForm.GaussianProcess()
    (process.cells.cell, process.cells.ground) = (2, .plan)
    (process.deviation, process.length, process.noise) = (4, 2.5, 2)
    let map = try RadioMapForm.gaussianProcess(process).radioMap(Self.prior(survey))
    let python = try Python.run(
      """
      import numpy as np, sys
      x = np.array([1., 3, 5, 7]); y = np.array([[-58., -66, -64, -75], [-72., -73, -66, -62]])
      b = [0., 8.]
      d = np.array([10 * np.log10(np.sqrt((x - c) ** 2 + 1)) for c in b])
      A = np.zeros((8, 3)); A[:4, 0] = 1; A[4:, 1] = 1; A[:, 2] = d.ravel()
      c0, c1, slope = np.linalg.lstsq(A, y.ravel(), rcond=None)[0]
      k = lambda p, q: 16 * np.exp(-((p[:, None, :] - q[None]) ** 2).sum(-1) / (2 * 2.5 ** 2))
      P = np.stack([x, 0 * x], 1)
      Q = np.array([[float(v) for v in line.split()] for line in sys.stdin])
      for i, c in enumerate([c0, c1]):
        K = k(P, P) + np.eye(4) * 4 / 5
        ks = k(Q, P)
        m = c + slope * 10 * np.log10(np.maximum(np.sqrt((Q[:, 0] - b[i]) ** 2 + Q[:, 1] ** 2 + 1), 0.01))
        m = m + ks @ np.linalg.solve(K, y[i] - c - slope * d[i])
        s = np.sqrt(16 - np.einsum('ij,ji->i', ks, np.linalg.solve(K, ks.T)) + 4)
        for a, e in zip(m, s): print(a, e)
      """,
      input: map.points.map { "\($0.position.x) \($0.position.y)" }.joined(separator: "\n"))
    let expected = python.output.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    try #require(expected.count == 2 * map.points.count && map.points.count > 10)
    for anchor in [0, 1] {
      for (index, point) in map.points.enumerated() {
        let level = try #require(point.levels[anchor])
        let other = expected[anchor * map.points.count + index]
        #expect(abs(level.level.value - other[0]) < 1e-8)
        #expect(abs((level.deviation?.value ?? 0) - other[1]) < 1e-8)
      }
    }
  }

  @Test func `a survey from which nothing follows is refused`() {
    let one = Self.map([(1, [Self.level(-60), nil])])
    #expect(throws: PipelineError.unfitSurvey) {
      try RadioMapForm.pathLoss(.init()).radioMap(Self.prior(one))
    }
    let many = Self.map((0..<2001).map { (Double($0) / 100, [Self.level(-60 - Double($0 % 7)), nil]) })
    #expect(throws: PipelineError.surveyTooLarge(points: 2001, most: 2000)) {
      try RadioMapForm.gaussianProcess(.init()).radioMap(Self.prior(many))
    }
  }

  @Test func `a likelihood keeps the promises of every method`() {
    let map = Self.map([
      (0, [Self.level(-50, 2), Self.level(-70, 2)]), (8, [Self.level(-70, 2), Self.level(-50, 2)]),
    ])
    for likelihood in FingerprintLikelihood.Settings.Likelihood.allCases {
      for estimate in MaximumLikelihood.Settings.Estimate.allCases {
        let method = FingerprintLikelihood(
          map, of: KnownSite(Self.site), .init { ($0.likelihood, $0.estimate) = (likelihood, estimate) })
        #expect(MethodContract(on: Sites.ranged(Self.site)).violations(of: method, needed: 1) == [])
      }
    }
  }
}
