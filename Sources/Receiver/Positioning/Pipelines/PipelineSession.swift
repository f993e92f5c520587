import Phone
public import World

/// The result of a pipeline at one callback of the phone.
public struct Callback: Hashable, Sendable {
  /// Seconds since the stream began.
  public let time: Double
  /// The fix, or why there is none.
  public let fix: Result<Fix, NoFix>
  /// The direction of travel along the path; nil when unknown or not asked for.
  public let direction: WayAhead?

  public init(time: Double, fix: Result<Fix, NoFix>, direction: WayAhead? = nil) {
    self.time = time
    self.fix = fix
    self.direction = direction
  }
}

/// The results of a pipeline on a whole lap.
public struct LapAnswers: Hashable, Sendable {
  /// One for each epoch, in order of time.
  public var callbacks: [Callback] = []
  /// The position at each moment that was asked for.
  public var asked: [Result<Fix, NoFix>] = []

  public init() {}
}

/// A pipeline on one lap, after the filters: it turns epochs into callbacks.
struct PipelineSession {
  private var session: any PositioningSession
  private let trail: Double
  let looksAhead: Bool
  private var direction: DirectionOfTravel?
  /// Nil where the method determines the floor.
  private var floor: FloorEstimator?
  private let site: KnownSite
  /// The path on which fixes lie; nil where they may lie anywhere.
  private let path: PathGraph?
  /// Nil where presses change nothing.
  private var offset: PressOffset?
  /// The epochs of a method that looks ahead, each with the changes of levels and the floor estimated for it.
  private var waiting: [(epoch: Epoch, changes: DirectionOfTravel.Changes?, floor: Int?)] = []

  init(
    _ session: any PositioningSession, trail: Double, direction: DirectionOfTravel?,
    floor: FloorEstimator?, site: KnownSite, path: PathGraph?, offset: PressOffset?
  ) {
    (self.floor, self.site, self.trail) = (floor, site, trail)
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
    let changes = direction?.changes(at: epoch)
    floor?.hear(epoch)
    guard !looksAhead else {
      waiting.append((epoch, changes, floor?.floor))
      return nil
    }
    do throws(NoFix) {
      return callback(at: epoch.time, .success(try session.fix(from: epoch)), changes, floor?.floor)
    } catch {
      return callback(at: epoch.time, .failure(error), changes, floor?.floor)
    }
  }

  /// The position at a moment after the latest callback and before the next; of a method that looks ahead, none before
  /// the end.
  ///
  /// - Parameter last: the latest callback's answer; nil before the first.
  mutating func position(at time: Double, after last: Callback?) -> Result<Fix, NoFix> {
    guard let last else { return .failure(.noCallback) }
    do throws(NoFix) {
      guard let fix = try session.position(at: time) else { return last.fix }
      return asked(.success(fix), at: time, floor?.floor)
    } catch {
      return .failure(error)
    }
  }

  /// Ends the session, and gives the answers that are still due: all of a method that looks ahead.
  ///
  /// - Parameter asked: moments in the order of time.
  mutating func end(asked: [Double] = []) -> LapAnswers {
    defer { session.end() }
    var answers = LapAnswers()
    guard var smoother = session as? any SmoothingSession else { return answers }
    let ends = waiting.map(\.epoch.time)
    let times = (ends + asked).sorted()
    let fixes = smoother.fixes(for: waiting.map(\.epoch), at: times)
    precondition(fixes.count == times.count, "\(fixes.count) fixes for \(times.count) moments")
    session = smoother
    var callback = 0
    for (time, fix) in zip(times, fixes) {
      if callback < ends.count, time == ends[callback] {
        let (_, changes, floor) = waiting[callback]
        answers.callbacks.append(self.callback(at: time, fix, changes, floor))
        callback += 1
      } else {
        answers.asked.append(self.asked(fix, at: time, callback > 0 ? waiting[callback - 1].floor : nil))
      }
    }
    return answers
  }

  private mutating func callback(
    at time: Double, _ fix: Result<Fix, NoFix>, _ changes: DirectionOfTravel.Changes?, _ floor: Int?
  ) -> Callback {
    let fix = Self.placed(onFloor(fix, floor), at: time, on: path, moved: &offset)
    return Callback(
      time: time, fix: fix, direction: changes.flatMap { direction?.direction(of: $0, at: try? fix.get()) })
  }

  /// Computed without changing the session, so that later answers do not change.
  private func asked(_ fix: Result<Fix, NoFix>, at time: Double, _ floor: Int?) -> Result<Fix, NoFix> {
    var offset = offset
    return Self.placed(onFloor(fix, floor), at: time, on: path, moved: &offset)
  }

  private func onFloor(_ fix: Result<Fix, NoFix>, _ floor: Int?) -> Result<Fix, NoFix> {
    let fix = trail > 0 ? fix.map { $0.trailing(by: trail) } : fix
    guard let floor else { return fix }
    return fix.map { $0.moved(toFloor: floor, elevation: site.elevation(ofFloor: floor)) }
  }

  /// Applies the offset of presses and snaps to the path, where the pipeline does so.
  private static func placed(
    _ fix: Result<Fix, NoFix>, at time: Double, on path: PathGraph?, moved offset: inout PressOffset?
  ) -> Result<Fix, NoFix> {
    let onPath = path.map { path in fix.map { $0.snapped(to: path) } } ?? fix
    return offset?.moved(onPath, at: time) ?? onPath
  }
}

/// Corrects fixes by the error that the latest press revealed.
///
/// A press at a test point reveals the walker's position: the offset of the last fix from it is added to all fixes that
/// come later, up to the next press. The fix that is scored at a press is never corrected by that press. Mustafa & Sykes
/// 2021 say that the program "can … adapt accordingly", not how: this way is ours.
public struct PressOffset: Sendable {
  private let presses: [LapPrior.Press]
  /// The path to which corrected fixes are snapped; nil if they are not.
  private let path: PathGraph?
  private var next = 0
  /// The latest fix, as the method gave it.
  private var last: Fix?
  private var offset = Point.zero

  /// - Parameters:
  ///   - presses: in the order of time.
  ///   - path: onto which moved fixes are snapped; nil for none.
  public init(presses: [LapPrior.Press], path: PathGraph?) { (self.presses, self.path) = (presses, path) }

  /// The fix of the callback at a time, moved.
  ///
  /// - Precondition: the time is no earlier than the one before.
  public mutating func moved(_ fix: Result<Fix, NoFix>, at time: Double) -> Result<Fix, NoFix> {
    while next < presses.count, presses[next].time.microseconds < time.microseconds {
      if let last {
        let missed = presses[next].position - last.position
        offset = Point(x: missed.x, y: missed.y)
      }
      next += 1
    }
    guard case .success(var moved) = fix else { return fix }
    last = moved
    guard offset != .zero else { return fix }
    moved.position = moved.position + offset
    return .success(path.map { moved.snapped(to: $0) } ?? moved)
  }
}
