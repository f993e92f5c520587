import ArgumentParser
import Documents
import Results
package import Sites

/// How a plan of another program is read.
package struct PlanReadingOptions: ParsableArguments {
  package init() {}

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The geographic position of the point [0, 0], within 10 km of the plan. (default: the middle of all places)",
      valueName: "latitude,longitude"))
  var origin: String?

  @Flag(help: "Read the coordinates of GeoJSON as metres. (default: as its crs says; without one, degrees)")
  var metres = false

  @Option(
    .number(1e-6...1000, "metres"),
    "The length of a unit of a DXF or SVG drawing, such as 0.001 for millimetres. (default: as the drawing says)"
  )
  var metresPerUnit: Double?

  @Option(.number(1...30, "metres"), "The height from one floor to the next. (default: 3.5)")
  var storey: Double?

  package func validate() throws { _ = try parsedOrigin() }

  /// For the import.
  package func importing() throws -> SiteImport.Options {
    var options = SiteImport.Options()
    options.origin = try parsedOrigin()
    (options.inMetres, options.metresPerUnit) = (metres, metresPerUnit)
    if let storey { options.storey = storey }
    options.python = PythonProgram.interpreter
    return options
  }

  /// The first of them that is given.
  package var isGiven: KeyValuePairs<String, Bool> {
    [
      "--origin": origin != nil, "--metres": metres, "--metres-per-unit": metresPerUnit != nil,
      "--storey": storey != nil,
    ]
  }

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
}
