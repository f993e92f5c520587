import Foundation
import TestSupport
import Testing

@Suite struct OwnRowsTests {
  private static let hasCompiler = (try? TestSupport.run(["swiftc", "--version"]).status) == 0

  /// The folder that holds the build.
  private static let built = URL(filePath: Program.path).deletingLastPathComponent().path
  /// The folder that holds the sources of packages that this one uses.
  private static let checkouts = URL(filePath: built).appending(path: "../../checkouts").standardized.path

  /// What a module was compiled to: an object for each source, since a build leaves those of sources that are gone.
  private static func objects(of module: String, in sources: String) throws -> [String] {
    let folder = "\(built)/\(module).build"
    let objects = try FileManager.default.subpathsOfDirectory(atPath: sources).sorted()
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }
      .map { file in
        let name = file.hasSuffix(".c") ? file : String(file.split(separator: "/").last ?? "")
        return "\(folder)/\(name).o"
      }
    let resources = "\(folder)/embedded_resources.swift.o"
    return objects + (FileManager.default.fileExists(atPath: resources) ? [resources] : [])
  }

  @Test func `docs/methods-of-your-own.md shows a part of the program as it stands`() throws {
    let text = try String(contentsOfFile: Checkout.path("docs/methods-of-your-own.md"), encoding: .utf8)
    let swift = try #require(
      text.components(separatedBy: "```swift\n").last?.components(separatedBy: "```")[0])
    #expect(
      try String(contentsOfFile: Checkout.path("Tests/Outside/OwnMethod.swift"), encoding: .utf8).contains(
        swift))
  }

  @Test(.enabled(if: hasCompiler, "swiftc is not installed"))
  func `a program outside the package runs a filter and a method of its own beside the scenario's rows`()
    throws
  {
    let made = try TemporaryFolder()
    let modules = [
      "World", "NumericalMethods", "Radio", "Documents", "Propagation", "Phone",
      "Evaluation", "Positioning", "Captures", "Sites", "Scenarios", "Laps",
    ]
    let yams = "\(Self.checkouts)/Yams/Sources"
    var objects = try ["Yams", "CYaml"].flatMap { try Self.objects(of: $0, in: "\(yams)/\($0)") }
    func folder(of module: String) throws -> String { Checkout.path(try #require(Checkout.modules[module])) }
    for module in modules { objects += try Self.objects(of: module, in: folder(of: module)) }
    let libraries = ["CGSL", "CZlib", "CFiles", "CLanes"]
    let systems = try libraries.map(folder(of:)) + ["\(yams)/CYaml/include"]
    /// What a program prints of floor35.
    func run(_ name: String) throws -> (status: Int32, output: String) {
      let compiled = try TestSupport.run(
        // As a package with tools version 6.2 is compiled.
        [
          "swiftc", "-swift-version", "6", "-parse-as-library", "-o", made.path(name), "-I",
          "\(Self.built)/Modules",
        ]
          + systems.flatMap { ["-I", $0] } + [Checkout.path("Tests/Outside/\(name).swift")] + objects
          + ["-lgsl", "-lgslcblas", "-lz"])
      #expect(compiled.status == 0)
      let outcome = try TestSupport.run([made.path(name), Checkout.path("scenarios/floor35.yaml")])
      return (outcome.status, outcome.output)
    }
    let outcome = try run("OwnRows")
    let lines = outcome.output.split(separator: "\n").map { $0.components(separatedBy: "; ") }
    #expect(outcome.status == 0)
    #expect(lines.first == ["window must be a whole number from 1 to 101, was 0"])
    func row(_ name: String) throws -> [String] { try #require(lines.first { $0[0] == name }) }
    let own = try row("median")
    #expect(own[1] == "median of 1")
    // The median of one reading is the reading; and where all beacons have one measured power, the strongest is the nearest.
    #expect(try own[3] == row("no filter")[3] && Double(own[3]) ?? -1 > 0)
    let strongest = try row("strongest")
    #expect(strongest[2] == "strongest, snapped")
    #expect(try strongest[3] == row("nearest")[3] && strongest[3] != own[3])
    #expect(try Double(row("feedback")[3]) ?? -1 > 0)

    let documented = try run("OwnMethod")
    let means = documented.output.split(separator: "\n")
    #expect(documented.status == 0 && means.count > 2)
    #expect(means.last?.hasPrefix("strongest ") == true)
  }
}
