import Glibc

/// Why a file or folder could not be written.
public struct StorageProblem: Error, Hashable, Sendable {
  /// The end of "found …": `no space left on device`.
  public let reason: String

  init(reason: String) { self.reason = reason }

  /// The system's text for an error number.
  public init(code: Int32) { self.init(reason: systemMessage(code)) }
}

/// What the system says about an error number, beginning with a small letter.
public func systemMessage(_ code: Int32) -> String {
  let text = String(cString: strerror(code))
  return text.prefix(1).lowercased() + text.dropFirst()
}
