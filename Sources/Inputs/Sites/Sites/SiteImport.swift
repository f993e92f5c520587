/// A site made from a file of another program: GeoJSON, a folder of Apple's IMDF, a drawing (DXF, SVG), or a table of beacons.
///
/// What each format's features become stands in docs/placement.md.
public struct SiteImport: Sendable {
  /// What the file does not say.
  public struct Options: Sendable {
    /// Of the site; nil for the name of the file.
    public var name: String?
    /// Nil for the middle of all that has a place.
    public var origin: GeographicOrigin?
    /// Metres from one floor to the next.
    public var storey = 3.5
    /// Whether the coordinates of GeoJSON are metres, whatever the file says.
    public var inMetres = false
    /// The length in metres of a unit of a drawing; nil for what the drawing says.
    public var metresPerUnit: Double?
    /// The interpreter that reads drawings; for DXF with the package ezdxf.
    public var python = "python3"
    /// What the sides of rooms are made of, where doors, walls and ways that the plan does not show are assumed; nil where they are not.
    public var assumedWalls: WallMaterial?
    /// A table of beacons beside a plan.
    public var beacons: String?

    public init() {}
  }

  /// The site's file, which a reader has accepted.
  public let site: SiteFile
  /// What was assumed, and what is left to be filled in.
  public let notes: [String]
  /// What could not be used, with how many there are.
  public let unused: [(what: String, count: Int)]

  package init(site: SiteFile, notes: [String], unused: [(what: String, count: Int)]) {
    (self.site, self.notes, self.unused) = (site, notes, unused)
  }
}
