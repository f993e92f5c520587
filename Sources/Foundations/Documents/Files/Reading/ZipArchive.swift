/// The files of a ZIP archive that is held in memory.
///
/// Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10: 4.3.7 local headers, 4.3.12 the central
/// directory, 4.3.16 its end. Read are stored and deflated files; archives in several parts or in the form ZIP64, which only files
/// above 4 GB need, are refused, as are encrypted files.
public struct ZipArchive: Sendable {
  /// One file.
  public struct Entry: Hashable, Sendable {
    /// With its folders, separated by slashes.
    public let name: String
    /// Bytes when unpacked, as the archive states it.
    public let size: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let packedSize: Int
    fileprivate let isEncrypted: Bool
    fileprivate let offset: Int
  }

  /// The four bytes with which an archive begins, the first one most significant.
  public static let magic: UInt32 = 0x504B_0304

  /// In the order of the central directory, without folders.
  public let entries: [Entry]
  private let bytes: [UInt8]

  /// - Throws: ``ZipDamage``, also for a name that leads out of the folder into which the archive would be unpacked.
  public init(_ bytes: [UInt8]) throws(ZipDamage) {
    self.bytes = bytes
    let end = try Self.end(of: bytes)
    var (place, entries) = (Int(bytes.little32(end + 16)), [Entry]())
    let count = Int(bytes.little16(end + 10))
    guard bytes.little16(end + 4) == 0, bytes.little16(end + 8) == bytes.little16(end + 10) else {
      throw ZipDamage(at: end, "an archive in one part", "one in several")
    }
    for _ in 0..<count {
      let (entry, next) = try Self.entry(at: place, before: end, in: bytes)
      if !entry.name.hasSuffix("/") { entries.append(entry) }
      place = next
    }
    self.entries = entries
  }

  /// Where the record at the end of the central directory begins.
  private static func end(of bytes: [UInt8]) throws(ZipDamage) -> Int {
    // A comment of up to 65535 bytes may follow it.
    var place = bytes.count - 22
    while place >= max(0, bytes.count - 22 - 0xFFFF) {
      if bytes.little32(place) == 0x0605_4B50, place + 22 + Int(bytes.little16(place + 20)) == bytes.count {
        guard bytes.little32(place + 16) != 0xFFFF_FFFF, bytes.little16(place + 10) != 0xFFFF else {
          throw ZipDamage(at: place, "a ZIP archive of less than 4 GB and 65535 files", "ZIP64")
        }
        return place
      }
      place -= 1
    }
    throw ZipDamage(at: bytes.count, "the directory of a ZIP archive", "the end of the file")
  }

  private static func entry(
    at place: Int, before end: Int, in bytes: [UInt8]
  ) throws(ZipDamage) -> (entry: Entry, next: Int) {
    guard place + 46 <= end, bytes.little32(place) == 0x0201_4B50 else {
      throw ZipDamage(at: place, "an entry of the ZIP archive's directory", "other bytes")
    }
    let nameEnd = place + 46 + Int(bytes.little16(place + 28))
    let next = nameEnd + Int(bytes.little16(place + 30)) + Int(bytes.little16(place + 32))
    guard next <= end else {
      throw ZipDamage(at: place, "an entry of \(next - place) bytes", "\(end - place)")
    }
    let name = String(decoding: bytes[place + 46..<nameEnd], as: UTF8.self)
    guard staysInFolder(name) else {
      throw ZipDamage(at: place, "names of files below the archive's own folder", "\"\(name)\"")
    }
    guard isFileOrFolder(bytes, at: place) else {
      throw ZipDamage(at: place, "only files and folders in the archive", "the link or device \"\(name)\"")
    }
    let entry = Entry(
      name: name, size: Int(bytes.little32(place + 24)), method: Int(bytes.little16(place + 10)),
      checksum: bytes.little32(place + 16), packedSize: Int(bytes.little32(place + 20)),
      isEncrypted: bytes.little16(place + 8) & 1 != 0, offset: Int(bytes.little32(place + 42)))
    return (entry, next)
  }

  /// Whether an entry of a Unix system has the mode of a file or a folder, or states none: 4.4.2 and 4.4.15.
  private static func isFileOrFolder(_ bytes: [UInt8], at place: Int) -> Bool {
    guard bytes[place + 5] == 3 else { return true }
    let kind = bytes.little16(place + 40) & 0xF000
    return [0, 0x4000, 0x8000].contains(kind)
  }

  /// Whether a path is relative and does not climb.
  private static func staysInFolder(_ name: String) -> Bool {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    return !name.isEmpty && parts.first != "" && !parts.contains("..") && !name.contains("\0")
      && parts.first?.dropFirst().first != ":"
  }

  /// The contents of a file.
  ///
  /// - Parameter most: the most bytes that are unpacked.
  public func contents(of entry: Entry, atMost most: Int) throws(ZipDamage) -> [UInt8] {
    let place = entry.offset
    guard !entry.isEncrypted else { throw ZipDamage(at: place, "a file that is not encrypted", entry.name) }
    guard entry.size <= most else {
      throw ZipDamage(at: place, "at most \(most) bytes in \(entry.name)", "\(entry.size)")
    }
    guard place + 30 <= bytes.count, bytes.little32(place) == 0x0403_4B50 else {
      throw ZipDamage(at: place, "the header of \(entry.name)", "other bytes")
    }
    let start = place + 30 + Int(bytes.little16(place + 26)) + Int(bytes.little16(place + 28))
    guard start + entry.packedSize <= bytes.count else {
      throw ZipDamage(
        at: place, "\(entry.packedSize) bytes of \(entry.name)", "\(max(0, bytes.count - start))")
    }
    let packed = bytes[start..<start + entry.packedSize]
    let contents: [UInt8]
    switch entry.method {
    case 0: contents = Array(packed)
    case 8: contents = try Self.inflated(Array(packed), entry, at: start)
    default:
      throw ZipDamage(at: place, "\(entry.name) stored or deflated", "compression method \(entry.method)")
    }
    guard contents.count == entry.size, Gzip.checksum(of: contents) == entry.checksum else {
      throw ZipDamage(at: start, "the contents of \(entry.name) by their checksum", "others")
    }
    return contents
  }

  private static func inflated(
    _ packed: [UInt8], _ entry: Entry, at start: Int
  ) throws(ZipDamage) -> [UInt8] {
    let inflater = Inflater(isRaw: true)
    var (contents, place) = ([UInt8](), 0)
    while contents.count <= entry.size {
      let step = inflater.unzip(packed.span.bytes.extracting(place..<packed.count))
      contents += step.output
      place += step.consumed
      switch step.end {
      case .member: return contents
      case .damage(let words): throw ZipDamage(at: start + place, "\(entry.name) as deflated data", words)
      case .none:
        guard step.consumed > 0 || !step.output.isEmpty else {
          throw ZipDamage(at: start + place, "more of \(entry.name)", "its end")
        }
      }
    }
    throw ZipDamage(at: start, "\(entry.size) bytes of \(entry.name)", "more")
  }
}

/// What is wrong with a ZIP archive, and where.
public struct ZipDamage: Error, Hashable, Sendable {
  /// Bytes from the beginning of the archive.
  public let offset: Int
  /// As the end of "expected …".
  public let expected: String
  /// As the end of "found …".
  public let found: String

  init(at offset: Int, _ expected: String, _ found: String) {
    (self.offset, self.expected, self.found) = (offset, expected, found)
  }
}

extension [UInt8] {
  fileprivate func little16(_ place: Int) -> UInt16 { UInt16(self[place]) | UInt16(self[place + 1]) << 8 }

  fileprivate func little32(_ place: Int) -> UInt32 {
    UInt32(little16(place)) | UInt32(little16(place + 2)) << 16
  }
}
