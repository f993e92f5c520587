import World

/// Where results lie, which no report says of itself.
package enum ResultsLine {
  /// `Results: results/floor35/seed1-laps300/`, without an end; folders that do not fit beside each other stand below each
  /// other, each of them whole.
  package static func text(_ folders: [String], width: Int) -> String {
    let text = "Results: " + folders.joined(separator: ", ")
    return text.displayWidth <= width ? text : "Results: " + folders.joined(separator: ",\n  ")
  }
}
