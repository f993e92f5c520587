package import Results

extension Annex {
  package static let benchmark = Annex(
    [SubmitCommand.self, VerifyCommand.self, BenchmarkCommand.self], in: .study)
}
