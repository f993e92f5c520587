package import World

/// Which beacons a stream has had frames of, and with which sensor values.
package struct Received: Sendable {
  /// The beacons of which anything was received.
  package let anchors: [StreamDirectory.Anchor]
  /// The ids of those that reported a temperature.
  package let temperatures: Set<String>
  /// The ids of those that reported which side is up.
  package let orientations: Set<String>
  /// Whether there is also what reaches applications beside advertisements.
  package let hasMessages: Bool

  /// Nil when one of some beacons was received, otherwise their names in words.
  ///
  /// - Parameter ids: empty for any beacon.
  func lack(of ids: [String]) -> String? {
    if anchors.contains(where: { ids.isEmpty || ids.contains($0.id) }) { return nil }
    return ids.isEmpty ? "any beacon" : ids.joined(separator: ", ")
  }
}
