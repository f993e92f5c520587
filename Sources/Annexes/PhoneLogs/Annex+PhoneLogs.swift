package import Results

extension Annex {
  package static let phoneLogs = Annex(begin: PhoneLogs.add)
}
