package import Documents
package import Evaluation
import Foundation
import World

/// The errors of all pipelines on consecutive laps of one cell in the form in which they are written, read and merged: everything
/// that scores and room metrics need, and nothing else. It is the contents of one line of a journal.
///
/// Scores are made from the blocks of all laps of a cell, in the order of laps. Which process computed which lap, and how
/// many laps it took at a time, therefore changes no bit of a score.
///
/// The octets of a lap, all numbers in little-endian order: the lap (4), the number of pipelines (2), and for each pipeline the number
/// of its errors (4) and the errors in the order in which ``ErrorsByLap`` has them. An error is its outcome (1: 0 for a
/// measured one, 255 for one with a statement of the method, otherwise one more than the index of the ``NoFix/Reason``), the
/// walker's room (2, -1 for none) and, if it was measured, the floors by which the fix is wrong (2), the room of the fix (2)
/// and the bit pattern of the metres (8). A statement adds the bit patterns of metres east and north and of the numbers of the
/// ``ErrorClaim`` (4 each).
package struct LapBlock: JournalledCell, Hashable {
  package private(set) var octets: [UInt8] = []

  package init() {}

  /// Reads ``text`` back; nil where it is something else.
  ///
  /// - Parameter laps: the number of laps that it must hold.
  package init?(_ text: String, laps: Int) {
    guard let data = Data(base64Encoded: text) else { return nil }
    octets = Array(data)
    var reader = RecordReader(octets)
    for _ in 0..<laps { guard reader.lap() != nil else { return nil } }
    guard reader.isAtEnd else { return nil }
  }

  /// Adds a lap behind the others.
  ///
  /// - Parameters:
  ///   - lap: counted from 0.
  ///   - errors: by pipeline; those of several walkers are concatenated.
  package mutating func append(lap: Int, _ errors: [[PositionError]]) {
    octets.append(UInt32(clamping: lap))
    octets.append(UInt16(clamping: errors.count))
    for ofPipeline in errors {
      octets.append(UInt32(clamping: ofPipeline.count))
      for error in ofPipeline.sorted(by: Self.isBefore) { octets.append(error) }
    }
  }

  /// The order of ``ErrorsByLap`` within a lap.
  private static func isBefore(_ a: PositionError, _ b: PositionError) -> Bool {
    func key(_ error: PositionError) -> (Double, Int, Double) {
      (error.time, error.testPoint ?? .min, error.metres ?? -.infinity)
    }
    return key(a) < key(b)
  }

  /// The text in a journal.
  package var text: String { Data(octets).base64EncodedString() }
  /// What a journal holds.
  package var document: Document { Document(text) }

  /// By pipeline and then by lap.
  package func errors(pipelines: Int) -> [[[PositionError]]] {
    var errors = [[[PositionError]]](repeating: [], count: pipelines)
    var reader = RecordReader(octets)
    while let lap = reader.lap() {
      for (pipeline, ofLap) in zip(errors.indices, lap) { errors[pipeline].append(ofLap) }
    }
    return errors
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// An index that may be missing.
  private mutating func append(index: Int?) { append(Int16(clamping: index ?? -1)) }

  fileprivate mutating func append(_ error: PositionError) {
    switch error.outcome {
    case .success(let offset):
      append(offset.claim == nil ? 0 : RecordReader.stated)
      append(index: error.room)
      append(Int16(clamping: offset.floors ?? 0))
      append(index: offset.room)
      append(offset.metres.bitPattern)
      guard let claim = offset.claim else { return }
      let vector = offset.vector ?? .zero
      for number in [Float(vector.x), Float(vector.y)] + claim.numbers { append(number.bitPattern) }
    case .failure(let why):
      append(UInt8(clamping: 1 + (NoFix.Reason.allCases.firstIndex(of: why.reason) ?? 0)))
      append(index: error.room)
    }
  }
}

/// Reads records; every read returns nil where the octets are not a record.
private struct RecordReader {
  /// The outcome of a measured error with a statement.
  static let stated: UInt8 = 255

  private let octets: [UInt8]
  private var place = 0

  init(_ octets: [UInt8]) { self.octets = octets }

  var isAtEnd: Bool { place == octets.count }

  /// By pipeline; nil at the end.
  mutating func lap() -> [[PositionError]]? {
    guard let lap = number(UInt32.self), let pipelines = number(UInt16.self) else { return nil }
    var errors: [[PositionError]] = []
    for _ in 0..<pipelines {
      guard let count = number(UInt32.self), Int(count) <= octets.count - place else { return nil }
      var ofPipeline: [PositionError] = []
      for index in 0..<Int(count) {
        guard let error = error(lap: Int(lap), at: index) else { return nil }
        ofPipeline.append(error)
      }
      errors.append(ofPipeline)
    }
    return errors
  }

  /// Times are not recorded; the order of the errors replaces them.
  private mutating func error(lap: Int, at index: Int) -> PositionError? {
    guard let state = number(UInt8.self), let room = readIndex() else { return nil }
    let outcome: Result<PositionError.Offset, NoFix>
    if state == 0 || state == Self.stated {
      guard let floors = number(Int16.self), let found = readIndex(),
        let metres = number(UInt64.self).map({ Double(bitPattern: $0) }), metres.isFinite
      else { return nil }
      let claim = state == 0 ? nil : claim()
      guard state == 0 || claim != nil else { return nil }
      outcome = .success(
        PositionError.Offset(
          metres: metres, floors: Int(floors), vector: claim?.vector, room: found,
          claim: claim?.claim))
    } else {
      guard Int(state) <= NoFix.Reason.allCases.count else { return nil }
      outcome = .failure(NoFix(NoFix.Reason.allCases[Int(state) - 1]))
    }
    return PositionError(
      lap: lap, room: room, time: Double(index), outcome: outcome)
  }

  /// What a method stated about an error, and the error.
  private mutating func claim() -> (vector: Point, claim: ErrorClaim)? {
    var numbers: [Float] = []
    for _ in 0..<9 {
      guard let bits = number(UInt32.self) else { return nil }
      numbers.append(Float(bitPattern: bits))
    }
    let vector = Point(x: Double(numbers[0]), y: Double(numbers[1]))
    guard vector.isFinite, let claim = ErrorClaim(numbers: Array(numbers[2...])) else { return nil }
    return (vector, claim)
  }

  /// Nil at the end, and of nil where there is none.
  private mutating func readIndex() -> Int?? {
    number(Int16.self).map { $0 < 0 ? nil : Int($0) }
  }

  private mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
    let size = MemoryLayout<Number>.size
    guard place + size <= octets.count else { return nil }
    var number: Number = 0
    for index in (0..<size).reversed() {
      number = Number(
        truncatingIfNeeded: UInt64(truncatingIfNeeded: number) << 8 | UInt64(octets[place + index]))
    }
    place += size
    return number
  }
}

extension NoFix {
  /// A ``NoFix`` with that reason, without its details.
  init(_ reason: Reason) {
    self =
      switch reason {
      case .noCallback: .noCallback
      case .tooFewBeacons: .tooFewBeacons(heard: 0, needed: 0)
      case .didNotConverge: .didNotConverge(iterations: 0)
      case .undetermined: .undetermined
      case .failed: .failed("")
      case .notFinite: .notFinite
      }
  }
}
