import Documents
import Foundation

/// The size of a picture, and how much of its end says nothing.
struct PNGRows {
  let width: Int
  let height: Int
  /// Rows at the end of which each is like the one before it, or of one colour: all differences that the filters of the specification
  /// (https://www.w3.org/TR/png-3/#9Filters) leave are 0.
  private(set) var repeated = 0

  /// Nil for a file that is no picture of 8-bit channels.
  init?(contentsOf path: String) throws {
    let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard file.count > 33, file[1..<4].elementsEqual("PNG".utf8), file[24] == 8,
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][file[25]]
    else { return nil }
    (width, height) = (number(16), number(20))
    var zipped: [UInt8] = []
    var place = 8
    while place + 12 <= file.count, place + 12 + number(place) <= file.count {
      if file[place + 4..<place + 8].elementsEqual("IDAT".utf8) {
        zipped += file[place + 8..<place + 8 + number(place)]
      }
      place += 12 + number(place)
    }
    let octets = Self.unzipped(Array(zipped.dropFirst(2)))
    let row = 1 + width * channels
    guard octets.count == row * height else { return nil }
    while repeated < height {
      let start = (height - repeated - 1) * row
      guard octets[start + 1 + channels..<start + row].allSatisfy({ $0 == 0 }) else { break }
      repeated += 1
    }
  }

  /// The stream of zlib without its header of 2 octets.
  private static func unzipped(_ octets: [UInt8]) -> [UInt8] {
    let inflater = Inflater(isRaw: true)
    var (output, place) = ([UInt8](), 0)
    while true {
      let step = inflater.unzip(Array(octets[place...]).span.bytes)
      output += step.output
      place += step.consumed
      guard case .none = step.end, step.consumed > 0 || !step.output.isEmpty else { return output }
    }
  }
}
