package import ArgumentParser
package import Documents
package import Rendering

/// The shared options of a study's verb: how it runs, and in which form its results are printed.
package protocol VerbOptions: ParsableArguments {
  var limits: StudyLimits { get }
  var runner: StudyRunner { get }

  /// Prints the results.
  func show(_ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document)
    throws
}

extension ReportingOptions: VerbOptions {
  /// Shows on the terminal how much is done.
  package var runner: StudyRunner {
    let terminal = terminal
    return StudyRunner(width: width) { terminal.line(of: $0.count, $0.unit) }
  }
}

extension RunningOptions: VerbOptions {
  package var runner: StudyRunner { reporting.runner }
}

/// Of verbs that are done at once.
extension OutputOptions: VerbOptions {
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document
  ) throws {
    try show(report(), try document(), failure: nil)
  }

  package var limits: StudyLimits { StudyLimits() }
  package var runner: StudyRunner {
    StudyRunner(width: 1) { TerminalProgress(ProgressLine(of: $0.count, $0.unit), isQuiet: true) }
  }
}
