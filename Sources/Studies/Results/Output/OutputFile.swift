import Documents
package import Foundation
package import World

/// Files that a command writes for its user.
package enum OutputFile {
  /// What becomes of a file under the name of an output that holds something else than would be written.
  package enum Others {
    case replaced
    case refused
    /// Before the work, although only the end of it shows whether it is something else.
    case refusedAtOnce
    /// Replaced where the octets show that they can be made again, such as those of a picture.
    case replacedIf(@Sendable (Data) -> Bool)

    fileprivate func mayGo(_ old: Data, for new: Data) -> Bool {
      switch self {
      case .replaced: true
      case .refused, .refusedAtOnce: old == new
      case .replacedIf(let isRenewable): old == new || isRenewable(old)
      }
    }
  }

  /// Says before any work is done whether files can be written at the end.
  ///
  /// - Parameters:
  ///   - paths: nil for those that are not asked for.
  ///   - inputs: what the command reads, none of which may be replaced by what comes of it. What comes through a pipe
  ///     cannot come again, so that other files are then refused at once.
  package static func check(
    _ paths: [String?], apartFrom inputs: [String?] = [], others: Others = .replaced
  ) throws(FileProblem) {
    let paths = paths.compactMap(\.self)
    _ = try targets(of: paths)
    for path in paths {
      switch others {
      case .refusedAtOnce: try refuse(path, unless: { $0.isEmpty })
      case .refused where inputs.contains { $0.map(isStreamed) ?? false }:
        try refuse(path, unless: { $0.isEmpty })
      case .replacedIf(let isRenewable): try refuse(path, unless: isRenewable)
      default: break
      }
      guard Entry(following: path) == .file, let identity = FileIdentity(of: path),
        let input = inputs.compactMap(\.self).first(where: { FileIdentity(of: $0) == identity })
      else { continue }
      throw FileProblem(
        file: path, sentence: "would overwrite the input \(input)")
    }
  }

  /// Refuses a plain file that holds something and must not go.
  private static func refuse(_ path: String, unless mayGo: (Data) -> Bool) throws(FileProblem) {
    guard Entry(following: path) == .file else { return }
    let descriptor = open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
    defer { close(descriptor) }
    let contents = (try? FileHandle(fileDescriptor: descriptor).readToEnd()) ?? nil
    guard let contents, !contents.isEmpty, !mayGo(contents) else { return }
    throw FileProblem(
      file: path, sentence: "is there already and holds something else; --replace replaces it")
  }

  package static func write(_ text: String, to path: String, others: Others = .replaced) throws(FileProblem) {
    try write([(path, Data(text.utf8))], others: others)
  }

  /// Writes a file whole or not at all.
  package static func write(_ data: Data, to path: String, others: Others = .replaced) throws(FileProblem) {
    try write([(path, data)], others: others)
  }

  /// Writes several files, each whole; when one cannot be written, none is.
  ///
  /// Each is prepared under a hidden name beside its place, and all are renamed when the last is complete. What
  /// is no ordinary file, such as a FIFO or `/dev/stdout`, is written to directly. A name that ends in `.gz` makes a gzip
  /// file.
  ///
  /// - Parameters:
  ///   - others: what becomes of files that are there and hold something else.
  ///   - isZipped: whether the data of gzip files are octets of such files already.
  package static func write(
    _ files: [(path: String, data: Data)], others: Others = .replaced, isZipped: Bool = false
  ) throws(FileProblem) {
    let files = files.map { path, data in
      let zips = !isZipped && path.lowercased().hasSuffix(".gz") && isForFile(path)
      return (path: path, data: zips ? Data(Gzip.zip(Array(data))) : data)
    }
    if case .replaced = others {
    } else {
      for file in files { try refuse(file.path) { others.mayGo($0, for: file.data) } }
    }
    var prepared: [(replacement: Replacement, path: String)] = []
    for (file, replacement) in zip(files, try targets(of: files.map(\.path))) {
      do throws(StorageProblem) {
        guard let replacement else {
          try writeDirectly(file.data, to: file.path)
          continue
        }
        try replacement.append(Octets(file.data))
        prepared.append((replacement, file.path))
      } catch {
        throw problem(file.path, error)
      }
    }
    do throws(Replacement.Failure) {
      try Replacement.commit(prepared.map(\.replacement))
    } catch {
      throw problem(prepared[error.index].path, error.problem)
    }
  }

  /// What takes the place of each file; nil for what is written to directly.
  private static func targets(of paths: [String]) throws(FileProblem) -> [Replacement?] {
    var targets: [Replacement?] = []
    for path in paths {
      let target: Replacement?
      do throws(StorageProblem) {
        target = try place(of: path).map { place throws(StorageProblem) in
          try Replacement(of: place, .file)
        }
      } catch {
        throw problem(path, error)
      }
      if let target, targets.contains(where: { $0?.place.isSame(as: target.place) ?? false }) {
        throw FileProblem(
          file: path, sentence: "is named for two outputs")
      }
      targets.append(target)
    }
    return targets
  }

  /// Whether a plain file is at a path, or nothing yet.
  private static func isForFile(_ path: String) -> Bool { [nil, .file].contains(Entry(following: path)) }

  /// Nil for what is there and no ordinary file.
  private static func place(of path: String) throws(StorageProblem) -> Place? {
    guard let entry = Entry(following: path), entry != .file else { return try Place(path) }
    guard entry != .folder else { throw StorageProblem(code: EISDIR) }
    guard access(path.fileName, W_OK) == 0 else { throw StorageProblem(code: errno) }
    return nil
  }

  private static func writeDirectly(_ data: Data, to path: String) throws(StorageProblem) {
    let file = open(path.fileName, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw StorageProblem(code: errno) }
    let failure = Octets(data).write(to: file)
    let closed = close(file)
    if let code = failure ?? (closed == 0 ? nil : errno), code != EPIPE { throw StorageProblem(code: code) }
  }

  private static func problem(_ path: String, _ problem: StorageProblem) -> FileProblem {
    FileProblem(file: path, sentence: "cannot be written: \(reason(path) ?? problem.reason)")
  }

  /// A plainer reason than the system's, where there is one.
  private static func reason(_ path: String) -> String? {
    if Entry(following: path) == .folder { return "it is a folder" }
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    let parent = String(path[..<slash])
    return Entry(following: parent) != nil ? nil : "there is no folder \(parent)"
  }
}

/// Whether an input is a FIFO, a device or standard input.
package func isStreamed(_ path: String) -> Bool {
  path == "-" || Entry(following: path) == .special
}

/// A folder that a command makes for what it writes.
package struct NewFolder {
  /// As the user named it.
  package let path: String

  /// - Parameters:
  ///   - option: the option that names it, for a sentence.
  ///   - replacing: whether files of a folder that is there may be replaced.
  /// - Throws: where something else than such a folder is there, or none can be made.
  package init(_ path: String, for option: String, replacing: Bool) throws(FileProblem) {
    self.path = path
    guard let entry = Entry(following: path) else { return }
    guard entry == .folder, let names = FileName.all(in: path), names.isEmpty || replacing else {
      throw FileProblem(
        file: path, expected: "a new or an empty folder for \(option)",
        found: entry == .folder ? "one with files, which --replace replaces" : "a file")
    }
  }

  /// Writes all files, or none.
  package func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    try makeNamedFolder(path)
    try OutputFile.write(files.map { ("\(path)/\($0.name)", Data($0.text.utf8)) })
  }
}
