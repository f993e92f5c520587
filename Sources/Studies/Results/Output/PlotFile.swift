import Documents
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
    let renderer = PlotRenderer(python: PythonProgram.interpreter)
    let drawn: [Data]
    do throws(PythonProgram.Failure) {
      drawn = try renderer.render(files.map { ($0.plot, $0.format) })
    } catch  where error.isMissing {
      for index in files.indices where files[index].format != .json {
        files[index].path = String(files[index].path.dropLast(files[index].format.rawValue.count)) + "json"
        files[index].format = .json
      }
      StandardStreams.warn([
        "\(error.reason), so only Vega-Lite specifications are written: \(PythonProgram.advice)"
      ])
      drawn = files.map(\.plot.json)
    } catch {
      throw FileProblem(file: files[0].path, sentence: "cannot be drawn by vl-convert: \(error.reason)")
    }
    if makesFolder, let slash = files[0].path.lastIndex(of: "/") {
      try makeNamedFolder(String(files[0].path[..<slash]))
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
