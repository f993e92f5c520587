import Documents
import Sites
package import World

/// The residuals of a calibration, read back from the table that `calibrate --residuals` writes.
package struct CalibrationResiduals: Hashable, Sendable {
  /// One line of the table.
  package struct Row: Hashable, Sendable {
    /// The beacon's id.
    package let beacon: String
    /// Metres in three dimensions.
    package let distance: Double
    /// The level less what the law expects, in dB.
    package let residual: Double
    /// Whether the robust law counts the level as an outlier.
    package let isOutlier: Bool
  }

  /// As the user named it.
  package let file: String
  /// In the order of the file.
  package let rows: [Row]

  private static let columns = [
    "beacon", "distance_m", "residual_db", "outlier", "recording", "time_s", "rssi_dbm", "channel",
    "expected_dbm",
    "beacon_residual_db",
  ]

  /// Whether a table has the columns of such a file.
  package static func isOne(_ path: String) throws(FileProblem) -> Bool {
    let header = try wholeText(of: path).prefix { !$0.isNewline }
    return header.split(separator: ",").contains("residual_db")
  }

  /// - Throws: the line and the column of the first value that is wrong.
  package init(contentsOf path: String) throws(FileProblem) {
    file = path
    var table = try TableReader(contentsOf: path, columns: Self.columns, required: 4)
    var rows: [Row] = []
    while let row = try table.next() {
      rows.append(
        Row(
          beacon: String(try row.requiredText(0)),
          distance: try row.requiredNumber(1, in: .above(0, atMost: 1e6)),
          residual: try row.requiredNumber(2, in: .between(-1000, 1000)),
          isOutlier: try row.requiredInteger(3, in: .between(0, 1)) == 1))
    }
    guard !rows.isEmpty else {
      throw FileProblem(file: path, expected: "at least one residual", found: "none")
    }
    self.rows = rows
  }
}
