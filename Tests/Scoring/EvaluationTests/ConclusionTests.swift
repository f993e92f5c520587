import Evaluation
import Testing

@Suite struct ConclusionTests {
  /// With a tolerance of 0.1: each side of 0, and of both edges.
  @Test(arguments: [
    (0.2, 0.3, "worse, beyond"), (0.05, 0.3, "worse, open"), (0.05, 0.1, "worse, within"),
    (-0.1, 0.1, "not shown, within"), (0, 0, "not shown, within"), (-0.1, 0.2, "not shown, open"),
    (-0.1, -0.05, "better, within"), (-0.191, -0.029, "better, open"), (-0.3, -0.2, "better, beyond"),
  ])
  func `says apart whether there is a difference, and whether it exceeds the tolerance`(
    lower: Double, upper: Double, words: String
  ) {
    let conclusion = Conclusion(ConfidenceInterval(lower: lower, upper: upper), tolerance: 0.1)
    #expect(conclusion.words == words)
  }

  @Test func `sentences say the same in full`() {
    let better = Conclusion(ConfidenceInterval(lower: -0.08, upper: -0.02), tolerance: 0.1)
    #expect(better.sentence == "better, within the tolerance" && better.verdict == .within)
    let open = Conclusion(ConfidenceInterval(lower: -0.2, upper: 0.02), tolerance: 0.1)
    #expect(
      open.sentence == "not shown, open at the tolerance" && open.verdict == .open)
  }

  @Test func `without an interval nothing is concluded, and round-off is no difference`() {
    let none = Conclusion(nil, tolerance: 0.1)
    #expect(none.direction == nil && none.verdict == .open && none.words == "not shown, open")
    let roundOff = Conclusion(ConfidenceInterval(lower: 5e-17, upper: 6e-17), tolerance: 0)
    #expect(roundOff.direction == .notShown && roundOff.verdict == .within)
  }
}
