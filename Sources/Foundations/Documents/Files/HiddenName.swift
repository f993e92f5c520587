import CFiles
import Glibc
import NumericalMethods
import World

/// The hidden names beside a file or folder: `.<name>.new-<16 hexadecimal digits>` for what is prepared to take its
/// place, and `.<name>.old-…` for what was there.
///
/// The digits cannot be guessed. Where the name would grow too long, its end gives way to its hash.
struct HiddenName {
  enum Role: String, CaseIterable {
    case new, old
  }

  /// What stands in front of the digits, by role.
  private let stem: String

  init(of place: Place) {
    let room = Place.mostOctets(in: place.folder) - ".".utf8.count - ".new-".utf8.count - Self.digits
    guard FileName.octets(place.name).count > room else {
      stem = "." + place.name
      return
    }
    let hash = "~" + padded(Seed.hash(place.name), to: Self.digits)
    var start = Substring(place.name)
    while FileName.octets(String(start)).count > room - hash.utf8.count { start = start.dropLast() }
    stem = "." + start + hash
  }

  /// A name that nothing has.
  func fresh(_ role: Role) -> String {
    "\(stem).\(role.rawValue)-\(padded(UInt64.random(in: .min ... .max), to: Self.digits))"
  }

  /// The role of a name in the same folder; nil when it is no hidden name of this file or folder, matched whole.
  func role(of name: String) -> Role? {
    Role.allCases.first { role in
      // By octets, since letters that look the same are other names to a file system.
      let start = "\(stem).\(role.rawValue)-".utf8
      let rest = name.utf8.dropFirst(start.count)
      return name.utf8.starts(with: start) && rest.count == Self.digits
        && rest.allSatisfy(Set("0123456789abcdef".utf8).contains)
    }
  }

  private static let digits = 16
}

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
