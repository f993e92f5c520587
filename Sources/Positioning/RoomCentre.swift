public import World

/// The middle of the site, whatever is heard: what a method must beat to be worth anything.
///
/// It answers at every callback, heard or not.
public struct RoomCentre: Positioner {
  private let answer: Fix

  public init(_ site: Site) {
    let floor = site.path?.nodes.first?.floor ?? site.anchors.first?.floor ?? site.floors.first?.level ?? 0
    answer = Fix(position: site.centre.at(height: site.elevation(ofFloor: floor)), floor: floor)
  }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix { answer }
}
