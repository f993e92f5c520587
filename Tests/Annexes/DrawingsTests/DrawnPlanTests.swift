import Drawings
import Foundation
import Sites
import TestSupport
import Testing
import World

/// Drawings, read by Python; the same plan in each format: two rooms of 6 m by 4 m and a corridor above them.
@Suite(.enabled(if: Python.isPresent, "needs python3")) struct DrawnPlanTests {
  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 64">
    <g id="rooms" transform="translate(0 24)"><rect width="60" height="40"><title>Ward 1</title></rect>
    <path d="M60,0 h60 v40 h-60 z"/><text x="80" y="20">Ward 2</text></g>
    <g class="space"><polygon id="corridor" points="0,0 120,0 120,24 0,24"/></g>
    <g class="walls"><line x1="60" y1="24" x2="60" y2="64"/></g><g class="furniture"><rect width="5" height="4"/></g></svg>
    """

  private func imported(
    _ text: String, as name: String, metresPerUnit: Double? = nil, python: String = "python3"
  ) throws -> SiteImport {
    let folder = try TemporaryFolder()
    try folder.write(text, to: name)
    var options = SiteImport.Options()
    (options.metresPerUnit, options.python) = (metresPerUnit, python)
    do { return try SiteImport(contentsOf: folder.path(name), options: options) } catch {
      throw FileProblem(
        file: name, line: nil, place: error.place, expected: error.expected, found: error.found)
    }
  }

  private func check(_ made: SiteImport) throws {
    let rooms = made.site.site.rooms
    #expect(rooms.map(\.name).sorted() == ["Ward-1", "Ward-2", "corridor"])
    let areas = Dictionary(rooms.map { ($0.name, $0.area) }) { first, _ in first }
    #expect(abs((areas["Ward-1"] ?? 0) - 24) < 0.01 && abs((areas["corridor"] ?? 0) - 28.8) < 0.01)
    // y runs up: the corridor lies above the rooms.
    #expect(made.site.site.room(at: Point(x: 6, y: 5), floor: 0).map { rooms[$0].name } == "corridor")
    guard case .wall(let from, let to)? = made.site.site.obstacles.first?.shape else {
      throw FileProblem(file: "", sentence: "no wall")
    }
    #expect(from.distance(to: Point(x: 6, y: 4)) < 0.01 && to.distance(to: Point(x: 6, y: 0)) < 0.01)
    #expect(made.unused.map(\.count) == [1])
  }

  @Test func `an SVG's rooms are named by title, text or id, in metres from the lower left corner`() throws {
    try check(try imported(Self.drawing, as: "plan.svg", metresPerUnit: 0.1))
  }

  @Test func `an SVG whose width has a unit needs no scale`() throws {
    try check(
      try imported(Self.drawing.replacing("viewBox", with: "width=\"1200cm\" viewBox"), as: "plan.svg"))
  }

  private static let damages: [(text: String, other: String, scale: Double?, sentence: String)] = [
    ("nothing", "nothing", nil, "expected --metres-per-unit, found a drawing that does not say its unit"),
    ("</svg>", "", 0.1, "expected an SVG drawing, found a file that is not well-formed: no element found"),
    ("<svg", "<html", 0.1, "expected an SVG drawing, found a file that is not well-formed: mismatched tag"),
    ("h60", "r60", 0.1, "expected a path of the commands M, L, H, V, C, S, Q, T, A and Z, found others"),
    ("translate(", "skewX(", 0.1, "expected the transforms matrix, translate, scale and rotate, found skewX"),
  ]

  @Test(arguments: damages.indices) func `what of an SVG cannot be read is one sentence`(index: Int) throws {
    let (text, other, scale, sentence) = Self.damages[index]
    let drawing = Self.drawing.replacing(text, with: other)
    let problem = #expect(throws: FileProblem.self) {
      try imported(drawing, as: "plan.svg", metresPerUnit: scale)
    }
    #expect(problem?.description.hasPrefix("plan.svg: \(sentence)") == true, "\(problem?.description ?? "")")
  }

  @Test func `lines of rooms that are not closed are refused, and unknown layers are named`() throws {
    let open =
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"rooms\"><polyline points=\"0,0 60,0 60,40\"/></g></svg>"
    let problem = #expect(throws: FileProblem.self) { try imported(open, as: "plan.svg", metresPerUnit: 0.1) }
    #expect(
      problem?.description
        == "plan.svg: expected closed lines on a layer whose name has room, space or area, found 1 lines of rooms that are not closed"
    )
    let unknown =
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"pipes\"><polyline points=\"0,0 60,0 60,40\"/></g></svg>"
    let other = #expect(throws: FileProblem.self) {
      try imported(unknown, as: "plan.svg", metresPerUnit: 0.1)
    }
    #expect(other?.found == "none on the layers pipes")
  }

  @Test func `a Python that is not there is said, with the way out`() throws {
    let problem = #expect(throws: FileProblem.self) {
      try imported(Self.drawing, as: "plan.svg", metresPerUnit: 0.1, python: "/nowhere/python3")
    }
    #expect(
      problem?.found.contains("/nowhere/python3 cannot be started: run /nowhere/python3 -m pip install ezdxf")
        == true)
  }

  /// A Python with ezdxf: what BEACONBENCH_PYTHON names, else that of `make build`, else the machine's.
  private static let ezdxf: String? = [
    ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"], Checkout.path(".build/python/bin/python3"),
    "python3",
  ].compactMap(\.self).first { (try? run([$0, "-c", "import ezdxf"]).status) == 0 }

  /// The drawing is made by ezdxf, in millimetres, with the rooms in a block that is turned by 90 degrees.
  @Test(.enabled(if: ezdxf != nil, "no Python with ezdxf: run make build"))
  func `a DXF gives the same plan, blocks and units included`() throws {
    let folder = try TemporaryFolder()
    let program = """
      import ezdxf
      drawing = ezdxf.new("R2010")
      drawing.units = 4
      block = drawing.blocks.new("WARDS")
      for x, name in ((0, "Ward 1"), (6000, "Ward 2")):
          corners = [(0, -x), (4000, -x), (4000, -x - 6000), (0, -x - 6000)]
          block.add_lwpolyline(corners, close=True, dxfattribs={"layer": "A-ROOM"})
          block.add_text(name, dxfattribs={"layer": "A-ANNO", "insert": (2000, -x - 3000)})
      model = drawing.modelspace()
      model.add_blockref("WARDS", (0, 0), dxfattribs={"rotation": 90})
      model.add_lwpolyline([(0, 4000), (12000, 4000), (12000, 6400), (0, 6400)], close=True, dxfattribs={"layer": "A-ROOM"})
      model.add_text("corridor", dxfattribs={"insert": (3000, 5000)})
      model.add_line((6000, 4000), (6000, 0), dxfattribs={"layer": "A-WALL"})
      model.add_line((1, 1), (2, 2), dxfattribs={"layer": "FURNITURE"})
      drawing.saveas("\(folder.path("plan.dxf"))")
      """
    let python = Self.ezdxf ?? ""
    #expect(try run([python, "-c", program]).status == 0)
    var options = SiteImport.Options()
    options.python = python
    try check(try SiteImport(contentsOf: folder.path("plan.dxf"), options: options))
    let problem = #expect(throws: FileProblem.self) { try imported("junk\n", as: "plan.dxf", python: python) }
    #expect(
      problem?.description.hasPrefix(
        "plan.dxf: expected a DXF drawing, found a file that ezdxf cannot read: ") == true)
  }
}
