import Documents
import World

/// A record on its way into the database.
struct NewRecord: Sendable {
  let kind: RecordKind
  let identifier: String?
  let beacon: String?
  let person: String?
  /// Microseconds of Unix time.
  let time: Int64
  /// JSON without the number.
  let body: String
}

/// Writes records in groups: requests that arrive while a commit is in progress share the next transaction.
///
/// An actor, since it is the server's state. A record is acknowledged only when SQLite has synchronised the write-ahead log
/// (`synchronous = FULL`), so that it survives the end of the process and of the power.
actor RecordStore {
  enum Outcome: Sendable {
    case stored(number: Int64)
    case exists
    case unknownBeacon
    case failed(DatabaseFault)
    case busy
  }

  private typealias Waiting = (record: NewRecord, continuation: CheckedContinuation<Outcome, Never>)

  private var connection: Connection
  private var beacons: Set<String> = []
  private var waiting: [Waiting] = []
  private var isDraining = false
  /// Records and commits since the start.
  private(set) var stored = 0
  private(set) var commits = 0

  /// How many records may wait for a commit.
  private static let most = 20_000

  /// Opens a database or makes one, and brings it to the form of this version.
  init(_ path: String) throws(DatabaseFault) {
    connection = try Connection(path, isReader: false)
    try connection.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -4096;"
    )
    try Migrations.apply(to: &connection)
    for row in try connection.run("SELECT id FROM beacons") {
      if case .text(let id)? = row.first { beacons.insert(id) }
    }
  }

  /// Returns when the record is durable, or will never be.
  func store(_ record: NewRecord) async -> Outcome {
    guard waiting.count < Self.most else { return .busy }
    return await withCheckedContinuation { continuation in
      waiting.append((record, continuation))
      guard !isDraining else { return }
      isDraining = true
      Task { drain() }
    }
  }

  private func drain() {
    let batch = waiting
    waiting = []
    isDraining = false
    var outcomes: [Outcome] = []
    do {
      try connection.execute("BEGIN IMMEDIATE")
      for waiting in batch { outcomes.append(try insert(waiting.record)) }
      try connection.execute("COMMIT")
      commits += 1
      for (waiting, outcome) in zip(batch, outcomes) {
        guard case .stored = outcome else { continue }
        stored += 1
        if waiting.record.kind.name == "beacons", let id = waiting.record.identifier { beacons.insert(id) }
      }
    } catch {
      connection.rollBack()
      outcomes = batch.map { _ in .failed(error) }
    }
    for (waiting, outcome) in zip(batch, outcomes) { waiting.continuation.resume(returning: outcome) }
  }

  private func insert(_ record: NewRecord) throws(DatabaseFault) -> Outcome {
    if record.kind.needsBeacon, let beacon = record.beacon, !beacons.contains(beacon) {
      return .unknownBeacon
    }
    try connection.run(
      "INSERT INTO \(record.kind.name) (id, time, beacon, person, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [
        .of(record.identifier), .integer(record.time), .of(record.beacon), .of(record.person),
        .text(record.body),
      ])
    return connection.changes == 0 ? .exists : .stored(number: connection.lastNumber)
  }

  /// Deletes a record; false where there is none.
  func delete(_ kind: RecordKind, _ key: DatabaseValue) throws(DatabaseFault) -> Bool {
    try connection.run("DELETE FROM \(kind.name) WHERE \(kind.hasIdentifier ? "id" : "n") = ?", [key])
    let isGone = connection.changes > 0
    if isGone, kind.name == "beacons", case .text(let id) = key { beacons.remove(id) }
    return isGone
  }

  /// Deletes all that is kept of a person: incidents and sightings, and a patient of that name or id.
  func forget(_ person: String) throws(DatabaseFault) -> Int {
    try inOneTransaction { connection throws(DatabaseFault) in
      var count = 0
      for table in ["incidents", "sightings"] {
        try connection.run("DELETE FROM \(table) WHERE person = ?", [.text(person)])
        count += connection.changes
      }
      try connection.run("DELETE FROM patients WHERE person = ?1 OR id = ?1", [.text(person)])
      return count + connection.changes
    }
  }

  /// Deletes incidents and sightings from before a moment, in microseconds of Unix time.
  func forget(before time: Int64) throws(DatabaseFault) -> Int {
    try inOneTransaction { connection throws(DatabaseFault) in
      var count = 0
      for table in ["incidents", "sightings"] {
        try connection.run("DELETE FROM \(table) WHERE time < ?", [.integer(time)])
        count += connection.changes
      }
      return count
    }
  }

  private func inOneTransaction(
    _ work: (inout Connection) throws(DatabaseFault) -> Int
  ) throws(DatabaseFault) -> Int {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(DatabaseFault) {
      let count = try work(&connection)
      try connection.execute("COMMIT")
      // What was deleted must not stay in the log.
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      return count
    } catch {
      connection.rollBack()
      throw error
    }
  }
}

/// Reads records. An actor, since a connection serves one query at a time.
actor RecordReader {
  private var connection: Connection

  init(_ path: String) throws(DatabaseFault) { connection = try Connection(path, isReader: true) }

  func rows(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseFault) -> [[DatabaseValue]] {
    try connection.run(sql, values)
  }
}

extension DatabaseValue {
  static func of(_ text: String?) -> DatabaseValue { text.map { .text($0) } ?? .empty }
}

/// The forms that a database has had, one after another; each step leads to the next.
enum Migrations {
  private static let steps: [String] = [
    RecordKind.all.map { kind in
      """
      CREATE TABLE \(kind.name) (
        n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT,
        body TEXT NOT NULL);

      """
    }.joined() + """
      CREATE INDEX readings_of_beacons ON readings (beacon, time);
      CREATE INDEX sightings_of_people ON sightings (person, time);
      CREATE INDEX sightings_by_time ON sightings (time);
      """
  ]

  /// What marks a file as one of this program.
  private static let application = 0x4242_4358

  static func apply(to connection: inout Connection) throws(DatabaseFault) {
    let owner = try number("application_id", &connection)
    let version = try number("user_version", &connection)
    let tables = try connection.run("SELECT count(*) FROM sqlite_master").first?.first
    guard owner == application || (owner == 0 && tables == .integer(0)) else {
      throw .damaged("another program's database")
    }
    guard version <= steps.count else { throw .damaged("the database of a newer version") }
    for (index, step) in steps.enumerated().dropFirst(version) {
      try connection.execute(
        "BEGIN; \(step) PRAGMA application_id = \(application); PRAGMA user_version = \(index + 1); COMMIT;")
    }
  }

  private static func number(_ name: String, _ connection: inout Connection) throws(DatabaseFault) -> Int {
    guard case .integer(let number)? = try connection.run("PRAGMA \(name)").first?.first else { return 0 }
    return Int(number)
  }
}
