/// How much a site may hold, so that reading one, checking it and drawing it end within seconds.
///
/// `site import` holds a plan to them before it makes anything of it; what it writes can therefore be read. A site file may
/// have ``UnfoldedValues/most`` values in all.
package enum SiteLimits {
  package static let rooms = 5_000
  package static let corners = 1_000
  package static let walkable = 1_000
  package static let rows = 2_000
  package static let obstacles = 20_000
  package static let nodes = 10_000
  package static let edges = 20_000
  package static let testPoints = 10_000
  package static let anchors = 10_000

  /// Of a GeoJSON file: its octets, and its values of any kind.
  package static let planOctets = 64_000_000
  package static let planValues = 1_000_000
}
