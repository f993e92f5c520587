import Documents
import Foundation
import Phone
import Positioning
import Rendering
import Results
import Scenarios
import Sites

/// An item of the one list that `list` prints, `copy` copies from and `data` fetches from.
struct Listed {
  /// The lists, each of which is found when it is shown.
  enum Kind: String, CaseIterable { case scenarios, sites, sweeps, sets, filters, methods }

  let name: String
  let about: String
  /// Of a filter or a method.
  var settings: Schema?
  /// Of a data set.
  var set: ListedSet?

  static func all(_ kind: Kind, _ registry: RegistryOptions) throws -> [Listed] {
    switch kind {
    case .filters:
      BuiltInFilters.all.map { Listed(name: $0.name, about: $0.about, settings: $0.schema) }
    case .methods:
      MethodChoice.builtIn.map { Listed(name: $0.name, about: $0.about, settings: $0.schema) }
    case .sets:
      try registry.sets().map { Listed(name: $0.entry.name, about: $0.entry.about, set: $0) }
    default: files(of: kind, below: ShippedFile.path("scenarios"))
    }
  }

  /// The files of a kind that came with the program.
  static func shipped(_ kind: Kind) -> [Listed] {
    ShippedFile.folders.first.map { files(of: kind, below: "\($0)/scenarios") } ?? []
  }

  /// The scenario that is listed before all others.
  private static let first = "floor35.yaml"

  /// Scenarios lie anywhere, others in a folder of their own.
  private static func files(of kind: Kind, below folder: String) -> [Listed] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".yaml") && (kind == .scenarios || $0.hasPrefix("\(kind.rawValue)/")) }
      .sorted { ($0 == first ? "" : $0) < ($1 == first ? "" : $1) }.compactMap { name in
        let path = "\(folder)/\(name)"
        let about =
          kind == .scenarios
          ? ListedScenario(contentsOf: path).map { $0.about ?? $0.name }
          : try? Document(contentsOf: path).text("about")
        return about.map { Listed(name: String(name.dropLast(".yaml".count)), about: $0) }
      }
  }

  static func figures(of kind: Kind) -> [Figure<Listed>] {
    [.init("name", "name", \.name), .init("about", "what it is", \.about)]
      + (kind == .sets ? ListedSet.figures.ifAny(\.set) : [])
  }

  /// All that is known of it.
  var report: [ReportSection] {
    let heading = ReportSection.paragraphs(["\(name): \(about)"] + (set?.lines ?? []))
    guard let settings else { return [heading] }
    let rows = settings.referenceRows
    guard !rows.isEmpty else { return [heading, .paragraphs(["It has no settings."])] }
    return [
      heading,
      .table(
        rows,
        [
          .init(nil, "key") { $0.place }, .init(nil, "value") { $0.value.withoutMarkup },
          .init(nil, "default") { $0.standard.withoutMarkup },
          .init(nil, "meaning") { $0.about.withoutMarkup },
        ]),
    ]
  }

  var document: Document {
    Self.figures(of: set == nil ? .filters : .sets).value(of: self)
      .with(
        .object(
          settings.map { [("settings", .nested($0.jsonSchema(title: name, about: about)))] } ?? [])
      ).document
  }
}

extension String {
  /// Without the code marks and links of Markdown.
  fileprivate var withoutMarkup: String {
    replacing("`", with: "").replacing(/\[(.*?)\]\(.*?\)/) { $0.output.1 }
  }
}
