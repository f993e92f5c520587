import Documents
import Glibc
import Synchronization
import World

/// The processes of one method: as many as laps run at a time, each for many laps.
///
/// A class, because processes are shared by the laps that follow each other.
final class ProgramPool: Sendable {
  private struct State {
    var hasStarted = false
    var idle: [RunningProgram] = []
    var broken = 0
    var troubles: [ProgramTrouble.Kind: Int] = [:]
    var said = 0
  }

  /// The least number of seconds that a program has to start, since importing a library takes longer than an answer.
  private static let timeToBegin = 30.0
  /// The limit on the lines of standard error that are passed on.
  private static let mostSaid = 50

  let settings: ProgramMethod.Settings
  private let hello: String
  private let state = Mutex(State())

  init(_ settings: ProgramMethod.Settings, hello: Document) {
    self.settings = settings
    self.hello = hello.json
  }

  deinit { state.withLock { for program in $0.idle { program.stop() } } }

  /// Starts the first process, so that a program that cannot run is reported before anything else happens.
  func prepare() throws(ProgramTrouble) {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard isFirst else { return }
    do throws(ProgramTrouble) { giveBack(try start()) } catch {
      state.withLock { $0.hasStarted = false }
      throw error
    }
  }

  func borrow() throws(ProgramTrouble) -> RunningProgram {
    let (idle, broken) = state.withLock { ($0.idle.popLast(), $0.broken) }
    if let idle { return idle }
    guard broken <= settings.restarts else { throw .givenUp(settings.restarts) }
    return try start()
  }

  func giveBack(_ program: RunningProgram) { state.withLock { $0.idle.append(program) } }

  /// Ends a process that no longer answers as it should.
  func discard(_ program: RunningProgram) {
    program.stop()
    state.withLock { $0.broken += 1 }
  }

  func count(_ trouble: ProgramTrouble) { state.withLock { $0.troubles[trouble.kind, default: 0] += 1 } }

  func say(_ line: String) {
    let said = state.withLock { state in
      state.said += 1
      return state.said
    }
    guard said <= Self.mostSaid + 1 else { return }
    let text = said > Self.mostSaid ? "further lines of its standard error are not shown" : line
    let octets = Array("\(settings.summary): \(text)".printable().utf8) + [UInt8(ascii: "\n")]
    _ = octets.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// What went wrong and how often, such as `answers that took too long 2, unexpected ends 1`.
  var notes: [String] {
    let troubles = state.withLock { $0.troubles }
    let counts = ProgramTrouble.Kind.allCases.compactMap { kind in
      troubles[kind].map { "\(kind.rawValue) \($0)" }
    }
    return counts.isEmpty ? [] : ["of the program, \(counts.joined(separator: ", "))"]
  }

  private func start() throws(ProgramTrouble) -> RunningProgram {
    var program = try RunningProgram(settings.command, settings.permission)
    do throws(ProgramTrouble) {
      try program.confirm(hello, within: max(settings.timeLimit, Self.timeToBegin), for: self)
    } catch {
      discard(program)
      throw error
    }
    return program
  }
}

extension RunningProgram {
  /// Sends a message that is answered by `{}`.
  mutating func confirm(
    _ message: String, within limit: Double, for pool: ProgramPool
  ) throws(ProgramTrouble) {
    let line = try ask(message, within: limit) { pool.say($0) }
    guard (try? Document(json: line, file: "answer")) == [:] else { throw .notAnAnswer(line.excerpt) }
  }
}

extension String {
  /// At most 80 characters, as an error shows them.
  var excerpt: String { (count > 80 ? prefix(80) + "…" : self[...]).description.printable() }
}

/// Whether one program may be started. No process starts without it, and only a ``ProgramPolicy`` grants it.
///
/// All permissions compare equal: whether a program may be started is not part of its settings' identity.
package struct ProgramPermission: Hashable, Sendable {
  /// Why the program may not be started; nil where it may.
  let refusal: String?

  fileprivate init(refusal: String?) { self.refusal = refusal }

  static let none = ProgramPermission(refusal: "programs are not started here")

  package static func == (a: ProgramPermission, b: ProgramPermission) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// Which programs the current task, and the tasks that it starts, may start as methods: none by default.
///
/// A scenario is often another person's file, and a program may do whatever its user may. The policy counts where the scenario
/// is read.
public struct ProgramPolicy: Sendable {
  /// Task-local, so that tests and requests with different policies can run at the same time.
  @TaskLocal public static var current = ProgramPolicy.none

  /// Whose programs may be started.
  package enum Rule: Sendable {
    case none, all
    /// Those that the user named on the command line, and those of scenarios whose digests a file lists.
    case named(list: String)
  }

  /// What ``permission(for:named:advice:)`` decides by.
  package let rule: Rule

  /// No program may be started.
  public static let none = ProgramPolicy(rule: .none)
  /// Any program may be started, even for a scenario that someone else wrote.
  public static let all = ProgramPolicy(rule: .all)

  /// - Parameter list: the path of a file with SHA-256 digests of scenarios, which need not exist.
  public static func named(list: String) -> ProgramPolicy { ProgramPolicy(rule: .named(list: list)) }

  /// - Parameters:
  ///   - named: the programs that the user named.
  ///   - advice: how the user may name this one.
  package func permission(
    for program: ProgramMethod.Settings, named: [ProgramMethod.Settings], advice: String
  ) -> ProgramPermission {
    switch rule {
    case .none: .none
    case .all: ProgramPermission(refusal: nil)
    case .named: ProgramPermission(refusal: named.contains(program) ? nil : advice)
    }
  }
}
