public import Documents
public import World

/// A registry of public data sets: what each has and lacks, where its files are published and by which digests they are known.
public struct DatasetRegistry: DeclaredSettings {
  /// One published file of a set.
  public struct File: DeclaredSettings {
    /// Below the set's folder, with slashes.
    public private(set) var path = ""
    public private(set) var bytes = 0
    /// In lower-case hexadecimal.
    public private(set) var sha256 = ""
    /// The whole address, where it is not that of the set with the path behind it.
    private(set) var address: String?

    /// Without a path.
    public init() {}
    /// In the order of the schema.
    public static let keys: [SettingKey<File>] = [
      .required("path", \.path, .text(.line), "Below the set's folder."),
      .required("bytes", \.bytes, .integer(.between(0, 1 << 40)), "The size of the file."),
      .required(
        "sha256", \.sha256,
        .text(.sha256).checked { _, digest throws(FileProblem) in digest = digest.lowercased() },
        "The digest of the file's octets."),
      .optional(
        "address", \.address, .text(.url),
        "The whole address, where it is not that of the set with the path behind it."),
    ]
  }

  /// A set.
  public struct Entry: DeclaredSettings {
    /// Also the name of its folder below the folder of data sets.
    public private(set) var name = ""
    public private(set) var about = ""
    /// What of interest to positioning it has.
    public private(set) var has = ""
    /// What it lacks; empty where nothing is known to be missing.
    public private(set) var lacks = ""
    /// The publication, with its DOI where it has one.
    public private(set) var citation = ""
    public private(set) var licence = ""
    /// The page that describes it.
    public private(set) var page = ""
    /// The site that it was recorded at, relative to the registry; nil where the project has none.
    public private(set) var site: String?
    /// The declaration that reads the files, relative to the registry; nil where the project has none.
    public private(set) var layout: String?
    /// The shipped declaration with its readings, relative to the registry; nil where it is not shipped.
    public private(set) var shipped: String?
    /// A command that uses the files as they were fetched; nil where no command reads them.
    public private(set) var command: String?
    /// Where the files lie, ending with a slash; nil where that is not known.
    private(set) var address: String?
    /// Those whose digests are known; empty for a set that is fetched as one archive.
    public private(set) var files: [File] = []
    /// Of the archive of a set without ``files``; nil where it is not known.
    private(set) var archive: String?

    /// Without a name.
    public init() {}
    /// At most one of `address` and `archive`.
    public static let rules: [Schema.KeyRule] = [.atMostOne(of: "address", "archive")]
    /// In the order of the schema.
    public static let keys: [SettingKey<Entry>] = [
      .required(
        "name", \.name, .text(.name), "The set's name, and that of its folder below the folder of data sets."),
      .required("about", \.about, .text(), "What was recorded, and how."),
      .required("has", \.has, .text(), "What it has that positioning needs."),
      .omissible("lacks", \.lacks, .text(), "What it lacks."),
      .required("citation", \.citation, .text(), "The authors and the publication."),
      .required("licence", \.licence, .text(), "The licence."),
      .required("page", \.page, .text(.url), "The page that describes the set."),
      .optional("site", \.site, .text(), "The site file that it was recorded at, relative to this file."),
      .optional("layout", \.layout, .text(), "The declaration that reads the files, relative to this file."),
      .optional(
        "shipped", \.shipped, .text(),
        "The declaration of the readings that are shipped, relative to this file."),
      .optional("command", \.command, .text(.line), "A command that uses the set once it is fetched."),
      .optional(
        "address", \.address, .text(.url).checked(checkFolder),
        "Where the files lie: the path of each is appended, so it ends with a slash."),
      .defaulted(
        "files", \.files, .list(of: .settings).checked(checkPaths), "The files whose digests are known."),
      .optional(
        "archive", \.archive, .text(.url),
        "The address of the one file, such as a ZIP archive, of a set whose files are not listed. It is fetched only with the digest that the user gives."
      ),
    ]

    @Sendable private static func checkFolder(
      _ document: Document, _ address: inout String
    ) throws(FileProblem) {
      guard address.hasSuffix("/") else {
        throw document.problem(expected: "an address that ends with a slash", found: address)
      }
    }

    @Sendable private static func checkPaths(
      _ document: Document, _ files: inout [File]
    ) throws(FileProblem) {
      for (index, file) in files.enumerated() {
        guard staysInFolder(file.path), !files[..<index].contains(where: { $0.path == file.path }) else {
          throw try document[index]["path"].problem(
            expected: "a path below the set's folder that no other file has", found: file.path)
        }
      }
    }
  }

  /// As the user named it.
  public private(set) var path = ""
  /// In the order of the file.
  public private(set) var entries: [Entry] = []

  /// Without sets.
  public init() {}
  /// The sets alone.
  public static let keys: [SettingKey<DatasetRegistry>] = [
    .required("sets", \.entries, .list(of: .settings, count: .atLeast(1)), "The data sets.")
  ]

  /// - Throws: One sentence about the first thing that is not as the schema has it.
  public init(contentsOf path: String) throws(FileProblem) {
    let document = try Self.schema.resolve(Document(contentsOf: path))
    self = try DatasetRegistry(document)
    self.path = path
    for (index, entry) in entries.enumerated()
    where entries[..<index].contains(where: { $0.name == entry.name }) {
      throw try document["sets"][index]["name"].problem(expected: "each set once", found: entry.name)
    }
  }

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
  /// The bytes of all listed files.
  public var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

  /// Whether the registry says where all its files are.
  public var hasAddress: Bool {
    files.isEmpty ? archive != nil : address != nil || files.allSatisfy { $0.address != nil }
  }
}
