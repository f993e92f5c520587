import Glibc
import World

/// Where a file or folder is or will be: a name in a folder that is there. It is no symbolic link itself.
public struct Place: Hashable, Sendable {
  /// As the user named it, unless a symbolic link led elsewhere.
  public let folder: String
  /// Within the folder, without a slash.
  public let name: String

  /// The folder and the name, with one slash between them.
  public var path: String { "\(folder == "/" ? "" : folder)/\(name)" }

  /// The place that a path leads to; a symbolic link at its end is followed.
  ///
  /// - Throws: ``StorageProblem`` when the folder above is not there, when a symbolic link leads nowhere, or when the
  ///   name is longer than the file system takes.
  public init(_ path: String) throws(StorageProblem) {
    guard !path.isEmpty else { throw StorageProblem(code: ENOENT) }
    var (folder, name) = Self.split(path)
    let entry = Entry(at: path)
    if entry == .symbolicLink || [".", ".."].contains(name) {
      guard let real = Self.real(path) else {
        throw entry == .symbolicLink
          ? StorageProblem(reason: "a broken symbolic link") : StorageProblem(code: errno)
      }
      (folder, name) = Self.split(real)
    }
    (self.folder, self.name) = (folder, name)
    guard FileIdentity(of: folder) != nil else { throw StorageProblem(code: errno) }
    let most = Self.mostOctets(in: folder)
    guard FileName.octets(name).count <= most else { throw Self.tooLong(name, most) }
  }

  init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

  /// Whether two paths lead to one place, whether or not something is there.
  public func isSame(as other: Place) -> Bool {
    name.utf8.elementsEqual(other.name.utf8) && FileIdentity(of: folder) == FileIdentity(of: other.folder)
  }

  /// How many octets a name in a folder may have.
  public static func mostOctets(in folder: String) -> Int {
    let most = pathconf(folder.fileName, Int32(_PC_NAME_MAX))
    return most > 0 ? most : 255
  }

  /// A name of more octets than the file system allows.
  public static func tooLong(_ name: String, _ most: Int) -> StorageProblem {
    StorageProblem(
      reason:
        "a name of \(FileName.octets(name).count) octets that begins with \(name.prefix(20)), longer than the limit of \(most)"
    )
  }

  /// The folder above and the last name; the folder of a name alone is `.`.
  public static func split(_ path: String) -> (folder: String, name: String) {
    let trimmed = path.trimmingSuffix("/")
    guard let slash = trimmed.lastIndex(of: "/") else {
      return (path.hasPrefix("/") ? "/" : ".", String(trimmed))
    }
    let folder = trimmed[..<slash].trimmingSuffix("/")
    return (folder.isEmpty ? "/" : String(folder), String(trimmed[trimmed.index(after: slash)...]))
  }

  /// The absolute path without symbolic links, whose last names need not exist.
  public static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    let (folder, name) = split(path)
    guard folder != path else { return path }
    let above = resolved(folder)
    switch name {
    case ".": return above
    case "..": return split(above).folder
    default: return Place(folder: above, name: name).path
    }
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path.fileName, nil) else { return nil }
    defer { free(real) }
    return FileName.text(real)
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(_ character: Character) -> SubSequence {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == character { end = index(before: end) }
    return self[..<end]
  }
}
