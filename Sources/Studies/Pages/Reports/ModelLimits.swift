package import Laps
import Positioning
import Propagation
import Radio
import Scenarios
import World

/// What results do not show because of the model or the metric behind them, in sentences for the reader of a report.
package struct ModelLimits: Sendable {
  /// One limit each.
  package let sentences: [String]

  /// Those of a study.
  package init(of study: Study) {
    let simulation = study.source.scenario.simulation
    sentences =
      (simulation.map(Self.channel) ?? [
        "The walks are recorded: the errors hold for that building, that phone and that day."
      ]) + [
        "Intervals describe how results vary from lap to lap of this study, not from building to building or from phone to phone.",
        "Errors are horizontal distances; heights do not count.",
      ] + Self.pipelines(of: study)
  }

  private static func channel(of simulation: Simulation) -> [String] {
    let channel = simulation.channel
    var sentences = [
      "The channel is a model with the scenario's parameters. A match with published or measured figures shows that it is sufficient, not that it is what caused them."
    ]
    if let shadowing = channel.shadowing {
      if shadowing.fixedShare < 1 {
        sentences.append(
          shadowing.fixedShare == 0
            ? "New shadowing is drawn for every lap, so that means are averages over many buildings; one building differs from them by more than the intervals say."
            : "Part of the shadowing is drawn again for every lap, as if furniture and people had moved.")
      }
      if shadowing.anchorDecorrelation == nil {
        sentences.append("The shadowing of different beacons is independent, even of neighbours.")
      }
    } else {
      sentences.append(
        "There is no shadowing: RSSI varies from place to place by path loss, walls and body alone.")
    }
    switch channel.fading {
    case .none: sentences.append("There is no fading.")
    case .rician(_, .independent):
      sentences.append("Fading is independent from advertisement to advertisement, whatever the walker does.")
    case .rician: break
    }
    let site = simulation.site
    let further: KeyValuePairs = [
      "The walker's body attenuates nothing.": channel.body == nil,
      "No other people are in the building.": channel.crowd == nil,
      "Walls and pillars attenuate nothing.": !channel.obstacles,
      "The site has no walls or pillars, so none attenuate signals.":
        channel.obstacles && site.obstacles.isEmpty,
      "The receiver measures without noise of its own.": simulation.receiver.noise.value == 0,
      "All beacons of one kind transmit with equal power.": simulation.beacons.powerDeviation.value == 0,
      "Nothing is broken: no beacon is moved, dead or misconfigured.": simulation.faults.isEmpty,
    ]
    return sentences + further.filter(\.value).map(\.key)
  }

  /// Knowledge of the pipelines that a real system would have to acquire.
  private static func pipelines(of study: Study) -> [String] {
    let definitions = study.source.pipelines.definitions
    var sentences: [String] = []
    if case .logDistance(let law)? = study.source.scenario.simulation?.channel.pathLoss {
      let exact = definitions.filter { $0.hasSignal && $0.assumptions.exponent == .given(law.exponent) }
      if !exact.isEmpty, exact.count == definitions.count(where: \.hasSignal) {
        sentences.append(
          "The pipelines assume the path-loss exponent of the simulated channel exactly; the command sensitivity measures what a wrong one costs."
        )
      }
    }
    if definitions.contains(where: { !$0.given.isEmpty }) {
      sentences.append(
        "Some pipelines use prior information beyond the advertisements and the site file; compare rows with the same prior information."
      )
    }
    return sentences
  }
}
