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
  /// The lower the better.
  func value() -> Double
  func value(adding candidate: Int) -> Double
  func value(replacing old: Int, by new: Int) -> Double
}

extension LayoutScore {
  /// The value of some layout.
  public func value(of layout: [Int]) -> Double {
    var other = self
    other.set(layout)
    return other.value()
  }
}
