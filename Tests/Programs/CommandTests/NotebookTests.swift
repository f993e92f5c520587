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
        "PYTHONPATH=\(Checkout.path("Tests/Wheel"))",
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

  /// So that a reader on the web sees the pictures, and a browser without a network too.
  @Test func `notebooks store outputs that need no network`() throws {
    for name in try Checkout.files(in: "notebooks-export", ending: ".ipynb") {
      let data = try Data(contentsOf: URL(filePath: Checkout.path(name)))
      #expect(data.count < 300_000, "\(name)")
      let cells = try JSONDecoder().decode(Notebook.self, from: data).cells.filter { $0.kind == "code" }
      #expect(cells.allSatisfy { $0.executionCount != nil }, "\(name)")
      let outputs = cells.flatMap { $0.outputs ?? [] }
      #expect(outputs.allSatisfy { $0.data != nil || $0.name == "stdout" }, "\(name)")
      let contents = outputs.flatMap { $0.data ?? [:] }
      #expect(contents.contains { $0.key == "image/svg+xml" }, "\(name)")
      for (kind, content) in contents {
        #expect(["image/svg+xml", "text/html", "text/plain"].contains(kind), "\(name)")
        let text = content.text.replacing(/\ xmlns(:xlink)?="http:\/\/www.w3.org\/[0-9a-z\/]*"/, with: "")
        #expect(!text.contains(/https?:|<script|<iframe|<link|@import|\/tmp|\/home|\/root/), "\(name)")
      }
    }
  }

  @Test func `every notebook is a lesson that says what it does not show`() throws {
    for name in try Checkout.files(in: "notebooks-export", ending: ".ipynb") {
      let data = try Data(contentsOf: URL(filePath: Checkout.path(name)))
      let texts = try JSONDecoder().decode(Notebook.self, from: data).cells
        .filter { $0.kind == "markdown" }.map(\.source.text)
      #expect(texts.last?.contains("## What this does not show\n") == true, "\(name)")
      #expect((200...400).contains(texts.joined(separator: "\n").matches(of: /[\w'-]+/).count), "\(name)")
    }
  }
}

/// What a file of Jupyter's format 4 holds, as far as tests look at it.
private struct Notebook: Decodable {
  let cells: [Cell]

  struct Cell: Decodable {
    let kind: String
    let source: Lines
    let executionCount: Int?
    let outputs: [Output]?

    enum CodingKeys: String, CodingKey {
      case kind = "cell_type"
      case source
      case executionCount = "execution_count"
      case outputs
    }
  }

  struct Output: Decodable {
    let name: String?
    let data: [String: Lines]?
  }

  /// One string, or a list of its lines.
  struct Lines: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try (try? container.decode(String.self)) ?? container.decode([String].self).joined()
    }
  }
}
