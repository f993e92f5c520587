import Documents

/// How the lines and symbols of several series are distinguished: by colour and, for readers who do not see colours and for
/// print in grey, by dashes and shapes too.
package struct SeriesStyle: Sendable {
  /// The field of the data that holds a series' name.
  package let field: String
  /// In the order of the legend.
  package let names: [String]

  /// Source: Okabe, Ito 2008, "Color universal design"; black comes late, and the yellow is left out, since it is hardly
  /// seen on white.
  package static let colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
  /// Of constant baselines.
  package static let grey = "#808080"
  private static let dashes: [[Int]] = [
    [], [5, 2], [2, 2], [7, 2, 2, 2], [1, 1], [4, 1, 1, 1, 1, 1], [9, 3],
  ]
  /// The square of the length of a legend's stroke in points: more than a period of every dash.
  private static let strokeSize = 324
  private static let shapes = [
    "circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right",
  ]

  /// Where the legend stands.
  private let side: String
  /// Of each name, which says how it looks; nil for a constant baseline.
  private let places: [Int?]
  /// Points that the legend may be wide.
  private let room: Double

  /// - Parameters:
  ///   - names: of the series, in the order of the legend.
  ///   - field: that holds a series' name.
  ///   - places: what each looks like, where series go back to pipelines; nil for the order of the names.
  ///   - side: where the legend stands.
  ///   - room: points that the legend may be wide; see ``PlotWidth/inside(_:)``.
  package init(
    _ names: [String], field: String = "pipeline", places: [Int?]? = nil, legendOn side: String = "bottom",
    room: Double = PlotWidth.column.inside()
  ) {
    (self.names, self.field, self.side, self.room) = (names, field, side, room)
    self.places = places ?? Array(names.indices)
  }

  /// Pipelines, each as it looks everywhere.
  package init(_ names: [String], looks: PipelineLooks, room: Double = PlotWidth.column.inside()) {
    self.init(names, places: names.map { looks.place(of: $0) }, room: room)
  }

  /// The colour of a series by its place in the list; grey without one.
  package static func colour(at place: Int?) -> String { place.map { colours[$0 % colours.count] } ?? grey }

  /// A mark of a series by its place in the list.
  package static func symbol(_ name: String, at place: Int, isFilled: Bool) -> SymbolKey {
    SymbolKey(
      name, colour(at: place), shape: shapes[place % shapes.count], fill: isFilled ? nil : "transparent")
  }

  private var colours: [Document] { places.map { Document(Self.colour(at: $0)) } }

  private func channel(_ range: [Document]) -> Channel {
    let symbol = Double(Self.strokeSize).squareRoot()
    return Channel.category(field, order: names, range: range)
      .with(
        "legend",
        [
          "orient": Document(side), "columns": Document(Self.columns(of: names, symbol: symbol, in: room)),
          // The strokes are as high as they are long.
          "symbolType": "stroke", "symbolSize": Document(Self.strokeSize), "rowPadding": -6,
        ])
  }

  private func symbols(_ range: [Document]) -> Channel {
    let columns = Self.columns(of: names, in: room)
    return Channel.category(field, order: names, range: range)
      .with("legend", ["orient": Document(side), "columns": Document(columns)])
  }

  /// As many columns of a legend as the names leave room for, at most six.
  static func columns(of names: [String], symbol: Double = 7, in room: Double) -> Int {
    (2...6).last { count in
      (0..<count).reduce(0) { sum, column in
        let own = stride(from: column, to: names.count, by: count).map { names[$0].textWidth }
        return sum + symbol + 14 + (own.max() ?? 0)
      } <= room
    } ?? 1
  }

  /// The colour of lines, with a legend.
  package var colour: Channel { channel(colours) }
  /// From the eighth name on the pairs of colour and dash are others than the first ones.
  package var dash: Channel {
    channel(
      places.map { place in
        guard let place else { return [1, 3] }
        let pattern = Self.dashes[(place + place / Self.colours.count) % Self.dashes.count]
        return Document(pattern.isEmpty ? [1, 0] : pattern.map { Document($0) })
      })
  }
  /// Of points, whose legend shows the shapes.
  package var shape: Channel {
    symbols(places.map { Document($0.map { Self.shapes[$0 % Self.shapes.count] } ?? "wedge") })
  }
  /// The colour of points, with a legend of its own.
  package var pointColour: Channel { symbols(colours) }
}

extension String {
  /// About how wide it is in an axis or a legend, in points.
  var textWidth: Double {
    reduce(0) {
      $0 + ("fijlrtI .,:;'()/".contains($1) ? 2 : "mwMW%".contains($1) ? 6 : $1.isUppercase ? 5 : 3.7)
    }
  }
}

extension PlotWidth {
  /// Points between the axes and for a legend below them.
  ///
  /// - Parameter labels: the names on the vertical axis; none where it has numbers.
  package func inside(_ labels: [String] = []) -> Double {
    points - 34 - min(labels.map(\.textWidth).max() ?? 0, 90)
  }
}
