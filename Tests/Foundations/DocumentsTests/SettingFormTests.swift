import TestSupport
import Testing
import World

@testable import Documents

/// Settings that are declared once, read, checked and written.
@Suite struct SettingFormTests {
  enum Shape: Hashable {
    case round
    case square(side: Double)
    case named(String)
  }

  private static let shapes = SettingForm<Shape>.union([
    SettingVariant("round", is: .round, "A circle."),
    SettingVariant(
      "square", .one("side", .number(.above(0)), default: 2, unit: "m", "Of a side."),
      as: { .square(side: $0) },
      from: { if case .square(let side) = $0 { side } else { nil } }, "A square."),
    SettingVariant(
      "named", .one("name", .text(.name), "Its name."), as: { .named($0) },
      from: { if case .named(let name) = $0 { name } else { nil } }, "Another one."),
  ])

  private struct Plan: DeclaredSettings {
    var count = 3
    var angle = 0.0
    var delay = 5e-9
    var shape = Shape.round
    var level: DBm?
    var labels: [String] = []

    static let keys: [SettingKey<Plan>] = [
      .required("count", \.count, .integer(.between(1, 9)), "How many."),
      .defaulted("angle", \.angle, .degrees(.between(0, 360)), unit: "°", "Which way."),
      .defaulted("delay", \.delay, .nanoseconds(.atLeast(0)), unit: "ns", "How late."),
      .defaulted("shape", \.shape, SettingFormTests.shapes, "Which shape."),
      .optional("level", \.level, .number(.between(-120, 0)), unit: "dBm", "How loud."),
      .defaulted("labels", \.labels, .list(of: .text(.name), count: .between(0, 2)), "Its labels."),
    ]
  }

  private func plan(_ document: Document) throws -> Plan { try Plan(Plan.schema.resolve(document)) }

  @Test func `what a file leaves out has its default`() throws {
    #expect(try plan(["count": 2]) == Plan(count: 2))
  }

  @Test func `units of the file become those of the program`() throws {
    let read = try plan(["count": 2, "angle": 90, "delay": 40, "level": -59])
    #expect(abs(read.angle - .pi / 2) < 1e-15 && read.delay == 40 / 1e9 && read.level == DBm(-59))
  }

  @Test func `a case without settings is a word, and one with defaults may be`() throws {
    #expect(try plan(["count": 2, "shape": "round"]).shape == .round)
    #expect(try plan(["count": 2, "shape": "square"]).shape == .square(side: 2))
    #expect(try plan(["count": 2, "shape": ["square": ["side": 3]]]).shape == .square(side: 3))
    #expect(try plan(["count": 2, "shape": ["named": ["name": "x"]]]).shape == .named("x"))
  }

  @Test(
    arguments: [
      ([:], "count"), (["count": 1, "nothing": 1], "nothing"),
      (["count": 10], "expected a whole number from 1 to 9, found 10"),
      (["count": 2.5], "expected a whole number from 1 to 9, found 2.5"),
      (["count": 1, "angle": 361], "expected a number from 0 to 360 °, found 361"),
      (["count": 1, "shape": "named"], "expected named with its settings: a map with the keys name"),
      (["count": 1, "shape": ["square": ["side": 0]]], "expected a number above 0 m, found 0"),
      (["count": 1, "shape": "triangle"], "expected one of round, square, named, found \"triangle\""),
      (["count": 1, "labels": ["a", "b", "c"]], "expected a list of at most 2, found a list of 3"),
      (
        ["count": 1, "labels": ["a", ""]],
        "expected a name of letters, digits, hyphens, points and underscores"
      ),
    ] as [(Document, String)])
  func `what does not fit is refused with what would`(document: Document, expected: String) {
    let found = refusal { try plan(document) }
    #expect(found.contains(expected), "\(found)")
  }

  @Test func `what is written reads back as the same`() throws {
    for shape in [Shape.round, .square(side: 2), .square(side: 2.5), .named("n")] {
      let plan = Plan(
        count: 4, angle: .pi / 3, delay: 12e-9, shape: shape, level: DBm(-60.5), labels: ["a", "b"])
      let written = SettingForm<Plan>.settings.write(plan)
      let read = try self.plan(written)
      #expect(abs(read.angle - plan.angle) < 1e-12 && abs(read.delay - plan.delay) < 1e-18)
      #expect(
        read.shape == shape && read.level == plan.level && read.labels == plan.labels && read.count == 4)
      // Whole numbers have no fraction, and conversions leave none in the last digits.
      #expect(try written["angle"] == 60 && written["delay"] == 12)
    }
  }

  @Test func `words stand for values, and the first shape that fits is read`() throws {
    let form = SettingForm<Int?>.either(
      .words([("none", nil, "Without.")]), .init(.integer(.between(1, 5)), as: { $0 }, from: { $0 }))
    #expect(try form.read("none") == nil)
    #expect(try form.read(3) == 3)
    #expect(form.write(nil) == "none" && form.write(4) == 4)
    let found = refusal { try form.read(9) }
    #expect(["expected", "none", "found 9"].allSatisfy { found.contains($0) }, "\(found)")
  }

  @Test func `points have as many coordinates as axes, and maps are written in the order of their keys`()
    throws
  {
    let plane = SettingForm<Point>.point("x", "y", within: .between(-100, 100))
    #expect(try plane.read([1, 2]) == Point(x: 1, y: 2) && plane.write(Point(x: 1, y: 2, z: 9)) == [1, 2])
    let map = SettingForm<[String: Int]>.map(of: .integer())
    #expect(try map.read(["b": 2, "a": 1]) == ["a": 1, "b": 2])
    #expect(try map.write(["b": 2, "a": 1]).members.map(\.key) == ["a", "b"])
  }

  @Test func `a file of another kind is refused with what it is for`() throws {
    let site: Document = ["beacons": [], "path": [:]]
    try site.check(is: .site)
    #expect(
      refusal { try site.check(is: .scenario) }.hasSuffix(
        "expected a scenario, found a site: it belongs under the key site of a scenario, or after --site of replay or calibrate"
      ))
    let scenario: Document = ["pipelines": []]
    #expect(
      refusal { try scenario.check(is: .sweep) }.hasSuffix(
        "expected a sweep, found a scenario: --vary KEY=FROM..TO/COUNT sweeps it"))
    // What shows no sign of any kind is left to the schema.
    try (["name": "x"] as Document).check(is: .placement)
    #expect(throws: FileProblem.self) { try ([1] as Document).check(is: .site) }
  }

  @Test func `an element whose key an earlier one has is refused`() throws {
    let once: [Document] = [["name": "a"], ["name": "b"]]
    try once.checkEachOnce("name")
    let found = refusal { try (once + [["name": "a"]]).checkEachOnce("name") }
    #expect(found.contains("expected each name once, found a a second time"), "\(found)")
    #expect(throws: FileProblem.self) { try [["x": 1] as Document].checkEachOnce("name") }
  }

  @Test func `a value counts with all that it holds`() {
    #expect((1 as Document).valueCount == 1 && ([:] as Document).valueCount == 1)
    #expect(([1, [2, 3], ["a": 4, "b": []]] as Document).valueCount == 8)
    #expect(("a" as Document).plain == "a" && ([1, "b"] as Document).plain == #"[1,"b"]"#)
  }
}
