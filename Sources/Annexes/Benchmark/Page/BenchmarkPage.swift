import Comparisons
import Rendering
import World

/// All tasks of a benchmark as one page that works from disk: recorded and simulated walks in parts of their own, and never in one
/// table.
struct BenchmarkPage {
  private let tables: [BenchmarkTable]

  init(_ tables: [BenchmarkTable]) { self.tables = tables }

  /// The whole file.
  var html: String {
    let parts = [
      (id: "recorded", title: "Recorded walks", tables: tables.filter { !$0.isSimulated }),
      (id: "simulated", title: "Simulated walks", tables: tables.filter(\.isSimulated)),
    ].filter { !$0.tables.isEmpty }
    let links = parts.map { part in
      part.tables.map { "<li><a href=\"#\($0.task.name)\">\($0.task.name)</a></li>" }.joined()
    }
    return OfflinePage(
      title: "A benchmark of indoor positioning with Bluetooth",
      style: OfflinePage.reportStyle,
      body: """
        <a class="skip" href="#tasks">To the tasks</a>
        <header>
        <div class="title"><h1>A benchmark of indoor positioning with Bluetooth</h1>
        <p class="headline">Methods in the order of their mean error, with 95 % intervals and ties.</p></div>
        <div class="about"><p class="lead">Every row can be checked by anyone with beaconbench benchmark verify.</p>
        <nav aria-label="Tasks"><ul>\(links.joined())</ul></nav></div>
        </header>
        <main id="tasks">
        \(parts.map { Self.part($0.id, $0.title, $0.tables) }.joined())</main>
        <footer>Written by BeaconBench from the files of the benchmark. This page needs no network.</footer>

        """
    ).html
  }

  private static func part(_ id: String, _ title: String, _ tables: [BenchmarkTable]) -> String {
    "<section id=\"\(id)-walks\">\n<h2>\(title)</h2>\n\(tables.map(task).joined())</section>\n"
  }

  private static func task(_ table: BenchmarkTable) -> String {
    let facts = table.facts.map {
      "<dt>\($0.label.escapedForHTML)</dt><dd>\($0.value.escapedForHTML)</dd>\n"
    }
    return """
      <h3 id="\(table.task.name)">\(table.task.name)</h3>
      <p>\(table.task.about.escapedForHTML)</p>
      \(table.report.html)<details><summary>Walks, rules and what a method may be given</summary>
      <dl class="facts">
      \(facts.joined())</dl>
      </details>

      """
  }
}
