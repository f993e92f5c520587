import Documents
import Glibc
import World

/// Hands over the rows of a log that was read as a whole.
struct WholeLogReader: Sendable {
  let name: String
  private var rows: LogRows
  private var next = 0

  /// - Parameters:
  ///   - parts: the files that the format needs.
  ///   - file: as the user named it.
  init(_ log: any WholeLog.Type, _ parts: [LogPart], file: String) throws {
    try self.init(log, parts.indices, file: file) { parts[$0] }
  }

  /// - Parameter part: reads one of the files, which is not held any longer than its rows are taken.
  private init<Name>(
    _ log: any WholeLog.Type, _ names: some Collection<Name>, file: String, part: (Name) throws -> LogPart
  ) throws {
    name = log.name
    rows = LogRows()
    for name in names {
      let part = try part(name)
      var own = LogRows()
      try log.read(part, into: &own)
      rows.append(own, of: names.count > 1 ? part.name : nil)
      guard !rows.isFull else {
        throw FileProblem(
          file: part.file, expected: "at most \(LogRows.most) rows of a log that is read as a whole",
          found: "more"
        )
      }
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
    try self.init(log, names, file: path) { name in
      let file = "\(path)/\(name)"
      var input = try ByteInput(path: file, .plain)
      return LogPart(file: file, name: name, bytes: try input.wholeContents())
    }
  }

  /// Reads a ZIP archive.
  init(zip bytes: [UInt8], file: String) throws {
    func refusing<Result>(_ body: () throws(ZipDamage) -> Result) throws(FileProblem) -> Result {
      do throws(ZipDamage) { return try body() } catch {
        throw FileProblem(file: file, offset: error.offset, expected: error.expected, found: error.found)
      }
    }
    let archive = try refusing { () throws(ZipDamage) in try ZipArchive(bytes) }
    guard let (log, names) = Self.log(among: archive.entries.map(\.name)) else {
      throw FileProblem(
        file: file,
        expected: "a ZIP archive with the files of a log, such as bluetooth-….csv of Sensor Logger",
        found: "none")
    }
    var left = min(LogPart.most, Inflater.most(from: bytes.count))
    try self.init(log, archive.entries.filter { names.contains($0.name) }, file: file) { entry in
      let contents = try refusing { () throws(ZipDamage) in try archive.contents(of: entry, atMost: left) }
      left -= contents.count
      let name = entry.name.split(separator: "/").last.map(String.init) ?? ""
      return LogPart(file: "\(file): \(entry.name)", name: name, bytes: contents)
    }
  }

  /// Nil for a file that begins like none of these logs.
  static func kind(of start: RawSpan) -> (any WholeLog.Type)? {
    let text = start.text(atMost: start.byteCount)
    return Logs.wholes.first { $0.begins(text) }
  }

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
}

extension ByteInput {
  /// All that is left.
  ///
  /// - Throws: ``FileProblem`` for more than ``LogPart/most``.
  mutating func wholeContents() throws(FileProblem) -> [UInt8] {
    if let contents = try rest(atMost: LogPart.most) { return contents }
    throw FileProblem(
      file: name, expected: "at most \(LogPart.most) bytes of a log that is read as a whole", found: "more")
  }
}
