import Studies

/// How many fixes the rows of a table missed: a sentence, or none where all were made.
enum MissedNote {
  static func sentences(of missed: [MissedFixes]) -> [String] {
    guard !missed.isEmpty else { return [] }
    let rows = missed.map { "\($0.row) \(Counted.number($0.missed)) of \(Counted.number($0.due))" }
    return ["Fixes missed, which are in no figure: \(Counted.list(rows))."]
  }
}
