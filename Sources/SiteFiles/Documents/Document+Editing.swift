public import World

extension Document {
  /// The same document with another value at one place, as a command-line option or a sweep sets it.
  ///
  /// - Parameters:
  ///   - path: Keys and indices as error messages print them, such as `pipelines[0].filters[1].kalman.q`.
  ///     A last key that is absent is added; everything before it must be there.
  ///   - value: Takes the place of the whole value there.
  public func setting(_ path: String, to value: Document) throws(FileProblem) -> Document {
    guard let steps = steps(of: path) else {
      throw FileProblem(file: "", expected: "a path of keys such as laps.count", found: jsonText(path))
    }
    return try setting(steps[...], to: value)
  }

  /// A copy with one more element at the end of the list that belongs to a key; all others stay where they stand.
  ///
  /// Without such a key nothing changes.
  ///
  /// - Throws: ``FileProblem`` when the key holds something else.
  public func appending(_ element: Document, toListOf key: String) throws(FileProblem) -> Document {
    let members = try members.map { member throws(FileProblem) in
      guard member.key == key else { return member }
      let elements = try member.value.elements
      let place = member.value.location
      let list = Document(
        .array(elements + [element.moved(to: place.element(elements.count))]), at: place)
      return Member(key: key, value: list)
    }
    return Document(.object(members), at: location)
  }

  private enum Step {
    case key(String)
    case index(Int)
  }

  private func steps(of path: String) -> [Step]? {
    var steps: [Step] = []
    for part in path.split(separator: ".", omittingEmptySubsequences: false) {
      var pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      let key = pieces.removeFirst()
      guard !key.isEmpty else { return nil }
      steps.append(.key(String(key)))
      for piece in pieces {
        guard piece.last == "]", let index = Int(piece.dropLast()), index >= 0 else { return nil }
        steps.append(.index(index))
      }
    }
    return steps
  }

  private func setting(_ steps: ArraySlice<Step>, to new: Document) throws(FileProblem) -> Document {
    switch steps.first {
    case nil: return new.moved(to: location)
    case .key(let key):
      var members = try members
      if let index = members.firstIndex(where: { $0.key == key }) {
        members[index] = Member(key: key, value: try members[index].value.setting(steps.dropFirst(), to: new))
      } else if steps.count == 1 {
        members.append(Member(key: key, value: new.moved(to: location.key(key))))
      } else {
        throw problem(expected: "the key \(key)")
      }
      return Document(.object(members), at: location)
    case .index(let index):
      var elements = try elements
      let element = try self[index]
      elements[index] = try element.setting(steps.dropFirst(), to: new)
      return Document(.array(elements), at: location)
    }
  }
}
