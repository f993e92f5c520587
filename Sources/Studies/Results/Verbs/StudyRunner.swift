package import Rendering

/// How many steps a study, or a part of it, has, and what they are.
package struct StudySteps: Sendable {
  /// The whole number of steps.
  package let count: Int
  /// In the plural, such as `laps`.
  package let unit: String

  package init(_ count: Int, _ unit: String = "laps") { (self.count, self.unit) = (count, unit) }
}

/// Is shown how much of a study is done.
package protocol StudyProgress {
  mutating func show(done: Int)
  mutating func finish()
}

extension TerminalProgress: StudyProgress {}

/// What a study gets from whoever runs it, a verb on the command line or a tool of an agent.
package struct StudyRunner: Sendable {
  /// How many steps run in parallel.
  package let width: Int
  /// Is called when a stage begins.
  package let begin: @Sendable (StudySteps) -> any StudyProgress

  package init(width: Int, begin: @escaping @Sendable (StudySteps) -> any StudyProgress) {
    (self.width, self.begin) = (width, begin)
  }

  /// Runs one stage of a study, and shows how much of it is done.
  ///
  /// - Parameter work: calls its argument with the number of steps that are done.
  package func stage<Result>(
    _ steps: StudySteps, _ work: ((Int) -> Void) async throws -> Result
  ) async throws -> Result {
    var progress = begin(steps)
    let result = try await work { progress.show(done: $0) }
    progress.finish()
    return result
  }
}
