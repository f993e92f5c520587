import Documents
import Phone
import World

/// A program on one lap. A class, because it holds a process, which is returned to the pool at the end of the lap.
final class ProgramSession: PositioningSession {
  private let pool: ProgramPool
  private let building: ProgramMethod.Building
  private let lap: LapPrior
  private var model: RangingModel
  private var program: RunningProgram?
  /// Why there are no more answers on this lap.
  private var ending: ProgramTrouble?
  private var heard = 0
  private var time = 0.0

  init(_ pool: ProgramPool, _ building: ProgramMethod.Building, _ lap: LapPrior, model: RangingModel) {
    (self.pool, self.building, self.lap, self.model) = (pool, building, lap, model)
  }

  deinit { end() }

  func learn(_ model: RangingModel) { self.model = model }

  func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    heard = epoch.levels.count { $0 != nil }
    let presses = lap.presses.filter { time <= $0.time && $0.time < epoch.time }
    time = epoch.time
    let message = ProgramMessage.epoch(
      epoch, of: building.site, model: model, presses: presses, packets: pool.settings.packets)
    guard let fix = try fix(answering: message) else {
      throw failure(.wrongAnswer("expected a position, found {}"))
    }
    return fix
  }

  func position(at time: Double) throws(NoFix) -> Fix? {
    try fix(answering: ["message": "position", "time": Document(time)])
  }

  func end() {
    defer { program = nil }
    do throws(ProgramTrouble) {
      try program?.confirm(ProgramMessage.end.json, within: pool.settings.timeLimit, for: pool)
      if let program { pool.giveBack(program) }
    } catch {
      lose(error)
    }
  }

  /// Nil for the answer `{}`.
  private func fix(answering message: Document) throws(NoFix) -> Fix? {
    let answer: Document
    do throws(ProgramTrouble) {
      answer = try self.answer(to: message.json)
    } catch {
      throw failure(error)
    }
    if answer == [:] { return nil }
    if let reason = answer.optional("none") { throw noFix(reason) }
    do throws(ProgramTrouble) {
      return try building.fix(answer)
    } catch {
      throw failure(error)
    }
  }

  private func answer(to message: String) throws(ProgramTrouble) -> Document {
    if let ending { throw ending }
    if program == nil {
      do throws(ProgramTrouble) {
        program = try pool.borrow()
        try program?.confirm(ProgramMessage.lap(lap).json, within: pool.settings.timeLimit, for: pool)
      } catch {
        lose(error)
        throw error
      }
    }
    do throws(ProgramTrouble) {
      let line = try program?.ask(message, within: pool.settings.timeLimit) { [pool] in pool.say($0) } ?? ""
      guard line.first == "{" else { throw .notAnAnswer(line.excerpt) }
      return try Document(answer: line)
    } catch {
      if !error.isHarmless { lose(error) }
      throw error
    }
  }

  /// Counts what went wrong for good on this lap, and ends the process.
  private func lose(_ trouble: ProgramTrouble) {
    ending = trouble
    pool.count(trouble)
    if let program { pool.discard(program) }
    program = nil
  }

  private func failure(_ trouble: ProgramTrouble) -> NoFix {
    if trouble.isHarmless { pool.count(trouble) }
    return .failed(trouble.description)
  }

  /// The program's reason for having no position: one of the built-in methods' reasons, or its own words.
  private func noFix(_ reason: Document) -> NoFix {
    guard let text = try? reason.text else { return failure(.wrongAnswer("the reason for none is no text")) }
    switch NoFix.Reason(rawValue: text) {
    case .tooFewBeacons: return .tooFewBeacons(heard: heard, needed: heard + 1)
    case .undetermined: return .undetermined
    case .notFinite: return .notFinite
    default: return .failed(text.excerpt)
    }
  }
}

extension Document {
  fileprivate init(answer line: String) throws(ProgramTrouble) {
    do throws(FileProblem) {
      try self.init(json: line, file: "")
    } catch {
      throw .wrongAnswer("\(line.excerpt) is no JSON, \(error.description)")
    }
  }
}
