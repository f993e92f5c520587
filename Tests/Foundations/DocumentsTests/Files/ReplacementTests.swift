import Documents
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct ReplacementTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private static let folder = Contents.folder { $0 == "a.csv" || $0 == "b.csv" }

  private func prepared(
    _ name: String, _ text: String, rename: RenameCall = .system
  ) throws -> Replacement {
    let replacement = try Replacement(of: Place(root.path(name)), .file, rename: rename)
    try replacement.append(Octets(text))
    return replacement
  }

  private func preparedFolder(
    _ name: String, _ files: [String: String], rename: RenameCall = .system
  ) throws -> Replacement {
    let replacement = try Replacement(of: Place(root.path(name)), Self.folder, rename: rename)
    for (name, text) in files {
      let file = try replacement.file(named: name)
      try file.append(Octets(text))
      try file.finish()
    }
    return replacement
  }

  private func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path(folder)).sorted()
  }

  @Test
  func `a file takes its place whole, with the permissions of the one before, and nothing stays beside it`()
    throws
  {
    try root.write("old", to: "f")
    chmod(root.path("f"), 0o640)
    let replacement = try prepared("f", "new")
    #expect(try root.read("f") == "old")
    try Replacement.commit([replacement, try prepared("g", "first")])
    #expect(try root.read("f") == "new" && root.read("g") == "first" && names() == ["f", "g"])
    let mode = try FileManager.default.attributesOfItem(atPath: root.path("f"))[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func `a folder takes the place of another one whole`() throws {
    try root.write("old", to: "r/a.csv")
    try Replacement.commit([try preparedFolder("r", ["b.csv": "new"])])
    #expect(try names() == ["r"] && names(in: "r") == ["b.csv"] && root.read("r/b.csv") == "new")
  }

  @Test func `what is not committed goes`() throws {
    _ = try prepared("f", "new")
    _ = try preparedFolder("r", ["a.csv": "new"])
    #expect(try names() == [])
  }

  /// 255 octets on customary file systems: two octets a letter, and one more.
  @Test func `a name may be as long as the file system takes`() throws {
    let name = String(repeating: "é", count: Place.mostOctets(in: root.path) / 2) + "x"
    for text in ["one", "two"] {
      try Replacement.commit([try prepared(name, text)])
      try Replacement.commit([try preparedFolder(String(name.dropLast()), ["a.csv": text])])
      #expect(try root.read(name) == text && root.read(name.dropLast() + "/a.csv") == text)
    }
    #expect(try names().count == 2)
  }

  @Test func `a folder that holds something else stays, also when it came late`() throws {
    try root.write("old", to: "r/a.csv")
    let rename = RenameCall { [root] from, to, way in
      if way == .exchange { try? root.write("precious", to: "r/thesis.tex") }
      return renamed(from, to, way)
    }
    let replacement = try preparedFolder("r", ["b.csv": "new"], rename: rename)
    let failure = #expect(throws: Replacement.Failure.self) { try Replacement.commit([replacement]) }
    #expect(failure?.problem.reason == "something else created there in the meantime")
    #expect(try names(in: "r") == ["a.csv", "thesis.tex"] && root.read("r/thesis.tex") == "precious")
  }

  static let digits = "0123456789abcdef"

  @Test func `leftovers of the very name go, and nothing else does`() throws {
    let others = [
      ".f.new-99999999", ".f.old-20250101", ".g.new-\(Self.digits)", ".f.new-\(Self.digits)0",
      ".f.new-\(Self.digits.uppercased())", "f.new-\(Self.digits)", ".venv.old-20250101",
      ".f.bak-\(Self.digits)",
    ]
    for name in others { try root.write("precious", to: name) }
    try root.write("half", to: ".f.new-\(Self.digits)")
    try root.write("precious", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: root.path(".f.new-0000000000000000"), withDestinationPath: "target")
    try Replacement.commit([try prepared("f", "new")])
    #expect(try names() == (others + ["f", "target", ".f.new-0000000000000000"]).sorted())
    #expect(try root.read("target") == "precious")
  }

  @Test func `what another process is writing stays`() throws {
    let theirs = try prepared("f", "theirs")
    let own = try prepared("f", "own")
    try Replacement.commit([own])
    try Replacement.commit([theirs])
    #expect(try root.read("f") == "theirs" && names() == ["f"])
  }

  @Test func `several writers of one folder leave the folder of one of them, whole`() async throws {
    let path = root.path("r")
    try await withThrowingTaskGroup { group in
      for writer in 1...4 {
        group.addTask {
          for round in 1...25 {
            let replacement = try Replacement(of: Place(path), Self.folder)
            for name in ["a.csv", "b.csv"] {
              let file = try replacement.file(named: name)
              try file.append(Octets("\(writer) \(round)"))
            }
            try Replacement.commit([replacement])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try names() == ["r"] && names(in: "r") == ["a.csv", "b.csv"])
    #expect(try root.read("r/a.csv") == root.read("r/b.csv") && root.read("r/a.csv").hasSuffix(" 25"))
  }

  @Test func `what was renamed away is put back where nothing took its place`() throws {
    try root.write("the only copy", to: ".r.old-\(Self.digits)/a.csv")
    try root.write("half", to: ".r.new-\(Self.digits)/a.csv")
    Leftovers.settle(beside: try Place(root.path("r")), Self.folder)
    #expect(try names() == ["r"] && root.read("r/a.csv") == "the only copy")
  }

  @Test func `a leftover folder with anything of somebody else in it stays`() throws {
    try root.write("x", to: ".r.new-\(Self.digits)/thesis.tex")
    Leftovers.settle(beside: try Place(root.path("r")), Self.folder)
    #expect(try root.read(".r.new-\(Self.digits)/thesis.tex") == "x")
  }

  /// Whether the file system exchanges or must rename in steps, and at whichever call it fails.
  @Test(arguments: [true, false], 1...12)
  func `a renaming that fails leaves everything as it was`(exchanges: Bool, failing: Int) throws {
    try root.write("old", to: "f")
    try root.write("old", to: "r/a.csv")
    let count = Mutex(0)
    let rename = RenameCall { from, to, way in
      if way == .exchange, !exchanges { return EINVAL }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == failing ? EIO : renamed(from, to, way)
    }
    let replacements = [
      try prepared("g", "new", rename: rename), try prepared("f", "new", rename: rename),
      try preparedFolder("r", ["b.csv": "new"], rename: rename),
    ]
    var failure: Replacement.Failure?
    do throws(Replacement.Failure) { try Replacement.commit(replacements) } catch { failure = error }
    if let failure {
      #expect(failure.problem.reason == "input/output error")
      #expect(try root.read("f") == "old" && names(in: "r") == ["a.csv"])
    } else {
      #expect(try names() == ["f", "g", "r"] && root.read("f") == "new" && names(in: "r") == ["b.csv"])
      #expect(failing > 3)
    }
  }

  /// A copy of the disk at the moment of every call is what a process killed there leaves.
  @Test(arguments: [true, false])
  func `a process killed between two renamings leaves the old or the new folder, whole`(exchanges: Bool)
    throws
  {
    let scene = try TemporaryFolder()
    try scene.write("old", to: "r/a.csv")
    let copies = Mutex<[TemporaryFolder]>([])
    let rename = RenameCall { from, to, way in
      if way == .exchange, !exchanges { return EINVAL }
      copies.withLock { if let copy = try? scene.copied() { $0.append(copy) } }
      return renamed(from, to, way)
    }
    let replacement = try Replacement(of: Place(scene.path("r")), Self.folder, rename: rename)
    let file = try replacement.file(named: "b.csv")
    try file.append(Octets("new"))
    try Replacement.commit([replacement])
    let killed = copies.withLock { $0 } + [scene]
    #expect(killed.count == (exchanges ? 2 : 3))
    for (index, copy) in killed.enumerated() {
      Leftovers.settle(beside: try Place(copy.path("r")), Self.folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: copy.path)
      let files = try FileManager.default.contentsOfDirectory(atPath: copy.path("r"))
      #expect(names == ["r"] && files == [index == killed.count - 1 ? "b.csv" : "a.csv"])
    }
  }
}

/// The system's call.
private func renamed(_ from: String, _ to: String, _ way: RenameCall.Way) -> Int32? {
  RenameCall.system(from, to, way)
}

extension TemporaryFolder {
  fileprivate func copied() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(atPath: path(name), toPath: copy.path(name))
    }
    return copy
  }
}
