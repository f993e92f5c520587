package import Files
import Foundation
package import World

/// What one start of the recorder hears, octet by octet as it arrives.
package struct CapturePart {
  /// Counted from 1.
  package let number: Int
  private let descriptor: Int32
  private var isSettled = true

  /// Begins a part in a folder.
  ///
  /// - Parameter start: the first octets, by which the file is named.
  package init(number: Int, in folder: String, start: ArraySlice<UInt8>) throws(StorageProblem) {
    self.number = number
    let path = "\(folder)/\(Self.prefix(number))\(Self.ending(of: Array(start.prefix(4))))"
    descriptor = open(path.fileName, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw StorageProblem(code: errno) }
    if let code = synchronise(folder: folder) { throw StorageProblem(code: code) }
  }

  private static func prefix(_ number: Int) -> String { "capture-\(number)." }

  /// The parts in a folder, in their order.
  package static func all(in folder: String) -> [(number: Int, path: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name -> (number: Int, path: String)? in
      guard name.hasPrefix("capture-"), let number = Int(name.dropFirst(8).prefix { $0 != "." }), 0 < number,
        number < .max,
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

  package mutating func append(_ octets: ArraySlice<UInt8>) throws(StorageProblem) {
    isSettled = false
    if let code = Octets(octets).write(to: descriptor) { throw StorageProblem(code: code) }
  }

  /// Waits until the disk has what was written.
  package mutating func settle() throws(StorageProblem) {
    guard !isSettled else { return }
    if let code = synchronise(descriptor) { throw StorageProblem(code: code) }
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
  private let descriptor: Int32

  package init(in folder: String) throws(FileProblem) {
    let path = "\(folder)/\(Self.name)"
    descriptor = open(path.fileName, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileProblem(file: path, systemError: errno) }
    // A line that was cut off must not go on with the next one, and gets a cell too many.
    if let last = FileManager.default.contents(atPath: path)?.last, last != UInt8(ascii: "\n") {
      _ = Octets(",\n").write(to: descriptor)
    }
  }

  package func append(_ line: ClockLine) throws(StorageProblem) {
    let text = "\(line.part),\(line.unixSeconds),\(line.streamSeconds)\n"
    if let code = Octets(text).write(to: descriptor) ?? synchronise(descriptor) {
      throw StorageProblem(code: code)
    }
  }

  /// The whole lines of the file; empty without one.
  package static func lines(in folder: String) -> [ClockLine] {
    guard let contents = FileManager.default.contents(atPath: "\(folder)/\(name)"),
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
