package import Documents

// The marks that most pictures consist of, each in one look.

extension Layer {
  /// Filled points.
  ///
  /// - Parameter size: their area in square points.
  package static func points(
    _ size: Int, opacity: Document = 1, _ rows: [Document], _ channels: KeyValuePairs<Channel.Name, Channel>
  ) -> Layer {
    Layer(
      .point, ["filled": true, "opacity": opacity, "size": Document(size)], rows: rows, channels)
  }

  /// Open diamonds, for what was published.
  package static func diamonds(
    _ size: Int, _ rows: [Document], _ channels: KeyValuePairs<Channel.Name, Channel>
  ) -> Layer {
    Layer(
      .point, ["shape": "diamond", "size": Document(size), "stroke": "#000000", "opacity": 1], rows: rows,
      channels)
  }

  /// A line for each series, over its range from the field `lower` to `upper` where the rows have one.
  ///
  /// - Parameters:
  ///   - look: of lines and ranges alike.
  ///   - dash: nil for that of the series.
  package static func banded(
    _ rows: [Document], _ x: Channel, _ y: Channel, _ series: SeriesStyle, look: [Document.Member] = [],
    dash: Channel? = nil
  ) -> [Layer] {
    let bands = rows.filter { $0.has("lower") }
    let area = Layer(
      .area, Document(look + [.init(key: "fillOpacity", value: 0.15)]), rows: bands,
      [.x: x, .y: y.with("field", "lower"), .y2: .end("upper"), .color: series.colour])
    return (bands.isEmpty ? [] : [area]) + [
      Layer(
        .line, Document(look), rows: rows,
        [.x: x, .y: y, .color: series.colour, .strokeDash: dash ?? series.dash])
    ]
  }

  /// Horizontal lines from the field `lower` to `upper`.
  package static func intervals(
    _ rows: [Document], _ x: Channel, _ y: Channel, offset: Channel = .absent, _ colour: Channel
  ) -> Layer {
    Layer(
      .rule, ["strokeWidth": 1.2], rows: rows,
      [.x: x.with("field", "lower"), .x2: .end("upper"), .y: y, .yOffset: offset, .color: colour])
  }

  /// Values, one below the other: a mark at each, and where its row has `lower` and `upper` a line between them.
  ///
  /// - Parameters:
  ///   - rows: with the fields of the value and of the place.
  ///   - shape: by which marks are distinguished besides their colour.
  ///   - size: of a mark, in square points.
  package static func intervals(
    _ rows: [Document], _ value: Channel, at place: Channel,
    offset: Channel = .absent, _ colour: Channel, shape: Channel = .absent, size: Int
  ) -> [Layer] {
    [
      .intervals(rows.filter { $0.has("lower") }, value, place, offset: offset, colour),
      .points(size, rows, [.x: value, .y: place, .yOffset: offset, .color: colour, .shape: shape]),
    ]
  }

  /// A dashed line where a quantity is 0.
  package static func zero(_ axis: Channel.Name) -> Layer {
    Layer(.rule, ["strokeDash": [2, 2], "strokeWidth": 0.7], rows: [[:]], [axis: .datum(0)])
  }
}

extension Chart {
  /// One view of a picture's width.
  ///
  /// - Parameters:
  ///   - height: of the area between the axes, in points.
  ///   - picks: see ``View/picks``.
  ///   - layers: the lowest first.
  package static func layers(
    _ width: PlotWidth, height: Double, picks: String? = nil, _ layers: [Layer]
  ) -> Chart {
    .view(View(width: width.points, height: height, layers: layers, picks: picks))
  }
}

extension Chart.View {
  /// Shares in a grid, as colours and in numbers.
  ///
  /// - Parameter title: what they are shares of, above the grid.
  package static func matrix(
    x: Channel, y: Channel, rows: [Document], title: String? = nil, width: PlotWidth, height: Double,
    fontSize: Double = 6.5
  ) -> Chart.View {
    let colour = Channel.quantity("value", "share", domain: 0...1)
      .with("scale", ["scheme": "blues", "domain": [0, 1]]).withoutLegend
    let ink = colour.with(
      "scale", ["type": "threshold", "domain": [0.6], "range": Document(PageColours.onShares)])
    return Chart.View(
      title: title, width: width.points, height: height,
      layers: [
        Layer(.rect, ["stroke": "#FFFFFF", "strokeWidth": 0.5], rows: rows, [.x: x, .y: y, .fill: colour]),
        Layer(
          .text, ["fontSize": Document(fontSize)], rows: rows,
          [.x: x, .y: y, .text: .field("label"), .color: ink]),
      ], zooms: false)
  }
}
