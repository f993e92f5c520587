package import Documents

/// The colours of pages in light and dark, and of the figures on them.
///
/// A figure is drawn in light colours, for paper too. In the dark, the page's style replaces those that would hardly be seen; a
/// browser prints in light colours.
package enum PageColours {
  /// Text on light and on dark cells of a matrix, whose cells stay as they are in the dark: no other mark has these colours.
  package static let onShares: [Document] = ["#010101", "#FEFEFE"]

  /// What stands for a colour of a figure in the dark.
  package static let inTheDark: KeyValuePairs = [
    "#000000": "#E6EDF3", "#222222": "#D0D7DE", "#333333": "#C8CFD6", "#444444": "#B4BCC5",
    "#555555": "#A2ABB5", "#556677": "#A2B1C1", "#777777": "#9AA5B1", "#A04000": "#E08A50",
    "#AAAAAA": "#5F6871", "#BBBBBB": "#4A525B", "#C9C9C4": "#3A424B", "#DDDDDD": "#3A424B",
    "#E3E3E3": "#2B3138", "#F4F4F2": "#1E2328", "#FFFFFF": "#14171A", "#0072B2": "#3394D6",
    "#56B4E9": "#9AD6F8",
  ]

  private static let names = [
    "page", "ink", "soft", "faint", "hairline", "edge", "panel", "accent", "onAccent", "shade", "warm",
    "beacon",
  ]
  private static let light = [
    "#FFFFFF", "#1B1F24", "#424A53", "#59636E", "#E6E9EC", "#D5D9DE", "#FAFBFC", "#0B5F95", "#FFFFFF",
    "#00000033", "#A04000", "#0072B2",
  ]
  private static let dark = [
    "#14171A", "#E6EDF3", "#C3CBD4", "#9AA5B1", "#2B3138", "#3A424B", "#1A1E22", "#6CB6EE", "#14171A",
    "#FFFFFF40", "#E08A50", "#3394D6",
  ]

  /// The variables, and in the dark other ones and other colours of figures.
  package static let css = """
    :root { color-scheme: light dark; \(variables(light)) }
    @media (prefers-color-scheme: dark) {
    :root { \(variables(dark)) }
    svg.marks { background-color: transparent !important }
    \(inTheDark.map(replacement).joined())}

    """

  private static func variables(_ values: [String]) -> String {
    zip(names, values).map { "--\($0): \($1);" }.joined(separator: " ")
  }

  private static func replacement(of light: String, by dark: String) -> String {
    ["fill", "stroke"].map { "svg [\($0)=\"\(light)\" i] { \($0): \(dark); }\n" }.joined()
  }
}
