package import Results
import Sites

extension Annex {
  package static let drawings = Annex([SiteImportCommand.self], in: .site) { path, options in
    try SiteImport(contentsOf: path, options: options)
  }
}
