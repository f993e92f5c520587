import Documents

extension RecordStore {
  /// Deletes a record, and with a patient what is kept of the patient.
  ///
  /// - Returns: how many records were deleted.
  func delete(_ kind: RecordKind, _ key: DatabaseValue) throws(DatabaseFault) -> Int {
    // Readings hold no text.
    let count = try erase(isErasure: kind.name != "readings") { () throws(DatabaseFault) in
      if kind.name == "patients", let row = try database.run(Self.patients + "id = ?", [key]).first {
        return try Self.erase(patient: row[0], name: row[1], in: database)
      }
      return try database.changed(
        by: "DELETE FROM \(kind.name) WHERE \(kind.hasIdentifier ? "id" : "n") = ?", [key])
    }
    if count > 0, kind.name == "beacons", case .text(let id) = key { beacons.remove(id) }
    return count
  }

  /// Deletes all that is kept of a person: incidents, sightings and messages, and patients of that name or id.
  ///
  /// - Returns: how many records were deleted.
  func forget(_ person: String) throws(DatabaseFault) -> Int {
    try erase { () throws(DatabaseFault) in
      var count = 0
      for row in try database.run(Self.patients + "person = ?1 OR id = ?1", [.text(person)]) {
        count += try Self.erase(patient: row[0], name: row[1], in: database)
      }
      return try count + Self.erase(named: .text(person), in: database)
    }
  }

  private static let patients = "SELECT id, person FROM patients WHERE "

  /// Deletes a patient with incidents, sightings and messages under the id, and under the name unless another patient has the same.
  ///
  /// They are deleted rather than made anonymous: kind, place and identities are free text, which may tell who it was.
  private static func erase(
    patient id: DatabaseValue, name: DatabaseValue, in database: Database
  ) throws(DatabaseFault) -> Int {
    var count = try database.changed(by: "DELETE FROM patients WHERE id = ?", [id])
    count += try database.changed(by: "DELETE FROM incidents WHERE beacon = ?", [id])
    count += try erase(named: id, in: database)
    guard try database.run(patients + "person = ? LIMIT 1", [name]).isEmpty else { return count }
    return try count + erase(named: name, in: database)
  }

  private static func erase(
    named person: DatabaseValue, in database: Database
  ) throws(DatabaseFault) -> Int {
    try database.changed(by: "DELETE FROM incidents WHERE person = ?", [person])
      + database.changed(by: "DELETE FROM sightings WHERE person = ?", [person])
      + database.changed(by: "DELETE FROM messages WHERE person = ?1 OR \(isReceiver("?1"))", [person])
  }

  /// Whether a value of a statement is among the receivers of a message.
  static func isReceiver(_ value: String) -> String {
    "\(value) IN (SELECT value FROM json_each(body, '$.receivers'))"
  }

  /// Deletes incidents, sightings and messages from before a moment, in microseconds of Unix time.
  func forget(before time: Int64) throws(DatabaseFault) -> Int {
    try erase { () throws(DatabaseFault) in
      try database.changed(by: "DELETE FROM incidents WHERE time < ?", [.integer(time)])
        + database.changed(by: "DELETE FROM sightings WHERE time < ?", [.integer(time)])
        + database.changed(by: "DELETE FROM messages WHERE time < ?", [.integer(time)])
    }
  }

  private func erase(
    isErasure: Bool = true, _ work: () throws(DatabaseFault) -> Int
  ) throws(DatabaseFault) -> Int {
    try transaction { () throws(DatabaseFault) in
      let count = try work()
      if count > 0, isErasure {
        try database.execute("UPDATE erasure SET owed = 1")
        owesRewriting = true
      }
      return count
    }
  }

  /// Removes deleted text from the files; false while another program reads an earlier state.
  ///
  /// SQLite overwrites what is deleted (`secure_delete`), but not the copies that it left when it moved records from page to page:
  /// so the database is rewritten, and its log emptied.
  @discardableResult
  func settles() throws(DatabaseFault) -> Bool {
    if owesRewriting {
      try database.execute("VACUUM; UPDATE erasure SET owed = 0")
      (owesRewriting, owesEmptying) = (false, true)
    }
    if owesEmptying { owesEmptying = try !database.emptyLog() }
    return !owesEmptying
  }
}
