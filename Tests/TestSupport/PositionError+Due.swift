public import Evaluation
import World

extension PositionError {
  /// An error of some metres, or a missed one, of which nothing else is known.
  public init(lap: Int, walker: String? = nil, point: Int? = nil, time: Double, metres: Double?) {
    self.init(
      lap: lap, walker: walker.map { Walker(index: 0, name: $0) }, testPoint: point, time: time,
      outcome: metres.map { .success(Offset(metres: $0)) } ?? .failure(.noCallback))
  }
}
