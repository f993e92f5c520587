import Foundation
import SiteFiles
public import World

/// The folder `results/<scenario>/<name>/`, which is written whole or not at all.
///
/// Everything is prepared in a hidden folder beside it, which takes its place by renaming only when complete.
/// A rerun replaces its own folder; one that this program did not write is refused.
public struct ResultsFolder: Hashable, Sendable {
  /// The file whose presence says that a folder was written by this program.
  public static let marker = "provenance.json"

  /// The folder that takes the finished results.
  public let path: String

  /// - Parameters:
  ///   - root: the folder of all results, `results` by custom.
  ///   - scenario: the scenario's name.
  ///   - name: the name of this run.
  public init(root: String, scenario: String, name: String) {
    path = "\(root)/\(scenario)/\(name)"
  }

  /// A results folder at any other place, such as a baseline's.
  public init(path: String) { self.path = path }

  /// Says before any work is done whether the folder can be written at the end.
  ///
  /// - Throws: ``ResultsProblem`` when something is there that this program did not write.
  public func check() throws(ResultsProblem) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      try checkFolderAbove()
      return
    }
    guard isFolder.boolValue else { throw .foreign(path: path, found: "a file") }
    guard let contents = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .foreign(path: path, found: "a folder that cannot be read")
    }
    guard contents.isEmpty || contents.contains(Self.marker) else {
      throw .foreign(path: path, found: "a folder without \(Self.marker)")
    }
    if let other = contents.sorted().first(where: { !isResult($0) }) {
      throw .foreign(path: path, found: "one that also holds \(other)")
    }
  }

  /// Whether something in the folder is of a kind that this program writes there: a table, a document, or a scenario.
  private func isResult(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
    return isThere && !isFolder.boolValue && [".csv", ".json", ".yaml"].contains { name.hasSuffix($0) }
  }

  /// The same, and says whether results would be lost that this study does not give again.
  ///
  /// - Throws: ``ResultsProblem`` as ``check()`` does, and when the folder holds the results of another scenario or
  ///   seed.
  public func check(for scenario: SavedScenario) throws(ResultsProblem) {
    try check()
    guard FileManager.default.fileExists(atPath: "\(path)/\(Self.marker)") else { return }
    if let difference = scenario.difference(fromThoseIn: path) {
      throw .others(path: path, found: difference)
    }
  }

  /// The nearest folder above that is there must take new ones.
  private func checkFolderAbove() throws(ResultsProblem) {
    var above = path
    while let slash = above.lastIndex(of: "/") {
      above = slash == above.startIndex ? "/" : String(above[..<slash])
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: above, isDirectory: &isFolder) else {
        if above == "/" { return }
        continue
      }
      guard isFolder.boolValue else { throw .unwritable(path: path, reason: "the file \(above)") }
      return try checkTakesFolders(above, called: "the folder \(above)")
    }
    try checkTakesFolders(".", called: "a working folder")
  }

  /// Makes a folder and takes it away again: permissions alone do not tell, as for `/proc` or a full disk.
  private func checkTakesFolders(_ above: String, called name: String) throws(ResultsProblem) {
    let probe = "\(above)/.beaconbench.new-\(getpid())"
    guard mkdir(probe, 0o777) == 0 else {
      let reason = String(cString: strerror(errno))
      throw .unwritable(path: path, reason: "\(name), in which none can be made (\(reason.lowercased()))")
    }
    rmdir(probe)
  }

  /// Writes the files and puts the folder in its place.
  ///
  /// - Parameters:
  ///   - files: contents by file name.
  ///   - inPieces: files whose contents are handed over piece by piece, since they may be larger than the memory.
  /// - Throws: ``ResultsProblem`` when the folder is a foreign one or the disk refuses.
  public func write(
    _ files: [(name: String, contents: String)],
    inPieces: [(name: String, pieces: (_ append: (String) throws -> Void) throws -> Void)] = []
  ) throws(ResultsProblem) {
    try check()
    do {
      try replace { fresh in
        try FileManager.default.createDirectory(at: fresh, withIntermediateDirectories: false)
        for file in files {
          try Data(file.contents.utf8).write(to: fresh.appending(path: file.name))
        }
        for file in inPieces {
          let place = fresh.appending(path: file.name)
          try Data().write(to: place)
          let handle = try FileHandle(forWritingTo: place)
          defer { try? handle.close() }
          try file.pieces { try handle.write(contentsOf: Data($0.utf8)) }
        }
      }
    } catch {
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
  }

  /// Makes this folder a copy of another one, whole; what was here before is gone.
  ///
  /// - Throws: As ``check(copyOf:)`` does, or when the disk refuses.
  public func copy(of other: ResultsFolder) throws(ResultsProblem) {
    try check(copyOf: other)
    do {
      try replace { fresh in try FileManager.default.copyItem(at: other.resolved, to: fresh) }
    } catch {
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
  }

  /// Says before any work is done whether this folder can become a copy of another one.
  ///
  /// - Throws: ``ResultsProblem`` when one of them is not a results folder, or lies in the other.
  public func check(copyOf other: ResultsFolder) throws(ResultsProblem) {
    do {
      try check()
    } catch .foreign(let path, let found) {
      throw .notABaseline(path: path, found: found)
    }
    let (source, place) = (other.resolved, resolved)
    let marker = try? Document(contentsOf: source.appending(path: Self.marker).path)
    guard case .object = marker?.content else { throw .unmarked(path: other.path) }
    guard !source.isWithin(place), !place.isWithin(source) else {
      throw .nested(path: path, other: other.path)
    }
  }

  /// Whether both are the same folder on disk, however they are named.
  public func isSame(as other: ResultsFolder) -> Bool { resolved.path == other.resolved.path }

  /// The folder's absolute place without symbolic links.
  private var resolved: URL { URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath() }

  /// - Parameter prepare: makes the folder that takes the place, under the name it is given.
  private func replace(_ prepare: (URL) throws -> Void) throws {
    let manager = FileManager.default
    let place = resolved
    let parent = place.deletingLastPathComponent()
    try manager.createDirectory(at: parent, withIntermediateDirectories: true)
    try removeRemains(in: parent)
    let process = ProcessInfo.processInfo.processIdentifier
    let fresh = parent.appending(path: ".\(place.lastPathComponent).new-\(process)")
    let old = parent.appending(path: ".\(place.lastPathComponent).old-\(process)")
    defer {
      try? manager.removeItem(at: fresh)
      try? manager.removeItem(at: old)
    }
    try prepare(fresh)
    if manager.fileExists(atPath: place.path) { try manager.moveItem(at: place, to: old) }
    try manager.moveItem(at: fresh, to: place)
  }

  /// Takes away what a killed run left under its hidden name, unless that run is still going.
  private func removeRemains(in parent: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: parent.path) {
      guard name.hasPrefix("."), let dash = name.lastIndex(of: "-"),
        let process = Int32(name[name.index(after: dash)...]),
        name.contains(".new-") || name.contains(".old-"), kill(process, 0) != 0
      else { continue }
      try? FileManager.default.removeItem(at: parent.appending(path: name))
    }
  }
}

extension URL {
  /// Whether this is the other place or lies below it.
  fileprivate func isWithin(_ other: URL) -> Bool {
    let (own, others) = (pathComponents.filter { $0 != "/" }, other.pathComponents.filter { $0 != "/" })
    return own.starts(with: others)
  }
}

/// Why results could not be written.
public enum ResultsProblem: InputProblem, Hashable, Sendable {
  case foreign(path: String, found: String)
  case others(path: String, found: String)
  case notABaseline(path: String, found: String)
  case unmarked(path: String)
  case nested(path: String, other: String)
  case unwritable(path: String, reason: String)

  public var description: String {
    switch self {
    case .foreign(let path, let found):
      "\(path): expected a results folder or nothing, found \(found); name another with --name"
    case .others(let path, let found):
      "\(path): expected the results of the same scenario and seed, or none, found \(found); name another with --name, or replace them with --replace"
    case .notABaseline(let path, let found):
      "\(path): expected a results folder or nothing, found \(found)"
    case .unmarked(let path):
      "\(path): expected a JSON object as \(ResultsFolder.marker) in a folder that is to be accepted, found none"
    case .nested(let path, let other):
      "\(path): expected a folder that neither holds \(other) nor lies in it, found one that does"
    case .unwritable(let path, let reason):
      "\(path): expected a place for a results folder, found \(reason)"
    }
  }
}
