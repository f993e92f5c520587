import World

/// The part of a pipeline after the filters: from an epoch to what is answered.
struct CallbackAnswer: Sendable {
  var positioner: any Positioner
  var direction: DirectionOfTravel?

  mutating func callback(for epoch: Epoch) -> Callback {
    let fix: Result<Fix, NoFix>
    do throws(NoFix) {
      fix = .success(try positioner.fix(from: epoch))
    } catch {
      fix = .failure(error)
    }
    return Callback(time: epoch.time, fix: fix, direction: direction?.direction(from: epoch))
  }
}
