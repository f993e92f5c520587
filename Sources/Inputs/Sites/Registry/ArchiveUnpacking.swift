import Files
import Foundation
import World

/// A file that was fetched, unpacked where it is a ZIP archive, as the folder of a data set.
struct ArchiveUnpacking {
  /// The fetched file.
  let archive: String
  /// The last name of its address, under which a file that is no archive is kept.
  let name: String
  /// The set's folder, where nothing is yet.
  let folder: String
  /// The most octets of all files.
  var most = 4 << 30

  /// Prepares the folder under a hidden name, then gives it its own with the list of digests beside it.
  ///
  /// - Returns: the paths of the files, in order.
  /// - Throws: `FileProblem` where the archive holds anything but files below its own folder, or more than the limit; nothing is left then.
  func unpack() throws(FileProblem) -> [String] {
    let place = Place.split(folder)
    let prepared = "\(place.folder)/.\(place.name).unpacked"
    try? FileManager.default.removeItem(atPath: prepared)
    do throws(FileProblem) {
      let paths = try fill(prepared).sorted()
      try DatasetFolder.writeDigests(of: paths, in: prepared, to: folder + DatasetFolder.digestsSuffix)
      guard rename(prepared.fileName, folder.fileName) == 0 else {
        throw FileProblem(file: folder, systemError: errno)
      }
      return paths
    } catch {
      try? FileManager.default.removeItem(atPath: prepared)
      throw error
    }
  }

  private func fill(_ prepared: String) throws(FileProblem) -> [String] {
    guard let data = FileManager.default.contents(atPath: archive) else {
      throw FileProblem(file: archive, sentence: "cannot be read")
    }
    guard data.starts(with: [0x50, 0x4B, 3, 4]) else {
      try Self.write(Array(data), to: "\(prepared)/\(name)")
      return [name]
    }
    return try fill(prepared, from: read { () throws(ZipDamage) in try ZipArchive(Array(data)) })
  }

  private func fill(_ prepared: String, from zip: ZipArchive) throws(FileProblem) -> [String] {
    var (left, paths) = (most, Set<String>())
    for entry in zip.entries {
      guard UnpackedName.staysInFolder(entry.name), paths.insert(entry.name).inserted else {
        throw FileProblem(
          file: archive, expected: "each file once and by a plain name", found: entry.name.printable())
      }
      guard entry.size <= left else {
        throw FileProblem(file: archive, expected: "at most \(most) bytes when unpacked", found: "more")
      }
      left -= entry.size
      let contents = try read { () throws(ZipDamage) in try zip.contents(of: entry, atMost: entry.size) }
      try Self.write(contents, to: "\(prepared)/\(entry.name)")
    }
    return Array(paths)
  }

  private func read<Value>(_ body: () throws(ZipDamage) -> Value) throws(FileProblem) -> Value {
    do throws(ZipDamage) { return try body() } catch {
      throw FileProblem(
        file: archive, place: .byte(error.offset), expected: error.expected, found: error.found)
    }
  }

  private static func write(_ octets: [UInt8], to path: String) throws(FileProblem) {
    let folder = Place.split(path).folder
    do throws(StorageProblem) { try makeFolder(folder) } catch {
      throw FileProblem(file: folder, sentence: "cannot be made: \(error.reason)")
    }
    let file = open(path.fileName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileProblem(file: path, systemError: errno) }
    defer { close(file) }
    if let code = Octets(octets).write(to: file) { throw FileProblem(file: path, systemError: code) }
  }
}
