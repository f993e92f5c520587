import Foundation
import NumericalMethods
import TestSupport
import Testing

/// The table of docs/channel.md, which was computed elsewhere.
@Suite struct KnownAnswersTests {
  private struct Row {
    let derivation: String
    let seed: UInt64
    let words: [UInt64]
    let normal: Double
  }

  private func rows() throws -> [Row] {
    let text = try String(contentsOfFile: Checkout.path("docs/channel.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, let seed = UInt64(cells[1], radix: 16), let normal = Double(cells[5]) else {
        return nil
      }
      return Row(
        derivation: cells[0], seed: seed, words: cells[2...4].compactMap { UInt64($0, radix: 16) },
        normal: normal)
    }
  }

  /// The seed at the end of `1 / lap 7 / walk`.
  private func seed(_ derivation: String) throws -> Seed {
    let parts = derivation.components(separatedBy: " / ")
    return try parts.dropFirst().reduce(Seed(try #require(UInt64(parts[0])))) { parent, part in
      let words = part.split(separator: " ")
      let name = String(words[0])
      guard words.count > 1 else { return parent.derived(name) }
      return parent.derived(name, try #require(Int(words[1])))
    }
  }

  @Test func `seeds, words and normal numbers are the published ones`() throws {
    let rows = try rows()
    #expect(rows.count == 6)
    for row in rows {
      let seed = try seed(row.derivation)
      #expect(seed.value == row.seed, "\(row.derivation)")
      var stream = RandomStream(seed)
      #expect(row.words == [stream.next(), stream.next(), stream.next()], "\(row.derivation)")
      var another = RandomStream(seed)
      #expect(abs(another.normal() - row.normal) < 1e-12, "\(row.derivation)")
    }
  }

  @Test func `the lanes of a part give the words of its eight derived streams`() throws {
    for row in try rows() {
      let part = try seed(row.derivation)
      var lanes = RandomLanes(part)
      var streams = (0..<8).map { RandomStream(part.derived("lane", $0)) }
      for _ in 0..<100 {
        let words = lanes.next()
        for lane in 0..<8 { #expect(words[lane] == streams[lane].next()) }
      }
    }
  }
}
