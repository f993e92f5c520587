import Scenarios
import Testing
import World

@Suite struct LapPlanTests {
  private func counts(_ plan: LapPlan) -> [LapConditions: Int] {
    (0..<plan.count).reduce(into: [:]) { $0[plan.conditions(ofLap: $1), default: 0] += 1 }
  }

  @Test func `crossed laps share 300 out evenly among the four pairs`() {
    let counts = counts(LapPlan(count: 300))
    #expect(counts.count == 4)
    #expect(counts.values.allSatisfy { $0 == 75 })
  }

  @Test func `aligned laps know two pairs only`() {
    let counts = counts(LapPlan(count: 10, allocation: .aligned))
    #expect(
      counts == [
        LapConditions(direction: .forward, hand: .left): 5,
        LapConditions(direction: .backward, hand: .right): 5,
      ])
  }

  @Test func `one direction and one hand leave nothing to take turns`() {
    let plan = LapPlan(count: 3, directions: [.backward], hands: [.right])
    #expect(counts(plan) == [LapConditions(direction: .backward, hand: .right): 3])
  }
}
