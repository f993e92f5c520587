import NumericalMethods
import Rendering
import Testing

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
