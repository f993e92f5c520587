import ArgumentParser
import Documents
import Foundation
import Results
import Sites

struct AgentCommand: AsyncParsableCommand, StudyRunning, ThreadsTaking, MemoryTaking {
  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Let a coding agent run experiments, by the Model Context Protocol.",
    discussion: """
      Speaks JSON-RPC 2.0 on standard input and output, one message a line, until the input ends. The agent may list \
      scenarios and methods, check a site, run, compare, explain, sweep and read tables. Files are read and written below the \
      working folder only, and no program is started. docs/mcp.md describes the tools.

      Example: beaconbench mcp
      """)

  @Option(.threads) var threads: Int?

  @Option(.memory) var memory: Double?

  var limits: StudyLimits { StudyLimits(memory: memoryLimit) }

  func run() async throws {
    let surroundings = AgentSurroundings(
      width: width, folder: try FolderLimit("."))
    var session = AgentSession(surroundings) { message in
      // A reader that went away ends the input too.
      _ = Octets(message.json + "\n").write(to: STDOUT_FILENO)
    }
    var lines = InputLines(most: AgentSession.mostRead)
    while let line = lines.next() {
      switch line {
      case .whole(let octets): await session.read(octets)
      case .tooLong: session.refuseLongLine()
      }
    }
  }
}

/// The lines of standard input, none of which is held beyond a size.
private struct InputLines {
  enum Line {
    case whole([UInt8])
    case tooLong
  }

  let most: Int
  private var rest: [UInt8] = []

  init(most: Int) { self.most = most }

  /// Nil at the end of the input.
  mutating func next() -> Line? {
    var (line, isTooLong) = ([UInt8](), false)
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let piece = rest[..<(end ?? rest.endIndex)]
      if line.count + piece.count <= most { line += piece } else { isTooLong = true }
      if let end {
        rest.removeSubrange(...end)
        return isTooLong ? .tooLong : .whole(line)
      }
      rest = []
      guard fill() else { return line.isEmpty && !isTooLong ? nil : isTooLong ? .tooLong : .whole(line) }
    }
  }

  /// False at the end.
  private mutating func fill() -> Bool {
    var octets = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &octets, octets.count)
      if count > 0 {
        rest = Array(octets[..<count])
        return true
      }
      guard count < 0, errno == EINTR else { return false }
    }
  }
}
