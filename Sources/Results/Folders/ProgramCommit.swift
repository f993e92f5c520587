import Laps

/// The commit that a program was built from, found when it was built.
package struct ProgramCommit: Hashable, Sendable, CustomStringConvertible {
  /// 40 or 64 hexadecimal digits; nil when it was not built in a checkout.
  package let hash: String?
  /// Whether any file differed from the commit; nil when there is none.
  package let isModified: Bool?

  package static let unknown = ProgramCommit(stamp: "")

  /// - Parameter stamp: the hash, and ` modified` behind it where a file differed; anything else when nothing is known.
  package init(stamp: String) {
    let words = stamp.split(separator: " ")
    let isKnown = words.first.map { $0.count >= 40 && $0.allSatisfy(\.isHexDigit) } ?? false
    hash = isKnown ? words.first.map(String.init) : nil
    isModified = isKnown ? words.count > 1 : nil
  }

  /// `commit 1a2b…`, `commit 1a2b… modified` or `commit unknown`.
  package var description: String { "commit \(hash ?? "unknown")\(isModified == true ? " modified" : "")" }
}
