package import Documents
import Sites
package import World

/// Changes to some values of a scenario: one row of a table of changes, one preset, or one cell of a sweep.
package struct Variation: Hashable, Sendable {
  /// Paths as ``Document/setting(_:to:)`` takes them, with the values to set there, in the order of the file.
  package let settings: [Document.Member]

  package init(_ settings: [Document.Member] = []) { self.settings = settings }

  /// The scenario with the values set.
  ///
  /// - Parameter schema: the schema of a file in which paths, as those of `--set`, may add absent keys; nil to allow only
  ///   keys that are present.
  /// - Throws: ``FileProblem`` at a setting whose key the scenario does not have.
  package func applied(to scenario: Document, in schema: Schema? = nil) throws(FileProblem) -> Document {
    var changed = scenario
    for setting in settings {
      do throws(FileProblem) {
        changed =
          if let schema {
            try changed.setting(setting.key, to: setting.value, in: schema)
          } else {
            try changed.setting(setting.key, to: setting.value)
          }
      } catch {
        throw setting.value.problem(
          expected: "a place that the scenario has: \(error.expected)", found: "\"\(setting.key)\"")
      }
    }
    return changed
  }

  /// How a file states it.
  package static let form = SettingForm.document(.map(of: .anything)).converted(
    { Variation((try? $0.members) ?? []) }, back: { Document($0.settings) }
  ).checked { _, variation throws(FileProblem) in
    for setting in variation.settings
    where ["seed", "laps.count"].contains(setting.key)
      || setting.key == "laps" && setting.value.has("count")
    {
      throw setting.value.problem(
        expected: "no such key, since seed and laps are those of the reproduction")
    }
  }

  /// What the reference says of the key.
  package static let about =
    "Values that replace the scenario's, by their paths such as `channel.pathLoss.logDistance.n`, "
    + "`pipelines[feedback].snap` or, for all that have it, `pipelines[*].filters[*].kalman.q`."
}

/// A scenario's file with some of its values changed.
package struct VariedScenario: DeclaredSettings {
  /// Of the scenario file.
  package var path = ""
  /// What is set.
  package var variation = Variation()
  /// The scenario with the values set.
  package var document: Document = [:]

  package init() {}

  /// With the customary sentence.
  package static let keys = declared("The file, relative to this file.")

  /// The keys, with a sentence on the path.
  package static func declared(_ about: String) -> [SettingKey<VariedScenario>] {
    [
      .required("scenario", \.path, .file, about),
      .defaulted("set", \.variation, Variation.form, Variation.about),
    ]
  }

  /// Reads the file.
  package mutating func load() throws(FileProblem) {
    document = try variation.applied(to: Document(contentsOf: path))
  }
}
