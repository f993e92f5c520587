import Laps
import NumericalMethods
import Scenarios
import TestSupport
import Testing
import World

/// Laps of a scenario from another seed, as the server's challenge draws them.
@Suite struct RedrawnLapsTests {
  private let study: SimulatedStudy

  init() throws {
    let scenario = try Scenario(contentsOf: Checkout.path("scenarios/floor35.yaml"))
    study = try SimulatedStudy(scenario, #require(scenario.simulation))
  }

  @Test func `from the scenario's own seed they are its laps`() throws {
    let own = study.redrawn(from: study.scenario.studySeed)
    #expect(try SimulatedLap(own, lap: 3).stream == SimulatedLap(study, lap: 3).stream)
  }

  @Test func `from another seed they are other laps, however high their number`() throws {
    let others = study.redrawn(from: Seed(99))
    for lap in [3, 1 << 40] {
      let (lap, own) = (try SimulatedLap(others, lap: lap), try SimulatedLap(study, lap: 3))
      #expect(lap.presses != own.presses)
      #expect(lap.stream != own.stream)
    }
  }
}
