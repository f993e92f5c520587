import Foundation
import TestSupport
import Testing

/// The folders of a module, by the types that their files declare and name.
///
/// Types are found by their names at the beginning of a line and uses by words that begin with a capital, outside comments and
/// texts. Functions and members are not followed.
@Suite struct FolderTests {
  private struct File {
    let folder: String
    let declared: Set<Substring>
    let used: Set<Substring>

    init(_ path: String, in module: String) throws {
      folder = (path as NSString).deletingLastPathComponent
      var text = try String(contentsOfFile: "\(module)/\(path)", encoding: .utf8)
      text.replace(/"""(?s:.*?)"""|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/, with: "")
      let kind = /\b(?:struct|class|enum|protocol|typealias|actor) (\w+)/
      let parameters = Set(text.matches(of: /<([A-Z]\w*)[:>,]/).map(\.output.1))
      let all = Set(text.matches(of: kind).map(\.output.1))
      declared = Set(
        text.split(separator: "\n").filter { !$0.hasPrefix(" ") && !$0.contains("private ") }
          .compactMap { $0.firstMatch(of: kind)?.output.1 })
      used = Set(text.matches(of: /(?:^|[^.\w])([A-Z]\w+)/).map(\.output.1)).subtracting(all)
        .subtracting(parameters)
    }
  }

  private static let modules = Checkout.modules.keys.sorted()

  private func files(of module: String) throws -> [File] {
    let folder = Checkout.path(try #require(Checkout.modules[module]))
    let names = FileManager.default.enumerator(atPath: folder)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    return try (names ?? []).sorted().map { try File($0, in: folder) }
  }

  @Test(arguments: modules) func `no two folders of a module need each other`(module: String) throws {
    let files = try files(of: module)
    var folders: [Substring: String] = [:]
    for file in files { for name in file.declared { folders[name] = file.folder } }
    var needs: [String: Set<String>] = [:]
    for file in files {
      needs[file.folder, default: []].formUnion(file.used.compactMap { folders[$0] })
    }
    #expect(Self.circles(in: needs).isEmpty)
  }

  @Test(arguments: modules) func `a folder holds at most 22 files`(module: String) throws {
    let sizes = Dictionary(grouping: try files(of: module), by: \.folder).mapValues(\.count)
    #expect(sizes.filter { $0.value > 22 }.isEmpty)
  }

  /// What is left when all that needs nothing and all that nothing needs is taken away, again and again.
  private static func circles(in needs: [String: Set<String>]) -> Set<String> {
    var left = Set(needs.keys)
    while true {
      let needed = left.reduce(into: Set<String>()) { all, one in
        all.formUnion(needs[one, default: []].subtracting([one]))
      }
      let stay = left.filter { one in
        needed.contains(one) && !needs[one, default: []].subtracting([one]).isDisjoint(with: left)
      }
      if stay == left { return left }
      left = stay
    }
  }

  @Test func `a circle is found, and what only leads to it or away from it is not part of it`() {
    #expect(!Self.modules.isEmpty)
    #expect(
      Self.circles(in: ["a": ["b"], "b": ["c"], "c": ["a", "d"], "d": [], "e": ["a", "e"]]) == [
        "a", "b", "c",
      ])
    #expect(Self.circles(in: ["a": ["b", "c"], "b": ["c"], "c": ["c"]]).isEmpty)
  }
}
