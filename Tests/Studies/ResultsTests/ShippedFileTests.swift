import Results
import Testing

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
