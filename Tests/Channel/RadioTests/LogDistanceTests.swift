import Radio
import TestSupport
import Testing
import World

@Suite struct LogDistanceTests {
  struct Example: Decodable {
    let rssi: Double
    let exponent: Double
    let levelAtOneMetre: Double
    let distance: Double

    enum CodingKeys: String, CodingKey {
      case rssi
      case exponent = "n"
      case levelAtOneMetre = "C"
      case distance = "d"
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the distances of the exact vectors, and their levels back`() throws {
    for example in try SharedData.vectors("rssi_to_distance", as: [Example].self) {
      let law = LogDistance(exponent: example.exponent, levelAtOneMetre: DBm(example.levelAtOneMetre))
      #expect(abs(law.distance(for: DBm(example.rssi)) / example.distance - 1) < 1e-14)
      #expect(abs(law.level(at: example.distance).value - example.rssi) < 1e-12)
    }
  }

  @Test func `loses ten n decibels a decade`() {
    let law = LogDistance(exponent: 1.8, levelAtOneMetre: -59)
    #expect(law.level(at: 1) == -59)
    #expect(abs(law.level(at: 10).value - -77) < 1e-12)
    #expect(abs(law.level(at: 100).value - -95) < 1e-12)
  }

  @Test func `stays finite at no distance and for any level`() {
    let law = LogDistance(exponent: 2, levelAtOneMetre: -59)
    #expect(abs(law.level(at: 0).value - -19) < 1e-12)
    #expect(law.distance(for: -1e9) == LogDistance.farthest)
    #expect(law.distance(for: 1e9) == 0)
  }
}
