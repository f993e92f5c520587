import Documents
import Evaluation
import Foundation
import TestSupport
import Testing
import World

@testable import Results
@testable import Sweeping

@Suite struct RunDatabaseTests {
  private func result(_ folder: TemporaryFolder, journal: String) async throws -> SweepResult {
    let run = try SweepFiles.run(in: folder)
    var journal = try Journal(at: folder.path(journal), for: run.identity)
    let blocks: [LapBlock] = try await run.compute(nil, in: &journal, known: [:], width: 2) { _, _ in }
    return try await run.result(of: blocks, width: 2)
  }

  /// What Python's own module reads.
  private func query(_ sql: String, _ path: String) throws -> String {
    try Python.run(
      "import sqlite3,json\nprint(json.dumps(sqlite3.connect(\(path.debugDescription)).execute(\(sql.debugDescription)).fetchall()))",
      input: ""
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test
  func `rows are those of the CSV files, twice the same sweep stands there once, and another beside it`()
    async throws
  {
    let folder = try SweepFiles.folder()
    let path = folder.path("runs.sqlite")
    let first = try await result(folder, journal: "a")
    for _ in 0..<2 { try RunDatabase(path).write(first) }
    let rows = first.cellRows
    #expect(try query("SELECT count(*) FROM cells", path) == "[[\(rows.count)]]")
    let row = try #require(rows.last { $0.value.metric == .mean && $0.pipeline == "Kalman" })
    let value = try #require(row.value.value)
    let sql =
      "SELECT n, x, value, low FROM \"sweep small\" WHERE point = \(row.point.index) AND seed = \(row.seed) "
      + "AND pipeline = 'Kalman' AND metric = 'mean'"
    let low = try #require(row.value.interval?.lower)
    let read = try query(sql, path)
    #expect(read == "[[2.0, 2.0, \(value), \(low)]]")
    try folder.write(
      folder.read("sweep.yaml").replacing("name: small", with: "name: other"), to: "sweep.yaml")
    try RunDatabase(path).write(try await result(folder, journal: "b"))
    #expect(try query("SELECT sweep FROM sweeps ORDER BY sweep", path) == "[[\"other\"], [\"small\"]]")
    #expect(try query("SELECT count(*) FROM \"sweep other\"", path) == "[[\(rows.count)]]")
  }

  @Test func `a database that another process writes, and a file that is none, are sentences`() async throws {
    let folder = try SweepFiles.folder()
    let path = folder.path("runs.sqlite")
    let result = try await result(folder, journal: "a")
    try RunDatabase(path).write(result)
    _ = try Database(path).transaction {
      #expect(throws: FileProblem(file: path, sentence: "another process is writing this database")) {
        try RunDatabase(path).write(result)
      }
    }
    try folder.write("no database at all, but a text that is long enough to be read", to: "text")
    #expect(
      throws: FileProblem(
        file: folder.path("text"), sentence: "expected an SQLite database or no file, found another file")
    ) { try RunDatabase(folder.path("text")).write(result) }
    #expect(throws: FileProblem.self) { _ = try RunDatabase(folder.path("absent/runs.sqlite")).octets() }
  }
}
