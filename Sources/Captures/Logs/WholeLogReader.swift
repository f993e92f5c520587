import Files
import Glibc
import World

/// Hands over the rows of a log that was read as a whole.
struct WholeLogReader: ContainerReader {
  let name: String
  private var rows: LogRows
  private var next = 0

  /// - Parameters:
  ///   - parts: the files that the format needs.
  ///   - file: as the user named it.
  init(_ log: any WholeLog.Type, _ parts: [LogPart], file: String) throws {
    name = log.name
    rows = LogRows()
    for part in parts {
      var own = LogRows()
      try log.read(part, into: &own)
      rows.append(own, of: parts.count > 1 ? part.name : nil)
    }
    try rows.sort(file: file)
  }

  /// Reads a folder; nil where the path is none.
  ///
  /// - Throws: ``FileProblem`` for a folder that is no log.
  init?(folder path: String) throws {
    var status = stat()
    guard stat(path.fileName, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    guard let (log, names) = Self.log(among: FileName.all(in: path)?.sorted() ?? []) else {
      throw FileProblem(file: path, systemError: EISDIR)
    }
    let parts = try names.map { name in
      let file = "\(path)/\(name)"
      return LogPart(file: file, name: name, bytes: try ByteInput(path: file).wholeContents())
    }
    try self.init(log, parts, file: path)
  }

  /// Reads a ZIP archive.
  init(zip bytes: [UInt8], file: String) throws {
    let (log, parts) = try Self.parts(ofZip: bytes, file: file)
    try self.init(log, parts, file: file)
  }

  private static func parts(
    ofZip bytes: [UInt8], file: String
  ) throws(FileProblem) -> (log: any WholeLog.Type, parts: [LogPart]) {
    do throws(ZipDamage) {
      let archive = try ZipArchive(bytes)
      if let (log, names) = log(among: archive.entries.map(\.name)) {
        var (parts, left) = ([LogPart](), LogPart.most)
        for entry in archive.entries where names.contains(entry.name) {
          let contents = try archive.contents(of: entry, atMost: left)
          left -= contents.count
          let name = entry.name.split(separator: "/").last.map(String.init) ?? ""
          parts.append(LogPart(file: "\(file): \(entry.name)", name: name, bytes: contents))
        }
        return (log, parts)
      }
    } catch {
      throw FileProblem(file: file, offset: error.offset, expected: error.expected, found: error.found)
    }
    throw FileProblem(
      file: file, expected: "a ZIP archive with the files of a log, such as bluetooth-….csv of Sensor Logger",
      found: "none")
  }

  /// Nil for a file that begins like none of these logs.
  static func kind(of start: RawSpan) -> (any WholeLog.Type)? { Logs.wholes.first { $0.begins(start) } }

  private static func log(among names: [String]) -> (log: any WholeLog.Type, parts: [String])? {
    for log in Logs.wholes {
      let parts = log.parts(among: names)
      if !parts.isEmpty { return (log, parts) }
    }
    return nil
  }

  /// The file itself has been read: its window is not needed.
  mutating func read(_ window: RawSpan, at offset: Int, limit: Int, into sink: inout some RecordSink)
    -> ReadingProgress
  {
    if next == 0 { sink.damages.add(contentsOf: rows.damages) }
    let end = min(next + limit, rows.rows.count)
    for placed in rows.rows[next..<end] { sink.take(placed.row, at: placed.offset) }
    defer { next = end }
    return ReadingProgress(
      consumed: 0, records: end - next,
      stop: end == rows.rows.count ? .needs(window.byteCount + 1, of: "a row") : .limit)
  }

  func isRecord(at place: Int, in window: RawSpan, isEnd: Bool) -> Bool { false }
}

extension ByteInput {
  /// All that is left.
  ///
  /// - Throws: ``FileProblem`` for more than ``LogPart/most``.
  func wholeContents() throws -> [UInt8] {
    var input = self
    while try input.fill(to: input.ready + 1) {
      guard input.ready <= LogPart.most else {
        throw FileProblem(
          file: name, expected: "at most \(LogPart.most) bytes of a log that is read as a whole",
          found: "more")
      }
    }
    if let damage = input.damage {
      throw FileProblem(file: name, expected: damage.expected, found: damage.found)
    }
    return input.withWindow { window in (0..<window.byteCount).map { window.byte(at: $0) } }
  }
}
