/// The objective that a search of layouts minimises, with the search's present layout.
///
/// A layout is a set of candidates by index. Trying a change leaves the layout as it is and takes no memory of its own.
public protocol LayoutScore: Sendable {
  /// How many candidates there are.
  var candidates: Int { get }
  /// Ascending.
  var layout: [Int] { get }
  /// Takes a layout in place of the present one.
  mutating func set(_ layout: [Int])
  /// Exchanges one beacon of the layout for a candidate that is not in it: faster than ``set(_:)``, with the same result up
  /// to rounding.
  mutating func replace(_ old: Int, by new: Int)
  /// The lower the better.
  func value() -> Double
  func value(adding candidate: Int) -> Double
  func value(replacing old: Int, by new: Int) -> Double
  /// Whether adding one candidate may change the gain of another; true where that is not known.
  func interacts(_ a: Int, _ b: Int) -> Bool
}

extension LayoutScore {
  /// By default any two candidates may.
  public func interacts(_ a: Int, _ b: Int) -> Bool { true }

  /// By default the whole layout is set again.
  public mutating func replace(_ old: Int, by new: Int) { set(layout.filter { $0 != old } + [new]) }

  /// The value of some layout.
  public func value(of layout: [Int]) -> Double {
    var other = self
    other.set(layout)
    return other.value()
  }
}
