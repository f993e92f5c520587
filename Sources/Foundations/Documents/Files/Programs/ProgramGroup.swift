@preconcurrency import Glibc
import Synchronization
package import World

/// The process group of one program: the program, and whatever it starts that does not leave the group on purpose.
///
/// Ours. Its leader is a shell that waits on a socket whose other end this process alone holds. However this process ends, by
/// SIGKILL too, the shell reads the end of the stream and kills the group, and itself with it. A terminal's Ctrl-C does not
/// reach the group: it ends this process, and thereby the group. The shell starts before the program and keeps the group's
/// number in use until the group is ended, so that the number cannot meanwhile belong to another group.
package struct ProgramGroup: Sendable {
  private static let guardian = [
    "/bin/sh", "-c", "trap '' HUP INT QUIT TERM TSTP; read -r end; kill -s KILL 0",
  ]

  private let leader: pid_t
  private let program: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments; at least one.
  ///   - streams: its standard input, output and error.
  package init(of command: [String], on streams: [Int32]) throws(FileProblem) {
    guard let life = Self.connection() else { throw FileProblem(file: command[0], systemError: errno) }
    let silence = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { for stream in [life.its, silence] { close(stream) } }
    let leader: pid_t
    let program: pid_t
    do throws(FileProblem) {
      leader = try Self.spawn(Self.guardian, on: [life.its, silence, silence], group: 0)
    } catch {
      close(life.ours)
      throw error
    }
    Self.running.withLock { $0[leader] = Member(life: life.ours) }
    do throws(FileProblem) {
      program = try Self.spawn(command, on: streams, group: leader)
    } catch {
      Self.end(leader)
      throw error
    }
    Self.running.withLock { $0[leader]?.program = program }
    (self.leader, self.program) = (leader, program)
    _ = Self.atEnd
  }

  /// How the program ended, asked until it is known; nil while it runs.
  package var status: Int32? {
    Self.running.withLock { [leader, program] in
      var status: Int32 = 0
      guard $0[leader]?.program != nil, waitpid(program, &status, WNOHANG) == program else { return nil }
      $0[leader]?.program = nil
      return status
    }
  }

  /// Ends all of it at once.
  package func end() { Self.end(leader) }

  /// Both ends of a stream that no other program inherits. Writing to a socket, unlike a pipe, can fail without a signal.
  package static func connection() -> (ours: Int32, its: Int32)? {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// - Parameter group: 0 for a new one.
  private static func spawn(
    _ command: [String], on streams: [Int32], group: pid_t
  ) throws(FileProblem) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, group)
    // Signals that this process ignores must not be ignored by the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, command[0], &actions, &attributes, words, environ)
    guard code == 0 else { throw FileProblem(file: command[0], systemError: code) }
    return process
  }
}

extension ProgramGroup {
  /// The resources to be waited for and closed besides a group's leader.
  private struct Member {
    let life: Int32
    /// Nil before it starts, and once it was waited for.
    var program: pid_t?
  }

  /// By leader.
  private static let running = Mutex<[pid_t: Member]>([:])
  private static let atEnd: Void = { _ = atexit { ProgramGroup.endAll() } }()

  /// Kills only a group that has not been waited for: no other group can have its number.
  private static func end(_ leader: pid_t) {
    running.withLock {
      guard let member = $0.removeValue(forKey: leader) else { return }
      kill(-leader, SIGKILL)
      for process in [member.program, leader] {
        var status: Int32 = 0
        while let process, waitpid(process, &status, 0) < 0, errno == EINTR {}
      }
      close(member.life)
    }
  }

  /// Ends them all, as a process that exits does.
  private static func endAll() {
    for leader in running.withLock({ Array($0.keys) }) { end(leader) }
  }
}
