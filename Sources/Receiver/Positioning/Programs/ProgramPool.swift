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
