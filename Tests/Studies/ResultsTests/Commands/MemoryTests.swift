import Foundation
import TestSupport
import Testing

/// The promise of `--memory`: what begins takes no more than it says.
@Suite struct MemoryTests {
  /// A loop of 3 km with a beacon every 3 m, and shadowing over all of its floor.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let beacons = (0..<1000).map { index in
      let place =
        index < 495 ? "[\(3 * index), -1]" : index < 505 ? "[1485, 8]" : "[\(3 * (999 - index)), 17]"
      return "  - {id: b\(index), minor: \(index), position: \(place)}"
    }
    try folder.write(
      """
      name: loop
      floors: [{level: 0, elevation: 0}]
      path:
        nodes: {a: [0, 0], b: [1485, 0], c: [1485, 16], d: [0, 16]}
        edges: [[a, b], [b, c], [c, d], [d, a]]
      testPoints: [{id: 1, position: [9, 0]}, {id: 2, position: [90, 0]}]
      defaults: {height: 3, measuredPower: -59, uuid: 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6, major: 1}
      beacons:
      \(beacons.joined(separator: "\n"))

      """, to: "site.yaml")
    try folder.write(
      """
      name: big
      site: site.yaml
      seed: 1
      laps: {count: 4}
      walk: {duration: 60}
      channel:
        pathLoss: {logDistance: {n: 1.8, c: -59}}
        shadowing: {exponential: {deviation: 5, decorrelation: 30, over: floor}}
      assumes: {n: 1.8}
      pipelines: [{name: near, method: nearest}]

      """, to: "big.yaml")
    return folder
  }

  /// Runs the program as a child of Python, which prints the peak of its resident memory in kB.
  private func peak(_ arguments: String, in folder: TemporaryFolder) async throws -> (Outcome, Int) {
    let script =
      "import resource, subprocess, sys; status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL); "
      + "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(status)"
    let outcome = try await Program.run(
      ["python3", "-c", script, Program.path] + arguments.split(separator: " ").map(String.init), in: folder,
      program: "/usr/bin/env")
    return (outcome, Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0)
  }

  @Test func `counts the shadows of a long building, and holds`() async throws {
    let folder = try folder()
    // 512 by 48 points, 1,000 beacons, four octets: 98 MB for each of two laps at work, beside 40 MB and the readings.
    let (refused, _) = try await peak("run big.yaml --threads 2 --memory 0.2", in: folder)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains(
        "--memory: expected a study that takes at most 0.2 GB of memory, found ")
        && refused.errors.contains("shadowing of 1000 beacons, about 0.3 GB"),
      "\(refused.errors)")
    let (done, kilobytes) = try await peak("run big.yaml --threads 2 --memory 0.3 --quiet", in: folder)
    #expect(done.status == 0, "\(done.errors)")
    #expect(kilobytes > 200_000 && kilobytes < 300_000, "\(kilobytes) kB")
  }
}
