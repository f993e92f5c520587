import ArgumentParser
import Rendering

/// Whether files and folders that are named for the output may be replaced.
///
/// Without it, an output with other contents than would be written is refused, since it may hold a person's work: see
/// docs/commands.md, *Files that are there already*.
package struct ReplaceOption: ParsableArguments {
  /// Whether the option is given.
  @Flag(help: "Replace an output that is there and holds something else.")
  package var replace = false

  package init() {}

  /// - Parameter isSlow: whether the work takes so long that a refusal must come before it.
  package func others(isSlow: Bool = false) -> OutputFile.Others {
    replace ? .replaced : isSlow ? .refusedAtOnce : .refused
  }

  /// Of pictures, captions and pages: they take the place of earlier ones, which can be made again in a moment.
  package var pictures: OutputFile.Others { replace ? .replaced : .replacedIf(PlotFormat.isPicture) }
}
