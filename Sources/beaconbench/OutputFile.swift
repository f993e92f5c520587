import Foundation
import World

/// Files that a command writes for its user.
enum OutputFile {
  static func write(_ text: String, to path: String) throws(FileProblem) {
    try write([(path, Data(text.utf8))])
  }

  /// Writes a file whole or not at all.
  static func write(_ data: Data, to path: String) throws(FileProblem) { try write([(path, data)]) }

  /// Writes several files, each whole; when one cannot be written, none is.
  ///
  /// Each is prepared under a hidden name beside its place, and all are renamed when the last is complete. What
  /// is no ordinary file, such as a FIFO or `/dev/stdout`, is written to directly.
  static func write(_ files: [(path: String, data: Data)]) throws(FileProblem) {
    var prepared: [(fresh: String, place: String)] = []
    defer { for file in prepared { unlink(file.fresh) } }
    for file in files {
      let place = URL(filePath: file.path).resolvingSymlinksInPath().path
      guard !prepared.contains(where: { $0.place == place }) else {
        throw FileProblem(
          file: file.path, expected: "another file for each output", found: "the same one twice")
      }
      var status = stat()
      let isThere = stat(file.path, &status) == 0
      if isThere, status.st_mode & S_IFMT != S_IFREG {
        try write(file.data, path: file.path, at: file.path, flags: O_WRONLY)
      } else {
        let (folder, name) = (
          (place as NSString).deletingLastPathComponent, (place as NSString).lastPathComponent
        )
        let fresh = "\(folder)/.\(name).new-\(getpid())"
        prepared.append((fresh, place))
        try write(file.data, path: file.path, at: fresh, flags: O_WRONLY | O_CREAT | O_TRUNC)
        if isThere { chmod(fresh, status.st_mode & 0o7777) }
      }
    }
    for (file, asked) in zip(prepared, files) where rename(file.fresh, file.place) != 0 {
      throw problem(asked.path, errno)
    }
  }

  private static func write(_ data: Data, path: String, at place: String, flags: Int32) throws(FileProblem) {
    let file = open(place, flags | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw problem(path, errno) }
    let failure = Octets(data).write(to: file)
    let closed = close(file)
    if let code = failure ?? (closed == 0 ? nil : errno), code != EPIPE { throw problem(path, code) }
  }

  private static func problem(_ path: String, _ code: Int32) -> FileProblem {
    FileProblem(file: path, sentence: "cannot be written: \(reason(path, code))")
  }

  private static func reason(_ path: String, _ code: Int32) -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return "it is a folder"
    }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      let parent = String(path[..<slash])
      guard FileManager.default.fileExists(atPath: parent) else { return "there is no folder \(parent)" }
    }
    return systemMessage(code)
  }
}
