/// Errors that were measured, lap by lap: laps in ascending order, and within one in order of time.
///
/// The order of the input does not matter: the same errors give the same value, so every sum runs in one order.
public struct ErrorsByLap: Hashable, Sendable {
  /// The numbers of all laps in which an error was due, those without a single fix included; ascending.
  public let laps: [Int]
  /// The errors in metres of all laps, one lap after the other.
  public let values: [Double]
  /// Where each lap's errors begin in ``values``, and at the end their number: one longer than ``laps``.
  public let starts: [Int]

  /// - Parameter errors: missed ones are left out.
  public init(_ errors: [PositionError]) {
    var laps: [Int] = []
    var values: [Double] = []
    var starts: [Int] = []
    for index in Self.order(of: errors) {
      let error = errors[index]
      if laps.last != error.lap {
        laps.append(error.lap)
        starts.append(values.count)
      }
      if let metres = error.metres { values.append(metres) }
    }
    self.laps = laps
    self.values = values
    self.starts = starts + [values.count]
  }

  /// The same for errors that are given in batches, for instance lap by lap.
  public init(ofLaps laps: some Sequence<[PositionError]>) {
    self.init(laps.flatMap(\.self))
  }

  /// Errors in metres that are laid out by lap already: the first lap is number 0.
  public init(byLap errors: [[Double]]) {
    laps = Array(errors.indices)
    values = errors.flatMap(\.self)
    starts = errors.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
  }

  /// The errors of a lap by its place in ``laps``.
  public subscript(lap: Int) -> ArraySlice<Double> { values[starts[lap]..<starts[lap + 1]] }

  private static func order(of errors: [PositionError]) -> [Int] {
    let indices = Array(errors.indices)
    let isInOrder = zip(errors, errors.dropFirst()).allSatisfy { $0.order <= $1.order }
    return isInOrder ? indices : indices.sorted { errors[$0].order < errors[$1].order }
  }
}
