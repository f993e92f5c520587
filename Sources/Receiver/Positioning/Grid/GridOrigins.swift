/// Of each active cell, the cells from which its probability came in one window.
struct GridOrigins: Sendable {
  typealias Part = (origin: Int, part: Double)

  /// Origins from which less than this fraction of the most came are left out.
  private static let least = 0.1

  /// Of one cell, with the number of its next part; -1 for none.
  private struct Link: Sendable {
    var origin: Int32
    var next: Int32
    var part: Double
  }

  /// By cell: its latest part; -1 for none.
  private var latest: [Int32] = []
  private var links: [Link] = []

  /// What comes from one origin is added in a row.
  ///
  /// - Parameters:
  ///   - origin: the index of a cell among those that were active before.
  ///   - cell: the index of the one that is reached; at most one more than those before it.
  @inline(__always)
  mutating func add(_ part: Double, from origin: Int, to cell: Int) {
    if cell == latest.count { latest.append(-1) }
    let origin = Int32(truncatingIfNeeded: origin)
    let before = latest[cell]
    if before >= 0, links[Int(before)].origin == origin {
      links[Int(before)].part += part
    } else {
      links.append(Link(origin: origin, next: before, part: part))
      latest[cell] = Int32(truncatingIfNeeded: links.count &- 1)
    }
  }

  /// Gives one more cell the origins of another one.
  mutating func append(asOf cell: Int) { latest.append(latest[cell]) }

  /// Keeps some cells only.
  mutating func restrict(to kept: [Int]) { latest = kept.map { latest[$0] } }

  /// By cell, the one from which most came.
  var main: [Int] {
    latest.indices.map { cell in
      var main: Part = (0, 0)
      visit(cell) { if $0.part > main.part { main = $0 } }
      return main.origin
    }
  }

  /// The shares of a cell's origins, which add up to 1, but for those from which little came.
  func shares(of cell: Int) -> [Part] {
    var (most, total) = (0.0, 0.0)
    visit(cell) { most = max(most, $0.part) }
    var shares: [Part] = []
    visit(cell) {
      guard $0.part >= Self.least * most else { return }
      shares.append($0)
      total += $0.part
    }
    for index in shares.indices { shares[index].part /= total }
    return shares
  }

  var count: Int { latest.count }

  @inline(__always)
  private func visit(_ cell: Int, _ see: (Part) -> Void) {
    var index = latest[cell]
    while index >= 0 {
      let link = links[Int(index)]
      see((Int(link.origin), link.part))
      index = link.next
    }
  }
}
