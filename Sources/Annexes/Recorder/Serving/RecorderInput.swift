import Documents
import Foundation
import Sites
import World

/// Where a recorder's octets come from.
enum RecorderSource: Sendable {
  /// A FIFO, opened again for each program that writes into it.
  case fifo(String)
  case standardInput
  /// Starts btmon, which may need a capability for it.
  case btmon

  /// - Throws: `FileProblem` for what cannot be recorded live.
  init(_ word: String) throws(FileProblem) {
    switch word {
    case "-": self = .standardInput
    case "btmon": self = .btmon
    default:
      var status = stat()
      guard stat(word.fileName, &status) == 0 else { throw FileProblem(file: word, systemError: errno) }
      guard status.st_mode & S_IFMT == S_IFIFO else {
        throw FileProblem(
          file: "--replay \(word)", expected: "a FIFO, - or btmon for --record", found: "another file")
      }
      self = .fifo(word)
    }
  }

  /// As people are shown it.
  var name: String {
    switch self {
    case .fifo(let path): path
    case .standardInput: "standard input"
    case .btmon: "btmon"
    }
  }
}

/// What happens to a recorder's input.
enum RecorderEvent: Sendable {
  /// A part of the capture began.
  case begun(part: Int)
  case arrived(octets: Int)
  case heard(HeardPiece)
  /// The program that wrote has ended; another one may follow.
  case ended
  /// What cannot be decoded, in a sentence; the octets are kept.
  case undecoded(String)
  /// Why what arrives cannot be kept, in a sentence; it waits until it can.
  case halted(String)
  /// What arrives can be kept again.
  case resumed
  /// Why nothing can be read from the input, in a sentence.
  case failed(String)
}

/// Keeps what arrives, octet by octet, and decodes it beside that: what cannot be decoded is kept too.
struct RecorderInput: Sendable {
  let source: RecorderSource
  let folder: RecorderFolder
  /// The recorder's clock.
  let clock: @Sendable () -> Double

  /// Reads on a thread of its own, which may wait for input, as long as the process lives.
  func events() -> AsyncStream<RecorderEvent> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        repeat {
          do {
            try read(continuation)
            continuation.yield(.ended)
          } catch {
            continuation.yield(.failed("\(error)"))
            Thread.sleep(forTimeInterval: Self.patience)
          }
        } while source.comesAgain
      }
    }
  }

  /// Seconds until what failed is tried again.
  private static let patience = 1.0

  /// Tries until it succeeds; what is written into the input waits meanwhile.
  private func insist(
    _ events: AsyncStream<RecorderEvent>.Continuation, _ keep: () throws(FileProblem) -> Void
  ) {
    var isHalted = false
    while true {
      do throws(FileProblem) {
        try keep()
        if isHalted { events.yield(.resumed) }
        return
      } catch {
        events.yield(.halted("\(error); recording goes on by itself once it can"))
        isHalted = true
        Thread.sleep(forTimeInterval: Self.patience)
      }
    }
  }

  /// One program's output to its end.
  private func read(_ events: AsyncStream<RecorderEvent>.Continuation) throws(FileProblem) {
    let (input, program) = try source.open()
    var part: PartInProgress?
    defer {
      close(input)
      program?.end()
      part?.end()
    }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var settled = clock()
    while true {
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, 1000)
      let count = waiting.revents == 0 ? -1 : Glibc.read(input, &buffer, buffer.count)
      guard count != 0 else { break }
      if count > 0 {
        insist(events) { () throws(FileProblem) in
          if part == nil { part = try PartInProgress(of: self, start: buffer[..<count], events) }
          try part?.take(buffer[..<count])
        }
        events.yield(.arrived(octets: count))
      } else if waiting.revents != 0, errno != EINTR, errno != EAGAIN {
        throw FileProblem(file: source.name, systemError: errno)
      }
      if clock() - settled >= 1 {
        insist(events) { () throws(FileProblem) in try part?.settle() }
        settled = clock()
      }
    }
    insist(events) { () throws(FileProblem) in try part?.settle() }
  }
}

/// Both ends of a pipe that no other program inherits.
private func ownPipe() -> (output: Int32, input: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// A part of the capture that is written, and decoded on a thread of its own.
private struct PartInProgress {
  private var part: CapturePart
  /// What is decoded is written into it; -1 where nothing can be decoded any more.
  private var decoder: Int32 = -1
  private let opened = DispatchSemaphore(value: 0)

  init(
    of input: RecorderInput, start: ArraySlice<UInt8>, _ events: AsyncStream<RecorderEvent>.Continuation
  ) throws(FileProblem) {
    part = try CapturePart(in: input.folder.path, start: start)
    let number = part.number
    events.yield(.begun(part: number))
    guard let ends = ownPipe() else { return }
    decoder = ends.input
    let (output, opened) = (ends.output, opened)
    Thread.detachNewThread {
      defer {
        close(output)
        opened.signal()
      }
      let path = "/proc/self/fd/\(output)"
      do {
        var decoder = try PartDecoder(path, part: number, on: input.folder.site.site)
        opened.signal()
        while let piece = try decoder.next(input.clock) { events.yield(.heard(piece)) }
      } catch {
        events.yield(
          .undecoded("\(error)".replacing(path, with: input.source.name) + "; the octets are kept"))
      }
    }
  }

  mutating func take(_ octets: ArraySlice<UInt8>) throws(FileProblem) {
    try part.append(octets)
    // What cannot be decoded has no reader any more.
    guard decoder >= 0, Octets(octets).write(to: decoder) != nil else { return }
    close(decoder)
    decoder = -1
  }

  mutating func settle() throws(FileProblem) { try part.settle() }

  func end() {
    part.end()
    guard decoder >= 0 else { return }
    // Opening a pipe that has no writer would block.
    _ = opened.wait(timeout: .now() + 1)
    close(decoder)
  }
}

extension RecorderSource {
  /// Whether another program may write after one has ended.
  fileprivate var comesAgain: Bool { if case .fifo = self { true } else { false } }

  /// Waits for the program that writes.
  fileprivate func open() throws(FileProblem) -> (input: Int32, program: ProgramGroup?) {
    switch self {
    case .standardInput: return (0, nil)
    case .fifo(let path):
      let input = Glibc.open(path.fileName, O_RDONLY | O_CLOEXEC)
      guard input >= 0 else { throw FileProblem(file: path, systemError: errno) }
      return (input, nil)
    case .btmon:
      // It prints its text on standard output whatever else it writes.
      let command = ["/bin/sh", "-c", "exec btmon -w /dev/fd/3 3>&1 >/dev/null </dev/null"]
      guard let ends = ownPipe() else { throw FileProblem(file: "btmon", systemError: errno) }
      defer { close(ends.input) }
      do throws(FileProblem) {
        return (ends.output, try ProgramGroup(of: command, on: [0, ends.input, 2]))
      } catch {
        close(ends.output)
        throw error
      }
    }
  }
}
