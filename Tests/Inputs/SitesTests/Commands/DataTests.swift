import Documents
import Foundation
import Sites
import TestSupport
import Testing

/// `list sets`, `data fetch` and `data check`, against a server on this machine.
@Suite struct DataTests {
  /// The Python of `make python`, with pooch.
  private static let canServe =
    (try? TestSupport.run([Checkout.path(".build/python/bin/python3"), "-I", "-c", "import pooch"]).status)
    == 0

  /// The digest of "abc", from FIPS 180-4's example.
  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// A folder with a file "abc", a registry of it and a server.
  private struct Setting {
    let folder: TemporaryFolder
    let server: LocalServer

    init(bytes: Int = 3, sha256: String = DataTests.abc, path: String = "a/b.txt") throws {
      folder = try TemporaryFolder()
      try folder.write("abc", to: "served/a/b.txt")
      server = try LocalServer(folder.path("served"), log: folder.path("log"))
      try folder.write(
        """
        sets:
          - name: small
            about: three letters
            has: them
            citation: FIPS 180-4
            licence: none
            page: https://example.org
            address: \(server.address)/
            command: beaconbench run x.yaml
            files: [{path: \(path), bytes: \(bytes), sha256: "\(sha256)"}]
          - {name: zip, about: an archive, has: files, citation: c, licence: none, page: "https://example.org"}

        """, to: "registry.yaml")
    }

    func run(_ arguments: String..., verb: String = "data") async throws -> Outcome {
      try await Program.run(
        [verb] + arguments + ["--registry", "registry.yaml", "--data", "cache"], in: folder)
    }

    /// Fetches the archive of that name in the served folder.
    func unpack(_ name: String) async throws -> Outcome {
      let sum = try TestSupport.run(["sha256sum", folder.path("served/\(name)")]).output.prefix(64)
      return try await run("fetch", "zip", "--from", "\(server.address)/\(name)", "--sha256", String(sum))
    }

    /// Writes an archive by Python's zipfile.
    func zip(_ statements: String) throws {
      let program = "import zipfile, stat\nz = zipfile.ZipFile('\(folder.path("served/z.zip"))', 'w')\n"
      #expect(try Python.run(program + statements + "\nz.close()").status == 0)
    }
  }

  @Test(.enabled(if: canServe, "needs pooch: make python"))
  func `fetches nothing to list or check, and once to fetch`() async throws {
    let setting = try Setting()
    let listed = try await setting.run("sets", verb: "list")
    #expect(listed.status == 0 && listed.unwrapped.contains("three letters"), "\(listed.errors)")
    let one = try await setting.run("zip", verb: "list")
    #expect(
      one.output.contains("To fetch it: data fetch zip --from ADDRESS --sha256 DIGEST"), "\(one.output)")
    #expect(try await setting.run("check").status == 2)
    #expect(setting.server.requests.isEmpty)
    let first = try await setting.run("fetch", "small")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.unwrapped.contains("To use it: beaconbench run x.yaml --data cache"))
    #expect(try setting.folder.read("cache/small/a/b.txt") == "abc")
    let again = try await setting.run("fetch", "small", "--json")
    #expect(try Document(json: again.output, file: "")["files"].elements[0].text("arrival") == "was there")
    #expect(setting.server.requests == ["/a/b.txt"])
    #expect(try await setting.run("check").status == 0)
  }

  @Test(.enabled(if: canServe, "needs pooch: make python"))
  func `what an earlier attempt left half-written is fetched anew, and goes`() async throws {
    let setting = try Setting()
    try setting.folder.write("ab", to: "cache/.small.fetching/a/b.txt")
    let outcome = try await setting.run("fetch", "small")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try setting.folder.read("cache/small/a/b.txt") == "abc")
    #expect(try FileManager.default.contentsOfDirectory(atPath: setting.folder.path("cache")) == ["small"])
  }

  @Test func `without pooch one sentence names the address and the digest`() async throws {
    let setting = try Setting()
    let outcome = try await Program.run(
      ["data", "fetch", "small", "--registry", "registry.yaml", "--data", "cache"], in: setting.folder,
      environment: ["BEACONBENCH_PYTHON": "/nowhere/python3"])
    #expect(outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1)
    let address = "\(setting.server.address)/a/b.txt"
    #expect(outcome.errors.contains("\(address): not fetched, which needs Python with pooch"))
    #expect(outcome.errors.contains("as cache/small/a/b.txt: its SHA-256 digest is \(Self.abc)"))
    #expect(setting.server.requests.isEmpty)
  }

  @Test(.enabled(if: canServe, "needs pooch: make python"))
  func `one sentence refuses what is not the listed file, and nothing of it stays`() async throws {
    let zeros = String(repeating: "0", count: 64)
    for (setting, sentence) in [
      (try Setting(sha256: zeros), "expected sha256:\(zeros) but got \(Self.abc)"),
      (try Setting(bytes: 4), "expected 4 bytes, found 3"),
      (try Setting(bytes: 2), "expected at most 2 bytes, found more"),
    ] {
      let outcome = try await setting.run("fetch", "small")
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("beaconbench: \(setting.server.address)/a/b.txt: not fetched: "))
      #expect(outcome.errors.contains(sentence) && outcome.errors.split(separator: "\n").count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: setting.folder.path("cache")).isEmpty)
    }
    let missing = try await Setting(path: "a/none.txt").run("fetch", "small")
    #expect(missing.status == 2 && missing.errors.contains("not fetched: "))
    #expect(missing.errors.contains("404"))
    let climbing = try await Setting(path: "../b.txt").run("sets", verb: "list")
    #expect(climbing.status == 2)
    #expect(climbing.errors.contains("files[0].path: expected a path below the set's folder"))
  }

  @Test(.enabled(if: canServe, "needs pooch: make python"))
  func `check says missing, changed and extra`() async throws {
    let setting = try Setting()
    try setting.folder.write("abd", to: "cache/small/a/b.txt")
    try setting.folder.write("", to: "cache/small/c")
    let changed = try await setting.run("check")
    #expect(changed.status == 1 && changed.output.contains("changed") && changed.output.contains("extra"))
    let refused = try await setting.run("fetch", "small")
    #expect(refused.status == 2 && refused.errors.contains("remove the file to fetch it"))
    try FileManager.default.removeItem(atPath: setting.folder.path("cache/small/a/b.txt"))
    let missing = try await setting.run("check", "small")
    #expect(missing.status == 1 && missing.output.contains("missing"))
  }

  @Test(.enabled(if: canServe, "needs pooch: make python"))
  func `unpacks an archive by the user's digest, and checks it by the list that it writes`() async throws {
    let setting = try Setting()
    try setting.zip("z.writestr('d/one.csv', 'abc')\nz.writestr('two', 'x' * 1000, zipfile.ZIP_DEFLATED)")
    let bare = try await setting.run("fetch", "zip", "--from", "\(setting.server.address)/z.zip")
    #expect(bare.status == 2 && bare.errors.contains("give the SHA-256 digest of its file as --sha256"))
    let outcome = try await setting.unpack("z.zip")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try setting.folder.read("cache/zip/d/one.csv") == "abc")
    #expect(
      try TestSupport.run(
        ["sh", "-c", "cd \(setting.folder.path("cache/zip")) && sha256sum --check ../zip.SHA256SUMS"]
      ).status == 0)
    #expect(try await setting.run("check", "zip").status == 0)
    #expect(try await setting.unpack("z.zip").errors.contains("is there already"))
  }

  @Test(
    .enabled(if: canServe, "needs pooch: make python"),
    arguments: [
      (
        "z.writestr('../out', 'x')", "expected each file once, below the archive's own folder, found '../out'"
      ),
      ("z.writestr('/out', 'x')", "expected each file once, below the archive's own folder, found '/out'"),
      (
        "i = zipfile.ZipInfo('l'); i.create_system = 3; i.external_attr = (stat.S_IFLNK | 0o777) << 16\nz.writestr(i, '/etc')",
        "expected only files and folders in the archive, found the link or device 'l'"
      ),
      (
        "i = zipfile.ZipInfo('n'); i.create_system = 3; i.external_attr = (stat.S_IFCHR | 0o666) << 16\nz.writestr(i, '')",
        "expected only files and folders in the archive, found the link or device 'n'"
      ),
      (
        "import warnings; warnings.simplefilter('ignore')\nz.writestr('a', 'x'); z.writestr('a', 'y')",
        "expected each file once, below the archive's own folder, found 'a'"
      ),
      ("z.writestr('ok', 'x'); z.writestr('d/./a', 'x')", "found 'd/./a'"),
      ("z.writestr('a', 'x'); z.writestr('a/b', 'x')", "not fetched: "),
      // What is declared counts, before anything is unpacked.
      (
        "z.writestr('a', 'x')\nz.filelist[0].file_size = 5 << 30",
        "expected at most 100000 files of 4294967296 bytes when unpacked, found more"
      ),
    ])
  func `one sentence refuses an archive that would leave its folder, and nothing is unpacked`(
    statements: String, sentence: String
  ) async throws {
    let setting = try Setting()
    try setting.zip(statements)
    let outcome = try await setting.unpack("z.zip")
    #expect(outcome.status == 2 && outcome.errors.contains(sentence), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(!setting.folder.exists("cache/zip") && !setting.folder.exists("out"))
    let left = try FileManager.default.contentsOfDirectory(atPath: setting.folder.path("cache"))
    #expect(left.isEmpty, "\(left)")
  }

  @Test(
    .enabled(if: canServe, "needs pooch: make python"),
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `danis, fetched from this machine, gives what its declaration gives in place`() async throws {
    let folder = try TemporaryFolder()
    let data = try #require(SharedData.folder).appending(path: "data/datasets").path
    let server = try LocalServer(data, log: folder.path("log"))
    let fetched = try await Program.run(
      ["data", "fetch", "danis", "--from", "\(server.address)/danis", "--data", "cache"], in: folder)
    #expect(fetched.status == 0, "\(fetched.errors)")
    func calibrated(_ data: String) async throws -> Outcome {
      try await Program.run(
        ["calibrate", Checkout.path("scenarios/datasets/danis.yaml"), "--data", data], in: folder)
    }
    let (here, there) = (try await calibrated("cache"), try await calibrated(data))
    #expect(here.status == 0 && here.output == there.output && !here.output.isEmpty)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `the shipped registry has the digests of the data sets that others computed`() async throws {
    let folder = try TemporaryFolder()
    let data = try #require(SharedData.folder).appending(path: "data/datasets").path
    let outcome = try await Program.run(["data", "check", "--data", data], in: folder)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `every file that the shipped registry names is there`() throws {
    let path = Checkout.path("scenarios/registry/datasets.yaml")
    for set in try Document(contentsOf: path).elements("sets") {
      for key in ["site", "layout", "shipped"] where set.has(key) {
        #expect(
          FileManager.default.fileExists(atPath: Checkout.path("scenarios/registry/\(try set.text(key))")))
      }
    }
  }
}
