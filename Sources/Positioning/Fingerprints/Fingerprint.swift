import World

/// Levels as a vector of which two can be compared, either by beacon or, as Son, Tuan Anh and Mai have it, in order
/// of their strength without telling whose they are.
struct Fingerprint: Hashable, Sendable {
  /// A coordinate for every anchor of the site; nil where nothing was heard. Sorted, those come last.
  let levels: [Double?]
  /// The anchor that was heard the most strongly, the lowest index of equals; nil when none was heard.
  let strongest: Int?
  /// How many were heard.
  let heard: Int

  /// - Parameter levels: by anchor.
  init(_ levels: [DBm?], as vector: NearestFingerprints.Settings.Vector) {
    let values = levels.map { $0?.value }
    var strongest: (anchor: Int, level: Double)?
    for (anchor, level) in values.enumerated() {
      guard let level else { continue }
      if strongest.map({ level > $0.level }) ?? true { strongest = (anchor, level) }
    }
    self.strongest = strongest?.anchor
    heard = values.count { $0 != nil }
    switch vector {
    case .byBeacon: self.levels = values
    case .sorted:
      let sorted = values.compactMap(\.self).sorted(by: >)
      self.levels = sorted + [Double?](repeating: nil, count: values.count - sorted.count)
    }
  }
}

/// How far two fingerprints are apart: the root of the mean square, or the mean, of their coordinates' differences.
///
/// It is a mean and not a sum, so that what is left out of it, where missing beacons are, makes nothing nearer.
struct FingerprintDistance: Hashable, Sendable {
  let metric: NearestFingerprints.Settings.Metric
  let missing: NearestFingerprints.Settings.Missing

  /// In decibels; nil where there is nothing to compare.
  ///
  /// - Parameter majors: of the beacons that each was nearest to, where they are a coordinate like the others.
  func between(_ a: Fingerprint, _ b: Fingerprint, majors: (Double, Double)? = nil) -> Double? {
    var (sum, count) = (0.0, 0)
    func add(_ difference: Double) {
      sum += metric == .euclidean ? difference * difference : difference.magnitude
      count += 1
    }
    if let majors { add(majors.0 - majors.1) }
    for index in a.levels.indices {
      switch (missing, a.levels[index], b.levels[index]) {
      case (_, let a?, let b?): add(a - b)
      case (.leftOut, _, _): continue
      case (.level(let level), let a, let b): add((a ?? level.value) - (b ?? level.value))
      }
    }
    guard count > 0 else { return nil }
    let mean = sum / Double(count)
    return metric == .euclidean ? mean.squareRoot() : mean
  }
}
