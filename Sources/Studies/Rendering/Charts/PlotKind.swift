/// What a picture shows. Each kind stands beside the function that draws it.
package struct PlotKind: Hashable, Sendable {
  /// As `plot --kind` and names of files have it.
  package let name: String
  /// Its title where it stands among others.
  package let title: String
  /// Where nothing else is asked for: what shows places or the time of a lap takes a page.
  package let usualWidth: PlotWidth
  /// Whether it shows the errors of all laps, which a scenario must be run for.
  package let showsErrors: Bool
  /// Whether it shows a scenario itself, of which no lap need be run.
  package let needsNoLaps: Bool
  /// What it shows, in a sentence.
  package let about: String

  package init(
    _ name: String, _ title: String, _ usualWidth: PlotWidth, showsErrors: Bool = false,
    needsNoLaps: Bool = false,
    about: String
  ) {
    (self.name, self.title, self.usualWidth, self.about) = (name, title, usualWidth, about)
    (self.showsErrors, self.needsNoLaps) = (showsErrors, needsNoLaps)
  }
}

/// Maps that several studies draw.
extension PlotKind {
  package static let errormap = PlotKind(
    "errormap", "Mean error by place", .page, showsErrors: true,
    about: "The mean error of one pipeline at each place of the walk.")

  package static let boundmap = PlotKind(
    "boundmap", "Lower bound by place", .page, needsNoLaps: true,
    about: "The Cramér-Rao lower bound on the error of a single fix at each place of the site.")
}
