import ArgumentParser
import Documents
import Foundation
import Rendering
import Results

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
