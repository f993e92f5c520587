public import SiteFiles
public import World

/// Some values of a scenario set otherwise: one row of a table of changes, one preset, one cell of a sweep.
public struct Variation: Hashable, Sendable {
  public let name: String
  /// Paths as ``Document/setting(_:to:)`` takes them, in the order of the file, with what is set there.
  public let settings: [Document.Member]

  public init(_ name: String, _ settings: [Document.Member] = []) {
    self.name = name
    self.settings = settings
  }

  /// Reads an element with the keys `name` and `set`.
  init(_ document: Document) throws(FileProblem) {
    self.init(try document.text("name"), try document["set"].members)
  }

  /// The scenario with the values set.
  ///
  /// - Throws: ``FileProblem`` at the setting for a place that the scenario does not have.
  public func applied(to scenario: Document) throws(FileProblem) -> Document {
    var changed = scenario
    for setting in settings {
      do throws(FileProblem) {
        changed = try changed.setting(setting.key, to: setting.value)
      } catch {
        throw setting.value.problem(
          expected: "a place that the scenario has: \(error.expected)", found: "\"\(setting.key)\"")
      }
    }
    return changed
  }

  static let schema = Schema.map(of: .anything)
  static let about =
    "Values that take the place of the scenario's, by their places such as `channel.pathLoss.logDistance.n`, "
    + "`pipelines[feedback].snap` or, for all that have it, `pipelines[*].filters[*].kalman.q`."
}
