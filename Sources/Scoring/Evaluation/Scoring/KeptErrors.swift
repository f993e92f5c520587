import World

/// The errors of all pipelines on one lap, packed into a fraction of their memory.
///
/// The moments at which errors are due are those of the lap, the same for all pipelines, and kept once. Unpacking gives
/// exactly what was packed: a lap that does not fit the packed form is kept as it is.
public struct KeptErrors: Sendable {
  private enum Form: Sendable {
    case packed(PackedErrors)
    case plain([[PositionError]])
  }

  private let form: Form

  /// - Parameter errors: by pipeline, in the order of the lap.
  public init(_ errors: [[PositionError]]) {
    if let packed = PackedErrors(errors), errors.indices.allSatisfy({ packed.errors(of: $0) == errors[$0] }) {
      form = .packed(packed)
    } else {
      form = .plain(errors)
    }
  }

  /// The errors of one pipeline, in the order of the lap.
  public func errors(of pipeline: Int) -> [PositionError] {
    switch form {
    case .packed(let packed): packed.errors(of: pipeline)
    case .plain(let errors): errors[pipeline]
    }
  }

  /// The number of the lap; nil without errors.
  public var lap: Int? {
    switch form {
    case .packed(let packed): packed.lap
    case .plain(let errors): errors.lazy.joined().first?.lap
    }
  }

  /// How many errors were due for one pipeline.
  public func count(of pipeline: Int) -> Int {
    switch form {
    case .packed(let packed): packed.moments.count
    case .plain(let errors): errors[pipeline].count
    }
  }
}

/// The errors of pipelines that were all due at the same moments, at known places.
private struct PackedErrors: Sendable {
  /// A moment at which errors are due.
  struct Moment: Sendable {
    let time: Double
    let place: Point
    /// Of the fix that counts, the same for all pipelines.
    let age: Double
    let floor: Int32
    let room: Int32?
    let testPoint: Int32?
  }

  /// The result of one pipeline at one moment.
  struct Answer: Sendable {
    let along: Double
    let cross: Double
    let east: Double
    let north: Double
    let room: Int16?
    let floors: Int16
    let isHeadingKnown: Bool
    /// An index into the reasons; ``found`` for a fix.
    let missed: UInt8

    static let found = UInt8.max
  }

  let moments: [Moment]
  let lap: Int
  private let direction: TravelDirection?
  private let hand: Hand?
  private let walker: Walker?
  /// One pipeline's after the other.
  private let answers: [Answer]
  /// Why there was no fix, each reason once.
  private let reasons: [NoFix]
  /// The errors in metres where they differ from the length of the arrow, as along a path; otherwise empty.
  private let metres: [Double]
  /// Of each pipeline what it stated about its errors; empty where that is nothing.
  private let claims: [[ErrorClaim?]]

  /// Nil where the errors do not fit this form, and without errors.
  init?(_ errors: [[PositionError]]) {
    guard let first = errors.first?.first, errors.allSatisfy({ $0.count == errors[0].count }) else {
      return nil
    }
    (lap, direction, hand, walker) = (first.lap, first.direction, first.hand, first.walker)
    moments = errors[0].indices.map { index in
      let error = errors[0][index]
      let age = errors.lazy.compactMap { $0[index].offset?.age }.first
      return Moment(
        time: error.time, place: error.place ?? .zero, age: age ?? 0,
        floor: Int32(clamping: error.floor ?? 0),
        room: error.room.map { Int32(clamping: $0) }, testPoint: error.testPoint.map { Int32(clamping: $0) })
    }
    var reasons: [NoFix] = []
    // The stored arrays have no spare capacity.
    var answers: [Answer] = []
    answers.reserveCapacity(moments.count * errors.count)
    for error in errors.joined() { answers.append(Answer(error, reasons: &reasons)) }
    self.answers = answers
    self.reasons = reasons
    guard reasons.count < Int(Answer.found) else { return nil }
    let offsets = errors.joined().map(\.offset)
    let isStraight = offsets.allSatisfy { $0.map { $0.metres == $0.vector?.horizontalLength } ?? true }
    metres = isStraight ? [] : offsets.map { $0?.metres ?? 0 }
    claims = errors.map { errors in
      errors.contains { $0.offset?.claim != nil } ? errors.map { $0.offset?.claim } : []
    }
  }

  func errors(of pipeline: Int) -> [PositionError] {
    let start = pipeline * moments.count
    return moments.enumerated().map { index, moment in
      PositionError(
        lap: lap, direction: direction, hand: hand, walker: walker, floor: Int(moment.floor),
        place: moment.place, room: moment.room.map { Int($0) }, testPoint: moment.testPoint.map { Int($0) },
        time: moment.time,
        outcome: outcome(
          start + index, at: moment,
          stated: claims[pipeline].isEmpty ? nil : claims[pipeline][index]))
    }
  }

  private func outcome(
    _ index: Int, at moment: Moment, stated claim: ErrorClaim?
  ) -> Result<PositionError.Offset, NoFix> {
    let answer = answers[index]
    guard answer.missed == Answer.found else { return .failure(reasons[Int(answer.missed)]) }
    let vector = Point(x: answer.east, y: answer.north)
    return .success(
      PositionError.Offset(
        metres: metres.isEmpty ? vector.horizontalLength : metres[index],
        along: answer.isHeadingKnown ? answer.along : nil, cross: answer.isHeadingKnown ? answer.cross : nil,
        floors: Int(answer.floors), vector: vector, room: answer.room.map { Int($0) }, age: moment.age,
        claim: claim))
  }
}

extension PackedErrors.Answer {
  init(_ error: PositionError, reasons: inout [NoFix]) {
    var index = Int(Self.found)
    if let missed = error.missed {
      index = reasons.firstIndex(of: missed) ?? reasons.count
      if index == reasons.count { reasons.append(missed) }
    }
    let offset = error.offset
    self.init(
      along: offset?.along ?? 0, cross: offset?.cross ?? 0, east: offset?.vector?.x ?? 0,
      north: offset?.vector?.y ?? 0, room: offset?.room.map { Int16(clamping: $0) },
      floors: Int16(clamping: offset?.floors ?? 0), isHeadingKnown: offset?.along != nil,
      missed: UInt8(clamping: index))
  }
}
