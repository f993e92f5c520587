import Documents
import Foundation
public import World

/// The folder of one data set below the folder of all.
public struct DatasetFolder: Sendable {
  /// What was found of a file.
  public enum State: String, Sendable {
    case right
    case missing
    /// It has another size or digest.
    case changed
    /// It is not listed.
    case extra
  }

  /// A file and what was found of it.
  public struct Finding: Hashable, Sendable {
    public let set: String
    /// Below the set's folder.
    public let path: String
    public let state: State
  }

  /// What became of a file that was to be fetched.
  public enum Arrival: String, Sendable {
    case present = "was there"
    case fetched
    case unpacked
  }

  /// A file and what became of it.
  public struct Fetched: Hashable, Sendable {
    public let path: String
    public let bytes: Int
    public let arrival: Arrival
  }

  /// The end of the name of the list of digests beside the folder of a set that was unpacked, as `sha256sum` writes it.
  static let digestsSuffix = ".SHA256SUMS"

  let entry: DatasetRegistry.Entry
  let registry: String
  /// The set's own folder.
  public let path: String

  /// - Parameters:
  ///   - entry: a set of the registry.
  ///   - registry: its file, for messages.
  ///   - root: the folder of all data sets.
  public init(_ entry: DatasetRegistry.Entry, of registry: String, below root: String) {
    (self.entry, self.registry) = (entry, registry)
    path = root.hasSuffix("/") ? root + entry.name : "\(root)/\(entry.name)"
  }

  /// Whether there is anything of the set.
  public var exists: Bool { Entry(following: path) == .folder }

  /// Every listed file and every other one, in the order of their paths.
  ///
  /// - Throws: where neither the registry nor a list beside the folder has digests, or a file cannot be read.
  public func check() throws(FileProblem) -> [Finding] {
    let digests = try digests()
    var findings: [Finding] = []
    for (name, digest) in digests {
      findings.append(Finding(set: entry.name, path: name, state: try state(of: name, digest)))
    }
    let listed = Set(digests.map(\.path))
    for name in files where !listed.contains(name) {
      findings.append(Finding(set: entry.name, path: name, state: .extra))
    }
    return findings.sorted { $0.path < $1.path }
  }

  private func state(of name: String, _ digest: String) throws(FileProblem) -> State {
    let file = "\(path)/\(name)"
    guard let kind = Entry(following: file) else { return .missing }
    guard kind == .file else { return .changed }
    return try FileDigest.sha256(ofFile: file) == digest ? .right : .changed
  }

  /// The paths of all files in the folder, without following links.
  private var files: [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter { Entry(at: "\(path)/\($0)") != .folder }
  }

  private func digests() throws(FileProblem) -> [(path: String, digest: String)] {
    guard entry.files.isEmpty else { return entry.files.map { ($0.path, $0.sha256) } }
    let list = path + Self.digestsSuffix
    guard Entry(following: list) != nil else {
      throw FileProblem(
        file: list, expected: "the digests of \(entry.name), which data fetch writes", found: "no such file")
    }
    let data = try InputFile.octets(of: list, atMost: 64 << 20)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      (String($0.dropFirst(66)), String($0.prefix(64)))
    }
  }
}

extension DatasetFolder {
  /// The digests of a file, or of all files below a folder in the order of their paths.
  ///
  /// - Parameter root: the folder of data sets, which the paths begin after where they lie below it.
  public static func digests(
    of path: String, below root: String
  ) throws(FileProblem) -> [(path: String, bytes: Int, sha256: String)] {
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    let isFolder = Entry(following: path) == .folder
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let files = names.sorted().map { "\(folder)/\($0)" }.filter { Entry(at: $0) == .file }
    guard !isFolder || !files.isEmpty else {
      throw FileProblem(file: path, expected: "files in the folder", found: "none")
    }
    let base = URL(filePath: root).standardizedFileURL.path + "/"
    return try (isFolder ? files : [path]).map { file throws(FileProblem) in
      let full = URL(filePath: file).standardizedFileURL.path
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      return (
        full.hasPrefix(base) ? String(full.dropFirst(base.count)) : file, (attributes?[.size] as? Int) ?? 0,
        try FileDigest.sha256(ofFile: file)
      )
    }
  }

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
