import Foundation
import Results
import TestSupport
import Testing

/// Files that commands write for their users.
@Suite struct OutputFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("old", to: "there")
  }

  private func sentence(_ work: () throws -> Void) -> String {
    refusal(of: work).replacing(folder.path + "/", with: "")
  }

  @Test func `a file is written whole, and nothing else is left`() throws {
    try OutputFile.write("new", to: folder.path("a"))
    try OutputFile.write("new", to: folder.path("there"))
    #expect(try folder.read("a") == "new" && folder.read("there") == "new")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "there"])
  }

  @Test func `where one of several cannot be written, none is`() throws {
    let found = sentence {
      try OutputFile.write([(folder.path("a"), Data("x".utf8)), (folder.path("none/b"), Data("y".utf8))])
    }
    #expect(found.hasPrefix("none/b: cannot be written: there is no folder "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["there"])
  }

  @Test func `a folder is no place for a file, and one file is no place for two outputs`() throws {
    #expect(
      sentence { try OutputFile.write("x", to: folder.path) }.hasSuffix("cannot be written: it is a folder"))
    let twice = [folder.path("a"), folder.path("./a")].map { ($0, Data()) }
    #expect(sentence { try OutputFile.write(twice) }.hasSuffix("is named for two outputs"))
    #expect(
      sentence { try OutputFile.check([folder.path("a"), nil, folder.path("a")]) }.hasSuffix(
        "is named for two outputs"))
  }

  @Test func `a file that holds something else stays where it must not go`() throws {
    let refusal = "there: is there already and holds something else; --replace replaces it"
    #expect(sentence { try OutputFile.write("new", to: folder.path("there"), others: .refused) } == refusal)
    #expect(try folder.read("there") == "old")
    // The same contents may be written again, and an empty file is nothing to lose.
    try OutputFile.write("old", to: folder.path("there"), others: .refused)
    try folder.write("", to: "empty")
    try OutputFile.write("new", to: folder.path("empty"), others: .refused)
    #expect(try folder.read("empty") == "new")
  }

  @Test func `before the work it is known what cannot be replaced behind it`() throws {
    let refusal = "there: is there already and holds something else; --replace replaces it"
    #expect(sentence { try OutputFile.check([folder.path("there")], others: .refusedAtOnce) } == refusal)
    // What is read from a plain file can be made again, what comes through a pipe cannot.
    try OutputFile.check([folder.path("there")], apartFrom: [folder.path("input")], others: .refused)
    #expect(
      sentence { try OutputFile.check([folder.path("there")], apartFrom: ["-"], others: .refused) } == refusal
    )
    let isRenewable: @Sendable (Data) -> Bool = { $0 == Data("old".utf8) }
    try OutputFile.check([folder.path("there")], others: .replacedIf(isRenewable))
    try folder.write("other", to: "there")
    #expect(
      sentence { try OutputFile.check([folder.path("there")], others: .replacedIf(isRenewable)) } == refusal)
  }

  @Test func `an input is not overwritten, by whatever name`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("there"))
    for name in ["there", "link", "./there"] {
      let found = sentence { try OutputFile.check([folder.path(name)], apartFrom: [folder.path("there")]) }
      #expect(found.contains("would overwrite the input"), "\(name): \(found)")
    }
    try OutputFile.check([folder.path("a")], apartFrom: [folder.path("there"), nil])
  }

  @Test func `a name that ends in gz makes a gzip file that unpacks to the text`() throws {
    let text = String(repeating: "time_s,beacon\n", count: 200)
    try OutputFile.write(text, to: folder.path("a.CSV.GZ"))
    let packed = try Data(contentsOf: URL(filePath: folder.path("a.CSV.GZ")))
    #expect(packed.prefix(2) == Data([0x1F, 0x8B]) && packed.count < text.utf8.count / 5)
    try #require(
      try Python.run("import gzip; print(len(gzip.open('\(folder.path("a.CSV.GZ"))').read()))").status == 0)
  }

  @Test func `devices are written to, and are streams`() throws {
    try OutputFile.write("x", to: "/dev/null")
    #expect(isStreamed("-") && isStreamed("/dev/null") && !isStreamed(folder.path("there")))
    #expect(!isStreamed(folder.path("none")))
  }

  @Test func `a new folder is one that is empty, unless it may be replaced`() throws {
    let new = try NewFolder(folder.path("out"), for: "--output", replacing: false)
    try new.write([("a.txt", "1"), ("b.txt", "2")])
    #expect(try folder.read("out/a.txt") == "1" && folder.read("out/b.txt") == "2")
    #expect(
      sentence { _ = try NewFolder(folder.path("out"), for: "--output", replacing: false) }
        == "out: expected a new or an empty folder for --output, found one with files, which --replace replaces"
    )
    try NewFolder(folder.path("out"), for: "--output", replacing: true).write([("a.txt", "3")])
    #expect(try folder.read("out/a.txt") == "3")
    #expect(
      sentence { _ = try NewFolder(folder.path("there"), for: "--output", replacing: true) }
        == "there: expected a new or an empty folder for --output, found a file")
  }
}

/// Names of shipped scenarios, in a checkout.
@Suite struct ShippedFileTests {
  @Test func `a name means a file below scenarios, with or without its extension`() throws {
    for name in ["floor35", "floor35.yaml", "scenarios/floor35.yaml"] {
      #expect(try #require(ShippedFile.named(name)).path == "floor35.yaml", "\(name)")
    }
    #expect(ShippedFile.named("context/presence")?.path == "context/presence.yaml")
  }

  @Test(arguments: ["", "/etc/passwd", "../README.md", "no-such-scenario"])
  func `nothing else is shipped`(_ name: String) {
    #expect(ShippedFile.named(name) == nil)
  }

  @Test func `the nearest name is proposed for a word, and not for a path`() {
    #expect(ShippedFile.nearest(to: "flor35").contains("floor35"))
    #expect(
      ShippedFile.nearest(to: "scenarios/flor35").isEmpty && ShippedFile.nearest(to: "flor35.yaml").isEmpty)
    #expect(ShippedFile.damage(in: "walk.csv: no such file").isEmpty)
  }
}
