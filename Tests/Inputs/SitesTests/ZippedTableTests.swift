import Documents
import Foundation
import Sites
import TestSupport
import Testing
import World

@Suite struct ZippedTableTests {
  /// "time_s,point\n4,1\n" by Python's gzip.
  static let presses: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC9, 0xCC, 0x4D, 0x8D, 0x2F, 0xD6,
    0x29, 0xC8, 0xCF, 0xCC, 0x2B, 0xE1, 0x32, 0xD1, 0x31, 0xE4, 0x02, 0x00, 0xCE, 0xCF, 0xA4, 0xAE, 0x11,
    0x00, 0x00, 0x00,
  ]
  let scratch: TemporaryFolder
  let site: Site

  init() throws {
    scratch = try TemporaryFolder()
    site = try SiteFile(
      Document(
        yaml: "name: s\ntestPoints: [{id: 1, position: [0, 0]}]\nreceivers: [{id: a, position: [0, 0, 2]}]\n",
        file: "")
    ).site
  }

  private func read(_ bytes: [UInt8], as name: String = "p.csv.gz") throws -> [Press] {
    let url = URL(filePath: scratch.path(name))
    try Data(bytes).write(to: url)
    return try PressesTable(contentsOf: url.path, site: site).presses()
  }

  @Test(arguments: ["p.csv.gz", "p.csv"])
  func `a gzip file is read as the table in it, whatever its name`(name: String) throws {
    #expect(try read(Self.presses, as: name) == [Press(time: 4, testPoint: 0)])
  }

  @Test func `the members of a gzip file follow each other`() throws {
    // "5,1\n" by Python's gzip.
    let more: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0xD5, 0x31, 0xE4, 0x02, 0x00, 0xA7,
      0x86, 0x6E, 0xF1, 0x04, 0x00, 0x00, 0x00,
    ]
    #expect(try read(Self.presses + more).map(\.time) == [4, 5])
  }

  @Test func `a gzip file that is cut or changed at any byte is refused with a sentence`() throws {
    for length in 2..<Self.presses.count {
      #expect(
        sentence { _ = try read(Array(Self.presses[..<length])) }
          == "p.csv.gz: expected more of the gzip file, found its end")
    }
    for place in 10..<Self.presses.count {
      var changed = Self.presses
      changed[place] ^= 0x81
      #expect(sentence { _ = try read(changed) }.hasPrefix("p.csv.gz: expected "), "\(place)")
    }
    #expect(
      sentence { _ = try read(Self.presses + [1, 2]) }.hasPrefix(
        "p.csv.gz: expected a valid gzip file, found "))
  }

  @Test func `lines are counted in the contents of a gzip file`() throws {
    // "time_s,point\nx,1\n" by Python's gzip.
    let wrong: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC9, 0xCC, 0x4D, 0x8D, 0x2F, 0xD6,
      0x29, 0xC8, 0xCF, 0xCC, 0x2B, 0xE1, 0xAA, 0xD0, 0x31, 0xE4, 0x02, 0x00, 0x4B, 0x28, 0x66, 0x7F, 0x11,
      0x00, 0x00, 0x00,
    ]
    #expect(
      sentence { _ = try read(wrong) }
        == "p.csv.gz:2: column time_s: expected a number from -1000000000000 to 1000000000000 s, found \"x\"")
  }

  @Test func `a readings table is recognised by the contents of a gzip file`() throws {
    // "time_s,beacon,rssi_dbm\n0,a,-70\n" by Python's gzip; the other is "btsnoop\0".
    let readings: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC9, 0xCC, 0x4D, 0x8D, 0x2F, 0xD6,
      0x49, 0x4A, 0x4D, 0x4C, 0xCE, 0xCF, 0xD3, 0x29, 0x2A, 0x2E, 0xCE, 0x8C, 0x4F, 0x49, 0xCA, 0xE5, 0x32,
      0xD0, 0x49, 0xD4, 0xD1, 0x35, 0x37, 0xE0, 0x02, 0x00, 0x01, 0x25, 0x06, 0x43, 0x1F, 0x00, 0x00, 0x00,
    ]
    let capture: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0x2A, 0x29, 0xCE, 0xCB, 0xCF, 0x2F,
      0x60, 0x00, 0x00, 0x6A, 0x28, 0x8E, 0x4B, 0x08, 0x00, 0x00, 0x00,
    ]
    func isTable(_ bytes: [UInt8], _ name: String) throws -> Bool {
      let url = URL(filePath: scratch.path(name))
      try Data(bytes).write(to: url)
      return try ReadingsTable.isOne(url.path)
    }
    #expect(try isTable(readings, "x"))
    #expect(try isTable(readings, "x.csv.gz"))
    #expect(try !isTable(capture, "y"))
    #expect(try !isTable(capture, "y.csv.gz"))
  }
}
