import Files
import Foundation
public import World

extension DatasetFolder {
  /// Fetches what is missing of the set; files that are there and right are left alone.
  ///
  /// - Parameters:
  ///   - mirror: the address below which the files lie, or that of the archive, in place of the registry's; nil for those.
  ///   - sha256: the digest of the archive of a set whose files are not listed.
  /// - Throws: One sentence, where a file cannot be had or is not the one that is listed; files that were fetched before it stay.
  public func fetch(from mirror: String?, sha256: String?) throws(FileProblem) -> [Fetched] {
    let root = Place.split(path).folder
    do throws(StorageProblem) { try makeFolder(root) } catch {
      throw FileProblem(file: root, sentence: "cannot be made: \(error.reason)")
    }
    let lock: Lock
    do throws(Lock.Failure) { lock = try Lock(root, O_RDONLY | O_DIRECTORY, isNeeded: false) } catch {
      throw FileProblem(
        file: root, expected: "a folder of data sets into which nothing else is fetched", found: "one in use")
    }
    return try withExtendedLifetime(lock) { () throws(FileProblem) in
      try entry.files.isEmpty ? fetchArchive(from: mirror, sha256) : fetchFiles(from: mirror, sha256)
    }
  }

  private func fetchFiles(from mirror: String?, _ sha256: String?) throws(FileProblem) -> [Fetched] {
    guard sha256 == nil else {
      throw FileProblem(
        file: "--sha256", expected: "a set without digests",
        found: "\(entry.name), whose digests \(registry) has")
    }
    guard mirror != nil || entry.hasAddress else {
      throw FileProblem(
        file: registry,
        expected: "the address of the files of \(entry.name)",
        found: "none: \(entry.page) has them; --from takes the address below which they lie")
    }
    var fetched: [Fetched] = []
    for file in entry.files { fetched.append(try fetch(file, from: mirror)) }
    return fetched
  }

  private func fetch(_ file: DatasetRegistry.File, from mirror: String?) throws(FileProblem) -> Fetched {
    let place = "\(path)/\(file.path)"
    if FileKind(ofFile: place) != nil {
      do throws(FileProblem) { try FileDigest.check(place, is: file.sha256) } catch {
        throw FileProblem(
          file: place, expected: error.expected, found: "\(error.found); remove the file to fetch it")
      }
      return Fetched(path: file.path, bytes: file.bytes, arrival: .present)
    }
    let address = mirror.map { Self.address(of: file.path, below: $0) } ?? file.address
    let download = Download(
      address: address ?? Self.address(of: file.path, below: entry.address ?? ""), path: place,
      bytes: file.bytes, sha256: file.sha256)
    let resumed = try download.fetch()
    try download.place()
    return Fetched(path: file.path, bytes: file.bytes, arrival: resumed ? .resumed : .fetched)
  }

  /// The address of a file below another, with its path as RFC 3986 writes it.
  static func address(of file: String, below address: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return file.utf8.reduce(into: address.hasSuffix("/") ? address : address + "/") { text, octet in
      let digits = String(octet, radix: 16, uppercase: true)
      text += plain.contains(octet) ? String(UnicodeScalar(octet)) : "%" + (octet < 16 ? "0" : "") + digits
    }
  }

  private func fetchArchive(from mirror: String?, _ sha256: String?) throws(FileProblem) -> [Fetched] {
    guard let sha256 = sha256?.lowercased() else {
      throw FileProblem(
        file: registry, expected: "the digest of \(entry.name)",
        found: "none: read \(entry.page), and give the SHA-256 digest of its file as --sha256")
    }
    guard let address = mirror ?? entry.archive else {
      throw FileProblem(
        file: registry, expected: "the address of \(entry.name)",
        found: "none: \(entry.page) has it; --from takes the address of its file")
    }
    guard FileKind(ofFile: path) == nil else {
      throw FileProblem(
        file: path, sentence: "is there already; data check compares it, and without it the set is fetched")
    }
    let archive = "\(Place.split(path).folder)/.\(entry.name).archive"
    let download = Download(address: address, path: archive, bytes: nil, sha256: sha256)
    _ = try download.fetch()
    let last = address.split(separator: "/").last.map(String.init) ?? ""
    let name = UnpackedName.staysInFolder(last) && !last.contains("?") ? last : entry.name
    let paths = try ArchiveUnpacking(archive: download.part, name: name, folder: path).unpack()
    unlink(download.part.fileName)
    return paths.map { file in
      var status = stat()
      let isThere = stat("\(path)/\(file)".fileName, &status) == 0
      return Fetched(path: file, bytes: isThere ? Int(status.st_size) : 0, arrival: .unpacked)
    }
  }
}
