package import Rendering
import World

extension PlannedPlacement {
  /// The plan with the beacons by their numbers in the order of mounting.
  package var drawing: PlanDrawing {
    PlanDrawing(
      result.chosen.site,
      marks: result.installation.beacons.enumerated().map { index, beacon in
        .init(label: "\(index + 1)", place: beacon.position, floor: beacon.floor)
      })
  }

  /// A page to print for who hangs the beacons: what to expect and what was assumed, the plan, and a line for each beacon with room to
  /// tick it off.
  package var mountingPage: String {
    let beacons = result.installation.beacons
    let severalFloors = Set(beacons.map(\.floor)).count > 1
    let rows = beacons.enumerated().map { index, beacon in
      let cells =
        ["\(index + 1)", beacon.id] + (severalFloors ? ["\(beacon.floor)"] : [])
        + [beacon.place, "\(beacon.major)", "\(beacon.minor)"]
      return
        "<tr>\(cells.map { "<td>\($0.escapedForHTML)</td>" }.joined())<td class=\"tick\">\u{2610}</td></tr>"
    }
    let heads = ["", "beacon"] + (severalFloors ? ["floor"] : []) + ["place", "major", "minor", "done"]
    let hours = FixedPoint.text(result.installation.hours, decimals: 1)
    let title = "\(result.name): where the beacons hang"
    return OfflinePage(
      title: title, style: Self.style,
      body: """
        <main>
        <h1>\(title.escapedForHTML)</h1>
        \(Self.list("What to expect", expectations))
        <h2>The plan</h2>
        \(drawing.svg)
        <h2>The list</h2>
        <p>UUID of all beacons: <code>\(study.wishes.uuid.description)</code>. Walls are left, right, upper and lower as on the plan above.
        Programming, mounting and labelling take about \(hours) hours.</p>
        <div class="wide"><table><thead><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr></thead>
        <tbody>
        \(rows.joined(separator: "\n"))
        </tbody></table></div>
        \(Self.list("What was assumed", assumptions))
        \(Self.list("Worth a look on the plan", findings))
        </main>

        """
    ).html
  }

  private static func list(_ title: String, _ sentences: [String]) -> String {
    guard !sentences.isEmpty else { return "" }
    return
      "<h2>\(title)</h2>\n<ul>\(sentences.map { "<li>\($0.escapedForHTML)</li>" }.joined(separator: "\n"))</ul>"
  }

  private static let style = """
    body { font: 15px/1.5 sans-serif; margin: 0 auto; max-width: 1040px; padding: 16px; color: var(--ink); background: var(--page); }
    h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.6em; }
    svg.plan { width: 100%; height: auto; } .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--edge); padding: 4px 10px; text-align: left; }
    td.tick { font-size: 1.2em; } tr { break-inside: avoid; }
    @media print { body { font-size: 11px; max-width: none; padding: 0; } thead { display: table-header-group; } }

    """
}
