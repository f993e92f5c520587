import Glibc

/// How many columns reports may take.
package enum OutputWidth {
  /// Where standard output is no terminal: always the same, so that the same results are the same bytes.
  package static let piped = 100

  /// What a terminal may say; less cannot hold a table, and longer lines are hard to read.
  static let sensible = 60...240

  /// For standard output: on a terminal its own width, or what COLUMNS says in its place.
  package static var ofStandardOutput: Int {
    guard isatty(STDOUT_FILENO) == 1 else { return piped }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return ofTerminal(
      columns: isKnown ? Int(size.ws_col) : 0, variable: getenv("COLUMNS").map { String(cString: $0) })
  }

  /// - Parameters:
  ///   - columns: what the terminal says, 0 where it does not know.
  ///   - variable: what COLUMNS holds.
  static func ofTerminal(columns: Int, variable: String?) -> Int {
    let width = variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? columns
    guard width > 0 else { return piped }
    return min(max(width, sensible.lowerBound), sensible.upperBound)
  }
}
