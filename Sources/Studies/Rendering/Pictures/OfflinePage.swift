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
