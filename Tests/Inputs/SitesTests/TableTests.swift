import Documents
import Sites
import TestSupport
import Testing
import World

private let head = "time_s,beacon,rssi_dbm"

@Suite struct ReadingsTests {
  let scratch: TemporaryFolder
  let site: Site

  init() throws {
    scratch = try TemporaryFolder()
    site = try SiteFile(Document(yaml: SiteFileTests.storeys, file: "")).site
  }

  func stream(_ text: String, site: Site?, lap: Int? = nil, unknown: UnknownBeacons = .refused)
    throws
    -> (stream: AdvertisementStream, source: ReadingsSource)
  {
    var source = try ReadingsSource(
      contentsOf: scratch.file("r.csv", text), site: site, lap: lap, unknownBeacons: unknown)
    return (try source.stream(kind: source.kind), source)
  }

  @Test func `reads the three columns that must be there, by the site's anchors`() throws {
    let (stream, source) = try stream(
      "time_s,beacon,rssi_dbm\n0.25,b,-70\n0.5,r,-71.5\n0.5,b,\n1,a,-80\n", site: site)
    #expect(stream.microseconds == [250_000, 500_000, 1_000_000])
    #expect(stream.anchors == [1, 2, 0])
    #expect(stream.levels == [-70, -71.5, -80])
    #expect(stream.counts == [1, 1, 1] && stream.channels == [0, 0, 0])
    #expect(source.tally.delivered == 3 && source.tally.levelUnavailable == 1)
    #expect(source.directory.transmitters.map(\.measuredPower) == [-61, nil, nil])
    #expect(source.directory.receivers == ["receiver"])
  }

  @Test func `makes an anchor of every name when there is no site`() throws {
    let (stream, source) = try stream("beacon,rssi_dbm,time_s\nx,-1,0\ny,-2,1\nx,-3,2", site: nil)
    #expect(source.directory.anchors.map(\.id) == ["x", "y"])
    #expect(stream.anchors == [0, 1, 0])
  }

  @Test func `counts unknown beacons where that is asked for`() throws {
    let (stream, source) = try stream(
      "time_s,beacon,rssi_dbm\n0,x,-70\n1,a,-70\n", site: site, unknown: .counted)
    #expect(stream.count == 1 && source.tally.unknownIdentities == 1)
  }

  @Test(arguments: [
    (
      "1,a,-70\n86402,a,-70\n",
      "r.csv:3: column time_s: expected a time at most a day after the row before it, found one 86401.0 s (1.0 days) after it; cut the file before this row, or correct the time"
    ),
    (
      "1,a,-70\n570241,a,-70\n",
      "r.csv:3: column time_s: expected a time at most a day after the row before it, found one 570240.0 s (6.6 days) after it; cut the file before this row, or correct the time"
    ),
    (
      "604800,a,-70\n",
      "r.csv:2: column time_s: expected a time at most a day after the beginning, 0 s, found one 604800.0 s (7.0 days) after it; cut the file before this row, or correct the time"
    ),
    (
      "979876543.260248,a,-70\n",
      "r.csv:2: column time_s: expected a time at most a day after the beginning, 0 s, found one 979876543.260248 s (11341.2 days) after it; times count from the first record, not since 1970"
    ), ("86400,a,-70\n172800,a,-70\n", ""),
  ])
  func `refuses a silence of more than a day where a phone would call back through it`(
    rows: String, problem: String
  ) throws {
    let path = try scratch.file("r.csv", "time_s,beacon,rssi_dbm\n" + rows)
    #expect(
      sentence {
        var source = try ReadingsSource(contentsOf: path, site: site, refusesGaps: true)
        _ = try source.stream()
      } == problem)
  }

  @Test func `keeps one lap of several`() throws {
    let text = "time_s,beacon,rssi_dbm,lap\n5,a,-70,3\n0,a,-71,4\n2,b,-72,4\n"
    #expect(try stream(text, site: site, lap: 4).stream.levels == [-71, -72])
    #expect(try ReadingsSource.laps(in: scratch.file("r.csv", text)) == [3, 4])
    #expect(
      sentence { _ = try stream(text, site: site) }
        == #"r.csv:3: column lap: expected only lap 3, or --lap, found "4""#)
    #expect(
      sentence { _ = try stream(text, site: site, lap: 7) } == "r.csv: expected readings of lap 7, found none"
    )
  }

  @Test(arguments: [
    ("", " expected a first row with the columns' names, found an empty file"),
    ("time_s,beacon\n", "1: expected the column rssi_dbm, found only time_s, beacon"),
    (
      "time_s,beacon,rssi\n",
      #"1: expected only the columns time_s, beacon, rssi_dbm, receiver, transmitter, channel, count, lap, found the unknown column "rssi""#
    ),
    ("\(head),time_s\n", #"1: expected each column once, found "time_s" a second time"#),
    ("\(head)\n1,a\n", "2: expected 3 fields, found 2"),
    ("\(head)\n\n1,a,-70\n", "2: expected 3 fields, found an empty line"),
    (
      "\(head)\n1,a,-70\n0.5,a,-70\n", "3: column time_s: expected times in rising order, found 0.5 after 1.0"
    ),
    ("\(head)\n-1,a,-70\n", #"2: column time_s: expected a number from 0 to 1000000000 s, found "-1""#),
    ("\(head)\nnan,a,-70\n", #"2: column time_s: expected a number from 0 to 1000000000 s, found "nan""#),
    ("\(head)\n0x1p3,a,-70\n", #"2: column time_s: expected a number from 0 to 1000000000 s, found "0x1p3""#),
    ("\(head)\n1,a,127\n", #"2: column rssi_dbm: expected a number from -127 to 20 dBm, found "127""#),
    ("\(head)\n1,,-70\n", "2: column beacon: expected something, found nothing"),
    ("\(head)\n1,c,-70\n", #"2: column beacon: expected a beacon of the site two-storeys, found "c""#),
    (
      "\(head),channel\n1,a,-70,36\n",
      #"2: column channel: expected a whole number from 37 to 39, found "36""#
    ),
    ("\(head),count\n1,a,-70,0\n", #"2: column count: expected a whole number from 1 to 1000000, found "0""#),
    ("\(head),lap\n1,a,-70,\n", "2: column lap: expected a whole number from 0 to 1000000000, found nothing"),
    (
      "\(head),transmitter\n1,a,-70,x@y\n",
      #"2: column transmitter: expected a measured power in dBm after @, found "x@y""#
    ),
  ])
  func `refuses a wrong table in one sentence`(text: String, expected: String) {
    #expect(sentence { _ = try stream(text, site: site) } == "r.csv:\(expected)")
  }

  @Test(arguments: [AdvertisementStream.Kind.advertisements, .averages(seconds: 1)])
  func `writes a table that reads back as the very same stream`(kind: AdvertisementStream.Kind) throws {
    var directory = StreamDirectory(of: site, receivers: ["phone", "other phone"])
    let transmitters: [StreamDirectory.Transmitter] = [
      .init(anchor: 1, address: DeviceAddress(octets: 0xC098_E500_0001, isRandom: true), measuredPower: -61),
      .init(anchor: 1, address: DeviceAddress(octets: 0xC098_E500_0001, isRandom: true), measuredPower: 12),
      .init(anchor: 0, address: DeviceAddress(octets: 0x0000_0000_00FF, isRandom: false), measuredPower: nil),
      .init(anchor: 1, address: nil, measuredPower: nil), .init(anchor: 2, address: nil, measuredPower: nil),
    ]
    var original = AdvertisementStream(kind: kind)
    // Times down to the microsecond up to three years, levels of every kind.
    let times: [Int64] = [0, 1, 999_999, 123_456_789, 86_400_000_001, 94_608_000_000_007]
    for (index, time) in times.enumerated() {
      let transmitter = transmitters[index % transmitters.count]
      original.append(
        Advertisement(
          microseconds: time, anchor: transmitter.anchor, transmitter: directory.index(of: transmitter),
          receiver: index == 0 ? 0 : index % 2, level: DBm([-70, -71.0 / 3, -0.1 - 0.2][index % 3]),
          channel: [37, nil, 39][index % 3], count: index + 1))
    }
    let text = ReadingsTable.text(of: original, directory: directory, site: site, lap: 7)
    #expect(
      text.hasPrefix(
        "time_s,beacon,rssi_dbm,receiver,transmitter,channel,count,lap\n"
          + "0,b,-70,phone,C0:98:E5:00:00:01,37,1,7\n"
          + "0.000001,b,-23.666666666666668,other phone,C0:98:E5:00:00:01@12,,2,7\n"))
    var source = try ReadingsSource(contentsOf: scratch.file("r.csv", text), site: site, kind: kind, lap: 7)
    #expect(try source.stream(kind: kind) == original)
    #expect(source.directory == directory)
    #expect(source.tally.delivered == times.count)
  }

  @Test func `leaves out columns that would say nothing`() throws {
    let text = "time_s,beacon,rssi_dbm\n0.1,a,-70\n0.2,b,-71\n"
    let (stream, source) = try stream(text, site: site)
    #expect(ReadingsTable.text(of: stream, directory: source.directory, site: site) == text)
  }

  @Test func `tells transmitters of one anchor apart by any name, and reads quoted fields`() throws {
    let (stream, source) = try stream(
      "time_s,beacon,rssi_dbm,transmitter\r\n0,\"b, the \"\"2nd\"\"\",-70,left\r\n1,\"b, the \"\"2nd\"\"\",-70,right\r\n",
      site: nil)
    #expect(source.directory.anchors.map(\.id) == ["b, the \"2nd\""])
    #expect(stream.transmitters == [0, 1])
  }

  /// Texts that spreadsheets run as formulas, after OWASP, "CSV injection"; numbers are none.
  @Test func `a text that would be a formula gets an apostrophe, and reads back as it was`() throws {
    let folder = try TemporaryFolder()
    let texts = [
      ("=1+2", "'=1+2"), ("@x", "'@x"), ("+cmd", "'+cmd"), ("-2+3", "'-2+3"), ("\t=x", "'\t=x"),
      ("-1.5e3", "-1.5e3"),
      ("+7", "+7"), ("'=x", "''=x"), ("''-1", "'''-1"), ("'x", "'x"), ("b-1", "b-1"),
      ("=a,\"b\"", "\"'=a,\"\"b\"\"\""),
    ]
    for (text, field) in texts { #expect(csvField(text) == field) }
    try folder.write("beacon\n" + texts.map { csvField($0.0) + "\n" }.joined(), to: "t.csv")
    var table = try TableReader(contentsOf: folder.path("t.csv"), columns: ["beacon"], required: 1)
    var read: [String] = []
    while let row = try table.next() { read.append(String(try row.requiredText(0))) }
    #expect(read == texts.map(\.0))
  }

  @Test func `a quoted field may begin with a quote`() throws {
    let (_, source) = try stream("time_s,beacon,rssi_dbm\n0,\"\"\"2nd\"\", b\",-70\n", site: nil)
    #expect(source.directory.anchors.map(\.id) == ["\"2nd\", b"])
  }

  @Test func `delivers a long file in pieces`() throws {
    let rows = (0..<10_000).map { "\(Double($0) / 8),a,-70\n" }.joined()
    var source = try ReadingsSource(
      contentsOf: scratch.file("r.csv", "time_s,beacon,rssi_dbm\n" + rows), site: site)
    var piece = AdvertisementStream()
    #expect(try source.next(into: &piece))
    #expect(piece.count == 4096)
    while try source.next(into: &piece) {}
    #expect(piece.count == 10_000 && piece.microseconds.last == 1_249_875_000)
  }
}

@Suite struct TruthTests {
  let scratch: TemporaryFolder
  let site: Site

  init() throws {
    scratch = try TemporaryFolder()
    site = try SiteFile(Document(yaml: SiteFileTests.storeys, file: "")).site
  }

  @Test func `puts a walk without heights on the surface of its floor`() throws {
    let table = try TruthTable(
      contentsOf: scratch.file("t.csv", "time_s,x_m,y_m,floor\n0,1,2,1\n1.5,3,4,0\n"), site: site,
      clockOffset: -0.5)
    #expect(
      try table.walk().knots == [
        .init(time: -0.5, position: Point(x: 1, y: 2, z: 4.5), floor: 1),
        .init(time: 1, position: Point(x: 3, y: 4, z: 0), floor: 0),
      ])
    #expect(try table.walk(lap: 9) == table.walk())
  }

  @Test func `a walk with heights and no floors is on the floors that they are on`() throws {
    let heights = "time_s,x_m,y_m,z_m,floor\n0,1,2,1.2,\n1,1,2,5.7,\n2,1,2,5.7,0\n"
    let walk = try TruthTable(contentsOf: scratch.file("t.csv", heights), site: site).walk()
    #expect(walk.knots.map(\.floor) == [0, 1, 0])
    // Without either it is on the first floor that the site lists.
    let plain = try TruthTable(contentsOf: scratch.file("t.csv", "time_s,x_m,y_m\n0,1,2\n"), site: site)
    #expect(try plain.walk().knots.map(\.floor) == [1])
  }

  @Test func `a walker stands at a row until the time or the row that until_s says`() throws {
    let text = "time_s,x_m,y_m,until_s\n0,1,0,next\n2,3,0,5\n7,5,0,\n"
    let walk = try TruthTable(contentsOf: scratch.file("t.csv", text), site: site, clockOffset: 10).walk()
    #expect([10, 11.9, 12, 15, 16, 17].map { walk.position(at: $0).x } == [1, 1, 3, 3, 4, 5])
    let written = try TruthTable(contentsOf: scratch.file("t.csv", TruthTable.text(of: walk)), site: site)
    #expect(try written.walk() == walk)
  }

  @Test func `writes walks that read back the same, with and without laps`() throws {
    let walk = Walk(knots: [
      .init(time: 0.1, position: Point(x: 1.0 / 3, y: -2e-7, z: 1.2), floor: 0),
      .init(time: 0.30000000000000004, position: Point(x: 4, y: 5, z: 6), floor: 1),
    ])
    let plain = try TruthTable(contentsOf: scratch.file("t.csv", TruthTable.text(of: walk)), site: site)
    #expect(try plain.walk() == walk && plain.laps.isEmpty)
    let text = TruthTable.text(of: walk, lap: 3) + "0,1,1,1,0,5\n"
    let laps = try TruthTable(contentsOf: scratch.file("t.csv", text), site: site)
    #expect(try laps.walk(lap: 3) == walk && laps.laps == [3, 5])
    #expect(
      sentence { _ = try laps.walk() }
        == "t.csv: expected one lap, or --lap, found the laps 3 to 5")
    #expect(sentence { _ = try laps.walk(lap: 4) } == "t.csv: expected rows of lap 4, found none")
  }

  @Test(arguments: [
    ("time_s,x_m\n", "1: expected the column y_m, found only time_s, x_m"),
    ("time_s,x_m,y_m\n", " expected at least one row, found none"),
    ("time_s,x_m,y_m\n0,1,\n", "2: column y_m: expected a number from -1000000 to 1000000 m, found nothing"),
    (
      "time_s,x_m,y_m\n0,NaN,1\n",
      #"2: column x_m: expected a number from -1000000 to 1000000 m, found "NaN""#
    ),
    ("time_s,x_m,y_m\n1,1,1\n1,2,2\n", "3: column time_s: expected rising times, found 1.0 after 1.0"),
    (
      "time_s,x_m,y_m,until_s\n2,1,1,1\n",
      #"2: column until_s: expected a time not before time_s, or next, up to which the walker stands there, found "1""#
    ),
    ("time_s,x_m,y_m,floor\n1,1,1,5\n", #"2: column floor: expected a floor of the site, 1 or 0, found "5""#),
  ])
  func `refuses wrong truth in one sentence`(text: String, expected: String) {
    #expect(
      sentence { _ = try TruthTable(contentsOf: scratch.file("t.csv", text), site: site) }
        == "t.csv:\(expected)")
  }
}

@Suite struct PressesTests {
  let scratch: TemporaryFolder
  let site: Site

  init() throws {
    scratch = try TemporaryFolder()
    site = try SiteFile(contentsOf: inCheckout("scenarios/sites/floor35.yaml")).site
  }

  @Test func `writes presses that read back the same, with and without laps`() throws {
    let presses = [Press(time: 3.3653846153846154, testPoint: 0), Press(time: 77.1, testPoint: 11)]
    let text = PressesTable.text(of: presses, site: site)
    #expect(text == "time_s,point\n3.3653846153846154,1\n77.1,12\n")
    #expect(try PressesTable(contentsOf: scratch.file("p.csv", text), site: site).presses() == presses)
    let lap = PressesTable.text(of: presses, site: site, lap: 7)
    #expect(lap.hasPrefix("lap,time_s,point\n7,3.3653846153846154,1\n"))
    let table = try PressesTable(contentsOf: scratch.file("p.csv", lap), site: site)
    #expect(try table.presses(lap: 7) == presses && table.lapNumbers == [7])
    let shifted = try PressesTable(contentsOf: scratch.file("p.csv", text), site: site, clockOffset: 20)
    #expect(try shifted.presses()[1].time == 97.1)
  }

  @Test(arguments: [
    ("time_s,point\n", " expected at least one press, found none"),
    (
      "time_s,point\n1,13\n",
      #"2: column point: expected a test point of the site, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12, found "13""#
    ),
    (
      "time_s,point\n1,\n",
      "2: column point: expected a test point of the site, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12, found nothing"
    ),
    ("time_s,point\n2,1\n1,2\n", "3: column time_s: expected times in order, found 1.0 after 2.0"),
    (
      "time_s,point,lap\n2,1,\n", "2: column lap: expected a whole number from 0 to 1000000000, found nothing"
    ),
    (
      "time,point\n",
      #"1: expected only the columns time_s, point, lap, found the unknown column "time" (did you mean time_s?)"#
    ),
  ])
  func `refuses wrong presses in one sentence`(text: String, expected: String) {
    #expect(
      sentence { _ = try PressesTable(contentsOf: scratch.file("p.csv", text), site: site) }
        == "p.csv:\(expected)")
  }
}
