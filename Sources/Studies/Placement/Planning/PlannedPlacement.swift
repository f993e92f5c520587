package import Documents
import Evaluation
package import Rendering
import Results
package import Sites
import World

/// What came of a plan, for who hangs the beacons: in plain words, with all that was assumed.
package struct PlannedPlacement: StudyOutcome, Sendable {
  /// Of the search and the judge.
  package let result: PlacementResult
  package let study: PlanStudy
  /// What was assumed of the plan, in sentences without their first capital and full stop.
  package let notes: [String]
  /// What of the plan was not used, with how many there are.
  package let unused: [(what: String, count: Int)]

  /// - Parameter plan: nil for a site that states everything itself.
  package init(_ result: PlacementResult, of study: PlanStudy, plan: SiteImport?) {
    (self.result, self.study) = (result, study)
    (notes, unused) = (
      plan?.notes.filter { !$0.contains("placeholder") && !$0.contains("no identity") } ?? [],
      plan?.unused ?? []
    )
  }

  private var site: Site { result.chosen.site.site }

  /// What was assumed.
  package var assumptions: [String] {
    let wishes = study.wishes
    let walks =
      wishes.aim == .navigation
      ? "walkers follow the longest way of the plan, \(Self.metres(routeLength)), there and back"
      : "walkers go at 1.2 m/s from place to place through all rooms and corridors, with short stops, for five minutes each"
    let given =
      [
        "the building is of the type \(wishes.building.words)",
        "beacons hang \(Self.metres(wishes.building.height)) above the floor, on walls or the ceiling"
          + ", have the power that is usual (-59 dBm at 1 m) and send three times a second",
        walks,
      ] + (balance.map { [$0] } ?? [])
    let left =
      unused.isEmpty
      ? [] : ["not used of the plan: " + unused.map { "\($0.what), \($0.count)" }.joined(separator: "; ")]
    return (given + notes + left).map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  private var balance: String? {
    study.wishes.aim == .metres && study.wrongRooms > 0
      ? "a wrong room counts like \(study.wrongRooms) m more, so that each of the \(site.floors.count) floors gets its beacons"
      : nil
  }

  private var routeLength: Double {
    guard let path = site.path else { return 0 }
    let places = study.route.compactMap { name in path.nodes.first { $0.name == name }?.position }
    return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// What to look at on the plan before anything is bought.
  package var findings: [String] {
    SitePlanCheck(site, warnings: []).findings.map { finding in
      let sentence =
        finding.kind == .tooFewHeard
        ? finding.detail : "\(finding.kind.rawValue): \(finding.subject), \(finding.detail)"
      return sentence.prefix(1).uppercased() + sentence.dropFirst() + "."
    }
  }

  /// How good the places are, and how sure that is.
  package var expectations: [String] {
    [figure] + details + [sureness, comparison, Self.reservation].compactMap(\.self)
  }

  /// The figure of a layout in the sense of the aim: metres, or a share that is wrong. With wrong rooms in the balance the metres are those
  /// on the first walks.
  private func estimate(of layout: String) -> WeightedMeans? {
    let judged = result.judged.first { $0.name == layout }
    guard study.wishes.aim == .metres, result.verdict.figure != .error else {
      return layout == result.verdict.layout ? result.verdict.confirmed : judged?.best.figure
    }
    return judged?.best.mean
  }

  private func text(_ value: Double) -> String {
    study.wishes.aim == .metres ? Self.metres(value) : Self.hundred(1 - value)
  }

  /// The figure that decides.
  private var figure: String {
    let value = text(estimate(of: result.verdict.layout)?.value ?? 0)
    return switch study.wishes.aim {
    case .metres: "A position is off by \(value) on average."
    case .rooms: "The right room is named in \(value) of 100 seconds."
    case .navigation: "\(value) of 100 directions come in time."
    }
  }

  /// What else is known of positions.
  private var details: [String] {
    guard study.wishes.aim == .metres,
      let layout = result.judged.first(where: { $0.name == result.verdict.layout })
    else { return [] }
    let statistics = layout.best.statistics
    let far = statistics.flatMap { $0.quantiles[0.9] }.map {
      "Half of the positions are off by less than \(Self.metres(statistics?.median ?? 0)), nine of ten by less than \(Self.metres($0))."
    }
    return [
      far, rightRooms(of: layout.name).map { "The position is in the right room in \($0) of 100 moments." },
    ]
    .compactMap(\.self)
  }

  private func rightRooms(of layout: String) -> String? {
    result.judged.first { $0.name == layout }?.best.wrongRooms.map { Self.hundred(1 - $0.value) }
  }

  private var sureness: String? {
    guard let interval = estimate(of: result.verdict.layout)?.interval else { return nil }
    let (low, high) = (text(interval.lower), text(interval.upper))
    return
      "This comes from \(result.walks) walks, each in an imagined building of its own with this plan. Other walks of that kind would give "
      + "between \(study.wishes.aim == .metres ? low : high) and \(study.wishes.aim == .metres ? high : low)."
  }

  /// The best of the others.
  private var comparison: String? {
    guard let rival = result.verdict.rival, let difference = rival.difference else { return nil }
    let others =
      rival.isRule && !result.verdict.isRule
      ? "\(Counted.text(rival.beacons, "beacon")) at equal distances (\(rival.layout))"
      : result.verdict.isRule ? "The best places of a search" : "The next best places"
    guard let interval = difference.interval, interval.lower > 0,
      let value = estimate(of: rival.layout).map({ text($0.value) })
    else { return "\(others) are as good, as far as these walks show." }
    switch study.wishes.aim {
    case .metres:
      let rooms = rightRooms(of: rival.layout).map { ", and in the right room in \($0) of 100 moments" }
      return "\(others) would be off by \(value)\(rooms ?? "")."
    case .rooms: return "\(others) would name the right room in \(value) of 100 seconds."
    case .navigation: return "\(others) would bring \(value) of 100 directions in time."
    }
  }

  /// docs/reality.md: mean errors of single methods, recorded over simulated.
  private static let reservation =
    "Your walls, phones and people are not known here. Where such figures were compared with recordings, real errors were 0.6 to 1.7 "
    + "times as large, even with a channel that was fitted to the building. No plan was tried in the building that it was made for. "
    + "Measure in one corridor before you buy for the whole building."

  package static func metres(_ number: Double) -> String { "\(FixedPoint.text(number, decimals: 1)) m" }

  private static func hundred(_ share: Double) -> String {
    FixedPoint.text(min(max(100 * share, 0), 100), decimals: 0)
  }

  /// In plain words.
  package var report: [ReportSection] {
    let rooms = Counted.text(site.rooms.count, "room")
    let count = Counted.text(result.chosen.count, "beacon")
    let metres = site.rooms.reduce(0) { $0 + $1.area }
    return [
      .paragraph(
        "\(site.name.printable()): places for \(count) in \(rooms) with \(FixedPoint.text(metres, decimals: 0)) m², chosen for \(study.wishes.aim.rawValue)."
      ),
      .paragraph("What to expect:"), .paragraphs(expectations), .paragraph("What was assumed:"),
      .paragraphs(assumptions),
    ] + (findings.isEmpty ? [] : [.paragraph("Worth a look on the plan:"), .paragraphs(findings)])
  }

  package var document: Document {
    get throws {
      let own: [Document.Member] = [
        .init(key: "expectations", value: Document(expectations.map { Document($0) })),
        .init(key: "assumptions", value: Document(assumptions.map { Document($0) })),
        .init(key: "findings", value: Document(findings.map { Document($0) })),
      ]
      return Document(try result.document.members + own)
    }
  }
}

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
