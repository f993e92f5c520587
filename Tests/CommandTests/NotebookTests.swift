import Foundation
import TestSupport
import Testing

/// beaconbench.py and the notebooks beside it, with the program that was built.
@Suite(.enabled(if: Python.ofNotebooks != nil, Comment(rawValue: Python.noNotebooks)))
struct NotebookTests {
  /// Runs a Python program in the notebooks' folder.
  ///
  /// - Parameter laps: BEACONBENCH_NOTEBOOK_LAPS of the environment takes their place, for the notebooks as they are published.
  private func python(_ arguments: [String], laps: Int = 2) throws -> (status: Int32, output: String) {
    let environment = ProcessInfo.processInfo.environment
    let program = environment["BEACONBENCH_PROGRAM"] ?? Program.path
    let python = try #require(Python.ofNotebooks)
    return try run(
      [
        "env", "BEACONBENCH=\(program)", "PYTHONDONTWRITEBYTECODE=1",
        "BEACONBENCH_NOTEBOOK_LAPS=\(environment["BEACONBENCH_NOTEBOOK_LAPS"] ?? "\(laps)")", "bash", "-c",
        "cd \"$0\" && exec \"$@\" 2>&1", Checkout.path("notebooks-export"), python,
      ] + arguments)
  }

  @Test func `beaconbench.py passes its own tests`() throws {
    let outcome = try python(["-m", "unittest", "test_beaconbench"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("\nOK"), "\(outcome.output)")
  }

  /// Each notebook asserts that its numbers are those of the program's JSON.
  @Test func `every notebook runs from top to bottom and draws`() throws {
    let notebooks = try Checkout.files(in: "notebooks-export", ending: ".ipynb").map { Checkout.path($0) }
    #expect(notebooks.count == 6)
    let outcome = try python(["run_notebook.py"] + notebooks)
    #expect(outcome.status == 0, "\(outcome.output)")
    let lines = outcome.output.split(separator: "\n").filter { $0.contains(".ipynb: ") }
    #expect(lines.count == notebooks.count, "\(outcome.output)")
    for line in lines { #expect(!line.hasSuffix(" 0 charts"), "\(line)") }
  }

  @Test func `notebooks are committed without outputs`() throws {
    for name in try Checkout.files(in: "notebooks-export", ending: ".ipynb") {
      let text = try String(contentsOfFile: Checkout.path(name), encoding: .utf8)
      let outputs = text.matches(of: /"outputs": \[(.*)/).map { String($0.1) }
      #expect(!outputs.isEmpty && outputs.allSatisfy { $0.hasPrefix("]") }, "\(name)")
      #expect(!text.contains(/"execution_count": [0-9]/), "\(name)")
    }
  }
}
