public import Documents
import Foundation
public import World

extension Document {
  /// Reads a YAML file, or a JSON file when its name ends in `.json`.
  ///
  /// - Parameter path: Shown in errors as it is given.
  public init(contentsOf path: String) throws(FileProblem) {
    let text = try wholeText(of: path, atMost: mostOfDocument)
    if path.hasSuffix(".json") {
      try self.init(json: text, file: path)
    } else {
      try self.init(yaml: text, file: path)
    }
  }
}

extension Document {
  /// The path of a file that is named here, as ``Sites/resolvedPath(_:namedIn:)`` gives it.
  ///
  /// - Parameter file: The path of the file in which it is named.
  /// - Throws: One sentence that names this key when there is no such file.
  public func pathOfFile(namedIn file: String) throws(FileProblem) -> String {
    let path = resolvedPath(try text, namedIn: file)
    try checkFile(at: path)
    return path
  }

  /// Refuses what stands here when there is no file at the path that it means.
  public func checkFile(at path: String) throws(FileProblem) {
    guard let kind = Entry(following: path) else {
      throw problem(
        expected: "", found: "no such file: \(path)\(nearbyFile(path))")
    }
    guard kind == .file else {
      throw problem(
        expected: "", found: "\(path) is \(kind == .folder ? "a folder" : "a FIFO or a device"), not a file")
    }
  }
}

extension SettingForm where Value == String {
  /// The path of a file, from the folder of the one that names it, at which there must be one.
  package static var file: Self {
    .text().checked { document, path throws(FileProblem) in
      path = try document.pathOfFile(namedIn: document.location.file)
    }
  }
}

/// A path as a file gives it, which means it from where that file is.
///
/// - Returns: An absolute path as it is; otherwise the path behind the folder of `file`.
public func resolvedPath(_ path: String, namedIn file: String) -> String {
  guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
  return file[...slash] + path
}

/// What is far above every document, pictures included, must not fill the memory.
private let mostOfDocument = 1 << 28

/// The octets of a file; of a FIFO or a device all that comes.
///
/// - Parameter most: of a regular file, how many at most.
func octets(ofFile path: String, atMost most: Int = .max) throws(FileProblem) -> Data {
  try checkReadable(path)
  do {
    // Not mapped: a file that is cut short while it is mapped ends the process.
    let isPlain = Entry(following: path) == .file
    let descriptor = isPlain ? try InputFile.open(path).descriptor : open(path.fileName, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
    defer { close(descriptor) }
    let input = FileHandle(fileDescriptor: descriptor)
    if isPlain {
      return try (most == .max ? input.readToEnd() : input.read(upToCount: most)) ?? Data()
    }
    var data = Data()
    while let piece = try input.read(upToCount: 1 << 16), !piece.isEmpty {
      data += piece
      guard data.count <= mostStreamed else {
        throw FileProblem(
          file: path, expected: "at most \(mostStreamed) bytes from a FIFO or device", found: "more")
      }
    }
    return data
  } catch let problem as FileProblem {
    throw problem
  } catch {
    throw FileProblem(file: path, sentence: "cannot be read")
  }
}

/// What does not end, as /dev/zero, must not fill the memory.
let mostStreamed = 1 << 28

/// The text of a UTF-8 file, without a byte order mark.
public func wholeText(of path: String) throws(FileProblem) -> String {
  try wholeText(of: path, atMost: 1 << 31)
}

/// The same of a file with a limit in octets; a larger file is not read.
package func wholeText(of path: String, atMost most: Int) throws(FileProblem) -> String {
  try checkReadable(path)
  try checkSize(of: path, atMost: most)
  // What is no text is not read as a whole.
  if Entry(following: path) == .file { try checkIsText(octets(ofFile: path, atMost: 512), file: path) }
  var data = try octets(ofFile: path)
  if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = data.dropFirst(3) }
  try checkIsText(data, file: path)
  if let text = String(validating: data, as: UTF8.self) { return text }
  throw notUTF8(data, file: path)
}

private func checkSize(of path: String, atMost most: Int) throws(FileProblem) {
  var status = stat()
  if stat(path.fileName, &status) == 0 { try checkSize(Int(status.st_size), of: path, atMost: most) }
}

/// Refuses a file that is larger than the limit.
package func checkSize(_ size: Int, of path: String, atMost most: Int) throws(FileProblem) {
  guard size > most else { return }
  throw FileProblem(file: path, expected: "at most \(most / 1_000_000) MB", found: "\(size / 1_000_000) MB")
}

/// What a file, or the contents of a gzip file, begins with: by this one can tell what it is. A gzip file that is damaged
/// before that is given as it is.
func firstOctets(ofFile path: String) throws(FileProblem) -> Data {
  // Zipped, the beginning of the contents is in far fewer.
  let (octets, count) = (try octets(ofFile: path, atMost: 1 << 16), 512)
  guard Gzip.isZipped(octets), let contents = try? Gzip.unzip(Array(octets), stoppingAfter: count) else {
    return octets.prefix(count)
  }
  return Data(contents.prefix(count))
}
