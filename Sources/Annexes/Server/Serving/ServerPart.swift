package import Logging
package import Sites

/// What a program adds to a server: operations of its own, on a site, and work beside them.
package protocol ServerPart: Sendable {
  /// Shown on the plan, in place of laps.
  var site: SiteFile { get }

  func operations(_ logger: Logger) -> [Operation]

  /// Works until the task is cancelled.
  func run(_ logger: Logger) async

  /// Ends its work.
  func finish(_ logger: Logger) async
}
