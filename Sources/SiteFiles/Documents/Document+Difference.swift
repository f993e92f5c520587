extension Document {
  /// The first place at which two documents differ, in the order of this one's keys; nil when they are equal.
  public func firstDifference(from other: Document) -> (path: String, here: Document?, there: Document?)? {
    firstDifference(from: other, at: Location())
  }

  private func firstDifference(from other: Document, at place: Location) -> (
    path: String, here: Document?, there: Document?
  )? {
    switch (content, other.content) {
    case (.object(let here), .object(let there)):
      for member in here {
        let below = place.key(member.key)
        guard let value = other.optional(member.key) else { return (below.path, member.value, nil) }
        if let found = member.value.firstDifference(from: value, at: below) { return found }
      }
      let added = there.first { !has($0.key) }
      return added.map { (place.key($0.key).path, nil, $0.value) }
    case (.array(let here), .array(let there)) where here.count == there.count:
      for (index, pair) in zip(here, there).enumerated() {
        if let found = pair.0.firstDifference(from: pair.1, at: place.element(index)) { return found }
      }
      return nil
    default: return self == other ? nil : (place.path, self, other)
    }
  }
}
