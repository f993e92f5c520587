import Foundation
import TestSupport
import Testing

extension BadInputTests {
  /// Presses at a lap that `replay` scores.
  private static func presses(
    _ name: String, _ text: String, _ sentence: String, encoding: String.Encoding = .utf8,
    options: String = ""
  ) -> Case {
    Case(name, "replay lap.btsnoop --site site.yaml --presses p.csv" + options, sentence) { folder in
      try await lap(folder)
      try folder.write(try #require(text.data(using: encoding)), to: "p.csv")
    }
  }

  /// A recording that `replay` reads.
  private static func readings(
    _ name: String, _ text: String, _ sentence: String, encoding: String.Encoding = .utf8
  )
    -> Case
  {
    Case(name, "replay readings.csv --site site.yaml", sentence) { folder in
      try folder.write(try #require(text.data(using: encoding)), to: "readings.csv")
    }
  }

  static let inTheirTables: [Case] = [
    // 14
    presses(
      "presses in UTF-16", "time_s,point\n5,1\n",
      "p.csv: expected text in UTF-8, found UTF-16: save the file as UTF-8", encoding: .utf16),
    readings(
      "readings in UTF-16", "time_s,beacon,rssi_dbm\n0,one,-60\n",
      "readings.csv: expected text in UTF-8, found UTF-16: save the file as UTF-8", encoding: .utf16),
    presses(
      "presses in Windows-1252", "time_s,point\n5,1\n6,é\n",
      "p.csv:3: byte 19: expected text in UTF-8, found the byte E9, as Windows-1252 or Latin-1 may have it: save the file as UTF-8",
      encoding: .windowsCP1252),
    // 16
    presses(
      "a column that is called time", "time,point\n5,1\n",
      "p.csv:1: expected only the columns time_s, point, lap, found the unknown column \"time\" (did you mean time_s?)"
    ),
    readings(
      "a recording whose column is called time", "time,beacon,rssi_dbm\n0,one,-60\n",
      "readings.csv:1: expected only the columns time_s, beacon, rssi_dbm, receiver, transmitter, channel, count, lap, found the unknown column \"time\" (did you mean time_s?)"
    ),
    presses(
      "a space after the comma", "time_s, point\n5, 1\n",
      "p.csv:1: expected only the columns time_s, point, lap, found the unknown column \" point\" (did you mean point?)"
    ),
    presses(
      "no names of columns", "5,1\n",
      "p.csv:1: expected a first row with the columns' names, such as time_s,point,lap, found the row 5,1"),
    // 20
    presses(
      "semicolons", "time_s;point\n5;1\n",
      "p.csv:1: expected commas between the columns, found semicolons: save the table with commas, and with points as decimal marks"
    ),
    presses(
      "tabs", "time_s\tpoint\n5\t1\n",
      "p.csv:1: expected commas between the columns, found tabs: save the table with commas, and with points as decimal marks"
    ),
    readings(
      "a recording with semicolons", "time_s;beacon;rssi_dbm\n0,5;one;-60\n",
      "readings.csv:1: expected commas between the columns, found semicolons: save the table with commas, and with points as decimal marks"
    ),
    presses(
      "line ends of an old Macintosh", "time_s,point\r5,1\r",
      "p.csv:1: expected lines that end with a line feed, found carriage returns alone: save the file with the line ends of Unix or Windows"
    ),
    presses(
      "a decimal comma", "time_s,point\n5,5,1\n",
      "p.csv:2: expected 2 fields, found 3 (the decimal mark is a point, and a text with a comma needs quotes)"
    ),
    presses(
      "a decimal comma in quotes", "time_s,point\n\"5,5\",1\n",
      "p.csv:2: column time_s: expected a number from -1000000000000 to 1000000000000 s, found \"5,5\" (the decimal mark is a point: 5.5)"
    ),
    presses(
      "a space before a number", "time_s,point\n 5,1\n",
      "p.csv:2: column time_s: expected a number from -1000000000000 to 1000000000000 s, found \" 5\" (write numbers without spaces: 5)"
    ),
    presses(
      "a number with its unit", "time_s,point\n5 s,1\n",
      "p.csv:2: column time_s: expected a number from -1000000000000 to 1000000000000 s, found \"5 s\" (write numbers without their unit)"
    ),
    presses(
      "a time of day", "time_s,point\n10:15:03,1\n",
      "p.csv:2: column time_s: expected a number from -1000000000000 to 1000000000000 s, found \"10:15:03\" (times count in seconds from the first record)"
    ),
    readings(
      "a minus sign", "time_s,beacon,rssi_dbm\n0,one,\u{2212}60\n",
      "readings.csv:2: column rssi_dbm: expected a number from -127 to 20 dBm, found \"\u{2212}60\" (the minus sign is a hyphen: -60)"
    ),
    readings(
      "a recording in seconds since 1970", "time_s,beacon,rssi_dbm\n1779876543.5,one,-60\n",
      "readings.csv:2: column time_s: expected a number from 0 to 1000000000 s, found \"1779876543.5\" (times count from the first record, not in seconds since 1970)"
    ),
    // 22
    presses(
      "presses in seconds since 1970", "time_s,point\n1779876543.5,1\n1779876548,2\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found all 2 from 1779876543.5 s to 1779876548.0 s (times since 1970, in which the recording is from 1577836800.0 to 1577836821.49006 s)"
    ),
    // A simulated capture begins with the year 2020.
    presses(
      "presses in seconds since 1970 during the recording", "time_s,point\n1577836805.250375,1\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found one at 1577836805.250375 s (times since 1970 need --clock-offset -1577836800.0, the time of that record)"
    ),
    presses(
      "a press in milliseconds", "time_s,point\n8500,1\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found one at 8500.0 s (in milliseconds they would lie within; otherwise --clock-offset is added to every time)"
    ),
    presses(
      "presses in milliseconds since 1970", "time_s,point\n1577836805250,1\n",
      "p.csv:2: column time_s: expected a number from -1000000000000 to 1000000000000 s, found \"1577836805250\" (times count from the first record, not in milliseconds since 1970)"
    ),
    presses(
      "presses that need no offset", "time_s,point\n5,1\n9,2\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found all 2 from 105.0 s to 109.0 s (without --clock-offset they would lie within)",
      options: " --clock-offset 100"),
    presses(
      "an offset with the wrong sign", "time_s,point\n105,1\n109,2\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found all 2 from 205.0 s to 209.0 s (--clock-offset is added to every time: -100.0 would fit)",
      options: " --clock-offset 100"),
    presses(
      "an offset that is too small", "time_s,point\n105,1\n109,2\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found all 2 from 65.0 s to 69.0 s (in the file from 105.0 to 109.0 s)",
      options: " --clock-offset -40"),
    presses(
      "presses in milliseconds", "time_s,point\n8500,1\n14000,2\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found all 2 from 8500.0 s to 14000.0 s (times are in seconds, not in milliseconds)"
    ),
    presses(
      "a press after the recording", "time_s,point\n90,1\n",
      "p.csv: expected presses within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found one at 90.0 s (--clock-offset is added to every time)"
    ),
    Case(
      "presses in seconds since 1970 for readings, which do not say when they began",
      "replay r.csv --site site.yaml --presses p.csv",
      "p.csv: expected presses within the recording r.csv, from 0 to 2.0 s after its first record, found one at 1779876543.5 s (times since 1970 need --clock-offset with the time of that record, negated)"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n2,two,-61\n", to: "r.csv")
      try $0.write("time_s,point\n1779876543.5,1\n", to: "p.csv")
    },
    Case(
      "truth in seconds since 1970", "replay lap.btsnoop --site site.yaml --truth t.csv",
      "t.csv: expected ground truth within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found it from 1779876543.5 s to 1779876548.0 s (times since 1970, in which the recording is from 1577836800.0 to 1577836821.49006 s)"
    ) {
      try await lap($0)
      try $0.write("time_s,x_m,y_m\n1779876543.5,0,0\n1779876548,6,0\n", to: "t.csv")
    },
    Case(
      "truth that ended before the recording", "replay lap.btsnoop --site site.yaml --truth t.csv",
      "t.csv: expected ground truth within the recording lap.btsnoop, from 0 to 21.49 s after its first record, found it from -9.0 s to -1.0 s (--clock-offset is added to every time)"
    ) {
      try await lap($0)
      try $0.write("time_s,x_m,y_m\n-9,0,0\n-1,6,0\n", to: "t.csv")
    },
    Case(
      "a gzip file that is cut", "replay lap.btsnoop --site site.yaml --presses p.csv.gz",
      "p.csv.gz: expected more of the gzip file, found its end"
    ) {
      try await lap($0)
      try $0.write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), to: "p.csv.gz")
    },
    Case(
      "a damaged gzip file", "replay r.csv.gz --site site.yaml",
      "r.csv.gz: expected a valid gzip file, found invalid block type"
    ) { try $0.write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 7]), to: "r.csv.gz") },
    Case(
      "a gzipped site", "replay lap.btsnoop --site site.yaml.gz",
      "site.yaml.gz: expected text in UTF-8, found a gzip file: unzip it"
    ) {
      try await lap($0)
      try $0.write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), to: "site.yaml.gz")
    },
    Case(
      "a spreadsheet for presses", "replay lap.btsnoop --site site.yaml --presses p.xlsx",
      "p.xlsx: expected text in UTF-8, found a ZIP archive or a spreadsheet: unzip it, or save the sheet as CSV"
    ) {
      try await lap($0)
      try $0.write("PK\u{3}\u{4}\u{14}\0\u{6}\0", to: "p.xlsx")
    },
    Case(
      "a capture for presses", "replay lap.btsnoop --site site.yaml --presses lap.btsnoop",
      "lap.btsnoop: expected text in UTF-8, found a capture, which replay and inspect read", prepare: lap),
  ]
}
