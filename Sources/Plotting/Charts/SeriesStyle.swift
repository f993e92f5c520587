import Documents

/// How the lines and symbols of several series are distinguished: by colour and, for readers who do not see colours and for
/// print in grey, by dashes and shapes too.
package struct SeriesStyle: Sendable {
  let field: String
  let names: [String]

  /// Source: Okabe, Ito 2008, "Color universal design"; black comes late, and the yellow is left out, since it is hardly
  /// seen on white.
  package static let colours = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
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

  init(_ names: [String], field: String = "pipeline", legendOn side: String = "bottom") {
    self.names = names
    self.side = side
    self.field = field
  }

  private func range<Value>(_ values: [Value], _ document: (Value) -> Document) -> [Document] {
    names.indices.map { document(values[$0 % values.count]) }
  }

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

  var colour: Channel { channel(range(Self.colours) { Document($0) }) }
  /// From the eighth name on the pairs of colour and dash are others than the first ones.
  var dash: Channel {
    channel(
      names.indices.map { index in
        let pattern = Self.dashes[(index + index / Self.colours.count) % Self.dashes.count]
        return Document(pattern.isEmpty ? [1, 0] : pattern.map { Document($0) })
      })
  }
  /// Of points, whose legend shows the shapes.
  var shape: Channel {
    Channel.category(field, order: names, range: range(Self.shapes) { Document($0) })
      .with("legend", ["orient": Document(side), "columns": Document(columns)])
  }
  var pointColour: Channel {
    Channel.category(field, order: names, range: range(Self.colours) { Document($0) })
      .with("legend", ["orient": Document(side), "columns": Document(columns)])
  }
}
