import Documents
import World

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
