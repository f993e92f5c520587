-- The tables of the context server; all kinds of records have the same columns.
CREATE TABLE beacons (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);
CREATE TABLE regions (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);
CREATE TABLE patients (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);
CREATE TABLE readings (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);
CREATE TABLE incidents (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);
CREATE TABLE sightings (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);
CREATE TABLE messages (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, time INTEGER NOT NULL, beacon TEXT, person TEXT, body TEXT NOT NULL);

-- An index on one column is one on the number behind it, which lists of a beacon are sorted by.
CREATE INDEX readings_of_beacons ON readings (beacon, time);
CREATE INDEX readings_by_beacon ON readings (beacon);
CREATE INDEX readings_on_map ON readings (time) WHERE json_extract(body, '$.latitude') IS NOT NULL AND json_extract(body, '$.temperature') IS NOT NULL;
CREATE INDEX incidents_by_beacon ON incidents (beacon);
CREATE INDEX incidents_of_people ON incidents (person);
CREATE INDEX incidents_by_time ON incidents (time);
CREATE INDEX incidents_on_map ON incidents (time) WHERE json_extract(body, '$.latitude') IS NOT NULL;
CREATE INDEX sightings_by_beacon ON sightings (beacon);
CREATE INDEX sightings_of_people ON sightings (person, time);
CREATE INDEX sightings_by_time ON sightings (time);
CREATE INDEX sightings_by_bin ON sightings (time / 1800000000 DESC, beacon, person);
CREATE INDEX patients_of_people ON patients (person);
CREATE INDEX messages_of_people ON messages (person);
CREATE INDEX messages_by_time ON messages (time);
CREATE TABLE erasure (owed INTEGER NOT NULL);
INSERT INTO erasure VALUES (0);

-- What is known of the readings of each beacon, kept up to date with them: a million take too long to count.
CREATE TABLE fleet (
  beacon TEXT PRIMARY KEY, readings INTEGER NOT NULL, time INTEGER NOT NULL, battery, batteryTime INTEGER
) WITHOUT ROWID;
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
  UPDATE fleet SET (battery, batteryTime) = (
    SELECT json_extract(body, '$.battery'), time FROM readings
    WHERE beacon = old.beacon AND json_extract(body, '$.battery') IS NOT NULL ORDER BY time DESC, n DESC LIMIT 1)
  WHERE beacon = old.beacon AND batteryTime = old.time;
END;

-- What marks a file as one of this program, and its form.
PRAGMA application_id = 1111638872;
PRAGMA user_version = 3;
