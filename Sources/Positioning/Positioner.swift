public import World

/// Turns the levels of one callback after another into positions.
///
/// A positioner is made for one site, with its own assumptions; it sees epochs and nothing of the truth. Equal
/// candidates are told apart by the lower anchor index.
public protocol Positioner: Sendable {
  /// - Throws: why there is no position at this callback.
  mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix
}
