import Documents

/// Reads records. An actor, since a connection serves one query at a time.
actor RecordReader {
  private let database: Database

  init(_ path: String) throws(DatabaseFault) {
    database = try Database(path, isReader: true)
    // What is sorted is personal too.
    try database.execute("PRAGMA temp_store = MEMORY")
  }

  /// - Parameter octets: of text, after which no further row is read; at least one is.
  func rows(
    _ sql: String, _ values: [DatabaseValue] = [], octets: Int = .max
  ) throws(DatabaseFault) -> [[DatabaseValue]] {
    try database.run(sql, values, octets: octets)
  }
}

extension DatabaseValue {
  static func of(_ text: String?) -> DatabaseValue { text.map { .text($0) } ?? .empty }
}
