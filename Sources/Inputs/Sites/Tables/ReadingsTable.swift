import Documents
import Foundation
public import World

/// The columns of a readings file, `time_s,beacon,rssi_dbm[,receiver,transmitter,channel,count,lap]`, and how
/// a stream is written as one.
public enum ReadingsTable {
  enum Column: Int, CaseIterable {
    case time, beacon, level, receiver, transmitter, channel, count, lap
  }

  /// What a receiver reports; 127 of HCI means that it could not tell.
  static let levels = NumberRange.between(-127, DBm.mostReceived.value)

  static let names = ["time_s", "beacon", "rssi_dbm", "receiver", "transmitter", "channel", "count", "lap"]

  /// A whole stream as a table, whose first row names the columns; reading it back gives the same stream.
  ///
  /// Columns that would say nothing are left out. ``ReadingsWriter`` says how a row is written.
  ///
  /// - Parameters:
  ///   - stream: In order of time.
  ///   - directory: Of the stream: which anchors, transmitters and receivers its indices mean.
  ///   - site: The one that the stream's anchors were made from; nil for none.
  ///   - lap: Written in a column of its own when given.
  public static func text(
    of stream: AdvertisementStream, directory: StreamDirectory, site: Site? = nil, lap: Int? = nil
  ) -> String {
    var columns: ReadingsWriter.Columns = []
    if directory.receivers != ["receiver"] { columns.insert(.receiver) }
    if directory.transmitters.contains(where: { ReadingsWriter.hasName($0, site: site) }) {
      columns.insert(.transmitter)
    }
    if stream.channels.contains(where: { $0 != 0 }) { columns.insert(.channel) }
    if stream.counts.contains(where: { $0 != 1 }) { columns.insert(.count) }
    var writer = ReadingsWriter(columns: columns, site: site, lap: lap)
    writer.append(stream, directory: directory)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ReadingsTable {
  /// Whether a file begins with a header that names levels, or is called a table and is no capture. A pipe, which cannot
  /// be looked into without taking from it, is none.
  ///
  /// - Throws: when there is no such file, or it cannot be read, or it is a document.
  public static func isOne(_ path: String) throws(FileProblem) -> Bool {
    let kind = Entry(following: path)
    guard kind == .file || kind == nil else { return false }
    let start = try firstOctets(ofFile: path)
    let name = path.lowercased()
    if isLog(start) { return false }
    if [".yaml", ".yml", ".json"].contains(where: { name.hasSuffix($0) }), !isCapture(start) {
      throw FileProblem(
        file: path, expected: "a recording",
        found: "a document: a scenario is given with --scenario, a site with --site")
    }
    if [".csv", ".tsv", ".csv.gz", ".tsv.gz"].contains(where: { name.hasSuffix($0) }) {
      return !isCapture(start)
    }
    let header = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).lowercased()
    // A line of btmon's text may tell an RSSI too, but not in columns.
    return header.contains("time_s") || header.contains("rssi") && header.contains(/[,;\t]/)
  }
}
