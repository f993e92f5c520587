@preconcurrency import Glibc
import Synchronization
import World

/// A process with which lines are exchanged: one question, one answer.
///
/// Nothing waits longer than a time limit, and a program that ends is an error, never a signal.
struct RunningProgram: Sendable {
  static let longestLine = 65_536

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var received: [UInt8] = []
  private var complaint: [UInt8] = []

  /// - Parameter command: program and arguments; at least one.
  init(_ command: [String]) throws(ProgramTrouble) {
    var pipes: [(ours: Int32, its: Int32)] = []
    defer { for pipe in pipes { close(pipe.its) } }
    for _ in 0..<3 {
      guard let pipe = Self.connection() else {
        for pipe in pipes { close(pipe.ours) }
        throw .cannotStart(FileProblem(file: "", systemError: errno).found)
      }
      pipes.append(pipe)
    }
    (input, output, errors) = (pipes[0].ours, pipes[1].ours, pipes[2].ours)
    do throws(ProgramTrouble) {
      process = try Self.spawn(command, on: pipes.map(\.its))
    } catch {
      for pipe in pipes { close(pipe.ours) }
      throw error
    }
    RunningPrograms.add(process)
  }

  /// Both ends of a stream that no other program inherits. Writing to a socket, unlike a pipe, can fail without a signal.
  private static func connection() -> (ours: Int32, its: Int32)? {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  private static func spawn(_ command: [String], on streams: [Int32]) throws(ProgramTrouble) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that this process ignores are restored for the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, command[0], &actions, &attributes, words, environ)
    guard code == 0 else { throw .cannotStart(FileProblem(file: "", systemError: code).found) }
    return process
  }

  /// Sends one line, and waits for the line that answers it.
  ///
  /// - Parameter say: is given each line of the program's standard error.
  mutating func ask(
    _ question: String, within limit: Double, say: (String) -> Void
  ) throws(ProgramTrouble) -> String {
    let octets = Array((question + "\n").utf8)
    var sent = 0
    let deadline = Self.now + limit
    try receive(waiting: 0, toSend: false, say: say)
    guard received.isEmpty else { throw .unasked }
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        guard received.isEmpty, sent == octets.count else { throw .unasked }
        return line
      }
      guard received.count <= Self.longestLine else { throw .tooLong }
      let left = deadline - Self.now
      guard left > 0 else { throw .late(limit) }
      let canSend = try receive(waiting: left, toSend: sent < octets.count, say: say)
      if canSend { sent += send(octets[sent...]) ?? octets.count - sent }
    }
  }

  /// Reads what has arrived, waiting at most some seconds for the first of it.
  ///
  /// - Returns: Whether there is room for more to be sent.
  @discardableResult
  private mutating func receive(
    waiting seconds: Double, toSend: Bool, say: (String) -> Void
  ) throws(ProgramTrouble) -> Bool {
    var streams = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: toSend ? input : -1, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&streams, 3, Int32((seconds * 1000).rounded(.up))) > 0 else { return false }
    if streams[1].revents != 0 { hear(say) }
    if streams[0].revents != 0 {
      guard let octets = Self.read(output) else { return false }
      guard !octets.isEmpty else { throw .ended(conclude(say)) }
      received += octets
    }
    return streams[2].revents != 0
  }

  /// The number of octets that were sent; nil if the other end is closed.
  private func send(_ octets: ArraySlice<UInt8>) -> Int? {
    let count = octets.withUnsafeBytes {
      Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  /// What has arrived; empty at the end of the stream, nil if nothing has arrived.
  private static func read(_ stream: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(stream, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer.prefix(count))
  }

  /// Passes on whole lines of standard error.
  private mutating func hear(_ say: (String) -> Void) {
    complaint += Self.read(errors) ?? []
    while let end = complaint.firstIndex(of: UInt8(ascii: "\n")) ?? (complaint.count > 1000 ? 1000 : nil) {
      say(String(decoding: complaint[..<end], as: UTF8.self))
      complaint.removeFirst(end + 1)
    }
  }

  /// How a program ended that has closed its output.
  private mutating func conclude(_ say: (String) -> Void) -> String {
    var status: Int32?
    for _ in 0..<40 where status == nil {
      status = RunningPrograms.status(of: process)
      if status == nil { usleep(5000) }
    }
    // The last output of a program that crashed.
    hear(say)
    guard let status else { return "closed its standard output" }
    let signal = status & 0x7F
    return signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }

  /// Ends the process at once.
  func stop() {
    RunningPrograms.end(process)
    for stream in [input, output, errors] { close(stream) }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The processes of all methods that are programs.
public enum RunningPrograms {
  private static let processes = Mutex<Set<pid_t>>([])
  private static let atEnd: Void = { _ = atexit { RunningPrograms.endAll() } }()

  fileprivate static func add(_ process: pid_t) {
    _ = atEnd
    processes.withLock { _ = $0.insert(process) }
  }

  /// Only what has not been waited for is killed: no other process can have its number.
  fileprivate static func end(_ process: pid_t) {
    processes.withLock {
      guard $0.remove(process) != nil else { return }
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// How a process ended, which is then gone; nil while it runs.
  fileprivate static func status(of process: pid_t) -> Int32? {
    processes.withLock {
      var status: Int32 = 0
      guard $0.contains(process), waitpid(process, &status, WNOHANG) == process else { return nil }
      $0.remove(process)
      return status
    }
  }

  /// Ends them all, as the process itself does when it ends.
  public static func endAll() {
    for process in processes.withLock({ $0 }) { end(process) }
  }
}
