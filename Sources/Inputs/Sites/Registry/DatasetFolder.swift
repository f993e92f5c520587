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
