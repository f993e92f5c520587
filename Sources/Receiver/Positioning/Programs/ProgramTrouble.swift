/// An error of a program that is used as a method.
enum ProgramTrouble: Error, Hashable, Sendable {
  case cannotStart(String)
  /// The program has no permission to start.
  case refused(String)
  /// No complete line within a number of seconds.
  case late(Double)
  case ended(String)
  case notAnAnswer(String)
  case tooLong
  case unasked
  case wrongAnswer(String)
  case outside(String)
  case givenUp(Int)

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

  var kind: Kind {
    switch self {
    case .cannotStart, .refused: .cannotStart
    case .late: .late
    case .ended: .ended
    case .notAnAnswer: .notAnAnswer
    case .tooLong: .tooLong
    case .unasked: .unasked
    case .wrongAnswer: .wrongAnswer
    case .outside: .outside
    case .givenUp: .givenUp
    }
  }

  /// Whether question and answer still match, so that the lap can go on.
  var isHarmless: Bool { kind == .wrongAnswer || kind == .outside }
}

extension ProgramTrouble: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotStart(let reason): "cannot be started: \(reason)"
    case .refused(let reason): reason
    case .late(let seconds): "no answer within \(seconds) s"
    case .ended(let how): "the program \(how)"
    case .notAnAnswer(let line): "expected an answer, found the line \(line)"
    case .tooLong: "an answer of more than \(RunningProgram.longestLine) bytes"
    case .unasked: "more than one answer, or one before it was asked"
    case .wrongAnswer(let problem): "wrong answer: \(problem)"
    case .outside(let place): "the position \(place) is outside the building"
    case .givenUp(let restarts): "the program broke off more than \(restarts) times"
    }
  }
}
