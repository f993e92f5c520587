import Foundation
import NumericalMethods
import Rendering
import Sites
import TestSupport
import Testing
import World

@Suite struct PlanDrawingTests {
  private func drawing() throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      name: wing
      floors: [{level: 0, elevation: 0}, {level: 1, elevation: 3}]
      rooms:
        - {name: ward, floor: 0, corners: [[0, 0], [20, 0], [20, 10], [0, 10]]}
        - {name: attic, floor: 1, corners: [[0, 0], [10, 0], [10, 5], [0, 5]]}
      walls: [{from: [0, 0], to: [20, 0], material: light, floor: 0}]
      beacons: [{id: a, position: [1, 1, 2], floor: 0}, {id: b, position: [5, 2, 5], floor: 1}]

      """, to: "site.yaml")
    let site = try SiteFile(contentsOf: folder.path("site.yaml"))
    return PlanDrawing(
      site,
      marks: [
        .init(label: "<1>", place: Point(x: 1, y: 1), floor: 0),
        .init(label: "2", place: Point(x: 5, y: 2), floor: 1),
      ]
    ).svg
  }

  /// 20 m fit into 960 points: 48 points a metre. The ward's upper left corner is the drawing's, so that (1, 1) lies at 48 and 432.
  @Test func `floors lie below each other, the highest first, at one scale, with a disc for each beacon`()
    throws
  {
    let svg = try drawing()
    let floors = svg.components(separatedBy: "<g transform")
    #expect(floors.count == 3 && floors[1].contains("Floor 1") && floors[2].contains("Floor 0"))
    #expect(floors[2].contains("cx=\"48\" cy=\"432\" r=\"3\"") && floors[1].contains(">2</text>"))
    #expect(floors[2].contains("x1=\"0\" y1=\"480\" x2=\"960\" y2=\"480\""))
    #expect(svg.components(separatedBy: "r=\"8.5\"").count == 3)
    // The longest of 1, 2 and 5 m that is at most a sixth of the width: 2 m.
    #expect(floors[2].contains("h96\"") && floors[2].contains(">2 m</text>"))
  }

  @Test(.enabled(if: Python.isPresent, "needs python3"))
  func `the drawing is well-formed whatever the names are`() throws {
    let program =
      "import sys, xml.etree.ElementTree as t; r = t.parse(sys.stdin).getroot(); print(r.find('{*}title').text, [e.text for e in r.iter() if e.tag.endswith('text') and e.text.startswith('<')])"
    #expect(try Python.run(program, input: drawing()).output == "Plan of wing with 2 beacons ['<1>']\n")
  }
}

/// Whether what stands on a page can be read, by the contrast of WCAG 2.2, sections 1.4.3 and 1.4.11.
@Suite struct PageColoursTests {
  private typealias Colours = [String: String]

  /// By name, as one of the two lists of variables in the style sheet has them: light, then dark.
  private var lists: [Colours] {
    PageColours.css.split(separator: ":root {").map { list in
      let pairs = list.prefix { $0 != "}" }.split(separator: ";").map { $0.split(separator: ":") }
      return Dictionary(
        pairs.filter { $0.count == 2 }.map {
          (String($0[0].filter { $0.isLetter }), String($0[1].filter { !$0.isWhitespace }))
        }, uniquingKeysWith: { $1 })
    }
  }

  /// Relative luminance of `#rrggbb`: WCAG 2.2's definition.
  private func luminance(_ colour: String) throws -> Double {
    let parts = try (0..<3).map { part in
      let digits = colour.dropFirst(1 + 2 * part).prefix(2)
      let share = Double(try #require(Int(digits, radix: 16))) / 255
      return share <= 0.04045 ? share / 12.92 : Elementary.pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private func contrast(_ one: String, _ other: String) throws -> Double {
    let luminances = try [luminance(one), luminance(other)].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }

  @Test func `black on white has the largest contrast, 21`() throws {
    #expect(try abs(contrast("#000000", "#FFFFFF") - 21) < 1e-9)
  }

  @Test func `text has a contrast of 4.5 on its page and panel, in light and dark`() throws {
    #expect(lists.count == 2)
    for colours in lists {
      for name in ["ink", "soft", "faint", "accent", "warm"] {
        let ink = try #require(colours[name])
        for ground in ["page", "panel"] {
          #expect(try contrast(ink, #require(colours[ground])) >= 4.5, "\(name) on \(ground)")
        }
      }
      #expect(try contrast(#require(colours["onAccent"]), #require(colours["accent"])) >= 4.5)
    }
  }
}
