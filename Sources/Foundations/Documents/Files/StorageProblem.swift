import Glibc
public import World

/// Why a file or folder could not be written.
public struct StorageProblem: Error, Hashable, Sendable {
  /// The end of "found …": `no space left on device`.
  public let reason: String

  init(reason: String) { self.reason = reason }

  /// The system's text for an error number.
  public init(code: Int32) { self.init(reason: systemMessage(code)) }
}

extension FileProblem {
  /// What could not be written, and why.
  public init(of problem: StorageProblem, at path: String) {
    self.init(file: path, sentence: "cannot be written: \(problem.reason)")
  }
}

/// What the system says about an error number, beginning with a small letter.
public func systemMessage(_ code: Int32) -> String {
  let text = String(cString: strerror(code))
  return text.prefix(1).lowercased() + text.dropFirst()
}
