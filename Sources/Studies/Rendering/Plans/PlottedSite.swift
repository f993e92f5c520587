import FoundationEssentials
package import Sites
package import World

/// A site as pictures show it: its plan, and the pictures of floors that its file names.
package struct PlottedSite: Sendable {
  /// The plan.
  package let site: Site
  /// Of its floors; empty where the file names none.
  package let pictures: [SitePicture]

  package init(_ file: SiteFile) { (site, pictures) = (file.site, file.pictures) }

  package init(_ site: Site, pictures: [SitePicture]) { (self.site, self.pictures) = (site, pictures) }

  /// The floors that hold anything, in the order of their levels; at least one.
  package var floors: [Floor] {
    let used = Set(
      site.anchors.map(\.floor) + site.testPoints.map(\.floor) + site.rooms.map(\.floor)
        + site.walkable.map(\.floor) + site.obstacles.map(\.floor) + (site.path?.nodes.map(\.floor) ?? [])
        + pictures.map(\.floor))
    let floors = site.floors.filter { used.contains($0.level) }.sorted { $0.level < $1.level }
    return floors.isEmpty ? site.floors : floors
  }
}

extension SitePicture {
  /// The picture itself as the address of an image.
  package var url: String { "data:image/\(format.rawValue);base64,\(data.base64EncodedString())" }
}
