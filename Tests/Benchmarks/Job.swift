import Foundation

/// A piece of work whose processor time is compared with that of other programs, or held to a limit.
struct Job {
  /// Another program for the same work, as `peers.py` names it, or another job; and the most that ours may take of its time.
  struct Peer {
    let name: String
    let work: String
    let most: Double?

    /// - Parameter work: `name` without capitals and with dashes, unless said.
    init(_ name: String, _ work: String, most: Double? = nil) {
      (self.name, self.work, self.most) = (name, work, most)
    }
  }

  let name: String
  /// What the time is that of, such as a packet.
  let unit: String
  var peers: [Peer] = []
  /// The most nanoseconds that a unit may take on a machine on which the C of J1 takes 14; elsewhere in proportion.
  var most: Double?
  /// The most megabytes that a program may take.
  var megabytes: Double?
  /// What one round measures.
  let measure: () throws -> Usage

  /// What a unit of the work took.
  struct Usage {
    var nanoseconds: Double
    /// The largest resident memory of a program.
    var megabytes: Double?
  }
}

extension [Job] {
  func chosen(by words: some Collection<String>) -> [Job] {
    let chosen = filter { job in words.isEmpty || words.contains { job.name.contains($0) } }
    let others = Set(chosen.flatMap { $0.peers.map(\.work) })
    return filter { job in others.contains(job.name) || chosen.contains { $0.name == job.name } }
  }
}

extension Job {
  /// Work in this process, on one thread: the least of several runs of some milliseconds.
  ///
  /// - Parameter units: how many units one run goes through.
  init(
    _ name: String, a unit: String, peers: [Peer] = [], most: Double? = nil, units: Int,
    run: @escaping () throws -> Void
  ) {
    self.init(name: name, unit: unit, peers: peers, most: most) {
      var (times, repeats, least) = (1, 0, Double.infinity)
      while repeats < 4 {
        let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
        for _ in 0..<times { try run() }
        let spent = processorTime(CLOCK_THREAD_CPUTIME_ID) - start
        guard spent > 0.02 || repeats > 0 else {
          times *= 2
          continue
        }
        least = min(least, spent)
        repeats += 1
      }
      return Usage(nanoseconds: least / Double(times * units) * 1e9)
    }
  }

  /// Whole programs, with everything that they start, or a weighted sum of several.
  ///
  /// - Parameters:
  ///   - results: a folder that is removed first, so that nothing of an earlier round is taken up; nil for none.
  ///   - programs: each one's arguments of `beaconbench`, in the folder of the project, and the factor of its time.
  init(
    _ name: String, a unit: String, peers: [Peer] = [], most: Double? = nil, megabytes: Double? = nil,
    removing results: String? = nil, programs: [(share: Double, arguments: [String])]
  ) {
    self.init(name: name, unit: unit, peers: peers, most: most, megabytes: megabytes) {
      if let results { try? FileManager.default.removeItem(atPath: results) }
      return try programs.reduce(into: Usage(nanoseconds: 0, megabytes: 0)) { sum, program in
        let usage = try Child.run(program.arguments)
        sum.nanoseconds += program.share * usage.nanoseconds
        sum.megabytes = max(sum.megabytes ?? 0, usage.megabytes ?? 0)
      }
    }
  }

  /// One whole program.
  init(
    _ name: String, a unit: String, peers: [Peer] = [], most: Double? = nil, megabytes: Double? = nil,
    program arguments: [String]
  ) {
    self.init(name, a: unit, peers: peers, most: most, megabytes: megabytes, programs: [(1, arguments)])
  }
}

/// Seconds.
func processorTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
