import Documents
package import World

/// A site's beacons as a table, `id,x_m,y_m[,z_m,floor,uuid,major,minor,address,measured_power_dbm,…]`, in any order.
package enum BeaconsTable {
  private static let columns = [
    "id", "x_m", "y_m", "z_m", "floor", "uuid", "major", "minor", "address", "measured_power_dbm",
    "calibrated_level_dbm", "pillar",
  ]
  /// The keys of a beacon in the columns behind the three coordinates.
  private static let keys = [
    "floor", "uuid", "major", "minor", "address", "measuredPower", "calibratedLevel", "pillar",
  ]

  /// The table of beacons that were heard, without positions, for a user to fill in; in the order of their identities.
  ///
  /// - Parameter beacons: with the measured power, nil where it is not known.
  package static func unplaced(_ beacons: [(identity: IBeaconIdentity, measuredPower: Int?)]) -> String {
    let sorted = beacons.sorted { $0.identity < $1.identity }
    let digits = "\(sorted.count)".count
    return sorted.enumerated().reduce(into: "id,x_m,y_m,uuid,major,minor,measured_power_dbm\n") { text, row in
      let (id, identity) = ("b" + padded(row.offset + 1, to: digits, radix: 10), row.element.identity)
      let power = row.element.measuredPower.map { "\($0)" } ?? ""
      text += "\(id),,,\(identity.uuid),\(identity.major),\(identity.minor),\(power)\n"
    }
  }

  /// The list that would stand in the site's file, for its schema to check.
  ///
  /// - Parameter hasHeights: whether every row must have a height.
  static func beacons(contentsOf path: String, hasHeights: Bool) throws(FileProblem) -> Document {
    var rows = try TableReader(contentsOf: path, columns: columns, required: 3)
    var beacons: [Document] = []
    while let row = try rows.next() { beacons.append(try beacon(row, hasHeight: hasHeights)) }
    guard !beacons.isEmpty else {
      throw FileProblem(file: path, expected: "at least one beacon", found: "none")
    }
    return Document(.array(beacons), at: Document.Location(file: path))
  }

  private static func beacon(_ row: TableRow, hasHeight: Bool) throws(FileProblem) -> Document {
    func cell(_ column: Int, _ content: Document.Content) -> Document {
      let place = "column \(columns[column])"
      return Document(content, at: Document.Location(file: row.file, line: row.line, path: place))
    }
    var place = [
      cell(1, .number(try row.requiredNumber(1))), cell(2, .number(try row.requiredNumber(2))),
    ]
    if let z = hasHeight ? try row.requiredNumber(3) : try row.number(3) { place.append(cell(3, .number(z))) }
    var members = [Document.Member](present: [
      "id": cell(0, .text(String(try row.requiredText(0)))), "position": cell(3, .array(place)),
    ])
    for (index, key) in keys.enumerated() {
      let column = index + 4
      guard let text = row.text(column) else { continue }
      let content: Document.Content =
        switch key {
        case "floor", "major", "minor", "measuredPower": .integer(try row.requiredInteger(column))
        case "calibratedLevel": .number(try row.requiredNumber(column))
        default: .text(String(text))
        }
      members.append(.init(key: key, value: cell(column, content)))
    }
    return Document(.object(members), at: Document.Location(file: row.file, line: row.line))
  }
}
