import Documents
import Foundation
public import World

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
