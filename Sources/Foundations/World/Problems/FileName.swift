import Glibc

/// Names of files as texts, whatever their octets are.
///
/// To Linux a name is a sequence of octets, to Swift a text is Unicode. Each octet that is not valid UTF-8 is decoded to a
/// character of its own in a private area, and encoded as that octet again for system calls, as Python's surrogates are (PEP 383).
/// The octets of such a character itself are treated in the same way. Code between may treat the name as any text.
public enum FileName {
  /// U+10FE80 to U+10FEFF stand for the octets 80 to FF.
  private static let offset: UInt32 = 0x10FE00

  /// The text of a name.
  public static func text(_ octets: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = octets.makeIterator()
    var place = 0
    while true {
      let count: Int
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return String(text)
      case .error(let length): count = length
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if !isEscape(scalar) {
          text.append(scalar)
          place += encoded.count
          continue
        }
        count = encoded.count
      }
      for octet in octets[place..<place + count] {
        text.append(Unicode.Scalar(offset + UInt32(octet)) ?? "?")
      }
      place += count
    }
  }

  /// The text of a null-terminated name from a system call.
  public static func text(_ name: UnsafePointer<CChar>) -> String {
    text((0..<strlen(name)).map { UInt8(bitPattern: name[$0]) })
  }

  /// The names in a folder, in no order; nil when it cannot be read.
  public static func all(in folder: String) -> [String]? {
    guard let stream = opendir(folder.fileName) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The field has room for the longest possible name; the name ends at its null octet.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { text(Array($0.prefix { $0 != 0 })) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The destination of a symbolic link; nil where the path is not a symbolic link.
  public static func destination(ofLink path: String) -> String? {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    return readlink(path.fileName, &name, name.count - 1) < 0 ? nil : text(&name)
  }

  /// The octets of a name.
  public static func octets(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isEscape) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      octet(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// Whether a character stands for an octet that is not valid UTF-8.
  static func isEscape(_ scalar: Unicode.Scalar) -> Bool { octet(of: scalar) != nil }

  /// The octet that a character stands for; nil for one that stands for itself.
  static func octet(of scalar: Unicode.Scalar) -> UInt8? {
    offset + 0x80...offset + 0xFF ~= scalar.value ? UInt8(scalar.value - offset) : nil
  }
}

extension String {
  /// The null-terminated octets of this file name, as system calls take them.
  public var fileName: [CChar] { FileName.octets(self).map { CChar(bitPattern: $0) } + [0] }
}
