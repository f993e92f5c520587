import Documents
import Scenarios
import Testing
import World

@Suite struct LapPlanTests {
  private func counts(_ plan: LapPlan) -> [LapConditions: Int] {
    (0..<plan.count).reduce(into: [:]) { $0[plan.conditions(ofLap: $1), default: 0] += 1 }
  }

  @Test func `crossed laps share 300 out evenly among the four pairs`() {
    let counts = counts(LapPlan { $0.count = 300 })
    #expect(counts.count == 4)
    #expect(counts.values.allSatisfy { $0 == 75 })
  }

  @Test func `aligned laps know two pairs only`() {
    let counts = counts(LapPlan { ($0.count, $0.allocation) = (10, .aligned) })
    #expect(
      counts == [
        LapConditions(direction: .forward, hand: .left): 5,
        LapConditions(direction: .backward, hand: .right): 5,
      ])
  }

  @Test func `one direction and one hand leave nothing to take turns`() {
    let plan = LapPlan { ($0.count, $0.directions, $0.hands) = (3, [.backward], [.right]) }
    #expect(counts(plan) == [LapConditions(direction: .backward, hand: .right): 3])
  }
}
