package import Laps
import NumericalMethods
import Scenarios
package import Sites
package import World

/// Latitude and longitude of the places of a site that has a geodetic origin.
package struct GeodeticPlaces: Sendable {
  package typealias Coordinates = GeographicOrigin

  private let site: Site
  private let origin: Coordinates

  /// Nil for a site without an origin.
  package init?(of study: Study) {
    switch study {
    case .simulated(let study):
      guard let origin = GeographicOrigin(ofSite: study.simulation.siteDocument) else { return nil }
      self.init(study.simulation.site, at: origin)
    case .recorded(let study): self.init(of: study.dataset.site)
    }
  }

  /// The same of a site's file.
  package init?(of file: SiteFile) {
    guard let origin = file.origin else { return nil }
    self.init(file.site, at: origin)
  }

  /// - Parameter site: whose x axis points east and y axis north.
  package init(_ site: Site, at origin: Coordinates) { (self.site, self.origin) = (site, origin) }
  /// Of the middle of a room's corners, or of an anchor; nil for another name.
  ///
  /// On a sphere of 6371 km about the origin, with x to the east and y to the north, which is right to a centimetre over the
  /// length of a building.
  package func coordinates(of place: String) -> Coordinates? {
    let corners = site.rooms.first { $0.name == place }?.corners
    guard let points = corners ?? site.anchors.first(where: { $0.id == place }).map({ [$0.position] }) else {
      return nil
    }
    let count = Double(points.count)
    let east = points.reduce(0) { $0 + $1.x } / count
    let north = points.reduce(0) { $0 + $1.y } / count
    let degrees = 180 / Double.pi / 6_371_000
    return Coordinates(
      latitude: origin.latitude + north * degrees,
      longitude: origin.longitude + east * degrees / Elementary.cos(origin.latitude * .pi / 180))
  }
}
