import Captures
package import Documents
package import World

/// What a recorder has heard so far, beacon by beacon.
package struct HeardBeacons: Sendable {
  private struct Beacon: Sendable {
    var advertisements = 0
    var latest = DBm(-127)
    var strongest = DBm(-127)
    var unixSeconds = 0.0
  }

  private var beacons: [String: Beacon] = [:]
  private let known: [String]
  /// How many beacons outside the site are listed.
  private static let mostUnknown = 20
  /// How many are kept: addresses change without end.
  private static let mostKept = 10_000

  package init(on site: Site) { known = site.anchors.map(\.id) }

  /// Takes what arrived.
  package mutating func take(_ piece: HeardPiece) {
    for (id, level) in piece.levels {
      guard beacons[id] != nil || beacons.count < Self.mostKept else { continue }
      var beacon = beacons[id] ?? Beacon()
      beacon.advertisements += 1
      beacon.latest = level
      beacon.strongest = max(beacon.strongest, level)
      beacon.unixSeconds = piece.unixSeconds
      beacons[id] = beacon
    }
  }

  /// The site's beacons in its order, heard or not.
  package func site(at unixSeconds: Double) -> Document {
    Document(known.map { document($0, at: unixSeconds) })
  }

  /// The strongest beacons that the site does not have.
  package func unknown(at unixSeconds: Double) -> Document {
    let own = Set(known)
    let others = beacons.filter { !own.contains($0.key) }.sorted {
      ($1.value.strongest, $0.key) < ($0.value.strongest, $1.key)
    }
    return Document(others.prefix(Self.mostUnknown).map { document($0.key, at: unixSeconds) })
  }

  private func document(_ id: String, at unixSeconds: Double) -> Document {
    guard let beacon = beacons[id] else { return ["id": Document(id), "advertisements": 0] }
    return [
      "id": Document(id), "advertisements": Document(beacon.advertisements),
      "dbm": Document(beacon.latest.value), "strongestDbm": Document(beacon.strongest.value),
      "secondsAgo": Document(max(unixSeconds - beacon.unixSeconds, 0)),
    ]
  }
}

/// What arrived at one time.
package struct HeardPiece: Sendable {
  /// By the recorder's clock.
  package let unixSeconds: Double
  /// The time of the latest record since the first of the part; nil without times.
  package let streamSeconds: Double?
  /// The part of the capture.
  package let part: Int
  /// The beacons that were heard, by their names.
  package let levels: [(id: String, level: DBm)]
  /// Places of the part that could not be read so far.
  package let damages: Int
}

/// Decodes a part of the capture while it is written, without a clock of its own.
package struct PartDecoder {
  private var source: ReplaySource
  private var piece = AdvertisementStream()
  private let part: Int

  /// - Parameter path: of a pipe.
  /// - Throws: what is no capture.
  package init(_ path: String, part: Int, on site: Site) throws {
    source = try ReplaySource(contentsOf: path, options: ReplayOptions(site: site, unknownBeacons: .added))
    self.part = part
  }

  /// Waits for the next piece; nil at the end.
  ///
  /// - Parameter clock: the recorder's.
  package mutating func next(_ clock: () -> Double) throws -> HeardPiece? {
    piece.removeAll()
    let hasMore = try source.next(into: &piece)
    guard hasMore || !piece.isEmpty else { return nil }
    let anchors = source.directory.anchors
    return HeardPiece(
      unixSeconds: clock(), streamSeconds: source.hasClock ? source.end.map { Double($0) / 1e6 } : nil,
      part: part, levels: piece.map { (anchors[$0.anchor].id, $0.level) }, damages: source.tally.malformed)
  }
}
