import ArgumentParser
import Documents
import Foundation
import Phone
import Positioning
import Rendering
import Results
import Scenarios
import Sites

struct ListCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "List scenarios, sites, sweeps, data sets, filters and positioning methods, or say what is known of one.",
    discussion: """
      The files are those below the folder scenarios, or the shipped ones where there is no such folder: `run NAME` runs a scenario, and \
      `copy NAME` copies a shipped file for editing. `data fetch NAME` fetches a data set. With the name of a filter or a method, prints \
      every setting with its range and default.

      Example: beaconbench list methods
      Example: beaconbench list weightedCentroid
      """)

  /// A shell command that prints the name of each scenario on a line.
  static let scenarios = "beaconbench list scenarios --table csv --columns name 2>/dev/null | tail -n +2"

  @Argument(
    help: ArgumentHelp(
      "\(Listed.Kind.allCases.map(\.rawValue).joined(separator: ", ")), or the name of one of these. (default: all lists)",
      valueName: "what"))
  var what: String?

  @OptionGroup var registry: RegistryOptions

  @OptionGroup var options: OutputOptions

  func prepared() throws -> any PreparedStudy {
    let kinds = Listed.Kind.allCases
    guard let what, !kinds.contains(where: { $0.rawValue == what }) else {
      let lists = try kinds.filter { what == nil || what == $0.rawValue }.map { kind in
        (kind: kind, items: try Listed.all(kind, registry))
      }
      return Answer(
        lists.flatMap {
          [
            .paragraphs([$0.kind.rawValue.capitalized + ":"]), .table($0.items, Listed.figures(of: $0.kind)),
          ]
        },
        Document(
          lists.map { kind, items in
            let figures = Listed.figures(of: kind)
            return .init(
              key: kind.rawValue, value: Document(items.map { figures.value(of: $0).document }))
          }))
    }
    let items = try kinds.flatMap { try Listed.all($0, registry) }
    guard let item = items.first(where: { $0.name == what }) else {
      let names = kinds.map(\.rawValue) + items.map(\.name)
      throw ValidationError(
        "expected \(listing(kinds.map(\.rawValue))), or the name of one of these, found \(what)"
          + suggestion(for: what, among: names))
    }
    return Answer(item.report, item.document)
  }
}

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
