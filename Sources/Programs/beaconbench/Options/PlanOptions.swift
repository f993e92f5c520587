import ArgumentParser
import Documents
import Files
import Placement
import Results
import Sites
import World

/// How a plan of another program is read.
struct PlanReadingOptions: ParsableArguments {
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

  func validate() throws { _ = try parsedOrigin() }

  /// For the import.
  func importing() throws -> SiteImport.Options {
    var options = SiteImport.Options()
    options.origin = try parsedOrigin()
    (options.inMetres, options.metresPerUnit) = (metres, metresPerUnit)
    if let storey { options.storey = storey }
    options.python = PythonProgram.interpreter
    return options
  }

  /// The first of them that is given.
  var isGiven: KeyValuePairs<String, Bool> {
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

/// What a plan does not say, for `place`.
struct PlanOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "What matters on a plan: metres, rooms (the right room is named) or navigation (directions come in time). (default: metres)",
      valueName: "what"))
  var aim: PlanStudy.Aim?

  @Option(
    help: ArgumentHelp(
      "The type of building of a plan, which determines its walls and its radio: \(BuildingType.allCases.map(\.rawValue).joined(separator: ", ")). (default: office)",
      valueName: "type"))
  var building: BuildingType?

  @Option(
    help: ArgumentHelp(
      "The name to which the UUID of a plan's beacons belongs, such as the domain of the owner, or the UUID itself. (default: the name of the plan)",
      valueName: "name"))
  var owner: String?

  @OptionGroup var reading: PlanReadingOptions

  func validate() throws {
    if owner == "" { throw ValidationError("--owner: expected a name, found nothing") }
  }

  /// Refuses all of them where there is no plan.
  func refuseAll() throws(ValidationError) {
    try refuse(
      ["--for": aim != nil, "--building": building != nil, "--owner": owner != nil], "requires a plan")
    try refuse(reading.isGiven, "requires a plan")
  }

  /// - Parameter site: the name of the plan.
  func uuid(of site: String) throws(FileProblem) -> BeaconUUID {
    if let owner, let uuid = BeaconUUID(owner) { return uuid }
    return try BeaconUUID(named: owner ?? site)
  }
}

extension PlanStudy.Aim: ExpressibleByArgument {}
extension BuildingType: ExpressibleByArgument {}
