import World

/// Why a journal cannot be gone on with.
package enum JournalProblem: InputProblem, Hashable, Sendable {
  /// Something that no program of this kind has written.
  case foreign(path: String, found: String)
  /// The journal of something else.
  case others(path: String, found: String)
  /// Another process writes it.
  case busy(path: String)
  /// A line, counted from 1, that is whole and yet not what was written.
  case damaged(path: String, line: Int)
  case unwritable(path: String, reason: String)

  package var description: String {
    switch self {
    case .foreign(let path, let found):
      "\(path): expected a journal or nothing, found \(found); name another with --name"
    case .others(let path, let found):
      "\(path): expected the journal of the same study, seed and program, or none, found \(found); name another with --name, or begin anew with --replace"
    case .busy(let path):
      "\(path): expected a journal that nobody else writes, found one that another process has open"
    case .damaged(let path, let line):
      "\(path):\(line): expected a line as the program wrote it, found an altered one; begin anew with --replace"
    case .unwritable(let path, let reason):
      "\(path): expected a place for a journal, found \(reason)"
    }
  }
}
