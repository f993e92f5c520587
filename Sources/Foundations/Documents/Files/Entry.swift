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
