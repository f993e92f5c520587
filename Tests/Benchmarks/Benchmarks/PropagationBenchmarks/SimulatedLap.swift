import Benchmark
import Foundation
import Laps
import Scenarios
import World

/// The advertisements of floor35: levels with every effect, put in order of time.
func simulatedLap() {
  let perAdvertisement = PerUnit("advertisement sent")

  Benchmark("simulated laps of floor35", configuration: perAdvertisement.configuration) { benchmark in
    let study = try floor35()
    try perAdvertisement.measure(benchmark) {
      var sent = 0
      var stream = AdvertisementStream()
      for lap in 0..<20 {
        var source = try study.source(ofLap: lap)
        stream.removeAll()
        while source.next(into: &stream) {}
        sent += source.counts.sent
      }
      blackHole(stream)
      return sent
    }
  }
}

/// The committed scenario.
func floor35() throws -> SimulatedStudy {
  let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
    .standardizedFileURL
  let scenario = try Scenario(contentsOf: root.appending(path: "scenarios/floor35.yaml").path)
  guard let simulation = scenario.simulation else { throw NotSimulated() }
  return try SimulatedStudy(scenario, simulation)
}

struct NotSimulated: Error {}
