import Foundation
public import World

/// The folder below which alone files may be read and written, links followed.
///
/// A program that acts for others sets ``current`` around what it does for them; input files of this module are then refused
/// anywhere else, those too that other files name.
public struct FolderLimit: Hashable, Sendable {
  /// The limit of the current task; nil for none, as on the command line.
  @TaskLocal public static var current: FolderLimit?

  /// Absolute, without links.
  public let path: String

  /// - Throws: `FileProblem` for what is no folder.
  public init(_ folder: String) throws(FileProblem) {
    guard let path = Self.withoutLinks(folder) else {
      throw FileProblem(file: folder, systemError: errno)
    }
    self.path = path
  }

  /// Refuses a path that leads elsewhere; the last parts of it need not exist yet.
  public func check(_ file: String) throws(FileProblem) {
    var above = file.hasPrefix("/") ? file : "\(path)/\(file)"
    let parts = above.split(separator: "/")
    // What does not exist has no links, and `..` behind it could mean anything.
    while true {
      if let real = Self.withoutLinks(above) {
        let rest = parts.suffix(from: above.split(separator: "/").count)
        guard real == path || real.hasPrefix(path == "/" ? "/" : path + "/"), !rest.contains("..") else {
          break
        }
        return
      }
      // The target of a broken link is unknown.
      guard FileName.destination(ofLink: above) == nil, let slash = above.dropLast().lastIndex(of: "/"),
        slash > above.startIndex
      else { break }
      above = String(above[..<slash])
    }
    throw FileProblem(file: file, expected: "a path below the working folder", found: "one elsewhere")
  }

  private static func withoutLinks(_ path: String) -> String? {
    guard let real = realpath(path.fileName, nil) else { return nil }
    defer { free(real) }
    return FileName.text(real)
  }
}
