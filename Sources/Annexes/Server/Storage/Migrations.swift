import Documents

/// The forms that a database has had, one after another; each step leads to the next.
enum Migrations {
  private static let first = ["beacons", "regions", "patients", "readings", "incidents", "sightings"]

  private static func table(_ kind: String) -> String {
    """
    CREATE TABLE \(kind) (
      n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT,
      body TEXT NOT NULL);

    """
  }

  private static let steps: [String] = [
    first.map(table).joined() + """
      CREATE INDEX readings_of_beacons ON readings (beacon, time);
      CREATE INDEX sightings_of_people ON sightings (person, time);
      CREATE INDEX sightings_by_time ON sightings (time);
      """,
    // An index on one column is one on the number behind it, which lists of a beacon are sorted by.
    """
    CREATE INDEX readings_by_beacon ON readings (beacon);
    CREATE INDEX incidents_by_beacon ON incidents (beacon);
    CREATE INDEX sightings_by_beacon ON sightings (beacon);
    CREATE INDEX incidents_of_people ON incidents (person);
    CREATE INDEX incidents_by_time ON incidents (time);
    CREATE INDEX patients_of_people ON patients (person);
    CREATE INDEX sightings_by_bin ON sightings (time / 1800000000 DESC, beacon, person);
    CREATE TABLE erasure (owed INTEGER NOT NULL);
    INSERT INTO erasure VALUES (0);
    """ + fleet,
    table(RecordKind.messages) + """
      CREATE INDEX messages_of_people ON messages (person);
      CREATE INDEX messages_by_time ON messages (time);
      CREATE INDEX readings_on_map ON readings (time) WHERE \(isOnMap) AND \(hasTemperature);
      CREATE INDEX incidents_on_map ON incidents (time) WHERE \(isOnMap);
      """,
  ]

  /// What a query must ask for in the same words to find places by an index.
  static let isOnMap = "json_extract(body, '$.latitude') IS NOT NULL"
  static let hasTemperature = "json_extract(body, '$.temperature') IS NOT NULL"

  /// What is known of the readings of each beacon, kept up to date with them: a million take too long to count.
  private static let fleet = """
    CREATE TABLE fleet (
      beacon TEXT PRIMARY KEY, readings INTEGER NOT NULL, time INTEGER NOT NULL, battery, batteryTime INTEGER
    ) WITHOUT ROWID;
    INSERT INTO fleet SELECT beacon, count(*), max(time), NULL, NULL FROM readings GROUP BY beacon;
    UPDATE fleet SET (battery, batteryTime) = (\(lastBattery("fleet.beacon")));
    CREATE TRIGGER reading_added AFTER INSERT ON readings BEGIN
      INSERT INTO fleet VALUES (
        new.beacon, 1, new.time, json_extract(new.body, '$.battery'),
        iif(json_extract(new.body, '$.battery') IS NULL, NULL, new.time))
      ON CONFLICT (beacon) DO UPDATE SET
        readings = readings + 1, time = max(time, excluded.time),
        battery = iif(excluded.batteryTime >= ifnull(batteryTime, excluded.batteryTime), excluded.battery, battery),
        batteryTime = max(ifnull(excluded.batteryTime, batteryTime), ifnull(batteryTime, excluded.batteryTime));
    END;
    CREATE TRIGGER reading_deleted AFTER DELETE ON readings BEGIN
      DELETE FROM fleet WHERE beacon = old.beacon AND readings = 1;
      UPDATE fleet SET
        readings = readings - 1, time = (SELECT max(time) FROM readings WHERE beacon = old.beacon)
      WHERE beacon = old.beacon;
      UPDATE fleet SET (battery, batteryTime) = (\(lastBattery("old.beacon")))
      WHERE beacon = old.beacon AND batteryTime = old.time;
    END;
    """

  private static func lastBattery(_ beacon: String) -> String {
    """
    SELECT json_extract(body, '$.battery'), time FROM readings
    WHERE beacon = \(beacon) AND json_extract(body, '$.battery') IS NOT NULL ORDER BY time DESC, n DESC LIMIT 1
    """
  }

  /// What marks a file as one of this program.
  private static let application = 0x4242_4358

  static func apply(to database: Database) throws(DatabaseFault) {
    let owner = try number("application_id", database)
    let version = try number("user_version", database)
    let tables = try database.run("SELECT count(*) FROM sqlite_master").first?.first
    guard owner == application || (owner == 0 && tables == .integer(0)) else {
      throw DatabaseFault(.damaged, "another program's database")
    }
    guard version <= steps.count else { throw DatabaseFault(.damaged, "the database of a newer version") }
    for (index, step) in steps.enumerated().dropFirst(version) {
      try database.execute("BEGIN; \(step)")
      if index == 1 { try normaliseTexts(database) }
      try database.execute(
        "PRAGMA application_id = \(application); PRAGMA user_version = \(index + 1); COMMIT;")
    }
  }

  /// Brings texts of before the second form into the one in which they have been written and sought since.
  private static func normaliseTexts(_ database: Database) throws(DatabaseFault) {
    for kind in first {
      let rows = try database.run("SELECT n, person, body FROM \(kind) WHERE body GLOB '*[^ -~]*'")
      for row in rows {
        guard case .text(let body) = row[2], let document = try? Document(json: body, file: "") else {
          continue
        }
        let person: DatabaseValue =
          if case .text(let name) = row[1] { .text(RecordText.normalised(name)) } else { .empty }
        try database.run(
          "UPDATE \(kind) SET person = ?, body = ? WHERE n = ?",
          [person, .text(RecordText.normalised(document).json), row[0]])
      }
    }
  }

  private static func number(_ name: String, _ database: Database) throws(DatabaseFault) -> Int {
    guard case .integer(let number)? = try database.run("PRAGMA \(name)").first?.first else { return 0 }
    return Int(number)
  }
}
