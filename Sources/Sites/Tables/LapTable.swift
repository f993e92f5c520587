import World

/// Something for each lap of a file; a file without laps has one thing for all.
struct LapTable<Value: Sendable>: Sendable {
  private var values: [Int?: Value] = [:]

  var isEmpty: Bool { values.isEmpty }

  var numbers: [Int] { values.keys.compactMap { $0 }.sorted() }

  mutating func update(at lap: Int?, or start: Value, _ change: (inout Value) throws(FileProblem) -> Void)
    throws(FileProblem)
  {
    var value = values[lap] ?? start
    // Taken out first, so that an array in it is changed in place.
    values[lap] = nil
    try change(&value)
    values[lap] = value
  }

  func mapValues<Other: Sendable>(_ transform: (Value) -> Other) -> LapTable<Other> {
    var other = LapTable<Other>()
    other.values = values.mapValues(transform)
    return other
  }

  func value(of lap: Int?, file: String) throws(FileProblem) -> Value {
    if let value = values[lap] ?? values[nil] { return value }
    if let lap { throw FileProblem(file: file, expected: "rows of lap \(lap)", found: "none") }
    if numbers.count == 1, let value = values[numbers[0]] { return value }
    throw FileProblem(
      file: file, expected: "one lap, or --lap",
      found: "the laps \(numbers[0]) to \(numbers.last ?? 0)")
  }
}
