import Foundation
import World

/// Files that a command writes for its user.
enum OutputFile {
  static func write(_ text: String, to path: String) throws(FileProblem) {
    try write(Data(text.utf8), to: path)
  }

  /// Writes a file whole or not at all.
  static func write(_ data: Data, to path: String) throws(FileProblem) {
    do {
      try data.write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw FileProblem(file: path, expected: "a file that can be written", found: reason(path, error))
    }
  }

  private static func reason(_ path: String, _ error: any Error) -> String {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return "a folder"
    }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      let parent = String(path[..<slash])
      guard FileManager.default.fileExists(atPath: parent) else { return "no folder \(parent)" }
    }
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let cause, cause.domain == NSPOSIXErrorDomain else { return "one that cannot" }
    return String(cString: strerror(Int32(cause.code)))
  }
}
