package import Results

extension Annex {
  package static let benchmark = Annex(
    [BenchmarkCommand.self], in: .study)
}
