package import Documents

extension Document {
  /// What takes the place of each value in turn: every kind of value, and numbers at and past usual limits.
  package static let substitutes: [Document] = [
    nil, true, -1, 0, 1, 3.0, 1.5, -1e9, 1e30, 1e300, 1e-300, 70000, "", "x", "a b", "white", "none", "-5",
    [],
    [1], [1, 2], [1, 2, 3], ["a", "b"], [:], ["x": 1], ["none": [:]],
  ]

  /// The document with each value in turn exchanged, left out, doubled, or joined by an unknown one.
  package var mutations: [Document] {
    var mutants = Document.substitutes
    switch content {
    case .array(let elements):
      mutants.append(Document(elements + elements))
      for (index, element) in elements.enumerated() {
        var rest = elements
        rest.remove(at: index)
        mutants.append(Document(rest))
        for mutant in element.mutations {
          rest = elements
          rest[index] = mutant
          mutants.append(Document(rest))
        }
      }
    case .object(let members):
      mutants.append(Document(members + [Member(key: "unknownKey", value: 1)]))
      for (index, member) in members.enumerated() {
        var rest = members
        rest.remove(at: index)
        mutants.append(Document(rest))
        for mutant in member.value.mutations {
          rest = members
          rest[index] = Member(key: member.key, value: mutant)
          mutants.append(Document(rest))
        }
      }
    default: break
    }
    return mutants
  }

  /// The same with at most so many elements in each list that is no place.
  package func shortened(to count: Int) -> Document {
    switch content {
    case .array(let elements):
      let isPlace = elements.allSatisfy {
        if case .array = $0.content { false } else { (try? $0.number) != nil }
      }
      let isPolygon = elements.allSatisfy { (try? $0[0].number) != nil }
      let kept = isPlace || isPolygon ? elements : Array(elements.prefix(count))
      return Document(kept.map { $0.shortened(to: count) })
    case .object(let members):
      return Document(members.map { Member(key: $0.key, value: $0.value.shortened(to: count)) })
    default: return self
    }
  }
}
