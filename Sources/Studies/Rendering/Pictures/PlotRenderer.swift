import Documents
package import Foundation
import World

/// Renders specifications by vl-convert, a Python package: https://github.com/vega/vl-convert.
package struct PlotRenderer: Sendable {
  /// Why nothing can be rendered.
  package enum Problem: Error, Hashable, Sendable {
    /// There is no Python, or it has no vl-convert.
    case missing(String)
    /// It could not draw this.
    case failed(String)

    /// In words.
    package var reason: String {
      switch self {
      case .missing(let reason): reason
      case .failed(let reason): "vl-convert: \(reason)"
      }
    }
  }

  /// The path of an interpreter.
  package let python: String?

  /// - Parameter python: an interpreter that has vl-convert; nil where none was found.
  package init(python: String?) { self.python = python }

  /// Draws pictures, all of them in one process.
  package func render(_ plots: [(plot: Plot, format: PlotFormat)]) throws(Problem) -> [Data] {
    let needed = plots.indices.filter { !plots[$0].format.needsNoRenderer }
    let jobs = needed.map { index -> Document in
      let (plot, format) = plots[index]
      return format == .html
        ? ["format": "html"] : ["format": Document(format.rawValue), "spec": plot.specification()]
    }
    let drawn = needed.isEmpty ? [] : try run(["entry": Document(PlotPage.entry), "jobs": Document(jobs)])
    guard drawn.count == needed.count else { throw .failed("the renderer ended early") }
    return plots.indices.map { index in
      let plot = plots[index].plot
      guard let place = needed.firstIndex(of: index) else { return plot.json }
      guard plots[index].format == .html else { return drawn[place] }
      return Data(PlotPage(plot: plot, scripts: String(decoding: drawn[place], as: UTF8.self)).html.utf8)
    }
  }

  /// Vega, Vega-Lite and Vega-Embed as one script for a page, which defines `drawPlot(element, specification, options)`.
  package func scripts() throws(Problem) -> String {
    guard let bundle = try run(["entry": Document(PlotPage.entry), "jobs": [["format": "html"]]]).first else {
      throw .failed("the renderer ended early")
    }
    return String(decoding: bundle, as: UTF8.self)
  }

  /// A drawing as PNG and as PDF.
  ///
  /// - Parameter svg: needs no font but a generic one.
  package func pictures(of svg: String) throws(Problem) -> [Data] {
    let jobs = ["png", "pdf"].map { ["format": Document($0), "svg": Document(svg)] as Document }
    let drawn = try run(["entry": "", "jobs": Document(jobs)])
    guard drawn.count == jobs.count else { throw .failed("the renderer ended early") }
    return drawn
  }

  private func run(_ request: Document) throws(Problem) -> [Data] {
    guard let python else { throw .missing("no Python with vl-convert was found") }
    var limits = BoundedProgram.Limits()
    // Pictures of all that a report has, which were made from results that may come from others.
    (limits.seconds, limits.memory, limits.output) = (1800, 6 << 30, 1 << 30)
    let ended: BoundedProgram.Ended
    do throws(BoundedProgram.Failure) {
      // Isolated from the user's own settings and packages.
      ended = try BoundedProgram.run(
        [python, "-I", "-c", Self.script], input: .octets(Array(request.json.utf8)), within: limits)
    } catch {
      throw .failed("\(python.printable()) \(error.reason)")
    }
    guard ![126, 127].contains(ended.status) else {
      throw .missing("\(python.printable()) cannot be started")
    }
    guard ended.status != Self.missingStatus else {
      throw .missing("\(python.printable()) has no package vl_convert")
    }
    guard ended.status == 0,
      let lines = String(validating: ended.output, as: UTF8.self)?.split(separator: "\n")
    else {
      let last =
        String(decoding: ended.errors, as: UTF8.self).split(separator: "\n").last ?? "no reason given"
      throw .failed(String(last.prefix(200)).printable())
    }
    return lines.map { Data(base64Encoded: String($0)) ?? Data() }
  }

  private static let missingStatus: Int32 = 3

  /// Reads the request as JSON, and writes a line of Base64 for each picture. The width and the height of an SVG are
  /// given in points, so that it is as wide on paper as the PDF. No picture may load anything. The script for pages takes
  /// a second to make, so that the virtual environment keeps it, with its digest.
  private static let script = """
    import base64, hashlib, importlib.metadata, json, os, re, sys, tempfile

    def renderer():
        try:
            import vl_convert
        except ImportError:
            sys.exit(\(missingStatus))
        return vl_convert

    def bundle(entry):
        try:
            version = importlib.metadata.version("vl-convert-python")
        except importlib.metadata.PackageNotFoundError:
            return renderer().javascript_bundle(entry).encode()
        key = hashlib.sha256(f"{version} {entry}".encode()).hexdigest()
        path = os.path.join(sys.prefix, f"beaconbench-{key}.js")
        try:
            with open(path, "rb") as file:
                digest, data = file.read().split(b"\\n", 1)
            if hashlib.sha256(data).hexdigest().encode() == digest:
                return data
        except (OSError, ValueError):
            pass
        data = renderer().javascript_bundle(entry).encode()
        if sys.prefix != sys.base_prefix:
            try:
                with tempfile.NamedTemporaryFile(dir=sys.prefix, delete=False) as file:
                    file.write(hashlib.sha256(data).hexdigest().encode() + b"\\n" + data)
                os.replace(file.name, path)
            except OSError:
                pass
        return data

    request = json.load(sys.stdin)
    for job in request["jobs"]:
        form, spec, drawing = job["format"], job.get("spec"), job.get("svg")
        if form == "html":
            data = bundle(request["entry"])
        elif drawing and form == "png":
            data = renderer().svg_to_png(drawing, ppi=200)
        elif drawing:
            data = renderer().svg_to_pdf(drawing)
        elif form == "svg":
            svg = renderer().vegalite_to_svg(spec, allowed_base_urls=[])
            svg = re.sub(r'(<svg [^>]*?width="[0-9.]+)(" height="[0-9.]+)"', r'\\1pt\\2pt"', svg, count=1)
            data = svg.encode()
        elif form == "png":
            data = renderer().vegalite_to_png(spec, ppi=300, allowed_base_urls=[])
        else:
            data = renderer().vegalite_to_pdf(spec, allowed_base_urls=[])
        print(base64.b64encode(data).decode())
    """
}
