import Sites
import Testing
import World

@Suite struct SiteIdentifiersTests {
  private static let own = BeaconUUID(high: 1, low: 2)

  private func site(_ beacons: [(id: String, floor: Int, minor: UInt16?)]) -> Site {
    Site(
      name: "s",
      anchors: beacons.map { id, floor, minor in
        Anchor(
          id: id, identity: minor.map { BeaconIdentity(uuid: Self.own, major: 1, minor: $0) },
          position: .zero, floor: floor)
      })
  }

  /// By Python: uuid.uuid5(uuid.NAMESPACE_DNS, name).
  @Test(arguments: [
    ("python.org", "886313E1-3B8A-5372-9B90-0C9AEE199E5D"),
    ("www.example.com", "2ED6657D-E927-568B-95E1-2665A8AEA6A2"),
  ])
  func `a name has one UUID, that of Python`(_ name: String, _ uuid: String) throws {
    #expect(try BeaconUUID(named: name).description == uuid)
  }

  @Test func `a UUID at random has version 4 and the variant of the standard`() {
    let drawn = (0..<50).map { _ in BeaconUUID.random }
    #expect(Set(drawn).count == 50)
    #expect(drawn.allSatisfy { $0.high >> 12 & 0xF == 4 && $0.low >> 62 == 2 })
  }

  @Test func `identities of two beacons clash, whether in one site or in two`() {
    let all = SiteIdentifiers([
      ("a", site([("x", 0, 1), ("y", 0, 2), ("receiver", 0, nil)])), ("b", site([("x", 0, 3), ("z", 0, 1)])),
      ("c", site([("other receiver", 0, nil)])),
    ])
    #expect(all.clashes.count == 1)
    #expect(all.clashes.first?.beacons.map { "\($0.file)/\($0.beacon)" } == ["a/x", "b/z"])
  }

  /// Floors are numbered from the lowest on.
  @Test
  func `a plan has a major for each floor and minors from 1 on, and nothing moves when the chain grows`()
    throws
  {
    let first = ("a", site([("x", 0, 1), ("y", 1, 2), ("z", 0, 3)]))
    let planned = try #require(SiteIdentifiers([first, ("b", site([("x", -1, 1)]))]).plan(Self.own))
    #expect(
      planned.map { [$0.identity.major, $0.identity.minor] } == [[64, 1], [65, 1], [64, 2], [128, 1]])
    let grown = ("a", site([("x", 0, 1), ("y", 1, 2), ("z", 0, 3), ("new", 0, nil), ("attic", 2, nil)]))
    let later = try #require(
      SiteIdentifiers([grown, ("b", site([("x", -1, 1)])), ("c", site([("x", 0, nil)]))]).plan(Self.own))
    #expect(
      later.map { [$0.identity.major, $0.identity.minor] } == [
        [64, 1], [65, 1], [64, 2], [64, 3], [66, 1], [128, 1], [192, 1],
      ])
    #expect(Set(later.map(\.identity)).count == 7)
  }

  @Test func `what does not fit in the numbers has no plan`() {
    let many = (0..<1024).map { ("\($0)", site([("x", 0, nil)])) }
    #expect(SiteIdentifiers(many).plan(Self.own) == nil)
    #expect(SiteIdentifiers(Array(many.dropLast())).plan(Self.own)?.last?.identity.major == 65_472)
    #expect(SiteIdentifiers([("a", site((0..<65).map { ("x", $0, nil) }))]).plan(Self.own) == nil)
    #expect(SiteIdentifiers([("a", site((0..<65_536).map { _ in ("x", 0, nil) }))]).plan(Self.own) == nil)
  }
}
