public import World

/// The identities of the beacons of several sites with one owner.
public struct SiteIdentifiers: Sendable {
  /// A beacon of a site.
  public struct Beacon: Hashable, Sendable {
    /// The name of the file.
    public let file: String
    public let beacon: String
    public let floor: Int
    /// The RSSI at 1 m that its frames claim, in dBm; nil where the site does not say.
    public let measuredPower: DBm?
    /// Nil for a receiver.
    public let identity: BeaconIdentity?
  }

  /// An identity that two beacons have.
  public struct Clash: Hashable, Sendable {
    public let identity: BeaconIdentity
    /// In the order of the files; at least two.
    public let beacons: [Beacon]
  }

  /// A beacon with its place in a plan.
  public struct Planned: Hashable, Sendable {
    public let beacon: Beacon
    public let identity: IBeaconIdentity
  }

  /// In the order of the files and their beacons.
  public let beacons: [Beacon]

  /// - Parameter sites: with the names of their files.
  public init(_ sites: [(file: String, site: Site)]) {
    beacons = sites.flatMap { file, site in
      site.anchors.map {
        Beacon(
          file: file, beacon: $0.id, floor: $0.floor, measuredPower: $0.measuredPower, identity: $0.identity)
      }
    }
  }

  /// Identities that several beacons have, in the order of the first of them. Those of sites in the short form, which the files do not name, are
  /// none.
  public var clashes: [Clash] {
    var (order, owners) = ([BeaconIdentity](), [BeaconIdentity: [Beacon]]())
    for beacon in beacons {
      guard let identity = beacon.identity, !identity.isMade else { continue }
      if owners[identity] == nil { order.append(identity) }
      owners[identity, default: []].append(beacon)
    }
    return order.compactMap { identity in
      guard let all = owners[identity], all.count > 1 else { return nil }
      return Clash(identity: identity, beacons: all)
    }
  }

  /// How many majors each site gets: one for each floor, and room for more.
  public static let majorsOfSite = 64

  /// New identities for all beacons: one UUID for the owner, a major for each floor of each site, and minors from 1 on in the order of the
  /// site. Sites have majors from 64, 128, … on, so that a site that is added behind the others, a floor on top of a site, and a beacon behind those of its
  /// floor leave all other identities as they are.
  ///
  /// Source: Gast 2014, "Building Applications with iBeacon", chapter 2: the UUID stands for the organisation, the major for a place, the
  /// minor for a beacon in it. The numbers are ours.
  ///
  /// - Returns: nil where there are more than 1,023 sites, 64 floors of one or 65,535 beacons on a floor.
  public func plan(_ uuid: BeaconUUID) -> [Planned]? {
    var files: [String: Int] = [:]
    var floors: [String: [Int]] = [:]
    for beacon in beacons {
      files[beacon.file] = files[beacon.file] ?? files.count
      floors[beacon.file, default: []].append(beacon.floor)
    }
    guard files.count < 1 << 16 / Self.majorsOfSite else { return nil }
    let levels = floors.mapValues { Set($0).sorted() }
    var used: [SIMD2<Int>: Int] = [:]
    var planned: [Planned] = []
    for beacon in beacons {
      guard let site = files[beacon.file], let floor = levels[beacon.file]?.firstIndex(of: beacon.floor),
        floor < Self.majorsOfSite
      else { return nil }
      let minor = (used[SIMD2(site, floor)] ?? 0) + 1
      used[SIMD2(site, floor)] = minor
      guard let minor = UInt16(exactly: minor) else { return nil }
      planned.append(
        Planned(
          beacon: beacon,
          identity: IBeaconIdentity(
            uuid: uuid, major: UInt16((site + 1) * Self.majorsOfSite + floor), minor: minor)))
    }
    return planned
  }
}
