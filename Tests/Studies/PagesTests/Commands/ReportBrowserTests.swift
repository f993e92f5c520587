import Foundation
import TestSupport
import Testing

/// Reports in headless Chromium.
@Suite struct ReportBrowserTests {
  /// The environment that `make build` and `make test` set up.
  private static let hasRenderer = FileManager.default.isExecutableFile(
    atPath: Checkout.path(".build/python/bin/python3"))

  /// What the program is, is in Tests/Browser/check_report.py: figures against the data, the player's positions against
  /// fixes.csv, keys, pointer, speed, order of focus, console, axe-core's rules, print, and names that try to be scripts.
  @Test(
    .enabled(if: Python.ofBrowser != nil, Comment(rawValue: Python.noBrowser)),
    .enabled(if: hasRenderer, "figures are drawn with what make test sets up"))
  func `a person can use a report by keyboard and pointer, and it shows what the results hold`() async throws
  {
    let python = try #require(Python.ofBrowser)
    let folder = try SmallFiles.folder()
    try folder.write(
      SmallFiles.scenario.replacing(
        "name: nearest", with: "name: '<img src=x onerror=\"globalThis.broken=1\">'"), to: "tiny.yaml")
    for command in ["run tiny.yaml --quiet --name a --keep-fixes", "report results/tiny/a --quiet"] {
      let outcome = try await folder.run(command)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let check = try await Program.run(
      [
        Checkout.path("Tests/Browser/check_report.py"), folder.path("results/tiny/a-report.html"),
        folder.path("results/tiny/a/fixes.csv"),
      ], in: folder, program: python)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    print(check.output, terminator: "")
  }
}
