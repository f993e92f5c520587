import Documents
@preconcurrency import Glibc
import World

/// A process with which lines are exchanged: one question, one answer.
///
/// No call waits longer than a time limit. A program that ends causes an error, never a signal, and the processes that it has
/// started end with it.
struct RunningProgram: Sendable {
  static let longestLine = 65_536

  private let group: ProgramGroup
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  /// The script that the command names, if there is no such file.
  private let missingScript: String?
  private var received: [UInt8] = []
  private var complaint: [UInt8] = []

  /// - Parameter command: program and arguments; at least one.
  init(_ command: [String], _ permission: ProgramPermission) throws(ProgramTrouble) {
    if let refusal = permission.refusal { throw .refused(refusal) }
    missingScript = command.dropFirst().first.flatMap { word in
      word.hasPrefix("-") || !word.contains(".") || FileIdentity(of: word) != nil ? nil : word
    }
    var pipes: [(ours: Int32, its: Int32)] = []
    defer { for pipe in pipes { close(pipe.its) } }
    for _ in 0..<3 {
      guard let pipe = ProgramGroup.connection() else {
        for pipe in pipes { close(pipe.ours) }
        throw .cannotStart(FileProblem(file: "", systemError: errno).found)
      }
      pipes.append(pipe)
    }
    (input, output, errors) = (pipes[0].ours, pipes[1].ours, pipes[2].ours)
    do throws(FileProblem) {
      group = try ProgramGroup(of: command, on: pipes.map(\.its))
    } catch {
      for pipe in pipes { close(pipe.ours) }
      throw .cannotStart(error.found)
    }
  }

  /// Sends one line, and waits for the line that answers it.
  ///
  /// - Parameter say: is given each line of the program's standard error.
  mutating func ask(
    _ question: String, within limit: Double, say: (String) -> Void
  ) throws(ProgramTrouble) -> String {
    let octets = Array((question + "\n").utf8)
    var sent = 0
    let deadline = SuspendingClock.now + .seconds(limit)
    try receive(waiting: 0, toSend: false, say: say)
    guard received.isEmpty else { throw .unasked }
    while true {
      let left = (deadline - SuspendingClock.now) / .seconds(1)
      // If this process itself was suspended meanwhile, the answer may already have arrived.
      let canSend = try receive(waiting: max(left, 0), toSend: sent < octets.count, say: say)
      if canSend { sent += send(octets[sent...]) ?? octets.count - sent }
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        guard received.isEmpty, sent == octets.count else { throw .unasked }
        return line
      }
      guard received.count <= Self.longestLine else { throw .tooLong }
      guard left > 0 else { throw .late(limit) }
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
      status = group.status
      if status == nil { usleep(5000) }
    }
    // The last output of a program that crashed.
    hear(say)
    guard let status else { return "closed its standard output" }
    let signal = status & 0x7F
    let end = signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
    return end + (missingScript.map { "; there is no file \($0)" } ?? "")
  }

  /// Ends it at once.
  func stop() {
    group.end()
    for stream in [input, output, errors] { close(stream) }
  }
}
