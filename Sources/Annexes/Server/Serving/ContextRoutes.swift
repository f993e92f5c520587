import Documents
import Foundation
import HTTPTypes
import Hummingbird
import World

/// The operations on records, and what is derived from them.
struct ContextRoutes: Sendable {
  let store: RecordStore
  let reader: RecordReader
  /// For what takes longer, so that single records need not wait for it.
  let overview: RecordReader
  let live: LiveState
  /// Seconds of Unix time.
  let clock: @Sendable () -> Double

  /// Of numbers of records, as JSON has them exactly.
  private static let highest = IntegerRange.largest
  /// In octets; a list ends there, so that clients that do not read cannot fill the memory.
  private static let mostListed = 256 << 10

  var operations: [Operation] { RecordKind.all.flatMap(operations) + derived + [forget] }

  private func operations(on kind: RecordKind) -> [Operation] {
    let path = "/v1/\(kind.name)"
    let one = path + (kind.hasIdentifier ? "/{id}" : "/{n}")
    let protection: Operation.Protection = kind.isPersonal ? .personal : .open
    let hasBeacon = kind.posted.optional("properties")?.has("beacon") == true
    let query: [QueryParameter] = [
      .word("order", ["oldest", "newest"], "Which come first; oldest by default."),
      .integer("after", 0...Self.highest, "Only records with a higher number."),
      .integer("before", 1...Self.highest, "Only records with a lower number."),
      .integer(
        "limit", 1...1000,
        "How many records at most; 100 by default. A list also ends when its records exceed 256 KiB."),
    ]
    return [
      Operation(
        method: .post, path: path, summary: "Adds a record.", protection: .write, body: kind.posted,
        answer: kind.given, goodStatus: 201, mayBeDone: !kind.hasIdentifier
      ) { call in try await add(kind, call.body) },
      Operation(
        method: .get, path: path, summary: kind.about, protection: protection,
        query: query + (hasBeacon ? [.name("beacon", "Only records of this beacon.")] : [])
          + (kind.isDelivered
            ? [.text("person", "Only messages that this person sent or received.")] : []),
        answer: Self.listSchema(kind.name, kind.given)
      ) { call in try await list(kind, call) },
      Operation(
        method: .get, path: one, summary: "One record.", protection: protection, answer: kind.given
      ) { call in
        let rows = try await rows(
          "SELECT n, body FROM \(kind.name) WHERE \(kind.hasIdentifier ? "id" : "n") = ?",
          [try key(of: call)], from: reader)
        guard let row = rows.first else { throw Self.notFound }
        return Response(json: Self.json(row))
      },
      Operation(
        method: .delete, path: one, summary: "Deletes a record.", protection: .write, goodStatus: 204
      ) { call in
        let key = try key(of: call)
        guard try await erase({ store throws(DatabaseFault) in try store.delete(kind, key) }) > 0 else {
          throw Self.notFound
        }
        return Response(status: .noContent)
      },
    ]
  }

  private static let notFound = Problem(.notFound, "there is no such record")

  static func listSchema(_ name: String, _ item: Document) -> Document {
    [
      "type": "object", "required": [Document(name), "n"],
      "properties": Document([
        .init(key: name, value: ["type": "array", "items": item]),
        .init(key: "n", value: ["type": "integer"]),
      ]),
    ]
  }

  private func key(of call: Call) throws(Problem) -> DatabaseValue {
    if let id = call.path["id"] { return .text(RecordText.normalised(id)) }
    guard let n = call.path["n"].flatMap({ Int64($0) }), n >= 1 else { throw Self.notFound }
    return .integer(n)
  }

  func rows(
    _ sql: String, _ values: [DatabaseValue] = [], octets: Int = .max, from reader: RecordReader
  ) async throws(Problem) -> [[DatabaseValue]] {
    guard store.isIntact else { throw Problem(DatabaseFault(.removed)) }
    do {
      return try await reader.rows(sql, values, octets: octets)
    } catch {
      throw Problem(error)
    }
  }

  /// Deletes, and returns only when what was deleted stands nowhere in the files any more.
  private func erase(
    _ work: @Sendable (isolated RecordStore) throws(DatabaseFault) -> Int
  ) async throws(Problem) -> Int {
    let count: Int
    do throws(DatabaseFault) {
      count = try await work(store)
    } catch {
      throw Problem(error)
    }
    // Queries of this server end soon.
    for _ in 0..<20 {
      if try await settles() { return count }
      try? await Task.sleep(for: .milliseconds(100))
    }
    throw Problem(DatabaseFault(.held))
  }

  private func settles() async throws(Problem) -> Bool {
    do throws(DatabaseFault) {
      return try await store.settles()
    } catch  where [.full, .device].contains(error.cause) {
      throw Problem(
        .insufficientStorage,
        "the records are deleted, but there is no space to rewrite the database, in which copies may be left; ask again when there is"
      )
    } catch {
      throw Problem(error)
    }
  }

  /// A row of number and body, as JSON.
  private static func json(_ row: [DatabaseValue]) -> String {
    guard row.count == 2, case .integer(let n) = row[0], case .text(let body) = row[1] else { return "{}" }
    return "{\"n\":\(n),\(body.dropFirst())"
  }

  private func add(_ kind: RecordKind, _ body: Document) async throws -> Response {
    let body = RecordText.normalised(body)
    try RecordText.check(body)
    let resolved: Document
    do throws(FileProblem) {
      resolved = try kind.schema.resolve(body)
    } catch {
      throw Problem(.unprocessableContent, error.description)
    }
    let now = clock()
    let time = resolved.optional("unixSeconds").flatMap { try? $0.number } ?? now
    guard time <= now + RequestReading.mostAhead else {
      throw Problem(
        .conflict,
        "unixSeconds: expected at most \(Int(RequestReading.mostAhead)) s ahead of the server's clock, found \(Int(time - now)) s"
      )
    }
    func text(_ key: String) -> String? { resolved.optional(key).flatMap { try? $0.text } }
    let receivers =
      kind.isDelivered ? try await receivers(of: resolved, from: text(kind.personKey), now: now) : nil
    let kept = Document(
      (try resolved.members.filter { $0.key != "unixSeconds" })
        + (receivers.map { [.init(key: "receivers", value: Document($0.map { Document($0) }))] } ?? [])
        + [.init(key: "unixSeconds", value: Document(time))]
    ).json
    let record = NewRecord(
      kind: kind, identifier: text(kind.hasIdentifier ? "id" : "key"), beacon: text("beacon"),
      person: text(kind.personKey), time: Int64(time * 1e6), body: kept)
    switch await store.store(record) {
    case .stored(let number):
      let row: [DatabaseValue] = [.integer(number), .text(kept)]
      if kind.isTold { await live.tell(kind.name, Self.json(row)) }
      if let receivers { await live.deliver(Self.json(row), to: receivers) }
      return Self.answer(.created, kind, row, record)
    case .exists where !kind.hasIdentifier:
      let found = try await rows(
        "SELECT n, body FROM \(kind.name) WHERE id = ?", [.of(record.identifier)], from: reader)
      guard let row = found.first else {
        throw Problem(.serviceUnavailable, "the record with this key was deleted at this moment")
      }
      return Self.answer(.ok, kind, row, record)
    case .exists:
      throw Problem(.conflict, "expected an id that is not taken, found \(record.identifier ?? "")")
    case .unknownBeacon:
      throw Problem(.conflict, "beacon: expected the id of a known beacon, found \(record.beacon ?? "")")
    case .failed(let fault): throw Problem(fault)
    case .busy:
      throw Problem(
        .serviceUnavailable, "too many records are waiting to be written", headers: [.retryAfter: "1"])
    }
  }

  /// A record as it was stored, with the path at which it is found.
  private static func answer(
    _ status: HTTPResponse.Status, _ kind: RecordKind, _ row: [DatabaseValue], _ record: NewRecord
  ) -> Response {
    var response = Response(json: json(row), status: status)
    var key = kind.hasIdentifier ? record.identifier : nil
    if key == nil, case .integer(let n)? = row.first { key = "\(n)" }
    response.headers[.location] = "/v1/\(kind.name)/\(key ?? "")"
    return response
  }

  private func list(_ kind: RecordKind, _ call: Call) async throws -> Response {
    var values: [DatabaseValue] = [
      .integer(Int64(call.integer("after", default: 0))),
      .integer(Int64(call.integer("before", default: Self.highest))),
      .integer(Int64(call.integer("limit", default: 100))),
    ]
    var condition = ""
    if let beacon = call.query["beacon"] {
      values.append(.text(beacon))
      condition = "AND beacon = ?4"
    } else if let person = call.query["person"] {
      values.append(.text(RecordText.normalised(person)))
      condition = "AND (person = ?4 OR \(RecordStore.isReceiver("?4")))"
    }
    let found = try await rows(
      """
      SELECT n, body FROM \(kind.name) WHERE n > ?1 AND n < ?2 \(condition)
      ORDER BY n \(call.query["order"] == "newest" ? "DESC" : "ASC") LIMIT ?3
      """, values, octets: Self.mostListed, from: reader)
    return Response(
      json: "{\"n\":\(found.count),\"\(kind.name)\":[\(found.map(Self.json).joined(separator: ","))]}")
  }

  /// Deletes all that is kept of a person.
  private var forget: Operation {
    Operation(
      method: .delete, path: "/v1/people/{person}", summary: "Deletes all personal data of a person.",
      protection: .write,
      answer: ["type": "object", "required": ["deleted"], "properties": ["deleted": ["type": "integer"]]]
    ) { call in
      let person = RecordText.normalised(call.path["person"] ?? "")
      let count = try await erase { store throws(DatabaseFault) in try store.forget(person) }
      return Response(json: "{\"deleted\":\(count)}")
    }
  }
}
