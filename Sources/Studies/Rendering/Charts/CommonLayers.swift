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

  /// A line for each series.
  package static func line(_ rows: [Document], _ x: Channel, _ y: Channel, _ series: SeriesStyle) -> Layer {
    Layer(.line, rows: rows, [.x: x, .y: y, .color: series.colour, .strokeDash: series.dash])
  }

  /// The range from the field `lower` to `upper` about a line of each series.
  package static func band(
    _ properties: Document, _ rows: [Document], _ x: Channel, _ y: Channel, _ series: SeriesStyle
  ) -> Layer {
    Layer(
      .area, properties, rows: rows,
      [.x: x, .y: y.with("field", "lower"), .y2: .end("upper"), .color: series.colour])
  }

  /// Horizontal lines from the field `lower` to `upper`.
  package static func intervals(
    _ rows: [Document], _ x: Channel, _ y: Channel, offset: Channel = .absent, _ colour: Channel
  ) -> Layer {
    Layer(
      .rule, ["strokeWidth": 1.2], rows: rows,
      [.x: x.with("field", "lower"), .x2: .end("upper"), .y: y, .yOffset: offset, .color: colour])
  }

  /// Values with their intervals, one below the other: a line from `lower` to `upper`, and a mark at the value.
  ///
  /// - Parameters:
  ///   - rows: with the fields of the value and of the place.
  ///   - bounds: the rows that have `lower` and `upper`.
  ///   - shape: by which marks are distinguished besides their colour.
  ///   - size: of a mark, in square points.
  package static func intervals(
    _ rows: [Document], bounds: [Document], _ value: Channel, at place: Channel, _ colour: Channel,
    shape: Channel = .absent, size: Int
  ) -> [Layer] {
    [
      .intervals(bounds, value, place, colour),
      .points(size, rows, [.x: value, .y: place, .color: colour, .shape: shape]),
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
  ///   - height: in points.
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
  package static func matrix(
    x: Channel, y: Channel, rows: [Document], title: String, width: PlotWidth, height: Double,
    fontSize: Double = 6.5
  ) -> Chart.View {
    let colour = Channel.quantity("value", title, domain: 0...1)
      .with("scale", ["scheme": "blues", "domain": [0, 1]]).withoutLegend
    let ink = Channel.category("light", order: ["low", "high"], range: PageColours.onShares).withoutLegend
    return Chart.View(
      width: width.points, height: height,
      layers: [
        Layer(.rect, ["stroke": "#FFFFFF", "strokeWidth": 0.5], rows: rows, [.x: x, .y: y, .fill: colour]),
        Layer(
          .text, ["fontSize": Document(fontSize)], rows: rows,
          [.x: x, .y: y, .text: .field("label"), .color: ink]),
      ], zooms: false)
  }
}
