import Files
import Foundation
package import Rendering
import World

/// A picture and where it goes.
package struct PlotFile {
  /// What is drawn.
  package let plot: Plot
  /// By the extension of the file, or as asked for.
  package var format: PlotFormat
  /// Where the file is written.
  package var path: String

  package init(plot: Plot, format: PlotFormat, path: String) {
    (self.plot, self.format, self.path) = (plot, format, path)
  }

  /// The name of the file of captions.
  package static let captions = "captions.txt"

  /// Renders and writes, in a folder of their own with the captions; without a renderer the specifications.
  @discardableResult package static func write(
    _ files: [PlotFile], makesFolder: Bool, others: OutputFile.Others
  ) throws -> [PlotFile] {
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
        "\(reason), so only Vega-Lite specifications are written: \(PlotPython.advice)"
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
    var contents = zip(files, drawn).map { (path: $0.path, data: $1) }
    if makesFolder, let captions = captions(of: files) { contents.append(captions) }
    try OutputFile.write(contents.map { ($0.path, $0.data) }, others: others)
    return files
  }

  /// What to print below each picture, in a file beside them.
  private static func captions(of files: [PlotFile]) -> (path: String, data: Data)? {
    guard let slash = files.first?.path.lastIndex(of: "/") else { return nil }
    let lines = files.map { "\($0.path[$0.path.index(after: slash)...]): \($0.plot.caption)\n" }
    return ("\(files[0].path[..<slash])/\(captions)", Data(lines.joined().utf8))
  }
}

extension PlotFormat {
  /// Whether octets are a picture or a page as this program writes them, or captions beside pictures.
  @Sendable static func isPicture(_ octets: Data) -> Bool {
    if [[0x89, 0x50, 0x4E, 0x47], Array("%PDF".utf8)].contains(where: octets.starts(with:)) { return true }
    let start = String(decoding: octets.prefix(4096), as: UTF8.self)
    return start.hasPrefix("<svg ") && start.contains("class=\"marks\"")
      || start.contains(OfflinePage.generator) || start.hasPrefix("{\"$schema\":\"https://vega.github.io/")
      || start.prefixMatch(of: #/[a-z-]+\.(svg|png|pdf|html|json): /#) != nil
  }
}

/// Where the Python is that renders pictures.
package enum PlotPython {
  /// What BEACONBENCH_PYTHON says, else that of the virtual environment which `make build` sets up, beside the build folder
  /// of a checkout or in `share/beaconbench` of an installed program, else the one beside the program. Nil where there is none.
  package static var path: String? {
    named ?? ShippedFile.folders.flatMap { ["\($0)/.build/python", "\($0)/python"] }
      .map { "\($0)/bin/python3" }.first(where: isExecutable) ?? besideProgram
  }

  /// What BEACONBENCH_PYTHON says.
  package static var named: String? {
    ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// That of the environment into which pip has installed the program.
  package static var besideProgram: String? {
    ShippedFile.programFolder.map { "\($0)/python3" }.flatMap { isExecutable($0) ? $0 : nil }
  }

  /// What to do where vl-convert is missing.
  package static var advice: String {
    let install = besideProgram.map { "run \($0) -m pip install 'beaconbench[pictures]'" } ?? "run make build"
    return "\(install), or set BEACONBENCH_PYTHON to a Python with the package vl-convert-python"
  }

  private static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
}
