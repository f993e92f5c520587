package import Documents
package import Reproducing

/// A parameter of a sweep: one of a search, which a grid gives a number of values.
package struct SweptParameter: DeclaredSettings {
  package var parameter = SearchParameter.defaults
  /// The number of values of a range in a grid; nil where the values are listed or drawn.
  package var steps: Int?

  package static let defaults = SweptParameter()
  package static let rules = SearchParameter.rules
  package static let keys: [SettingKey<SweptParameter>] =
    SearchParameter.keys.map { $0.within(\.parameter) } + [
      .optional(
        "steps", \.steps, .integer(.between(2, 10_000)),
        "The number of values of a range in the designs `crossed`, `paired` and `oneAtATime`, both ends included."
      )
    ]

  /// The values of a grid, in their order; nil for a range without steps.
  package var values: [Document]? {
    if let listed = parameter.listed { return listed }
    guard let steps, let (_, to) = parameter.range else { return nil }
    return (0..<steps).map { step in
      // The end itself, without the round-off of the division.
      guard step + 1 < steps else { return Document(to) }
      let value = parameter.value(at: Double(step) / Double(steps - 1))
      guard let number = try? value.number, number.magnitude < 1e6 else { return value }
      return Document((number * 1e9).rounded() / 1e9)
    }
  }
}
