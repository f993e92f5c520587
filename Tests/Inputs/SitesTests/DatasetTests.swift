import Foundation
import Sites
import TestSupport
import Testing
import World

/// Plain least squares of `level = c - 10 n log10(distance)`, and the residuals' standard deviation.
private func fit(_ points: [(distance: Double, level: Double)]) -> (n: Double, c: Double, sigma: Double) {
  let xs = points.map { -10 * log10($0.distance) }
  let ys = points.map(\.level)
  let count = Double(points.count)
  let (meanX, meanY) = (xs.reduce(0, +) / count, ys.reduce(0, +) / count)
  let sxy = zip(xs, ys).map { ($0 - meanX) * ($1 - meanY) }.reduce(0, +)
  let sxx = xs.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
  let n = sxy / sxx
  let c = meanY - n * meanX
  let squares = zip(xs, ys).map { ($1 - c - n * $0) * ($1 - c - n * $0) }.reduce(0, +)
  return (n, c, (squares / count).squareRoot())
}

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
struct DatasetTests {
  /// Read once for all tests.
  private static let danis = Result { try dataset("danis") }
  private static let kolakowski = Result { try dataset("kolakowski") }

  private static func dataset(_ name: String) throws -> Dataset {
    try Dataset(
      contentsOf: inCheckout("scenarios/datasets/\(name).yaml"), root: SharedData.file("data/datasets").path)
  }

  @Test func `reads the five danis walks, sorted, with the faults counted`() throws {
    let danis = try DatasetTests.danis.get()
    #expect(danis.licence == "CC0-1.0" && danis.site.site.anchors.count == 12)
    #expect(
      danis.walks.map(\.name) == ["straight-01", "straight-02", "straight-03", "straight-04", "rectangular"])
    var streams: [AdvertisementStream] = []
    for walk in danis.walks {
      var source = walk.source
      #expect(source.kind == .advertisements)
      let stream = try source.stream()
      #expect(stream.microseconds == stream.microseconds.sorted() && stream.microseconds[0] == 0)
      #expect(stream.count == source.tally.delivered)
      streams.append(stream)
    }
    // Lines of the files, counted by wc.
    #expect(streams.map(\.count) == [1365, 1240, 1061, 558, 1949])
    #expect(
      danis.faults.filter { $0.count > 0 }.map { "\($0.part) \($0.fault) \($0.count)" } == [
        "straight-02 outOfOrder 1", "straight-03 outOfOrder 1", "straight-04 outOfOrder 1",
        "rectangular outOfOrder 1",
      ])
    #expect(danis.walks.map(\.source.tally.backwardSteps) == [0, 1, 1, 1, 1])
    // The first line of straight_01: 1581249601.4086823,b827eb4521b4,e78f135624ce,-87,18.031,8.465,1.816,…
    #expect(streams[0][0].level == -87 && streams[0][0].anchor == 0)
    #expect(danis.walks[0].truth.position(at: 0) == Point(x: 18.031, y: 8.465, z: 1.816))
    // Last minus first time of each sorted file, by Python.
    let spans = [58.718897, 54.141948, 46.837799, 24.108733, 83.692341]
    for (walk, span) in zip(danis.walks, spans) { #expect(abs(walk.truth.span.upperBound - span) < 2e-6) }
  }

  @Test func `gives the static surveys of danis from which n and C come as published in the data README`()
    throws
  {
    let danis = try DatasetTests.danis.get()
    // 81 and 45 places with 12 receivers each.
    #expect(danis.calibration.count == (81 + 45) * 12)
    #expect(danis.calibration.count { $0.set == "survey-1" } == 81 * 12)
    let anchors = danis.site.site.anchors
    let survey = fit(
      danis.calibration.map { ($0.position.distance(to: anchors[$0.anchor].position), $0.level.value) })
    #expect(abs(survey.n - 1.475) < 0.02 && abs(survey.c + 61.67) < 0.1 && abs(survey.sigma - 4.49) < 0.05)
  }

  @Test func `gives the danis walks' own n, C and sigma over distances in three dimensions`() throws {
    let danis = try DatasetTests.danis.get()
    let anchors = danis.site.site.anchors
    var points: [(distance: Double, level: Double)] = []
    for walk in danis.walks {
      var source = walk.source
      for advertisement in try source.stream() {
        let place = walk.truth.position(at: advertisement.time)
        points.append((place.distance(to: anchors[advertisement.anchor].position), advertisement.level.value))
      }
    }
    let walks = fit(points)
    #expect(abs(walks.n - 1.455) < 0.02 && abs(walks.c + 61.63) < 0.1 && abs(walks.sigma - 6.07) < 0.05)
  }

  @Test func `reads the kolakowski drive as averages and its calibration, with the faults counted`() throws {
    let kolakowski = try DatasetTests.kolakowski.get()
    let drive = try #require(kolakowski.walks.first)
    #expect(kolakowski.walks.count == 1 && drive.source.kind == .averages(seconds: 0.3333333333333333))
    var source = drive.source
    let stream = try source.stream(kind: source.kind)
    // Counted with Python's csv module: 719 rows of 6 levels without an empty cell, 3123 of them fractions; in
    // the calibration drive 4104 rows, 22277 levels, 17614 fractions.
    #expect(stream.count == 719 * 6 && drive.truth.knots.count == 719)
    #expect(stream[0].level == -72.55489532554688 && stream.last?.time == 352)
    #expect(kolakowski.calibration.count == 22277)
    let counts = kolakowski.faults.map { "\($0.part) \($0.fault) \($0.count)" }
    #expect(counts.contains("drive fractionalLevels 3123") && counts.contains("drive notHeard 0"))
    #expect(counts.contains("calibration-drive fractionalLevels 17614"))
    #expect(counts.contains("calibration-drive notHeard \(4104 * 6 - 22277)"))
    #expect(drive.truth.knots.allSatisfy { $0.position.z == 0.2 })
  }

  @Test func `refuses a file whose digest is another, and a fault that is not declared`() throws {
    let scratch = try TemporaryFolder()
    let text = try String(contentsOfFile: inCheckout("scenarios/datasets/danis.yaml"), encoding: .utf8)
      .replacing("../sites", with: inCheckout("scenarios/sites"))
    let root = try SharedData.file("data/datasets").path
    func refusal(_ text: String) throws -> String {
      let path = try scratch.file("d.yaml", text)
      return sentence { _ = try Dataset(contentsOf: path, root: root) }
    }
    #expect(try refusal(text).isEmpty)
    #expect(
      try refusal(text.replacing("c28f57aa", with: "c28f57ab")).hasSuffix(
        "straight_04_all_sensors.mbd: expected the SHA-256 digest c28f57ab5d56d7d5b0bd099b40454fe43e8fd5813a0c4ae330c"
          + "a38a5d9f8a4e2, found c28f57aa5d56d7d5b0bd099b40454fe43e8fd5813a0c4ae330ca38a5d9f8a4e2"))
    #expect(
      try refusal(text.replacing("[outOfOrder]", with: "[]"))
        == "d.yaml: faults: expected outOfOrder among the declared faults, found it undeclared, 1 times in "
        + "\(root)/danis/trk/straight_02_all_sensors.mbd")
    #expect(
      try refusal(text.replacing("straight_01", with: "straight_09"))
        == "\(root)/danis/trk/straight_09_all_sensors.mbd: no such file "
        + "(did you mean \(root)/danis/trk/straight_01_all_sensors.mbd?)")
    #expect(
      try refusal(text.replacing("level: 4", with: "level: 2")).hasSuffix(
        #"straight_01_all_sensors.mbd:1: column 2: expected a number from -127 to 20, found "b827eb4521b4""#)
    )
  }
}

private let rows = "{rows: {time: t, anchor: r, level: l, x: x, y: y, height: 1}}"
private let grid = "{grid: {time: t, x: x, y: y, height: 1, levels: {a: l}}}"

@Suite struct DatasetFilesTests {
  /// A dataset of one walk in a scratch folder, with a receiver `a` and a receiver `b`.
  struct Made {
    let scratch: TemporaryFolder
    let declaration: String

    /// - Parameters:
    ///   - truth: The text of the walk's table of ground truth.
    ///   - survey: The text of a file with histograms for calibration.
    init(
      _ layout: String, _ data: String, truth: String? = nil, faults: String = "[]", survey: String? = nil,
      floors: String = "[{level: 0, elevation: 0}]"
    ) throws {
      let scratch = try TemporaryFolder()
      self.scratch = scratch
      _ = try scratch.file(
        "s.yaml",
        """
        name: s
        floors: \(floors)
        receivers: [{id: a, floor: 0, position: [0, 0, 0]}, {id: b, floor: 0, position: [9, 0, 0]}]
        """)
      var walk = try Made.entry("data.csv", data, in: scratch)
      if let truth { walk += ", truth: {\(try Made.file("truth.csv", truth, in: scratch))}" }
      let calibration = try survey.map {
        "calibration: [{\(try Made.entry("data.hst", $0, in: scratch)), layout: {histograms: {beacon: e}}}]"
      }
      declaration = try scratch.file(
        "d.yaml",
        """
        {name: d, about: a, source: s, licence: l, site: s.yaml, faults: \(faults),
         layout: \(layout),
         walks: [{\(walk)}],
         \(calibration ?? "")}
        """)
    }

    private static func entry(_ name: String, _ text: String, in scratch: TemporaryFolder) throws -> String {
      try "name: w, " + file(name, text, in: scratch)
    }

    private static func file(_ name: String, _ text: String, in scratch: TemporaryFolder) throws -> String {
      let digest = try run(["sha256sum", try scratch.file(name, text)]).output.prefix(64)
      return "path: \(name), sha256: \"\(digest)\""
    }

    func dataset() throws -> Dataset { try Dataset(contentsOf: declaration, root: "nowhere") }
  }

  @Test func `readings with heights are on the floors on which these are, whatever the anchor`() throws {
    let made = try Made(
      "{rows: {time: t, anchor: r, level: l, x: x, y: y, z: z}}",
      "t,r,l,x,y,z\n1,a,-50,1,1,1.2\n2,b,-51,1,1,5.2\n",
      survey: """
        Bins: [-60, -50]
        Dongles: {}
        Beacons: {}
        Fingerprints: {"(1, 1, 5.2)": {"a": {"e": [1]}}, "(1, 1, 1.2)": {"b": {"e": [1]}}}
        """, floors: "[{level: 0, elevation: 0}, {level: 1, elevation: 4}]")
    let dataset = try made.dataset()
    #expect(dataset.walks[0].truth.knots.map(\.floor) == [0, 1])
    #expect(dataset.calibration.map(\.floor) == [1, 0])
  }

  @Test func `reads rows with a named header, sorts them and keeps rows of one time in order`() throws {
    let made = try Made(
      "{rows: {time: ms, unit: milliseconds, anchor: who, level: dbm, x: x, y: y, z: z}}",
      "dbm,who,z,y,x,ms,rest\n-50,a,3,2,1,1000,x\n-51,b,3,2,2,3000,\n-52,a,3,2,1.5,2000,\n-53,b,3,2,1.5,2000,\n",
      faults: "[outOfOrder]")
    let dataset = try made.dataset()
    var source = dataset.walks[0].source
    let stream = try source.stream()
    #expect(stream.microseconds == [0, 1_000_000, 1_000_000, 2_000_000])
    #expect(stream.levels == [-50, -52, -53, -51] && stream.anchors == [0, 0, 1, 1])
    #expect(dataset.walks[0].truth.knots.map(\.position.x) == [1, 1.5, 2])
    #expect(dataset.faults.map { "\($0.part) \($0.fault) \($0.count)" } == ["w outOfOrder 1"])
  }

  @Test(arguments: [
    (rows, "t,r,l,x,y\n", "data.csv: expected at least one row, found none"),
    (rows, "t,r,x,y\n1,a,1,1\n", "data.csv:1: expected the column l, found only t, r, x, y"),
    (rows, "t,r,l,x,y\n1,c,-50,1,1\n", #"data.csv:2: column r: expected an anchor of the site s, found "c""#),
    (
      rows, "t,r,l,x,y\n1,a,-50.5,1,1\n",
      "d.yaml: faults: expected fractionalLevels among the declared faults, found it undeclared, 1 times in data.csv"
    ),
    (
      rows, "t,r,l,x,y\n1,a,-50,1,\n",
      "data.csv:2: column y: expected a number from -1000000 to 1000000, found nothing"
    ),
    (
      rows,
      "t,r,l,x,y\n1,a,-50,1,1\n9e18,a,-50,1,1\n",
      "data.csv: expected less than 1000000000 s from first to last, found 9e+18 s"
    ),
    (
      "{rows: {time: t, anchor: r, level: l, x: x, y: y}}", "",
      "d.yaml:2: layout.rows: expected exactly one of the keys z or height, found neither"
    ),
    (
      "{grid: {time: t, x: x, y: y, height: 1, levels: {c: l}}}", "t,x,y,l\n",
      #"d.yaml:2: layout.grid.levels.c: expected an anchor of the site s, found "c""#
    ),
    (
      grid, "t,x,y,l\n1,1,1,\n",
      "d.yaml: faults: expected notHeard among the declared faults, found it undeclared, 1 times in data.csv"
    ),
    (
      grid, "t,x,y,l\n1,1,1,-50\n4,1,1,-50\n",
      "d.yaml: faults: expected gaps among the declared faults, found it undeclared, 1 times in data.csv"
    ),
    (
      "{histograms: {beacon: e}}", "",
      "d.yaml:2: layout.histograms: expected one of the keys rows, grid, marks, tables, found the unknown key \"histograms\""
    ),
  ])
  func `refuses data that are not as declared`(layout: String, data: String, expected: String) throws {
    let made = try Made(layout, data)
    #expect(sentence { _ = try made.dataset() } == expected)
  }

  private static let marks = """
    {marks: {header: false, time: 1, unit: milliseconds, anchor: 3, level: 4, carried: {column: 2, id: "7"}, height: 1,
      marks: {time: 1, place: 2}, places: PLACES}}
    """

  @Test func `marks in a file of their own are steps, and rows of other links are left out and counted`()
    throws
  {
    // The walker 7 hears a at 0, 0.5 and 3 s; 8 and the beacon c are others. Places are in centimetres.
    let data = "1000,8,a,-40\n1500,7,a,-50\n2000,7,c,-41\n4000,7,b,-60\n"
    let places = try TemporaryFolder()
    let file = try places.file("places.csv", "p;100;200\nq;300;200\n")
    let digest = try run(["sha256sum", file]).output.prefix(64)
    let layout = Self.marks.replacing(
      "PLACES",
      with:
        "{path: \(file), sha256: \"\(digest)\", header: false, separator: semicolon, place: 1, x: 2, y: 3, metres: 0.01}"
    )
    let made = try Made(layout, data, truth: "500,p\n2500,q\n", faults: "[otherLinks, gaps]")
    let dataset = try made.dataset()
    let (walk, tally) = (dataset.walks[0], dataset.faults.map { "\($0.fault) \($0.count)" })
    var source = walk.source
    let stream = try source.stream()
    #expect(stream.microseconds == [500_000, 3_000_000] && stream.levels == [-50, -60])
    #expect(tally == ["gaps 0", "otherLinks 2"])
    // p until a microsecond before 1.5 s after the first row, q until the last row.
    #expect(walk.truth.span == -0.5...3)
    #expect([-0.5, 0, 1.499999, 1.5, 3].map { walk.truth.position(at: $0).x } == [1, 1, 1, 3, 3])
    #expect(walk.truth.position(at: 0) == Point(x: 1, y: 2, z: 1))
    let wrong = try Made(layout, data, truth: "500,r\n", faults: "[otherLinks]")
    #expect(
      sentence { _ = try wrong.dataset() }
        == "truth.csv:1: column 2: expected a place of places.csv, found \"r\"")
  }

  @Test
  func
    `rows of one time are a scan of its own, with a number for what was not heard, and the facing of a survey`()
    throws
  {
    let layout =
      "{grid: {time: t, unit: milliseconds, x: x, y: y, height: 1, facing: o, notHeard: 100, levels: {a: a, b: b}}}"
    let made = try Made(
      layout, "t,x,y,o,a,b\n5000,1,1,90,-50,100\n5700,2,1,180,100,-60\n", faults: "[notHeard]")
    let text = try String(contentsOfFile: made.declaration, encoding: .utf8)
    let scans = try made.scratch.file(
      "scans.yaml",
      text.replacing("faults:", with: "scans: true, faults:")
        .replacing(
          "walks: [{",
          with: "calibration: [{name: survey, "
            + text.split(separator: "walks: [{name: w, ")[1].prefix { $0 != "}" } + "}],\n walks: [{"))
    let dataset = try Dataset(contentsOf: scans, root: "nowhere")
    var source = dataset.walks[0].source
    let stream = try source.stream(kind: source.kind)
    #expect(source.kind == .scans && stream.microseconds == [0, 700_000] && stream.levels == [-50, -60])
    #expect(dataset.calibration.map(\.facing) == ["90", "180"] && dataset.calibration.map(\.row) == [2, 3])
    #expect(
      dataset.faults.map { "\($0.part) \($0.fault) \($0.count)" } == ["w notHeard 2", "survey notHeard 2"])
  }

  @Test func `times in milliseconds are refused where no unit is stated, and where a table wants seconds`()
    throws
  {
    let steps = (0..<25).map { "\($0 * 120),a,-50,1,1\n" }.joined()
    let expected =
      "data.csv: expected times in seconds, found whole numbers, half of them 120 or more after the one before, as of milliseconds: "
    #expect(
      sentence { _ = try Made(rows, "t,r,l,x,y\n" + steps).dataset() }
        == expected + "state the unit in the layout, such as unit: milliseconds")
    #expect(
      sentence { _ = try Made(rows, "t,r,l,x,y\n1540749399101,a,-50,1,1\n").dataset() }
        == "data.csv:2: expected a time in seconds, found 1540749399101, which is in milliseconds since 1970: state the unit in the layout, such as unit: milliseconds"
    )
    let stated = rows.replacing("time: t", with: "time: t, unit: milliseconds")
    #expect(try Made(stated, "t,r,l,x,y\n" + steps).dataset().walks[0].truth.span == 0...2.88)
    let table = "time_s,beacon,rssi_dbm\n" + (0..<25).map { "\($0 * 120),a,-50\n" }.joined()
    let truth = "time_s,x_m,y_m\n0,1,1\n1,1,1\n"
    #expect(
      sentence { _ = try Made("tables", table, truth: truth).dataset() }
        == expected + "divide them by 1000, or write them with a decimal point where they are seconds")
    #expect(
      try Made("tables", table.replacing("0,a", with: "0.0,a"), truth: truth).dataset().walks.count == 1)
  }

  @Test func `reads a readings table and a table of ground truth beside the declaration`() throws {
    let made = try Made(
      "tables", "time_s,beacon,rssi_dbm\n0.5,b,-60.5\n1,a,-70\n1,b,\n",
      truth: "time_s,x_m,y_m,z_m\n0,1,2,3\n4,5,6,3\n", faults: "[fractionalLevels, notHeard, gaps]")
    let dataset = try made.dataset()
    let walk = dataset.walks[0]
    var source = walk.source
    let stream = try source.stream()
    #expect(stream.microseconds == [500_000, 1_000_000])
    #expect(stream.anchors == [1, 0] && stream.levels == [-60.5, -70])
    // The ground truth goes on after the last reading.
    #expect(source.end == 4_000_000)
    #expect(walk.truth.knots.map(\.position) == [Point(x: 1, y: 2, z: 3), Point(x: 5, y: 6, z: 3)])
    #expect(
      dataset.faults.map { "\($0.fault) \($0.count)" } == ["fractionalLevels 1", "notHeard 1", "gaps 1"])
  }

  @Test(arguments: [
    ("tables", nil, "d.yaml:3: walks[0]: expected the key truth, as the layout is tables, found none"),
    (
      rows, "t,x_m,y_m\n",
      "d.yaml:3: walks[0].truth: expected no truth but with the layouts tables and marks, found one"
    ),
    ("tables", "time_s,x_m,y_m\n", "truth.csv: expected at least one row, found none"),
  ])
  func `wants ground truth with tables, and only there`(layout: String, truth: String?, expected: String)
    throws
  {
    let made = try Made(layout, "time_s,beacon,rssi_dbm\n0,a,-60\n", truth: truth)
    #expect(sentence { _ = try made.dataset() } == expected)
  }

  static let bins = "Bins:[-80, -70, -60]\nDongles:{}\nBeacons:{}\n"

  @Test func `takes the mean of a histogram at the lower edges of its bins`() throws {
    let made = try Made(
      rows, "t,r,l,x,y\n1,a,-50,1,1\n",
      survey: DatasetFilesTests.bins
        + #"Fingerprints:{"(1.5, -2, 3)": {"b": {"e": [0.25, 0.75]}, "a": {"e": [1, 0]}}}"#)
    let readings = try made.dataset().calibration
    #expect(readings.map(\.level) == [-72.5, -80] && readings.map(\.anchor) == [1, 0])
    #expect(readings[0].position == Point(x: 1.5, y: -2, z: 3))
  }

  @Test(arguments: [
    (
      #"{"(1, 2)": {"b": {"e": [0.25, 0.75]}}}"#,
      #"data.hst:4: (1, 2): expected a place (x, y, z) as the key, found "(1, 2)""#
    ),
    (
      #"{"(1, 2, 3)": {"b": {"e": [0.25, 0.5]}}}"#,
      "data.hst:4: (1, 2, 3).b.e: expected shares that add up to 1, found 0.75"
    ),
    (
      #"{"(1, 2, 3)": {"b": {"e": [1]}}}"#,
      "data.hst:4: (1, 2, 3).b.e: expected a share for each of 2 bins, found a list of 1"
    ),
    (
      #"{"(1, 2, 3)": {"c": {"e": [0, 1]}}}"#,
      #"data.hst:4: (1, 2, 3).c: expected an anchor of the site s, found "c""#
    ),
    (
      #"{"(1, 2, 3)": {"b": {"f": [0, 1]}}}"#,
      "data.hst:4: (1, 2, 3).b: expected the key e, found a map with the key f"
    ),
    ("[1", "data.hst:4: byte 2: expected a comma or ], found the end of the file"),
  ])
  func `refuses wrong histograms in one sentence`(fingerprints: String, expected: String) throws {
    let made = try Made(
      rows, "t,r,l,x,y\n1,a,-50,1,1\n",
      survey: DatasetFilesTests.bins + "Fingerprints:" + fingerprints)
    #expect(sentence { _ = try made.dataset() } == expected)
  }

  @Test func `takes the folder given, then the environment's, then the one beside the checkout`() {
    let environment = ["BEACONBENCH_DATASETS": "/data"]
    #expect(Dataset.root(given: "/given", environment: environment) == "/given")
    #expect(Dataset.root(given: nil, environment: environment) == "/data")
    #expect(Dataset.root(given: nil, environment: [:]) == "../shared/data/datasets")
  }
}
