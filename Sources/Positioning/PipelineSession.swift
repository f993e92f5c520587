import Filtering
public import World

/// What a pipeline answers at one callback of the phone.
public struct Callback: Hashable, Sendable {
  /// Seconds since the stream began.
  public let time: Double
  /// The fix, or why there is none.
  public let fix: Result<Fix, NoFix>
  /// The direction of travel along the path's route; nil when unknown or not asked for.
  public let direction: TravelDirection?

  public init(time: Double, fix: Result<Fix, NoFix>, direction: TravelDirection? = nil) {
    self.time = time
    self.fix = fix
    self.direction = direction
  }
}

/// A pipeline at work on one lap, after the filters: from epochs to callbacks.
struct PipelineSession {
  private var session: any PositioningSession
  private let looksAhead: Bool
  private var direction: DirectionOfTravel?
  /// On which fixes lie; nil where they may lie anywhere.
  private let path: PathGraph?
  /// Nil where presses change nothing.
  private var offset: PressOffset?
  /// Of a method that looks ahead, with the directions.
  private var waiting: [(epoch: Epoch, direction: TravelDirection?)] = []

  init(
    _ session: any PositioningSession, direction: DirectionOfTravel?, path: PathGraph?, offset: PressOffset?
  ) {
    self.session = session
    looksAhead = session is any SmoothingSession
    self.direction = direction
    self.path = path
    self.offset = offset
  }

  mutating func learn(_ model: RangingModel) {
    session.learn(model)
    direction?.learn(model)
  }

  /// The answer to one epoch; nil from a method that looks ahead, whose answers come at the end.
  mutating func callback(for epoch: Epoch) -> Callback? {
    let direction = direction?.direction(from: epoch)
    guard !looksAhead else {
      waiting.append((epoch, direction))
      return nil
    }
    do throws(NoFix) {
      return callback(at: epoch.time, .success(try session.fix(from: epoch)), direction)
    } catch {
      return callback(at: epoch.time, .failure(error), direction)
    }
  }

  /// Ends the session, and gives the answers that are still due.
  mutating func end() -> [Callback] {
    defer { session.end() }
    guard var smoother = session as? any SmoothingSession else { return [] }
    let fixes = smoother.fixes(for: waiting.map(\.epoch))
    precondition(fixes.count == waiting.count, "\(fixes.count) fixes for \(waiting.count) epochs")
    session = smoother
    return zip(waiting, fixes).map { callback(at: $0.epoch.time, $1, $0.direction) }
  }

  private mutating func callback(
    at time: Double, _ fix: Result<Fix, NoFix>, _ direction: TravelDirection?
  ) -> Callback {
    let onPath = path.map { path in fix.map { $0.snapped(to: path) } } ?? fix
    return Callback(time: time, fix: offset?.moved(onPath, at: time) ?? onPath, direction: direction)
  }
}
