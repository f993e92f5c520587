package import Documents
import Foundation
import Placement
import Rendering
import Results
import World

/// A report as one page that works from disk, without a network.
///
/// Texts of files stand in it as the contents of elements, with every character of markup as a reference, and in JSON, where
/// no `<` stands.
package struct ReportPage: Sendable {
  private let report: ResultsReport
  /// What draws figures, or why there is none.
  private let scripts: Result<String, PythonProgram.Failure>

  package init(_ report: ResultsReport, scripts: Result<String, PythonProgram.Failure>) {
    (self.report, self.scripts) = (report, scripts)
  }

  private struct Part {
    let id: String
    let title: String
    let html: String
  }

  /// The whole file.
  package var html: String {
    let parts = [
      Part(id: "results", title: "Results", html: report.results.html), player, figures,
      Part(id: "metrics", title: "More about these laps", html: report.metrics.html), limits, provenance,
    ].filter { !$0.html.isEmpty }
    let links = parts.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>" }.joined()
    return OfflinePage(
      title: report.title,
      style: OfflinePage.reportStyle + Self.text(PackageResources.player_css),
      body: """
        <a class="skip" href="#results">To the results</a>
        <header>
        <div class="title"><h1>\(report.title.escapedForHTML)</h1>
        <p class="headline">\(report.headline.escapedForHTML)</p></div>
        \(first.map { figure($0, heading: "h2") } ?? "")<div class="about"><p class="lead">\(report.lead.escapedForHTML)</p>
        <nav aria-label="Contents"><ul>\(links)</ul></nav></div>
        </header>
        <main>
        \(parts.map { "<section id=\"\($0.id)\">\n<h2>\($0.title)</h2>\n\($0.html)</section>\n" }.joined())</main>
        <footer>Written by BeaconBench. This page needs no network.</footer>
        \(data)\(code)
        """
    ).html
  }

  /// Folded: it is looked up, not read.
  private var provenance: Part {
    let lists = report.facts.map { facts in
      let items = facts.items.map {
        "<dt>\($0.label.escapedForHTML)</dt><dd>\($0.value.escapedForHTML)</dd>\n"
      }
      let heading = report.facts.count > 1 ? "<h3>\(facts.title.escapedForHTML)</h3>\n" : ""
      return "\(heading)<dl class=\"facts\">\n\(items.joined())</dl>\n"
    }.joined()
    return Part(
      id: "provenance", title: "What was run",
      html: "<details><summary>Folder, seed, version and machine</summary>\n\(lists)</details>\n")
  }

  /// What the page begins with: the comparison where there is one, else the means.
  private var first: Plot? {
    guard case .success = scripts else { return nil }
    let kinds: [PlotKind] = [.differences, .means, .judged]
    return kinds.compactMap { kind in report.plots.plots.first { $0.kind == kind } }.first
  }

  private func figure(_ plot: Plot, heading: String = "h3") -> String {
    let (id, width) = ("figure-\(plot.name)", plot.kind.usualWidth)
    return """
      <figure id="\(id)"\(width == .page ? " class=\"wide\"" : "")>
      <\(heading) class="figure"><a href="#\(id)">\(plot.kind.title)</a></\(heading)>
      <div class="plot" data-width="\(width.points)" role="img" aria-label="\(plot.kind.about.escapedForHTML)"></div>
      <figcaption>\(plot.caption.escapedForHTML)</figcaption>
      <p class="save"><button type="button" data-format="svg">Save as SVG</button> \
      <button type="button" data-format="png">Save as PNG</button></p>
      </figure>

      """
  }

  private var player: Part {
    let note = report.playerNote.isEmpty ? "" : "<p>\(report.playerNote.escapedForHTML)</p>\n"
    let body =
      report.player == nil
      ? ""
      : """
      <p>Black: the walker. Diamonds: fixes, with the latest earlier ones as dots. Circles: the distances that the chosen \
      pipeline estimates to the beacons that it takes to be nearest. Beacons are the darker the stronger their reading.</p>
      <div id="player"></div>

      """
    return Part(id: "laps", title: "Laps", html: note + body)
  }

  private var figures: Part {
    var html = ""
    switch scripts {
    case .success:
      let rest = report.plots.plots.filter { $0.name != first?.name }
      html =
        "<p class=\"hint\">Hover for values, click in a legend to select, zoom with Ctrl and the wheel, drag to move. The "
        + "title of a figure is a link to it.</p>\n"
        + "<div class=\"figures\">\n\(rest.map { figure($0) }.joined())</div>\n"
    case .failure(let problem):
      html = "<p>There are no figures: \(problem.reason.escapedForHTML).</p>\n"
    }
    let leftOut = report.plots.leftOut.notDrawn.map { "<p>\($0.escapedForHTML)</p>\n" }
    return Part(id: "figures", title: "Figures", html: html + leftOut.joined())
  }

  private var limits: Part {
    let items = report.limits.map { "<li>\($0.escapedForHTML)</li>\n" }.joined()
    return Part(
      id: "limits", title: "What these results do not show",
      html: items.isEmpty ? "" : "<ul class=\"limits\">\n\(items)</ul>\n")
  }

  /// Each lap is zipped by itself, so that the page unzips only what is played.
  private var data: String {
    var html = ""
    if let player = report.player {
      let laps = player.laps.map { lap -> Document in
        [
          "title": Document(lap.title),
          "columns": Document(Data(lap.columns).base64EncodedString()),
        ]
      }
      let playback: Document = ["plan": player.plan.document, "laps": Document(laps)]
      html += Self.data("playback", playback)
    }
    if case .success = scripts {
      let figures = report.plots.plots.map { plot -> Document.Member in
        .init(key: plot.name, value: plot.specification(isInteractive: true))
      }
      html += Self.data("figures", Document(figures))
    }
    return html
  }

  private static func data(_ name: String, _ document: Document) -> String {
    "<script type=\"application/json\" id=\"\(name)-data\">\(document.scriptJSON)</script>\n"
  }

  private var code: String {
    var scripts = [Self.text(PackageResources.player_js), Self.text(PackageResources.report_js)]
    if case .success(let bundle) = self.scripts { scripts.insert(bundle, at: 0) }
    return scripts.map { "<script type=\"module\">\n\($0)</script>\n" }.joined()
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
