import Glibc
import World

/// What is under a name.
public enum Entry: Hashable, Sendable {
  case file
  case folder
  case symbolicLink
  /// A FIFO, a socket or a device.
  case special

  /// Without following a symbolic link; nil when nothing is there that can be seen.
  public init?(at path: String) {
    var status = stat()
    guard lstat(path.fileName, &status) == 0 else { return nil }
    self.init(status)
  }

  /// At the end of all symbolic links; nil when they lead to nothing that can be seen.
  public init?(following path: String) {
    var status = stat()
    guard stat(path.fileName, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .special
      }
  }
}

/// Tells a file from every other, by whatever name.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let number: UInt

  /// Of what a path leads to; nil when that is nothing.
  public init?(of path: String) {
    var status = stat()
    guard stat(path.fileName, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) { (device, number) = (UInt(status.st_dev), UInt(status.st_ino)) }
}

/// What a replacement makes and replaces: a file, or a folder of files whose names are known.
///
/// Only this is ever removed. A folder that holds anything else stays.
public enum Contents: Sendable {
  case file
  /// - Parameter holds: Whether a name is one of those that this program writes there.
  case folder(holds: @Sendable (String) -> Bool)

  /// What in a folder is none of its own files: the first name, in order. Nil also when there is no folder.
  ///
  /// - Parameters:
  ///   - folder: Its path.
  ///   - holds: As above.
  public static func foreign(in folder: String, holds: (String) -> Bool) -> String? {
    FileName.all(in: folder)?.sorted().first { name in
      // Nil where another process has just removed it.
      !holds(name) || Entry(at: "\(folder)/\(name)").map { $0 != .file } ?? false
    }
  }

  /// Whether anything but this is under a name. Looks once, since another process may take it away at any moment.
  func isForeign(at path: String) -> Bool {
    guard let entry = Entry(at: path) else { return false }
    switch self {
    case .file: return entry != .file
    case .folder(let holds): return entry != .folder || Self.foreign(in: path, holds: holds) != nil
    }
  }

  /// Removes it when there is nothing else in it.
  func remove(at path: String) {
    guard !isForeign(at: path) else { return }
    guard case .folder = self else {
      unlink(path.fileName)
      return
    }
    for name in FileName.all(in: path) ?? [] { unlink("\(path)/\(name)".fileName) }
    // Fails where something came in the meantime, which then stays.
    rmdir(path.fileName)
  }
}
