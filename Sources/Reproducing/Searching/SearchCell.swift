package import Documents
import Rendering
import Results

/// A finished point of a search.
package struct SearchCell: JournalledCell, Hashable {
  package let outcome: SearchOutcome
  /// For a point that is inside: its outcome on other laps, with the reproduction's own seed.
  package let again: SearchOutcome?

  init(outcome: SearchOutcome, again: SearchOutcome?) { (self.outcome, self.again) = (outcome, again) }

  package var document: Document { ["outcome": outcome.document, "again": again?.document ?? nil] }

  /// Reads ``document`` back; nil when it is something else.
  init?(_ document: Document, targets: Int) {
    guard let first = document.optional("outcome"), let second = document.optional("again"),
      let outcome = SearchOutcome(first, targets: targets)
    else { return nil }
    self.init(outcome: outcome, again: nil)
    guard second.content != .null else { return }
    guard let again = SearchOutcome(second, targets: targets) else { return nil }
    self.init(outcome: outcome, again: again)
  }
}
