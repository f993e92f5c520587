extension RecordStore {
  /// Deletes a record, and with a patient what is kept of the patient.
  ///
  /// - Returns: how many records were deleted.
  func delete(_ kind: RecordKind, _ key: DatabaseValue) throws(DatabaseFault) -> Int {
    // Readings hold no text.
    let count = try inOneTransaction(isErasure: kind.name != "readings") { connection throws(DatabaseFault) in
      if kind.name == "patients", let row = try connection.run(Self.patients + "id = ?", [key]).first {
        return try Self.erase(patient: row[0], name: row[1], in: &connection)
      }
      return try connection.changed(
        by: "DELETE FROM \(kind.name) WHERE \(kind.hasIdentifier ? "id" : "n") = ?", [key])
    }
    if count > 0, kind.name == "beacons", case .text(let id) = key { beacons.remove(id) }
    return count
  }

  /// Deletes all that is kept of a person: incidents and sightings, and patients of that name or id.
  ///
  /// - Returns: how many records were deleted.
  func forget(_ person: String) throws(DatabaseFault) -> Int {
    try inOneTransaction { connection throws(DatabaseFault) in
      var count = 0
      for row in try connection.run(Self.patients + "person = ?1 OR id = ?1", [.text(person)]) {
        count += try Self.erase(patient: row[0], name: row[1], in: &connection)
      }
      return try count + Self.erase(named: .text(person), in: &connection)
    }
  }

  private static let patients = "SELECT id, person FROM patients WHERE "

  /// Deletes a patient with incidents and sightings under the id, and under the name unless another patient has the same.
  ///
  /// They are deleted rather than made anonymous: kind, place and identities are free text, which may tell who it was.
  private static func erase(
    patient id: DatabaseValue, name: DatabaseValue, in connection: inout Connection
  ) throws(DatabaseFault) -> Int {
    var count = try connection.changed(by: "DELETE FROM patients WHERE id = ?", [id])
    count += try connection.changed(by: "DELETE FROM incidents WHERE beacon = ?", [id])
    count += try erase(named: id, in: &connection)
    guard try connection.run(patients + "person = ? LIMIT 1", [name]).isEmpty else { return count }
    return try count + erase(named: name, in: &connection)
  }

  private static func erase(
    named person: DatabaseValue, in connection: inout Connection
  ) throws(DatabaseFault) -> Int {
    try connection.changed(by: "DELETE FROM incidents WHERE person = ?", [person])
      + connection.changed(by: "DELETE FROM sightings WHERE person = ?", [person])
  }

  /// Deletes incidents and sightings from before a moment, in microseconds of Unix time.
  func forget(before time: Int64) throws(DatabaseFault) -> Int {
    try inOneTransaction { connection throws(DatabaseFault) in
      try connection.changed(by: "DELETE FROM incidents WHERE time < ?", [.integer(time)])
        + connection.changed(by: "DELETE FROM sightings WHERE time < ?", [.integer(time)])
    }
  }

  private func inOneTransaction(
    isErasure: Bool = true, _ work: (inout Connection) throws(DatabaseFault) -> Int
  ) throws(DatabaseFault) -> Int {
    do throws(DatabaseFault) {
      try connection.execute("BEGIN IMMEDIATE")
      let count = try work(&connection)
      if count > 0, isErasure {
        try connection.execute("UPDATE erasure SET owed = 1")
        owesRewriting = true
      }
      try commit()
      return count
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Removes deleted text from the files; false while another program reads an earlier state.
  ///
  /// SQLite overwrites what is deleted (`secure_delete`), but not the copies that it left when it moved records from page to page:
  /// so the database is rewritten, and its log emptied.
  @discardableResult
  func settles() throws(DatabaseFault) -> Bool {
    if owesRewriting {
      try connection.execute("VACUUM; UPDATE erasure SET owed = 0")
      (owesRewriting, owesEmptying) = (false, true)
    }
    if owesEmptying { owesEmptying = try !connection.emptyLog() }
    return !owesEmptying
  }
}
