public import Filtering
public import World

/// The place of the closest beacon by Algorithm 1 of Mustafa & Sykes 2021.
///
/// Zone and accuracy come from one distance, so the best accuracy of the lowest zone is the best accuracy of
/// all, and the zones need not be worked out; only unknown taken literally is a zone of its own.
public struct NearestBeacon: PositioningMethod, PositioningSession {
  private var site: RangedSite
  private let unknown: PhoneSettings.UnknownZone

  public init(_ site: RangedSite, unknown: PhoneSettings.UnknownZone = .excluded) {
    self.site = site
    self.unknown = unknown
  }

  public mutating func learn(_ model: RangingModel) { site.model = model }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let silent = unknown == .literal ? epoch.levels.firstIndex(of: nil) : nil
    guard let anchor = silent ?? site.nearest(of: epoch.levels.indices, in: epoch) else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    return Fix(position: site.place(ofAnchor: anchor), floor: site.site.anchors[anchor].floor)
  }
}
