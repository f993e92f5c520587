import Glibc

/// What a replacement makes and replaces: a file, or a folder of files whose names are known.
///
/// Only this is ever removed. A folder that holds anything else stays.
public enum Contents: Sendable {
  case file
  /// - Parameter holds: Whether a name is one of those that this program writes there.
  case folder(holds: @Sendable (String) -> Bool)

  /// What in a folder is none of its own files: the first name, in order. Nil also when there is no folder.
  ///
  /// - Parameter holds: As above.
  public static func foreign(in folder: String, holds: (String) -> Bool) -> String? {
    names(in: folder)?.sorted().first { name in
      // Nil where another process has just removed it.
      !holds(name) || Entry(at: "\(folder)/\(name)").map { $0 != .file } ?? false
    }
  }

  /// The names in a folder; nil when it cannot be read.
  public static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name's field is as long as the longest name; what is read ends at its zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Whether this, and nothing else, is under a name.
  func isAll(at path: String) -> Bool {
    switch self {
    case .file: Entry(at: path) == .file
    case .folder(let holds): Entry(at: path) == .folder && Self.foreign(in: path, holds: holds) == nil
    }
  }

  /// Removes it when there is nothing else in it.
  func remove(at path: String) {
    guard isAll(at: path) else { return }
    guard case .folder = self else {
      unlink(path)
      return
    }
    for name in Self.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    // Fails where something came in the meantime, which then stays.
    rmdir(path)
  }
}
