import World

/// Why results could not be written.
package enum ResultsProblem: InputProblem, Hashable, Sendable {
  case foreign(path: String, found: String)
  case others(path: String, found: String)
  case notABaseline(path: String, found: String)
  case unmarked(path: String)
  case irregular(path: String, found: String)
  case nested(path: String, other: String)
  case unwritable(path: String, reason: String)

  /// One sentence that names the folder.
  package var description: String {
    switch self {
    case .foreign(let path, let found):
      "\(path): expected a results folder or nothing, found \(found); name another with --name"
    case .others(let path, let found):
      "\(path): expected the results of the same scenario and seed, or none, found \(found); name another with --name, or replace them with --replace"
    case .notABaseline(let path, let found):
      "\(path): expected a results folder or nothing, found \(found)"
    case .unmarked(let path):
      "\(path): expected a JSON object as \(ResultsFolder.marker) in a folder that is to be accepted, found none"
    case .irregular(let path, let found):
      "\(path): expected plain files only in a folder that is to be accepted, found \(found)"
    case .nested(let path, let other):
      "\(path): expected a folder that neither holds \(other) nor lies in it, found one that does"
    case .unwritable(let path, let reason):
      "\(path): cannot be written: \(reason)"
    }
  }
}
