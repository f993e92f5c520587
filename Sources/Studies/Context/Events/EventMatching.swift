import World

/// Matches the events that an application noticed with the true events.
///
/// Events match when kind and subject are equal and the notice comes at most `early` seconds before the true event and at most
/// the window of their kind after it. Each event is matched at most once. In the order of time each true event is matched with
/// the first unmatched notice; since all windows are equally long, no other choice matches more events.
///
/// An event that is left, whose last unmatched notice came more than `early` seconds before it but not more than the window, is noticed
/// too early: it is then neither missed, nor is its notice a false alarm.
package struct EventMatching: Hashable, Sendable {
  /// A true event and the notice of it.
  package struct Pair: Hashable, Sendable {
    /// The event that happened.
    package let truth: ContextEvent
    /// The notice that is matched with it.
    package let notice: ContextEvent

    /// Seconds from the true event to its notice; negative where the notice came first.
    package var delay: Double { Double(notice.microseconds - truth.microseconds) / 1e6 }
  }

  /// The true events that were found, by kind and subject and then in order of time.
  package private(set) var pairs: [Pair] = []
  /// The true events that were noticed too early, in the same order.
  package private(set) var early: [Pair] = []
  /// The true events without a notice, in the same order.
  package private(set) var missed: [ContextEvent] = []
  /// The notices without a true event.
  package private(set) var falseAlarms: [ContextEvent] = []

  /// - Parameters:
  ///   - early: seconds, at least 0.
  ///   - window: seconds, at least 0, for a kind of event.
  package init(
    _ notices: [ContextEvent], truth: [ContextEvent], early: Double, window: (_ kind: String) -> Double
  ) {
    let early = early.microseconds
    let noticed = Dictionary(grouping: notices) { Key($0) }
    let happened = Dictionary(grouping: truth) { Key($0) }
    for key in Set(noticed.keys).union(happened.keys).sorted() {
      var left = (noticed[key] ?? []).sorted { $0.microseconds < $1.microseconds }[...]
      let window = window(key.kind).microseconds
      var passed: [ContextEvent] = []
      for event in (happened[key] ?? []).sorted(by: { $0.microseconds < $1.microseconds }) {
        while let first = left.first, first.microseconds < event.microseconds - early {
          passed.append(first)
          left.removeFirst()
        }
        if let first = left.first, first.microseconds <= event.microseconds + window {
          pairs.append(Pair(truth: event, notice: first))
          left.removeFirst()
        } else if let last = passed.last, last.microseconds >= event.microseconds - window {
          self.early.append(Pair(truth: event, notice: last))
          passed.removeLast()
        } else {
          missed.append(event)
        }
      }
      falseAlarms += passed + left
    }
  }

  /// All kinds, some more than once.
  var kinds: [String] {
    (pairs + early).map(\.truth.kind) + missed.map(\.kind) + falseAlarms.map(\.kind)
  }

  private struct Key: Hashable, Comparable {
    let kind: String
    let subject: String

    init(_ event: ContextEvent) { (kind, subject) = (event.kind, event.subject) }

    static func < (a: Key, b: Key) -> Bool { (a.kind, a.subject) < (b.kind, b.subject) }
  }
}
