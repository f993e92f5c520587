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
