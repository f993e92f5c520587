package import Documents
import World

/// How wide a picture is.
package enum PlotWidth: String, CaseIterable, Sendable {
  /// A column of a paper, 85 mm.
  case column
  /// A page, 180 mm.
  case page

  /// In points of 1/72 inch, in which pictures are measured.
  package var points: Double {
    switch self {
    case .column: 241
    case .page: 510
    }
  }
}

/// One picture: what it shows in words, and how it is drawn as a Vega-Lite specification.
package struct Plot: Sendable {
  /// What it shows; its file is named after it.
  package let kind: PlotKind
  /// The stem of a file's name: the kind, and what else distinguishes it from others of the same set.
  package let name: String
  /// What is shown, of how many errors or laps, and with which seed, in sentences.
  package let caption: String
  private let chart: Chart

  /// - Parameters:
  ///   - kind: what it shows.
  ///   - name: of the file; nil for the kind's own.
  ///   - caption: what the picture shows, in words.
  ///   - chart: how it is drawn.
  package init(_ kind: PlotKind, name: String? = nil, caption: String, _ chart: Chart) {
    self.kind = kind
    self.name = name ?? kind.name
    self.caption = caption
    self.chart = chart
  }

  /// The specification: the same results give the same bytes of ``Documents/Document/json``.
  ///
  /// - Parameter isInteractive: whether a page may zoom it and choose series in its legend.
  package func specification(isInteractive: Bool = false) -> Document {
    var members: [Document.Member] = [
      .init(key: "$schema", value: Document(Self.schema)),
      .init(key: "description", value: caption.plotted), .init(key: "config", value: Self.config),
      .init(key: "background", value: "#FFFFFF"), .init(key: "padding", value: 3),
    ]
    if case .object(let drawn) = chart.document(isInteractive: isInteractive).content { members += drawn }
    return Document(members)
  }

  private static let schema = "https://vega.github.io/schema/vega-lite/v6.json"

  /// Sizes are in points, and fit a paper. Colours that Vega-Lite would choose stand here too, so that pages know all of them.
  private static let config: Document = [
    "font": "Liberation Sans, Arial, Helvetica, sans-serif",
    "axis": [
      "labelFontSize": 7, "titleFontSize": 8, "titleFontWeight": "normal", "gridColor": "#E3E3E3",
      "gridWidth": 0.5, "domainColor": "#444444", "tickColor": "#444444", "tickWidth": 0.5,
      "domainWidth": 0.5, "tickSize": 3, "tickRound": false, "titlePadding": 3, "labelLimit": 90,
      "labelColor": "#000000", "titleColor": "#000000", "labelFlush": false, "labelSeparation": 3,
    ],
    "legend": [
      "labelFontSize": 7, "titleFontSize": 8, "titleFontWeight": "normal", "symbolSize": 40,
      "symbolStrokeWidth": 1.2, "rowPadding": 1, "columnPadding": 6, "labelLimit": 210, "offset": 4,
      "gradientThickness": 8, "gradientLength": 100, "labelColor": "#000000", "titleColor": "#000000",
    ],
    "header": ["labelColor": "#000000"], "title": ["color": "#000000"],
    "view": ["stroke": "#BBBBBB", "strokeWidth": 0.5],
    "line": ["strokeWidth": 1.2], "rule": ["strokeWidth": 1, "color": "#000000"],
    "text": ["fontSize": 6, "color": "#000000"],
    "point": ["strokeWidth": 1],
  ]
}

/// A problem of what is to be drawn: one sentence.
package struct PlotProblem: InputProblem, Hashable, Sendable {
  /// One sentence that says what is missing.
  package let description: String

  package init(_ description: String) { self.description = description }
}
