package import Documents

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
