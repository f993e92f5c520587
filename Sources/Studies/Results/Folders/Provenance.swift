import Foundation
package import Laps

/// The provenance of results: data that may differ between two runs with the same results.
package struct Provenance: Hashable, Sendable {
  /// The version of this program; the commit distinguishes builds of one version.
  package static let version = "0.1.0"

  /// What the program was built from.
  package let commit: ProgramCommit
  /// In UTC, as ISO 8601 has it.
  package let startedAt: String
  /// Its architecture, such as `x86_64`.
  package let machine: String
  /// Nil where the system does not say.
  package let processor: String?
  /// Its name and version.
  package let operatingSystem: String
  /// How many laps ran in parallel.
  package let threads: Int
  /// Seconds of wall-clock time, and of processor time over all threads.
  let wallSeconds: Double
  package let processorSeconds: Double
  /// By pipeline: what its filters and its method take on this machine; empty where it was not measured.
  package private(set) var costs: [PipelineCost]
  /// Where the files of recorded walks were found; see ``Sites/Dataset/folders``.
  package private(set) var dataFolders: [String]

  /// - Parameters:
  ///   - start: when the run began.
  ///   - threads: how many laps were run in parallel.
  ///   - dataFolders: where the files of recorded walks were found.
  ///   - commit: the commit of the program.
  package init(
    start: RunClock, threads: Int, costs: [PipelineCost] = [], commit: ProgramCommit = .current,
    dataFolders: [String] = []
  ) {
    self.commit = commit
    startedAt = start.date.formatted(.iso8601)
    machine = Self.architecture()
    processor = Self.firstLine(of: "/proc/cpuinfo", after: "model name")
    operatingSystem = ProcessInfo.processInfo.operatingSystemVersionString
    self.threads = threads
    wallSeconds = start.wallSeconds
    processorSeconds = start.processorSeconds
    (self.costs, self.dataFolders) = (costs, dataFolders)
  }

  /// The same with what only some studies have.
  package func with(costs: [PipelineCost], dataFolders: [String]) -> Provenance {
    var provenance = self
    (provenance.costs, provenance.dataFolders) = (costs, dataFolders)
    return provenance
  }

  private static func architecture() -> String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return withUnsafeBytes(of: name.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func firstLine(of path: String, after key: String) -> String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// When a run began, by the clock on the wall and by the processor's.
package struct RunClock: Sendable {
  let date = Date()
  private let processorStart = RunClock.processorNow()

  package init() {}

  var wallSeconds: Double { Date().timeIntervalSince(date) }
  var processorSeconds: Double { RunClock.processorNow() - processorStart }

  private static func processorNow() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The commit that a program was built from, found when it was built.
package struct ProgramCommit: Hashable, Sendable, CustomStringConvertible {
  /// 40 or 64 hexadecimal digits; nil when it was not built in a checkout.
  package let hash: String?
  /// Whether any file differed from the commit; nil when there is none.
  package let isModified: Bool?

  /// Of a program that was not built in a checkout.
  package static let unknown = ProgramCommit(stamp: "")
  /// That of the running program, as its entry point says; unknown in tests.
  @TaskLocal package static var current = unknown

  /// - Parameter stamp: the hash, followed by ` modified` where a file differed; anything else when nothing is known.
  package init(stamp: String) {
    let words = stamp.split(separator: " ")
    let isKnown = words.first.map { $0.count >= 40 && $0.allSatisfy(\.isHexDigit) } ?? false
    hash = isKnown ? words.first.map(String.init) : nil
    isModified = isKnown ? words.count > 1 : nil
  }

  /// `commit 1a2b…`, `commit 1a2b… modified` or `commit unknown`.
  package var description: String { "commit \(hash ?? "unknown")\(isModified == true ? " modified" : "")" }
}
