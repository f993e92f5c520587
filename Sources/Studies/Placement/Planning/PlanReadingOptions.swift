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

/// A type of building, with what is assumed of the radio in it; docs/parameters.md has the sources.
package enum BuildingType: String, CaseIterable, Sendable {
  case office, hospital, school, shop, hall, home

  /// What the sides of rooms are made of where the plan shows no walls: load-bearing walls in hospitals and schools.
  package var walls: WallMaterial { self == .hospital || self == .school ? .heavy : .light }
  /// Metres above the floor at which beacons hang: out of reach, and in halls above what stands there.
  package var height: Double { self == .hall ? 4 : self == .home ? 2.2 : 2.5 }
  /// Whether beacons may also hang from the ceiling, since there are few walls.
  package var hasCeiling: Bool { self == .hall || self == .shop }

  /// In a sentence.
  package var words: String {
    "\(rawValue), with \(walls == .heavy ? "walls of brick or concrete" : "light walls")"
  }

  /// The key `channel` of a scenario, with the sources of its numbers.
  var channel: String {
    let scatter =
      switch self {
      case .hall: "3GPP TR 38.901, table 7.5-6, indoor, line of sight: 3 dB over 10 m, K 7 dB"
      case .shop: "Within the 3.5 to 5.9 dB of Strzoda et al. 2022, doi:10.1145/3551662.3560933"
      default: "Within the 3.5 to 5.9 dB of Strzoda et al. 2022; 3 m and K 2 as docs/parameters.md says"
      }
    let deviation = self == .hall ? 3 : self == .shop ? 5 : 4
    return """
      channel:
        # Free space, a loss for each wall (3.4 dB light, 6.9 dB heavy) and floor: COST 231, section 4.7.2.
        pathLoss: {multiWall: {c: -59}}
        # \(scatter).
        shadowing: {exponential: {deviation: \(deviation), decorrelation: \(self == .hall ? 10 : 3), fixedShare: 0.5, over: floor}}
        fading: {independent: {k: \(self == .hall ? 5 : 2)}}
        body: {cosine: {loss: 8}}
      """
  }
}
