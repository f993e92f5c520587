package import Documents
package import World

/// Some values of a scenario set otherwise: one row of a table of changes, one preset, one cell of a sweep.
package struct Variation: Hashable, Sendable {
  package let name: String
  /// Paths as ``Document/setting(_:to:)`` takes them, in the order of the file, with what is set there.
  package let settings: [Document.Member]

  package init(_ name: String, _ settings: [Document.Member] = []) {
    self.name = name
    self.settings = settings
  }

  /// Reads a part of a reproduction with the key `set`, and perhaps `name`.
  ///
  /// - Throws: ``FileProblem`` for what a reproduction says itself of all its runs.
  init(_ part: Document) throws(FileProblem) {
    let name = try part.optional("name").map { value throws(FileProblem) in try value.text }
    self.init(name ?? "", try part["set"].members)
    for setting in settings
    where ["seed", "laps.count"].contains(setting.key)
      || setting.key == "laps" && setting.value.has("count")
    {
      throw setting.value.problem(
        expected: "no such key, since seed and laps are those of the reproduction")
    }
  }

  /// The scenario with the values set.
  ///
  /// - Throws: ``FileProblem`` at the setting for a place that the scenario does not have.
  package func applied(to scenario: Document) throws(FileProblem) -> Document {
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
    "Values that replace the scenario's, by their paths such as `channel.pathLoss.logDistance.n`, "
    + "`pipelines[feedback].snap` or, for all that have it, `pipelines[*].filters[*].kalman.q`."
}
