package import Documents
import Scenarios
import World

/// Several seeds in a short form, such as `1-10` or `1,4,7-9`; `1..10` means `1-10`.
package enum SeedList {
  /// How many seeds a list may have.
  package static let most = 10_000
  /// What a refusal names.
  package static let expected =
    "up to \(most) different seeds from \(Scenario.seeds.lowerBound) to \(Scenario.seeds.upperBound), such as 1-10, 1..10 or 1,4,7-9"

  /// Nil for text that is not such a list.
  package static func seeds(in text: String) -> [UInt64]? {
    var seeds: [UInt64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.replacing("..", with: "-").split(separator: "-", omittingEmptySubsequences: false).map {
        UInt64($0)
      }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
        Scenario.seeds.contains(last), last - first < most
      else { return nil }
      seeds += first...last
      guard seeds.count <= most else { return nil }
    }
    return Set(seeds).count == seeds.count ? seeds : nil
  }

  /// A list of seeds, or their short form.
  package static let form = SettingForm<[UInt64]>.either(
    .init(.list(of: .seed, count: .between(1, most)), as: { $0 }, from: { $0 }),
    .init(
      SettingForm<String>.text().checked { document, text throws(FileProblem) in
        guard seeds(in: text) != nil else { throw document.problem(expected: expected) }
      }, as: { seeds(in: $0) ?? [] }, from: { _ in nil })
  ).checked { document, seeds throws(FileProblem) in
    guard Set(seeds).count == seeds.count else { throw document.problem(expected: "each seed once") }
  }
}
