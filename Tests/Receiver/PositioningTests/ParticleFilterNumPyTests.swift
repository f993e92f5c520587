import Documents
import Phone
import TestSupport
import Testing
import World

@testable import Positioning

/// The particle filter beside one that was written in NumPy from the same equations, with random numbers of its own.
@Suite struct ParticleFilterNumPyTests {
  private static let places = [
    Point(x: 0, y: 0, z: 3), Point(x: 12, y: 0, z: 3), Point(x: 0, y: 9, z: 3), Point(x: 12, y: 9, z: 2),
    Point(x: 6, y: 4, z: 3), Point(x: 9, y: 14, z: 3),
  ]
  /// Decibels by which readings are off the law, so that the posterior is not where the walker is.
  private static let errors: [Decibels] = [3, -2, 1, 0, -4, 2]
  private static let (particles, repetitions, epochs) = (400, 80, 6)

  private static let program = """
    import json, sys
    import numpy as np
    d = json.load(sys.stdin)
    rng = np.random.default_rng(20)
    a, count = np.array(d["anchors"]), d["particles"]
    fixes = []
    for repetition in range(d["repetitions"]):
        x = d["start"][0] + 5 * rng.standard_normal(count)
        y = d["start"][1] + 5 * rng.standard_normal(count)
        speed = np.maximum(0, 1.3 + 0.3 * rng.standard_normal(count))
        way = rng.uniform(0, 2 * np.pi, count)
        w = np.full(count, 1 / count)
        for epoch, levels in enumerate(d["levels"]):
            if epoch:
                way = way + np.radians(30) * rng.standard_normal(count)
                speed = np.maximum(0, speed + 0.1 * rng.standard_normal(count))
                x, y = x + speed * np.cos(way), y + speed * np.sin(way)
            distance = np.sqrt((x[:, None] - a[:, 0])**2 + (y[:, None] - a[:, 1])**2 + (a[:, 2] - 1.2)**2)
            residual = np.array(levels) - (-59 - 20 * np.log10(distance))
            log = -0.5 * (residual**2).sum(1) / 8**2
            w = w * np.exp(log - log.max())
            w = w / w.sum()
            if 1 / (w**2).sum() < count / 2:
                steps = (np.arange(count) + rng.random()) / count
                kept = np.minimum(np.searchsorted(np.cumsum(w), steps), count - 1)
                x, y, speed, way, w = x[kept], y[kept], speed[kept], way[kept], np.full(count, 1 / count)
            # Readings are of the middle of a second, fixes of its end.
            fixes.append([(w * (x + 0.5 * speed * np.cos(way))).sum(), (w * (y + 0.5 * speed * np.sin(way))).sum()])
    json.dump(np.array(fixes).reshape(d["repetitions"], -1).tolist(), sys.stdout)
    """

  /// By repetition: x and y of each epoch's fix.
  private static func ours(_ pipeline: Pipeline, _ epochs: [Epoch]) throws -> [[Double]] {
    try (0..<repetitions).map { repetition in
      var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: repetition))
      return try epochs.flatMap { epoch in
        let fix = try session.fix(from: epoch).position
        return [fix.x, fix.y]
      }
    }
  }

  private static func theirs(_ start: Point, _ epochs: [Epoch]) throws -> [[Double]] {
    let levels = epochs.map { epoch in Document(epoch.levels.map { Document($0?.value ?? 0) }) }
    let input: Document = [
      "anchors": Document(places.map { [Document($0.x), Document($0.y), Document($0.z)] }),
      "start": [Document(start.x), Document(start.y)], "levels": Document(levels),
      "particles": Document(particles), "repetitions": Document(repetitions),
    ]
    let answer = try Python.run(program, input: input.json)
    try #require(answer.status == 0)
    return try Document(json: answer.output, file: "NumPy").elements.map { row in
      try row.elements.map { try $0.number }
    }
  }

  /// With 80 repetitions the difference of two means has about 158 degrees of freedom. It exceeds 7 standard errors with a
  /// probability below 1e-10, and one of the 12 differences with one below 1e-8.
  @Test(.enabled(if: (try? Python.run("import numpy").status) == 0, "Python has no numpy"))
  func `has the same mean fixes as a filter in NumPy`() throws {
    let site = Self.places.enumerated().map { index, place in
      Anchor(id: "b\(index)", identity: nil, position: place, floor: 0)
    }
    let plan = Site(name: "test", anchors: site)
    let ranged = Sites.ranged(plan)
    let epochs = (0..<Self.epochs).map { second in
      let levels = Sites.levels(ranged, at: Point(x: 2 + 1.3 * Double(second), y: 3))
      return Sites.epoch(
        zip(levels, Self.errors).map { level, error in level.map { $0 + error } }, at: Double(second + 1))
    }
    let pipeline = try Pipeline(
      PipelineSettings {
        ($0.method, $0.snap) = (
          MethodChoice(ParticleFilter.Settings { ($0.space, $0.particles) = (.plan, Self.particles) }), false
        )
      }, assuming: RangingSettings { $0.level = .fixed }, site: plan)
    var nearest = NearestAnchors()
    nearest.choose(8, from: epochs[0], in: ranged)
    let start = WeightedCentroid.centre(
      of: nearest.indices, in: epochs[0], ranged, WeightedCentroid.Settings())
    let (ours, theirs) = (try Self.ours(pipeline, epochs), try Self.theirs(start, epochs))
    for column in 0..<2 * Self.epochs {
      let (a, b) = (Moments(ours.map { $0[column] }), Moments(theirs.map { $0[column] }))
      let error = (a.squaredError + b.squaredError).squareRoot()
      #expect(abs(a.mean - b.mean) < 7 * error, "\(column): \(a.mean) and \(b.mean), \(error)")
      // Small enough to see 0.5 s of walking, half a turn's noise or a wrong deviation.
      #expect(error < 0.06, "\(column)")
    }
  }

  private struct Moments {
    let mean: Double
    /// Of the mean.
    let squaredError: Double

    init(_ values: [Double]) {
      let count = Double(values.count)
      let mean = values.reduce(0, +) / count
      self.mean = mean
      squaredError = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1) / count
    }
  }
}
