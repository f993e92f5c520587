import Documents
import Foundation
import TestSupport
import Testing

@Suite struct ReportTests {
  private static let noRenderer = ["BEACONBENCH_PYTHON": "/nowhere/python3"]

  /// A folder with the results `results/tiny/<name>` of the small scenario.
  private func results(
    _ names: String..., options: String = "", change: (String) -> String = { $0 }
  ) async throws -> TemporaryFolder {
    let folder = try SmallFiles.folder()
    try folder.write(change(SmallFiles.scenario), to: "tiny.yaml")
    for (index, name) in names.enumerated() {
      let other = index > 0 ? "--set channel.pathLoss.logDistance.n=2 " : ""
      try await folder.succeed("run tiny.yaml --quiet --name \(name) \(other)\(options)")
    }
    return folder
  }

  /// The page without figures, which take a renderer.
  private func page(_ arguments: String, in folder: TemporaryFolder) async throws -> String {
    try await folder.succeed("report \(arguments) --output page.html", environment: Self.noRenderer)
    return try folder.read("page.html")
  }

  /// What the page holds for the player.
  private func playback(of page: String) throws -> Document {
    let start = try #require(page.range(of: #"id="playback-data">"#))
    let end = try #require(page[start.upperBound...].range(of: "</script>"))
    return try Document(json: String(page[start.upperBound..<end.lowerBound]), file: "playback")
  }

  private func columns(ofLap lap: Int, _ playback: Document) throws -> Document {
    let text = try playback.elements("laps")[lap].text("columns")
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    return try Document(
      json: String(decoding: try Gzip.unzip(bytes, stoppingAfter: 1 << 24), as: UTF8.self), file: "lap")
  }

  /// A column whose numbers are differences, in hundredths.
  private func values(_ column: Document) throws -> [Double?] {
    var sum = 0
    return try column.elements.map { step in
      guard step.content != .null else { return nil }
      sum += try step.integer
      return Double(sum) / 100
    }
  }

  @Test func `the page is the same on any number of threads, and its JSON is documented`() async throws {
    let folder = try await results("a")
    let one = try await page("results/tiny/a --threads 1", in: folder)
    #expect(try await page("results/tiny/a --threads 3", in: folder) == one)
    let outcome = try await folder.run("report results/tiny/a --json --laps 3", environment: Self.noRenderer)
    let document = try Document(json: outcome.output, file: "report")
    try DocumentedKeys.expect(document, in: "docs/report.md")
    #expect(try document.integer("laps") == 3 && document.text("file") == "results/tiny/a-report.html")
    #expect(try document.integer("bytes") == folder.read("results/tiny/a-report.html").utf8.count)
    #expect(
      outcome.errors.hasSuffix(
        "so the page has no figures: run make build, or set BEACONBENCH_PYTHON to a Python with the package vl-convert-python\n"
      ))
    for text in [
      "<h1>Results of tiny</h1>", "<dt>seed</dt><dd>1</dd>", "<dt>version</dt>",
      "<th scope=\"row\">Kalman</th>", "There are no figures", "What these results do not show",
    ] {
      #expect(one.contains(text), "\(text)")
    }
  }

  /// The fixes that `run --keep-fixes` writes, and the positions of the walk that `simulate` writes.
  @Test func `the player has the fixes and the walk of the results`() async throws {
    let folder = try await results("a", options: "--keep-fixes")
    let playback = try playback(of: await page("results/tiny/a", in: folder))
    let laps = try playback.elements("laps")
    #expect(try laps.map { try $0.text("title") }.allSatisfy { $0.hasPrefix("lap ") } && laps.count == 4)
    let rows = try folder.read("results/tiny/a/fixes.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = try playback["plan"].elements("pipelines").map { try $0.text("name") }
    var checked = 0
    let columns = try columns(ofLap: 2, playback)
    let times = try values(columns["time"])
    for row in rows.dropFirst() where row[1] == "2" {
      let time = try #require(Double(row[2]))
      let callback = try #require(times.firstIndex(of: time))
      let pipeline = try #require(names.firstIndex(of: row[0]))
      let fix = try columns.elements("fixes")[pipeline].elements[0...1].map { try values($0)[callback] }
      guard let x = Double(row[3]), let y = Double(row[4]) else {
        #expect(fix == [nil, nil])
        continue
      }
      let place = (x: try #require(fix[0]), y: try #require(fix[1]))
      #expect(abs(place.x - x) <= 0.005 && abs(place.y - y) <= 0.005, "\(row)")
      checked += 1
    }
    #expect(checked > 40)
  }

  /// What a scenario calls its pipelines is text and nothing else.
  @Test func `no name becomes markup, a script or a control sequence`() async throws {
    let name = "</script><img src=x onerror=alert(1)>&\"'"
    let folder = try await results("a") {
      $0.replacing("name: nearest", with: "name: '\(name.replacing("'", with: "''"))'")
        .replacing("site: site.yaml", with: "site: site.yaml\nabout: '<b>bold</b>'")
    }
    let page = try await page("results/tiny/a", in: folder)
    #expect(!page.contains("<img") && !page.contains("<b>bold") && !page.contains("</script><"))
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;"))
    #expect(page.contains("&lt;b&gt;bold&lt;/b&gt;"))
    let plan = try playback(of: page)["plan"]
    #expect(try plan.elements("pipelines").contains { try $0.text("name") == name })
    let policy = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'"
    #expect(page.contains(policy))
  }

  @Test func `two folders are compared`() async throws {
    let folder = try await results("a", "b")
    let page = try await page("results/tiny/a results/tiny/b --different-scenarios", in: folder)
    #expect(page.contains("<h1>Comparison of a and b</h1>") && page.contains("A, the baseline"))
    #expect(page.contains("verdict") && page.contains("The laps are those of B."))
    let outcome = try await folder.run(
      "report results/tiny/a results/tiny/b --different-scenarios --json", environment: Self.noRenderer)
    #expect(
      try Document(json: outcome.output, file: "report").elements("leftOut").isEmpty, "\(outcome.output)")
    #expect(try playback(of: page).elements("laps").count == 4)
  }

  @Test func `errors of another program have scores and no laps`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("pipeline,lap,time_s,error_m\nx,0,1,2\nx,1,1,4\nx,1,2,\n", to: "A/errors.csv")
    let page = try await page("A", in: folder)
    // The mean of 2 and 4, and one that was missed.
    #expect(page.contains("<td class=\"number\">1</td><td class=\"number\">3.00</td>"))
    // Student's t of one degree of freedom is 12.71, and the standard error of the two laps is 1 m; no mean error is below 0.
    #expect(page.contains("Mean error of x: 3.00 m [0.00, 15.71] over 2 laps."))
    #expect(page.contains("No lap can be shown") && !page.contains("playback-data\">"))
  }

  @Test func `results of another version are refused`() async throws {
    let folder = try await results("a")
    let text = try folder.read("results/tiny/a/errors.csv")
    let line = try #require(text.split(separator: "\n").dropFirst().first)
    var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields[7] += "1"
    try folder.write(
      text.replacing(line, with: fields.joined(separator: ",")), to: "results/tiny/a/errors.csv")
    let outcome = try await folder.run("report results/tiny/a")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("errors.csv: expected the errors of Kalman that scenario.yaml"))
    #expect(try !folder.contents.contains("results/tiny/a-report.html"))
  }
}
