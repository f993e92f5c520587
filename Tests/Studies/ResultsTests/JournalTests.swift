import Documents
import Foundation
import TestSupport
import Testing
import World

@testable import Results

@Suite struct JournalTests {
  private static func identity(
    study: String = "search", seed: UInt64 = 1, program: String = "p", definition: Document = ["d": 1]
  ) -> JournalIdentity {
    JournalIdentity(study: study, name: "motion", seed: seed, program: program, definition: definition)
  }

  // The checksums of all lines are those of Python's zlib.crc32.
  private static let header =
    #"e20b2796 {"definition":{"d":1},"journal":2,"name":"motion","program":"p","seed":1,"study":"search"}"#
    + "\n"
  private static let cell = #"7ea0a839 {"cell":{"laps":2},"key":"a"}"# + "\n"

  /// A folder with a journal of one finished cell, and what else is written behind it.
  private func folder(_ contents: String = header + cell) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(contents, to: "j")
    return folder
  }

  @Test func `what is appended is a line each, and is there when the journal is opened again`() throws {
    let folder = try TemporaryFolder()
    try append(to: folder.path("new/folder/j"))
    #expect(
      try folder.read("new/folder/j") == Self.header + Self.cell + #"de7c25b2 {"cell":null,"key":"b"}"# + "\n"
    )
    let journal = try Journal(at: folder.path("new/folder/j"), for: Self.identity())
    #expect(journal.cells.compactMapValues(\.document) == ["a": ["laps": 2], "b": nil])
    #expect(journal.tornLines == 0)
  }

  @Test func `cells are read when they are needed, and are none where the journal has changed`() throws {
    let folder = try folder()
    let cell = try #require(Journal.finished(at: folder.path("j"), of: Self.identity())["a"])
    #expect(cell.document == ["laps": 2])
    try folder.write((Self.header + Self.cell).replacing("2}", with: "3}"), to: "j")
    #expect(cell.document == nil)
    try folder.write(Self.header, to: "j")
    #expect(cell.document == nil)
  }

  /// The octet E9 alone is no UTF-8.
  @Test func `its path may hold any octets`() throws {
    let folder = try TemporaryFolder()
    let name = FileName.text([0x6A, 0xE9])
    try append(to: folder.path("\(name)/\(name)"))
    #expect(FileName.all(in: folder.path) == [name] && FileName.all(in: folder.path(name)) == [name])
    #expect(try Journal(at: folder.path("\(name)/\(name)"), for: Self.identity()).cells.count == 2)
  }

  private func append(to path: String) throws {
    var journal = try Journal(at: path, for: Self.identity())
    #expect(journal.cells.isEmpty && journal.tornLines == 0)
    try journal.append(["laps": 2], key: "a")
    try journal.append(nil, key: "b")
    #expect(journal.cells["a"]?.document == ["laps": 2])
  }

  /// Wherever a process was killed while it wrote its second cell.
  @Test func `a torn last line is counted, thrown away and written anew`() throws {
    let line = #"01951038 {"cell":{"laps":5},"key":"b"}"#
    for length in 1...line.utf8.count {
      let folder = try folder(Self.header + Self.cell + line.prefix(length))
      try appendAfterTear(to: folder.path("j"))
      #expect(try folder.read("j") == Self.header + Self.cell + line + "\n")
    }
  }

  private func appendAfterTear(to path: String) throws {
    var journal = try Journal(at: path, for: Self.identity())
    #expect(journal.cells.compactMapValues(\.document) == ["a": ["laps": 2]] && journal.tornLines == 1)
    try journal.append(["laps": 5], key: "b")
  }

  @Test func `a torn first line is begun anew`() throws {
    for length in [0, 1, 20, Self.header.utf8.count - 1] {
      let folder = try folder(String(Self.header.prefix(length)))
      let journal = try Journal(at: folder.path("j"), for: Self.identity())
      #expect(journal.tornLines == (length > 0 ? 1 : 0) && journal.cells.isEmpty)
      #expect(try folder.read("j") == Self.header)
    }
  }

  @Test(arguments: [
    (identity(study: "sweep"), "one of the search motion"),
    (identity(seed: 2), "one of seed 1, where this has 2"),
    (identity(program: "q"), "one of the program p, where this is q"),
    (identity(definition: ["d": 2]), "one of the same name with other input files"),
  ])
  func `another one's journal is refused in one sentence and stays, or is replaced`(
    identity: JournalIdentity, found: String
  ) throws {
    let folder = try folder()
    let problem = try refusal(folder, identity)
    #expect(
      problem == .others(path: folder.path("j"), found: found)
        && problem?.description.contains("found \(found); name another with --name") == true)
    #expect(try folder.read("j") == Self.header + Self.cell)
    let journal = try Journal(at: folder.path("j"), for: identity, replacing: true)
    #expect(journal.cells.isEmpty && journal.tornLines == 0)
    #expect(try folder.read("j") != Self.header + Self.cell)
  }

  private func refusal(
    _ folder: TemporaryFolder, _ identity: JournalIdentity = identity(), replacing: Bool = false
  ) throws -> JournalProblem? {
    do throws(JournalProblem) {
      _ = try Journal(at: folder.path("j"), for: identity, replacing: replacing)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["a letter to somebody", "{\"a\":1}\n", "\n", "{\"journal\":3}\nx"])
  func `a file that is no journal is refused and stays, whatever is said`(contents: String) throws {
    let folder = try folder(contents)
    for replacing in [false, true] {
      let problem = try refusal(folder, replacing: replacing)
      #expect(problem == .foreign(path: folder.path("j"), found: "another file"))
      #expect(try folder.read("j") == contents)
    }
  }

  @Test func `a whole line that is no cell is damage, which only replacing takes away`() throws {
    let folder = try folder(Self.header + Self.cell + #"ab7aa4a8 {"key":"b"}"# + "\n" + Self.cell)
    #expect(try refusal(folder) == .damaged(path: folder.path("j"), line: 3))
    #expect(try refusal(folder, replacing: true) == nil)
    #expect(try folder.read("j") == Self.header)
  }

  @Test func `an altered digit anywhere is damage of its line`() throws {
    let whole = Self.header + Self.cell
    let digits = whole.indices.filter { whole[$0].isNumber && whole[$0] != "9" }
    #expect(digits.count > 10)
    for place in digits {
      let altered = whole.replacingCharacters(in: place...place, with: "9")
      let folder = try folder(altered)
      let line = place < Self.header.endIndex ? 1 : 2
      #expect(try refusal(folder) == .damaged(path: folder.path("j"), line: line))
      #expect(try folder.read("j") == altered)
    }
  }

  @Test func `a second one on the same file is refused as long as the first has it`() throws {
    let folder = try folder()
    try holding(folder)
    #expect(try refusal(folder) == nil)
  }

  private func holding(_ folder: TemporaryFolder) throws {
    var journal = try Journal(at: folder.path("j"), for: Self.identity())
    #expect(try refusal(folder) == .busy(path: folder.path("j")))
    #expect(try refusal(folder, replacing: true) == .busy(path: folder.path("j")))
    try journal.append(1, key: "c")
  }

  @Test func `a place that cannot be written to is refused in one sentence`() throws {
    let folder = try folder()
    try folder.write("", to: "file")
    for (path, reason) in [("file/j", "not a directory"), (".", "is a directory")] {
      #expect(throws: JournalProblem.unwritable(path: folder.path(path), reason: reason)) {
        _ = try Journal(at: folder.path(path), for: Self.identity())
      }
    }
  }
}
