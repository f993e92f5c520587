public import World

/// Moves another method's fixes to the nearest place on the path of their floor.
///
/// Source: Mustafa & Sykes 2021, section 3.4.1; the path may be open, closed or branching.
public struct SnapToPath<Inner: Positioner>: Positioner {
  private var inner: Inner
  private let path: PathGraph

  public init(_ inner: Inner, onto path: PathGraph) {
    self.inner = inner
    self.path = path
  }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    var fix = try inner.fix(from: epoch)
    let place = path.snap(fix.position, floor: fix.floor)
    (fix.position, fix.floor) = (place.position, place.floor)
    return fix
  }
}
