import Documents
import Foundation
public import World

extension DatasetFolder {
  /// Fetches what is missing of the set; files that are there and right are left alone.
  ///
  /// - Parameters:
  ///   - mirror: the address below which the files lie, or that of the archive, in place of the registry's; nil for those.
  ///   - sha256: the digest of the archive of a set whose files are not listed.
  ///   - python: an interpreter with the package pooch.
  /// - Throws: One sentence, where a file cannot be had or is not the one that is listed; files that were fetched before it stay.
  public func fetch(
    from mirror: String?, sha256: String?, python: String
  ) throws(FileProblem) -> [Fetched] {
    let root = Place.split(path).folder
    try makeNamedFolder(root)
    let lock: Lock
    do throws(Lock.Failure) { lock = try Lock(root, O_RDONLY | O_DIRECTORY, isNeeded: false) } catch {
      throw FileProblem(
        file: root, expected: "a folder of data sets into which nothing else is fetched", found: "one in use")
    }
    return try withExtendedLifetime(lock) { () throws(FileProblem) in
      try entry.files.isEmpty
        ? fetchArchive(from: mirror, sha256, python) : fetchFiles(from: mirror, sha256, python)
    }
  }

  private func fetchFiles(
    from mirror: String?, _ sha256: String?, _ python: String
  ) throws(FileProblem) -> [Fetched] {
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
    var (present, missing) = ([Fetched](), [WantedFile]())
    for file in entry.files {
      if try isThere(file) {
        present.append(Fetched(path: file.path, bytes: file.bytes, arrival: .present))
      } else {
        let own = mirror == nil ? file.address : nil
        missing.append(
          WantedFile(
            path: file.path,
            address: own ?? Self.address(of: file.path, below: mirror ?? entry.address ?? ""),
            sha256: file.sha256, most: file.bytes))
      }
    }
    let fetched = try fetch(missing, python)
    return (present + fetched.map { Fetched(path: $0.path, bytes: $0.bytes, arrival: .fetched) })
      .sorted { $0.path < $1.path }
  }

  private func isThere(_ file: DatasetRegistry.File) throws(FileProblem) -> Bool {
    let place = "\(path)/\(file.path)"
    guard Entry(following: place) != nil else { return false }
    do throws(FileProblem) { try FileDigest.check(place, is: file.sha256) } catch {
      throw FileProblem(
        file: place, expected: error.expected, found: "\(error.found); remove the file to fetch it")
    }
    return true
  }

  /// The address of a file below another, with its path as RFC 3986 writes it.
  static func address(of file: String, below address: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    return (address.hasSuffix("/") ? address : address + "/")
      + (file.addingPercentEncoding(withAllowedCharacters: plain) ?? file)
  }

  private func fetchArchive(
    from mirror: String?, _ sha256: String?, _ python: String
  ) throws(FileProblem) -> [Fetched] {
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
    guard Entry(following: path) == nil else {
      throw FileProblem(
        file: path, sentence: "is there already; data check compares it, and without it the set is fetched")
    }
    let last = address.split(separator: "/").last.map(String.init) ?? ""
    let name = DatasetRegistry.staysInFolder(last) && !last.contains("?") ? last : entry.name
    let archive = WantedFile(path: name, address: address, sha256: sha256, most: Self.mostOfArchive)
    return try fetch([archive], python, digests: path + Self.digestsSuffix)
      .map { Fetched(path: $0.path, bytes: $0.bytes, arrival: .unpacked) }
  }

  /// The most octets of a file whose size is not known.
  private static let mostOfArchive = 1 << 31

  private struct WantedFile {
    let path, address, sha256: String
    let most: Int

    var document: Document {
      [
        "path": Document(path), "address": Document(address), "sha256": Document(sha256),
        "most": Document(most),
      ]
    }
  }

  /// Starts Python.
  ///
  /// - Parameter digests: the list of digests of the files that are unpacked; nil for files that are listed themselves.
  private func fetch(
    _ files: [WantedFile], _ python: String, digests: String? = nil
  ) throws(FileProblem) -> [(path: String, bytes: Int)] {
    guard let first = files.first else { return [] }
    let place = Place.split(path)
    let request: Document = [
      "folder": Document(path), "staging": Document("\(place.folder)/.\(place.name).fetching"),
      "files": Document(files.map(\.document)), "digests": digests.map { Document($0) } ?? nil,
    ]
    var limits = BoundedProgram.Limits()
    // Each read of the server has a limit of its own.
    limits.seconds = 86_400
    let program = PythonProgram(PackageResources.fetch_py, needs: "pooch", within: limits)
    guard let output = try? program.output(input: .octets(Array(request.json.utf8)), by: python) else {
      throw FileProblem(
        file: first.address,
        sentence:
          "not fetched, which needs Python with pooch (python3 -m pip install pooch, or another in BEACONBENCH_PYTHON); or "
          + "fetch it yourself as \(path)/\(first.path): its SHA-256 digest is \(first.sha256)")
    }
    let answer = try Document(json: String(decoding: output, as: UTF8.self), file: first.address)
    if let problem = answer.optional("problem") {
      throw FileProblem(
        file: try answer.text("address"), sentence: "not fetched: \(try problem.text.printable())")
    }
    return try answer.elements("files").map { file throws(FileProblem) in
      (try file.text("path"), try file.integer("bytes"))
    }
  }
}
