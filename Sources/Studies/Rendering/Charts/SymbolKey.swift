package import Documents

/// What a symbol of a picture means: a line of its legend, drawn as the mark itself is.
package struct SymbolKey: Hashable, Sendable {
  /// In the words of the legend.
  package let name: String
  fileprivate let shape, colour, fill: String

  /// A mark.
  ///
  /// - Parameters:
  ///   - shape: as Vega-Lite names it.
  ///   - fill: the colour of its inside; nil for its own.
  package init(_ name: String, _ colour: String, shape: String = "circle", fill: String? = nil) {
    (self.name, self.shape, self.colour, self.fill) = (name, shape, colour, fill ?? colour)
  }

  /// How a line looks, as the path of a symbol.
  package enum Line: String, Sendable {
    case solid = "M-1.5,0H1.5"
    case dashed = "M-1.5,0H-.5M.5,0H1.5"
    case dotted = "M-1.5,0H-1.1M-.7,0H-.2M.2,0H.7M1.1,0H1.5"
    case broad = "M-1.5,-.4H1.5V.4H-1.5Z"
  }

  /// A line.
  package init(line name: String, _ line: Line, _ colour: String) {
    self.init(name, colour, shape: line.rawValue, fill: line == .broad ? nil : "transparent")
  }

  /// The properties of such a mark of a size in square points.
  package func mark(_ size: Document) -> Document {
    [
      "shape": Document(shape), "stroke": Document(colour), "fill": Document(fill), "strokeWidth": 0.9,
      "opacity": 1, "size": size,
    ]
  }

  /// The properties of places along such a line.
  package var dot: Document { ["filled": true, "color": Document(colour), "opacity": 1, "size": 6] }

  /// The properties of such a line.
  package var line: Document {
    let line = Line(rawValue: shape) ?? .solid
    let dash: [Line: Document] = [.dashed: [4, 2], .dotted: [1.5, 1.5]]
    return [
      "stroke": Document(colour), "strokeWidth": line == .broad ? 5 : 1.1, "strokeJoin": "round",
      "strokeCap": line == .broad ? "round" : "butt", "strokeDash": dash[line] ?? [1, 0],
    ]
  }
}

extension Layer {
  /// A legend of symbols that draws nothing itself; a view has one at most, beside those of its series.
  ///
  /// - Parameters:
  ///   - hasShapes: false where the series have shapes, so that all symbols of this legend are circles.
  ///   - side: where it stands: at the top where the series have a legend below.
  ///   - room: points that the legend may be wide.
  package static func key(
    _ symbols: [SymbolKey], hasShapes: Bool = true, on side: String = "bottom",
    room: Double = PlotWidth.column.inside()
  ) -> Layer {
    let names = symbols.map(\.name)
    let legend: Document = [
      "orient": Document(side), "columns": Document(SeriesStyle.columns(of: names, in: room)),
    ]
    func channel(_ range: (SymbolKey) -> String) -> Channel {
      .category("key", order: names, range: symbols.map { Document(range($0)) }).with("legend", legend)
    }
    return Layer(
      .point, ["size": 0, "opacity": 1], rows: names.map { ["key": $0.plotted] },
      [
        .shape: hasShapes ? channel { $0.shape } : .absent,
        .fill: channel { $0.fill }, .stroke: channel { $0.colour },
      ])
  }
}
