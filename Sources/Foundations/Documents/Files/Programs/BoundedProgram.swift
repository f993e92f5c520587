@preconcurrency import Glibc
import World

/// A program that is run once, to its end or to that of its time, its memory or its output.
///
/// It ends with this process, however that ends, and so does whatever it has started: see ``ProgramGroup``.
package struct BoundedProgram {
  /// What a program may take before it is ended.
  package struct Limits: Sendable {
    /// Of waiting for it.
    package var seconds = 300.0
    /// Of the memory that each of its processes may write to, in octets.
    package var memory = 2 << 30
    /// Of what it prints, in octets.
    package var output = 64 << 20

    package init() {}
  }

  /// What a program reads.
  package enum Input: Sendable {
    case nothing
    case octets([UInt8])
    /// A descriptor, which stays open.
    case file(Int32)
  }

  /// What came of a program that ended by itself.
  package struct Ended: Sendable {
    /// Its exit status; 127 where there is no such program, and above 128 after a signal.
    package let status: Int32
    package let output: [UInt8]
    package let errors: [UInt8]
  }

  /// Why a program did not come to its own end.
  package enum Failure: Error, Hashable, Sendable {
    case cannotStart(String)
    case late(Double)
    /// With what it printed until then.
    case talkative(Int, output: [UInt8])

    /// As the end of a sentence about the program.
    package var reason: String {
      switch self {
      case .cannotStart(let reason): "cannot be started: \(reason)"
      case .late(let seconds): "was ended after \(Int(seconds)) s"
      case .talkative(let octets, _): "printed more than \(octets >> 20) MiB"
      }
    }
  }

  private let group: ProgramGroup
  private let limits: Limits
  private var streams: [Int32]
  private var unsent: ArraySlice<UInt8>
  private var received: [[UInt8]] = [[], []]

  /// Runs a program that is looked for along the PATH.
  package static func run(
    _ command: [String], input: Input = .nothing, within limits: Limits = Limits()
  ) throws(Failure) -> Ended {
    var program = try BoundedProgram(command, input, limits)
    defer {
      program.group.end()
      for stream in program.streams where stream >= 0 { close(stream) }
    }
    return try program.ended()
  }

  private init(_ command: [String], _ input: Input, _ limits: Limits) throws(Failure) {
    var ends: [(ours: Int32, its: Int32)] = []
    // The program's own ends.
    var its: [Int32] = []
    defer { for end in its { close(end) } }
    for _ in 0..<3 { ends.append(ProgramGroup.connection() ?? (-1, -1)) }
    its = ends.map(\.its)
    streams = ends.map(\.ours)
    (self.limits, unsent) = (limits, [])
    if case .octets(let octets) = input { unsent = octets[...] }
    if unsent.isEmpty {
      close(streams[0])
      streams[0] = -1
    }
    // Data alone, since some programs reserve far more addresses than they use.
    let bounded =
      ["/bin/sh", "-c", "ulimit -d \(limits.memory >> 10) 2>/dev/null; exec \"$@\"", "sh"] + command
    let first = if case .file(let descriptor) = input { descriptor } else { its[0] }
    do { group = try ProgramGroup(of: bounded, on: [first, its[1], its[2]]) } catch {
      for stream in streams where stream >= 0 { close(stream) }
      throw .cannotStart(error.found)
    }
  }

  private mutating func ended() throws(Failure) -> Ended {
    let deadline = SuspendingClock.now + .seconds(limits.seconds)
    while streams[1] >= 0 || streams[2] >= 0 { try exchange(until: deadline) }
    while SuspendingClock.now < deadline {
      if let status = group.status {
        let signal = status & 0x7F
        return Ended(
          status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: received[0], errors: received[1])
      }
      usleep(500)
    }
    throw .late(limits.seconds)
  }

  /// Waits for something to send or to receive.
  private mutating func exchange(until deadline: SuspendingClock.Instant) throws(Failure) {
    let left = (deadline - SuspendingClock.now) / .seconds(1)
    guard left > 0 else { throw .late(limits.seconds) }
    var waiting = zip(streams, [POLLOUT, POLLIN, POLLIN]).map {
      pollfd(fd: $0, events: Int16($1), revents: 0)
    }
    _ = poll(&waiting, 3, Int32((min(left, 3600) * 1000).rounded(.up)))
    if waiting[0].revents != 0 { send() }
    for number in 1...2 where waiting[number].revents != 0 { try receive(number) }
  }

  private mutating func send() {
    let count = unsent.withUnsafeBytes { Glibc.send(streams[0], $0.baseAddress, $0.count, Self.flags) }
    if count > 0 { unsent.removeFirst(count) }
    // A program may end without reading everything.
    guard unsent.isEmpty || count < 0 && errno != EAGAIN && errno != EINTR else { return }
    close(streams[0])
    streams[0] = -1
  }

  private mutating func receive(_ number: Int) throws(Failure) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(streams[number], &piece, piece.count, Self.flags)
    if count > 0 {
      received[number - 1] += piece[..<count]
      guard received[number - 1].count <= limits.output else {
        throw .talkative(limits.output, output: received[0])
      }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      close(streams[number])
      streams[number] = -1
    }
  }

  private static let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
}
