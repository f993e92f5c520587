import Foundation
public import World

extension ReadingsTable {
  /// Whether a file begins with the header of a readings table, whatever its name. A pipe, which cannot be
  /// looked into without taking from it, is none.
  ///
  /// - Throws: when there is no such file, or it cannot be read.
  public static func isOne(_ path: String) throws(FileProblem) -> Bool {
    let kind = FileKind(ofFile: path)
    guard kind == .plain || kind == nil else { return false }
    var start = try octets(ofFile: path).prefix(512)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    return start.starts(with: Array(names[0].utf8)) || start.starts(with: Array("lap,time_s,beacon".utf8))
  }
}
