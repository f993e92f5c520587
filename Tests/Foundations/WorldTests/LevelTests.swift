import Testing
import World

@Suite struct LevelTests {
  @Test func `a level minus a level is a ratio, and a level plus a ratio a level`() {
    let (near, far): (DBm, DBm) = (-59, -77.5)
    let loss: Decibels = near - far
    #expect(loss == 18.5)
    #expect(near - loss == far)
    #expect(far + loss == near)
    #expect(loss * 3 == 55.5)
  }

  @Test func `the stronger level and the larger ratio are greater`() {
    #expect(DBm(-59) > DBm(-60))
    #expect([DBm(-70), -50, -90].max() == -50)
    #expect(Decibels(2) < Decibels(3))
  }

  @Test func `prints its unit`() {
    #expect(DBm(-59).description == "-59.0 dBm")
    #expect(Decibels(3.5).description == "3.5 dB")
  }
}
