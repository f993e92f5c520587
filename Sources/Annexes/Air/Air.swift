package import Results

extension Annex {
  package static let air = Annex([AirCommand.self], in: .record)
}
