import Documents
import Foundation
import Pages
import Rendering
import Sites
import TestSupport
import Testing
import World

@Suite struct PlanTests {
  private static let site = """
    name: plan
    floors: [{level: 0, elevation: 0}, {level: 1, elevation: 4}]
    rooms: [{name: hall, corners: [[0, 0], [10, 0], [10, 5]], floor: 0}]
    walls: [{from: [0, 0], to: [10, 0], loss: 5, floor: 0}]
    beacons:
      - {id: low, position: [2, 1, 3], floor: 0}
      - {id: high, position: [4, 1, 7], floor: 1}

    """

  private func plan(_ text: String = site) throws -> Document {
    Plot.plan(of: PlottedSite(try SiteFile(Document(yaml: text, file: "site.yaml")))).specification()
  }

  @Test func `each floor has a view of its own at one scale, in metres`() throws {
    let views = try plan()["vconcat"].elements
    #expect(try views.map { try $0["title"].text("text") } == ["Floor 0", "Floor 1"])
    for view in views {
      let (width, height) = (try view.number("width"), try view.number("height"))
      let encoding = try view["layer"].elements[0]["encoding"]
      let x = try encoding["x"]["scale"]["domain"].elements.map { try $0.number }
      let y = try encoding["y"]["scale"]["domain"].elements.map { try $0.number }
      // Points a metre, equal along both axes.
      #expect(abs(width / (x[1] - x[0]) - height / (y[1] - y[0])) < 1e-9)
      #expect(try encoding["x"].text("title") == "x (m)" && encoding["y"].text("title") == "y (m)")
    }
  }

  @Test func `a wall, a room and a beacon stand where the site has them`() throws {
    let layers = try plan()["vconcat"].elements[0]["layer"].elements
    func rows(_ key: String) throws -> [Document] {
      try layers.map { try $0["data"]["values"].elements }.first { $0.first?.has(key) == true } ?? []
    }
    let wall = try #require(try rows("x2").first)
    #expect(try [wall.number("x"), wall.number("y"), wall.number("x2"), wall.number("y2")] == [0, 0, 10, 0])
    #expect(try rows("order").map { try [$0.number("x"), $0.number("y")] } == [[0, 0], [10, 0], [10, 5]])
    let beacon = try #require(
      try layers.first { try $0["mark"].optional("shape") != nil }?["data"]["values"].elements.first)
    #expect(try beacon.text("name") == "low" && beacon.number("x") == 2 && beacon.number("y") == 1)
  }

  @Test
  func `a name that would cover another stands on another side of its mark, and a pillar is in the legend`()
    throws
  {
    // A test point 0.4 m above a beacon, which is 6 points: the name of the beacon, above it, would cover the point.
    let text = """
      name: close
      testPoints: [{id: 1, position: [5, 5.4]}, {id: 2, position: [9, 9]}]
      pillars: [{centre: [2, 2], radius: 0.3, loss: 5}]
      beacons:
        - {id: b01, position: [5.1, 5, 3]}
        - {id: far, position: [30, 15, 3]}

      """
    let layers = try plan(text)["layer"].elements
    func side(of name: String) throws -> [Double] {
      let layer = try layers.first { layer in
        try layer["mark"].text("type") == "text"
          && layer["data"]["values"].elements.contains { try $0.text("name") == name }
      }
      let mark = try #require(layer)["mark"]
      return [try mark.number("dx"), try mark.number("dy")]
    }
    #expect(try side(of: "far") == [0, -6] && side(of: "2") == [5, 7])
    #expect(try side(of: "b01") == [0, 7])
    let key = try #require(layers.last)["encoding"]
    #expect(try texts(key["shape"]["scale"]["domain"]) == ["beacon", "test point", "pillar"])
    #expect(try texts(key["fill"]["scale"]["range"]) == ["#0072B2", "#D55E00", "#555555"])
  }

  private func texts(_ list: Document) throws -> [String] { try list.elements.map { try $0.text } }

  /// A room of 10 by 6 m whose middle is a beacon: its name stands beside the beacon and the beacon's name.
  @Test func `the name of a room stands on no beacon, and marks on a map are open as in its legend`() throws {
    let text = """
      name: ward
      rooms: [{name: ward, corners: [[0, 0], [10, 0], [10, 6], [0, 6]]}]
      beacons: [{id: b1, position: [5, 3, 3]}]

      """
    let names = try plan(text)["layer"].elements.filter { try $0["mark"].text("type") == "text" }
    let sides = try names.map { try [$0["mark"].number("dx"), $0["mark"].number("dy")] }
    #expect(sides == [[0, -6], [5, 7]])
    let chart = PlanView(PlottedSite(try SiteFile(Document(yaml: text, file: "site.yaml"))), width: .page)
      .chart(.background).document(isInteractive: false)
    let layers = try chart["layer"].elements
    let beacon = try #require(try layers.first { try $0["mark"].optional("shape") != nil })["mark"]
    let key = try #require(layers.last)["encoding"]
    for (mark, part) in [("shape", "shape"), ("fill", "fill"), ("stroke", "stroke")] {
      #expect(try texts(key[part]["scale"]["range"]) == [beacon.text(mark)])
    }
  }

  @Test func `pictures lie under everything else, as wide as they are on the plan`() throws {
    let text = Self.site + "pictures: [{data: \(Self.png), metresPerPixel: 2, corner: [1, 1], floor: 0}]\n"
    let view = try plan(text)["vconcat"].elements[0]
    let picture = try view["layer"].elements[0]
    #expect(try picture["mark"].text("type") == "image")
    let x = try picture["encoding"]["x"]["scale"]["domain"].elements.map { try $0.number }
    // 2 pixels of 2 m.
    let scale = try view.number("width") / (x[1] - x[0])
    #expect(try abs(picture["mark"].number("width") - 4 * scale) < 1e-9)
    let row = try #require(try picture["data"]["values"].elements.first)
    #expect(try row.number("x") == 3 && row.number("y") == 2)
    #expect(try row.text("url") == "data:image/png;base64,\(Self.png)")
  }

  /// 2 by 1 pixels, as in the tests of site files.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAAElFTkSuQmCC"
}

@Suite struct PageTests {
  @Test func `texts of files are text in a page`() {
    #expect(
      "<b>\"a\" & 'b'</b>\u{1B}[0m".escapedForHTML
        == "&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;\\u{1B}[0m")
    let json = Document("</script><!--\u{2028}&").scriptJSON
    #expect(json == #""\u003C/script\u003E\u003C!--\u2028\u0026""#)
  }

  @Test func `the page of kinds has the sentence of every kind`() throws {
    let file = URL(filePath: Checkout.path("docs/plots.md"))
    let page = try String(contentsOf: file, encoding: .utf8)
    let parts = page.split(separator: "| kind | what it shows |\n|---|---|\n", maxSplits: 1)
    let rest = try #require(parts.last?.range(of: "\n<!-- end of table kinds -->"))
    let table = PlotKind.allCases.map { "| `\($0.name)` | \($0.about) |\n" }.joined()
    let expected = parts[0] + "| kind | what it shows |\n|---|---|\n" + table + parts[1][rest.lowerBound...]
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(expected.utf8).write(to: file)
      Issue.record("wrote docs/plots.md; run again without RECORD_GOLDEN")
    }
    #expect(page == expected)
  }
}
