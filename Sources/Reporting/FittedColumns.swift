import Figures

extension [LaidColumn] {
  /// With two spaces between columns.
  var tableWidth: Int { reduce(0) { $0 + $1.width } + 2 * Swift.max(count - 1, 0) }

  /// One table with its texts and headers broken and its ranked columns left out where they must be, and the headers of
  /// these; nil where all of that is not enough.
  func fitted(to width: Int) -> (table: [LaidColumn], leftOut: [String])? {
    var (table, leftOut) = (self, [String]())
    while table.tableWidth > width, let first = table.firstIndex(where: \.breaksFirst) {
      table[first].shrink(.texts)
    }
    while table.tableWidth > width,
      let last = table.indices.max(by: { table[$0].column.rank < table[$1].column.rank }),
      table[last].column.rank > 0
    { leftOut.append(table.remove(at: last).column.header) }
    table.shrink(to: width, [.texts, .headers])
    return table.tableWidth <= width ? (table, leftOut) : nil
  }

  /// Several tables, each of which begins with the columns that say which row it is, with anything but figures broken
  /// where it must be.
  ///
  /// - Parameter keys: how many these columns are.
  func split(to width: Int, keys: Int) -> [[LaidColumn]] {
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

  /// Makes the widest column that can be narrower so, of several the first, until all are narrow enough.
  private mutating func shrink(to width: Int, _ steps: [LaidColumn.Breaking]) {
    for step in steps {
      while tableWidth > width,
        let widest = indices.filter({ self[$0].canShrink(step) }).max(by: {
          (self[$0].width, -$0) < (self[$1].width, -$1)
        })
      { self[widest].shrink(step) }
    }
  }
}
