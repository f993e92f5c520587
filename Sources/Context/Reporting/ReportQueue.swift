import Files
package import World

/// The records that a server does not have yet, in an SQLite file: what was added survives the end of the process and of the power.
///
/// SQLite is what the server keeps its own records in, and is linked already: it makes adding atomic and durable and keeps each key
/// once, which a text file to which lines are appended would have to do by itself.
///
/// A class, since the connection is one.
package final class ReportQueue {
  /// A record on its way.
  package struct Waiting {
    /// Its number in the queue.
    package let number: Int64
    package let record: ReportRecord
  }

  private let path: String
  private let database: Database

  /// What marks a file as a queue.
  private static let application = 0x4242_5251

  /// Opens a queue or makes one.
  ///
  /// - Throws: `FileProblem` for a file that is no queue.
  package init(_ path: String) throws(FileProblem) {
    self.path = path
    database = try Self.checked(path) { () throws(DatabaseFault) in
      let database = try Database(path)
      let owner = try database.run("PRAGMA application_id").first?.first
      let tables = try database.run("SELECT count(*) FROM sqlite_master").first?.first
      guard owner == .integer(Int64(Self.application)) || tables == .integer(0) else {
        throw DatabaseFault(.foreign, "another program's database")
      }
      try database.execute("PRAGMA synchronous = FULL")
      guard tables == .integer(0) else { return database }
      try database.execute(
        """
        PRAGMA journal_mode = WAL; BEGIN; PRAGMA application_id = \(Self.application);
        CREATE TABLE records (
          n INTEGER PRIMARY KEY AUTOINCREMENT, server TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
          refusal TEXT, UNIQUE (server, kind, key));
        CREATE TABLE beginnings (name TEXT PRIMARY KEY, time INTEGER NOT NULL);
        COMMIT;
        """)
      return database
    }
  }

  /// Adds records in one transaction; one whose key waits already is left out.
  package func add(_ records: [ReportRecord], for server: String) throws(FileProblem) {
    guard !records.isEmpty else { return }
    try checked { () throws(DatabaseFault) in
      try database.transaction { () throws(DatabaseFault) in
        for record in records {
          try database.run(
            "INSERT INTO records (server, kind, key, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [.text(server), .text(record.kind.rawValue), .text(record.key), .text(record.body)])
        }
      }
    }
  }

  /// The records that have waited longest and have not been refused.
  package func oldest(_ count: Int, for server: String) throws(FileProblem) -> [Waiting] {
    try rows(
      "SELECT n, kind, key, body FROM records WHERE server = ? AND refusal IS NULL ORDER BY n LIMIT ?",
      [.text(server), .integer(Int64(count))]
    ).compactMap { row in
      guard case .integer(let number) = row[0], case .text(let name) = row[1], case .text(let key) = row[2],
        case .text(let body) = row[3], let kind = ReportRecord.Kind(rawValue: name)
      else { return nil }
      return Waiting(number: number, record: ReportRecord(kind, key: key, body: body))
    }
  }

  /// Removes the records that the server has, and notes why it refused others.
  package func settle(stored: [Int64], refused: [(number: Int64, reason: String)]) throws(FileProblem) {
    try checked { () throws(DatabaseFault) in
      try database.transaction { () throws(DatabaseFault) in
        for number in stored { try database.run("DELETE FROM records WHERE n = ?", [.integer(number)]) }
        for (number, reason) in refused {
          try database.run(
            "UPDATE records SET refusal = ? WHERE n = ?", [.text(reason), .integer(number)])
        }
      }
    }
  }

  /// Lets records that were refused be sent once more.
  package func forgetRefusals() throws(FileProblem) { _ = try rows("UPDATE records SET refusal = NULL", []) }

  /// Removes what only prepares a server.
  package func removePreparations(for server: String) throws(FileProblem) {
    _ = try rows("DELETE FROM records WHERE server = ? AND \(Self.prepares)", [.text(server)])
  }

  /// How many records wait for a server, how many of these it has refused, and why the first of them.
  package func waiting(for server: String) throws(FileProblem) -> (count: Int, refused: Int, reason: String) {
    let row = try rows(
      "SELECT count(*), count(refusal), ifnull((SELECT refusal FROM records WHERE server = ?1 AND refusal NOT NULL ORDER BY n), '') "
        + "FROM records WHERE server = ?1", [.text(server)]
    ).first
    guard let row, case .integer(let count) = row[0], case .integer(let refused) = row[1],
      case .text(let reason) = row[2]
    else { return (0, 0, "") }
    return (Int(count), Int(refused), reason)
  }

  /// Why a server refused what prepares it; nil where it did not.
  package func refusedPreparation(for server: String) throws(FileProblem) -> String? {
    let row = try rows(
      "SELECT refusal FROM records WHERE server = ? AND \(Self.prepares) AND refusal NOT NULL ORDER BY n LIMIT 1",
      [.text(server)]
    ).first
    if case .text(let reason)? = row?.first { return reason } else { return nil }
  }

  private static let prepares = "kind IN ('beacons', 'patients')"

  /// Whether no record waits, for whichever server.
  package func isEmpty() throws(FileProblem) -> Bool { try rows("SELECT 1 FROM records LIMIT 1", []).isEmpty }

  /// When a scenario or recording began, in microseconds of Unix time: as it was noted the first time, so that what is sent before and
  /// after a kill belongs to the same time.
  package func beginning(of name: String, else time: Int64) throws(FileProblem) -> Int64 {
    _ = try rows(
      "INSERT INTO beginnings VALUES (?, ?) ON CONFLICT DO NOTHING", [.text(name), .integer(time)])
    let row = try rows("SELECT time FROM beginnings WHERE name = ?", [.text(name)]).first
    guard case .integer(let noted)? = row?.first else { return time }
    return noted
  }

  private func rows(_ sql: String, _ values: [DatabaseValue]) throws(FileProblem) -> [[DatabaseValue]] {
    try checked { () throws(DatabaseFault) in try database.run(sql, values) }
  }

  private func checked<Result>(_ work: () throws(DatabaseFault) -> Result) throws(FileProblem) -> Result {
    try Self.checked(path, work)
  }

  private static func checked<Result>(
    _ path: String, _ work: () throws(DatabaseFault) -> Result
  ) throws(FileProblem) -> Result {
    do throws(DatabaseFault) {
      return try work()
    } catch {
      switch error.cause {
      case .full, .device: throw FileProblem(file: path, sentence: "no space left on device")
      case .damaged, .foreign:
        throw FileProblem(file: path, expected: "a queue of context --report or no file", found: error.reason)
      default: throw FileProblem(file: path, sentence: "cannot be used: \(error.reason)")
      }
    }
  }
}
