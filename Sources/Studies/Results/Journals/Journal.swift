package import Documents
import Foundation
import World

/// The finished cells of a long study, on disk as soon as each is done, so that an interrupted study can be resumed.
///
/// The first line identifies the study; each further line is a cell with its key, which is unique in the study. A line
/// begins with the checksum of the rest, is written by one call, and flushed. A line that a killed process left incomplete
/// has no line feed at its end: it is counted and discarded, and its cell is computed again. Lines are in the order in
/// which cells were finished, which has no meaning; a study reads them by key.
///
/// It cannot be copied, and only one process at a time can open it for writing.
package struct Journal: ~Copyable {
  /// The finished cells, of earlier processes and this one, by key.
  package private(set) var cells: [String: JournalCell]
  /// The number of incomplete lines when it was opened.
  package let tornLines: Int
  private let file: JournalFile
  /// Octets of the file.
  private var size: Int

  /// Of its file.
  package var path: String { file.path }

  /// Opens the journal of a study, or creates one.
  ///
  /// - Parameters:
  ///   - identity: of the study whose cells it must hold.
  ///   - replacing: starts again where it holds cells of another study, seed or program, or where it is damaged.
  /// - Throws: ``JournalProblem``.
  package init(
    at path: String, for identity: JournalIdentity, replacing: Bool = false
  ) throws(JournalProblem) {
    let file = try JournalFile(at: path)
    let header = Self.line(identity.document)
    var lines = file.lines
    var (cells, kept, isTorn) = ([String: JournalCell](), 0, false)
    do throws(JournalProblem) {
      cells = try Self.cells(in: &lines, of: identity, startOf: header)
      (kept, isTorn) = (lines.offset, !lines.rest.isEmpty)
    } catch {
      guard replacing, error.yieldsToReplacing else { throw error }
    }
    if isTorn || kept == 0 { try file.cut(to: kept) }
    if kept == 0 { try file.append(header) }
    (self.cells, size, tornLines) = (cells, kept == 0 ? header.count : kept, isTorn ? 1 : 0)
    self.file = file
  }

  /// The finished cells of a journal that another process may be writing; none where there is no such file.
  ///
  /// A line that is being written is left out.
  ///
  /// - Parameter anyProgram: whether the cells of another build of the program count too.
  /// - Throws: ``JournalProblem`` where it holds cells of another study, or is damaged.
  package static func finished(
    at path: String, of identity: JournalIdentity, anyProgram: Bool = false
  ) throws(JournalProblem) -> [String: JournalCell] {
    guard Entry(following: path) != nil else { return [:] }
    let descriptor: Int32
    do { descriptor = try InputFile.open(path).descriptor } catch {
      throw .foreign(path: path, found: error.found)
    }
    defer { close(descriptor) }
    var lines = JournalLines(of: descriptor, path: path)
    return try cells(
      in: &lines, of: identity, startOf: line(identity.document), anyProgram: anyProgram)
  }

  /// Writes one finished cell.
  ///
  /// - Parameter key: determines the cell, together with the journal's ``JournalIdentity``.
  /// - Throws: ``JournalProblem`` on an error of the file system; the cells before it are safe.
  package mutating func append(_ cell: Document, key: String) throws(JournalProblem) {
    let line = Self.line(["key": Document(key), "cell": cell])
    try file.append(line)
    cells[key] = JournalCell(path: path, offset: size, count: line.count - 1)
    size += line.count
  }

  fileprivate static let lineFeed = UInt8(ascii: "\n")

  private static func line(_ document: Document) -> [UInt8] {
    LineChecksum.checked(Array(document.json.utf8)) + [lineFeed]
  }

  /// The cells of whole lines.
  private static func cells(
    in lines: inout JournalLines, of identity: JournalIdentity, startOf header: [UInt8],
    anyProgram: Bool = false
  ) throws(JournalProblem) -> [String: JournalCell] {
    let path = lines.path
    guard let first = try lines.next() else {
      // Empty, or with an incomplete first line.
      guard header.starts(with: lines.rest) else { throw .foreign(path: path, found: "another file") }
      return [:]
    }
    guard let owner = document(in: first, path).flatMap(JournalIdentity.init) else {
      throw strangeness(of: first, path)
    }
    if let difference = (anyProgram ? identity.of(owner.program) : identity).difference(of: owner) {
      throw .others(path: path, found: difference)
    }
    var cells: [String: JournalCell] = [:]
    var (start, number) = (lines.offset, 2)
    while let line = try lines.next() {
      guard let entry = document(in: line, path), let key = try? entry.text("key"), entry.has("cell") else {
        throw .damaged(path: path, line: number)
      }
      cells[key] = JournalCell(path: path, offset: start, count: line.count)
      (start, number) = (lines.offset, number + 1)
    }
    return cells
  }

  /// The document of a line; nil when its checksum is wrong or it cannot be read.
  fileprivate static func document(in line: ArraySlice<UInt8>, _ path: String) -> Document? {
    LineChecksum.content(of: line).flatMap { json($0, path) }
  }

  private static func json(_ text: ArraySlice<UInt8>, _ path: String) -> Document? {
    try? Document(json: String(decoding: text, as: UTF8.self), file: path)
  }

  /// Why a first line is not that of a journal.
  private static func strangeness(of first: ArraySlice<UInt8>, _ path: String) -> JournalProblem {
    let isAltered = json(first.dropFirst(LineChecksum.size), path)?.has("journal") == true
    return isAltered ? .damaged(path: path, line: 1) : .foreign(path: path, found: "another file")
  }
}

/// Where a finished cell lies in a journal. It is read when it is needed: the cells of a long study together may take more
/// memory than there is.
package struct JournalCell: Hashable, Sendable {
  fileprivate let path: String
  /// Of its line, in octets.
  fileprivate let offset: Int
  fileprivate let count: Int

  /// What was written; nil where the journal has changed meanwhile.
  package var document: Document? {
    guard let descriptor = try? InputFile.open(path).descriptor else { return nil }
    defer { close(descriptor) }
    var line = [UInt8](repeating: 0, count: count)
    guard pread(descriptor, &line, count, off_t(offset)) == count else { return nil }
    return Journal.document(in: line[...], path)?.optional("cell")
  }
}

/// The whole lines of a journal, of which few are in memory at a time.
struct JournalLines {
  let path: String
  private let descriptor: Int32
  private var octets: [UInt8] = []
  private var start = 0
  /// Where the next line begins in the file.
  private(set) var offset = 0

  init(of descriptor: Int32, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  /// After the last whole line.
  var rest: ArraySlice<UInt8> { octets[start...] }

  /// Without its line feed; nil after the last whole line.
  mutating func next() throws(JournalProblem) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = octets[searched...].firstIndex(of: Journal.lineFeed) {
        defer { (start, offset) = (end + 1, offset + end + 1 - start) }
        return octets[start..<end]
      }
      octets.removeFirst(start)
      (start, searched) = (0, octets.count)
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      let count = pread(descriptor, &piece, piece.count, off_t(offset + searched))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unwritable(path: path, reason: systemMessage(errno)) }
      if count == 0 { return nil }
      octets += piece[..<count]
    }
  }
}

extension JournalProblem {
  /// Whether there is a journal of this program that `--replace` may remove.
  fileprivate var yieldsToReplacing: Bool {
    switch self {
    case .others, .damaged: true
    case .foreign, .busy, .unwritable: false
    }
  }
}

/// A file that one process at a time may open, and that only grows.
///
/// It cannot be copied. Closing it lets the next process open it, and so does the end of this process, for whatever reason.
struct JournalFile: ~Copyable {
  let path: String
  private let lock: Lock
  private var descriptor: Int32 { lock.descriptor }

  /// Opens it, or creates it with the folders above.
  ///
  /// - Throws: ``JournalProblem`` where another process has it open, or where it cannot be created.
  init(at path: String) throws(JournalProblem) {
    let folder = Place.split(path).folder
    try? makeFolder(folder)
    let lock: Lock
    do throws(Lock.Failure) {
      lock = try Lock(path, O_RDWR | O_CREAT | O_APPEND)
    } catch {
      switch error {
      case .irregular: throw .foreign(path: path, found: "something other than a regular file")
      case .unlocked(EWOULDBLOCK): throw .busy(path: path)
      case .unopened(let code), .unlocked(let code):
        throw .unwritable(path: path, reason: systemMessage(code))
      }
    }
    // Its name must survive a power failure, as its lines do.
    if let code = synchronise(folder: folder) {
      throw .unwritable(path: path, reason: systemMessage(code))
    }
    self.path = path
    self.lock = lock
  }

  /// All that it holds.
  var lines: JournalLines { JournalLines(of: descriptor, path: path) }

  /// Appends the octets in one call, and waits until they are on disk.
  func append(_ octets: [UInt8]) throws(JournalProblem) {
    var count = write(descriptor, octets, octets.count)
    while count < 0, errno == EINTR { count = write(descriptor, octets, octets.count) }
    // A part that was written is an incomplete line, which the next process finds.
    guard count == octets.count else {
      throw .unwritable(path: path, reason: count < 0 ? Self.reason() : "no space left on device")
    }
    // Some file systems do not support this.
    guard fdatasync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw .unwritable(path: path, reason: Self.reason())
    }
  }

  /// Removes everything after the first `count` octets.
  func cut(to count: Int) throws(JournalProblem) {
    guard ftruncate(descriptor, off_t(count)) == 0 else {
      throw .unwritable(path: path, reason: Self.reason())
    }
  }

  private static func reason() -> String { systemMessage(errno) }
}
