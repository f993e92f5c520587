package import Documents
package import Foundation

/// Renders specifications by vl-convert, a Python package: https://github.com/vega/vl-convert.
package struct PlotRenderer: Sendable {
  private let python: String

  /// - Parameter python: an interpreter that has vl-convert.
  package init(python: String) { self.python = python }

  /// Draws pictures, all of them in one process.
  package func render(
    _ plots: [(plot: Plot, format: PlotFormat)]
  ) throws(PythonProgram.Failure) -> [Data] {
    let needed = plots.indices.filter { !plots[$0].format.needsNoRenderer }
    let drawn = try run(
      needed.map { index in
        let (plot, format) = plots[index]
        return format == .html
          ? Self.bundle : ["format": Document(format.rawValue), "spec": plot.specification()]
      })
    return plots.indices.map { index in
      let plot = plots[index].plot
      guard let place = needed.firstIndex(of: index) else { return plot.json }
      guard plots[index].format == .html else { return drawn[place] }
      return Data(PlotPage(plot: plot, scripts: String(decoding: drawn[place], as: UTF8.self)).html.utf8)
    }
  }

  /// Vega, Vega-Lite and Vega-Embed as one script for a page, which defines `drawPlot(element, specification, options)`.
  package func scripts() throws(PythonProgram.Failure) -> String {
    String(decoding: try run([Self.bundle])[0], as: UTF8.self)
  }

  /// A drawing as PNG and as PDF.
  ///
  /// - Parameter svg: needs no font but a generic one.
  package func pictures(of svg: String) throws(PythonProgram.Failure) -> [Data] {
    try run(["png", "pdf"].map { ["format": Document($0), "svg": Document(svg)] })
  }

  private static let bundle: Document = ["format": "html", "entry": Document(PlotPage.entry)]

  /// As many pictures as are asked for.
  private func run(_ jobs: [Document]) throws(PythonProgram.Failure) -> [Data] {
    guard !jobs.isEmpty else { return [] }
    var limits = BoundedProgram.Limits()
    // Pictures of all that a report has, which were made from results that may come from others.
    (limits.seconds, limits.memory, limits.output) = (1800, 6 << 30, 1 << 30)
    let output = try PythonProgram(PackageResources.pictures_py, needs: "vl_convert", within: limits)
      .output(input: .octets(Array(Document(jobs).json.utf8)), by: python)
    let drawn = output.split(separator: UInt8(ascii: "\n")).map {
      Data(base64Encoded: Data($0)) ?? Data()
    }
    guard drawn.count == jobs.count else {
      throw PythonProgram.Failure(isMissing: false, reason: "the renderer ended early")
    }
    return drawn
  }
}
