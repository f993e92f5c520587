import Documents
import Foundation
public import World

/// Refuses a path at which there is nothing to read: no file, a folder, or a file that must not be read.
package func checkReadable(_ path: String) throws(FileProblem) {
  let name = path.isEmpty ? "''" : path
  try FolderLimit.current?.check(path)
  var status = stat()
  guard stat(path.fileName, &status) == 0 else {
    let code = errno
    guard code == ENOENT else { throw FileProblem(file: name, systemError: code) }
    throw FileProblem(file: name, sentence: "no such file" + nearbyFile(path))
  }
  guard status.st_mode & S_IFMT != S_IFDIR else {
    let scenario = "\(path)/scenario.yaml"
    let advice = access(scenario.fileName, F_OK) == 0 ? " (did you mean \(scenario)?)" : ""
    throw FileProblem(file: path, sentence: "is a folder, not a file" + advice)
  }
  guard access(path.fileName, R_OK) == 0 else { throw FileProblem(file: path, systemError: errno) }
  // Who acts for others must not wait for what one of them may never write.
  if FolderLimit.current != nil { try checkIsPlain(path) }
}

/// Refuses a FIFO, a socket or a device, which may be waited for without end; whatever else may be at the path.
public func checkIsPlain(_ path: String) throws(FileProblem) {
  guard Entry(following: path) != .special else {
    throw FileProblem(file: path, expected: "a regular file", found: "a FIFO, a socket or a device")
  }
}

/// What may have been meant by a path at which there is no file: where a link leads, the path that a URL stands for, or
/// the file of the same folder with the nearest name; otherwise nothing.
func nearbyFile(_ path: String) -> String {
  if let place = FileName.destination(ofLink: path) { return " (a link to \(place))" }
  if path.hasPrefix("file:") { return " (a path is expected, not a URL)" }
  if path.hasPrefix("~") { return " (~ stands for the home folder only at the beginning of an argument)" }
  if let decoded = path.removingPercentEncoding, decoded != path, access(decoded.fileName, F_OK) == 0 {
    return " (did you mean \(decoded)?)"
  }
  let (folder, name) =
    path.lastIndex(of: "/").map { (path[...$0], path[path.index(after: $0)...]) } ?? ("", path[...])
  guard folder.isEmpty || Entry(following: String(folder)) == .folder else {
    return " (there is no folder \(folder.dropLast()))"
  }
  let others = FileName.all(in: folder.isEmpty ? "." : String(folder))
  // In a fixed order, since of equally near names the first is taken.
  let near = suggestion(for: String(name), among: (others ?? []).sorted()).replacing(
    "mean ", with: "mean \(folder)", maxReplacements: 1)
  guard near.isEmpty, folder.isEmpty else { return near }
  // A scenario named without its folder.
  let scenarios = (FileName.all(in: "scenarios") ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  return suggestion(for: name.hasSuffix(".yaml") ? path : path + ".yaml", among: scenarios).replacing(
    "mean ", with: "mean scenarios/", maxReplacements: 1)
}

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
