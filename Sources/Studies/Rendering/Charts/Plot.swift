package import Documents
package import Foundation
package import World

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
      "symbolStrokeWidth": 1.2, "labelOffset": 5, "rowPadding": 1, "columnPadding": 6, "labelLimit": 210,
      "offset": 4,
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

/// What a picture shows. Each kind stands beside the function that draws it.
package struct PlotKind: Hashable, Sendable {
  /// As `plot --kind` and names of files have it.
  package let name: String
  /// Its title where it stands among others.
  package let title: String
  /// Where nothing else is asked for: what shows places or the time of a lap takes a page.
  package let usualWidth: PlotWidth
  /// Whether it shows the errors of all laps, which a scenario must be run for.
  package let showsErrors: Bool
  /// Whether it shows a scenario itself, of which no lap need be run.
  package let needsNoLaps: Bool
  /// What it shows, in a sentence.
  package let about: String

  package init(
    _ name: String, _ title: String, _ usualWidth: PlotWidth, showsErrors: Bool = false,
    needsNoLaps: Bool = false,
    about: String
  ) {
    (self.name, self.title, self.usualWidth, self.about) = (name, title, usualWidth, about)
    (self.showsErrors, self.needsNoLaps) = (showsErrors, needsNoLaps)
  }
}

/// Maps that several studies draw.
extension PlotKind {
  package static let errormap = PlotKind(
    "errormap", "Mean error by place", .page, showsErrors: true,
    about: "The mean error of one pipeline at each place of the walk.")

  package static let boundmap = PlotKind(
    "boundmap", "Lower bound by place", .page, needsNoLaps: true,
    about: "The Cramér-Rao lower bound on the error of a single fix at each place of the site.")
}

/// The files that a picture can be written as.
package enum PlotFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, html, json

  /// By the ending of a file's name.
  package init(ofFile path: String) throws(FileProblem) {
    let name = path.split(separator: "/").last ?? ""
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    guard let format = ending.flatMap({ PlotFormat(rawValue: $0) }) else {
      throw FileProblem(
        file: path, expected: "a name that ends in .svg, .png, .pdf, .html or .json",
        found: ending.map { ".\($0)" } ?? "no ending")
    }
    self = format
  }

  /// Whether the specification alone is enough to write it.
  package var needsNoRenderer: Bool { self == .json }
}

extension Plot {
  /// The specification as a file holds it: one line, with nothing in it that a terminal would act on.
  package var json: Data { Data((specification().json.printableJSON + "\n").utf8) }
}

/// At most two decimals.
package func decimal(_ number: Double) -> String { short((number * 100).rounded() / 100) }

/// A share in whole hundredths, of which only all are 100 % and only none are 0 %.
package func percent(_ share: Double) -> String {
  let whole = (share * 100).rounded()
  if share > 0, whole == 0 { return "< 1 %" }
  return share < 1 && whole == 100 ? "> 99 %" : "\(short(whole)) %"
}
