import Glibc

/// An error in an input file, as one sentence: which file, where in it, what was expected and what was found; or, where
/// no value is wrong, what the system says of the file.
public struct FileProblem: InputProblem, Hashable, Sendable {
  /// Where in the file, besides the line.
  public enum Place: Hashable, Sendable {
    /// The path of a key, such as `channel.pathLoss.n` or `beacons[3].position`.
    case key(String)
    /// The name of a column in a table.
    case column(String)
    /// Octets from the beginning of the file; the first is 0.
    case byte(Int)
  }

  /// As the user named it; empty for a value that did not come from a file.
  public let file: String
  /// Counted from 1; nil when the file has no lines or the whole file is meant.
  public let line: Int?
  /// Where in the line or the file; nil when the line or the whole file is meant.
  public let place: Place?
  /// What would have been right, as the end of "expected …"; empty where ``found`` says all.
  public let expected: String
  /// What was there instead, as the end of "found …"; where nothing is expected, the whole sentence.
  public let found: String

  public init(file: String, line: Int? = nil, place: Place? = nil, expected: String, found: String) {
    self.file = file
    self.line = line
    self.place = place
    self.expected = expected
    self.found = found
  }

  /// An error that concerns the file as a whole, such as a file that does not exist.
  ///
  /// - Parameters:
  ///   - file: as the user named it.
  ///   - sentence: in the usual words, such as `permission denied`.
  public init(file: String, sentence: String) {
    self.init(file: file, expected: "", found: sentence)
  }

  /// A file that the system could not open, read or write.
  ///
  /// - Parameters:
  ///   - file: as the user named it.
  ///   - code: the number of the error, as in `errno`.
  public init(file: String, systemError code: Int32) {
    switch code {
    case ENOENT: self.init(file: file, sentence: "no such file")
    case EISDIR: self.init(file: file, sentence: "is a folder, not a file")
    default:
      let text = String(cString: strerror(code))
      self.init(file: file, sentence: text.prefix(1).lowercased() + text.dropFirst())
    }
  }
}

extension FileProblem {
  /// `scenarios/floor35.yaml:12: channel.pathLoss.n: expected a number above 0, found -1.8`, always on one line.
  public var description: String {
    var parts: [String] = []
    if !file.isEmpty { parts.append(line.map { "\(file):\($0)" } ?? file) }
    switch place {
    case .key(let path): parts.append(path)
    case .column(let name): parts.append("column \(name)")
    case .byte(let offset): parts.append("byte \(offset)")
    case nil: break
    }
    parts.append(expected.isEmpty ? found : "expected \(expected), found \(found)")
    return parts.joined(separator: ": ").printable()
  }
}
