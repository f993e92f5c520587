public import Documents
public import World

/// A registry of public data sets: what each has and lacks, where its files are published and by which digests they are known.
public struct DatasetRegistry: Sendable {
  /// One published file of a set.
  public struct File: Hashable, Sendable {
    /// Below the set's folder, with slashes.
    public let path: String
    public let bytes: Int
    /// In lower-case hexadecimal.
    public let sha256: String
    /// The whole address, where it is not that of the set with the path behind it.
    let address: String?
  }

  /// A set.
  public struct Entry: Hashable, Sendable {
    /// Also the name of its folder below the folder of data sets.
    public let name: String
    public let about: String
    /// What of interest to positioning it has.
    public let has: String
    /// What it lacks; empty where nothing is known to be missing.
    public let lacks: String
    /// The publication, with its DOI where it has one.
    public let citation: String
    public let licence: String
    /// The page that describes it.
    public let page: String
    /// The site that it was recorded at, relative to the registry; nil where the project has none.
    public let site: String?
    /// The declaration that reads the files, relative to the registry; nil where the project has none.
    public let layout: String?
    /// The shipped declaration with its readings, relative to the registry; nil where it is not shipped.
    public let shipped: String?
    /// A command that uses the files as they were fetched; nil where no command reads them.
    public let command: String?
    /// Where the files lie, ending with a slash; nil where that is not known.
    let address: String?
    /// Those whose digests are known; empty for a set that is fetched as one archive.
    public let files: [File]
    /// Of the archive of a set without ``files``; nil where it is not known.
    let archive: String?
  }

  /// As the user named it.
  public let path: String
  /// In the order of the file.
  public let entries: [Entry]

  /// - Throws: One sentence about the first thing that is not as the schema has it.
  public init(contentsOf path: String) throws(FileProblem) {
    self.path = path
    let document = try Self.schema.resolve(Document(contentsOf: path))
    let sets = try document.elements("sets")
    var entries: [Entry] = []
    for set in sets {
      let entry = try Entry(set)
      guard !entries.contains(where: { $0.name == entry.name }) else {
        throw try set["name"].problem(expected: "each set once", found: entry.name)
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// The shape of a registry.
  public static let schema = Schema.object([
    .required(
      "sets",
      .array(
        of: .object(
          [
            .required(
              "name", .text(.name), "The set's name, and that of its folder below the folder of data sets."),
            .required("about", .text(), "What was recorded, and how."),
            .required("has", .text(), "What it has that positioning needs."),
            .optional("lacks", .text(), "What it lacks."),
            .required("citation", .text(), "The authors and the publication."),
            .required("licence", .text(), "The licence."),
            .required("page", .text(.url), "The page that describes the set."),
            .optional("site", .text(), "The site file that it was recorded at, relative to this file."),
            .optional("layout", .text(), "The declaration that reads the files, relative to this file."),
            .optional(
              "shipped", .text(), "The declaration of the readings that are shipped, relative to this file."),
            .optional("command", .text(.line), "A command that uses the set once it is fetched."),
            .optional(
              "address", .text(.url),
              "Where the files lie: the path of each is appended, so it ends with a slash."),
            .defaulted("files", .array(of: file), to: [], "The files whose digests are known."),
            .optional(
              "archive", .text(.url),
              "The address of the one file, such as a ZIP archive, of a set whose files are not listed. It is fetched only with the digest that the user gives."
            ),
          ], rules: [.atMostOne(of: "address", "archive")]), count: .atLeast(1)),
      "The data sets.")
  ])

  private static let file = Schema.object([
    .required("path", .text(.line), "Below the set's folder."),
    .required("bytes", .integer(.between(0, 1 << 40)), "The size of the file."),
    .required("sha256", .text(.sha256), "The digest of the file's octets."),
    .optional(
      "address", .text(.url), "The whole address, where it is not that of the set with the path behind it."),
  ])

  /// Whether a path is relative, has no empty part and none that climbs, and can stand on one line.
  static func staysInFolder(_ path: String) -> Bool {
    let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    return parts.allSatisfy { !["", ".", ".."].contains($0) }
      && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }

  /// The published JSON Schema of a registry.
  public static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench registry",
      about: "Public data sets: what each has and lacks, where its files are published, and their digests.")
  }
}

extension DatasetRegistry.Entry {
  fileprivate init(_ set: Document) throws(FileProblem) {
    func text(_ key: String) throws(FileProblem) -> String? {
      set.has(key) ? try set.text(key) : nil
    }
    name = try set.text("name")
    (about, has, lacks) = (try set.text("about"), try set.text("has"), try text("lacks") ?? "")
    (citation, licence, page) = (try set.text("citation"), try set.text("licence"), try set.text("page"))
    (site, layout, shipped) = (try text("site"), try text("layout"), try text("shipped"))
    (command, address, archive) = (try text("command"), try text("address"), try text("archive"))
    if let address, !address.hasSuffix("/") {
      throw try set["address"].problem(expected: "an address that ends with a slash", found: address)
    }
    var files: [DatasetRegistry.File] = []
    for element in try set.elements("files") {
      let file = DatasetRegistry.File(
        path: try element.text("path"), bytes: try element.integer("bytes"),
        sha256: try element.text("sha256").lowercased(),
        address: element.has("address") ? try element.text("address") : nil)
      guard DatasetRegistry.staysInFolder(file.path), !files.contains(where: { $0.path == file.path }) else {
        throw try element["path"].problem(
          expected: "a path below the set's folder that no other file has", found: file.path)
      }
      files.append(file)
    }
    self.files = files
  }

  /// The bytes of all listed files.
  public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

  /// Whether the registry says where all its files are.
  public var hasAddress: Bool {
    files.isEmpty ? archive != nil : address != nil || files.allSatisfy { $0.address != nil }
  }
}
