import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
import Sites
import World

struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data", abstract: "List public data sets, fetch one, or check what was fetched.",
    subcommands: [DataListCommand.self, DataFetchCommand.self, DataCheckCommand.self])
}

/// The registry, and the folder of data sets.
struct RegistryOptions: ParsableArguments {
  @Option(.input, "The registry of data sets. (default: the shipped registry/datasets.yaml)")
  var registry: String?

  @Option(
    .folder,
    """
    The folder of data sets, as of the other verbs. (default: the environment variable BEACONBENCH_DATASETS, else beaconbench/data in \
    XDG_CACHE_HOME or ~/.cache)
    """)
  var data: String?

  func read() throws -> DatasetRegistry {
    try DatasetRegistry(contentsOf: registry ?? ShippedFile.path("scenarios/registry/datasets.yaml"))
  }

  /// The folder of data sets.
  var root: String {
    get throws {
      let environment = ProcessInfo.processInfo.environment
      let named = data ?? environment["BEACONBENCH_DATASETS"] ?? Dataset.cache(environment: environment)
      guard let named, !named.isEmpty else {
        throw FileProblem(file: "--data", expected: "a folder", found: "neither it nor a home")
      }
      return named
    }
  }

  /// Its words for another command: nothing where that finds the folder by itself.
  func option(for root: String) -> String { data == nil ? "" : " --data \(quoted(root))" }

  private func quoted(_ path: String) -> String {
    path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
      ? path : "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// A set of the registry.
  func entry(_ name: String, of registry: DatasetRegistry) throws -> DatasetRegistry.Entry {
    guard let entry = registry.entries.first(where: { $0.name == name }) else {
      let names = registry.entries.map(\.name)
      throw FileProblem(
        file: registry.path, expected: "a set of the registry",
        found: name + suggestion(for: name, among: names))
    }
    return entry
  }
}

struct DataListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List public data sets: what each has and lacks, and where it is.",
    discussion: """
      Nothing is fetched. With the name of a set, prints all that the registry says of it.

      Example: beaconbench data list
      Example: beaconbench data list danis
      """)

  @Argument(help: ArgumentHelp("A set. (default: a table of all)", valueName: "name"))
  var name: String?

  @OptionGroup var registry: RegistryOptions

  @OptionGroup var printing: OutputOptions

  func run() throws {
    let known = try registry.read()
    let root = try registry.root
    let all = known.entries.map { ListedSet(entry: $0, registry: known.path, root: root) }
    guard let name else {
      return try printing.show([.table(all, ListedSet.figures)], ["sets": all.figureValue.document])
    }
    let entry = try registry.entry(name, of: known)
    let set = ListedSet(entry: entry, registry: known.path, root: root)
    try printing.show([.paragraphs(set.lines)], [set].figureValue.document.elements[0])
  }
}

/// A set as it is listed.
private struct ListedSet: Described {
  let entry: DatasetRegistry.Entry
  let registry: String
  let root: String

  static let figures: [Figure<ListedSet>] = [
    .init("name", "name") { $0.entry.name },
    .init("about", "what it is") { $0.entry.about },
    .init("state", "state") { $0.state },
    .init("bytes", "bytes") { $0.bytes },
    .init("licence", "licence") { $0.entry.licence },
    .init("has") { $0.entry.has }, .init("lacks", isOptional: true) { $0.lacks },
    .init("citation") { $0.entry.citation }, .init("page") { $0.entry.page },
    .init("site", isOptional: true) { $0.entry.site }, .init("layout", isOptional: true) { $0.entry.layout },
    .init("shipped", isOptional: true) { $0.entry.shipped },
    .init("command", isOptional: true) { $0.entry.command },
    .init("hasAddress") { $0.entry.hasAddress }, .init("files") { $0.entry.files.count },
  ]

  private var bytes: Int? { entry.files.isEmpty ? nil : entry.bytes }
  private var lacks: String? { entry.lacks.isEmpty ? nil : entry.lacks }

  private var state: String {
    let isThere = DatasetFolder(entry, of: registry, below: root).exists
    let words = [entry.shipped == nil ? nil : "shipped", isThere ? "fetched" : nil].compactMap(\.self)
    return words.isEmpty
      ? entry.files.isEmpty ? "digest needed" : "not fetched" : words.joined(separator: ", ")
  }

  var lines: [String] {
    let files = bytes.map { "\(Counted.text(entry.files.count, "file")), \($0) bytes, with digests" }
    let way =
      entry.hasAddress
      ? "data fetch \(entry.name)"
      : "data fetch \(entry.name) --from ADDRESS\(entry.files.isEmpty ? " --sha256 DIGEST" : "")"
    let rows: [(String, String?)] = [
      ("Has", entry.has), ("Lacks", lacks), ("Citation", entry.citation), ("Licence", entry.licence),
      ("Page", entry.page), ("Files", files ?? "not listed"), ("Site", entry.site),
      ("Layout", entry.layout), ("Shipped", entry.shipped), ("State", state), ("To fetch it", way),
      ("To use it", entry.command),
    ]
    return ["\(entry.name): \(entry.about)"] + rows.compactMap { row in row.1.map { "\(row.0): \($0)" } }
  }
}

struct DataFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch the files of a public data set into the folder of data sets.",
    discussion: """
      Uses Python with the package pooch. A file takes its place only with the size and SHA-256 digest of the registry, and files that \
      are there are not fetched. A set whose files are not listed is one file, which needs the digest that you give; a ZIP archive is \
      unpacked.

      Example: beaconbench data fetch danis
      Example: beaconbench data fetch guelph --from https://example.org/set.zip --sha256 9f86d081…
      """)

  @Argument(help: ArgumentHelp("The set, as data list shows it.", valueName: "name"))
  var name: String

  @Option(
    .read(DataFetchCommand.readAddress),
    "The address below which the files lie, or that of the archive. (default: the registry's)",
    as: "url")
  var from: String?

  @Option(
    .read(DataFetchCommand.readDigest), "The SHA-256 digest of a set whose files are not listed.",
    as: "digest")
  var sha256: String?

  @OptionGroup var registry: RegistryOptions

  @OptionGroup var printing: OutputOptions

  func run() throws {
    let known = try registry.read()
    let entry = try registry.entry(name, of: known)
    let root = try registry.root
    let folder = DatasetFolder(entry, of: known.path, below: root)
    let files = try folder.fetch(from: from, sha256: sha256, python: PlotPython.path)
      .map { FetchedFile(file: $0) }
    let command = entry.command.map { $0 + registry.option(for: root) }
    try printing.show(
      [
        .table(files, FetchedFile.figures),
        .paragraphs(
          ["\(entry.name) is in \(folder.path). Licence: \(entry.licence). Please cite: \(entry.citation)"]
            + (command.map { ["To use it: \($0)"] } ?? [])),
      ],
      [
        "set": Document(entry.name), "folder": Document(folder.path), "files": files.figureValue.document,
        "command": command.map { Document($0) } ?? nil,
      ])
  }

  private static let readAddress: @Sendable (String) throws -> String = { text in
    guard TextFormat.url.accepts(text) else {
      throw ValidationError("expected an address such as https://example.org/set.zip")
    }
    return text
  }

  private static let readDigest: @Sendable (String) throws -> String = { text in
    guard TextFormat.sha256.accepts(text) else {
      throw ValidationError("expected a SHA-256 digest of 64 hexadecimal digits")
    }
    return text
  }
}

/// A file and what became of it.
private struct FetchedFile: Described {
  let file: DatasetFolder.Fetched

  static let figures: [Figure<FetchedFile>] = [
    .init("path", "file") { $0.file.path }, .init("bytes", "bytes") { $0.file.bytes },
    .init("arrival", "what was done") { $0.file.arrival.rawValue },
  ]
}

struct DataCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Compare fetched data sets with their digests.",
    discussion: """
      Lists the files that are missing, changed or extra. The exit status is 1 when one is missing or changed.

      Example: beaconbench data check danis
      """)

  @Argument(
    help: ArgumentHelp("The sets. (default: all that are in the folder of data sets)", valueName: "name"))
  var names: [String] = []

  @OptionGroup var registry: RegistryOptions

  @OptionGroup var printing: OutputOptions

  func run() throws {
    let known = try registry.read()
    let root = try registry.root
    let named = try names.map { try registry.entry($0, of: known) }
    let folders = (named.isEmpty ? known.entries : named)
      .map { DatasetFolder($0, of: known.path, below: root) }.filter { !named.isEmpty || $0.exists }
    guard !folders.isEmpty else {
      throw FileProblem(file: root, expected: "at least one fetched data set", found: "none")
    }
    let findings = try folders.flatMap { try $0.check() }.map { CheckedFile(finding: $0) }
    let faults = findings.filter { $0.finding.state != .right }
    let wrong = faults.filter { [.missing, .changed].contains($0.finding.state) }.count
    let right = findings.count - faults.count
    try printing.show(
      (faults.isEmpty ? [] : [.table(faults, CheckedFile.figures)])
        + [
          .paragraphs(["\(Counted.text(right, "file")) of \(Counted.text(folders.count, "set")) as listed."])
        ],
      ["right": Document(right), "faults": faults.figureValue.document],
      failure: wrong == 0 ? nil : "\(root): \(Counted.text(wrong, "file")) missing or changed")
  }
}

/// A file and what was found of it.
private struct CheckedFile: Described {
  let finding: DatasetFolder.Finding

  static let figures: [Figure<CheckedFile>] = [
    .init("set", "set") { $0.finding.set }, .init("path", "file") { $0.finding.path },
    .init("state", "state") { $0.finding.state.rawValue },
  ]
}
