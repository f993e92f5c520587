import Foundation
import TestSupport
import Testing

/// docs/parameters.md beside the published tables of keys, which another test holds to the schema.
@Suite struct ParametersTests {
  private struct Default: Hashable {
    let value: String
    /// Where the key states one.
    let unit: String
  }

  /// The cells of a table's rows that begin with a key.
  private func rows(of path: String) throws -> [[String]] {
    try String(contentsOfFile: Checkout.path(path), encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { line in
        line.dropFirst(2).components(separatedBy: " |").map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// Of the keys of channel, beacons, receiver and phone that have one; that of a map is its keys'.
  private func published() throws -> [String: Default] {
    let parts = ["`channel.", "`beacons.", "`receiver.", "`phone."]
    let rows = try rows(of: "scenarios/schema/scenario.md").filter { row in
      parts.contains { row[0].hasPrefix($0) } && row[2].hasPrefix("`") && row[2] != "`{}`"
        // A moving beacon walks as the walker does.
        && !row[0].hasPrefix("`beacons.moving[].walk.")
    }
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        let isNumber = row[1].hasPrefix("a number") || row[1].hasPrefix("a whole number")
        let unit = row[1].components(separatedBy: ", ")
        return (row[0], Default(value: row[2], unit: isNumber && unit.count > 1 ? unit[unit.count - 1] : ""))
      })
  }

  @Test func `every default of channel, beacons, receiver and phone stands there`() throws {
    let published = try published()
    #expect(published.count > 40)
    let rows = try rows(of: "docs/parameters.md")
    let documented = Dictionary(grouping: rows, by: { $0[0] })
    #expect(Set(documented.keys) == Set(published.keys))
    for (key, expected) in published {
      let row = try #require(documented[key]?.first, "\(key)")
      #expect(documented[key]?.count == 1, "\(key)")
      #expect(row[1] == expected.value, "\(key)")
      #expect(row[2] == expected.unit || expected.unit.isEmpty, "\(key)")
      #expect(row[3].count > 10, "\(key)")
    }
  }
}
