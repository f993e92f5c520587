public import World

/// The names of the two directions of a route: clockwise and anticlockwise where it is closed and has a sense of rotation.
public struct DirectionNames: Hashable, Sendable {
  private let forward: String
  private let backward: String

  /// - Parameter route: nil, and any open route, gives forward and backward.
  public init(route: Route?) {
    switch route?.isAnticlockwise {
    case true?: (forward, backward) = ("anticlockwise", "clockwise")
    case false?: (forward, backward) = ("clockwise", "anticlockwise")
    case nil: (forward, backward) = (TravelDirection.forward.rawValue, TravelDirection.backward.rawValue)
    }
  }

  /// The name in tables and files.
  public func name(_ direction: TravelDirection) -> String { direction == .forward ? forward : backward }
}
