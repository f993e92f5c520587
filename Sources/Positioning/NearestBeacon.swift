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
    var best: (anchor: Int, loss: Double)?
    for anchor in epoch.levels.indices {
      guard let level = epoch.levels[anchor] else {
        if unknown == .literal { return fix(at: anchor) }
        continue
      }
      let loss = site.loss(of: anchor, at: level)
      if best.map({ loss < $0.loss }) ?? true { best = (anchor, loss) }
    }
    guard let best else { throw .tooFewBeacons(heard: 0, needed: 1) }
    return fix(at: best.anchor)
  }

  private func fix(at anchor: Int) -> Fix {
    Fix(position: site.place(ofAnchor: anchor), floor: site.site.anchors[anchor].floor)
  }
}
