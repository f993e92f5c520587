import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
import Sites
import World

struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract:
      "Fetch a public data set that list shows, check what was fetched, or make the digests of files.",
    subcommands: [DataFetchCommand.self, DataCheckCommand.self, DataDigestCommand.self])
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
  func option(for root: String) -> String { data == nil ? "" : " --data \(root.shellWord)" }

  /// The data sets of the registry; empty where the shipped registry is missing.
  func sets() throws -> [ListedSet] {
    guard registry != nil || (try? read()) != nil else { return [] }
    // Without a home nothing was fetched, but what could be is known.
    let (known, root) = (try read(), (try? root) ?? ".")
    return known.entries.map { ListedSet(entry: $0, folder: DatasetFolder($0, of: known.path, below: root)) }
  }

  /// A set of the registry.
  func set(_ name: String) throws -> ListedSet {
    let sets = try sets()
    guard let set = sets.first(where: { $0.entry.name == name }) else {
      throw FileProblem(
        file: try read().path, expected: "a set of the registry",
        found: name + suggestion(for: name, among: sets.map(\.entry.name)))
    }
    return set
  }
}

/// A set of the registry, and its folder.
struct ListedSet {
  let entry: DatasetRegistry.Entry
  let folder: DatasetFolder

  /// Beside its name and what it is.
  static let figures: [Figure<ListedSet>] = [
    .init("state", "state") { $0.state }, .init("bytes", "bytes") { $0.bytes },
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
    let words = [entry.shipped == nil ? nil : "shipped", folder.exists ? "fetched" : nil].compactMap(\.self)
    return words.isEmpty
      ? entry.files.isEmpty ? "digest needed" : "not fetched" : words.joined(separator: ", ")
  }

  /// All that the registry says of it.
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
    return rows.compactMap { row in row.1.map { "\(row.0): \($0)" } }
  }
}

struct DataFetchCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch the files of a public data set into the folder of data sets.",
    discussion: """
      Uses Python with the package pooch. A file takes its place only with the size and SHA-256 digest of the registry, and files that \
      are there are not fetched. A set whose files are not listed is one file, which needs the digest that you give; a ZIP archive is \
      unpacked.

      Example: beaconbench data fetch danis
      Example: beaconbench data fetch guelph --from https://example.org/set.zip --sha256 9f86d081…
      """)

  @Argument(.text, "The set, as list shows it.", as: "name")
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

  @OptionGroup var options: OutputOptions

  func prepared() throws -> any PreparedStudy {
    let (root, set) = (try registry.root, try registry.set(name))
    let (entry, folder) = (set.entry, set.folder)
    let files = try folder.fetch(from: from, sha256: sha256, python: PythonProgram.interpreter)
    let command = entry.command.map { $0 + registry.option(for: root) }
    return Answer(
      [
        .table(files, Self.figures),
        .paragraphs(
          ["\(entry.name) is in \(folder.path). Licence: \(entry.licence). Please cite: \(entry.citation)"]
            + (command.map { ["To use it: \($0)"] } ?? [])),
      ],
      [
        "set": Document(entry.name), "folder": Document(folder.path),
        "files": Document(files.map { Self.figures.value(of: $0).document }),
        "command": command.map { Document($0) } ?? nil,
      ])
  }

  private static let figures: [Figure<DatasetFolder.Fetched>] = [
    .init("path", "file", \.path), .init("bytes", "bytes", \.bytes),
    .init("arrival", "what was done", \.arrival.rawValue),
  ]

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

struct DataCheckCommand: StudyVerb {
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

  @OptionGroup var options: OutputOptions

  func prepared() throws -> any PreparedStudy {
    let root = try registry.root
    let sets = names.isEmpty ? try registry.sets().filter(\.folder.exists) : try names.map(registry.set)
    guard !sets.isEmpty else {
      throw FileProblem(file: root, expected: "at least one fetched data set", found: "none")
    }
    let findings = try sets.flatMap { try $0.folder.check() }
    let faults = findings.filter { $0.state != .right }
    let wrong = faults.count { [.missing, .changed].contains($0.state) }
    let right = findings.count - faults.count
    return Answer(
      (faults.isEmpty ? [] : [.table(faults, Self.figures)])
        + [.paragraphs(["\(Counted.text(right, "file")) of \(Counted.text(sets.count, "set")) as listed."])],
      [
        "right": Document(right),
        "faults": Document(faults.map { Self.figures.value(of: $0).document }),
      ],
      failure: wrong == 0 ? nil : "\(root): \(Counted.text(wrong, "file")) missing or changed")
  }

  private static let figures: [Figure<DatasetFolder.Finding>] = [
    .init("set", "set", \.set), .init("path", "file", \.path), .init("state", "state", \.state.rawValue),
  ]
}

struct DataDigestCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "digest", abstract: "Make the lines with digests that a dataset file or a registry needs.",
    discussion: """
      Prints the keys path and sha256 of each file, in JSON also its size, also of all files below a folder. \
      Paths are relative to the folder of data sets where \
      they lie below it.

      Example: beaconbench data digest ~/data/danis --data ~/data
      """)

  @Argument(help: ArgumentHelp("Files, or folders with files.", valueName: "path"))
  var paths: [String]

  @OptionGroup var data: DataOption

  @OptionGroup var options: OutputOptions

  func prepared() throws -> any PreparedStudy {
    let files = try paths.flatMap { try DatasetFolder.digests(of: $0, below: data.root) }
    return Answer(
      [.paragraphs(files.flatMap { ["path: \(jsonText($0.path))", "sha256: \"\($0.sha256)\""] })],
      [
        "files": Document(
          files.map {
            ["path": Document($0.path), "bytes": Document($0.bytes), "sha256": Document($0.sha256)]
          })
      ])
  }
}
