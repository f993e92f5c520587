import Documents
import World

/// A record on its way into the database.
struct NewRecord: Sendable {
  let kind: RecordKind
  /// Unique within its kind: the id, or the key that the client chose; nil where there is neither.
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

  private let place: DatabasePlace
  let database: Database
  /// Whether deleted text may still stand in the database, and in its write-ahead log.
  var owesRewriting: Bool
  var owesEmptying = true
  var beacons: Set<String> = []
  private var waiting: [Waiting] = []
  private var isDraining = false
  /// Records and commits since the start.
  private(set) var stored = 0
  private(set) var commits = 0

  /// How many records may wait for a commit.
  private static let most = 20_000

  /// Opens a database or makes one, and brings it to the form of this version.
  ///
  /// - Throws: `FileProblem` where another server has it, `DatabaseFault` for one that cannot be used.
  init(_ path: String) throws {
    try Lock.keepDatabase(path)
    let database = try Database(path)
    try database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -4096;"
    )
    try DatabaseForm.apply(to: database)
    place = DatabasePlace(path)
    for row in try database.run("SELECT id FROM beacons") {
      if case .text(let id)? = row.first { beacons.insert(id) }
    }
    // What was deleted before a crash.
    owesRewriting = try database.run("SELECT owed FROM erasure").first?.first == .integer(1)
    self.database = database
  }

  /// Whether the database is still there by its name.
  nonisolated var isIntact: Bool { place.isIntact }

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
    var outcomes: [Outcome]
    do throws(DatabaseFault) {
      outcomes = try transaction { () throws(DatabaseFault) in
        try batch.map { waiting throws(DatabaseFault) in try insert(waiting.record) }
      }
      commits += 1
      for (waiting, outcome) in zip(batch, outcomes) {
        guard case .stored = outcome else { continue }
        stored += 1
        if waiting.record.kind.name == "beacons", let id = waiting.record.identifier { beacons.insert(id) }
      }
    } catch {
      outcomes = batch.map { _ in .failed(error) }
    }
    for (waiting, outcome) in zip(batch, outcomes) { waiting.continuation.resume(returning: outcome) }
  }

  private func insert(_ record: NewRecord) throws(DatabaseFault) -> Outcome {
    if record.kind.needsBeacon, let beacon = record.beacon, !beacons.contains(beacon) {
      return .unknownBeacon
    }
    try database.run(
      "INSERT INTO \(record.kind.name) (id, time, beacon, person, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [
        .of(record.identifier), .integer(record.time), .of(record.beacon), .of(record.person),
        .text(record.body),
      ])
    return database.changes == 0 ? .exists : .stored(number: database.lastNumber)
  }

  /// Carries out work in one transaction. What was committed to files that are gone is lost, and must not be acknowledged.
  func transaction<Result>(_ work: () throws(DatabaseFault) -> Result) throws(DatabaseFault) -> Result {
    let result = try database.transaction(work)
    guard place.isIntact else { throw DatabaseFault(.removed) }
    return result
  }
}
