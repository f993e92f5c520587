import Foundation
import Plotting
import Storing
import World

/// A picture and where it goes.
struct PlotFile {
  let plot: Plot
  var format: PlotFormat
  var path: String

  /// Renders and writes; without a renderer the specifications.
  @discardableResult static func write(_ files: [PlotFile], makesFolder: Bool) throws -> [PlotFile] {
    var files = files
    let renderer = PlotRenderer(python: PlotPython.path)
    let drawn: [Data]
    do throws(PlotRenderer.Problem) {
      drawn = try renderer.render(files.map { ($0.plot, $0.format) })
    } catch .missing(let reason) {
      for index in files.indices where files[index].format != .json {
        files[index].path = String(files[index].path.dropLast(files[index].format.rawValue.count)) + "json"
        files[index].format = .json
      }
      StandardStreams.warn([
        "\(reason), so only Vega-Lite specifications are written: run make build, or set BEACONBENCH_PYTHON to a Python with the package vl-convert-python"
      ])
      drawn = files.map(\.plot.json)
    } catch .failed(let reason) {
      throw FileProblem(file: files[0].path, sentence: "cannot be drawn by vl-convert: \(reason)")
    }
    if makesFolder, let slash = files[0].path.lastIndex(of: "/") {
      let folder = String(files[0].path[..<slash])
      do { try makeFolder(folder) } catch {
        throw FileProblem(file: folder, sentence: "cannot be made: \(error.reason)")
      }
    }
    try OutputFile.write(zip(files, drawn).map { ($0.path, $1) })
    return files
  }
}
