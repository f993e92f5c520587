public import NumericalMethods
public import World

/// The log-distance law that fits levels of known places best, by plain least squares.
///
/// Two fits of the same rows: one law for all anchors, `level = C - 10 n log10 d`; and one n with a C for each anchor,
/// whose n is the slope within the anchors. It computes no intervals, and does not account for outliers or censoring.
///
/// Source: the law is Mustafa & Sykes 2021, equation 1; within-group least squares is Wooldridge, "Econometric
/// Analysis of Cross Section and Panel Data", 2nd ed., section 10.5.
public struct Calibration: Hashable, Sendable {
  /// A level heard from an anchor at a known distance.
  public struct Row: Hashable, Sendable {
    /// An index into ``World/Site/anchors``.
    public let anchor: Int
    /// Metres in three dimensions, above 0.
    public let distance: Double
    /// The RSSI that was read.
    public let level: DBm

    public init(anchor: Int, distance: Double, level: DBm) {
      self.anchor = anchor
      self.distance = distance
      self.level = level
    }
  }

  /// n of the law for all anchors.
  public let exponent: Double
  /// C of the law for all anchors.
  public let levelAtOneMetre: DBm
  /// The standard deviation of the residuals from the law for all anchors, with divisor rows - 2.
  public let deviation: Decibels
  /// n of the law with a C for each anchor.
  public let exponentWithinAnchors: Double
  /// C of each anchor by that law; nil for an anchor with no rows.
  public let levels: [DBm?]
  /// The standard deviation of the residuals from that law, with divisor rows - anchors - 1.
  public let deviationWithinAnchors: Decibels
  /// The number of rows behind both fits.
  public let rows: Int

  /// Fits both laws.
  ///
  /// - Parameters:
  ///   - rows: at least three; distances must differ, within an anchor too.
  ///   - anchors: how many anchors the site has.
  /// - Throws: ``NumericalMethods/FitError`` when the rows do not determine a law.
  public init(_ rows: [Row], anchors: Int) throws(FitError) {
    let x = rows.map { -10 * Elementary.log10($0.distance) }
    let y = rows.map(\.level.value)
    let fit = try LinearFit(x: x, y: y)
    guard let residual = fit.residualDeviation else { throw .tooFewPoints(given: rows.count, needed: 3) }
    exponent = fit.slope
    levelAtOneMetre = DBm(fit.intercept)
    deviation = Decibels(residual)
    self.rows = rows.count

    let means = AnchorMeans(rows: rows, x: x, y: y, anchors: anchors)
    let within = try means.slope(rows: rows, x: x, y: y)
    exponentWithinAnchors = within
    levels = means.y.indices.map { means.counts[$0] > 0 ? DBm(means.y[$0] - within * means.x[$0]) : nil }
    var squares = 0.0
    for (index, row) in rows.enumerated() {
      let left = y[index] - means.y[row.anchor] - within * (x[index] - means.x[row.anchor])
      squares += left * left
    }
    let freedom = rows.count - means.counts.count { $0 > 0 } - 1
    guard freedom > 0 else { throw .tooFewPoints(given: rows.count, needed: rows.count - freedom + 1) }
    deviationWithinAnchors = Decibels((squares / Double(freedom)).squareRoot())
  }

  /// The same, with its error as a problem of what the rows came from.
  package init(checked rows: [Row], anchors: Int, source: String) throws(StudyProblem) {
    do throws(FitError) {
      try self.init(rows, anchors: anchors)
    } catch {
      throw .calibration(source: source, problem: error)
    }
  }

  /// The site with each anchor's calibrated level put in its place; anchors without rows take the common one.
  public func applied(to site: Site) -> Site {
    Site(
      name: site.name, floors: site.floors, path: site.path, testPoints: site.testPoints,
      rooms: site.rooms, walkable: site.walkable, obstacles: site.obstacles,
      anchors: site.anchors.enumerated().map { index, anchor in
        Anchor(
          id: anchor.id, identity: anchor.identity, position: anchor.position, floor: anchor.floor,
          measuredPower: anchor.measuredPower, calibratedLevel: levels[index] ?? levelAtOneMetre,
          transmitters: anchor.transmitters, isMobile: anchor.isMobile)
      }, calibratedExponent: exponentWithinAnchors)
  }
}

/// The means of both coordinates within each anchor.
private struct AnchorMeans {
  var x: [Double]
  var y: [Double]
  var counts: [Int]

  init(rows: [Calibration.Row], x: [Double], y: [Double], anchors: Int) {
    self.x = [Double](repeating: 0, count: anchors)
    self.y = self.x
    counts = [Int](repeating: 0, count: anchors)
    for (index, row) in rows.enumerated() {
      self.x[row.anchor] += x[index]
      self.y[row.anchor] += y[index]
      counts[row.anchor] += 1
    }
    for anchor in counts.indices where counts[anchor] > 0 {
      self.x[anchor] /= Double(counts[anchor])
      self.y[anchor] /= Double(counts[anchor])
    }
  }

  func slope(rows: [Calibration.Row], x: [Double], y: [Double]) throws(FitError) -> Double {
    var (products, squares) = (0.0, 0.0)
    for (index, row) in rows.enumerated() {
      let step = x[index] - self.x[row.anchor]
      products += step * (y[index] - self.y[row.anchor])
      squares += step * step
    }
    guard squares > 0 else { throw .undetermined }
    return products / squares
  }
}

/// A misspecification: by how much an assumed parameter of the channel is wrong.
public struct MisSetting: Hashable, Sendable {
  /// Which number is wrong.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// n that the algorithms assume.
    case n
    /// C that the algorithms assume, for every anchor and from whatever source.
    case c
    /// An offset of the receiver that is added to every level and that the algorithms do not know.
    case receiver

    /// How tables name it, with its unit.
    public var title: String {
      switch self {
      case .n: "n"
      case .c: "C"
      case .receiver: "receiver"
      }
    }

    /// Nil for what has none.
    public var unit: String? { self == .n ? nil : "dB" }
  }

  /// The number that is wrong.
  public let parameter: Parameter
  /// Is added; of n a plain number, decibels otherwise.
  public let shift: Double

  public init(_ parameter: Parameter, by shift: Double) {
    self.parameter = parameter
    self.shift = shift
  }

  /// What is added to the n that is assumed.
  package var exponent: Double { parameter == .n ? shift : 0 }
  /// What is added to the C that is assumed.
  package var level: Decibels { Decibels(parameter == .c ? shift : 0) }
  /// What the receiver adds to each level.
  package var offset: Decibels { Decibels(parameter == .receiver ? shift : 0) }

  /// The misspecifications that are studied by default.
  public static let customary: [MisSetting] =
    [-0.4, 0.4].map { MisSetting(.n, by: $0) } + [-6, -3, 3, 6].map { MisSetting(.c, by: $0) }
    + [-6, 6].map { MisSetting(.receiver, by: $0) }
}
