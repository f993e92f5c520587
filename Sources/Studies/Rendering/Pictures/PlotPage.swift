import Documents
import World

/// A page that works from disk: its content security policy forbids everything but its own scripts, styles and pictures.
package struct OfflinePage: Sendable {
  private let title: String
  private let style: String
  private let body: String

  /// - Parameters:
  ///   - title: any text; markup in it is escaped.
  ///   - style: CSS.
  ///   - body: HTML, in which texts of files stand escaped already.
  package init(title: String, style: String, body: String) {
    (self.title, self.style, self.body) = (title, style, body)
  }

  /// The style of reports.
  package static var reportStyle: String { String(decoding: PackageResources.report_css, as: UTF8.self) }

  /// What distinguishes a page of this program from one written by hand.
  package static let generator = #"<meta name="generator" content="BeaconBench">"#

  /// The whole file.
  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' \
    'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:">
    <meta name="viewport" content="width=device-width">
    \(Self.generator)
    <link rel="icon" href="data:,">
    <title>\(title.escapedForHTML)</title>
    <style>
    \(PageColours.css)\(style)</style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }
}

/// A page with one interactive picture that works from disk, without a network.
///
/// Texts of files stand in it as the contents of elements, with every character of markup as a reference, and in JSON, where
/// no `<` stands.
package struct PlotPage {
  /// The picture on the page.
  package let plot: Plot
  /// Vega, Vega-Lite and Vega-Embed, which define `drawPlot`.
  package let scripts: String

  /// How the picture is used, in one sentence.
  package static let hint = "Zoom with Ctrl and the wheel, drag to move, click in the legend to select."

  /// What the bundle of scripts ends in.
  package static let entry =
    "window.drawPlot = (element, spec, options) => vegaEmbed(element, spec, options);"

  /// The whole file, with the scripts that draw the picture.
  package var html: String {
    OfflinePage(
      title: plot.kind.title,
      style: """
        body { font: 14px sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: var(--ink); background: var(--page) }
        h1 { font-size: 1.3em } figure { margin: 0 } figcaption { margin-top: 1em; line-height: 1.4 }
        .vega-embed svg { max-width: 100%; height: auto }

        """,
      body: """
        <main><h1>\(plot.kind.title)</h1><figure><div id="plot"></div>
        <figcaption>\(plot.caption.escapedForHTML) \(Self.hint)</figcaption></figure></main>
        <script type="application/json" id="specification">\(plot.specification(isInteractive: true).scriptJSON)</script>
        <script type="module">\(scripts)</script>
        <script type="module">
        const specification = JSON.parse(document.getElementById("specification").textContent);
        drawPlot("#plot", specification, { renderer: "svg", scaleFactor: 2, actions: { editor: false } });
        </script>

        """
    ).html
  }
}
