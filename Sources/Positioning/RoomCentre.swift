public import World

/// One place, whatever is heard: what a method must beat to be worth anything.
///
/// It answers at every callback, heard or not.
public struct RoomCentre: PositioningMethod, PositioningSession {
  private let answer: Fix

  /// - Parameter answer: as the study has worked it out; see ``World/Site/middle``.
  public init(answer: Fix) { self.answer = answer }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix { answer }
}

extension Site {
  /// The middle of the site on the floor where its path begins, or else its first anchor.
  public var middle: Fix {
    let floor = path?.nodes.first?.floor ?? anchors.first?.floor ?? floors.first?.level ?? 0
    return Fix(position: centre.at(height: elevation(ofFloor: floor)), floor: floor)
  }
}
