import Rendering
import Testing

@Suite struct FixedPointTests {
  @Test(arguments: [
    (2.236, 2, "2.24"), (2.2, 2, "2.20"), (3600, 0, "3600"), (0, 2, "0.00"), (0.004, 2, "0.00"),
    (0.996, 2, "1.00"), (99.996, 2, "100.00"), (9.5, 0, "10"), (0.6, 0, "1"), (0.05, 1, "0.0"),
    (0.051, 1, "0.1"), (12, 3, "12.000"), (1234567.891, 1, "1234567.9"), (1e-7, 3, "0.000"),
    (1.5e-5, 5, "0.00002"), (2.5e-5, 5, "0.00002"), (1e20, 1, "100000000000000000000.0"),
    (1.2345678901234568e20, 0, "123456789012345680000"), (.leastNonzeroMagnitude, 2, "0.00"),
  ])
  func `writes so many decimals`(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (2.5, 0, "2"), (3.5, 0, "4"), (0.5, 0, "0"), (1.5, 0, "2"),
    (2.665, 2, "2.66"), (2.675, 2, "2.68"), (1.005, 2, "1.00"), (1.015, 2, "1.02"), (2.6650001, 2, "2.67"),
  ])
  func `rounds the printed decimal half to even`(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(value, decimals: decimals) == text)
    #expect(FixedPoint.text(-value, decimals: decimals) == (text == "0" ? "0" : "-" + text))
  }

  @Test func `a zero has no sign, and what is no number is a dash`() {
    #expect(FixedPoint.text(-0.0, decimals: 1) == "0.0")
    #expect(FixedPoint.text(-0.0004, decimals: 2) == "0.00")
    #expect(FixedPoint.text(.nan, decimals: 2) == "–")
    #expect(FixedPoint.text(-.infinity, decimals: 2) == "–")
  }

  @Test func `every hundredth comes back as itself`() {
    for hundredths in 0...20_000 {
      let text = FixedPoint.text(Double(hundredths) / 100, decimals: 2)
      guard Double(text) == Double(hundredths) / 100, text.count >= 4 else {
        Issue.record("\(hundredths) hundredths came out as \(text)")
        return
      }
    }
  }
}
