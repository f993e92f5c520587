package import Results

extension Annex {
  package static let agents = Annex([AgentCommand.self], in: .serve)
}
