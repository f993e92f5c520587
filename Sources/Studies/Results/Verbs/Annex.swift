package import ArgumentParser
package import Sites

/// What serves a few users: verbs, and what the program reads beyond its own formats. The program works without any.
package struct Annex: Sendable {
  /// The group of the help, or the verb, to which verbs are added.
  package enum Place: Sendable { case record, study, serve, site }

  let place: Place?
  let verbs: [any ParsableCommand.Type]
  /// Makes a site of another program's plan.
  package let readPlan: (@Sendable (String, SiteImport.Options) throws -> SiteImport)?
  let begin: @Sendable () -> Void

  /// - Parameter begin: runs before anything is read.
  package init(
    _ verbs: [any ParsableCommand.Type] = [], in place: Place? = nil,
    readPlan: (@Sendable (String, SiteImport.Options) throws -> SiteImport)? = nil,
    begin: @escaping @Sendable () -> Void = {}
  ) {
    (self.verbs, self.place, self.readPlan, self.begin) = (verbs, place, readPlan, begin)
  }
}

extension [Annex] {
  package func verbs(in place: Annex.Place) -> [any ParsableCommand.Type] {
    filter { $0.place == place }.flatMap(\.verbs)
  }

  package func begin() { for annex in self { annex.begin() } }
}
