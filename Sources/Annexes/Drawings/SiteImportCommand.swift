import ArgumentParser
import Documents
import Placement
import Rendering
import Results
import Sites

struct SiteImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a site from GeoJSON, IMDF, DXF, SVG or a table of beacons.",
    discussion: """
      Reads a GeoJSON file, a folder with an unpacked IMDF archive, a DXF or SVG drawing or a CSV table of beacons, and writes a \
      site file. What could not be used is counted and printed.

      Example: beaconbench site import venue/ --output site.yaml --origin 43.4688,-79.6984
      """)

  @Argument(
    .file, "A GeoJSON file, a folder of IMDF, a drawing (DXF or SVG), or a table in CSV.", as: "source")
  var path: String

  @Option(.file, "The site file to write.")
  var output: String

  @OptionGroup var replacing: ReplaceOption

  @Option(help: "The site's name. (default: that of the file)")
  var siteName: String?

  @OptionGroup var reading: PlanReadingOptions

  @Option(.file, "A table of beacons to add.")
  var beaconTable: String?

  func run() throws {
    try OutputFile.check([output], apartFrom: [path, beaconTable], others: replacing.others())
    var options = try reading.importing()
    (options.name, options.beacons) = (siteName, beaconTable)
    let made = try SiteImport(contentsOf: path, options: options)
    try OutputFile.write(made.site.document.yaml, to: output, others: replacing.others())
    try StandardStreams.print(made.report(output).text(width: OutputWidth.ofStandardOutput), terminator: "")
  }
}
