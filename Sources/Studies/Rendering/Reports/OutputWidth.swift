import Glibc

/// How many columns reports may take.
package enum OutputWidth {
  /// Where standard output is no terminal and COLUMNS says nothing: always the same, so that the same results are the
  /// same bytes.
  package static let piped = 100

  /// Of the parser's own lines in a pipe.
  private static let pipedHelp = 80

  /// What a terminal or COLUMNS may say; less cannot hold an identifier, and longer lines are hard to read.
  package static let sensible = 40...240

  /// For standard output: what COLUMNS says, or else the width of the terminal.
  package static var ofStandardOutput: Int { of(STDOUT_FILENO) }

  /// For help: the parser breaks its lines at 80 columns where no terminal says how many there are.
  package static var ofHelp: Int {
    isatty(STDOUT_FILENO) == 1 || getenv("COLUMNS") != nil ? ofStandardOutput : pipedHelp
  }

  /// The same for standard error.
  package static var ofStandardError: Int { of(STDERR_FILENO) }

  private static func of(_ descriptor: Int32) -> Int {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    return width(
      columns: isKnown ? Int(size.ws_col) : 0, variable: getenv("COLUMNS").map { String(cString: $0) })
  }

  /// - Parameters:
  ///   - columns: what the terminal says, 0 where there is none or it does not know.
  ///   - variable: what COLUMNS holds.
  package static func width(columns: Int, variable: String?) -> Int {
    let width = variable.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? columns
    guard width > 0 else { return piped }
    return min(max(width, sensible.lowerBound), sensible.upperBound)
  }
}
