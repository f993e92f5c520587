import Documents
import Evaluation
import Foundation
import Laps
import Positioning
import Scenarios
import World

/// Plays laps of a scenario to all who listen: once a second where the walker is, and where the first pipeline takes the walker to be.
struct Player: Sendable {
  let study: SimulatedStudy
  let live: LiveState
  /// How many seconds of a lap pass in one.
  let pace: Double

  /// One lap after another until the task is cancelled; a lap that cannot be simulated ends it.
  func play() async {
    while !Task.isCancelled {
      for lap in 0..<study.laps {
        guard let record = try? Study.simulated(study).records(ofLap: lap).first, let walk = record.truth.walk
        else { return }
        for callback in record.callbacks[0] {
          guard (try? await Task.sleep(for: .seconds(1 / pace))) != nil else { return }
          await live.tell("position", document(of: callback.time, lap, walk, try? callback.fix.get()).json)
        }
      }
    }
  }

  private func document(of time: Double, _ lap: Int, _ walk: Walk, _ fix: Fix?) -> Document {
    let truth = walk.position(at: time)
    return [
      "lap": Document(lap), "timeSeconds": Document(time), "pipeline": Document(name),
      "truth": [Document(truth.x), Document(truth.y)],
      "fix": fix.map { [Document($0.position.x), Document($0.position.y)] } ?? nil,
      "errorMetres": fix.map {
        Document($0.position.distance(to: Point(x: truth.x, y: truth.y, z: $0.position.z)))
      } ?? nil,
    ]
  }

  private var name: String { study.scenario.pipelines[0].name }
}
