/// An error of a program that is used as a method.
struct ProgramTrouble: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds, as a note counts them, in its order.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case cannotStart = "failed starts"
    case late = "answers that took too long"
    case ended = "unexpected ends"
    case notAnAnswer = "lines that are no answer"
    case tooLong = "lines that are too long"
    case unasked = "lines that nothing asked for"
    case wrongAnswer = "answers with wrong values"
    case outside = "positions outside the building"
    case givenUp = "laps without the program after too many restarts"
  }

  let kind: Kind
  let description: String

  private init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  static func cannotStart(_ reason: String) -> Self { Self(.cannotStart, "cannot be started: \(reason)") }
  /// The program has no permission to start.
  static func refused(_ reason: String) -> Self { Self(.cannotStart, reason) }
  /// No complete line within a number of seconds.
  static func late(_ seconds: Double) -> Self { Self(.late, "no answer within \(seconds) s") }
  static func ended(_ how: String) -> Self { Self(.ended, "the program \(how)") }
  static func notAnAnswer(_ line: String) -> Self {
    Self(.notAnAnswer, "expected an answer, found the line \(line)")
  }
  static let tooLong = Self(.tooLong, "an answer of more than \(RunningProgram.longestLine) bytes")
  static let unasked = Self(.unasked, "more than one answer, or one before it was asked")
  static func wrongAnswer(_ problem: String) -> Self { Self(.wrongAnswer, "wrong answer: \(problem)") }
  static func outside(_ place: String) -> Self {
    Self(.outside, "the position \(place) is outside the building")
  }
  static func givenUp(_ restarts: Int) -> Self {
    Self(.givenUp, "the program broke off more than \(restarts) times")
  }

  /// Whether question and answer still match, so that the lap can go on.
  var isHarmless: Bool { kind == .wrongAnswer || kind == .outside }
}
