import CFiles
import Glibc
import World

/// How a file or folder gets another name: the system's call, which tests let fail.
package struct RenameCall: Sendable {
  /// What happens to a file that has the name already.
  package enum Way: Sendable {
    /// Takes the place of a file that has the name.
    case plain
    /// Only where nothing has the name.
    case toFreeName
    /// Both are there before and after, at no moment is one missing.
    case exchange
  }

  private let call: @Sendable (String, String, Way) -> Int32?

  /// - Parameter call: gives the number of the error, or nil.
  package init(_ call: @escaping @Sendable (String, String, Way) -> Int32?) { self.call = call }

  /// The call of the operating system.
  package static let system = RenameCall { from, to, way in
    let (from, to) = (from.fileName, to.fileName)
    let result =
      switch way {
      case .plain: Glibc.rename(from, to)
      case .toFreeName: beaconbench_rename(from, to, beaconbench_rename_noreplace.rawValue)
      case .exchange: beaconbench_rename(from, to, beaconbench_rename_exchange.rawValue)
      }
    return result == 0 ? nil : errno
  }

  /// - Returns: The number of the error, or nil.
  package func callAsFunction(_ from: String, _ to: String, _ way: Way) -> Int32? {
    let code = call(from, to, way)
    guard way == .toFreeName, let code, Self.isMissing(code) else { return code }
    return Entry(at: to) == nil ? call(from, to, .plain) : EEXIST
  }

  /// Whether an error says that the file system, or the kernel, does not know this way.
  static func isMissing(_ code: Int32) -> Bool { [EINVAL, ENOSYS, ENOTSUP, EXDEV].contains(code) }
}
