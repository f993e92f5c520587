import Rendering
import Testing

@Suite struct ProgressLineTests {
  private let line = ProgressLine(of: 300, "laps")

  @Test func `says how much is done and how long the rest takes at this pace`() {
    #expect(line.text(done: 0, seconds: 0.5) == "0 of 300 laps, 0 %")
    #expect(line.text(done: 120, seconds: 2) == "120 of 300 laps, 40 %, 3 s to go")
    #expect(line.text(done: 299, seconds: 30) == "299 of 300 laps, 99 %, 1 s to go")
    #expect(line.text(done: 300, seconds: 30) == "300 of 300 laps, 100 %")
  }

  @Test func `a job of nothing is done`() {
    #expect(ProgressLine(of: 0, "laps").text(done: 0, seconds: 0) == "0 of 0 laps, 100 %")
  }
}
