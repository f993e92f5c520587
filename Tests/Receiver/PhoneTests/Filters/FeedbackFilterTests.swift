import Documents
import Phone
import TestSupport
import Testing
import World

@Suite struct FeedbackFilterTests {
  struct Example: Decodable {
    let alpha: Double
    let mode: String
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the outputs of the exact vectors`() throws {
    let columns = try SharedData.vectors("feedback", as: [Columns].self)
    let examples = try SharedData.vectors("feedback", as: [Example].self)
    #expect(examples.count == 8)
    for (example, column) in zip(examples, columns) {
      let form = try #require(FeedbackFilter.Settings.Form(rawValue: example.mode))
      let filter = FeedbackFilter(.init { ($0.alpha, $0.form) = (example.alpha, form) })
      #expect(column.difference(of: filter) < 1e-12)
    }
  }

  @Test func `states a quarter of a second literally and a third recursively at 0.75`() {
    #expect(FeedbackFilter().delay(every: 1) == 0.25)
    #expect(abs(FeedbackFilter(.init { $0.form = .recursive }).delay(every: 1) - 1.0 / 3) < 1e-15)
  }
}
