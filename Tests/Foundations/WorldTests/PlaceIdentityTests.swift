import Testing
import World

@Suite struct PlaceIdentityTests {
  @Test func `each field of a major stands on its own bits, the first bit most significant`() throws {
    func encoded(_ building: Int, _ floor: Int, _ kind: PlaceMajor.Kind) throws -> UInt16 {
      try #require(PlaceMajor(building: building, floor: floor, kind: kind)).encoded
    }
    #expect(try encoded(31, 0, []) == 0b11111_000_00000_000)
    #expect(try encoded(0, 7, []) == 0b00000_111_00000_000)
    #expect(try encoded(0, 0, .room) == 0b00000_000_10000_000)
    #expect(try encoded(0, 0, .hallway) == 0b00000_000_01000_000)
    #expect(try encoded(0, 0, .corner) == 0b00000_000_00100_000)
    #expect(try encoded(0, 0, .stairs) == 0b00000_000_00010_000)
    #expect(try encoded(0, 0, .door) == 0b00000_000_00001_000)
    #expect(try encoded(2, 3, [.hallway, .corner, .door]) == 0b00010_011_01101_000)
  }

  @Test func `each field of a minor stands on its own bits`() throws {
    func encoded(_ first: Int, _ second: Int, _ id: Int) throws -> UInt16 {
      try #require(PlaceMinor(first: first, second: second, id: id)).encoded
    }
    #expect(try encoded(63, 0, 0) == 0b111111_000000_0000)
    #expect(try encoded(0, 63, 0) == 0b000000_111111_0000)
    #expect(try encoded(0, 0, 15) == 0b000000_000000_1111)
    #expect(try encoded(1, 2, 3) == 0b000001_000010_0011)
  }

  @Test func `every major and every minor comes back as it went in`() {
    for number in UInt16.min...UInt16.max {
      guard PlaceMajor(decoding: number).encoded == number, PlaceMinor(decoding: number).encoded == number
      else {
        Issue.record("\(number) came back as another number")
        return
      }
    }
  }

  @Test func `what a major decodes to is what encodes it`() throws {
    let major = PlaceMajor(decoding: 0b00010_011_01101_000)
    #expect(major.building == 2)
    #expect(major.floor == 3)
    #expect(major.kind == [.hallway, .corner, .door])
    #expect(major.unused == 0)
    #expect(major == PlaceMajor(building: 2, floor: 3, kind: [.hallway, .corner, .door]))
    let minor = PlaceMinor(decoding: 0b000001_000010_0011)
    #expect((minor.first, minor.second, minor.id) == (1, 2, 3))
  }

  @Test(arguments: 1...7) func `unused bits that are not zero are there to be reported`(bits: Int) {
    let major = PlaceMajor(decoding: 0b00010_011_01101_000 | UInt16(bits))
    #expect(major.unused == bits)
    #expect(major.building == 2)
    #expect(major.kind == [.hallway, .corner, .door])
  }

  @Test func `numbers that do not fit their bits are refused`() {
    #expect(PlaceMajor(building: 32, floor: 0, kind: []) == nil)
    #expect(PlaceMajor(building: -1, floor: 0, kind: []) == nil)
    #expect(PlaceMajor(building: 0, floor: 8, kind: []) == nil)
    #expect(PlaceMajor(building: 0, floor: -1, kind: []) == nil)
    #expect(PlaceMajor(building: 0, floor: 0, kind: PlaceMajor.Kind(rawValue: 32)) == nil)
    #expect(PlaceMinor(first: 64, second: 0, id: 0) == nil)
    #expect(PlaceMinor(first: 0, second: 64, id: 0) == nil)
    #expect(PlaceMinor(first: 0, second: 0, id: 16) == nil)
    #expect(PlaceMinor(first: 0, second: -1, id: 0) == nil)
  }
}
