package import Documents
import Evaluation
import World

/// Marks of one kind with what each of their properties shows.
package struct Layer: Sendable {
  /// The kinds of mark that are used, as Vega-Lite names them.
  package enum Mark: String, Sendable {
    case line, area, point, rule, bar, rect, text, image
  }

  /// What each row is drawn as.
  package let mark: Mark
  /// Of all marks, such as the width of a stroke.
  package let properties: Document
  /// An object a row; every layer has data of its own.
  package let rows: [Document]
  /// What each visual property shows; a name occurs once.
  package let channels: [(Channel.Name, Channel)]

  /// - Parameters:
  ///   - mark: what each row is drawn as.
  ///   - properties: of all marks alike, such as a width.
  ///   - rows: the layer's own data.
  ///   - channels: what each visual property shows.
  package init(
    _ mark: Mark, _ properties: Document = [:], rows: [Document],
    _ channels: KeyValuePairs<Channel.Name, Channel>
  ) {
    (self.mark, self.properties, self.rows) = (mark, properties, rows)
    self.channels = channels.filter { $0.value != .absent }.map { ($0.key, $0.value) }
  }

  /// - Parameters:
  ///   - isInteractive: whether what a mark shows appears beside the pointer.
  ///   - picked: the field by whose values an interactive picture lets one choose in the legend.
  package func document(isInteractive: Bool, picked: String?) -> Document {
    var mark: [Document.Member] = [.init(key: "type", value: Document(self.mark.rawValue))]
    if case .object(let more) = properties.content { mark += more }
    if isInteractive, self.mark != .image { mark.append(.init(key: "tooltip", value: true)) }
    var encoding = channels.map { Document.Member(key: $0.0.rawValue, value: $0.1.document) }
    if let picked, rows.first?.has(picked) == true, !channels.contains(where: { $0.0 == .opacity }) {
      let visible = properties.optional("opacity") ?? 1
      encoding.append(
        .init(
          key: "opacity",
          value: ["condition": ["param": "picked", "value": visible], "value": 0.08]))
    }
    return [
      "mark": Document(mark), "data": ["values": Document(rows)], "encoding": Document(encoding),
    ]
  }
}

/// A drawing of one or several views, as a value of Vega-Lite.
package indirect enum Chart: Sendable {
  /// Layers over each other on common axes.
  case view(View)
  /// Views below each other, with one legend for all or with their own.
  case rows([Chart], sharesLegend: Bool = true)

  /// One coordinate system with its layers, the lowest first.
  package struct View: Sendable {
    /// Above the view; nil for none.
    package var title: String?
    /// In points, of the whole picture with its axes, or of the area between the axes: see ``isInner``.
    package var width: Double
    /// In points, of the area between the axes: what a legend takes comes on top.
    package var height: Double
    /// Whether the width is that of the area between the axes, as in rows of charts.
    package var isInner = false
    /// The lowest first.
    package var layers: [Layer]
    /// The field by whose values an interactive picture lets one choose in the legend; nil for none.
    package var picks: String?
    /// Whether an interactive picture may be zoomed.
    package var zooms = true

    package init(
      title: String? = nil, width: Double, height: Double, isInner: Bool = false, layers: [Layer],
      picks: String? = nil, zooms: Bool = true
    ) {
      (self.title, self.width, self.height, self.isInner) = (title, width, height, isInner)
      (self.layers, self.picks, self.zooms) = (layers, picks, zooms)
    }
  }

  /// The specification without its data's schema.
  /// - Parameter isInteractive: whether it can be zoomed and series be selected.
  package func document(isInteractive: Bool) -> Document {
    switch self {
    case .view(let view): return view.document(isInteractive: isInteractive)
    case .rows(let charts, let sharesLegend):
      return [
        "vconcat": Document(charts.map { $0.document(isInteractive: isInteractive) }), "spacing": 8,
        "resolve": sharesLegend
          ? ["legend": ["color": "shared", "size": "shared"]]
          : ["scale": ["fill": "independent", "stroke": "independent", "shape": "independent"]],
      ]
    }
  }
}

extension Chart.View {
  fileprivate func document(isInteractive: Bool) -> Document {
    var drawn = layers.map {
      $0.document(isInteractive: isInteractive, picked: isInteractive ? picks : nil)
    }
    if isInteractive, case .object(let first)? = drawn.first?.content {
      drawn[0] = Document(first + .init(present: ["params": Document(parameters)]))
    }
    return Document(present: [
      "width": Document(width), "height": Document(height), "layer": Document(drawn),
      "autosize": isInner ? .none : ["type": "fit-x", "contains": "padding"],
      "title": title.map {
        ["text": Document($0.printable()), "fontSize": 8, "fontWeight": "normal", "anchor": "start"]
      },
    ])
  }

  /// Zooming, and choosing series in the legend.
  private var parameters: [Document] {
    // Without Ctrl the wheel scrolls the page.
    let zoom: Document = [
      "name": "zoom", "select": ["type": "interval", "zoom": "wheel![event.ctrlKey]"], "bind": "scales",
    ]
    let picked = picks.map { field -> Document in
      ["name": "picked", "select": ["type": "point", "fields": [Document(field)]], "bind": "legend"]
    }
    return (zooms ? [zoom] : []) + (picked.map { [$0] } ?? [])
  }
}

extension Double {
  /// As it stands in the data of a picture: to a ten-thousandth of its unit, which no picture shows; null where it is no
  /// number.
  package var plotted: Document {
    guard isFinite else { return nil }
    let scaled = (self * 1e4).rounded()
    return Document(scaled.isFinite ? scaled / 1e4 + 0 : self)
  }
}

extension ConfidenceInterval {
  /// The members `lower` and `upper` of a row.
  package func plottedBounds(times scale: Double = 1) -> [Document.Member] {
    .init(present: ["lower": (lower * scale).plotted, "upper": (upper * scale).plotted])
  }
}

extension Double? {
  /// Rounded as for numbers; null for none.
  package var plotted: Document { self?.plotted ?? nil }
}

extension String {
  /// As it stands in the data of a picture.
  package var plotted: Document { Document(printable()) }
}
