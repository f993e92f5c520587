package import Documents
import NumericalMethods
package import Radio
package import Rendering
import Sites
package import World

extension PlotKind {
  package static let pathloss = PlotKind(
    "pathloss", "Path loss", .column,
    about: "The mean RSSI of a channel by distance, with the standard deviation of its shadowing.")

  package static let residuals = PlotKind(
    "residuals", "Residuals", .column,
    about: "The residuals of a calibration by distance, and their distribution.")

  package static let correlation = PlotKind(
    "correlation", "Correlation of residuals", .column,
    about: "The correlation of a calibration's residuals by distance, with the fitted model.")
}

extension Plot {
  /// Residuals by distance, with their mean and spread in bins of equally many readings.
  package static func residuals(_ residuals: CalibrationResiduals, width: PlotWidth = .column) -> Plot {
    let rows = residuals.rows
    let outliers = rows.count(where: \.isOutlier)
    // Of very many readings 1 in so many.
    let step = max(rows.count / 4000, 1)
    let beacons = Set(rows.map(\.beacon)).count
    return Plot(
      .residuals,
      caption:
        "Residuals of \(Counted.number(rows.count)) readings of \(Counted.text(beacons, "beacon")) by distance"
        + (step > 1 ? ", of which 1 in \(step) is drawn" : "")
        + "; line and band: mean and one standard deviation in bins of equally many readings"
        + (outliers > 0
          ? ", without \(Counted.number(outliers)) outliers, which are drawn as crosses." : "."),
      .layers(width, height: 130, residualLayers(rows, oneIn: step)))
  }

  private static func residualLayers(_ rows: [CalibrationResiduals.Row], oneIn step: Int) -> [Layer] {
    let shown = rows.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    let (least, most) = (rows.map(\.distance).min() ?? 1, rows.map(\.distance).max() ?? 1)
    let distance = Channel.quantity(
      "distance", "distance", unit: "m", domain: least...max(most, least * 1.1), isLogarithmic: true)
    let residual = Channel.quantity("residual", "residual", unit: "dB")
    func points(ofOutliers areOutliers: Bool) -> [Document] {
      shown.filter { $0.isOutlier == areOutliers }.map {
        ["distance": $0.distance.plotted, "residual": $0.residual.plotted]
      }
    }
    return [
      .points(
        5, opacity: 0.35, points(ofOutliers: false),
        [.x: distance, .y: residual, .color: .value("#56B4E9")]),
      Layer(
        .point, ["size": 12, "shape": "cross", "strokeWidth": 0.5, "opacity": 0.8],
        rows: points(ofOutliers: true), [.x: distance, .y: residual, .stroke: .value("#D55E00")]),
    ] + binLayers(rows.filter { !$0.isOutlier }, distance, residual) + [.zero(.y)]
  }

  /// The mean residual with a band of one standard deviation.
  private static func binLayers(
    _ rows: [CalibrationResiduals.Row], _ distance: Channel, _ residual: Channel
  ) -> [Layer] {
    let bins = ResidualBins(rows.map { ($0.distance, $0.residual) }).rows.map { bin -> Document in
      [
        "distance": bin.place.plotted, "residual": bin.mean.plotted,
        "lower": (bin.mean - bin.deviation).plotted, "upper": (bin.mean + bin.deviation).plotted,
      ]
    }
    return spread(bins, distance, residual)
  }

  /// A line and a band about it from the field `lower` to `upper`.
  private static func spread(_ rows: [Document], _ x: Channel, _ y: Channel) -> [Layer] {
    let blue = Channel.value(Document(SeriesStyle.colours[0]))
    return [
      Layer(
        .area, ["fillOpacity": 0.25], rows: rows,
        [.x: x, .y: y.with("field", "lower"), .y2: .end("upper"), .fill: blue]),
      Layer(.line, rows: rows, [.x: x, .y: y, .color: blue]),
    ]
  }

  /// The correlation of residuals by distance, with the fitted model where there is one.
  ///
  /// - Parameter calibration: the output of `calibrate --json`.
  package static func correlation(_ calibration: Document, width: PlotWidth = .column) throws -> Plot {
    let found = try calibration["correlation"]
    let bins = try found.elements("bins").map { bin in
      (
        metres: try bin.number("meanMetres"), correlation: try bin.number("correlation"),
        pairs: try bin.integer("pairs")
      )
    }
    guard let far = bins.map(\.metres).max() else {
      throw FileProblem(
        file: calibration.location.file, place: .key("correlation.bins"),
        expected: "correlations by distance, which need readings at several places", found: "none")
    }
    let metres = Channel.quantity("metres", "distance walked", unit: "m", fromZero: true)
    let correlation = Channel.quantity("correlation", "correlation of residuals")
    let points = Layer.points(
      22, bins.map { ["metres": $0.metres.plotted, "correlation": $0.correlation.plotted] },
      [.x: metres, .y: correlation, .color: .value("#0072B2")])
    let model = correlationModel(found, to: far, metres, correlation)
    let key = Layer.key([
      .init("correlation of readings", "#0072B2"), .init(line: "fitted model", .dashed, "#D55E00"),
    ])
    let pairs = bins.reduce(0) { $0 + $1.pairs }
    return Plot(
      .correlation,
      caption:
        "Correlation of residuals by distance, from \(Counted.number(pairs)) pairs of readings, each beacon's mean subtracted, "
        + "which lowers the points.\(model?.words ?? "")",
      .layers(width, height: 115, [points, .zero(.y)] + (model.map { [$0.layer, key] } ?? [])))
  }

  /// The fitted model up to a distance, and the words on it; nil where there is none.
  private static func correlationModel(
    _ found: Document, to far: Double, _ metres: Channel, _ correlation: Channel
  ) -> (layer: Layer, words: String)? {
    func value(_ key: String) -> Double? { try? found.optional(key)?.number("value") }
    guard let nugget = value("nuggetVariance"), let sigma = value("shadowing"),
      let reach = value("decorrelation"), sigma > 0, reach > 0
    else { return nil }
    let share = sigma * sigma / (sigma * sigma + nugget)
    let layer = Layer(
      .line, ["strokeDash": [5, 2]],
      rows: (0...100).map { step in
        let at = far * Double(step) / 100
        return ["metres": at.plotted, "correlation": (share * Elementary.exp(-at / reach)).plotted]
      }, [.x: metres, .y: correlation, .color: .value("#D55E00")])
    return (
      layer,
      " Dashed: the fitted model, a share of \(percent(share)) of the variance with the correlation distance "
        + "\(decimal(reach)) m."
    )
  }

  /// The mean RSSI of a channel by distance, without walls and body, with one standard deviation of the shadowing.
  ///
  /// - Parameter source: whose channel it is.
  package static func pathLoss(
    _ law: PathLossLaw, deviation: Double, source: String, width: PlotWidth = .column
  ) -> Plot {
    let rows = (0...100).map { step -> Document in
      let distance = Elementary.pow(10, Double(step) / 50 - 0.301029995663981)
      let level = law.level(at: distance).value
      return [
        "distance": distance.plotted, "rssi": level.plotted, "lower": (level - deviation).plotted,
        "upper": (level + deviation).plotted,
      ]
    }
    let distance = Channel.quantity(
      "distance", "distance", unit: "m", domain: 0.5...50, isLogarithmic: true)
    let rssi = Channel.quantity("rssi", "mean RSSI", unit: "dBm")
    return Plot(
      .pathloss,
      caption: "Mean RSSI by distance of the channel of \(source), without obstacles and body loss"
        + (deviation > 0
          ? "; band: one standard deviation of the shadowing, \(decimal(deviation)) dB." : "."),
      .layers(width, height: 115, spread(rows, distance, rssi)))
  }
}

/// Numbers by place, in bins of equally many.
package struct ResidualBins {
  private(set) var rows: [(place: Double, mean: Double, deviation: Double)] = []

  /// - Parameters:
  ///   - values: in any order; those at one place keep theirs.
  ///   - most: the greatest number of bins.
  package init(_ values: [(place: Double, value: Double)], most: Int = 20) {
    let sorted = values.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element)
    let count = min(most, max(sorted.count / 10, 1))
    for bin in 0..<count {
      let part = sorted[bin * sorted.count / count..<(bin + 1) * sorted.count / count]
      guard !part.isEmpty else { continue }
      let number = Double(part.count)
      let mean = part.reduce(0) { $0 + $1.value } / number
      let square = part.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) } / number
      rows.append((part.reduce(0) { $0 + $1.place } / number, mean, square.squareRoot()))
    }
  }
}

/// The residuals of a calibration, read back from the table that `calibrate --residuals` writes.
package struct CalibrationResiduals: Hashable, Sendable {
  /// One line of the table.
  package struct Row: Hashable, Sendable {
    /// The beacon's id.
    package let beacon: String
    /// Metres in three dimensions.
    package let distance: Double
    /// The level less what the law expects, in dB.
    package let residual: Double
    /// Whether the robust law counts the level as an outlier.
    package let isOutlier: Bool
  }

  /// As the user named it.
  package let file: String
  /// In the order of the file.
  package let rows: [Row]

  private static let columns = [
    "beacon", "distance_m", "residual_db", "outlier", "recording", "time_s", "rssi_dbm", "channel",
    "expected_dbm",
    "beacon_residual_db",
  ]

  /// Whether a table has the columns of such a file.
  package static func isOne(_ path: String) throws(FileProblem) -> Bool {
    let header = try wholeText(of: path).prefix { !$0.isNewline }
    return header.split(separator: ",").contains("residual_db")
  }

  /// - Throws: the line and the column of the first value that is wrong.
  package init(contentsOf path: String) throws(FileProblem) {
    file = path
    var table = try TableReader(contentsOf: path, columns: Self.columns, required: 4)
    var rows: [Row] = []
    while let row = try table.next() {
      rows.append(
        Row(
          beacon: String(try row.requiredText(0)),
          distance: try row.requiredNumber(1, in: .above(0, atMost: 1e6)),
          residual: try row.requiredNumber(2, in: .between(-1000, 1000)),
          isOutlier: try row.requiredInteger(3, in: .between(0, 1)) == 1))
    }
    guard !rows.isEmpty else {
      throw FileProblem(file: path, expected: "at least one residual", found: "none")
    }
    self.rows = rows
  }
}
