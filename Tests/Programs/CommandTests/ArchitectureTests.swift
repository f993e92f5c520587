import Foundation
import TestSupport
import Testing

/// docs/architecture.md beside Package.swift, which says what each module may import.
@Suite struct ArchitectureTests {
  /// By module, others that it imports.
  private typealias Imports = [String: Set<String>]

  private static func text(of file: String) throws -> String {
    try String(contentsOfFile: Checkout.path(file), encoding: .utf8)
  }

  private static func declared() throws -> Imports {
    let modules = try text(of: "Package.swift").matches(
      of: #/module\(\s*"(?<name>\w+)",\s*in: "\w+"(,\s*uses: \[(?<uses>[^\]]*)\])?/#)
    let names = Set(modules.map { String($0.name) })
    return Dictionary(
      uniqueKeysWithValues: modules.map { module in
        let uses = (module.uses ?? "").matches(of: #/"(\w+)"/#).map { String($0.1) }
        return (String(module.name), names.intersection(uses))
      })
  }

  /// The arrows of the first diagram.
  private static func drawn() throws -> Imports {
    var imports: Imports = [:]
    let parts = try text(of: "docs/architecture.md").components(separatedBy: "```")
    for line in try #require(parts.first { $0.hasPrefix("mermaid") }).split(separator: "\n") {
      let ends = line.split(separator: " --> ").map { end in
        end.split(separator: "&").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      guard ends.count == 2 else { continue }
      for module in ends[0] { imports[module, default: []].formUnion(ends[1]) }
    }
    return imports
  }

  /// What a module imports, directly or through others.
  private static func all(below module: String, _ imports: Imports) -> Set<String> {
    var (found, rest) = (Set<String>(), [module])
    while let next = rest.popLast() {
      for other in imports[next] ?? [] where found.insert(other).inserted { rest.append(other) }
    }
    return found
  }

  @Test func `the diagram has the imports of Package.swift, and no arrow that others imply`() throws {
    let (declared, drawn) = (try Self.declared(), try Self.drawn())
    #expect(declared.count > 20)
    for module in declared.keys.sorted() {
      #expect(Self.all(below: module, drawn) == Self.all(below: module, declared), "\(module)")
    }
    for (module, others) in drawn {
      for other in others {
        let implied = others.subtracting([other]).contains { Self.all(below: $0, drawn).contains(other) }
        #expect(!implied, "\(module) --> \(other)")
      }
    }
  }

  @Test func `the table has a row for every module`() throws {
    let rows = try Self.text(of: "docs/architecture.md").matches(
      of: #/^\| (?<name>\w+) \|/#.anchorsMatchLineEndings()
    ).map { String($0.name) }
    #expect(Set(rows).subtracting(["module", "beaconbench"]) == Set(try Self.declared().keys))
    #expect(Set(rows).count == rows.count)
  }

  @Test func `no other floor imports an annex, and the program imports them in one file`() throws {
    let annexes = Checkout.modules.filter { $0.value.hasPrefix("Sources/Annexes/") }.keys
    // Seven annexes, and the shim of SQLite for the server.
    #expect(annexes.count == 8)
    let imports = try Regex("(?m)^(?:\\w+ )?import (?:\(annexes.sorted().joined(separator: "|")))$")
    let allowed = ["Annexes/", "Programs/ServerProgram/", "Programs/beaconbench/Main/Annexes.swift"]
    let sources = FileManager.default.enumerator(atPath: Checkout.path("Sources"))
    while let file = sources?.nextObject() as? String {
      guard file.hasSuffix(".swift"), !allowed.contains(where: file.hasPrefix) else { continue }
      #expect(try Self.text(of: "Sources/\(file)").firstMatch(of: imports) == nil, "\(file)")
    }
  }
}
