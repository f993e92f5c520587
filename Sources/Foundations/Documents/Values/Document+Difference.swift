extension Document {
  /// A place at which two documents differ.
  public struct Difference: Hashable, Sendable {
    /// The keys that lead to it, such as `beacons[b07].position[0]`.
    public let path: String
    /// What stands there in this document; nil where nothing does.
    public let here: Document?
    /// What stands there in the other document; nil where nothing does.
    public let there: Document?
  }

  /// The first place at which two documents differ, in the order of this one's keys; nil when they are equal.
  public func firstDifference(from other: Document) -> Difference? { differences(from: other).first }

  /// Every place at which two documents differ, as deep as both have the same shape; in the order of this one's keys,
  /// then of those that only the other has.
  ///
  /// Elements of lists are compared by their `id` or `name` where all have one and those of both lists come in the same
  /// order, else one by one; lists of different lengths then differ as a whole.
  public func differences(from other: Document) -> [Difference] { differences(from: other, at: Location()) }

  private func differences(from other: Document, at place: Location) -> [Difference] {
    switch (content, other.content) {
    case (.object(let here), .object(let there)):
      return Self.differences(
        from: here.map { ($0.key, $0.value) }, to: there.map { ($0.key, $0.value) }, at: place.key)
    case (.array(let here), .array(let there)):
      if let pair = Self.named(here, there) {
        return Self.differences(from: pair.here, to: pair.there) { place.element(named: $0) }
      }
      guard here.count == there.count else { break }
      return zip(here, there).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: place.element(index))
      }
    default: break
    }
    return self == other ? [] : [Difference(path: place.path, here: self, there: other)]
  }

  private typealias Named = [(name: String, value: Document)]

  private static func differences(from here: Named, to there: Named, at place: (String) -> Location)
    -> [Difference]
  {
    let others = Dictionary(there.map { ($0.name, $0.value) }) { first, _ in first }
    let own = Set(here.map(\.name))
    let changed = here.flatMap { name, value in
      others[name].map { value.differences(from: $0, at: place(name)) }
        ?? [Difference(path: place(name).path, here: value, there: nil)]
    }
    return changed
      + there.filter { !own.contains($0.name) }.map {
        Difference(path: place($0.name).path, here: nil, there: $0.value)
      }
  }

  /// Both lists by the names of their elements; nil where these do not say which elements belong together.
  private static func named(_ here: [Document], _ there: [Document]) -> (here: Named, there: Named)? {
    for key in ["id", "name"] {
      guard let own = names(of: here, by: key), let others = names(of: there, by: key) else { continue }
      let (ownSet, otherSet) = (Set(own), Set(others))
      guard own.filter(otherSet.contains) == others.filter(ownSet.contains) else { return nil }
      return (Array(zip(own, here)).map { ($0, $1) }, Array(zip(others, there)).map { ($0, $1) })
    }
    return nil
  }

  /// Nil unless each element has one that no other has.
  private static func names(of elements: [Document], by key: String) -> [String]? {
    let names = elements.compactMap { element in
      switch element.optional(key)?.content {
      case .text(let name): name
      case .integer(let number): "\(number)"
      default: nil
      }
    }
    return names.count == elements.count && Set(names).count == names.count ? names : nil
  }
}
