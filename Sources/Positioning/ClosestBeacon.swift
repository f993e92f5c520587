public import Filtering
public import Radio

/// Algorithm 1 of Mustafa & Sykes 2021: keep the beacons in the lowest zone present, and of those take the one
/// of the best accuracy.
public enum ClosestBeacon {
  /// - Parameters:
  ///   - accuracies: metres by beacon; nil where there is none, which sorts before every distance, as the -1
  ///     of CoreLocation does.
  ///   - zones: by beacon.
  ///   - unknown: what to make of beacons whose zone is unknown.
  /// - Returns: the beacon's index, the lowest of equals; nil when none is left.
  public static func index(
    accuracies: [Double?], zones: [Zone], unknown: PhoneSettings.UnknownZone
  ) -> Int? {
    let lowest = zones.filter { unknown == .literal || $0 != .unknown }.min()
    var best: (index: Int, accuracy: Double)?
    for index in zones.indices where zones[index] == lowest {
      let accuracy = accuracies[index] ?? -1
      if best.map({ accuracy < $0.accuracy }) ?? true { best = (index, accuracy) }
    }
    return best?.index
  }
}
