package import Documents
import World

/// A page with one interactive picture that works from disk, without a network.
///
/// Texts of files stand in it as the contents of elements, with every character of markup as a reference, and in JSON, where
/// no `<` stands; a content security policy forbids everything but the page's own scripts.
struct PlotPage {
  let plot: Plot
  /// Vega, Vega-Lite and Vega-Embed, which define `drawPlot`.
  let scripts: String

  /// What the bundle of scripts ends in.
  static let entry = "window.drawPlot = (element, spec, options) => vegaEmbed(element, spec, options);"

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' \
    'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:">
    <meta name="viewport" content="width=device-width">
    <title>\(plot.kind.about.escapedForHTML)</title>
    <style>body { font: 14px sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #222 }
    figure { margin: 0 } figcaption { margin-top: 1em; line-height: 1.4 }</style>
    </head>
    <body>
    <main><figure><div id="plot"></div><figcaption>\(plot.caption.escapedForHTML)</figcaption></figure></main>
    <script type="application/json" id="specification">\(plot.specification(isInteractive: true).scriptJSON)</script>
    <script type="module">\(scripts)</script>
    <script type="module">
    const specification = JSON.parse(document.getElementById("specification").textContent);
    drawPlot("#plot", specification, { renderer: "svg", scaleFactor: 2, actions: { editor: false } });
    </script>
    </body>
    </html>

    """
  }
}

extension String {
  /// As the content of an element or of an attribute in quotes: characters that a terminal would act on are escaped too.
  package var escapedForHTML: String {
    printable().reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.append(character)
      }
    }
  }
}

extension Document {
  /// JSON that may stand within a `script` element: nothing in it begins or ends markup.
  package var scriptJSON: String {
    json.printableJSON.replacing("<", with: "\\u003C").replacing(">", with: "\\u003E")
      .replacing("&", with: "\\u0026")
  }
}
