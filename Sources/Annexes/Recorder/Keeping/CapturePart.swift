package import Documents
import Foundation
package import World

/// What one start of the recorder hears, octet by octet as it arrives.
package struct CapturePart {
  /// Counted from 1.
  package let number: Int
  private let path: String
  private let descriptor: Int32
  /// Octets of the file that were written as they should.
  private var length = 0
  private var isTorn = false
  private var isSettled = true

  /// The largest number of a part.
  private static let most = 999_999

  /// Begins the next part in a folder.
  ///
  /// - Parameter start: the first octets, by which the file is named.
  package init(in folder: String, start: ArraySlice<UInt8>) throws(FileProblem) {
    number = try Self.next(in: folder)
    path = "\(folder)/\(Self.prefix(number))\(Self.ending(of: Array(start.prefix(4))))"
    descriptor = open(path.fileName, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
    if let code = synchronise(folder: folder) {
      close(descriptor)
      unlink(path.fileName)
      throw Self.problem(path, code)
    }
  }

  private static func problem(_ path: String, _ code: Int32) -> FileProblem {
    FileProblem(file: path, sentence: "cannot be written: \(systemMessage(code))")
  }

  /// The number of the next part.
  ///
  /// - Throws: `FileProblem` where a file of the folder leaves none.
  package static func next(in folder: String) throws(FileProblem) -> Int {
    guard let last = all(in: folder).last else { return 1 }
    guard last.number < most else {
      throw FileProblem(
        file: last.path, expected: "a part of a capture with a number below \(most)", found: "\(last.number)")
    }
    return last.number + 1
  }

  private static func prefix(_ number: Int) -> String { "capture-\(number)." }

  /// The parts in a folder, in their order.
  package static func all(in folder: String) -> [(number: Int, path: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name -> (number: Int, path: String)? in
      guard name.hasPrefix("capture-"), let number = Int(name.dropFirst(8).prefix { $0 != "." }), 0 < number,
        name.hasPrefix(prefix(number))
      else { return nil }
      return (number, "\(folder)/\(name)")
    }.sorted { $0.number < $1.number }
  }

  private static func ending(of start: [UInt8]) -> String {
    switch start {
    case Array("btsn".utf8): "btsnoop"
    case [0x0A, 0x0D, 0x0D, 0x0A]: "pcapng"
    case [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0xC3, 0xD4], [0x4D, 0x3C, 0xB2, 0xA1],
      [0xA1, 0xB2, 0x3C, 0x4D]:
      "pcap"
    default: "txt"
    }
  }

  /// Writes octets; where that fails, the same ones are to be appended again.
  package mutating func append(_ octets: ArraySlice<UInt8>) throws(FileProblem) {
    isSettled = false
    guard !isTorn || ftruncate(descriptor, off_t(length)) == 0 else { throw Self.problem(path, errno) }
    let code = Octets(octets).write(to: descriptor)
    isTorn = code != nil
    if let code { throw Self.problem(path, code) }
    length += octets.count
  }

  /// Waits until the disk has what was written.
  package mutating func settle() throws(FileProblem) {
    guard !isSettled else { return }
    if let code = synchronise(descriptor) { throw Self.problem(path, code) }
    isSettled = true
  }

  package func end() { close(descriptor) }
}

/// A moment at which something arrived, and its time in the stream. Delivery makes the difference larger and never smaller, so that the
/// smallest one compares the clocks.
package struct ClockLine: Hashable, Sendable {
  /// The part of the capture.
  package let part: Int
  /// By the recorder's clock.
  package let unixSeconds: Double
  /// Since the first record of the part.
  package let streamSeconds: Double

  package init(part: Int, unixSeconds: Double, streamSeconds: Double) {
    (self.part, self.unixSeconds, self.streamSeconds) = (part, unixSeconds, streamSeconds)
  }

  /// What is added to the time in the stream, for the recorder's clock.
  package var difference: Double { unixSeconds - streamSeconds }
}

/// The file of clock lines, `part,unix_s,stream_s`, which only grows.
package struct ClockLog {
  package static let name = "clock.csv"
  /// Octets that are read of it.
  private static let most = 1 << 30
  private let descriptor: Int32
  /// Whether the file ends within a line.
  private var isCut = false

  package init(in folder: String) throws(FileProblem) {
    let path = "\(folder)/\(Self.name)"
    descriptor = open(path.fileName, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
    let contents = try InputFile.octets(of: path, atMost: Self.most)
    isCut = !contents.isEmpty && contents.last != UInt8(ascii: "\n")
  }

  package mutating func append(_ line: ClockLine) throws(StorageProblem) {
    // A line that was cut off must not go on with the next one, and gets a cell too many.
    let text = (isCut ? ",\n" : "") + "\(line.part),\(line.unixSeconds),\(line.streamSeconds)\n"
    isCut = true
    if let code = Octets(text).write(to: descriptor) ?? synchronise(descriptor) {
      throw StorageProblem(code: code)
    }
    isCut = false
  }

  /// The whole lines of the file; empty without one.
  package static func lines(in folder: String) -> [ClockLine] {
    guard let contents = try? InputFile.octets(of: "\(folder)/\(name)", atMost: most),
      let end = contents.lastIndex(of: UInt8(ascii: "\n"))
    else { return [] }
    return String(decoding: contents.prefix(through: end), as: UTF8.self).split(separator: "\n").compactMap {
      line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 3, let part = Int(cells[0]), let unix = Double(cells[1]),
        let stream = Double(cells[2]), unix.isFinite, stream.isFinite
      else { return nil }
      return ClockLine(part: part, unixSeconds: unix, streamSeconds: stream)
    }
  }
}
