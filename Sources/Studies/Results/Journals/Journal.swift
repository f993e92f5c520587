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
  package private(set) var cells: [String: Document] = [:]
  /// The number of incomplete lines when it was opened.
  package let tornLines: Int
  private let file: JournalFile

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
    let octets = try file.contents()
    let header = Self.line(identity.document)
    let whole = octets.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    var isTorn = whole < octets.count
    var kept = whole
    do throws(JournalProblem) {
      cells = try Self.cells(in: octets[..<whole], of: identity, path: path, startOf: header, all: octets)
    } catch {
      guard replacing, error.yieldsToReplacing else { throw error }
      (kept, isTorn) = (0, false)
    }
    if kept < octets.count { try file.cut(to: kept) }
    if kept == 0 { try file.append(header) }
    tornLines = isTorn ? 1 : 0
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
  ) throws(JournalProblem) -> [String: Document] {
    guard Entry(following: path) != nil else { return [:] }
    let octets: [UInt8]
    do { octets = try InputFile.octets(of: path, atMost: .max) } catch {
      throw .foreign(path: path, found: error.found)
    }
    let whole = octets.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    return try cells(
      in: octets[..<whole], of: identity, path: path, startOf: line(identity.document), all: octets,
      anyProgram: anyProgram)
  }

  /// Writes one finished cell.
  ///
  /// - Parameter key: determines the cell, together with the journal's ``JournalIdentity``.
  /// - Throws: ``JournalProblem`` on an error of the file system; the cells before it are safe.
  package mutating func append(_ cell: Document, key: String) throws(JournalProblem) {
    try file.append(Self.line(["key": Document(key), "cell": cell]))
    cells[key] = cell
  }

  private static let lineFeed = UInt8(ascii: "\n")

  private static func line(_ document: Document) -> [UInt8] {
    LineChecksum.checked(Array(document.json.utf8)) + [lineFeed]
  }

  /// The cells of whole lines.
  private static func cells(
    in whole: ArraySlice<UInt8>, of identity: JournalIdentity, path: String, startOf header: [UInt8],
    all: [UInt8], anyProgram: Bool = false
  ) throws(JournalProblem) -> [String: Document] {
    guard !whole.isEmpty else {
      // Empty, or with an incomplete first line.
      guard header.starts(with: all) else { throw .foreign(path: path, found: "another file") }
      return [:]
    }
    var lines = whole.split(separator: lineFeed, omittingEmptySubsequences: false).dropLast()[...]
    guard let first = lines.popFirst() else { throw .foreign(path: path, found: "another file") }
    guard let owner = document(in: first, path).flatMap(JournalIdentity.init) else {
      throw strangeness(of: first, path)
    }
    if let difference = (anyProgram ? identity.of(owner.program) : identity).difference(of: owner) {
      throw .others(path: path, found: difference)
    }
    var cells: [String: Document] = [:]
    for (index, line) in lines.enumerated() {
      guard let entry = document(in: line, path), let key = try? entry.text("key"),
        let cell = entry.optional("cell")
      else { throw .damaged(path: path, line: index + 2) }
      cells[key] = cell
    }
    return cells
  }

  /// The document of a line; nil when its checksum is wrong or it cannot be read.
  private static func document(in line: ArraySlice<UInt8>, _ path: String) -> Document? {
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
  func contents() throws(JournalProblem) -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(descriptor, &piece, piece.count, off_t(octets.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unwritable(path: path, reason: Self.reason()) }
      if count == 0 { return octets }
      octets += piece[..<count]
    }
  }

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
