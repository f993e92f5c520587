import Documents
import World

/// A page with one interactive picture that works from disk, without a network.
///
/// Texts of files stand in it as the contents of elements, with every character of markup as a reference, and in JSON, where
/// no `<` stands.
struct PlotPage {
  let plot: Plot
  /// Vega, Vega-Lite and Vega-Embed, which define `drawPlot`.
  let scripts: String

  /// What the bundle of scripts ends in.
  static let entry = "window.drawPlot = (element, spec, options) => vegaEmbed(element, spec, options);"

  var html: String {
    OfflinePage(
      title: plot.kind.about,
      style: """
        body { font: 14px sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #222 }
        figure { margin: 0 } figcaption { margin-top: 1em; line-height: 1.4 }

        """,
      body: """
        <main><figure><div id="plot"></div><figcaption>\(plot.caption.escapedForHTML)</figcaption></figure></main>
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
