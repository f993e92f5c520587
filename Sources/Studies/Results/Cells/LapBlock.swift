package import Documents
package import Evaluation
import Foundation
import Laps
import World

/// The errors of all pipelines on consecutive laps of one cell in the form in which they are written, read and merged: everything
/// that scores and room metrics need, and nothing else. It is the contents of one line of a journal.
///
/// Scores are made from the blocks of all laps of a cell, in the order of laps. Which process computed which lap, and how
/// many laps it took at a time, therefore changes no bit of a score.
///
/// The octets of a lap, all numbers in little-endian order: the lap (4), the number of pipelines (2), and for each pipeline the number
/// of its errors (4) and the errors in the order in which ``ErrorsByLap`` has them. An error is the walker's room, its outcome (1: 0
/// for a measured one, otherwise one more than the index of the ``NoFix/Reason``) and, if it was measured, the bit pattern of the metres
/// (8), the floors by which the fix is wrong, the room of the fix, and whether the method stated something (1). A statement adds the
/// metres east and north, and of the ``ErrorClaim`` the covariance, the forecast of floors and that of rooms, as bit patterns (4 for
/// each number). What may be missing is a 1 in front of it (rooms and floors: 2), or a 0 in its place.
package struct LapBlock: Hashable, Sendable {
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
    octets.write(UInt32(clamping: lap))
    octets.write(UInt16(clamping: errors.count))
    for ofPipeline in errors {
      octets.write(UInt32(clamping: ofPipeline.count))
      for error in ofPipeline.sorted(by: { $0.order < $1.order }) { octets.write(error) }
    }
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
  fileprivate mutating func write(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  private mutating func write(whole number: Int?) {
    append(number == nil ? 0 : 1)
    if let number { write(Int16(clamping: number)) }
  }

  private mutating func write(_ numbers: [Double]?) {
    append(numbers == nil ? 0 : 1)
    for number in numbers ?? [] { write(Float(number).bitPattern) }
  }

  fileprivate mutating func write(_ error: PositionError) {
    write(whole: error.room)
    switch error.outcome {
    case .failure(let why):
      write(UInt8(clamping: 1 + (NoFix.Reason.allCases.firstIndex(of: why.reason) ?? 0)))
    case .success(let offset):
      append(0)
      write(offset.metres.bitPattern)
      write(whole: offset.floors)
      write(whole: offset.room)
      append(offset.claim == nil ? 0 : 1)
      guard let claim = offset.claim else { return }
      write(offset.vector.map { [$0.x, $0.y] })
      write(claim.covariance.map { [$0.xx, $0.xy, $0.yy] })
      for forecast in [claim.floor, claim.room] { write(forecast.map { [$0.confidence, $0.brier] }) }
    }
  }
}

/// Reads records; every read returns nil where the octets are not a record.
private struct RecordReader {
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
        let before = errors.first.flatMap { index < $0.count ? $0[index] : nil }
        guard let error = error(lap: Int(lap), at: index, sharing: before) else { return nil }
        ofPipeline.append(error)
      }
      errors.append(ofPipeline)
    }
    return errors
  }

  /// Times are not recorded; the order of the errors replaces them.
  ///
  /// - Parameter other: of another pipeline at the same index, whose moment takes no memory again.
  private mutating func error(lap: Int, at index: Int, sharing other: PositionError?) -> PositionError? {
    guard let room = whole(), let state = number(UInt8.self), state <= NoFix.Reason.allCases.count else {
      return nil
    }
    let missed =
      other.flatMap { $0.room == room ? $0 : nil }
      ?? PositionError(lap: lap, room: room, time: Double(index), outcome: .failure(.noCallback))
    guard state == 0 else { return missed.with(.failure(NoFix(NoFix.Reason.allCases[Int(state) - 1]))) }
    return offset().map { missed.with(.success($0)) }
  }

  private mutating func offset() -> PositionError.Offset? {
    guard let metres = number(UInt64.self).map({ Double(bitPattern: $0) }), metres.isFinite,
      let floors = whole(), let room = whole(), let isStated = flag()
    else { return nil }
    guard isStated else { return PositionError.Offset(metres: metres, floors: floors, room: room) }
    guard let vector = numbers(2), let covariance = numbers(3), let floor = numbers(2),
      let ofRoom = numbers(2)
    else { return nil }
    func forecast(_ numbers: [Double]) -> ErrorClaim.Forecast {
      ErrorClaim.Forecast(confidence: numbers[0], brier: numbers[1])
    }
    return PositionError.Offset(
      metres: metres, floors: floors, vector: vector.map { Point(x: $0[0], y: $0[1]) }, room: room,
      claim: ErrorClaim(
        covariance.map { PlanCovariance(xx: $0[0], xy: $0[1], yy: $0[2]) }, floor: floor.map(forecast),
        room: ofRoom.map(forecast)))
  }

  /// Whether something follows.
  private mutating func flag() -> Bool? { number(UInt8.self).map { $0 != 0 } }

  /// Nil at the end, and of nil where there is none; so are the next.
  private mutating func whole() -> Int?? {
    guard let isThere = flag() else { return nil }
    return isThere ? number(Int16.self).map { Optional(Int($0)) } : .some(nil)
  }

  /// Finite numbers.
  private mutating func numbers(_ count: Int) -> [Double]?? {
    guard let isThere = flag() else { return nil }
    guard isThere else { return .some(nil) }
    let read = (0..<count).compactMap { _ in number(UInt32.self).map { Double(Float(bitPattern: $0)) } }
    guard read.count == count, read.allSatisfy(\.isFinite) else { return nil }
    return read
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

extension Journal {
  /// Computes the cells that no journal holds, a few at a time, and writes each as soon as it is done.
  ///
  /// - Parameters:
  ///   - keys: of the cells, each once.
  ///   - known: finished cells by key, of this journal and perhaps of others.
  ///   - width: how many at a time; results do not depend on it.
  ///   - isSound: whether a cell of a journal can be read, and need not be computed again.
  ///   - finished: called with the number of cells that are done.
  /// - Throws: what `work` does; ``JournalProblem``; `CancellationError` once the task is cancelled and the cells that had
  ///   begun are in the journal.
  package mutating func finish(
    _ keys: [String], known: [String: JournalCell], width: Int,
    isSound: @escaping @Sendable (Int, JournalCell) -> Bool, finished: (Int) -> Void,
    work: @escaping @Sendable (Int) throws -> LapBlock
  ) async throws {
    var done = 0
    func keep(_ index: Int, _ new: LapBlock?) throws {
      if let new { try append(new.document, key: keys[index]) }
      done += 1
      finished(done)
    }
    try await inParallel(keys.count, width: width, finished: keep) { index in
      known[keys[index]].map { isSound(index, $0) } ?? false ? nil : try work(index)
    }
  }
}
