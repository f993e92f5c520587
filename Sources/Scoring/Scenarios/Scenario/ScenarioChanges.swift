package import Documents
public import Sites
public import World

/// What takes the place of values of a scenario's file, in the resolved scenario too.
public struct ScenarioChanges: Sendable {
  /// One key of the file with the value that it gets.
  public struct Setting: Sendable {
    let key: String
    let value: Document
    private let option: String

    /// Reads `channel.pathLoss.logDistance.n=2.2`: the path of a key, and a value in YAML.
    ///
    /// - Throws: One sentence, which names the text as an argument of `--set`.
    public init(_ text: String) throws(FileProblem) {
      option = "--set \(text)"
      guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
        throw FileProblem(
          file: "--set", expected: "KEY=VALUE, such as laps.count=20", found: text.isEmpty ? "nothing" : text)
      }
      guard text[text.index(after: sign)...].contains(where: { !$0.isWhitespace }) else {
        throw FileProblem(
          file: "--set", expected: "a value after \(text[...sign])",
          found: "nothing (write '' for an empty text)")
      }
      key = String(text[..<sign])
      let place = Document.Location(file: option, path: key)
      do {
        let read = try Document(yaml: String(text[text.index(after: sign)...]), file: option)
        value = Document(read.moved(to: place).content, at: Document.Location(file: option))
      } catch {
        throw FileProblem(file: option, place: error.place, expected: error.expected, found: error.found)
      }
    }

    /// Refuses a key of what only a simulation uses: channel, walks, transmission.
    package func checkIsOfReplays() throws(FileProblem) {
      let first = String(key.prefix { $0 != "." && $0 != "[" })
      guard Simulation.keys.contains(first) else { return }
      throw FileProblem(
        file: option,
        expected: "a key that a replay uses, of phone, assumes, pipelines, score, identifiedBy or seed",
        found: "\(first), which only simulations use")
    }

    /// A document with this value, which its schema has yet to check.
    func applied(to document: Document, _ schema: Schema) throws(FileProblem) -> Document {
      do {
        return try document.setting(key, to: value, in: schema)
      } catch {
        throw FileProblem(file: option, place: error.place, expected: error.expected, found: error.found)
      }
    }
  }

  /// In the order in which they are applied.
  public let settings: [Setting]
  /// The names of the pipelines that stay, beside the baseline; nil for all.
  public let pipelines: [String]?
  /// The ids of beacons that do not exist, or the names of pillars.
  public let without: [String]
  /// Methods that are pipelines of their own behind those of the file.
  public let methods: [MethodRow]

  public init(
    _ settings: [Setting] = [], pipelines: [String]? = nil, without: [String] = [],
    methods: [MethodRow] = []
  ) {
    (self.settings, self.pipelines, self.without) = (settings, pipelines, without)
    self.methods = methods
  }

  /// Every setting, in the order given, with the schema's check before and after each.
  /// - Throws: ``World/FileProblem`` for a key or value that the schema does not allow.
  package func applied(to document: Document, _ schema: Schema) throws(FileProblem) -> Document {
    guard !settings.isEmpty else { return document }
    // Resolved before and behind each: what the file holds must be right, and so must what takes its place.
    var document = try schema.resolve(document)
    for setting in settings { document = try schema.resolve(setting.applied(to: document, schema)) }
    return document
  }
}

extension ScenarioChanges {
  /// A scenario with the pipelines that stay, in the order of the file; those of `--method` stay in any case.
  func selected(in document: Document) throws(FileProblem) -> Document {
    guard let pipelines, case .array(let all) = document.optional("pipelines")?.content else {
      return document
    }
    let names = all.compactMap { try? $0.text("name") }
    let chosen = pipelines.joined(among: names)
    for name in chosen where !names.contains(name) {
      throw FileProblem(
        file: "--pipelines",
        expected: "pipelines of \(document.location.file) (\(names.joined(separator: "; ")))",
        found: name + suggestion(for: name, among: names))
    }
    let added = Set(methods.map(\.document))
    let kept = all.filter { pipeline in
      Baseline.isBaseline(pipeline) || added.contains(pipeline)
        || (try? pipeline.text("name")).map(chosen.contains) ?? true
    }
    return try document.replacing(
      "pipelines", by: Document(.array(kept), at: document["pipelines"].location))
  }

  /// A scenario with the further methods behind its own pipelines.
  func joined(to document: Document) throws(FileProblem) -> Document {
    guard !methods.isEmpty, let pipelines = document.optional("pipelines"),
      case .array(let all) = pipelines.content
    else { return document }
    return try document.replacing(
      "pipelines", by: Document(.array(all + methods.map(\.document)), at: pipelines.location))
  }

  /// A site without the beacons that do not exist.
  public func site(contentsOf path: String) throws(FileProblem) -> SiteFile {
    let file = try SiteFile(Document(contentsOf: path))
    guard !without.isEmpty else { return file }
    // With all written out: tables are read, and each beacon has the identity that its place in the whole list gives it.
    let document = file.document
    guard case .array(let beacons) = document.optional("beacons")?.content else {
      throw document.problem(expected: "a site with beacons for --without", found: "one of receivers")
    }
    let names = beacons.flatMap(Self.names)
    for name in without where !names.contains(name) {
      throw FileProblem(
        file: "--without", expected: "the id of a beacon of \(path)",
        found: name + suggestion(for: name, among: names))
    }
    let kept = beacons.filter { beacon in !Self.names(of: beacon).contains(where: without.contains) }
    return try SiteFile(
      document.replacing("beacons", by: Document(.array(kept), at: document["beacons"].location)))
  }

  /// The site that a resolved scenario names; nil where it has none, or nothing of it changes.
  func site(of document: Document, path: String) throws(FileProblem) -> SiteFile? {
    guard !without.isEmpty, let site = document.optional("site") else { return nil }
    return try self.site(contentsOf: try site.pathOfFile(namedIn: path))
  }

  /// A scenario without what it says of beacons that do not exist.
  func withoutBeacons(_ document: Document) throws(FileProblem) -> Document {
    guard !without.isEmpty else { return document }
    if let dataset = document.optional("dataset") {
      throw dataset.problem(expected: "a simulated scenario for --without", found: "one of recorded walks")
    }
    guard let beacons = document.optional("beacons"), case .object(let members) = beacons.content else {
      return document
    }
    let kept = members.map { member in
      guard case .array(let entries) = member.value.content else { return member }
      let others = entries.filter { entry in
        (try? entry.text("beacon")).map { !without.contains($0) } ?? true
      }
      return Document.Member(key: member.key, value: Document(.array(others), at: member.value.location))
    }
    return try document.replacing("beacons", by: Document(.object(kept), at: beacons.location))
  }

  /// The id of a beacon, and the name of its pillar.
  private static func names(of beacon: Document) -> [String] {
    ["id", "pillar"].compactMap { try? beacon.text($0) }
  }
}
