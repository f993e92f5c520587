extension [LaidColumn] {
  /// With two spaces between columns.
  package var tableWidth: Int { reduce(0) { $0 + $1.width } + 2 * Swift.max(count - 1, 0) }

  /// One table with its texts and headers broken, and the columns that it still has no room for, which are those of the
  /// highest rank; nil where all of that is not enough.
  package func fitted(to width: Int) -> (table: [LaidColumn], others: [LaidColumn])? {
    var laid = self
    while laid.tableWidth > width, let first = laid.firstIndex(where: \.breaksFirst) {
      laid[first].shrink(.texts)
    }
    var kept = [Int](indices)
    var table = laid
    table.shrink(to: width, [.texts, .headers])
    while table.tableWidth > width {
      guard let last = kept.max(by: { laid[$0].column.rank < laid[$1].column.rank }),
        laid[last].column.rank > 0
      else { return nil }
      kept.removeAll { $0 == last }
      table = kept.map { laid[$0] }
      table.shrink(to: width, [.texts, .headers])
    }
    return (table, indices.filter { !kept.contains($0) }.map { self[$0] })
  }

  /// Several tables, each of which begins with the columns that say which row it is, with anything but figures broken
  /// where it must be.
  ///
  /// - Parameter keys: how many these columns are.
  package func split(to width: Int, keys: Int) -> [[LaidColumn]] {
    parts(of: width, keys: keys).map { part in
      var part = part
      for index in part.indices { part[index].widen() }
      part.shrink(to: width, LaidColumn.Breaking.allCases)
      return part
    }
  }

  /// As many columns to a part as there is room for.
  private func parts(of width: Int, keys: Int) -> [[LaidColumn]] {
    var narrow = self
    for index in indices { narrow[index].shrinkWhole(.texts) }
    var front = Array(narrow.prefix(keys))
    // Else long names leave no room for what is said of them.
    front.shrink(to: width / 2, LaidColumn.Breaking.allCases)
    var parts = [front]
    for column in narrow.dropFirst(keys) {
      let last = parts[parts.count - 1] + [column]
      if last.count == keys + 1 || last.tableWidth <= width {
        parts[parts.count - 1] = last
      } else {
        parts.append(front + [column])
      }
    }
    return parts
  }

  /// Makes the widest column that can be narrower so, of several the first, until all are narrow enough. Headers of one
  /// width are broken together, so that `missed A` and `missed B` look the same.
  private mutating func shrink(to width: Int, _ steps: [LaidColumn.Breaking]) {
    for step in steps {
      while tableWidth > width,
        let widest = indices.filter({ self[$0].canShrink(step) }).max(by: {
          (self[$0].width, -$0) < (self[$1].width, -$1)
        })
      {
        let width = self[widest].width
        let several = step == .headers ? indices.filter { self[$0].width == width } : [widest]
        for index in several where self[index].canShrink(step) { self[index].shrink(step) }
      }
    }
  }
}
