import ArgumentParser
import Documents
import Placement
import Rendering
import Results
import Sites

struct SiteImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a site from GeoJSON, IMDF or a table of beacons.",
    discussion: """
      Reads a GeoJSON file, a folder with an unpacked IMDF archive or a CSV table of beacons, and writes a site file. What could \
      not be used is counted and printed.

      Example: beaconbench site import venue/ --output site.yaml --origin 43.4688,-79.6984
      """)

  @Argument(.file, "A GeoJSON file, a folder of IMDF, or a table in CSV.", as: "source")
  var path: String

  @Option(.file, "The site file to write.")
  var output: String

  @OptionGroup var replacing: ReplaceOption

  @Option(help: "The site's name. (default: that of the file)")
  var siteName: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The geographic position of the point [0, 0], within 10 km of the plan. (default: the middle of all places)",
      valueName: "latitude,longitude"))
  var origin: String?

  @Flag(help: "Read the coordinates of GeoJSON as metres. (default: as its crs says; without one, degrees)")
  var metres = false

  @Option(.number(1...30, "metres"), "The height from one floor to the next. (default: 3.5)")
  var storey = 3.5

  @Option(.file, "A table of beacons to add.")
  var beaconTable: String?

  func validate() throws { _ = try parsedOrigin() }

  private func parsedOrigin() throws -> GeographicOrigin? {
    guard let origin else { return nil }
    let parts = origin.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], -90...90 ~= latitude,
      -180...180 ~= longitude
    else {
      throw ValidationError("--origin: expected LATITUDE,LONGITUDE in degrees, found \(origin)")
    }
    return GeographicOrigin(latitude: latitude, longitude: longitude)
  }

  func run() throws {
    try OutputFile.check([output], apartFrom: [path, beaconTable], others: replacing.others())
    var options = SiteImport.Options()
    (options.name, options.origin, options.storey, options.beacons) = (
      siteName, try parsedOrigin(), storey, beaconTable
    )
    options.inMetres = metres
    let made = try SiteImport(contentsOf: path, options: options)
    try OutputFile.write(made.site.document.yaml, to: output, others: replacing.others())
    try StandardStreams.print(made.report(output).text(width: OutputWidth.ofStandardOutput), terminator: "")
  }
}
