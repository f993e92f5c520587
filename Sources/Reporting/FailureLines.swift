/// What makes a check fail, a line each; nothing when all is well.
enum FailureLines {
  static func text(of failures: [String], width: Int) -> String {
    failures.map { "Fails: \($0).".paragraph(width: width) }.joined()
  }
}
