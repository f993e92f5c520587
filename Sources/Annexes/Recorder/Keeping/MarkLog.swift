package import Documents
import Foundation
package import World

/// The file of presses of a recorder, a JSON object a line, which only grows: each line is on the disk before ``append(_:)`` returns.
package struct MarkLog {
  /// In the order of the file.
  package private(set) var marks: [RecordedMark] = []
  /// Lines that were cut off when the program or the machine stopped; what they would have said was never acknowledged.
  package private(set) var brokenLines = 0
  private let path: String
  /// Open and locked until the process ends.
  private let descriptor: Int32
  private var places: [String: Int] = [:]
  /// Whether the file ends within a line.
  private var isCut = false

  /// Opens or makes the file, and takes the sole right to it until the process ends.
  ///
  /// - Throws: `FileProblem` where another program has it, or it cannot be read.
  package init(_ path: String) throws(FileProblem) {
    self.path = path
    do throws(Lock.Failure) {
      descriptor = try Lock(path, O_RDWR | O_CREAT | O_APPEND, permissions: 0o600, isKept: true).descriptor
    } catch {
      switch error {
      case .unopened(let code): throw FileProblem(file: path, systemError: code)
      case .irregular:
        throw FileProblem(file: path, expected: "a file of presses or no file", found: "no regular file")
      case .unlocked:
        throw FileProblem(file: path, expected: "a folder that no other recorder uses", found: "one in use")
      }
    }
    let contents = try InputFile.octets(of: path, atMost: 1 << 30)
    isCut = !contents.isEmpty && contents.last != UInt8(ascii: "\n")
    for line in contents.split(separator: UInt8(ascii: "\n")) {
      guard let text = String(bytes: line, encoding: .utf8), let mark = Self.mark(text) else {
        brokenLines += 1
        continue
      }
      keep(mark)
    }
  }

  /// The mark of a line; nil for one that is not whole.
  private static func mark(_ line: String) -> RecordedMark? {
    guard let document = try? Document(json: line, file: "") else { return nil }
    return try? RecordedMark(RecordedMark.schema.resolve(document))
  }

  private mutating func keep(_ mark: RecordedMark) {
    guard places[mark.id] == nil else { return }
    places[mark.id] = marks.count
    marks.append(mark)
  }

  /// The mark with an id.
  package subscript(id: String) -> RecordedMark? { places[id].map { marks[$0] } }

  /// Writes a mark, unless there is one with its id, and waits until the disk has it.
  ///
  /// - Throws: what the file system says, such as that there is no space; the mark is then not kept.
  package mutating func append(_ mark: RecordedMark) throws(StorageProblem) {
    guard places[mark.id] == nil else { return }
    let line = (isCut ? "\n" : "") + mark.written.json + "\n"
    isCut = true
    if let code = Octets(line).write(to: descriptor) ?? synchronise(descriptor) {
      throw StorageProblem(code: code)
    }
    isCut = false
    keep(mark)
  }
}
