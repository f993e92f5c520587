import Foundation

/// What a job and its peers took in each of several rounds, one after another.
struct Rounds {
  static let count = 5

  var own: [Job.Usage] = []
  /// By the peer's work; nil where it is not installed.
  var peers: [String: [Double]?] = [:]

  /// - Parameter known: the rounds of jobs before this one, which may be its peers.
  static func measure(_ job: Job, beside peers: Peers, known: inout [String: Rounds]) throws -> Rounds {
    var rounds = Rounds()
    let others = job.peers.filter { known[$0.work] == nil }
    for _ in 0..<count {
      rounds.own.append(try job.measure())
      for peer in others {
        guard let nanoseconds = try peers.nanoseconds(of: peer.work) else {
          rounds.peers[peer.work] = .some(nil)
          continue
        }
        rounds.peers[peer.work, default: []]?.append(nanoseconds)
      }
    }
    for peer in job.peers {
      if let other = known[peer.work] { rounds.peers[peer.work] = other.own.map(\.nanoseconds) }
    }
    known[job.name] = rounds
    return rounds
  }
}

/// The rows of jobs: each with a peer, or a limit of its own.
struct Table {
  enum Verdict: String {
    case kept
    /// In at least one round the limit was kept.
    case noise = "within noise"
    case missed
  }

  struct Row {
    var job: String
    var ours: String
    var peer = ""
    var theirs = ""
    var ratio = ""
    var limit = ""
    var verdict: Verdict?
  }

  /// How many times slower this machine is than that of the limits in nanoseconds.
  let machine: Double

  func rows(of job: Job, rounds: Rounds) -> [Row] {
    let times = rounds.own.map(\.nanoseconds)
    let best = times.min() ?? 0
    var rows = job.peers.map { peer in
      var row = Row(job: "\(job.name), a \(job.unit)", ours: Table.duration(best), peer: peer.name)
      guard let others = rounds.peers[peer.work] ?? nil, let least = others.min() else {
        row.theirs = "not installed"
        return row
      }
      row.theirs = Table.duration(least)
      row.ratio = String(format: "%.2f", best / least)
      row.limit = peer.most.map { String(format: "%.2f", $0) } ?? ""
      row.verdict = peer.most.map { judge(best / least, zip(times, others).map { $0 / $1 }, $0) }
      return row
    }
    if let most = job.most.map({ $0 * machine }) {
      rows.append(
        Row(
          job: "\(job.name), a \(job.unit)", ours: Table.duration(best), limit: Table.duration(most),
          verdict: judge(best, times, most)))
    }
    if let most = job.megabytes {
      let sizes = rounds.own.compactMap(\.megabytes)
      rows.append(
        Row(
          job: "\(job.name), memory", ours: "\(Int((sizes.min() ?? 0).rounded())) MB",
          limit: "\(Int(most)) MB",
          verdict: judge(sizes.min() ?? 0, sizes, most)))
    }
    return rows.isEmpty ? [Row(job: "\(job.name), a \(job.unit)", ours: Table.duration(best))] : rows
  }

  /// - Parameters:
  ///   - value: of the best rounds.
  ///   - rounds: of each round.
  private func judge(_ value: Double, _ rounds: [Double], _ most: Double) -> Verdict {
    if value <= most { return .kept }
    return rounds.contains { $0 <= most } ? .noise : .missed
  }

  func printHead() {
    Swift.print(
      "processor time, the least of \(Rounds.count) rounds in turns; limits in time are scaled to this machine by "
        + String(format: "%.2f", machine))
    print(Row(job: "job", ours: "ours", peer: "peer", theirs: "theirs", ratio: "ratio", limit: "limit"))
  }

  func print(_ row: Row) {
    Swift.print(
      row.job.padded(to: 54), row.ours.padded(to: -9), " " + row.peer.padded(to: 14),
      row.theirs.padded(to: -9),
      row.ratio.padded(to: -6), row.limit.padded(to: -9), " " + (row.verdict?.rawValue ?? ""))
    fflush(nil)
  }

  /// `5.20 ns`, `1.31 µs`, `0.47 s`.
  static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.2f ns", nanoseconds)
    case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
    case ..<1e8: String(format: "%.2f ms", nanoseconds / 1e6)
    default: String(format: "%.2f s", nanoseconds / 1e9)
    }
  }
}

extension String {
  /// With spaces behind it, or in front for a width below 0.
  fileprivate func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(abs(width) - count, 0))
    return width < 0 ? spaces + self : self + spaces
  }
}
