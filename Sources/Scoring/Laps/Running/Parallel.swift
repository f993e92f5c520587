import Scenarios

/// Runs laps in parallel, a few at a time, and returns the outcomes in the order of laps.
///
/// Each outcome is stored at its own index, so that nothing depends on which lap finishes first.
///
/// - Parameters:
///   - width: how many laps run at a time; less than 1 counts as 1.
///   - progress: called with the number of finished laps.
package func inParallel<Outcome: Sendable>(
  _ count: Int, width: Int, progress: (Int) -> Void, _ work: @escaping @Sendable (Int) throws -> Outcome
) async throws -> [Outcome] {
  var outcomes: [Outcome] = []
  try await inParallel(count, width: width, progress: progress, inOrder: { outcomes.append($0) }, work)
  return outcomes
}

/// The same, handing over each outcome as it is finished, and keeping none; the order depends on the machine.
///
/// Ends after the work that has begun when the task is cancelled.
package func inParallel<Outcome: Sendable>(
  _ count: Int, width: Int, finished: (Int, Outcome) throws -> Void,
  _ work: @escaping @Sendable (Int) throws -> Outcome
) async throws {
  try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
    var next = 0
    func start() {
      guard next < count else { return }
      let index = next
      next += 1
      group.addTask { (index, try sharing(width) { try work(index) }) }
    }
    for _ in 0..<max(width, 1) { start() }
    while let (index, outcome) = try await group.next() {
      // The next one need not wait for the progress report.
      if !Task.isCancelled { start() }
      try finished(index, outcome)
      try Task.checkCancellation()
    }
  }
}

/// The same, but each outcome is handed over in the order of laps, as soon as all earlier ones are finished, and none is kept.
///
/// - Parameters:
///   - progress: called with how many are done.
///   - take: receives the outcomes; only a few per lap in progress wait for an earlier one.
package func inParallel<Outcome: Sendable>(
  _ count: Int, width: Int, progress: (Int) -> Void, inOrder take: (Outcome) throws -> Void,
  _ work: @escaping @Sendable (Int) throws -> Outcome
) async throws {
  let width = max(width, 1)
  var waiting: [Int: Outcome] = [:]
  var (next, taken, done) = (0, 0, 0)
  try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
    func start() {
      while next < count, next - done < width, next - taken < 8 * width {
        let index = next
        next += 1
        group.addTask { (index, try sharing(width) { try work(index) }) }
      }
    }
    start()
    while let (index, outcome) = try await group.next() {
      done += 1
      waiting[index] = outcome
      // The next ones need not wait for the progress report.
      start()
      while let outcome = waiting.removeValue(forKey: taken) {
        taken += 1
        try take(outcome)
      }
      start()
      progress(done)
    }
  }
}

/// Does one of several pieces of work that share the memory.
private func sharing<Outcome>(_ width: Int, _ work: () throws -> Outcome) rethrows -> Outcome {
  try MemoryLimit.$current.withValue(MemoryLimit.current.shared(among: width), operation: work)
}
