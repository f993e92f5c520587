import TestSupport
import Testing

/// What `run` prints, and what is printed on request.
@Suite struct PrintedTests {
  @Test func `legends and settings are printed with --verbose, and stand in the report`()
    async throws
  {
    let folder = try SmallFiles.folder()
    let brief = try await folder.succeed("run tiny.yaml --quiet")
    let verbose = try await folder.succeed("run tiny.yaml --quiet --verbose")
    let page = try await folder.succeed("report results/tiny/seed1-laps4 --output page.html")
    #expect(page.errors.isEmpty)
    let lines = brief.output.split(separator: "\n")
    #expect(
      lines.suffix(3) == [
        "Results: results/tiny/seed1-laps4/", "Next: beaconbench report results/tiny/seed1-laps4",
        "      beaconbench explain results/tiny/seed1-laps4",
      ])
    for counted in ["Each pipeline: 8 errors, none missed.", "Advertisements: "] {
      #expect(brief.output.contains(counted) && verbose.output.contains(counted))
    }
    for legend in ["Student's t over laps", "Delay: the time by which", "Wilcoxon signed-rank test"] {
      #expect(!brief.output.contains(legend) && verbose.output.contains(legend), "\(legend)")
      #expect(try folder.read("page.html").contains(legend.replacing("'", with: "&#39;")), "\(legend)")
    }
    #expect(verbose.output.hasPrefix(lines[0]))
  }

  @Test func `csv and latex give one table and nothing else, the first or that of the columns`() async throws
  {
    let folder = try SmallFiles.folder()
    let first = try await folder.succeed("run tiny.yaml --quiet --table csv")
    #expect(first.output.hasPrefix("pipeline,mean m,mean lower 95 %,mean upper 95 %,std m,"))
    #expect(first.output.split(separator: "\n", omittingEmptySubsequences: false).count { $0.isEmpty } == 1)
    let chosen = "--columns pipeline,verdict,Difference --quiet"
    let csv = try await folder.succeed("run tiny.yaml \(chosen) --table csv")
    #expect(
      csv.output.hasPrefix("pipeline,verdict,difference m,difference lower 95 %,difference upper 95 %\n"))
    let latex = try await folder.succeed("run tiny.yaml \(chosen) --table latex")
    #expect(latex.output.contains("  pipeline & verdict & {difference m} & 95\\,\\% \\\\\n"))
    let text = try await folder.succeed("run tiny.yaml \(chosen)")
    #expect(text.output.hasPrefix("pipeline  ") && !text.output.contains("Results"))
    let none = try await folder.run("run tiny.yaml --columns pipeline,colour --quiet")
    #expect(none.status == 2 && none.output.isEmpty)
    #expect(
      none.errors.hasPrefix(
        "beaconbench: --columns: expected columns of one table: pipeline,mean,std,P50,P75,P90,P95,RMSE,max; or "
      )
        && none.errors.hasSuffix("found pipeline,colour; the results are in results/tiny/seed1-laps4/\n"),
      "\(none.errors)")
  }

  @Test func `the program alone says in ten lines what to type first`() async throws {
    let folder = try TemporaryFolder()
    let welcome = try await folder.succeed("")
    let lines = welcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 10 && lines.contains { $0.hasPrefix("  beaconbench run floor35 ") })
    let help = try await folder.succeed("--help")
    let examples = help.output.split(separator: "\n").filter { $0.hasPrefix("Example: beaconbench ") }
    #expect(examples.count == 3)
  }
}
