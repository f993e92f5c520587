/// A press as it counts, after corrections.
package struct MarkedPress: Hashable, Sendable {
  package let id: String
  package let unixSeconds: Double
  package let place: MarkedPlace
  package var isCorrected = false
}

/// The walks that a recorder's marks make: each has the presses up to its end, in order of time.
package struct MarkedWalks: Sendable {
  /// Without those that have no press.
  package private(set) var walks: [[MarkedPress]] = []
  /// The mark that ended the last walk, after which the next press begins another one; nil while it goes on.
  package private(set) var lastEnd: String?

  /// - Parameters:
  ///   - marks: in the order in which they were kept. Marks that arrived late count at their own time.
  ///   - place: where a press or a correction was; nil for what the site does not have.
  package init(_ marks: [RecordedMark], place: (RecordedMark) -> MarkedPlace?) {
    var presses: [MarkedPress] = []
    var ends: [(id: String, unixSeconds: Double)] = []
    for mark in marks {
      let index = mark.of.flatMap { of in presses.firstIndex { $0.id == of } }
      switch mark.kind {
      case .press:
        guard let place = place(mark) else { continue }
        presses.append(MarkedPress(id: mark.id, unixSeconds: mark.unixSeconds, place: place))
      case .correction:
        guard let index, let place = place(mark) else { continue }
        presses[index] = MarkedPress(
          id: presses[index].id, unixSeconds: presses[index].unixSeconds, place: place, isCorrected: true)
      case .undo:
        if let index { presses.remove(at: index) }
        ends.removeAll { $0.id == mark.of }
      case .end: ends.append((mark.id, mark.unixSeconds))
      }
    }
    presses.sort { ($0.unixSeconds, $0.id) < ($1.unixSeconds, $1.id) }
    var number: Int?
    for press in presses {
      let ended = ends.count { $0.unixSeconds < press.unixSeconds }
      if number != ended { walks.append([]) }
      number = ended
      walks[walks.count - 1].append(press)
    }
    lastEnd = presses.last.flatMap { last in ends.first { $0.unixSeconds >= last.unixSeconds }?.id }
  }
}
