import ArgumentParser
import Documents
import Foundation
import Phone
import Positioning
import Rendering
import Results
import Scenarios

struct ListCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List scenarios, filters and positioning methods, or the settings of one.",
    discussion: """
      The scenarios are those below the folder scenarios, or the shipped ones where there is no such folder: `run NAME` runs one, and \
      `copy NAME` copies a shipped one for editing. With the name of a filter or a method, prints every setting with its range and \
      default.

      Example: beaconbench list methods
      Example: beaconbench list weightedCentroid
      """)

  @Argument(
    help: ArgumentHelp(
      "scenarios, filters, methods, or the name of a filter or a method. (default: the three lists)",
      valueName: "what"))
  var what: String?

  @OptionGroup var options: OutputOptions

  func validate() throws {
    let names = Listed.lists.map(\.title) + Listed.components.map(\.name)
    guard let what, !names.contains(what) else { return }
    throw ValidationError(
      "expected scenarios, filters, methods, or the name of a filter or a method, found \(what)"
        + suggestion(for: what, among: names))
  }

  func prepared() -> any PreparedStudy {
    if let what, let settings = Listed.components.first(where: { $0.name == what }) {
      return Answer(settings.report, settings.document)
    }
    let shown = Listed.lists.filter { what == nil || what == $0.title }
    let rows = shown.map { (title: $0.title, rows: $0.rows()) }
    return Answer(
      rows.flatMap {
        [.paragraphs([$0.title.capitalized + ":"]), .table($0.rows, Listed.figures)]
      },
      Document(rows.map { .init(key: $0.title, value: $0.rows.figureValue.document) }))
  }
}

/// A scenario, a filter or a method in a list.
struct Listed: Described {
  let name: String
  let about: String

  static let figures: [Figure<Listed>] = [
    .init("name", "name", \.name), .init("about", "what it is", \.about),
  ]

  /// The rows of each are found when it is shown.
  static let lists: [(title: String, rows: @Sendable () -> [Listed])] = [
    ("scenarios", { scenarios }),
    ("filters", { BuiltInFilters.all.map { Listed(name: $0.name, about: $0.about) } }),
    ("methods", { MethodChoice.builtIn.map { Listed(name: $0.name, about: $0.about) } }),
  ]

  private static var scenarios: [Listed] { scenarios(below: ShippedFile.path("scenarios")) }

  /// The scenarios that came with the program.
  static var shipped: [Listed] { ShippedFile.folders.first.map { scenarios(below: "\($0)/scenarios") } ?? [] }

  private static func scenarios(below folder: String) -> [Listed] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().compactMap { name in
      ListedScenario(contentsOf: "\(folder)/\(name)").map {
        Listed(name: String(name.dropLast(".yaml".count)), about: $0.about ?? $0.name)
      }
    }
  }

  static let components: [ListedSettings] =
    BuiltInFilters.all.map {
      ListedSettings(kind: "filter", name: $0.name, about: $0.about, schema: $0.schema)
    }
    + MethodChoice.builtIn.map {
      ListedSettings(kind: "method", name: $0.name, about: $0.about, schema: $0.schema)
    }
}

/// A filter or a method with every setting.
struct ListedSettings {
  /// A filter or a method.
  let kind: String
  let name: String
  let about: String
  let schema: Schema

  var report: [ReportSection] {
    let rows = schema.referenceRows
    let heading = ReportSection.paragraphs(["\(name): \(about)"])
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
    [
      "name": Document(name), "about": Document(about),
      "settings": schema.jsonSchema(title: name, about: about),
    ]
  }
}

extension String {
  /// Without the code marks and links of Markdown.
  fileprivate var withoutMarkup: String {
    replacing("`", with: "").replacing(/\[(.*?)\]\(.*?\)/) { $0.output.1 }
  }
}
