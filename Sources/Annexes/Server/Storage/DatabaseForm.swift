import Documents

/// The tables of a database, which `context.sql` makes.
enum DatabaseForm {
  /// What a query must ask for in the words of an index to find places by it.
  static let isOnMap = "json_extract(body, '$.latitude') IS NOT NULL"
  static let hasTemperature = "json_extract(body, '$.temperature') IS NOT NULL"

  /// What marks a file as one of this program, and its form.
  private static let (application, version) = (0x4242_4358, 3)

  /// Makes the tables of a new database, and refuses one of another program or version.
  static func apply(to database: Database) throws(DatabaseFault) {
    let owner = try number("PRAGMA application_id", database)
    if owner == 0, try number("SELECT count(*) FROM sqlite_master", database) == 0 {
      let tables = String(decoding: PackageResources.context_sql, as: UTF8.self)
      return try database.execute("BEGIN; \(tables) COMMIT;")
    }
    guard owner == application else { throw DatabaseFault(.damaged, "another program's database") }
    guard try number("PRAGMA user_version", database) == version else {
      throw DatabaseFault(.damaged, "the database of another version")
    }
  }

  private static func number(_ sql: String, _ database: Database) throws(DatabaseFault) -> Int {
    guard case .integer(let number)? = try database.run(sql).first?.first else { return 0 }
    return Int(number)
  }
}
