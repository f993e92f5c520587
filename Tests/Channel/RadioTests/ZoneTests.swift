import Radio
import TestSupport
import Testing

@Suite struct ZoneTests {
  struct Table: Decodable {
    let d: [Double?]
    let zone: [Int]
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the zones of the exact vectors`() throws {
    let table = try SharedData.vectors("zone", as: Table.self)
    #expect(table.d.map { ZoneBoundaries().zone(at: $0).rawValue } == table.zone)
  }

  @Test func `moves its boundaries and knows what is not a number`() {
    // Sykes, Pentland and Nardi 2015: nearables are immediate to 2.5 cm and near to 15 cm.
    let nearables = ZoneBoundaries(immediate: 0.025, near: 0.15)
    #expect(nearables.zone(at: 0.025) == .immediate)
    #expect(nearables.zone(at: 0.15) == .near)
    #expect(nearables.zone(at: 0.2) == .far)
    #expect(nearables.zone(at: .infinity) == .far)
    #expect(nearables.zone(at: .nan) == .unknown)
  }
}
