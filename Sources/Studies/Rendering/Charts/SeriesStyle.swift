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

  /// - Parameters:
  ///   - names: of the series, in the order of the legend.
  ///   - field: that holds a series' name.
  ///   - side: where the legend stands.
  package init(_ names: [String], field: String = "pipeline", legendOn side: String = "bottom") {
    (self.names, self.field, self.side, places) = (names, field, side, Array(names.indices))
  }

  /// Pipelines, each as it looks everywhere.
  package init(_ names: [String], looks: PipelineLooks) {
    self.init(names, field: "pipeline", places: names.map { looks.place(of: $0) })
  }

  /// Series that go back to pipelines and look like them.
  package init(_ names: [String], field: String, places: [Int?]) {
    (self.names, self.field, self.places, side) = (names, field, places, "bottom")
  }

  /// The colour of a series by its place in the list; grey without one.
  package static func colour(at place: Int?) -> String { place.map { colours[$0 % colours.count] } ?? grey }

  private var colours: [Document] { places.map { Document(Self.colour(at: $0)) } }

  private func channel(_ range: [Document]) -> Channel {
    Channel.category(field, order: names, range: range)
      .with(
        "legend",
        [
          "orient": Document(side), "columns": Document(strokeColumns), "symbolType": "stroke",
          "symbolSize": Document(Self.strokeSize),
        ])
  }

  /// As many beside each other as their names leave room for.
  private var columns: Int { longest > 14 ? 2 : 3 }
  /// Strokes are wider than symbols.
  private var strokeColumns: Int { longest > 22 ? 1 : longest > 8 ? 2 : 3 }
  private var longest: Int { names.map(\.count).max() ?? 0 }

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
    Channel.category(
      field, order: names,
      range: places.map { Document($0.map { Self.shapes[$0 % Self.shapes.count] } ?? "wedge") }
    )
    .with("legend", ["orient": Document(side), "columns": Document(columns)])
  }
  /// The colour of points, with a legend of its own.
  package var pointColour: Channel {
    Channel.category(field, order: names, range: colours)
      .with("legend", ["orient": Document(side), "columns": Document(columns)])
  }
}
